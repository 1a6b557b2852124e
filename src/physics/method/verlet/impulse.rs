//! The two forms that solve velocities before the motion, with the impulses of the
//! last substep as the first guess.
//!
//! Each row of a constraint has the inverse mass `K` along its error and
//! an accumulated impulse `λ`; a sweep adds `−m K⁻¹ (Ċ + b C) − i λ` (see
//! [`Softness`]). An inequality that is open by `C > 0` may close at `C / h`.
//! Source of the soft step: Catto, "Solver2D" (2024) and "Soft Constraints" (2011).

use super::iteration::{ConstraintGroup, Iteration};
use super::share::Share;
use super::Verlet;
use crate::physics::attach::Level;
use crate::physics::constraint::row::REACHED;
use crate::physics::constraint::{ConstraintRow, ConstraintRows, Sense};
use crate::physics::contact::Contact;
use crate::physics::contact::{self, Softness};
use crate::physics::drive::Drives;
use crate::physics::hold::warm_start_pins;
use crate::physics::joint_damping::damp_joints;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::state::State;
use crate::physics::warm_start::{keep_contacts, keep_rows, RowImpulse, WarmStart};
use glam::{DMat3, DVec3};

/// Frequency of soft joints, Hz.
const JOINT_HZ: f64 = 60.0;
/// Damping ratio of soft joints.
const JOINT_DAMPING: f64 = 2.0;
/// Room of an inequality beyond which it is left out, rad or m: nothing gets there
/// in a substep, and the gradient does not hold so far away.
const FAR: f64 = 1.0;

/// How a sweep answers errors.
#[derive(Clone, Copy)]
struct Sweep {
    joints: Softness,
    /// Of what joints hold, and of loose things.
    contacts: [Softness; 2],
}

/// A row of a constraint, ready for the velocity solve.
#[derive(Debug, Clone)]
pub(super) struct VelocityRow {
    /// Index of its constraint.
    constraint: usize,
    /// Its place in the memory of the state.
    place: usize,
    row: ConstraintRow,
    weights: [f64; 2],
    /// Inverse of `K`; zero if nothing moves.
    mass: DMat3,
    /// Error, m or rad; that of a scalar error is in x.
    error: DVec3,
    /// `None` for an equality.
    side: Option<i8>,
    relaxation_factor: f64,
    impulse: DVec3,
}

impl VelocityRow {
    /// Its place in the memory, and what the next substep shall know of it.
    fn known(&self) -> (usize, RowImpulse) {
        let (side, impulse) = (self.side.unwrap_or(0), self.impulse);
        (self.place, RowImpulse { side, impulse })
    }

    fn solve(&mut self, model: &Model, state: &mut State, softness: Softness, h: f64) {
        let rate = self.row.rate(state);
        let open = self.side.is_some() && self.error.x > 0.0;
        let (bias, scale, taken_back) = if open {
            (self.error / h, 1.0, 0.0)
        } else {
            let bias = self.error * (softness.bias_rate * self.relaxation_factor);
            (bias, softness.mass_scale, softness.impulse_scale)
        };
        let change = -(self.mass * (rate + bias)) * scale - self.impulse * taken_back;
        let mut wanted = self.impulse + change;
        if self.side.is_some() {
            wanted.x = wanted.x.max(0.0);
        }
        let push = wanted - self.impulse;
        self.impulse = wanted;
        self.row
            .push(model, state, self.weights, push, Level::Velocity);
    }
}

impl Verlet {
    /// Solve velocities, move, solve positions.
    pub(super) fn substep_impulse(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        let solid = Sweep {
            joints: Softness::RIGID,
            contacts: [Softness::RIGID, contact::patient(h)],
        };
        self.begin(model, state, contacts, h, probe);
        self.sweep_often(model, state, contacts, solid, h, probe);
        self.remember(model, state, contacts, h);
        probe.begin(Stage::Motion);
        self.each(state, probe, |share, state, _| {
            share.advance(model, state, h);
        });
        probe.end(Stage::Motion, self.movers());
        show(probe, SolverEvent::Motion, state);
        for iteration in self.each_iteration(model) {
            self.relax(model, state, iteration, probe);
            self.relax_pins(model, state, probe);
            if iteration.has(ConstraintGroup::Contacts) {
                self.touch(state, contacts, probe, |state, contacts, touching| {
                    touching.solver.push_out_jointed(model, state, contacts);
                });
            }
            let is_enough = self.close_enough(model, state, iteration);
            if is_enough || self.interrupt.is_due_after(iteration.number) {
                break;
            }
        }
    }

