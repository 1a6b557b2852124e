//! What was put deep into another thing ([`Rest::was_put`]) comes out of it before the motion, and
//! without speed; what its own motion has pressed in is left to the passes over contacts, whose
//! pushes spread a heap.
//!
//! [`Rest::was_put`]: crate::physics::state::Rest::was_put
//!
//! Where velocities are taken from displacements, a push out of an overlap is a speed; and where
//! joints pull back what contacts push out, each substep makes more of it. So deep overlaps are
//! parted beforehand, by a little in each substep, and the joints of what overlaps follow. What
//! lies elsewhere is not touched. Source: Macklin et al., "Unified Particle Physics for
//! Real-Time Applications" (2014), section 4.4.

use super::solver::ContactSolver;
use super::{Contact, RECOVERY_SPEED_M_S, SLOP_M};
use crate::physics::collide::articulation_of;
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::joint_tree::articulation_of as articulation_of_mover;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent};
use crate::physics::state::State;
use glam::DVec3;

/// Depth that a substep leaves for later from which an overlap is parted so, m: impacts of
/// things that began apart leave less.
const DEEP_M: f64 = 0.01;
/// Depth from which what was put there is parted, m, in substeps of `h` seconds.
pub fn parted_depth(h: f64) -> f64 {
    DEEP_M + SLOP_M + RECOVERY_SPEED_M_S * h
}

/// Passes over contacts and joints.
const PASSES: u32 = 4;
/// Factors on the inverse masses of the sides of a joint that leave them as they are.
const BY_MASS: [f64; 2] = [1.0; 2];

/// Parts deep overlaps.
#[derive(Debug, Clone, Default)]
pub struct Parting {
    /// The joints of each mover, and where in that list those of each begin.
    joints: Vec<usize>,
    begins: Vec<usize>,
    /// Constraints of many particles.
    of_many: Vec<usize>,
    /// Whether an articulation has a surface of particles.
    has_surface: Vec<bool>,
    solver: ContactSolver,
    /// Whether an articulation has a deep overlap.
    overlaps: Vec<bool>,
    /// All contacts among these, and with obstacles.
    contacts: Vec<Contact>,
    /// Movers that have been moved, and of each mover whether it has.
    moved: Vec<usize>,
    has_moved: Vec<bool>,
    /// The joints of these.
    following: Vec<usize>,
    /// For constraints of many particles.
    many: Vec<DVec3>,
}

