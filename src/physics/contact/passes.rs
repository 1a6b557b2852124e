//! The passes over all contacts.
//!
//! Every pass goes forward and backward, and takes all normals before all friction, and once
//! more the normals where points of manifolds are solved together:
//! else the first point of a manifold carries too much, the body tilts a little, and
//! friction makes it creep.

use super::row::{ContactFriction, ContactRow};
use super::solver::ContactSolver;
use super::solver_body::SolverBodies;
use super::{Contact, Softness};
use crate::physics::attach::Level;
use crate::physics::model::{ColliderId, Model};
use crate::physics::state::State;
use arrayvec::ArrayVec;
use glam::DVec3;

/// Points of a manifold that are solved at once; a face on a face has four.
pub(super) const MOST_MANIFOLD_POINTS: usize = 8;
/// Frequency of soft contacts, Hz, at most a quarter of the substep rate.
const SOFT_HZ: f64 = 30.0;
/// Damping ratio of soft contacts.
const SOFT_DAMPING: f64 = 10.0;
/// Most speed at which a soft contact pushes out, m/s.
const PUSH_OUT_M_S: f64 = 3.0;

impl ContactSolver {
    /// Removes penetration and sliding from positions, where velocities have not been solved
    /// for it.
    pub fn relax(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact]) {
        if !is_solved(contacts) {
            self.begin(model, state, contacts, Level::Position);
            self.relax_packed(state, contacts);
        }
    }

    /// The same once more within a substep, with what was packed: to pack a heap takes as long
    /// as to solve it. Where a step is set to be one substep, as in the papers, it is packed
    /// anew, since joints move things by centimetres then.
    pub fn relax_again(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact]) {
        if model.settings.common.substeps == 1 {
            self.relax(model, state, contacts);
        } else if !is_solved(contacts) {
            debug_assert_eq!(self.rows.len(), contacts.len());
            self.go_on_with_positions(state);
            self.relax_packed(state, contacts);
        }
    }

    fn relax_packed(&mut self, state: &mut State, contacts: &mut [Contact]) {
        self.relax_normals();
        self.relax_frictions(contacts);
        // Friction presses limbs in a little; their joints keep this from creeping.
        self.relax_jointed_downwards(contacts);
        self.end_of_positions(state, contacts);
    }

    /// Removes penetration from positions, without friction.
    pub fn push_out(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact]) {
        self.begin(model, state, contacts, Level::Position);
        self.relax_normals();
        self.end_of_positions(state, contacts);
    }

    /// Applies the impulses that the contacts start with.
    pub fn warm_start(&mut self, model: &Model, state: &mut State, contacts: &[Contact]) {
        self.begin(model, state, contacts, Level::Velocity);
        let rows = self.rows.iter().zip(&mut self.frictions);
        for (contact, (row, friction)) in contacts.iter().zip(rows) {
            contact.warm_start(row, friction, &mut self.bodies);
        }
        self.end(state, Level::Velocity);
    }

    /// Removes approach and slip from velocities.
    pub fn solve_velocities(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        softness: Softness,
        h: f64,
    ) {
        self.begin(model, state, contacts, Level::Velocity);
        let last = contacts.len();
        for place in (0..last).chain((0..last).rev()) {
            let (contact, row) = (&mut contacts[place], &mut self.rows[place]);
            contact.solve_velocity(row, &mut self.bodies, softness, PUSH_OUT_M_S, h);
        }
        self.rub_forward_by_manifold(contacts);
        let rows = self.rows.iter().zip(&mut self.frictions);
        for (contact, rows) in contacts.iter_mut().zip(rows).rev() {
            let slip = slip_of(contact, (rows.0, &mut *rows.1), &mut self.bodies);
            contact.solve_friction(rows, &mut self.bodies, slip);
        }
        self.end(state, Level::Velocity);
    }

    /// Takes back the slip of each contact in turn, but of the points of a manifold all at
    /// once, each its share: taken in turn, each would turn the manifold and let the next one
    /// slide aside, and friction that should hold would be spent on that. Stacks that are
    /// solved on positions rock under it; they take their slide in turn.
    fn rub_forward_by_manifold(&mut self, contacts: &mut [Contact]) {
        let (mut rows, mut frictions) = (self.rows.as_slice(), self.frictions.as_mut_slice());
        let manifolds = contacts.chunk_by_mut(on_one_manifold);
        for manifold in manifolds.flat_map(|manifold| manifold.chunks_mut(MOST_MANIFOLD_POINTS)) {
            let (my_rows, other_rows) = rows.split_at(manifold.len());
            let (my_frictions, other_frictions) = frictions.split_at_mut(manifold.len());
            (rows, frictions) = (other_rows, other_frictions);
            let presses = |contact: &&Contact| contact.normal_impulse > 0.0;
            let pressing = manifold.iter().filter(presses).count();
            let share = 1.0 / pressing.max(1) as f64;
            let points = manifold.iter().zip(my_rows.iter().zip(&mut *my_frictions));
            let slips: ArrayVec<DVec3, MOST_MANIFOLD_POINTS> = points
                .map(|(contact, rows)| slip_of(contact, rows, &mut self.bodies))
                .collect();
            let points = manifold.iter_mut().zip(my_rows.iter().zip(my_frictions));
            for ((contact, rows), slip) in points.zip(slips) {
                contact.solve_friction(rows, &mut self.bodies, slip * share);
            }
        }
    }
}

/// How a soft contact gives way in substeps of `h` seconds.
pub fn softness(h: f64) -> Softness {
    Softness::spring(SOFT_HZ.min(0.25 / h), SOFT_DAMPING, h)
}

/// Whether velocities have been solved for all of them.
fn is_solved(contacts: &[Contact]) -> bool {
    !contacts.is_empty() && contacts.iter().all(|contact| contact.supports)
}

/// The slip of a contact, m/s, where friction has anything to do.
fn slip_of(
    contact: &Contact,
    (row, friction): (&ContactRow, &mut ContactFriction),
    bodies: &mut SolverBodies,
) -> DVec3 {
    match contact.is_rubbed() {
        true => friction.rubbing(row, contact, bodies).slide(bodies),
        false => DVec3::ZERO,
    }
}

/// Whether two contacts are points of one manifold: of the same two things, one of which is a
/// body, along one normal. The ends of a stick move each by itself, and so does what lies in a
/// groove on either side.
pub(super) fn on_one_manifold(c: &Contact, d: &Contact) -> bool {
    let is_body =
        |owner: ColliderId| owner.is_of_body() || matches!(owner, ColliderId::Tetrahedron(_));
    let owners = [c.a.owner, c.b.owner];
    owners == [d.a.owner, d.b.owner] && owners.into_iter().any(is_body) && c.normal == d.normal
}
