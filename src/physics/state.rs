//! Everything that moves, and its hash.

use super::model::Model;
use glam::{DQuat, DVec3};
use xxhash_rust::xxh3::Xxh3;

/// Motion of a particle. The velocity is the position difference of the last
/// substep divided by its duration: Verlet's memory in a form that survives a
/// change of the step (Jakobsen, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ParticleState {
    /// Position, m.
    pub position: DVec3,
    /// Velocity, m/s.
    pub velocity: DVec3,
}

/// Motion of a rigid body.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BodyState {
    /// Position of the centre of mass, m.
    pub position: DVec3,
    /// Orientation, body to world.
    pub orientation: DQuat,
    /// Velocity of the centre of mass, m/s.
    pub velocity: DVec3,
    /// Angular velocity in the world, rad/s.
    pub angular_velocity: DVec3,
}

/// Whether an assembly moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rest {
    /// Motionless until something touches it.
    pub asleep: bool,
    /// Asleep from the start, as a figure that stands until something hits it.
    pub standing: bool,
    /// For how long it has been below the sleep thresholds, s.
    pub quiet_s: f64,
}

/// Everything that moves. A clone is a checkpoint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// Number of steps made.
    pub step: u64,
    /// Particles, as in the model.
    pub particles: Vec<ParticleState>,
    /// Bodies, as in the model.
    pub bodies: Vec<BodyState>,
    /// Assemblies, as numbered in the model.
    pub rest: Vec<Rest>,
}

impl State {
    /// 1/kg; zero if the particle is fixed or asleep.
    pub fn inverse_mass_of_particle(&self, model: &Model, particle: usize) -> f64 {
        let constant = &model.particles[particle];
        if constant.fixed || self.rest[constant.assembly].asleep {
            0.0
        } else {
            1.0 / constant.mass
        }
    }

    /// 1/kg and 1/(kg·m²); zero if the body is asleep.
    pub fn inverse_mass_of_body(&self, model: &Model, body: usize) -> (f64, f64) {
        let constant = &model.bodies[body];
        if self.rest[constant.assembly].asleep {
            (0.0, 0.0)
        } else {
            (1.0 / constant.mass, 1.0 / constant.inertia)
        }
    }

    /// Hash of every bit that the future depends on; equal on every machine
    /// that computes the same bits.
    pub fn hash(&self) -> u64 {
        let flag = |holds: bool| f64::from(u8::from(holds));
        let mut hasher = Xxh3::new();
        let mut write = |values: &[f64]| {
            for value in values {
                hasher.update(&value.to_bits().to_le_bytes());
            }
        };
        for p in &self.particles {
            write(&p.position.to_array());
            write(&p.velocity.to_array());
        }
        for b in &self.bodies {
            write(&b.position.to_array());
            write(&b.orientation.to_array());
            write(&b.velocity.to_array());
            write(&b.angular_velocity.to_array());
        }
        for r in &self.rest {
            write(&[r.quiet_s, flag(r.asleep), flag(r.standing)]);
        }
        hasher.update(&self.step.to_le_bytes());
        hasher.digest()
    }
}
