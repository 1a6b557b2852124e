//! Rotations and their vectors, by polynomials in place of trigonometry.
//!
//! With `θ` the angle and `v = n sin(θ/2)`, `w = cos(θ/2)` the unit quaternion, the
//! rotation vector is `n θ = v A`, `A = θ / sin(θ/2)`. Polynomials in `1 − w` and `θ²`
//! need no root and hold to the last bit of an `f64` over their range.

use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::vector::{Quaternion, Vector};
use glam::{DQuat, DVec3};
use std::f64::consts::PI;

/// Longest turn of a correction, rad; a longer one is cut.
const MOST_TURN_RAD: f64 = 1.0;

/// Polynomials of half a turn: `sin(√x) / √x` and `cos(√x)`.
pub struct Series {
    sine: &'static [f64],
    cosine: &'static [f64],
    /// Longest turn, rad.
    most: f64,
}

/// The polynomials that are as exact as a number.
pub trait Polynomials {
    /// `A` by `1 − w`, interpolated at Chebyshev nodes on [0, 1].
    const ANGLE_PER_SINE: &'static [f64];
    /// For motion: on [0, (π/2)²].
    const WIDE: Series;
    /// For corrections: on [0, 1/4].
    const NARROW: Series;
}

/// Interpolated at Chebyshev nodes: relative errors of 1.3e-8, 7e-9 and 1e-7.
impl Polynomials for f32 {
    const ANGLE_PER_SINE: &'static [f64] = &[
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
    const WIDE: Series = Series {
        sine: &[
            1.0,
            -0.166_666_58,
            0.008_333_05,
            -0.000_198_090_14,
            2.605_101_8e-6,
        ],
        cosine: &[
            1.0,
            -0.5,
            0.041_666_634,
            -0.001_388_836_1,
            2.476_010_6e-5,
            -2.605_06e-7,
        ],
        most: PI,
    };
    const NARROW: Series = Series {
        sine: &[0.999_999_9, -0.166_659_73, 0.008_259_219],
        cosine: &[1.0, -0.499_999_9, 0.041_664_74, -0.001_376_535_4],
        most: MOST_TURN_RAD,
    };
}

/// `A` interpolated to 2.2e-16; the others are the series of Taylor, cut where what is
/// left out is below the rounding of 1.
impl Polynomials for f64 {
    const ANGLE_PER_SINE: &'static [f64] = &[
        2.0,
        0.666_666_666_666_675_4,
        0.266_666_666_665_255_4,
        0.114_285_714_375_617_8,
        0.050_793_647_764_034_7,
        0.023_088_085_533_311_993,
        0.010_655_152_092_667_812,
        0.004_981_138_572_687_094,
        0.002_280_762_867_621_595_6,
        0.001_427_793_758_862_972_1,
        -0.000_793_499_791_387_205_5,
        0.004_517_679_398_918_555,
        -0.010_709_709_701_244_123,
        0.021_781_607_793_321_958,
        -0.034_370_474_039_261_044,
        0.042_789_909_715_833_12,
        -0.041_295_660_182_703_434,
        0.030_361_227_534_082_564,
        -0.016_435_001_795_309_64,
        0.006_194_780_944_427_177,
        -0.001_456_254_728_676_303_2,
        0.000_162_420_145_056_783_46,
    ];
    const WIDE: Series = Series {
        sine: &SINE,
        cosine: &COSINE,
        most: PI,
    };
    const NARROW: Series = Series {
        sine: SINE.split_at(8).0,
        cosine: COSINE.split_at(9).0,
        most: MOST_TURN_RAD,
    };
}