impl Parting {
    /// Takes note of what is constant.
    pub fn prepare(&mut self, model: &Model) {
        let bodies_from = model.particles.len();
        let mut pairs = Vec::new();
        self.of_many.clear();
        for (i, constraint) in model.constraints.iter().enumerate() {
            if let Constraint::Membrane(_) = constraint {
                self.of_many.push(i);
                continue;
            }
            for side in constraint.attachments() {
                side.each_mover(bodies_from, |mover| pairs.push((mover, i)));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let movers = bodies_from + model.bodies.len();
        let begin = |mover| pairs.partition_point(|&(of, _)| of < mover);
        self.begins = (0..=movers).map(begin).collect();
        self.joints = pairs.into_iter().map(|(_, joint)| joint).collect();
        self.has_surface.clear();
        self.has_surface.resize(model.articulations, false);
        for triangle in 0..model.triangles.len() {
            self.has_surface[model.articulation_of_triangle(triangle)] = true;
        }
        self.has_moved.clear();
        self.has_moved.resize(movers, false);
        self.moved.clear();
        self.moved.reserve(movers);
        self.following
            .reserve(self.joints.len() + self.of_many.len());
    }

    /// Takes in a body without joints.
    pub fn add_body(&mut self) {
        self.begins.push(self.joints.len());
        self.has_surface.push(false);
        self.has_moved.push(false);
    }

    /// Parts what overlaps deeply at the start of a substep of `h` seconds, of the articulations
    /// that take part; what is left of an overlap then waits for the next substep.
    pub fn part(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        (h, takes_part): (f64, impl Fn(usize) -> bool),
        probe: &mut dyn Probe,
    ) {
        let is_parted = |contact: &Contact| self.is_parted((model, state), contact);
        if !contacts.iter().any(is_parted) {
            return;
        }
        self.choose((model, state), contacts, takes_part);
        for _ in 0..PASSES {
            self.solver.push_out(model, state, &mut self.contacts);
            // What parts is not what presses: it is told of contacts as a whole.
            show_contacts(probe, SolverEvent::Contacts, state, contacts);
            self.list_following(model);
            for place in 0..self.following.len() {
                let i = self.following[place];
                let joint = &model.constraints[i];
                joint.relax_with(model, state, BY_MASS, &mut self.many);
                show(probe, SolverEvent::Position(i), state);
                for side in joint.attachments() {
                    side.each_mover(model.particles.len(), |mover| self.note_moved(mover));
                }
            }
        }
        for contact in contacts {
            let has_moved = sides(model, contact).any(|i| self.overlaps[i]);
            if has_moved {
                contact.begin_substep(model, state, h);
            }
            if has_moved && sides(model, contact).all(|i| self.overlaps[i]) {
                contact.left_depth = (-contact.gap(state) - SLOP_M).max(0.0);
            }
        }
    }

    /// Lists what overlaps deeply, and what touches it.
    fn choose(
        &mut self,
        (model, state): (&Model, &State),
        contacts: &[Contact],
        takes_part: impl Fn(usize) -> bool,
    ) {
        self.overlaps.clear();
        self.overlaps.resize(model.articulations, false);
        for contact in contacts {
            if self.is_parted((model, state), contact) {
                for i in sides(model, contact).filter(|&i| takes_part(i)) {
                    self.overlaps[i] = true;
                }
            }
        }
        let overlaps = &self.overlaps;
        let among = contacts
            .iter()
            .filter(|contact| sides(model, contact).all(|i| overlaps[i]));
        self.contacts.clear();
        self.contacts.extend(among.copied());
        for mover in self.moved.drain(..) {
            self.has_moved[mover] = false;
        }
        for mover in 0..self.has_moved.len() {
            let articulation = articulation_of_mover(model, mover);
            if self.overlaps[articulation] && !self.has_surface[articulation] {
                self.note_moved(mover);
            }
        }
    }

    /// Lists the joints of what has been moved: all of a figure, and of a surface those that
    /// contacts, and other joints in the passes before, have moved. A push gets no farther in few
    /// passes, and most of a cloth is far from what is in it.
    fn list_following(&mut self, model: &Model) {
        for place in 0..self.contacts.len() {
            let Contact { a, b, .. } = self.contacts[place];
            if self.contacts[place].normal_push > 0.0 {
                for side in [a, b] {
                    side.core
                        .each_mover(model.particles.len(), |mover| self.note_moved(mover));
                }
            }
        }
        let overlaps = |i: &usize| model.articulation_of(*i).is_some_and(|i| self.overlaps[i]);
        self.following.clear();
        self.following
            .extend(self.of_many.iter().copied().filter(overlaps));
        for &mover in &self.moved {
            let joints = self.begins[mover]..self.begins[mover + 1];
            self.following.extend_from_slice(&self.joints[joints]);
        }
        self.following.sort_unstable();
        self.following.dedup();
    }

    /// Whether it is a deep overlap of something that was put where it is, or of a surface: that
    /// is thin, and what presses on it or folds it is soon on its other side.
    fn is_parted(&self, (model, state): (&Model, &State), contact: &Contact) -> bool {
        let is_parted = |i: usize| state.rest[i].was_put || self.has_surface[i];
        is_deep(contact) && sides(model, contact).any(is_parted)
    }

    fn note_moved(&mut self, mover: usize) {
        if !std::mem::replace(&mut self.has_moved[mover], true) {
            self.moved.push(mover);
        }
    }
}

/// Takes the articulations that take part, and that nothing deep touches any more, as out of what
/// they were put into: what they are pressed into from now on their own motion has done. `is_in`
/// is scratch, one for each articulation.
pub fn note_what_came_out(
    (model, state): (&Model, &mut State),
    contacts: &[Contact],
    takes_part: impl Fn(usize) -> bool,
    is_in: &mut [bool],
) {
    if !state.rest.iter().any(|rest| rest.was_put && !rest.asleep) {
        return;
    }
    is_in.fill(false);
    for contact in contacts.iter().filter(|contact| contact.left_depth > 0.0) {
        sides(model, contact).for_each(|i| is_in[i] = true);
    }
    for (i, rest) in state.rest.iter_mut().enumerate() {
        rest.was_put &= rest.asleep || is_in[i] || !takes_part(i);
    }
}

fn is_deep(contact: &Contact) -> bool {
    contact.left_depth > DEEP_M
}

/// Articulations of its sides; obstacles have none.
fn sides<'a>(model: &'a Model, contact: &Contact) -> impl Iterator<Item = usize> + use<'a> {
    let owners = [contact.a.owner, contact.b.owner];
    owners
        .into_iter()
        .filter_map(|owner| articulation_of(model, owner))
}
