//! A stick without a square root (Jakobsen, section 4).
//!
//! The length `d` of a stick of rest length `r` follows from its square `s` by a root, of which
//! one step of Newton's method from `r` gives the first order, `√s ≈ (s + r²) / 2r`. The share of
//! the vector between its ends that is too much becomes `1 − r / √s ≈ 1 − 2 r² / (s + r²)`. One
//! correction so leaves the length `2 s r² / (s + r²) / √s`, which is never too long: of a strain
//! `ε` of some hundredths it leaves `−ε²/2`, and of points at one place nothing is parted.

use crate::physics::state::ParticleState;

/// Moves two particles towards their bounds: `weights` are factors on their inverse masses, 1/kg.
#[inline]
pub(super) fn relax(
    particles: &mut [ParticleState],
    [a, b]: [usize; 2],
    [min, max]: [f64; 2],
    (weights, inverse_masses): ([f64; 2], [f64; 2]),
    relaxation_factor: f64,
) {
    let between = particles[a].position - particles[b].position;
    let square = between.length_squared();
    let rest_squared = if square > max * max {
        max * max
    } else if square < min * min {
        min * min
    } else {
        return;
    };
    let (of_a, of_b) = (
        weights[0] * inverse_masses[0],
        weights[1] * inverse_masses[1],
    );
    if of_a + of_b > 0.0 {
        let too_much = 1.0 - 2.0 * rest_squared / (square + rest_squared);
        let push = between * (too_much * relaxation_factor / (of_a + of_b));
        particles[a].position -= push * of_a;
        particles[b].position += push * of_b;
    }
}
