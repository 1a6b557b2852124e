//! Everything that a person can do to a running simulation, as data.

use super::simulation::Shot;
use crate::physics::{Attachment, Blast, Spring};
use crate::scene::{Id, Scene, Solver};
use glam::DVec3;
use std::sync::Arc;

/// What is done to a simulation between two steps. A start and a list of steps with
/// their inputs give the same bits on every run.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Throws the balls of a shot.
    Throw(Shot),
    /// Pulls a point towards a target until it is released; there is one hand.
    Pull {
        /// What is pulled, and where.
        grip: Attachment,
        /// Where to, m.
        target: DVec3,
        /// How the pull gives way.
        spring: Spring,
    },
    /// Lets go of what is pulled.
    Release,
    /// Pins a point where it is.
    Pin(Attachment),
    /// Takes all pins out.
    FreeAll,
    /// Pushes everything near away.
    Blast(Blast),
    /// Lets physics take over an animated ragdoll.
    HandOver(Id),
    /// Changes solver, gravity and wind.
    Retune(Box<Tuning>),
    /// Takes masses, limits, materials and other numbers from a scene of the same things.
    Remodel(Arc<Scene>),
}

/// What of a scene can be changed without looking at its things.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuning {
    /// How the scene is simulated.
    pub solver: Solver,
    /// Gravity, m/s².
    pub gravity_m_s2: [f64; 3],
    /// Velocity of the air, m/s.
    pub air_velocity_m_s: [f64; 3],
}

impl Tuning {
    /// That of a scene.
    pub fn of(scene: &Scene) -> Tuning {
        Tuning {
            solver: scene.solver.clone(),
            gravity_m_s2: scene.gravity_m_s2,
            air_velocity_m_s: scene.air_velocity_m_s,
        }
    }

    /// A scene with nothing but this.
    pub(super) fn bare_scene(&self) -> Scene {
        Scene {
            solver: self.solver.clone(),
            gravity_m_s2: self.gravity_m_s2,
            air_velocity_m_s: self.air_velocity_m_s,
            ..Scene::default()
        }
    }
}

/// How many bytes of memory an input takes, about.
pub(super) fn bytes_of(input: &Input) -> usize {
    let beyond = match input {
        Input::Retune(_) => size_of::<Tuning>(),
        Input::Remodel(scene) => bytes_of_scene(scene),
        _ => 0,
    };
    size_of::<(u64, Input)>() + beyond
}

/// The same of a scene, by its longest lists; meshes are shared with the document.
fn bytes_of_scene(scene: &Scene) -> usize {
    size_of::<Scene>()
        + size_of_val(&scene.bodies[..])
        + size_of_val(&scene.particles[..])
        + size_of_val(&scene.constraints[..])
        + size_of_val(&scene.obstacles[..])
        + scene.ragdolls.len() * BYTES_OF_RAGDOLL
}

/// A ragdoll with a pose and changed parts, bytes.
const BYTES_OF_RAGDOLL: usize = 8000;
