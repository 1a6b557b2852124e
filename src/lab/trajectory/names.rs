//! Names of columns: lower-case letters, digits and underscores, each once.

use crate::lab::simulation::Simulation;
use crate::physics::model::ColliderId;
use crate::physics::{Attachment, Frame};
use crate::scene::Scene;

/// Names of what moves, in its order.
pub(super) struct Names {
    pub bodies: Vec<String>,
    pub particles: Vec<String>,
}

impl Names {
    /// Those of a simulation of a scene at its start, with the balls that the scene throws.
    pub fn of(scene: &Scene, simulation: &Simulation) -> Names {
        let model = simulation.world.model();
        let name = |owner| simulation.map.name_in(scene, owner);
        let bodies = (0..model.bodies.len()).map(|i| name(ColliderId::Body(i)));
        let launcher = scene.launcher.as_ref();
        let balls = launcher.filter(|launcher| launcher.fire_at_s.is_some());
        let balls = (0..balls.map_or(0, |launcher| launcher.count)).map(|_| "ball".to_owned());
        let particles = (0..model.particles.len()).map(|i| name(ColliderId::Particle(i)));
        let bodies: Vec<String> = bodies.chain(balls).collect();
        let count = bodies.len();
        let mut bodies = distinct(bodies.into_iter().chain(particles));
        let particles = bodies.split_off(count);
        Names { bodies, particles }
    }

    /// What a point belongs to.
    pub fn of_point(&self, point: &Attachment) -> &str {
        let name = match point {
            Attachment::World(_) => None,
            Attachment::Particle(particle) => self.particles.get(*particle),
            Attachment::Particles { ix, .. } => self.particles.get(ix[0]),
            Attachment::Limb { a, .. } => self.particles.get(*a),
            Attachment::Body { body, .. } => self.bodies.get(*body),
        };
        name.map_or("world", String::as_str)
    }

    /// What a frame is that of.
    pub fn of_frame(&self, frame: &Frame) -> &str {
        match frame {
            Frame::World => "world",
            Frame::Body(body) => self.bodies.get(*body).map_or("world", String::as_str),
        }
    }
}

/// Names as columns can have them; of several that are alike, all after the first are numbered.
pub(super) fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut taken = std::collections::BTreeSet::new();
    for name in names {
        let plain = plain(&name);
        let numbered = (2..).map(|number: u32| format!("{plain}_{number}"));
        let mut candidates = std::iter::once(plain.clone()).chain(numbered);
        let free = candidates
            .find(|name| !taken.contains(name))
            .unwrap_or(plain.clone());
        taken.insert(free.clone());
        all.push(free);
    }
    all
}

/// A name in lower-case letters, digits and underscores.
fn plain(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty() && !matches!(*word, "a" | "an"))
        .map(str::to_ascii_lowercase)
        .collect();
    match words.is_empty() {
        true => "thing".into(),
        false => words.join("_"),
    }
}

#[cfg(test)]
mod tests {
    use super::distinct;

    #[test]
    fn names_are_plain_and_each_is_there_once() {
        let names = ["Left Arm", "a particle", "a particle", "Größe 2", "?"];
        let names = distinct(names.into_iter().map(String::from));
        assert_eq!(
            names,
            ["left_arm", "particle", "particle_2", "gr_e_2", "thing"]
        );
    }
}
