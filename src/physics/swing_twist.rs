//! Angles of a joint as a swing and a twist.
//!
//! A rotation `r` is split into a twist `t` about one axis of the parent and the
//! swing that follows it, `r = exp(s) t` with `s` across that axis. The three angles
//! are the two components of `s` and the angle of `t`, each at the place of its axis.
//! With `ω` the angular velocity of the child against the parent, in the parent's
//! frame, their rates are `G ω`, where `G⁻¹ = [Jl e_j, Jl e_k, exp(s) e_axis]` and
//! `Jl(s) = 1 + (1−cos θ)/θ² [s]× + (θ−sin θ)/θ³ [s]×²`, `θ = |s|`, the left
//! Jacobian of the rotation vector.

use super::math::{cross_matrix, rotation_from_vector, vector_from_rotation};
use glam::{DMat3, DQuat, DVec3};

/// Determinant of `G⁻¹` below which a swing near a half turn has no rates.
const LEAST_DETERMINANT: f64 = 0.05;

/// The angles of a rotation, rad: swings about the two other axes, twist about
/// `twist_axis` (0 = x, 1 = y, 2 = z).
pub fn angles(rotation: DQuat, twist_axis: usize) -> DVec3 {
    let (swing, twist) = split(rotation, twist_axis);
    let mut angles = swing;
    angles[twist_axis] = twist;
    angles
}

/// The gradients of the angles of a rotation: row `k` of the matrix, as the `k`-th
/// vector, times the relative angular velocity is the rate of angle `k`.
pub fn gradients(angles: DVec3, twist_axis: usize) -> [DVec3; 3] {
    let mut swing = angles;
    swing[twist_axis] = 0.0;
    let jacobian = left_jacobian(swing);
    let mut columns = [0, 1, 2].map(|k| jacobian.col(k));
    columns[twist_axis] = rotation_from_vector(swing) * DVec3::AXES[twist_axis];
    let inverse_gradients = DMat3::from_cols(columns[0], columns[1], columns[2]);
    let gradients = if inverse_gradients.determinant().abs() < LEAST_DETERMINANT {
        DMat3::IDENTITY
    } else {
        inverse_gradients.inverse()
    };
    [0, 1, 2].map(|k| gradients.row(k))
}

/// Swing as a rotation vector and twist as an angle, rad.
fn split(rotation: DQuat, twist_axis: usize) -> (DVec3, f64) {
    let rotation = if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    };
    let along = rotation.xyz()[twist_axis];
    let length = libm::hypot(rotation.w, along);
    if length < 1e-12 {
        // A half turn across the axis: any twist will do.
        return (vector_from_rotation(rotation), 0.0);
    }
    let axis = DVec3::AXES[twist_axis] * (along / length);
    let twist = DQuat::from_xyzw(axis.x, axis.y, axis.z, rotation.w / length);
    let mut swing = vector_from_rotation(rotation * twist.conjugate());
    swing[twist_axis] = 0.0;
    (swing, 2.0 * libm::atan2(along, rotation.w))
}

fn left_jacobian(rotation: DVec3) -> DMat3 {
    let angle_squared = rotation.length_squared();
    let cross = cross_matrix(rotation);
    // The quotients lose their digits below about 1e-4 rad.
    let (first, second) = if angle_squared < 1e-8 {
        (
            0.5 - angle_squared / 24.0,
            1.0 / 6.0 - angle_squared / 120.0,
        )
    } else {
        let angle = angle_squared.sqrt();
        (
            (1.0 - libm::cos(angle)) / angle_squared,
            (angle - libm::sin(angle)) / (angle_squared * angle),
        )
    };
    DMat3::IDENTITY + cross * first + cross * cross * second
}
