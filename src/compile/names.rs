//! What a person calls the things of a world.

use super::IdMap;
use crate::physics::ColliderId;
use crate::scene::{Id, Scene};

impl IdMap {
    /// By its name in the scene where it has one; a part of the only ragdoll by its own name.
    pub fn name_in(&self, scene: &Scene, owner: ColliderId) -> String {
        if let Some((id, part)) = self.part_of(owner) {
            let others = scene.ragdolls.len() > 1;
            let ragdoll = scene.ragdolls.iter().find(|r| r.id == id && others);
            return match ragdoll {
                Some(ragdoll) if !ragdoll.name.is_empty() => format!("{part} of {}", ragdoll.name),
                Some(_) => self.name_of(owner),
                None => part.to_owned(),
            };
        }
        let id = self.id_of(owner);
        let obstacles = scene.obstacles.iter().map(|o| (o.id, o.name.as_str()));
        let mut things = single_things(scene).chain(obstacles);
        let own = id.and_then(|id| things.find(|(of, name)| *of == id && !name.is_empty()));
        own.map_or_else(|| self.name_of(owner), |(_, name)| name.to_owned())
    }

    /// What a person calls a thing of the world: its part of a ragdoll, or its kind
    /// and its id where it has one.
    pub fn name_of(&self, owner: ColliderId) -> String {
        if let Some((ragdoll, part)) = self.part_of(owner) {
            return format!("{part} of ragdoll {ragdoll}");
        }
        let (kind, otherwise) = match owner {
            ColliderId::Particle(i) if self.carried_particles.iter().any(|own| own.0 == i) => {
                ("body", "a body")
            }
            ColliderId::Particle(_) => ("particle", "a particle"),
            ColliderId::Tetrahedron(_) => ("body", "a body"),
            ColliderId::Body(_) => ("body", "a thrown ball"),
            ColliderId::Stick(_) => ("stick", "a stick"),
            ColliderId::Triangle(_) => ("surface", "a surface"),
            ColliderId::Obstacle(_) => ("obstacle", "an obstacle"),
        };
        let id = self.id_of(owner);
        id.map_or_else(|| otherwise.into(), |id| format!("{kind} {id}"))
    }
}

/// Ids and names of the single things of a scene that may move.
pub fn single_things(scene: &Scene) -> impl Iterator<Item = (Id, &str)> {
    let bodies = scene.bodies.iter().map(|b| (b.id, b.name.as_str()));
    let particles = scene.particles.iter().map(|p| (p.id, p.name.as_str()));
    let sticks = scene.constraints.iter().map(|c| (c.id, c.name.as_str()));
    bodies.chain(particles).chain(sticks)
}
