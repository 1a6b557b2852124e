//! Sums over vectors as the registers of a processor make them.

/// Numbers side by side.
const SIDES: usize = 8;

/// The length of a vector with what fills it up, so that nothing is left over.
pub(super) fn padded(length: usize) -> usize {
    length.next_multiple_of(SIDES)
}

/// Adds so many times a vector to another, both of a padded length.
#[inline(always)]
pub(in crate::physics::dynamics) fn add_times(to: &mut [f64], factor: f64, of: &[f64]) {
    let sides = to.chunks_exact_mut(SIDES).zip(of.chunks_exact(SIDES));
    for (to, of) in sides {
        for (to, of) in to.iter_mut().zip(of) {
            *to += factor * of;
        }
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
