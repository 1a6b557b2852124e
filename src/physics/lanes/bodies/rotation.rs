//! Rotations and their vectors, by polynomials in place of trigonometry.
//!
//! With `θ` the angle and `v = n sin(θ/2)`, `w = cos(θ/2)` the unit quaternion, the
//! rotation vector is `n θ = v A`, `A = θ / sin(θ/2)`. Polynomials in `1 − w` and `θ²`
//! need no root and hold to the last bit of an `f32` over their range.

use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::vector::{Quaternion, Vector};
use std::f32::consts::PI;

/// `A` by `1 − w`, interpolated at Chebyshev nodes on [0, 1], relative 1.3e-8.
const ANGLE_PER_SINE: [f32; 10] = [
    2.0,
    0.666_670_74,
    0.266_533_14,
    0.115_955_606,
    0.040_326_98,
    0.060_118_35,
    -0.067_105_99,
    0.101_951_52,
    -0.065_183_38,
    0.022_325_648,
];
/// Longest turn of a correction, rad; a longer one is cut.
const MOST_TURN_RAD: f32 = 1.0;

/// Polynomials of half a turn: `sin(√x) / √x` and `cos(√x)`, interpolated at Chebyshev
/// nodes.
struct Series<const S: usize, const C: usize> {
    sine: [f32; S],
    cosine: [f32; C],
    /// Longest turn, rad.
    most: f32,
}

/// For motion: on [0, (π/2)²], 7e-9.
const WIDE: Series<5, 6> = Series {
    sine: [
        1.0,
        -0.166_666_58,
        0.008_333_05,
        -0.000_198_090_14,
        2.605_101_8e-6,
    ],
    cosine: [
        1.0,
        -0.5,
        0.041_666_634,
        -0.001_388_836_1,
        2.476_010_6e-5,
        -2.605_06e-7,
    ],
    most: PI,
};

/// For corrections: on [0, 1/4], 1e-7.
const NARROW: Series<3, 4> = Series {
    sine: [0.999_999_9, -0.166_659_73, 0.008_259_219],
    cosine: [1.0, -0.499_999_9, 0.041_664_74, -0.001_376_535_4],
    most: MOST_TURN_RAD,
};

/// The value of a polynomial, by pairs of coefficients: half as many results wait for each
/// other as one coefficient after the other would make them.
#[inline(always)]
fn polynomial<L: Lane, const N: usize>(x: L, coefficients: &[f32; N]) -> L {
    let square = x * x;
    let pairs = N / 2;
    let mut value = match N % 2 {
        1 => x.like(coefficients[N - 1]),
        _ => x * coefficients[N - 1] + coefficients[N - 2],
    };
    let left = if N % 2 == 1 { pairs } else { pairs - 1 };
    for pair in (0..left).rev() {
        let linear = x * coefficients[2 * pair + 1] + coefficients[2 * pair];
        value = value * square + linear;
    }
    value
}

/// Unit quaternion of a turn about a vector with this squared length, half of it as many
/// rad as `half` times the length, cut to the longest turn of the series.
#[inline(always)]
fn rotation_about<L: Lane, const S: usize, const C: usize>(
    (vector, squared): (Vector<L>, L),
    half: L,
    series: &Series<S, C>,
) -> Quaternion<L> {
    let most = 0.25 * series.most * series.most;
    let squared = squared * (half * half);
    let capped = squared.min(squared.like(most));
    let mut sine = polynomial(capped, &series.sine);
    let long = squared.like(most).lt(squared);
    if L::any(long) {
        sine = L::select(long, sine * (capped / squared).sqrt(), sine);
    }
    Quaternion {
        vector: vector * (half * sine),
        w: polynomial(capped, &series.cosine),
    }
}

/// Unit quaternion of a rotation vector, rad, cut to the longest turn of the series.
#[inline(always)]
fn rotation_from_vector<L: Lane, const S: usize, const C: usize>(
    rotation: Vector<L>,
    series: &Series<S, C>,
) -> Quaternion<L> {
    let squared = rotation.length_squared();
    rotation_about((rotation, squared), squared.like(0.5), series)
}

/// An orientation after a motion by a rotation vector of the world, rad.
#[inline(always)]
pub fn moved<L: Lane>(orientation: Quaternion<L>, turn: Vector<L>) -> Quaternion<L> {
    (rotation_from_vector(turn, &WIDE) * orientation).renormalized()
}

/// An orientation after a correction by a rotation vector of the world, rad. Its length
/// is that of the product: the next motion takes what rounding adds to it.
#[inline(always)]
pub fn corrected<L: Lane>(orientation: Quaternion<L>, turn: Vector<L>) -> Quaternion<L> {
    correction(turn) * orientation
}

/// The rotation of a correction by a rotation vector, rad.
#[inline(always)]
pub fn correction<L: Lane>(turn: Vector<L>) -> Quaternion<L> {
    rotation_from_vector(turn, &NARROW)
}

/// The rotation of a correction about a vector with this squared length, half of it as
/// many rad as `half` times the length.
#[inline(always)]
pub fn correction_about<L: Lane>(vector: (Vector<L>, L), half: L) -> Quaternion<L> {
    rotation_about(vector, half, &NARROW)
}

/// `A` of a unit quaternion by its real part, which is not negative.
#[inline(always)]
pub fn angle_per_sine<L: Lane>(cosine: L) -> L {
    polynomial(cosine.like(1.0) - cosine, &ANGLE_PER_SINE)
}

/// Shortest rotation vector of a unit quaternion, rad.
#[inline(always)]
pub fn vector_from_rotation<L: Lane>(rotation: Quaternion<L>) -> Vector<L> {
    let rotation = rotation.positive();
    rotation.vector * angle_per_sine(rotation.w)
}
