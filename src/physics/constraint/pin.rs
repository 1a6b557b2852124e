//! Two points together.
//!
//! `C = a − b`, three rows solved at once: `P = −(K_a + K_b)⁻¹ C`, `a` pushed by
//! `P`, `b` by `−P`, with `K` the inverse mass matrix of an attachment; between particles that
//! is along the error. There it is the connector of Delannoy, section 4.3
//! (equations 4.6 and 4.7); between bodies the pin of Baltman & Radeztsky, equations
//! 7.1 to 7.9 with the signs of 7.1 and 7.4 mended.

use super::{all_of, BodiesMut, ConstraintRow, ConstraintRows, Role};
use crate::physics::attach::{Attachment, Level};
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::DVec3;

/// Keeps two points together.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    /// One point.
    pub a: Attachment,
    /// The other point.
    pub b: Attachment,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Pin {
    /// From `b` to `a`, m.
    pub fn error(&self, state: &State) -> DVec3 {
        self.a.position(state) - self.b.position(state)
    }
}

impl ConstraintRows for Pin {
    fn role(&self) -> Role {
        Role::Joint
    }

    fn attachments(&self) -> [Attachment; 2] {
        [self.a, self.b]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        all_of([self.a.body_mut(), self.b.body_mut()])
    }

    fn most_apart(&self) -> Option<f64> {
        Some(0.0)
    }

    fn row_count(&self) -> usize {
        1
    }

    fn row(&self, _: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        Some(ConstraintRow::Point {
            a: self.a,
            b: self.b,
            error: self.error(state),
        })
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