/// `(−1)ⁿ / (2n + 1)!`.
const SINE: [f64; 12] = [
    1.0,
    -0.166_666_666_666_666_66,
    0.008_333_333_333_333_333,
    -0.000_198_412_698_412_698_4,
    2.755_731_922_398_589_3e-06,
    -2.505_210_838_544_172e-08,
    1.605_904_383_682_161_3e-10,
    -7.647_163_731_819_816e-13,
    2.811_457_254_345_520_6e-15,
    -8.220_635_246_624_33e-18,
    1.957_294_106_339_126_3e-20,
    -3.868_170_170_630_684e-23,
];
/// `(−1)ⁿ / (2n)!`.
const COSINE: [f64; 12] = [
    1.0,
    -0.5,
    0.041_666_666_666_666_664,
    -0.001_388_888_888_888_889,
    2.480_158_730_158_73e-05,
    -2.755_731_922_398_589e-07,
    2.087_675_698_786_81e-09,
    -1.147_074_559_772_972_5e-11,
    4.779_477_332_387_385e-14,
    -1.561_920_696_858_622_5e-16,
    4.110_317_623_312_165e-19,
    -8.896_791_392_450_574e-22,
];

/// The value of a polynomial, by pairs of coefficients: half as many results wait for each
/// other as one coefficient after the other would make them.
#[inline(always)]
fn polynomial<L: Lane>(x: L, coefficients: &'static [f64]) -> L {
    let square = x * x;
    let (count, pairs) = (coefficients.len(), coefficients.len() / 2);
    let mut value = match count % 2 {
        1 => x.like(coefficients[count - 1]),
        _ => x * coefficients[count - 1] + coefficients[count - 2],
    };
    let left = if count % 2 == 1 { pairs } else { pairs - 1 };
    for pair in (0..left).rev() {
        let linear = x * coefficients[2 * pair + 1] + coefficients[2 * pair];
        value = value * square + linear;
    }
    value
}

/// Unit quaternion of a turn about a vector with this squared length, half of it as many
/// rad as `half` times the length, cut to the longest turn of the series.
#[inline(always)]
fn rotation_about<L: Lane>(
    (vector, squared): (Vector<L>, L),
    half: L,
    series: &Series,
) -> Quaternion<L> {
    let most = 0.25 * series.most * series.most;
    let squared = squared * (half * half);
    let capped = squared.min(squared.like(most));
    let mut sine = polynomial(capped, series.sine);
    let long = squared.like(most).lt(squared);
    if L::any(long) {
        sine = L::select(long, sine * (capped / squared).sqrt(), sine);
    }
    Quaternion {
        vector: vector * (half * sine),
        w: polynomial(capped, series.cosine),
    }
}

/// Unit quaternion of a rotation vector, rad, cut to the longest turn of the series.
#[inline(always)]
fn rotation_from_vector<L: Lane>(rotation: Vector<L>, series: &Series) -> Quaternion<L> {
    let squared = rotation.length_squared();
    rotation_about((rotation, squared), squared.like(0.5), series)
}

/// An orientation after a motion by a rotation vector of the world, rad.
#[inline(always)]
pub fn moved<L: Lane>(orientation: Quaternion<L>, turn: Vector<L>) -> Quaternion<L> {
    (rotation_from_vector(turn, &L::Cell::WIDE) * orientation).renormalized()
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
    rotation_from_vector(turn, &L::Cell::NARROW)
}

/// The rotation of a correction about a vector with this squared length, half of it as
/// many rad as `half` times the length.
#[inline(always)]
pub fn correction_about<L: Lane>(vector: (Vector<L>, L), half: L) -> Quaternion<L> {
    rotation_about(vector, half, &L::Cell::NARROW)
}

/// `A` of a unit quaternion by its real part, which is not negative.
#[inline(always)]
pub fn angle_per_sine<L: Lane>(cosine: L) -> L {
    polynomial(cosine.like(1.0) - cosine, L::Cell::ANGLE_PER_SINE)
}

/// A rotation as numbers of the kernels, x, y, z, w; `None` for no turn at all.
pub fn turn_of(rotation: DQuat) -> Option<[f64; 4]> {
    let turns = rotation.xyz() != DVec3::ZERO;
    turns.then(|| rotation.to_array())
}

/// Shortest rotation vector of a unit quaternion, rad.
#[inline(always)]
pub fn vector_from_rotation<L: Lane>(rotation: Quaternion<L>) -> Vector<L> {
    let rotation = rotation.positive();
    rotation.vector * angle_per_sine(rotation.w)
}
