//! Constraints. A kind is one file that says what it makes zero, in [`Part`]s, and
//! one line of the list below; [`part`] solves the parts of all kinds.

pub mod angle_limit;
pub mod distance;
pub mod fixed;
pub mod hinge;
pub mod part;
pub mod pin;

use super::attach::{Attachment, Level};
use super::math::power;
use super::model::{Model, Settings};
use super::state::State;
pub use angle_limit::{AngleLimit, LimitModel};
pub use distance::Distance;
pub use fixed::Fixed;
pub use hinge::Hinge;
pub use part::{Part, Sense};
pub use pin::Pin;

/// What every kind of constraint answers.
pub trait Kind {
    /// The two sides that it joins.
    fn attachments(&self) -> [Attachment; 2];

    /// How many parts it has at most, of positions or of velocities.
    fn part_count(&self) -> usize;

    /// Part `index` at the present state; `None` if it asks for nothing.
    fn part(&self, index: usize, level: Level, state: &State, settings: &Settings) -> Option<Part>;

    /// The first part of positions from `index` on that asks for something, with its
    /// index. A kind that finds out about all its parts at once does it here.
    fn next_part(&self, index: usize, state: &State, settings: &Settings) -> Option<(usize, Part)> {
        (index..self.part_count()).find_map(|i| {
            let part = self.part(i, Level::Position, state, settings)?;
            Some((i, part))
        })
    }

    /// Fraction of the error corrected per iteration, above 0 to 1.
    fn strength(&self) -> f64 {
        1.0
    }

    /// Speed ratio at a stop, 0 to 1.
    fn restitution(&self) -> f64 {
        0.0
    }
}

/// Lists the kinds: variants, names, and the passing on of every question.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal,)*) => {
        /// A constraint of any kind.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Constraint {
            $($(#[$doc])* $kind($kind),)*
        }

        /// Names of all kinds, as on screen.
        pub const KINDS: &[&str] = &[$($name),*];

        impl Constraint {
            /// Name of its kind, one of [`KINDS`].
            pub fn kind_name(&self) -> &'static str {
                match self {
                    $(Constraint::$kind(_) => $name,)*
                }
            }
        }

        impl Kind for Constraint {
            fn attachments(&self) -> [Attachment; 2] {
                match self {
                    $(Constraint::$kind(c) => c.attachments(),)*
                }
            }

            fn part_count(&self) -> usize {
                match self {
                    $(Constraint::$kind(c) => c.part_count(),)*
                }
            }

            fn part(
                &self,
                index: usize,
                level: Level,
                state: &State,
                settings: &Settings,
            ) -> Option<Part> {
                match self {
                    $(Constraint::$kind(c) => c.part(index, level, state, settings),)*
                }
            }

            fn next_part(
                &self,
                index: usize,
                state: &State,
                settings: &Settings,
            ) -> Option<(usize, Part)> {
                match self {
                    $(Constraint::$kind(c) => c.next_part(index, state, settings),)*
                }
            }

            fn strength(&self) -> f64 {
                match self {
                    $(Constraint::$kind(c) => c.strength(),)*
                }
            }

            fn restitution(&self) -> f64 {
                match self {
                    $(Constraint::$kind(c) => c.restitution(),)*
                }
            }
        }
    };
}

kinds! {
    /// Distance of two points within bounds: sticks, rods, ropes, struts.
    Distance "distance",
    /// Two points together: ball joints, connectors, world pins.
    Pin "pin",
    /// Two points together and two axes in line.
    Hinge "hinge",
    /// Two bodies without any play.
    Fixed "fixed",
    /// Rotation of a body against another within bounds.
    AngleLimit "angle limit",
}

/// How far a constraint is from being met.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Residual {
    /// Largest error of a point or a distance, m.
    pub length: f64,
    /// Largest error of an angle, rad.
    pub angle: f64,
}

impl Constraint {
    /// How far it is from being met.
    pub fn residual(&self, state: &State, settings: &Settings) -> Residual {
        let mut residual = Residual::default();
        for index in 0..self.part_count() {
            match self.part(index, Level::Position, state, settings) {
                Some(Part::Points { error, .. }) => {
                    residual.length = residual.length.max(error.length());
                }
                Some(Part::Line { error, sense, .. }) => {
                    residual.length = residual.length.max(sense.violation(error));
                }
                Some(Part::Turn { error, sense, .. }) => {
                    residual.angle = residual.angle.max(sense.violation(error));
                }
                None => {}
            }
        }
        residual
    }

    /// Moves both sides so that it is met; `weights` from [`relaxation_weights`].
    /// Parts are taken one after the other at the state that the last one left.
    pub fn relax(&self, model: &Model, state: &mut State, weights: [f64; 2]) {
        let strength = self.strength() * model.settings.verlet().over_relaxation;
        let mut from = 0;
        while let Some((index, part)) = self.next_part(from, state, &model.settings) {
            part.relax(model, state, weights, strength);
            from = index + 1;
        }
    }

    /// Takes away the relative motion that leads away from being met.
    pub fn stop(&self, model: &Model, state: &mut State, weights: [f64; 2]) {
        for index in 0..self.part_count() {
            let part = self.part(index, Level::Velocity, state, &model.settings);
            if let Some(part) = part {
                part.stop(model, state, weights, self.strength());
            }
        }
    }
}

/// Factors on the inverse masses of both sides for a weighting between uniform
/// (0: both sides move alike, the traditional scheme) and mass-weighted (1:
/// Delannoy, section 4.3, equation 4.7 with the sign of the second line mended).
///
/// Each side counts with the mass `m(s) = mean^(1-s) · m^s`, `mean` the geometric
/// mean of both sides, and with its inertia in proportion; a side without mass (the
/// world) leaves the other as it is.
pub fn relaxation_weights(model: &Model, sides: [Attachment; 2], weighting: f64) -> [f64; 2] {
    match sides.map(|side| side.mass(model)) {
        [Some(a), Some(b)] if weighting < 1.0 => {
            let exponent = 0.5 * (1.0 - weighting);
            [power(a / b, exponent), power(b / a, exponent)]
        }
        _ => [1.0, 1.0],
    }
}
