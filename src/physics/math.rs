//! Rotation helpers on top of glam, with trigonometry from libm only.

use glam::{DMat3, DQuat, DVec3};

/// Quaternion of a rotation vector (axis times angle, rad).
pub fn rotation_from_vector(rotation: DVec3) -> DQuat {
    /// Square of the half angle up to which what the series leave out is below the
    /// rounding of 1.
    const SMALL: f64 = 0.015_625;
    let half = rotation * 0.5;
    let squared = half.length_squared();
    let (per_half, cosine) = if squared <= SMALL {
        small_sine_and_cosine(squared)
    } else {
        let angle = squared.sqrt();
        (libm::sin(angle) / angle, libm::cos(angle))
    };
    let vector = half * per_half;
    DQuat::from_xyzw(vector.x, vector.y, vector.z, cosine)
}

/// `sin(a) / a` and `cos(a)` of a small angle with this square, by their series: no root,
/// no division, and as exact as the functions.
fn small_sine_and_cosine(x: f64) -> (f64, f64) {
    let sine = 1.0
        - x * (1.0 / 6.0)
            * (1.0 - x * (1.0 / 20.0) * (1.0 - x * (1.0 / 42.0) * (1.0 - x * (1.0 / 72.0))));
    let cosine = 1.0
        - x * 0.5
            * (1.0
                - x * (1.0 / 12.0)
                    * (1.0
                        - x * (1.0 / 30.0) * (1.0 - x * (1.0 / 56.0) * (1.0 - x * (1.0 / 90.0)))));
    (sine, cosine)
}

/// An orientation after a turn by a rotation vector of the world, rad.
pub fn turned(orientation: DQuat, turn: DVec3) -> DQuat {
    /// How far the squared length may be from 1 so that one step of Newton's method
    /// leaves less than rounding.
    const NEAR: f64 = 1e-8;
    let product = rotation_from_vector(turn) * orientation;
    let squared = product.length_squared();
    if (squared - 1.0).abs() > NEAR {
        return product.normalize();
    }
    product * (1.5 - 0.5 * squared)
}

/// The vector that a symmetric, positive definite matrix takes to `image`; `None` if the
/// matrix is not.
pub fn solve_symmetric(matrix: &DMat3, image: DVec3) -> Option<DVec3> {
    let (a, b, c) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    // Rows of the adjugate, which is symmetric, too.
    let (first, second, third) = (b.cross(c), c.cross(a), a.cross(b));
    let determinant = a.dot(first);
    let adjugate_times = DVec3::new(first.dot(image), second.dot(image), third.dot(image));
    (determinant > 0.0).then(|| adjugate_times / determinant)
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

/// `(1 − exp(-rate · h)) / rate`: what a speed of 1 that decays at `rate` (1/s) covers in
/// `h` (s).
pub fn decayed_way(rate: f64, h: f64) -> f64 {
    if rate == 0.0 {
        return h;
    }
    -libm::expm1(-rate * h) / rate
}

/// The angle with this cosine, 0 to π, rad; no number beyond −1 and 1.
pub fn arc_cosine(cosine: f64) -> f64 {
    libm::acos(cosine)
}

/// `base` to the power of `exponent`.
pub fn power(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// The shortest turn that takes the y axis to a unit vector.
pub fn turn_from_y(to: DVec3) -> DQuat {
    let turn = DQuat::from_xyzw(to.z, 0.0, -to.x, 1.0 + to.y);
    if turn.length_squared() > 1e-12 {
        turn.normalize()
    } else {
        HALF_TURN
    }
}

/// The turn that takes the y axis to its opposite.
pub const HALF_TURN: DQuat = DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);

#[cfg(test)]
#[allow(clippy::unwrap_used)]
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
    fn the_series_meet_the_functions() {
        for angle in [1e-12, 1e-3, 0.1, 0.2499, 0.2501, 1.0] {
            let axis = DVec3::new(0.6, 0.0, -0.8);
            let found = rotation_from_vector(axis * angle);
            let (sine, cosine) = (libm::sin(0.5 * angle), libm::cos(0.5 * angle));
            let wanted = DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine);
            assert!((found - wanted).length() <= 3e-16, "{angle}");
        }
    }

    #[test]
    fn what_is_turned_often_keeps_its_length() {
        let mut orientation = DQuat::IDENTITY;
        for _ in 0..10_000 {
            orientation = turned(orientation, DVec3::new(0.02, -0.01, 0.03));
        }
        assert!((orientation.length() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_symmetric_matrix_is_solved() {
        let columns = [
            DVec3::new(4.0, 1.0, -0.5),
            DVec3::new(1.0, 3.0, 0.2),
            DVec3::new(-0.5, 0.2, 2.0),
        ];
        let matrix = DMat3::from_cols(columns[0], columns[1], columns[2]);
        let image = DVec3::new(0.3, -2.0, 1.0);
        let found = solve_symmetric(&matrix, image).unwrap();
        assert!((matrix * found - image).length() < 1e-15);
        assert_eq!(solve_symmetric(&DMat3::ZERO, image), None);
    }

    #[test]
    fn both_signs_of_a_quaternion_are_one_rotation() {
        let q = rotation_from_vector(DVec3::new(0.2, 0.0, 0.0));
        assert!((vector_from_rotation(-q).x - 0.2).abs() < 1e-15);
    }
}
