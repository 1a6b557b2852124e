//! What was put deep into another thing comes out of it before the motion, and without speed.
//!
//! Where velocities are taken from displacements, a push out of an overlap is a speed; and where
//! joints pull back what contacts push out, each substep makes more of it. So deep overlaps are
//! parted beforehand, by a little in each substep, and the joints of what overlaps follow. What
//! lies elsewhere is not touched. Source: Macklin et al., "Unified Particle Physics for
//! Real-Time Applications" (2014), section 4.4.

use super::solver::ContactSolver;
use super::{Contact, SLOP_M};
use crate::physics::collide::articulation_of;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent};
use crate::physics::state::State;
use glam::DVec3;

/// Depth that a substep leaves for later from which an overlap is parted so, m: impacts of
/// things that began apart leave less.
const DEEP_M: f64 = 0.01;
/// Passes over contacts and joints.
const PASSES: u32 = 4;
/// Factors on the inverse masses of the sides of a joint that leave them as they are.
const BY_MASS: [f64; 2] = [1.0; 2];

/// Parts deep overlaps; scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Parting {
    solver: ContactSolver,
    /// Whether an articulation has a deep overlap.
    overlaps: Vec<bool>,
    /// All contacts among these, and with obstacles.
    contacts: Vec<Contact>,
    /// Their joints.
    constraints: Vec<usize>,
    /// For constraints of many particles.
    many: Vec<DVec3>,
}

impl Parting {
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
        if !contacts.iter().any(is_deep) {
            return;
        }
        self.choose(model, contacts, takes_part);
        for _ in 0..PASSES {
            self.solver.push_out(model, state, &mut self.contacts);
            // What parts is not what presses: it is told of contacts as a whole.
            show_contacts(probe, SolverEvent::Contacts, state, contacts);
            for &i in &self.constraints {
                model.constraints[i].relax_with(model, state, BY_MASS, &mut self.many);
                show(probe, SolverEvent::Position(i), state);
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

    /// Lists what overlaps deeply, and what touches and joins it.
    fn choose(&mut self, model: &Model, contacts: &[Contact], takes_part: impl Fn(usize) -> bool) {
        self.overlaps.clear();
        self.overlaps.resize(model.articulations, false);
        for contact in contacts.iter().filter(|contact| is_deep(contact)) {
            for i in sides(model, contact).filter(|&i| takes_part(i)) {
                self.overlaps[i] = true;
            }
        }
        let overlaps = &self.overlaps;
        let among = contacts
            .iter()
            .filter(|contact| sides(model, contact).all(|i| overlaps[i]));
        self.contacts.clear();
        self.contacts.extend(among.copied());
        let joins = |i: &usize| model.articulation_of(*i).is_some_and(|i| overlaps[i]);
        self.constraints.clear();
        self.constraints
            .extend((0..model.constraints.len()).filter(joins));
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