    /// Solve velocities as springs, move, solve velocities without the springs.
    pub(super) fn substep_soft(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        let soft = Sweep {
            joints: Softness::spring(JOINT_HZ, JOINT_DAMPING, h),
            contacts: [contact::softness(h); 2],
        };
        let solid = Sweep {
            joints: Softness::RIGID,
            contacts: [Softness::RIGID; 2],
        };
        self.begin(model, state, contacts, h, probe);
        self.sweep_often(model, state, contacts, soft, h, probe);
        probe.begin(Stage::Motion);
        self.each(state, probe, |share, state, _| {
            share.release_open_rows(state, h);
            share.advance(model, state, h);
        });
        probe.end(Stage::Motion, self.movers());
        show(probe, SolverEvent::Motion, state);
        self.sweep_often(model, state, contacts, solid, h, probe);
        self.relax_pins(model, state, probe);
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
        self.dislocate(model, state, probe);
        let memory = std::mem::take(&mut state.memory);
        let known = WarmStart::of(&memory, self.plan.rows_in_memory, h);
        self.each(state, probe, |share, state, probe| {
            share.accelerate(model, state, h);
            show(probe, SolverEvent::Forces, state);
            damp_joints(model, state, &share.awake.jointed, h);
            show(probe, SolverEvent::Damping, state);
            share.make_rows(model, state, known);
            let looks = probe.looks();
            for row in &share.rows {
                row.row
                    .push(model, state, row.weights, row.impulse, Level::Velocity);
                if looks {
                    show(probe, SolverEvent::Velocity(row.constraint), state);
                }
            }
        });
        if let Some(pull) = &mut self.pull {
            pull.warm_start(model, state, Level::Velocity);
            show(probe, SolverEvent::Pull, state);
        }
        self.drives
            .warm_start(model, state, &[Level::Velocity], probe);
        warm_start_pins(model, state, &self.pins);
        show(probe, SolverEvent::Pins, state);
        self.each_component(state, contacts, |state, contacts, touching| {
            known.recall(contacts.iter_mut());
            touching.solver.warm_start(model, state, contacts);
        });
        show_contacts(probe, SolverEvent::Recall, state, contacts);
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
        for iteration in self.each_iteration(model) {
            self.sweep(model, state, contacts, (sweep, iteration), h, probe);
            if self.interrupt.is_due_after(iteration.number) {
                break;
            }
        }
    }

    fn sweep(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        (sweep, iteration): (Sweep, Iteration),
        h: f64,
        probe: &mut dyn Probe,
    ) {
        probe.begin(Stage::Rows);
        if let Some(pull) = &mut self.pull {
            pull.solve(model, state);
            show(probe, SolverEvent::Pull, state);
        }
        self.each(state, probe, |share, state, probe| {
            let visited = |row: &&mut VelocityRow| {
                row.mass != DMat3::ZERO && iteration.visits(&model.constraints[row.constraint])
            };
            for row in share.rows.iter_mut().filter(visited) {
                row.solve(model, state, sweep.joints, h);
                show(probe, SolverEvent::Velocity(row.constraint), state);
            }
        });
        self.drives.solve(model, state, probe);
        self.stop_pins(model, state, probe);
        probe.end(
            Stage::Rows,
            self.shares().map(|share| share.rows.len()).sum(),
        );
        if iteration.has(ConstraintGroup::Contacts) {
            self.touch(state, contacts, probe, |state, contacts, touching| {
                let solver = &mut touching.solver;
                solver.solve_velocities(model, state, contacts, sweep.contacts, h);
            });
        }
    }

