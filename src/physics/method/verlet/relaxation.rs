//! The two forms of the paper: relaxation after the motion (Baltman & Radeztsky,
//! section 10, figure 5).

use super::coast_as_printed::is_explicit;
use super::iteration::{ConstraintGroup, Iteration};
use super::rods::Run;
use super::share::{Awake, Share};
use super::Verlet;
use crate::physics::air;
use crate::physics::attach::Level;
use crate::physics::constraint::Constraint;
use crate::physics::contact::Contact;
use crate::physics::contact::Softness;
use crate::physics::hold::{relax_pins, stop_pins};
use crate::physics::joint_damping::damp_joints;
use crate::physics::lanes::Pass;
use crate::physics::model::{Model, Order};
use crate::physics::probe::{show, Probe, SolverEvent, Stage};
use crate::physics::state::State;

impl Verlet {
    /// Solve what loose things bear on each other; coast; relax all constraints in order and the
    /// contacts last, as often as wanted; take the velocities from the displacements.
    pub(super) fn substep_velocity_less(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        // The crowd makes its first pass over the joints at once if nothing is to happen
        // between, and nobody looks.
        let joints_too = !probe.watches() && self.pull.is_none() && self.drives.is_empty();
        let pass = match joints_too {
            true => Pass::CoastAndRelax,
            false => Pass::Coast,
        };
        self.coast(pass, (model, state), contacts, h, probe);
        self.dislocate(model, state, probe);
        if let Some(pull) = &mut self.pull {
            pull.warm_start(model, state, Level::Position);
            show(probe, SolverEvent::Pull, state);
        }
        self.drives.forget_motion(model, state);
        self.drives
            .warm_start(model, state, &[Level::Position], probe);
        let mut is_packed = false;
        for iteration in self.each_iteration(model) {
            if iteration.number > 0 || !joints_too {
                self.relax_batches(state, probe);
            }
            self.relax(model, state, iteration, probe);
            if let Some(pull) = &mut self.pull {
                pull.relax(model, state);
                show(probe, SolverEvent::Pull, state);
            }
            self.drives.relax(model, state, false, probe);
            self.relax_pins(model, state, probe);
            self.relax_folds(model, state, probe);
            if iteration.has(ConstraintGroup::Contacts) {
                self.touch(state, contacts, probe, |state, contacts, touching| {
                    let solver = &mut touching.solver;
                    match is_packed {
                        false => solver.relax(model, state, contacts),
                        true => solver.relax_again(model, state, contacts),
                    }
                });
                is_packed = true;
                // What contacts pushed through itself would be on the other side from then on.
                self.relax_folds(model, state, probe);
            }
            let is_enough = self.close_enough(model, state, iteration);
            if is_enough || self.interrupt.is_due_after(iteration.number) {
                break;
            }
        }
        self.drives.remember(model, state, h);
        self.remember_support(model, state, contacts, h);
        probe.begin(Stage::Velocities);
        self.batches.make(Pass::Finish, self.threads, state);
        self.each(state, probe, |share, state, probe| {
            share.derive_velocities(model, state, h);
            share.correct_distance_speeds_as_printed(model, state);
            show(probe, SolverEvent::Velocities, state);
            damp_joints(model, state, &share.awake.jointed, h);
        });
        probe.end(Stage::Velocities, self.movers());
        show(probe, SolverEvent::Damping, state);
    }

    /// Coast; correct positions and velocities in turn.
    pub(super) fn substep_velocity(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        state.holds.forget_impulses();
        self.coast(Pass::Coast, (model, state), contacts, h, probe);
        self.dislocate(model, state, probe);
        // Velocities are solved after the motion, too late for what a load does in it: so a
        // drive moves places as in the other form, and velocities by the same.
        let both = [Level::Position, Level::Velocity];
        self.drives.forget_motion(model, state);
        self.drives.warm_start(model, state, &both, probe);
        for iteration in self.each_iteration(model) {
            self.relax(model, state, iteration, probe);
            self.drives.relax(model, state, true, probe);
            self.relax_pins(model, state, probe);
            if let Some(pull) = &mut self.pull {
                pull.look_ahead(model, state);
                pull.solve(model, state);
                show(probe, SolverEvent::Pull, state);
            }
            self.each(state, probe, |share, state, probe| {
                share.solve_velocity(model, state, iteration, probe);
            });
            self.stop_pins(model, state, probe);
            if iteration.has(ConstraintGroup::Contacts) {
                self.touch(state, contacts, probe, |state, contacts, touching| {
                    let solver = &mut touching.solver;
                    solver.push_out(model, state, contacts);
                    solver.solve_velocities(model, state, contacts, [Softness::RIGID; 2], h);
                });
            }
            let is_enough = self.close_enough(model, state, iteration);
            if is_enough || self.interrupt.is_due_after(iteration.number) {
                break;
            }
        }
        self.drives.remember(model, state, h);
        self.each(state, probe, |share, state, _| {
            damp_joints(model, state, &share.awake.jointed, h);
        });
        show(probe, SolverEvent::Damping, state);
    }

