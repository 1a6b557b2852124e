//! Rotation of a body against another within bounds (see
//! [`AngleLimit`](crate::physics::constraint::AngleLimit)).
//!
//! Swing and twist, with the twist axis first, the swing `s = (0, b, c)`, `θ = |s|`,
//! and the half angle's `v` and `w`. The rates of (twist, b, c) are `G ω`; the inverse
//! of the matrix in [`swing_twist`](crate::physics::swing_twist) is
//! `G = [(1, m c, −m b), (−c, e + b² u, b c u), (b, b c u, e + c² u)]` with
//! `m = tan(θ/2)/θ`, `e = θ cot θ`, `u = (1 − e)/θ²`, and its determinant `θ / sin θ`.
//! Or the paper's clamp of components (Baltman & Radeztsky, equations 8.1 to 8.6).

use super::figure::{Body, Limit};
use super::lane::Lane;
use super::motion::Motion;
use super::rotation::{angle_of_half, angle_per_sine, corrected, vector_from_rotation};
use super::vector::{Quaternion, Vector};
use crate::physics::constraint::LimitModel;
use std::f32::consts::{PI, TAU};

/// Most that one pass corrects of an angle, rad.
const MOST_TURN_RAD: f32 = 0.5;
/// `sin θ / θ` below which a swing near a half turn has no rates.
const LEAST_DETERMINANT: f32 = 0.05;
/// Length of the twist's quaternion below which any twist will do.
const LEAST_TWIST: f32 = 1e-6;

/// Moves both bodies so that the rotation is within its bounds.
#[inline(always)]
pub fn relax<L: Lane>(limit: &Limit, motions: &mut [Motion<L>], bodies: &[Body]) {
    match limit.model {
        LimitModel::SwingTwist => relax_swing_twist(limit, motions, bodies),
        LimitModel::Component => relax_components(limit, motions, bodies),
    }
}

/// Rotation of the child in the parent's frame.
#[inline(always)]
fn relative<L: Lane>(limit: &Limit, motions: &[Motion<L>]) -> Quaternion<L> {
    let [parent, child] = limit.bodies;
    let relative = motions[parent].orientation.conjugate() * motions[child].orientation;
    match limit.back_to_rest {
        None => relative,
        Some(back) => relative * relative.like(back),
    }
}

/// Swing and twist, the twist axis first.
#[derive(Clone, Copy)]
struct Angles<L> {
    twist: L,
    /// The two components of the swing.
    swing: [L; 2],
    /// Square of the sine of half the swing.
    sine_squared: L,
    /// Cosine of half the swing.
    cosine: L,
    /// Swing per sine of half of it.
    per_sine: L,
}

impl<L: Lane> Angles<L> {
    #[inline(always)]
    fn of(rotation: Quaternion<L>, twist_axis: usize) -> Angles<L> {
        let rotation = rotation.positive();
        let (w, along) = (rotation.w, rotation.vector.led_by(twist_axis));
        let length = (w * w + along.x * along.x).sqrt();
        let (zero, one) = (w.like(0.0), w.like(1.0));
        let twists = w.like(LEAST_TWIST).lt(length);
        let inverse = one / L::select(twists, length, one);
        let cosine = L::select(twists, w * inverse, one);
        let sine = L::select(twists, along.x * inverse, zero);
        // The rotation times the inverse of its twist.
        let half_swing = [
            along.y * cosine - along.z * sine,
            along.z * cosine + along.y * sine,
        ];
        let sine_squared = half_swing[0] * half_swing[0] + half_swing[1] * half_swing[1];
        let per_sine = angle_per_sine(sine_squared, length);
        Angles {
            twist: angle_of_half(sine, cosine),
            swing: [half_swing[0] * per_sine, half_swing[1] * per_sine],
            sine_squared,
            cosine: length,
            per_sine,
        }
    }

    /// Angle `place` (0 = twist).
    #[inline(always)]
    fn angle(&self, place: usize) -> L {
        match place {
            0 => self.twist,
            1 => self.swing[0],
            _ => self.swing[1],
        }
    }

    /// Gradient of angle `place`, in the parent's frame with the twist axis first.
    #[inline(always)]
    fn gradient(&self, place: usize) -> Vector<L> {
        let (zero, one) = (self.twist.like(0.0), self.twist.like(1.0));
        let determinant = (self.cosine + self.cosine) / self.per_sine;
        let near_half_turn = determinant.lt(determinant.like(LEAST_DETERMINANT));
        let [b, c] = self.swing;
        let exact = if place == 0 {
            let m = one / (self.cosine * self.per_sine);
            Vector::new(one, m * c, -(m * b))
        } else {
            let e = (one - (self.sine_squared + self.sine_squared)) / determinant;
            let squared = b * b + c * c;
            // Of no swing the numerator is zero but for rounding.
            let u = (one - e) / squared.max(squared.like(1e-12));
            let mixed = b * c * u;
            match place {
                1 => Vector::new(-c, e + b * b * u, mixed),
                _ => Vector::new(b, mixed, e + c * c * u),
            }
        };
        let plain = match place {
            0 => Vector::new(one, zero, zero),
            1 => Vector::new(zero, one, zero),
            _ => Vector::new(zero, zero, one),
        };
        Vector::select(near_half_turn, plain, exact)
    }
}

