//! Two points together.
//!
//! `C = a − b` (three rows); correction `P = −(K_a + K_b)⁻¹ C`, `a` pushed by `P`,
//! `b` by `−P`, with `K` the inverse mass matrix of an attachment. Between
//! particles it is the connector of Delannoy, section 4.3 (equations 4.6 and 4.7);
//! between bodies the pin of Baltman & Radeztsky, equations 7.1 to 7.4 with the
//! signs of 7.1 and 7.4 mended and all three rows solved at once.

use crate::physics::attach::{Attachment, Level};
use crate::physics::model::Model;
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
    pub strength: f64,
}

impl Pin {
    /// From `b` to `a`, m.
    pub fn error(&self, state: &State) -> DVec3 {
        self.a.position(state) - self.b.position(state)
    }

    /// Moves both points together; `weights` scale their inverse masses.
    pub fn relax(&self, model: &Model, state: &mut State, weights: [f64; 2], over_relaxation: f64) {
        let error = self.error(state) * (self.strength * over_relaxation);
        let push = match (self.a, self.b) {
            (Attachment::Body { .. }, _) | (_, Attachment::Body { .. }) => {
                let k = self.a.inverse_mass_matrix(model, state) * weights[0]
                    + self.b.inverse_mass_matrix(model, state) * weights[1];
                if k.determinant() <= 0.0 {
                    return;
                }
                -(k.inverse() * error)
            }
            _ => {
                let any = DVec3::Y;
                let w = weights[0] * self.a.inverse_mass_along(model, state, any)
                    + weights[1] * self.b.inverse_mass_along(model, state, any);
                if w == 0.0 {
                    return;
                }
                error * (-1.0 / w)
            }
        };
        self.a
            .push(model, state, push * weights[0], Level::Position);
        self.b
            .push(model, state, -push * weights[1], Level::Position);
    }
}