    /// Lets the gases in surfaces press, and the air on them.
    pub(super) fn press_surfaces(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
        probe: &mut dyn Probe,
    ) {
        if !self.plan.gases.is_empty() || !self.plan.airy.is_empty() {
            self.each(state, probe, |share, state, probe| {
                share.press_gases(model, state, h, probe);
                for &i in &share.awake.airy {
                    air::press(model, state, &model.triangles[i], h);
                }
            });
        }
    }

    /// Notes the velocities before any force acts, where 4.6 as printed needs them.
    pub(super) fn note_velocities(
        &mut self,
        model: &Model,
        state: &mut State,
        probe: &mut dyn Probe,
    ) {
        if is_explicit(model) {
            self.each(state, probe, |share, state, _| share.note_velocities(state));
        }
    }

    /// Coasts, once loose things bear each other; `pass` is what the crowd does of it.
    fn coast(
        &mut self,
        pass: Pass,
        (model, state): (&Model, &mut State),
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        let supports = self.supports;
        if supports {
            self.support(model, state, contacts, h, probe);
        }
        if pass == Pass::Coast {
            self.batches.make(Pass::Arrest, self.threads, state);
            show(probe, SolverEvent::Stops, state);
        }
        probe.begin(Stage::Motion);
        self.batches.make(pass, self.threads, state);
        self.each(state, probe, |share, state, _| match supports {
            true => share.travel(model, state, h),
            false => share.coast(model, state, h),
        });
        probe.end(Stage::Motion, self.movers());
        show(probe, SolverEvent::Coast, state);
    }

    /// Puts pinned points where they belong.
    pub(super) fn relax_pins(&self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        relax_pins(model, state, &self.pins);
        show(probe, SolverEvent::Pins, state);
    }

    /// Takes the velocity of pinned points.
    pub(super) fn stop_pins(&self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        stop_pins(model, state, &self.pins);
        show(probe, SolverEvent::Pins, state);
    }

    /// One pass over the positions of the joints of the crowd.
    fn relax_batches(&mut self, state: &mut State, probe: &mut dyn Probe) {
        if probe.watches() {
            self.batches.relax_watched(state, probe);
        } else {
            self.batches.make(Pass::Relax, self.threads, state);
        }
    }

    /// Keeps surfaces that meet themselves from passing through themselves.
    fn relax_folds(&self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        if !self.folds.is_empty() {
            self.folds.relax(model, state);
            show(probe, SolverEvent::Contacts, state);
        }
    }

    /// One pass over the positions of all constraints.
    pub(super) fn relax(
        &mut self,
        model: &Model,
        state: &mut State,
        iteration: Iteration,
        probe: &mut dyn Probe,
    ) {
        self.each(state, probe, |share, state, probe| {
            share.relax(model, state, iteration, probe);
        });
    }

    /// Whether no error of length exceeds what the settings ask for. An iteration that leaves
    /// contacts out is not the last one: what touches would not be met at all.
    pub(super) fn close_enough(&self, model: &Model, state: &State, iteration: Iteration) -> bool {
        let Some(enough) = model.settings.verlet().early_out else {
            return false;
        };
        if !iteration.has(ConstraintGroup::Contacts) {
            return false;
        }
        let residual = |c: &Constraint| c.residual(state, &model.settings).length;
        let mut awake = self.whole.awake.order.iter();
        awake.all(|&i| residual(&model.constraints[i]) <= enough)
    }
}

impl Share {
    fn press_gases(&mut self, model: &Model, state: &mut State, h: f64, probe: &mut dyn Probe) {
        for &i in &self.awake.gases {
            if let Constraint::Membrane(membrane) = &model.constraints[i] {
                membrane.press(model, state, h, &mut self.many);
                show(probe, SolverEvent::Velocity(i), state);
            }
        }
    }

