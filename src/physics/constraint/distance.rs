//! Distance of two points within bounds.
//!
//! `C = |a − b| − d` with `d` the nearer bound; gradient `n = (a − b)/|a − b|` for
//! `a` and `−n` for `b`; correction `λ = −C / (w_a + w_b)`, `a` pushed by `λ n`.
//! Sources: Jakobsen, section 3 (stick) and 6 (inequality); Baltman & Radeztsky,
//! equations 6.1 to 6.3 with the masses that 6.2 lacks.

use crate::physics::attach::{Attachment, Level};
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;

/// Keeps the distance of two points between a smallest and a largest value.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    /// One point.
    pub a: Attachment,
    /// The other point.
    pub b: Attachment,
    /// Smallest distance, m.
    pub min: f64,
    /// Largest distance, m; infinite for none.
    pub max: f64,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub strength: f64,
}

impl Distance {
    /// Signed error, m: positive if too long, negative if too short, else 0.
    pub fn error(&self, state: &State) -> f64 {
        self.error_of(self.a.position(state).distance(self.b.position(state)))
    }

    fn error_of(&self, length: f64) -> f64 {
        if length > self.max {
            length - self.max
        } else if length < self.min {
            length - self.min
        } else {
            0.0
        }
    }

    /// Moves both points along their line; `weights` scale their inverse masses.
    pub fn relax(&self, model: &Model, state: &mut State, weights: [f64; 2], over_relaxation: f64) {
        let between = self.a.position(state) - self.b.position(state);
        let length = between.length();
        let error = self.error_of(length);
        if error == 0.0 {
            return;
        }
        // Coinciding points have no direction; any fixed one parts them.
        let direction = if length > 1e-12 {
            between / length
        } else {
            DVec3::Y
        };
        let w_a = weights[0] * self.a.inverse_mass_along(model, state, direction);
        let w_b = weights[1] * self.b.inverse_mass_along(model, state, direction);
        if w_a + w_b == 0.0 {
            return;
        }
        let push = direction * (-error * self.strength * over_relaxation / (w_a + w_b));
        self.a
            .push(model, state, push * weights[0], Level::Position);
        self.b
            .push(model, state, -push * weights[1], Level::Position);
    }
}
