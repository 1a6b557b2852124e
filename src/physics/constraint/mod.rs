//! Constraints: each kind is one file and one line of [`Constraint`].

pub mod contact;
pub mod distance;
pub mod pin;

use super::attach::Attachment;
use super::math::power;
use super::model::Model;
use super::state::State;
pub use contact::Contact;
pub use distance::Distance;
pub use pin::Pin;

/// A constraint of any kind that relaxation solves.
#[derive(Debug, Clone, PartialEq)]
pub enum Constraint {
    /// Distance of two points within bounds: sticks, rods, ropes, struts.
    Distance(Distance),
    /// Two points together: ball joints, connectors, world pins.
    Pin(Pin),
}

impl Constraint {
    /// The two sides.
    pub fn attachments(&self) -> [Attachment; 2] {
        match self {
            Constraint::Distance(c) => [c.a, c.b],
            Constraint::Pin(c) => [c.a, c.b],
        }
    }

    /// How far it is from being met, m.
    pub fn error(&self, state: &State) -> f64 {
        match self {
            Constraint::Distance(c) => c.error(state).abs(),
            Constraint::Pin(c) => c.error(state).length(),
        }
    }

    /// Moves both sides so that it is met; `weights` from [`relaxation_weights`].
    pub fn relax(&self, model: &Model, state: &mut State, weights: [f64; 2], over_relaxation: f64) {
        match self {
            Constraint::Distance(c) => c.relax(model, state, weights, over_relaxation),
            Constraint::Pin(c) => c.relax(model, state, weights, over_relaxation),
        }
    }
}

/// Factors on the inverse masses of both sides for a weighting between uniform
/// (0: both sides move alike, the traditional scheme) and mass-weighted (1:
/// Delannoy, section 4.3, equation 4.7 with the sign of the second line mended).
///
/// Each side counts with the mass `m(s) = mean^(1-s) · m^s`, `mean` the geometric
/// mean of both sides; a side without mass (the world) leaves the other as it is.
pub fn relaxation_weights(model: &Model, sides: [Attachment; 2], weighting: f64) -> [f64; 2] {
    match sides.map(|side| side.mass(model)) {
        [Some(a), Some(b)] if weighting < 1.0 => {
            let exponent = 0.5 * (1.0 - weighting);
            [power(a / b, exponent), power(b / a, exponent)]
        }
        _ => [1.0, 1.0],
    }
}
