//! What a person calls the things of a world.

use super::IdMap;
use crate::physics::ColliderId;
use crate::scene::{Id, Scene};

impl IdMap {
    /// By its name in the scene where it has one; a part of the only ragdoll by its own title.
    pub fn title_in(&self, scene: &Scene, owner: ColliderId) -> String {
        self.called(scene, owner, part_title)
    }

    /// As [`IdMap::title_in`], but parts have the names that they have in files.
    pub fn name_in(&self, scene: &Scene, owner: ColliderId) -> String {
        self.called(scene, owner, str::to_owned)
    }

    fn called(&self, scene: &Scene, owner: ColliderId, of_part: fn(&str) -> String) -> String {
        if let Some((id, part)) = self.part_of(owner) {
            let part = of_part(part);
            let others = scene.ragdolls.len() > 1;
            let ragdoll = scene.ragdolls.iter().find(|r| r.id == id && others);
            return match ragdoll {
                Some(ragdoll) if !ragdoll.name.is_empty() => format!("{part} of {}", ragdoll.name),
                Some(_) => format!("{part} of ragdoll {id}"),
                None => part,
            };
        }
        let id = self.id_of(owner);
        let obstacles = scene.obstacles.iter().map(|o| (o.id, o.name.as_str()));
        let mut things = single_things(scene).chain(obstacles);
        let own = id.and_then(|id| things.find(|(of, name)| *of == id && !name.is_empty()));
        own.map_or_else(
            || self.title_of(owner),
            |(_, name)| self.with_piece(owner, name.to_owned()),
        )
    }

    /// What a person calls a thing of the world: its part of a ragdoll, or its kind
    /// and its id where it has one.
    pub fn title_of(&self, owner: ColliderId) -> String {
        if let Some((ragdoll, part)) = self.part_of(owner) {
            return format!("{} of ragdoll {ragdoll}", part_title(part));
        }
        let (kind, otherwise) = match owner {
            ColliderId::Particle(i) if self.carried_particles.iter().any(|own| own.0 == i) => {
                ("body", "a body")
            }
            ColliderId::Particle(_) => ("particle", "a particle"),
            ColliderId::Tetrahedron(_) => ("body", "a body"),
            ColliderId::Body(_) => ("body", "a thrown ball"),
            ColliderId::Piece(_) => ("body", "a body"),
            ColliderId::Stick(_) => ("stick", "a stick"),
            ColliderId::Triangle(_) => ("surface", "a surface"),
            ColliderId::Obstacle(_) => ("obstacle", "an obstacle"),
        };
        let id = self.id_of(owner);
        let title = id.map_or_else(|| otherwise.into(), |id| format!("{kind} {id}"));
        self.with_piece(owner, title)
    }

    /// With the piece of a compound body that is meant, where it has a name.
    fn with_piece(&self, owner: ColliderId, of: String) -> String {
        let piece = match owner {
            ColliderId::Piece(i) => self.piece_names.get(i),
            _ => None,
        };
        match piece {
            Some((_, name)) if !name.is_empty() => format!("{name} of {of}"),
            _ => of,
        }
    }
}

/// What a person calls a part: `l_lower_arm` is the "Left Lower Arm".
pub fn part_title(part: &str) -> String {
    let word = |(index, word): (usize, &str)| match (index, word) {
        (0, "l") => "Left".to_string(),
        (0, "r") => "Right".to_string(),
        _ => {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            first.to_uppercase() + rest
        }
    };
    let words: Vec<String> = part.split('_').enumerate().map(word).collect();
    words.join(" ")
}

/// Ids and names of the single things of a scene that may move.
pub fn single_things(scene: &Scene) -> impl Iterator<Item = (Id, &str)> {
    let bodies = scene.bodies.iter().map(|b| (b.id, b.name.as_str()));
    let particles = scene.particles.iter().map(|p| (p.id, p.name.as_str()));
    let sticks = scene.constraints.iter().map(|c| (c.id, c.name.as_str()));
    bodies.chain(particles).chain(sticks)
}
