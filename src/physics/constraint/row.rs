//! What constraints make zero, and how that is solved on positions and velocities.
//!
//! A row has an error `C` and a gradient. With `w` the inverse mass of both sides
//! along the gradient, a push `λ = −C / w` makes the error zero; the same push as an
//! impulse, with the rate of `C` in place of `C`, makes the rate zero. An inequality
//! asks for `C ≥ 0` and only pushes.

use super::coupled::Coupled;
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::math::solve_symmetric;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::{DMat3, DVec3};

/// Most that one pass corrects of an angle, rad: the gradients hold for small
/// angles.
const MOST_TURN_RAD: f64 = 0.5;

/// The same of a way along a direction that a frame carries, m: corrected by a long lever, it
/// turns the frame.
const MOST_WAY_M: f64 = 0.1;

/// Room of an inequality at which its bound counts as reached, m or rad. Relaxation
/// leaves an error that was out of bounds at the bound, on either side of it by what
/// one pass leaves of a turn.
pub const REACHED: f64 = 1e-3;

/// Whether an error counts on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// `C = 0`.
    Equality,
    /// `C ≥ 0`.
    Inequality,
}

impl Sense {
    /// By how much the error is out of bounds.
    pub fn violation(self, error: f64) -> f64 {
        match self {
            Sense::Equality => error.abs(),
            Sense::Inequality => (-error).max(0.0),
        }
    }

    /// Whether there is room to its bound.
    #[inline]
    pub(in crate::physics) fn open(self, error: f64) -> bool {
        self == Sense::Inequality && error >= 0.0
    }

    /// Whether a rate of the error must not be.
    fn forbids(self, error: f64, rate: f64) -> bool {
        self == Sense::Equality || (error <= REACHED && rate < 0.0)
    }
}

/// One thing that a constraint makes zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ConstraintRow {
    /// Two points together.
    Point {
        /// One point.
        a: Attachment,
        /// The other point.
        b: Attachment,
        /// From `b` to `a`, m.
        error: DVec3,
    },
    /// Two points at a distance along a line; the error grows as `a` moves along
    /// `direction`.
    Linear {
        /// One point.
        a: Attachment,
        /// The other point.
        b: Attachment,
        /// Unit vector.
        direction: DVec3,
        /// What carries the direction; none where it is that from point to point.
        carrier: Option<Frame>,
        /// Error, m.
        error: f64,
        /// Equality or inequality.
        sense: Sense,
    },
    /// A rotation of `b` against `a`; the error grows with `axis · (ω_b − ω_a)`.
    Angular {
        /// Parent.
        a: Frame,
        /// Child.
        b: Frame,
        /// Gradient in the world, of any length.
        axis: DVec3,
        /// How the gradient turns against the parent, rad/s; zero where the parent carries it.
        axis_spin: DVec3,
        /// Error, rad.
        error: f64,
        /// Equality or inequality.
        sense: Sense,
        /// Which of the bounds of a coordinate it is: −1 upper, 1 lower, 0 the
        /// only one.
        side: i8,
    },
    /// The sum of two scalar errors.
    Coupled(Coupled),
}

/// The turn nearest to the middle of a range among those that are one rotation: past
/// a half turn the near bound would else be the one on the other side, and a limit
/// would drive the joint all the way round.
pub fn within_half_turn(angle: f64, [min, max]: [f64; 2]) -> f64 {
    use std::f64::consts::TAU;
    let middle = 0.5 * (min + max);
    angle + TAU * ((middle - angle) / TAU).round()
}

impl ConstraintRow {
    /// The nearer bound of an angle between two frames, or its only value; `axis` is
    /// the gradient of the angle in the world.
    pub fn bound(
        frames: [Frame; 2],
        axis: DVec3,
        angle: f64,
        [min, max]: [f64; 2],
    ) -> ConstraintRow {
        let (axis, error, sense, side) = if min == max {
            (axis, angle - min, Sense::Equality, 0)
        } else if max - angle < angle - min {
            (-axis, max - angle, Sense::Inequality, -1)
        } else {
            (axis, angle - min, Sense::Inequality, 1)
        };
        ConstraintRow::Angular {
            a: frames[0],
            b: frames[1],
            axis,
            axis_spin: DVec3::ZERO,
            error,
            sense,
            side,
        }
    }

    /// A rotation of the second frame against the first that must be zero.
    pub fn aligned(frames: [Frame; 2], axis: DVec3, error: f64) -> ConstraintRow {
        ConstraintRow::Angular {
            a: frames[0],
            b: frames[1],
            axis,
            axis_spin: DVec3::ZERO,
            error,
            sense: Sense::Equality,
            side: 0,
        }
    }

