//! From a scene to a world: the only place where degrees become radians and
//! where a scene meets what the methods can do. What they cannot do is refused
//! by name.

mod body;
mod build;
mod collision;
mod constraint;
mod figure;
mod flatten;
mod hitman;
pub mod mx;
mod obstacle;
mod rigid;
mod settings;
mod thesis;
mod thesis_rigid;

pub use body::{ball_mass, volume_of};
pub use flatten::flatten;
pub use settings::{preset_name, settings_of};

use crate::physics::{Convex, Owner, World};
use crate::scene::{Id, Scene};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Why a scene cannot be simulated: thing, reason, remedy.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildError {
    /// Path in the document, such as `bodies[0].shape`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.path, self.message, self.remedy)
    }
}

impl std::error::Error for BuildError {}

pub(crate) fn refuse(path: impl Into<String>, message: String, remedy: &str) -> BuildError {
    BuildError {
        path: path.into(),
        message,
        remedy: remedy.into(),
    }
}

/// Where the things of the scene are in the world.
#[derive(Debug, Clone, Default)]
pub struct IdMap {
    /// Particle index of each particle.
    pub particles: BTreeMap<Id, usize>,
    /// Body index of each body.
    pub bodies: BTreeMap<Id, usize>,
    /// Index in [`crate::physics::Model::sticks`] of each stick.
    pub sticks: BTreeMap<Id, usize>,
    /// Obstacle indices of each obstacle; stairs have several.
    pub obstacles: BTreeMap<Id, Range<usize>>,
    /// The ragdolls in the order of the scene.
    pub ragdolls: Vec<RagdollMap>,
    /// Shape that each body is drawn with; what collides may be less.
    pub looks: Vec<Convex>,
}

/// Where a ragdoll is in the world.
#[derive(Debug, Clone)]
pub struct RagdollMap {
    /// Its id.
    pub id: Id,
    /// Its particles.
    pub particles: Range<usize>,
    /// Its sticks.
    pub sticks: Range<usize>,
    /// Its bodies.
    pub bodies: Range<usize>,
    /// Its constraints.
    pub constraints: Range<usize>,
    /// Names of its bodies or, if it has none, of its sticks.
    pub parts: Vec<&'static str>,
}

impl RagdollMap {
    /// Index of the body of a part.
    pub fn body_of(&self, part: &str) -> Option<usize> {
        let place = self.parts.iter().position(|name| *name == part)?;
        let body = self.bodies.start + place;
        self.bodies.contains(&body).then_some(body)
    }

    /// Index of the stick of a part.
    pub fn stick_of(&self, part: &str) -> Option<usize> {
        let place = self.parts.iter().position(|name| *name == part)?;
        let stick = self.sticks.start + place;
        self.sticks.contains(&stick).then_some(stick)
    }
}

impl IdMap {
    /// Particles of the figure that travel is measured of: all ragdolls.
    pub fn figure_particles(&self) -> Vec<usize> {
        self.ragdolls
            .iter()
            .flat_map(|ragdoll| ragdoll.particles.clone())
            .collect()
    }

    /// Bodies of the figure that travel is measured of: all ragdolls.
    pub fn figure_bodies(&self) -> Vec<usize> {
        self.ragdolls
            .iter()
            .flat_map(|ragdoll| ragdoll.bodies.clone())
            .collect()
    }
}

impl IdMap {
    /// What a person calls a thing of the world: its part of a ragdoll, or its kind
    /// and its id where it has one.
    pub fn name_of(&self, owner: Owner) -> String {
        if let Some((ragdoll, part)) = self.part_of(owner) {
            return format!("{part} of ragdoll {ragdoll}");
        }
        let numbered = |kind: &str, ids: &BTreeMap<Id, usize>, index: usize| {
            let id = ids.iter().find(|(_, &i)| i == index);
            id.map(|(id, _)| format!("{kind} {id}"))
        };
        let (name, otherwise) = match owner {
            Owner::Particle(i) => (numbered("particle", &self.particles, i), "a particle"),
            Owner::Body(i) => (numbered("body", &self.bodies, i), "a thrown ball"),
            Owner::Stick(i) => (numbered("stick", &self.sticks, i), "a stick"),
            Owner::Obstacle(i) => {
                let found = self.obstacles.iter().find(|(_, parts)| parts.contains(&i));
                (found.map(|(id, _)| format!("obstacle {id}")), "an obstacle")
            }
        };
        name.unwrap_or_else(|| otherwise.into())
    }

    /// Id of the ragdoll and name of the part that a thing is.
    fn part_of(&self, owner: Owner) -> Option<(Id, &'static str)> {
        self.ragdolls.iter().find_map(|ragdoll| {
            let place = match owner {
                Owner::Body(i) if ragdoll.bodies.contains(&i) => i - ragdoll.bodies.start,
                Owner::Stick(i) if ragdoll.sticks.contains(&i) => i - ragdoll.sticks.start,
                Owner::Particle(i) if ragdoll.particles.contains(&i) => {
                    return Some((ragdoll.id, "a particle"))
                }
                _ => return None,
            };
            Some((ragdoll.id, ragdoll.parts.get(place).copied()?))
        })
    }
}

/// Builds the world of a scene.
///
/// # Errors
/// All things that the chosen method cannot simulate.
pub fn compile(scene: &Scene) -> Result<(World, IdMap), Vec<BuildError>> {
    let (info, settings) = settings_of(scene).map_err(|error| vec![error])?;
    build::build(scene, info, settings)
}
