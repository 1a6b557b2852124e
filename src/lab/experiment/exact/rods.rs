//! A chain of rods without mass between point masses, that swings in a plane: what a chain of
//! sticks is whose links are two particles each (Delannoy, figure 4.3b).

use super::extrapolation::solve;
use glam::DVec3;

/// Such a chain.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::lab::experiment) struct Rods {
    /// Length of each rod, m.
    pub rod_m: f64,
    /// Masses at the lower ends, from above, kg.
    pub masses_kg: Vec<f64>,
    /// m/s².
    pub gravity_m_s2: f64,
    /// Drag on each mass over its momentum, 1/s.
    pub drag_per_s: f64,
}

/// How it swung.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::lab::experiment) struct Swung {
    /// Lower ends of the last two rods, from where the chain hangs, at equal intervals, m.
    pub ends: Vec<[DVec3; 2]>,
    /// Bound of the error of these places, m.
    pub error_m: f64,
}

impl Rods {
    /// Swings from rest, straight, at so many radians from hanging.
    pub fn swing(&self, start_rad: f64, interval_s: f64, intervals: usize) -> Swung {
        let rods = self.masses_kg.len();
        let mut start = vec![start_rad; rods];
        start.extend(vec![0.0; rods]);
        let rate = |state: &[f64], rates: &mut [f64]| self.rate(state, rates);
        let solution = solve(&rate, &start, interval_s, intervals);
        Swung {
            ends: solution
                .states
                .iter()
                .map(|state| self.ends(state))
                .collect(),
            error_m: solution.error * self.rod_m * rods as f64,
        }
    }

    /// Lower ends of the last rod but one, and of the last.
    fn ends(&self, state: &[f64]) -> [DVec3; 2] {
        let mut ends = [DVec3::ZERO; 2];
        for angle in &state[..self.masses_kg.len()] {
            let along = DVec3::new(libm::sin(*angle), -libm::cos(*angle), 0.0);
            ends = [ends[1], ends[1] + along * self.rod_m];
        }
        ends
    }

    /// Rates of angles and of their speeds, from Lagrange's equations:
    /// `Σ_j S_ij (cos(θ_i − θ_j) θ''_j + sin(θ_i − θ_j) θ'_j²) = −g/l S_ii sin θ_i`, with
    /// `S_ij` the mass that hangs on both rods, and drag that takes its share of each speed.
    fn rate(&self, state: &[f64], rates: &mut [f64]) {
        let rods = self.masses_kg.len();
        let (angles, speeds) = state.split_at(rods);
        let directions: Vec<(f64, f64)> = angles.iter().map(|angle| libm::sincos(*angle)).collect();
        let mut carried = self.masses_kg.clone();
        for rod in (1..rods).rev() {
            carried[rod - 1] += carried[rod];
        }
        let mut matrix = vec![0.0; rods * rods];
        let mut forces = vec![0.0; rods];
        for i in 0..rods {
            let (sine, cosine) = directions[i];
            forces[i] = -self.gravity_m_s2 / self.rod_m * carried[i] * sine;
            for j in 0..rods {
                let mass = carried[i.max(j)];
                let (other_sine, other_cosine) = directions[j];
                matrix[i * rods + j] = mass * (cosine * other_cosine + sine * other_sine);
                let between = sine * other_cosine - cosine * other_sine;
                forces[i] -= mass * between * speeds[j] * speeds[j];
            }
        }
        let accelerations = solved(matrix, forces);
        rates[..rods].copy_from_slice(speeds);
        let with_drag = accelerations.iter().zip(speeds);
        for (rate, (acceleration, speed)) in rates[rods..].iter_mut().zip(with_drag) {
            *rate = acceleration - self.drag_per_s * speed;
        }
    }
}

/// Solves a system with a symmetric positive definite matrix, row by row, by elimination.
fn solved(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row * size + pivot] / matrix[pivot * size + pivot];
            for column in pivot..size {
                matrix[row * size + column] -= factor * matrix[pivot * size + column];
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size)
            .map(|j| matrix[row * size + j] * right[j])
            .sum();
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
    right
}
