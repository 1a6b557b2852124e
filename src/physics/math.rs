//! Rotation helpers on top of glam, with trigonometry from libm only.

use glam::{DMat3, DQuat, DVec3};

/// Quaternion of a rotation vector (axis times angle, rad).
///
/// The series below 1e-8 rad keeps the derivative where the quotient loses it.
pub fn rotation_from_vector(rotation: DVec3) -> DQuat {
    let angle = rotation.length();
    if angle < 1e-8 {
        let half = rotation * (0.5 - angle * angle / 48.0);
        return DQuat::from_xyzw(half.x, half.y, half.z, 1.0 - angle * angle / 8.0).normalize();
    }
    let axis = rotation * (libm::sin(0.5 * angle) / angle);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(0.5 * angle))
}

/// Shortest rotation vector (axis times angle, rad) of a unit quaternion.
pub fn vector_from_rotation(rotation: DQuat) -> DVec3 {
    let rotation = if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    };
    let vector = rotation.xyz();
    let sine = vector.length();
    if sine < 1e-9 {
        return vector * 2.0;
    }
    vector * (2.0 * libm::atan2(sine, rotation.w) / sine)
}

/// The matrix that takes `u` to `v × u`.
pub fn cross_matrix(v: DVec3) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(0.0, v.z, -v.y),
        DVec3::new(-v.z, 0.0, v.x),
        DVec3::new(v.y, -v.x, 0.0),
    )
}

/// `exp(-rate · h)`: what is left of a speed that decays at `rate` (1/s) after `h` (s).
pub fn decay(rate: f64, h: f64) -> f64 {
    libm::exp(-rate * h)
}

/// `base` to the power of `exponent`.
pub fn power(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotation_vector_round_trip() {
        for v in [
            DVec3::new(0.3, -1.2, 0.4),
            DVec3::new(1e-10, 0.0, 2e-10),
            DVec3::new(0.0, 3.1, 0.0),
        ] {
            let back = vector_from_rotation(rotation_from_vector(v));
            assert!(
                (back - v).length() <= 1e-14 * v.length().max(1.0),
                "{v} {back}"
            );
        }
    }

    #[test]
    fn both_signs_of_a_quaternion_are_one_rotation() {
        let q = rotation_from_vector(DVec3::new(0.2, 0.0, 0.0));
        assert!((vector_from_rotation(-q).x - 0.2).abs() < 1e-15);
    }
}
