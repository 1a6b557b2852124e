//! A pendulum in closed form.

use std::f64::consts::PI;

/// Period of a rod of uniform mass that swings from its end, s: `2π / (ω₀ M(1, cos(θ/2)))`, with
/// Gauss' arithmetic-geometric mean.
pub(in crate::lab::experiment) fn period_of_rod_s(
    rod_m: f64,
    gravity_m_s2: f64,
    start_rad: f64,
) -> f64 {
    let frequency = (1.5 * gravity_m_s2 / rod_m).sqrt();
    2.0 * PI / (frequency * mean(1.0, libm::cos(0.5 * start_rad)))
}

/// The arithmetic-geometric mean of two numbers: twice as many digits in each turn.
fn mean(a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a, b);
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}
