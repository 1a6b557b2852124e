//! The parts of a substep: free bodies, motion, passes over positions, velocities.

use super::Verlet;
use crate::physics::attach::Level;
use crate::physics::constraint::Constraint;
use crate::physics::contact::Contact;
use crate::physics::joint_damping::damp_joints;
use crate::physics::lanes::Pass;
use crate::physics::model::{Model, Order};
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::sequential::{Awake, Run, Share, Touching};
use crate::physics::state::State;
use crate::physics::warm_start::{keep_contacts, WarmStart};

impl Verlet {
    /// Takes in forces, and solves the velocities of what free bodies bear on each other, from
    /// the impulses of the last substep.
    pub(super) fn solve_free_bodies(
        &mut self,
        (model, state): (&Model, &mut State),
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        probe.begin(Stage::Motion);
        self.base.each(state, probe, |share, state, _| {
            share.integrate_velocities(model, state, h)
        });
        probe.end(Stage::Motion, 0);
        show(probe, SolverEvent::Forces, state);
        probe.begin(Stage::Contacts);
        let memory = std::mem::take(&mut state.memory);
        let known = WarmStart::of(&memory, model.drives.len(), h);
        self.base
            .each_component(state, contacts, |state, contacts, touching| {
                known.warm_start(contacts.iter_mut().filter(|contact| contact.supports));
                let Touching {
                    solver, support, ..
                } = touching;
                support.solve(model, state, contacts, solver, h);
            });
        state.memory = memory;
        probe.end(Stage::Contacts, contacts.len());
        show_contacts(probe, SolverEvent::Contacts, state, contacts);
    }

    /// Free motion of everything. Returns whether batches have made their first pass over the
    /// joints as well, as they do at once if nothing is to happen between and nobody looks.
    pub(super) fn integrate(
        &mut self,
        (model, state): (&Model, &mut State),
        has_forces: bool,
        h: f64,
        probe: &mut dyn Probe,
    ) -> bool {
        let relaxes = !probe.watches() && self.base.pull.is_none() && self.base.drives.is_empty();
        let pass = match relaxes {
            true => Pass::IntegrateAndRelax,
            false => {
                self.batches.make(Pass::Arrest, self.base.threads, state);
                show(probe, SolverEvent::Stops, state);
                Pass::Integrate
            }
        };
        probe.begin(Stage::Motion);
        self.batches.make(pass, self.base.threads, state);
        self.base
            .each(state, probe, |share, state, _| match has_forces {
                true => share.move_freely(model, state, h),
                false => share.integrate(model, state, h),
            });
        probe.end(Stage::Motion, self.movers());
        show(probe, SolverEvent::Integrate, state);
        relaxes
    }

    /// Begins pulls and drives with what they gave in the last substep.
    pub(super) fn warm_start(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        if let Some(pull) = &mut self.base.pull {
            pull.warm_start(model, state, Level::Position);
            show(probe, SolverEvent::Pull, state);
        }
        let drives = &mut self.base.drives;
        drives.forget_motion(model, state);
        drives.warm_start(model, state, Level::Position, probe);
    }

    /// One pass over the positions of all constraints, of pulls, drives and pins.
    pub(super) fn relax_constraints(
        &mut self,
        model: &Model,
        state: &mut State,
        iteration: u32,
        probe: &mut dyn Probe,
    ) {
        self.base.each(state, probe, |share, state, probe| {
            share.relax(model, state, iteration, probe);
        });
        if let Some(pull) = &mut self.base.pull {
            pull.relax(model, state);
            show(probe, SolverEvent::Pull, state);
        }
        self.base.drives.relax(model, state, probe);
        self.base.relax_pins(model, state, probe);
    }

    /// One pass over the positions of all contacts.
    pub(super) fn relax_contacts(
        &mut self,
        (model, state): (&Model, &mut State),
        contacts: &mut [Contact],
        iteration: u32,
        probe: &mut dyn Probe,
    ) {
        self.base
            .touch(state, contacts, probe, |state, contacts, touching| {
                let solver = &mut touching.solver;
                match iteration {
                    0 => solver.relax(model, state, contacts),
                    _ => solver.relax_again(model, state, contacts),
                }
            });
    }

    /// Keeps what drives and the contacts of free bodies gave in a substep of `h` seconds for
    /// the next one.
    pub(super) fn store_impulses(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &[Contact],
        h: f64,
    ) {
        self.base.drives.remember(model, state, h);
        let mut memory = std::mem::take(&mut state.memory);
        if model.drives.is_empty() {
            memory.words.clear();
        }
        let sorted = &mut self.base.kept_contacts;
        if self.base.partition.shares_contacts() {
            keep_contacts(&mut memory, (self.base.partition.contacts(), h), sorted);
        } else {
            keep_contacts(&mut memory, (contacts.iter(), h), sorted);
        }
        state.memory = memory;
    }

    /// Velocities from displacements, and what damps joints takes of them.
    pub(super) fn derive_velocities(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
        probe: &mut dyn Probe,
    ) {
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

    /// One pass over the positions of the joints of the crowd.
    pub(super) fn relax_batches(&mut self, state: &mut State, probe: &mut dyn Probe) {
        if probe.watches() {
            self.batches.relax_watched(state, probe);
        } else {
            self.batches.make(Pass::Relax, self.base.threads, state);
        }
    }

    /// Keeps surfaces that meet themselves from passing through themselves.
    pub(super) fn relax_self_collision(
        &self,
        model: &Model,
        state: &mut State,
        probe: &mut dyn Probe,
    ) {
        if !self.self_collision.is_empty() {
            self.self_collision.relax(model, state);
            show(probe, SolverEvent::Contacts, state);
        }
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
