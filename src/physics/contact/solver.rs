//! A pass over contacts: rows that are packed once, visited several times, and unpacked.

use super::row::{ContactFriction, ContactRow};
use super::solver_body::{Now, SolverBodies};
use super::Contact;
use crate::physics::attach::Level;
use crate::physics::model::Model;
use crate::physics::state::State;

/// Rows of contacts and what they move; scratch memory.
#[derive(Debug, Default)]
pub struct ContactSolver {
    /// What the contacts move.
    pub bodies: SolverBodies,
    /// Of each contact, in their order.
    pub rows: Vec<ContactRow>,
    /// Of each contact, likewise.
    pub frictions: Vec<ContactFriction>,
}

/// Scratch memory is not worth copying.
impl Clone for ContactSolver {
    fn clone(&self) -> ContactSolver {
        ContactSolver::default()
    }
}

impl ContactSolver {
    /// Packs the contacts and what they move.
    pub fn begin(&mut self, model: &Model, state: &State, contacts: &[Contact], level: Level) {
        let now = Now {
            model,
            state,
            level,
        };
        self.bodies.clear(model);
        self.rows.clear();
        self.frictions.clear();
        for contact in contacts {
            // What supports has been solved, and is not visited.
            let (row, friction) = if contact.supports {
                self.bodies.pack_bodies_of(contact, now);
                ContactRow::unset(level)
            } else {
                ContactRow::of(contact, &mut self.bodies, now)
            };
            self.rows.push(row);
            self.frictions.push(friction);
        }
    }

    /// Packs the bodies of those contacts that support, with their velocities; no rows are made.
    pub(super) fn begin_without_rows(
        &mut self,
        model: &Model,
        state: &State,
        contacts: &[Contact],
    ) {
        let level = Level::Velocity;
        let now = Now {
            model,
            state,
            level,
        };
        self.bodies.clear(model);
        // What bounces is packed later; what rests is never looked at, whatever is there.
        let (row, friction) = ContactRow::unset(level);
        self.rows.resize(contacts.len(), row);
        self.frictions.resize(contacts.len(), friction);
        for contact in contacts.iter().filter(|contact| contact.supports) {
            self.bodies.pack_bodies_of(contact, now);
        }
    }

    /// Packs some of the contacts anew, by index, and all that they move, with their
    /// velocities.
    pub fn pack_again(
        &mut self,
        model: &Model,
        state: &State,
        contacts: &[Contact],
        (indices, movers): (impl Iterator<Item = usize>, impl Iterator<Item = usize>),
    ) {
        let now = Now {
            model,
            state,
            level: Level::Velocity,
        };
        for mover in movers {
            self.bodies.pack_again(now, mover);
        }
        for index in indices {
            let (row, friction) = ContactRow::of(&contacts[index], &mut self.bodies, now);
            self.rows[index] = row;
            self.frictions[index] = friction;
        }
    }

    /// Goes on with the positions of the same contacts, which other passes have moved, levers
    /// and inertia as they are.
    pub fn go_on_with_positions(&mut self, state: &State) {
        self.bodies.take_displacements(state);
    }

    /// Goes on with the velocities of the same normals, levers and inertia as they are; where
    /// there is friction, they are packed again.
    pub fn go_on_with_velocities(&mut self, state: &State) {
        self.bodies.take_velocities(state);
    }

    /// Removes penetration from positions, forward and backward.
    pub(super) fn relax_normals(&mut self) {
        let bodies = &mut self.bodies;
        self.rows.iter_mut().for_each(|row| row.relax(bodies));
        self.rows.iter_mut().rev().for_each(|row| row.relax(bodies));
    }

    /// Removes sliding from positions, forward and backward.
    pub(super) fn relax_frictions(&mut self, contacts: &[Contact]) {
        let last = contacts.len();
        for place in (0..last).chain((0..last).rev()) {
            let (row, friction) = (&mut self.rows[place], &mut self.frictions[place]);
            row.relax_friction(friction, &contacts[place], &mut self.bodies);
        }
    }

    /// Removes penetration from positions of what joints hold: contacts of surfaces and sticks as
    /// they are listed, those of two bodies from
    /// the last one to the first, which in a heap that was built from below is downwards, and
    /// those with obstacles, which cannot give way and are listed first, at the end. Else what
    /// lies under a heap is pressed into the floor.
    pub(super) fn relax_jointed_downwards(&mut self, contacts: &[Contact]) {
        let count = contacts.partition_point(Contact::is_with_obstacle);
        let (with_obstacles, others) = self.rows.split_at_mut(count);
        let bodies = &mut self.bodies;
        for row in others.iter_mut().filter(|c| c.jointed && !c.is_of_bodies) {
            row.relax(bodies);
        }
        let of_bodies = others.iter_mut().rev();
        for row in of_bodies.filter(|c| c.jointed && c.is_of_bodies) {
            row.relax(bodies);
        }
        for row in with_obstacles.iter_mut().filter(|row| row.jointed) {
            row.relax(bodies);
        }
    }

    /// Tells the contacts what the pass on positions has pushed, and gives the state what it
    /// has moved.
    pub(super) fn end_of_positions(&mut self, state: &mut State, contacts: &mut [Contact]) {
        let rows = self.rows.iter_mut().zip(&self.frictions);
        for (contact, (row, friction)) in contacts.iter_mut().zip(rows) {
            row.tell(friction, contact);
        }
        self.end(state, Level::Position);
    }

    /// Gives the state what the pass has moved.
    pub fn end(&self, state: &mut State, level: Level) {
        self.bodies.unpack(state, level);
    }
}
