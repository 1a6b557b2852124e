//! How an error along one direction is divided between two sides.
//!
//! The paper has one equation for it, the impulse of two rigid bodies (Baltman & Radeztsky, 5.9),
//! and applies it again to the errors of pins (7.3, 7.7) and of contacts (9.8, 9.11):
//! `j = −1 / (1/m_a + 1/m_b + n·((I_a⁻¹ (r_a × n)) × r_a) + n·((I_b⁻¹ (r_b × n)) × r_b))`.
//! A side without rotation (a particle) has no terms of `I`, the world has none at all.

use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;

/// Two sides that an error is divided between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub a: Attachment,
    pub b: Attachment,
    /// Factors on the inverse masses, by the weighting of relaxation (Delannoy, 4.6 and 4.7).
    pub weights: [f64; 2],
}

impl Pair {
    /// Two sides that count with their masses.
    pub fn by_mass(a: Attachment, b: Attachment) -> Pair {
        let weights = [1.0; 2];
        Pair { a, b, weights }
    }

    /// What opposes a unit push along a unit vector, 1/kg: the denominator of 5.9.
    pub fn inverse_mass(&self, model: &Model, state: &State, n: DVec3) -> f64 {
        self.weights[0] * self.a.inverse_mass_along(model, state, n)
            + self.weights[1] * self.b.inverse_mass_along(model, state, n)
    }

    /// Moves `a` by a push and `b` by its opposite (5.10, 7.4, 7.8, 9.9, 9.12).
    pub fn push(&self, model: &Model, state: &mut State, push: DVec3, level: Level) {
        self.a.push(model, state, push * self.weights[0], level);
        self.b.push(model, state, push * -self.weights[1], level);
    }

    /// 7.4 and 9.9 as printed: `b` is moved against the push, but turned with it.
    pub fn push_turning_alike(&self, model: &Model, state: &mut State, push: DVec3) {
        let level = Level::Position;
        self.a.push(model, state, push * self.weights[0], level);
        let push = push * self.weights[1];
        let Attachment::Body { body, arm } = self.b else {
            return self.b.push(model, state, -push, level);
        };
        Attachment::centre_of(body).push(model, state, -push, level);
        let lever = state.bodies[body].orientation * arm;
        Frame::Body(body).turn(model, state, lever.cross(push), level);
    }
}
