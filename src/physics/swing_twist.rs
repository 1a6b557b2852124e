//! Angles of a joint as a swing and a twist.
//!
//! A rotation `r` is split into a twist `t` about one axis of the parent and the
//! swing that follows it, `r = exp(s) t` with `s` across that axis. The three angles
//! are the two components of `s` and the angle of `t`, each at the place of its axis.
//! With `ω` the angular velocity of the child against the parent, in the parent's
//! frame, their rates are `G ω`. With the twist axis first, the swing `s = (0, b, c)` and
//! `θ = |s|`,
//! `G = [(1, m c, −m b), (−c, e + b² u, b c u), (b, b c u, e + c² u)]`,
//! `m = tan(θ/2)/θ`, `e = θ cot θ`, `u = (1 − e)/θ²`: the inverse of
//! `[exp(s) e_axis, Jl e_j, Jl e_k]` with `Jl` the left Jacobian of the rotation vector,
//! whose determinant is `sin θ / θ`.

use glam::{DQuat, DVec3};

/// Determinant of `G⁻¹` below which a swing near a half turn has no rates.
const LEAST_DETERMINANT: f64 = 0.05;
/// Length of the twist's quaternion below which any twist will do: a half turn across
/// the axis.
const LEAST_TWIST: f64 = 1e-12;
/// Sine of half a swing below which its quotients have lost their digits.
const LEAST_SINE: f64 = 1e-9;

/// The angles of a rotation, and what their gradients need.
#[derive(Debug, Clone, Copy)]
pub struct SwingTwist {
    /// Swings about the two other axes, twist about the twist axis, rad.
    pub angles: DVec3,
    /// 0 = x, 1 = y, 2 = z.
    twist_axis: usize,
    /// Sine and cosine of half the swing.
    sine: f64,
    cosine: f64,
    /// Swing per sine of half of it, rad.
    per_sine: f64,
}

impl SwingTwist {
    /// Splits a rotation, `twist_axis` 0 = x, 1 = y, 2 = z.
    pub fn of(rotation: DQuat, twist_axis: usize) -> SwingTwist {
        let rotation = if rotation.w < 0.0 {
            -rotation
        } else {
            rotation
        };
        let (w, vector) = (rotation.w, rotation.xyz());
        let [first, second] = other_axes(twist_axis);
        let along = vector[twist_axis];
        let length = (w * w + along * along).sqrt();
        let (twist_sine, twist_cosine) = match length > LEAST_TWIST {
            true => (along / length, w / length),
            false => (0.0, 1.0),
        };
        // The rotation times the inverse of its twist.
        let half = [
            vector[first] * twist_cosine - vector[second] * twist_sine,
            vector[second] * twist_cosine + vector[first] * twist_sine,
        ];
        let sine = (half[0] * half[0] + half[1] * half[1]).sqrt();
        let per_sine = match sine > LEAST_SINE {
            true => 2.0 * libm::atan2(sine, length) / sine,
            false => 2.0,
        };
        let mut angles = DVec3::ZERO;
        angles[twist_axis] = 2.0 * libm::atan2(twist_sine, twist_cosine);
        angles[first] = half[0] * per_sine;
        angles[second] = half[1] * per_sine;
        SwingTwist {
            angles,
            twist_axis,
            sine,
            cosine: length,
            per_sine,
        }
    }

    /// The gradient of angle `k`: its dot product with the relative angular velocity, in
    /// the parent's frame, is the rate of the angle.
    pub fn gradient(&self, k: usize) -> DVec3 {
        let determinant = 2.0 * self.cosine / self.per_sine;
        if determinant < LEAST_DETERMINANT {
            return DVec3::AXES[k];
        }
        let [first, second] = other_axes(self.twist_axis);
        let (b, c) = (self.angles[first], self.angles[second]);
        let mut gradient = DVec3::ZERO;
        if k == self.twist_axis {
            let m = 1.0 / (self.cosine * self.per_sine);
            gradient[k] = 1.0;
            gradient[first] = m * c;
            gradient[second] = -m * b;
            return gradient;
        }
        let e = (1.0 - 2.0 * self.sine * self.sine) / determinant;
        let u = match self.sine > LEAST_SINE {
            true => (1.0 - e) / (b * b + c * c),
            false => 1.0 / 3.0,
        };
        let other = if k == first { second } else { first };
        let (own, across) = if k == first { (b, c) } else { (c, b) };
        gradient[self.twist_axis] = if k == first { -c } else { b };
        gradient[k] = e + own * own * u;
        gradient[other] = own * across * u;
        gradient
    }
}

/// The axes that follow an axis cyclically.
fn other_axes(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}
