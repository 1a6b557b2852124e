//! Friction of what is made of particles by the depth at which a pass finds it (Jakobsen,
//! section 7).
//!
//! A pass that takes a contact out of depth `d` shortens its slide since the substep began by at
//! most `μ d`, and never turns it round. Of a contact by itself that is Coulomb's friction on
//! positions. But that bounds what all passes rub by what all of them push, so that a pass can
//! rub later for a push that came earlier, and gives back what a pushed contact no longer
//! carries. Here each pass stands by itself.

use super::solver::{ContactRow, ContactSolver};
use super::solver_body::SolverBodies;
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
    pub(super) fn rub_by_depth(&mut self, contacts: &mut [Contact]) {
        let last = contacts.len();
        for place in (0..last).chain((0..last).rev()) {
            let (row, before) = (&mut self.rows[place], self.pushed_before[place]);
            contacts[place].rub_by_depth(row, &mut self.bodies, before);
        }
    }
}

impl Contact {
    fn rub_by_depth(
        &mut self,
        row: &mut ContactRow,
        bodies: &mut SolverBodies,
        PushedBefore(pushed, rubbed): PushedBefore,
    ) {
        if !(self.a.is_of_particles() || self.b.is_of_particles()) {
            return self.relax_friction(row, bodies);
        }
        let found = self.normal_push - pushed;
        if self.penalty || found <= 0.0 {
            return;
        }
        let most = self.material.friction * found;
        let rubbing = row.rubbing(self, bodies);
        let slid = rubbing.slide(bodies);
        let now = self.rub_against(rubbing, bodies, slid, self.friction_push - rubbed, most);
        self.friction_push = rubbed + now;
    }
}

impl Side {
    fn is_of_particles(&self) -> bool {
        !matches!(self.owner, ColliderId::Body(_) | ColliderId::Obstacle(_))
    }
}
