//! Friction of what is made of particles by the depth at which a pass finds it (Jakobsen,
//! section 7).
//!
//! A pass that takes a contact out of depth `d` shortens its slide since the substep began by at
//! most `μ d`, and never turns it round. Of a contact by itself that is Coulomb's friction on
//! positions. But that bounds what all passes rub by what all of them push, so that a pass can
//! rub later for a push that came earlier, and gives back what a pushed contact no longer
//! carries. Here each pass stands by itself.

use super::solver::ContactSolver;
use super::{Contact, Side};
use crate::physics::ColliderId;
use glam::DVec3;

/// What a contact has been pushed before a pass: along the normal and by friction, kg·m.
#[derive(Debug, Clone, Copy)]
pub(super) struct PushedBefore(f64, DVec3);

impl ContactSolver {
    /// Notes what the contacts have been pushed before a pass.
    pub(super) fn note_pushes(&mut self, contacts: &[Contact]) {
        let pushed = |c: &Contact| PushedBefore(c.normal_push, c.friction_push);
        self.pushed_before.clear();
        self.pushed_before.extend(contacts.iter().map(pushed));
    }

    /// Removes sliding from positions, forward and backward, after their normals.
    pub(super) fn rub_by_depth(&mut self, contacts: &[Contact]) {
        let last = contacts.len();
        for place in (0..last).chain((0..last).rev()) {
            let (row, friction) = (&mut self.rows[place], &mut self.frictions[place]);
            let (contact, bodies) = (&contacts[place], &mut self.bodies);
            if contact.a.is_of_particles() || contact.b.is_of_particles() {
                let PushedBefore(pushed, rubbed) = self.pushed_before[place];
                let found = row.push - pushed;
                row.relax_friction_by(friction, contact, bodies, (found, rubbed));
            } else {
                row.relax_friction(friction, contact, bodies);
            }
        }
    }
}

impl Side {
    fn is_of_particles(&self) -> bool {
        !matches!(self.owner, ColliderId::Body(_) | ColliderId::Obstacle(_))
    }
}
