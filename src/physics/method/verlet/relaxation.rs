//! The velocity-less form: relaxation after the motion (Baltman & Radeztsky, section 10,
//! figure 5).

use super::Verlet;
use crate::physics::attach::Level;
use crate::physics::constraint::Constraint;
use crate::physics::contact::Contact;
use crate::physics::joint_damping::damp_joints;
use crate::physics::lanes::Pass;
use crate::physics::model::{Model, Order};
use crate::physics::probe::{show, Probe, SolverEvent, Stage};
use crate::physics::sequential::{Awake, Run, Share};
use crate::physics::state::State;

impl Verlet {
    /// Solve what loose things bear on each other; coast; relax all constraints in order and the
    /// contacts last, as often as wanted; take the velocities from the displacements.
    pub(super) fn relax_and_move(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        // The crowd makes its first pass over the joints at once if nothing is to happen
        // between, and nobody looks.
        let joints_too =
            !probe.watches() && self.base.pull.is_none() && self.base.drives.is_empty();
        let pass = match joints_too {
            true => Pass::CoastAndRelax,
            false => Pass::Coast,
        };
        self.coast(pass, (model, state), contacts, h, probe);
        if let Some(pull) = &mut self.base.pull {
            pull.warm_start(model, state, Level::Position);
            show(probe, SolverEvent::Pull, state);
        }
        self.base.drives.forget_motion(model, state);
        let drives = &mut self.base.drives;
        drives.warm_start(model, state, Level::Position, probe);
        for iteration in 0..self.base.iterations {
            if iteration > 0 || !joints_too {
                self.relax_batches(state, probe);
            }
            self.relax(model, state, iteration, probe);
            if let Some(pull) = &mut self.base.pull {
                pull.relax(model, state);
                show(probe, SolverEvent::Pull, state);
            }
            self.base.drives.relax(model, state, probe);
            self.base.relax_pins(model, state, probe);
            self.relax_folds(model, state, probe);
            self.base
                .touch(state, contacts, probe, |state, contacts, touching| {
                    let solver = &mut touching.solver;
                    match iteration {
                        0 => solver.relax(model, state, contacts),
                        _ => solver.relax_again(model, state, contacts),
                    }
                });
            // What contacts pushed through itself would be on the other side from then on.
            self.relax_folds(model, state, probe);
            if self.base.interrupt.is_due_after(iteration) {
                break;
            }
        }
        self.base.drives.remember(model, state, h);
        self.remember_support(model, state, contacts, h);
        probe.begin(Stage::Velocities);
        self.batches.make(Pass::Finish, self.base.threads, state);
        self.base.each(state, probe, |share, state, probe| {
            share.derive_velocities(model, state, h);
            show(probe, SolverEvent::Velocities, state);
            damp_joints(model, state, &share.awake.jointed, h);
        });
        probe.end(Stage::Velocities, self.movers());
        show(probe, SolverEvent::Damping, state);
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
            self.batches.make(Pass::Arrest, self.base.threads, state);
            show(probe, SolverEvent::Stops, state);
        }
        probe.begin(Stage::Motion);
        self.batches.make(pass, self.base.threads, state);
        self.base
            .each(state, probe, |share, state, _| match supports {
                true => share.travel(model, state, h),
                false => share.coast(model, state, h),
            });
        probe.end(Stage::Motion, self.movers());
        show(probe, SolverEvent::Coast, state);
    }

    /// One pass over the positions of the joints of the crowd.
    fn relax_batches(&mut self, state: &mut State, probe: &mut dyn Probe) {
        if probe.watches() {
            self.batches.relax_watched(state, probe);
        } else {
            self.batches.make(Pass::Relax, self.base.threads, state);
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
        iteration: u32,
        probe: &mut dyn Probe,
    ) {
        self.base.each(state, probe, |share, state, probe| {
            share.relax(model, state, iteration, probe);
        });
    }
}

impl Share {
    /// One pass over the positions of all constraints.
    fn relax(&mut self, model: &Model, state: &mut State, iteration: u32, probe: &mut dyn Probe) {
        if !self.awake.runs.list().is_empty() {
            return self.relax_runs(model, state, probe);
        }
        let mut scratch = std::mem::take(&mut self.many);
        self.pass(model, iteration, probe, |i, constraint, probe| {
            constraint.relax_with(model, state, self.plan.weights[i], &mut scratch);
            show(probe, SolverEvent::Position(i), state);
        });
        self.many = scratch;
    }

    /// The same, with packed distances; over those of a long run forward and backward.
    fn relax_runs(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
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
                    each_by_kind(model, order, probe, |i, _, probe| {
                        relax(i, state, probe);
                    });
                }
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
        self.many = scratch;
    }

    /// Visits all constraints in the order of this iteration.
    fn pass(
        &self,
        model: &Model,
        iteration: u32,
        probe: &mut dyn Probe,
        visit: impl FnMut(usize, &Constraint, &mut dyn Probe),
    ) {
        let backward = match model.settings.method.order() {
            Order::Reversed => true,
            Order::Alternating => iteration % 2 == 1,
            _ => false,
        };
        each_by_kind(model, (&self.awake.order, backward), probe, visit);
    }
}

/// Visits constraints in an order, or backward; the probe hears of each run of one kind.
fn each_by_kind(
    model: &Model,
    (order, backward): (&[usize], bool),
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
        probe.begin(Stage::Constraints(kind));
        while place < count && is_of_kind(place) {
            visit(at(place), &model.constraints[at(place)], probe);
            place += 1;
        }
        probe.end(Stage::Constraints(kind), place - begin);
    }
}