    /// The same with a gradient that turns so against the parent, rad/s; of other rows nothing
    /// changes.
    pub fn with_axis_spin(self, spin: DVec3) -> ConstraintRow {
        let mut row = self;
        if let ConstraintRow::Angular { axis_spin, .. } = &mut row {
            *axis_spin = spin;
        }
        row
    }

    /// Moves both sides so that the error vanishes; `weights` scale the inverse
    /// masses of linear rows, `relaxation_factor` the error.
    pub fn relax(
        &self,
        model: &Model,
        state: &mut State,
        weights: [f64; 2],
        relaxation_factor: f64,
    ) {
        match *self {
            ConstraintRow::Point { a, b, error } => {
                let sides = Sides { a, b, weights };
                sides.remove(model, state, error * relaxation_factor, Level::Position);
            }
            ConstraintRow::Linear { error, sense, .. } if sense.open(error) => {}
            ConstraintRow::Linear {
                a,
                b,
                direction,
                carrier,
                error,
                ..
            } => {
                let sides = Sides { a, b, weights };
                let most = carrier.map_or(f64::INFINITY, |_| MOST_WAY_M);
                let error = error.clamp(-most, most) * relaxation_factor;
                sides.remove_along(model, state, direction, error, Level::Position);
            }
            ConstraintRow::Angular { error, sense, .. } if sense.open(error) => {}
            ConstraintRow::Angular {
                a, b, axis, error, ..
            } => {
                let error = (error * relaxation_factor).clamp(-MOST_TURN_RAD, MOST_TURN_RAD);
                turn_apart(model, state, [a, b], axis, error, Level::Position);
            }
            ConstraintRow::Coupled(coupled) if coupled.sense.open(coupled.error) => {}
            ConstraintRow::Coupled(coupled) => {
                let most = if coupled.is_angle {
                    MOST_TURN_RAD
                } else {
                    MOST_WAY_M
                };
                let error = (coupled.error * relaxation_factor).clamp(-most, most);
                coupled.remove(model, state, error, Level::Position);
            }
        }
    }

    /// Takes away the rate of the error: all of it of an equality, what leads
    /// out of bounds of an inequality at its bound.
    pub fn solve_velocity(
        &self,
        model: &Model,
        state: &mut State,
        weights: [f64; 2],
        relaxation_factor: f64,
    ) {
        let rate = self.rate(state) * relaxation_factor;
        match *self {
            ConstraintRow::Point { a, b, .. } => {
                Sides { a, b, weights }.remove(model, state, rate, Level::Velocity);
            }
            ConstraintRow::Linear {
                a,
                b,
                direction,
                error,
                sense,
                ..
            } => {
                if sense.forbids(error, rate.x) {
                    let sides = Sides { a, b, weights };
                    sides.remove_along(model, state, direction, rate.x, Level::Velocity);
                }
            }
            ConstraintRow::Angular {
                a,
                b,
                axis,
                error,
                sense,
                ..
            } => {
                if sense.forbids(error, rate.x) {
                    turn_apart(model, state, [a, b], axis, rate.x, Level::Velocity);
                }
            }
            ConstraintRow::Coupled(coupled) => {
                if coupled.sense.forbids(coupled.error, rate.x) {
                    coupled.remove(model, state, rate.x, Level::Velocity);
                }
            }
        }
    }

    /// Rate of the error, m/s or rad/s; that of a scalar error is in x.
    pub fn rate(&self, state: &State) -> DVec3 {
        match *self {
            ConstraintRow::Point { a, b, .. } => a.velocity(state) - b.velocity(state),
            ConstraintRow::Linear {
                a, b, direction, ..
            } => {
                let rate = (a.velocity(state) - b.velocity(state)).dot(direction);
                DVec3::new(rate, 0.0, 0.0)
            }
            ConstraintRow::Angular { a, b, axis, .. } => {
                let spin = b.angular_velocity(state) - a.angular_velocity(state);
                DVec3::new(axis.dot(spin), 0.0, 0.0)
            }
            ConstraintRow::Coupled(coupled) => DVec3::new(coupled.rate(state), 0.0, 0.0),
        }
    }

