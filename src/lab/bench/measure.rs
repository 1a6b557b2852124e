//! Errors and energies of each of many ragdolls, step by step.

use super::median;
use crate::compile::IdMap;
use crate::physics::constraint::Pin;
use crate::physics::{ColliderId, Constraint, Core, Model, State};
use serde::Serialize;

/// Separation of a joint above which a ragdoll has blown up, m.
pub const BLOWN_M: f64 = 0.25;

/// Distance of a joint's two anchor points, m.
pub fn separation(pin: &Pin, state: &State) -> f64 {
    pin.a.position(state).distance(pin.b.position(state))
}

/// Violation of a limit in the angles of its own model, the largest of its angles,
/// rad; `None` for other constraints.
pub fn violation(constraint: &Constraint, model: &Model, state: &State) -> Option<f64> {
    matches!(constraint, Constraint::AngleLimit(_))
        .then(|| constraint.residual(state, &model.settings).angle)
}

/// How deep a sphere is below the ground `y = 0`, m; 0 above it, `None` for bodies
/// that are no spheres.
pub fn depth(model: &Model, state: &State, body: usize) -> Option<f64> {
    let sphere = model.bodies[body]
        .shape
        .as_ref()
        .filter(|s| s.core == Core::Point)?;
    Some((sphere.radius - state.bodies[body].position.y).max(0.0))
}

/// Kinetic energy of some bodies, J.
pub fn kinetic_energy(model: &Model, state: &State, bodies: std::ops::Range<usize>) -> f64 {
    let of = |body: usize| {
        let motion = &state.bodies[body];
        let spin = motion.angular_velocity;
        let momentum = State::inertia_times(model, body, motion.orientation, spin);
        let mass = model.bodies[body].mass;
        0.5 * (mass * motion.velocity.length_squared() + spin.dot(momentum))
    };
    bodies.map(of).sum()
}

/// Errors over all steps so far.
#[derive(Debug, Clone)]
pub struct Measures {
    ragdolls: Vec<Parts>,
    /// Largest separation of each ragdoll, m.
    worst: Vec<f64>,
    blown: Vec<bool>,
    separations: Mean,
    violations: Mean,
    worst_violation: f64,
    deepest: f64,
}

/// The bodies and constraints of a ragdoll.
#[derive(Debug, Clone)]
struct Parts {
    bodies: std::ops::Range<usize>,
    constraints: std::ops::Range<usize>,
}

/// A mean that grows value by value.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The mean; zero of nothing.
    pub fn value(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// What has been measured, in the units of the reports, whose keys these are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Errors {
    /// Separation, mean over joints, ragdolls and steps, mm.
    pub sep_mean_mm: f64,
    /// Largest separation of the median ragdoll, mm.
    pub sep_worst_median_mm: f64,
    /// Largest separation of all, mm.
    pub sep_worst_mm: f64,
    /// Violation of limits, mean over limits, ragdolls and steps, degrees.
    pub limit_mean_deg: f64,
    /// Largest violation of a limit, degrees.
    pub limit_worst_deg: f64,
    /// Deepest sphere below the ground, or deepest overlap of two surfaces, mm.
    pub penetration_worst_mm: f64,
    /// Kinetic energy of the median ragdoll now, J.
    pub kinetic_energy_median_j: f64,
    /// Ragdolls with a joint ever further apart than [`BLOWN_M`], or not finite.
    pub blown: usize,
}

impl Measures {
    /// Nothing measured yet.
    pub fn new(map: &IdMap) -> Measures {
        let parts = map.ragdolls.iter().map(|ragdoll| Parts {
            bodies: ragdoll.bodies.clone(),
            constraints: ragdoll.constraints.clone(),
        });
        let ragdolls: Vec<_> = parts.collect();
        Measures {
            worst: vec![0.0; ragdolls.len()],
            blown: vec![false; ragdolls.len()],
            ragdolls,
            separations: Mean::default(),
            violations: Mean::default(),
            worst_violation: 0.0,
            deepest: 0.0,
        }
    }

    /// Takes in the state after a step.
    pub fn observe(&mut self, model: &Model, state: &State) {
        for ragdoll in 0..self.ragdolls.len() {
            let parts = self.ragdolls[ragdoll].clone();
            for constraint in &model.constraints[parts.constraints] {
                if let Constraint::Pin(pin) = constraint {
                    let apart = separation(pin, state);
                    self.separations.add(apart);
                    self.worst[ragdoll] = self.worst[ragdoll].max(apart);
                } else if let Some(angle) = violation(constraint, model, state) {
                    self.violations.add(angle);
                    self.worst_violation = self.worst_violation.max(angle);
                }
            }
            let depths = parts.bodies.filter_map(|body| depth(model, state, body));
            self.deepest = depths.fold(self.deepest, f64::max);
            self.blown[ragdoll] |= self.worst[ragdoll] > BLOWN_M;
        }
    }

    /// Counts the ragdoll of a thing that left the range of sane numbers.
    pub fn lose(&mut self, owner: ColliderId) {
        if let ColliderId::Body(body) = owner {
            let lost = self.ragdolls.iter().position(|r| r.bodies.contains(&body));
            if let Some(lost) = lost {
                self.blown[lost] = true;
            }
        }
    }

    /// The errors so far, and the energy of a state.
    pub fn errors(&self, model: &Model, state: &State) -> Errors {
        let energies = self.ragdolls.iter();
        let energies = energies.map(|r| kinetic_energy(model, state, r.bodies.clone()));
        Errors {
            sep_mean_mm: self.separations.value() * 1e3,
            sep_worst_median_mm: median(self.worst.clone()) * 1e3,
            sep_worst_mm: self.worst.iter().copied().fold(0.0, f64::max) * 1e3,
            limit_mean_deg: self.violations.value().to_degrees(),
            limit_worst_deg: self.worst_violation.to_degrees(),
            penetration_worst_mm: self.deepest * 1e3,
            kinetic_energy_median_j: median(energies.collect()),
            blown: self.blown.iter().filter(|blown| **blown).count(),
        }
    }
}
