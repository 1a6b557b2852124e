//! Euler's equations of a body that turns freely.

use super::extrapolation::solve;
use glam::{DQuat, DVec3};

/// How a body turned.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::lab::experiment) struct Turned {
    /// Orientation, and angular velocity in the frame of the body, rad/s, at equal intervals.
    pub states: Vec<(DQuat, DVec3)>,
    /// Bound of the error of any number in them.
    pub error: f64,
}

/// Turns a body with these principal moments of inertia from the orientation of the world:
/// `I ω' = I ω × ω` and `q' = ½ q ω`, with ω in the frame of the body.
pub(in crate::lab::experiment) fn turn(
    inertia_kg_m2: DVec3,
    start_rad_s: DVec3,
    interval_s: f64,
    intervals: usize,
) -> Turned {
    let rate = |state: &[f64], rates: &mut [f64]| {
        let (orientation, spin) = of_numbers(state);
        let acceleration = (inertia_kg_m2 * spin).cross(spin) / inertia_kg_m2;
        let turning = orientation * DQuat::from_xyzw(spin.x, spin.y, spin.z, 0.0) * 0.5;
        rates[..4].copy_from_slice(&turning.to_array());
        rates[4..].copy_from_slice(&acceleration.to_array());
    };
    let start = [
        0.0,
        0.0,
        0.0,
        1.0,
        start_rad_s.x,
        start_rad_s.y,
        start_rad_s.z,
    ];
    let solution = solve(&rate, &start, interval_s, intervals);
    Turned {
        states: solution
            .states
            .iter()
            .map(|state| of_numbers(state))
            .collect(),
        error: solution.error,
    }
}

fn of_numbers(state: &[f64]) -> (DQuat, DVec3) {
    (
        DQuat::from_xyzw(state[0], state[1], state[2], state[3]),
        DVec3::new(state[4], state[5], state[6]),
    )
}