    /// Inverse of the mass or inertia that the error has behind it; of points the
    /// full matrix, of a scalar error a multiple of the identity.
    pub fn inverse_mass(&self, model: &Model, state: &State, weights: [f64; 2]) -> DMat3 {
        match *self {
            ConstraintRow::Point { a, b, .. } => {
                Sides { a, b, weights }.inverse_mass_matrix(model, state)
            }
            ConstraintRow::Linear {
                a, b, direction, ..
            } => {
                let w = Sides { a, b, weights }.inverse_mass_along(model, state, direction);
                DMat3::from_diagonal(DVec3::splat(w))
            }
            ConstraintRow::Angular { a, b, axis, .. } => {
                let w = inverse_inertia_along(model, state, [a, b], axis);
                DMat3::from_diagonal(DVec3::splat(w))
            }
            ConstraintRow::Coupled(coupled) => {
                DMat3::from_diagonal(DVec3::splat(coupled.inverse_mass(model, state)))
            }
        }
    }

    /// Applies an impulse along the error, or moves things as a push along it does; that of a
    /// scalar error is in x.
    pub fn push(
        &self,
        model: &Model,
        state: &mut State,
        weights: [f64; 2],
        push: DVec3,
        level: Level,
    ) {
        match *self {
            ConstraintRow::Point { a, b, .. } => {
                Sides { a, b, weights }.push(model, state, push, level);
            }
            ConstraintRow::Linear {
                a, b, direction, ..
            } => {
                Sides { a, b, weights }.push(model, state, direction * push.x, level);
            }
            ConstraintRow::Angular { a, b, axis, .. } => {
                b.turn(model, state, axis * push.x, level);
                a.turn(model, state, axis * -push.x, level);
            }
            ConstraintRow::Coupled(coupled) => coupled.push(model, state, push.x, level),
        }
    }
}

/// Two attachments with factors on their inverse masses.
struct Sides {
    a: Attachment,
    b: Attachment,
    weights: [f64; 2],
}

impl Sides {
    fn push(&self, model: &Model, state: &mut State, push: DVec3, level: Level) {
        self.a.push(model, state, push * self.weights[0], level);
        self.b.push(model, state, push * -self.weights[1], level);
    }

    fn inverse_mass_along(&self, model: &Model, state: &State, direction: DVec3) -> f64 {
        self.weights[0] * self.a.inverse_mass_along(model, state, direction)
            + self.weights[1] * self.b.inverse_mass_along(model, state, direction)
    }

    fn inverse_mass_matrix(&self, model: &Model, state: &State) -> DMat3 {
        self.a.inverse_mass_matrix(model, state) * self.weights[0]
            + self.b.inverse_mass_matrix(model, state) * self.weights[1]
    }

    /// Takes away an error of a point, m, or of its velocity, m/s.
    fn remove(&self, model: &Model, state: &mut State, error: DVec3, level: Level) {
        let turns = |side| matches!(side, Attachment::Body { .. });
        let bodies = turns(self.a) || turns(self.b);
        if !bodies {
            // Without lever arms the direction of the error is exact.
            let length = error.length();
            if length > 0.0 {
                self.remove_along(model, state, error / length, length, level);
            }
            return;
        }
        let inverse_mass = self.inverse_mass_matrix(model, state);
        if let Some(push) = solve_symmetric(&inverse_mass, -error) {
            self.push(model, state, push, level);
        }
    }

    fn remove_along(
        &self,
        model: &Model,
        state: &mut State,
        direction: DVec3,
        error: f64,
        level: Level,
    ) {
        let a = self.a.response(model, state, direction);
        let b = self.b.response(model, state, direction);
        let w = self.weights[0] * a.inverse_mass + self.weights[1] * b.inverse_mass;
        if w <= 0.0 {
            return;
        }
        let size = -error / w;
        a.push(model, state, size * self.weights[0], level);
        b.push(model, state, size * -self.weights[1], level);
    }
}

fn inverse_inertia_along(model: &Model, state: &State, frames: [Frame; 2], axis: DVec3) -> f64 {
    let of = |frame: Frame| axis.dot(frame.inverse_inertia_times(model, state, axis));
    of(frames[0]) + of(frames[1])
}

/// Takes away an error of an angle, rad, or of its rate, rad/s.
fn turn_apart(
    model: &Model,
    state: &mut State,
    frames: [Frame; 2],
    axis: DVec3,
    error: f64,
    level: Level,
) {
    let [a, b] = frames;
    let turned = frames.map(|frame| frame.inverse_inertia_times(model, state, axis));
    let w = axis.dot(turned[0]) + axis.dot(turned[1]);
    if w > 0.0 {
        let size = -error / w;
        b.rotate(state, turned[1] * size, level);
        a.rotate(state, turned[0] * -size, level);
    }
}