    /// One pass over the positions of all constraints.
    fn relax(
        &mut self,
        model: &Model,
        state: &mut State,
        iteration: Iteration,
        probe: &mut dyn Probe,
    ) {
        if !self.awake.runs.list().is_empty() {
            return self.relax_runs(model, state, iteration, probe);
        }
        let mut scratch = std::mem::take(&mut self.many);
        self.pass(model, iteration, probe, |i, constraint, probe| {
            constraint.relax_with(model, state, self.plan.weights[i], &mut scratch);
            show(probe, SolverEvent::Position(i), state);
        });
        self.many = scratch;
    }

    /// The same, with packed distances; over those of a long run forward and backward, and over
    /// those in nets last.
    fn relax_runs(
        &mut self,
        model: &Model,
        state: &mut State,
        iteration: Iteration,
        probe: &mut dyn Probe,
    ) {
        let mut scratch = std::mem::take(&mut self.many);
        let Awake { order, runs, .. } = &self.awake;
        let mut relax = |i: usize, state: &mut State, probe: &mut dyn Probe| {
            let weights = self.plan.weights[i];
            model.constraints[i].relax_with(model, state, weights, &mut scratch);
            show(probe, SolverEvent::Position(i), state);
        };
        for run in runs.list() {
            match run {
                Run::Rows(range) => {
                    let order = (&order[range.clone()], false);
                    each_by_kind(model, order, iteration, probe, |i, _, probe| {
                        relax(i, state, probe);
                    });
                }
                Run::InNets(_) => {}
                Run::Rods(_) if !iteration.has(ConstraintGroup::Sticks) => {}
                Run::Rods(range) => {
                    let stage = Stage::Constraints("distance");
                    probe.begin(stage);
                    let rods = runs.rods(range);
                    let back = rods.iter().rev().filter(|rod| rod.goes_both_ways);
                    let in_order = rods.iter().chain(back);
                    // Asked once, not of each of the thousands of a cloth.
                    match probe.looks() {
                        true => in_order.for_each(|rod| {
                            relax(rod.constraint as usize, state, probe);
                        }),
                        false => in_order.for_each(|rod| rod.relax(&mut state.particles)),
                    }
                    probe.end(stage, rods.len());
                }
            }
        }
        let steps = model.settings.verlet().gradient_steps;
        self.nets
            .solve((runs.nets(), steps), iteration, state, probe);
        self.many = scratch;
    }

    /// One pass over the velocities of all constraints.
    fn solve_velocity(
        &mut self,
        model: &Model,
        state: &mut State,
        iteration: Iteration,
        probe: &mut dyn Probe,
    ) {
        let mut scratch = std::mem::take(&mut self.many);
        self.pass(model, iteration, probe, |i, constraint, probe| {
            constraint.solve_velocity_with(model, state, self.plan.weights[i], &mut scratch);
            show(probe, SolverEvent::Velocity(i), state);
        });
        self.many = scratch;
    }

    /// Visits all constraints in the order of this iteration.
    fn pass(
        &self,
        model: &Model,
        iteration: Iteration,
        probe: &mut dyn Probe,
        visit: impl FnMut(usize, &Constraint, &mut dyn Probe),
    ) {
        let backward = match model.settings.verlet().order {
            Order::Reversed => true,
            Order::Alternating => iteration.number % 2 == 1,
            _ => false,
        };
        each_by_kind(
            model,
            (&self.awake.order, backward),
            iteration,
            probe,
            visit,
        );
    }
}

/// Visits those constraints of an iteration in an order, or backward; the probe hears of each
/// run of one kind.
fn each_by_kind(
    model: &Model,
    (order, backward): (&[usize], bool),
    iteration: Iteration,
    probe: &mut dyn Probe,
    mut visit: impl FnMut(usize, &Constraint, &mut dyn Probe),
) {
    let count = order.len();
    let at = |place: usize| order[if backward { count - 1 - place } else { place }];
    let mut place = 0;
    while place < count {
        let kind = model.constraints[at(place)].kind_name();
        let begin = place;
        let is_of_kind = |place: usize| model.constraints[at(place)].kind_name() == kind;
        if !iteration.visits(&model.constraints[at(place)]) {
            place += (place..count)
                .take_while(|&place| is_of_kind(place))
                .count();
            continue;
        }
        probe.begin(Stage::Constraints(kind));
        while place < count && is_of_kind(place) {
            visit(at(place), &model.constraints[at(place)], probe);
            place += 1;
        }
        probe.end(Stage::Constraints(kind), place - begin);
    }
}