/// The turn nearest to the middle of a range among those that are one rotation.
#[inline(always)]
fn within_half_turn<L: Lane>(angle: L, min: f32, max: f32) -> L {
    let ahead = angle.like(0.5 * (min + max)) - angle;
    let (zero, turn) = (angle.like(0.0), angle.like(TAU));
    let up = L::select(angle.like(PI).le(ahead), turn, zero);
    let down = L::select(ahead.le(angle.like(-PI)), turn, zero);
    angle + up - down
}

#[inline(always)]
fn relax_swing_twist<L: Lane>(limit: &Limit, motions: &mut [Motion<L>], bodies: &[Body]) {
    let mut angles = Angles::of(relative(limit, motions), limit.twist_axis);
    for axis in 0..3 {
        let (min, max) = (limit.min[axis], limit.max[axis]);
        // The places after the twist axis follow it cyclically.
        let place = (axis + 3 - limit.twist_axis) % 3;
        let angle = match place {
            0 => within_half_turn(angles.angle(0), min, max),
            _ => angles.angle(place),
        };
        let (above_min, below_max) = (angle - min, -(angle - max));
        let outside = if min == max {
            !above_min.same(angle.like(0.0))
        } else {
            above_min.min(below_max).lt(angle.like(0.0))
        };
        if L::any(outside) {
            // Both bounds of an equality are its value.
            let error = L::select(below_max.lt(above_min), -below_max, above_min);
            let led = angles.gradient(place);
            // Back to the order x, y, z.
            let gradient = led.led_by((3 - limit.twist_axis) % 3);
            let orientation = motions[limit.bodies[0]].orientation;
            let error = error * error.like(limit.strength);
            turn_apart(
                limit,
                motions,
                bodies,
                orientation.rotate(gradient),
                error,
                outside,
            );
            if axis < 2 {
                angles = Angles::of(relative(limit, motions), limit.twist_axis);
            }
        }
    }
}

/// Takes away an error of an angle with a gradient in the world, where it counts.
#[inline(always)]
fn turn_apart<L: Lane>(
    limit: &Limit,
    motions: &mut [Motion<L>],
    bodies: &[Body],
    gradient: Vector<L>,
    error: L,
    counts: L::Mask,
) {
    let [a, b] = limit.bodies;
    let error = error
        .max(error.like(-MOST_TURN_RAD))
        .min(error.like(MOST_TURN_RAD));
    let turn_a = motions[a].inverse_inertia_times(&bodies[a], gradient);
    let turn_b = motions[b].inverse_inertia_times(&bodies[b], gradient);
    let factor = -error / gradient.dot(turn_a + turn_b);
    for (body, turn) in [(b, turn_b * factor), (a, -(turn_a * factor))] {
        let before = motions[body].orientation;
        let after = corrected(before, turn);
        motions[body].orientation = Quaternion::select(counts, after, before);
    }
}

/// The whole correction of the clamp.
#[inline(always)]
fn relax_components<L: Lane>(limit: &Limit, motions: &mut [Motion<L>], bodies: &[Body]) {
    let rotation = relative(limit, motions).positive();
    let v = rotation.vector;
    let (low, high) = (v.like(limit.half_sines[0]), v.like(limit.half_sines[1]));
    let clamped = Vector::new(
        v.x.max(low.x).min(high.x),
        v.y.max(low.y).min(high.y),
        v.z.max(low.z).min(high.z),
    );
    let inside = clamped.x.same(v.x) & clamped.y.same(v.y) & clamped.z.same(v.z);
    if !L::any(!inside) {
        return;
    }
    let zero = v.x.like(0.0);
    let real = (v.x.like(1.0) - clamped.length_squared()).max(zero).sqrt();
    let target = Quaternion {
        vector: clamped,
        w: real,
    };
    let correction = vector_from_rotation(rotation * target.normalized().conjugate());
    let squared = correction.length_squared();
    let counts = !inside & zero.lt(squared);
    let squared = L::select(counts, squared, squared.like(1.0));
    let angle = squared.sqrt();
    let axis = correction * (angle.like(1.0) / angle);
    let axis = motions[limit.bodies[0]].orientation.rotate(axis);
    let error = angle * angle.like(limit.strength);
    turn_apart(limit, motions, bodies, axis, error, counts);
}
