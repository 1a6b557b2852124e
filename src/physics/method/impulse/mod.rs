//! What game engines do: impulses on velocities, with those of the last substep as the first
//! guess; joints and contacts act as stiff damped springs, and a second pass takes the speed that
//! these have added.
//!
//! Source: Catto, "Solver2D" (2024) and "Soft Constraints" (2011).

mod info;
mod settings;

use super::{Drift, Method};
use crate::physics::attach::Level;
use crate::physics::constraint::ConstraintRows;
use crate::physics::contact::{self, Contact, Softness};
use crate::physics::hold::warm_start_pins;
use crate::physics::interrupt::Interrupt;
use crate::physics::joint_damping::damp_joints;
use crate::physics::kinematic;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::sequential::{in_pool, Drives, Sequential, Tie, VelocityRow};
use crate::physics::state::State;
use crate::physics::step::StepContext;
use crate::physics::substepping::SubstepRate;
use crate::physics::warm_start::{keep_contacts, keep_rows, WarmStart};
pub(super) use info::INFO;
use rayon::ThreadPool;
pub use settings::ImpulseSettings;
use std::sync::Arc;

/// How a sweep answers errors.
#[derive(Clone, Copy)]
struct Sweep {
    joints: Tie,
    contacts: Softness,
}

/// The method, with its scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Impulse {
    base: Sequential,
}

impl Method for Impulse {
    fn prepare(&mut self, model: &Model) {
        self.base.prepare(model, true);
    }

    fn add_body(&mut self, model: &Model) {
        self.base.add_body(model);
    }

    /// Any poses will do.
    fn enter(&mut self, _: &Model, _: &mut State) -> Drift {
        Drift::default()
    }

    fn restart(&mut self) {}

    fn step(&mut self, context: &mut StepContext<'_>) {
        let pool = self.base.pool_for(context);
        in_pool(pool, context, |context| self.make_step(context));
    }

    fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.base.set_threads(pool);
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.base.interrupt = interrupt;
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Impulse {
    fn make_step(&mut self, context: &mut StepContext<'_>) {
        if self.choose(context) {
            context.take_in();
        }
        let turns = context.begin_collision(&self.base.together);
        let mut made = 0;
        for turn in 0..turns {
            let SubstepRate {
                substeps,
                iterations,
            } = context.begin_turn(turn);
            self.base.iterations = iterations;
            let h = context.model.settings.common.step_s / f64::from(substeps);
            for substep in 0..substeps {
                self.choose(context);
                context.find_contacts(h);
                if self.base.interrupt.is_due() {
                    return;
                }
                self.choose(context);
                self.base.begin_substep(context, h);
                self.base.take_in(context, h);
                let times = (context.end_of_substep_s(), h);
                let contacts = &mut context.parts.contacts;
                self.solve_and_move(context.model, context.state, contacts, times, context.probe);
                self.base.end_substep(context, |_| {});
                context.record_impacts(made + substep);
            }
            made += substeps;
            context.end_turn();
        }
        context.end_turns();
        self.choose(context);
    }

    /// Leaves out what sleeps; whether anything else takes part than before.
    fn choose(&mut self, context: &mut StepContext<'_>) -> bool {
        let changed = context.choose(|_| true);
        if changed {
            self.base.choose(context, |_| false);
        }
        changed
    }

    /// Solve velocities as springs, move, solve velocities without the springs.
    fn solve_and_move(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        (end_s, h): (f64, f64),
        probe: &mut dyn Probe,
    ) {
        let soft = Sweep {
            joints: Tie::Spring,
            contacts: contact::softness(h),
        };
        let solid = Sweep {
            joints: Tie::Rigid,
            contacts: Softness::RIGID,
        };
        self.begin(model, state, contacts, h, probe);
        self.sweep_often(model, state, contacts, soft, h, probe);
        probe.begin(Stage::Motion);
        self.base.each(state, probe, |share, state, _| {
            share.release_open_rows(state, h);
            share.integrate_positions(model, state, h);
        });
        kinematic::place(model, state, end_s);
        probe.end(Stage::Motion, self.base.whole.awake.movers());
        show(probe, SolverEvent::Motion, state);
        self.sweep_often(model, state, contacts, solid, h, probe);
        self.base.relax_pins(model, state, probe);
        self.remember(model, state, contacts, h);
    }

    /// Takes in forces, joint damping, and the impulses of the last substep.
    fn begin(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        let memory = std::mem::take(&mut state.memory);
        let known = WarmStart::of(&memory, self.base.plan.rows_in_memory, h);
        self.base.each(state, probe, |share, state, probe| {
            share.integrate_velocities(model, state, h);
            show(probe, SolverEvent::Forces, state);
            damp_joints(model, state, &share.awake.jointed, h);
            show(probe, SolverEvent::Damping, state);
            share.make_rows(model, state, h, known);
            let looks = probe.looks();
            for row in &share.rows {
                row.row
                    .push(model, state, row.weights, row.impulse, Level::Velocity);
                if looks {
                    show(probe, SolverEvent::Velocity(row.constraint), state);
                }
            }
        });
        if let Some(pull) = &mut self.base.pull {
            pull.warm_start(model, state, Level::Velocity);
            show(probe, SolverEvent::Pull, state);
        }
        self.base
            .drives
            .warm_start(model, state, Level::Velocity, probe);
        warm_start_pins(model, state, &self.base.pins);
        show(probe, SolverEvent::Pins, state);
        self.base
            .each_component(state, contacts, |state, contacts, touching| {
                known.warm_start(contacts.iter_mut());
                touching.solver.warm_start(model, state, contacts);
            });
        show_contacts(probe, SolverEvent::WarmStart, state, contacts);
        state.memory = memory;
    }

    /// Solves all velocities as often as wanted.
    fn sweep_often(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        sweep: Sweep,
        h: f64,
        probe: &mut dyn Probe,
    ) {
        for iteration in 0..self.base.iterations {
            self.sweep(model, state, contacts, sweep, h, probe);
            if self.base.interrupt.is_due_after(iteration) {
                break;
            }
        }
    }

    fn sweep(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        sweep: Sweep,
        h: f64,
        probe: &mut dyn Probe,
    ) {
        probe.begin(Stage::Rows);
        if let Some(pull) = &mut self.base.pull {
            pull.solve(model, state);
            show(probe, SolverEvent::Pull, state);
        }
        self.base.each(state, probe, |share, state, probe| {
            share.sweep_rows(model, state, sweep.joints, h, probe);
        });
        self.base.drives.solve(model, state, probe);
        self.base.stop_pins(model, state, probe);
        probe.end(
            Stage::Rows,
            self.base.shares().map(|share| share.rows.len()).sum(),
        );
        self.base
            .touch(state, contacts, probe, |state, contacts, touching| {
                let solver = &mut touching.solver;
                solver.solve_velocities(model, state, contacts, sweep.contacts, h);
            });
    }

    /// Keeps the impulses of a substep of `h` seconds for the next one; what sleeps has none.
    fn remember(&mut self, model: &Model, state: &mut State, contacts: &[Contact], h: f64) {
        let rows = self.base.plan.rows_in_memory;
        let mut memory = std::mem::take(&mut state.memory);
        let first_row = &self.base.plan.first_row;
        let rows_of = |&i: &usize| first_row[i]..first_row[i] + model.constraints[i].row_count();
        let joints = &self.base.plan.joints;
        let sleeps = |articulation: usize| state.rest[articulation].asleep;
        let is_old = std::mem::take(&mut self.base.memory_is_old);
        let all = self.base.plan.order.iter().filter(|_| is_old);
        let sleepers = all.filter(|&&i| joints.articulation_of(i).is_none_or(sleeps));
        let forgotten = sleepers
            .chain(&self.base.whole.awake.order)
            .flat_map(rows_of);
        let first = self.base.plan.first_drive;
        let forgotten = forgotten.chain(Drives::asleep(model, state).map(|i| first + i));
        let known = self.base.shares().flat_map(|share| &share.rows);
        let known = known
            .map(VelocityRow::known)
            .chain(self.base.drives.known(first));
        keep_rows(&mut memory, (rows, h), forgotten, known);
        let sorted = &mut self.base.kept_contacts;
        if self.base.partition.shares_contacts() {
            keep_contacts(&mut memory, (self.base.partition.contacts(), h), sorted);
        } else {
            keep_contacts(&mut memory, (contacts.iter(), h), sorted);
        }
        state.memory = memory;
    }
}