    /// Keeps the impulses of a substep of `h` seconds for the next one; what sleeps has none.
    fn remember(&mut self, model: &Model, state: &mut State, contacts: &[Contact], h: f64) {
        let rows = self.plan.rows_in_memory;
        let mut memory = std::mem::take(&mut state.memory);
        let first_row = &self.plan.first_row;
        let rows_of = |&i: &usize| first_row[i]..first_row[i] + model.constraints[i].row_count();
        let joints = &self.plan.joints;
        let sleeps = |articulation: usize| state.rest[articulation].asleep;
        let is_old = std::mem::take(&mut self.memory_is_old);
        let all = self.plan.order.iter().filter(|_| is_old);
        let sleepers = all.filter(|&&i| joints.articulation_of(i).is_none_or(sleeps));
        let forgotten = sleepers.chain(&self.whole.awake.order).flat_map(rows_of);
        let first = self.plan.first_drive;
        let forgotten = forgotten.chain(Drives::asleep(model, state).map(|i| first + i));
        let known = self.shares().flat_map(|share| &share.rows);
        let known = known
            .map(VelocityRow::known)
            .chain(self.drives.known(first));
        keep_rows(&mut memory, (rows, h), forgotten, known);
        let sorted = &mut self.kept_contacts;
        if self.partition.shares_contacts() {
            keep_contacts(&mut memory, (self.partition.contacts(), h), sorted);
        } else {
            keep_contacts(&mut memory, (contacts.iter(), h), sorted);
        }
        state.memory = memory;
    }
}

impl Share {
    /// Rows of all that takes part, in the order of solution, with what is known of the
    /// last substep.
    fn make_rows(&mut self, model: &Model, state: &State, known: WarmStart<'_>) {
        self.rows.clear();
        for &i in &self.awake.order {
            let constraint = &model.constraints[i];
            for index in 0..constraint.row_count() {
                let place = self.plan.first_row[i] + index;
                let row = constraint.row(index, Level::Velocity, state, &model.settings);
                let Some(row) = row else {
                    continue;
                };
                let known = known.row(place);
                let relaxation_factor = constraint.relaxation_factor();
                self.rows.push(VelocityRow {
                    constraint: i,
                    place,
                    ..row_of(
                        model,
                        state,
                        row,
                        self.plan.weights[i],
                        relaxation_factor,
                        known,
                    )
                });
            }
        }
    }

    /// Lets inequalities go that are still open after the coming motion of `h` seconds.
    fn release_open_rows(&mut self, state: &State, h: f64) {
        for row in self.rows.iter_mut().filter(|row| row.side.is_some()) {
            row.error.x += row.row.rate(state).x * h;
            if row.error.x > REACHED {
                // Free until the next substep: slowed now, it would come to its stop
                // with less than its own rate and bounce too little.
                row.mass = DMat3::ZERO;
            }
        }
    }
}

fn row_of(
    model: &Model,
    state: &State,
    row: ConstraintRow,
    weights: [f64; 2],
    relaxation_factor: f64,
    known: Option<RowImpulse>,
) -> VelocityRow {
    let scalar = |error| DVec3::new(error, 0.0, 0.0);
    let (error, side) = match row {
        ConstraintRow::Point { error, .. } => (error, None),
        ConstraintRow::Linear { error, sense, .. } => (scalar(error), inequality(sense, 1)),
        ConstraintRow::Coupled(coupled) => (scalar(coupled.error), inequality(coupled.sense, 1)),
        ConstraintRow::Angular {
            error, sense, side, ..
        } => (scalar(error), inequality(sense, side)),
    };
    let inverse_mass = row.inverse_mass(model, state, weights);
    let solvable = inverse_mass.determinant() > 0.0 && !(side.is_some() && error.x > FAR);
    let mass = if solvable {
        inverse_mass.inverse()
    } else {
        DMat3::ZERO
    };
    // Pushes of the other bound of an angle are no guess for this one.
    let known = known.filter(|known| solvable && known.side == side.unwrap_or(0));
    VelocityRow {
        constraint: 0,
        place: 0,
        row,
        weights,
        mass,
        error,
        side,
        relaxation_factor,
        impulse: known.map_or(DVec3::ZERO, |known| known.impulse),
    }
}

fn inequality(sense: Sense, side: i8) -> Option<i8> {
    (sense == Sense::Inequality).then_some(side)
}
