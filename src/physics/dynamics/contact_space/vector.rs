//! Sums over vectors as the registers of a processor make them.

use fearless_simd::{f64x8, Simd, SimdBase};

/// Numbers side by side.
pub(super) const SIDES: usize = 8;

/// The length of a vector with what fills it up, so that nothing is left over.
pub(super) fn padded(length: usize) -> usize {
    length.next_multiple_of(SIDES)
}

/// Adds so many times a vector to another, both of a padded length.
#[inline(always)]
pub(super) fn add_times<S: Simd>(simd: S, to: &mut [f64], factor: f64, of: &[f64]) {
    let factor = f64x8::splat(simd, factor);
    for (to, of) in to.chunks_exact_mut(SIDES).zip(of.chunks_exact(SIDES)) {
        let sum = f64x8::from_slice(simd, to) + factor * f64x8::from_slice(simd, of);
        sum.store_slice(to);
    }
}

/// Adds so many times each of three vectors to another, all of a padded length.
#[inline(always)]
pub(super) fn add_times_three<S: Simd>(
    simd: S,
    to: &mut [f64],
    factors: [f64; 3],
    of: [&[f64]; 3],
) {
    let [a, b, c] = factors.map(|factor| f64x8::splat(simd, factor));
    let [of_a, of_b, of_c] = of.map(|of| of.chunks_exact(SIDES));
    for (((to, of_a), of_b), of_c) in to.chunks_exact_mut(SIDES).zip(of_a).zip(of_b).zip(of_c) {
        let [of_a, of_b, of_c] = [of_a, of_b, of_c].map(|of| f64x8::from_slice(simd, of));
        let sum = f64x8::from_slice(simd, to) + (a * of_a + b * of_b + c * of_c);
        sum.store_slice(to);
    }
}

/// The product of two vectors of any length.
#[inline(always)]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; SIDES];
    let (left, right) = (a.chunks_exact(SIDES), b.chunks_exact(SIDES));
    let mut last = 0.0;
    for (a, b) in left.remainder().iter().zip(right.remainder()) {
        last += a * b;
    }
    for (a, b) in left.zip(right) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + last
}
