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
    let (sine, cosine) = sine_and_cosine(0.5 * angle);
    let axis = rotation * (sine / angle);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine)
}

/// Sine and cosine; of the small angles of a substep by their series, which are as
/// exact there and much shorter.
fn sine_and_cosine(angle: f64) -> (f64, f64) {
    /// What the series leave out is below the rounding of 1.
    const SMALL_RAD: f64 = 0.125;
    if angle.abs() > SMALL_RAD {
        return (libm::sin(angle), libm::cos(angle));
    }
    let x = angle * angle;
    let sine = 1.0
        - x * (1.0 / 6.0)
            * (1.0 - x * (1.0 / 20.0) * (1.0 - x * (1.0 / 42.0) * (1.0 - x * (1.0 / 72.0))));
    let cosine = 1.0
        - x / 2.0
            * (1.0
                - x * (1.0 / 12.0)
                    * (1.0
                        - x * (1.0 / 30.0) * (1.0 - x * (1.0 / 56.0) * (1.0 - x * (1.0 / 90.0)))));
    (angle * sine, cosine)
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

/// Principal values of a symmetric matrix and its axes, as the rotation from the
/// principal frame.
///
/// Jacobi's method: each turn takes the largest element beside the diagonal.
pub fn principal_axes(matrix: DMat3) -> (DVec3, DQuat) {
    /// Each turn at least thirds what is left; this ends far below rounding.
    const MOST_TURNS: usize = 64;
    let (mut rest, mut axes) = (matrix, DMat3::IDENTITY);
    for _ in 0..MOST_TURNS {
        let (p, q) = largest_beside_diagonal(&rest);
        let beside = rest.col(q)[p];
        if beside.abs() <= 1e-16 * rest.col(p)[p].abs().max(rest.col(q)[q].abs()) {
            break;
        }
        let angle = 0.5 * libm::atan2(2.0 * beside, rest.col(q)[q] - rest.col(p)[p]);
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        let mut turn = DMat3::IDENTITY;
        turn.col_mut(p)[p] = cosine;
        turn.col_mut(q)[q] = cosine;
        turn.col_mut(q)[p] = sine;
        turn.col_mut(p)[q] = -sine;
        rest = turn.transpose() * rest * turn;
        axes *= turn;
    }
    let values = DVec3::new(rest.x_axis.x, rest.y_axis.y, rest.z_axis.z);
    (values, DQuat::from_mat3(&axes).normalize())
}

/// Row and column of the largest element above the diagonal.
fn largest_beside_diagonal(matrix: &DMat3) -> (usize, usize) {
    let size = |(p, q): (usize, usize)| matrix.col(q)[p].abs();
    let mut best = (0, 1);
    for pair in [(0, 2), (1, 2)] {
        if size(pair) > size(best) {
            best = pair;
        }
    }
    best
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
