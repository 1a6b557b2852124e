//! A bar that swings in a plane from something without mass, by Lagrange's equations.

use super::extrapolation::solve;

/// Intervals of the solution each second.
const INTERVALS_PER_S: f64 = 200.0;

/// A bar that hangs from one end.
#[derive(Debug, Clone, Copy)]
pub(in crate::lab::experiment) struct Bar {
    pub mass_kg: f64,
    /// From its upper end to its centre of mass, m.
    pub to_centre_m: f64,
    /// About its centre of mass, kg m².
    pub inertia_kg_m2: f64,
    pub gravity_m_s2: f64,
}

impl Bar {
    /// Its angle from the vertical, rad, some seconds after it is let go at rest, if its end slides
    /// freely along a level line: nothing pushes the centre sideways, so that with the arm `l` it
    /// is `(I + m l² sin² φ) φ̈ = −m l² sin φ cos φ φ̇² − m g l sin φ`.
    pub fn on_slide_rad(&self, start_rad: f64, seconds: f64) -> f64 {
        let arm = self.mass_kg * self.to_centre_m * self.to_centre_m;
        let weight = self.mass_kg * self.gravity_m_s2 * self.to_centre_m;
        let rate = |y: &[f64], out: &mut [f64]| {
            let (sine, cosine) = (libm::sin(y[0]), libm::cos(y[0]));
            let torque = -arm * sine * cosine * y[1] * y[1] - weight * sine;
            out[0] = y[1];
            out[1] = torque / (self.inertia_kg_m2 + arm * sine * sine);
        };
        let end = followed(&rate, &[start_rad, 0.0], seconds);
        end[0]
    }

    /// The angles of a rod without mass and of the bar that hangs from it, both from the vertical,
    /// rad: the equations of the double pendulum with nothing in the first bob.
    pub fn on_rod_rad(&self, rod_m: f64, start_rad: [f64; 2], seconds: f64) -> [f64; 2] {
        let (mass, arm) = (self.mass_kg, self.to_centre_m);
        let inertias = [mass * rod_m * rod_m, self.inertia_kg_m2 + mass * arm * arm];
        let shared = mass * rod_m * arm;
        let weights = [rod_m, arm].map(|length| mass * self.gravity_m_s2 * length);
        let rate = |y: &[f64], out: &mut [f64]| {
            let between = y[0] - y[1];
            let (sine, cosine) = (libm::sin(between), libm::cos(between));
            let torques = [
                -shared * sine * y[3] * y[3] - weights[0] * libm::sin(y[0]),
                shared * sine * y[2] * y[2] - weights[1] * libm::sin(y[1]),
            ];
            let across = shared * cosine;
            let determinant = inertias[0] * inertias[1] - across * across;
            out[0] = y[2];
            out[1] = y[3];
            out[2] = (inertias[1] * torques[0] - across * torques[1]) / determinant;
            out[3] = (inertias[0] * torques[1] - across * torques[0]) / determinant;
        };
        let end = followed(&rate, &[start_rad[0], start_rad[1], 0.0, 0.0], seconds);
        [end[0], end[1]]
    }
}

/// The state after some seconds.
fn followed(rate: &dyn Fn(&[f64], &mut [f64]), start: &[f64], seconds: f64) -> Vec<f64> {
    let intervals = (seconds * INTERVALS_PER_S).round() as usize;
    let solution = solve(rate, start, 1.0 / INTERVALS_PER_S, intervals);
    debug_assert!(solution.error < 1e-10);
    solution.states.into_iter().next_back().unwrap_or_default()
}
