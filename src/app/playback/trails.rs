//! The ways of the balls and of the ragdoll that was hit.

use super::trail::Trail;
use crate::compile::RagdollMap;
use crate::lab::Simulation;
use crate::physics::{Model, State};
use glam::DVec3;

/// The ways of what is followed.
#[derive(Debug, Clone, Default)]
pub struct Trails {
    /// Ways of the balls.
    pub balls: Vec<Trail>,
    /// Ways of the head, the pelvis and, if it has them, hands and feet of the ragdoll that
    /// was hit most.
    pub figure: Vec<Trail>,
    /// Which one that is, by its place among those of the scene.
    followed: usize,
}

impl Trails {
    /// Adds where everything is after a step.
    pub(super) fn record(&mut self, simulation: &Simulation) {
        let state = simulation.world.state();
        let balls: Vec<DVec3> = simulation
            .balls()
            .iter()
            .filter_map(|&ball| Some(state.bodies.get(ball)?.position))
            .collect();
        add_to(&mut self.balls, state.step, &balls);
        let Some(shot) = &simulation.metrics.shot else {
            return;
        };
        if shot.figure != self.followed && shot.first_hit.is_some() {
            self.followed = shot.figure;
            self.figure.clear();
        }
        if let Some(ragdoll) = simulation.map.ragdolls.get(self.followed) {
            let followed = followed(ragdoll, simulation.world.model(), state);
            add_to(&mut self.figure, state.step, &followed);
        }
    }

    /// Forgets what comes after a step.
    pub(super) fn end_at(&mut self, step: u64) {
        for trail in self.balls.iter_mut().chain(&mut self.figure) {
            trail.end_at(step);
        }
    }
}

fn add_to(trails: &mut Vec<Trail>, step: u64, positions: &[DVec3]) {
    if trails.len() < positions.len() {
        trails.resize(positions.len(), Trail::default());
    }
    for (trail, position) in trails.iter_mut().zip(positions) {
        trail.add(step, *position);
    }
}

/// Parts of a figure whose way is shown, by each of their names.
const FOLLOWED_PARTS: [&[&str]; 6] = [
    &["head"],
    &["pelvis", "basin"],
    &["l_hand"],
    &["r_hand"],
    &["l_foot"],
    &["r_foot"],
];

/// Where the followed parts of a figure are; always the same ones of a figure.
fn followed(ragdoll: &RagdollMap, model: &Model, state: &State) -> Vec<DVec3> {
    let of_body = |i: usize| Some(state.bodies.get(i)?.position);
    let of_stick = |i: usize| Some(state.particles.get(model.sticks.get(i)?.a)?.position);
    let place = |part: &str| {
        let body = ragdoll.body_of(part).and_then(of_body);
        body.or_else(|| ragdoll.stick_of(part).and_then(of_stick))
    };
    let of_names = |names: &&[&str]| names.iter().find_map(|name| place(name));
    FOLLOWED_PARTS.iter().filter_map(of_names).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    fn followed_of(figure: &str) -> Vec<DVec3> {
        let text = format!(
            r#"{{"format": "ragdoll-scene", "version": 2,
                "ragdolls": [{{"id": 1, "figure": {figure}}}]}}"#
        );
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let simulation = Simulation::new(&scene).unwrap();
        let (model, state) = (simulation.world.model(), simulation.world.state());
        followed(&simulation.map.ragdolls[0], model, state)
    }

    #[test]
    fn head_and_hips_are_followed_and_hands_and_feet_where_there_are_some() {
        assert_eq!(followed_of(r#"{"mx": {}}"#).len(), 6);
        assert_eq!(followed_of(r#"{"thesis": {}}"#).len(), 2);
        assert_eq!(followed_of(r#"{"thesis": {"build": "rigid"}}"#).len(), 2);
        assert!(followed_of(r#"{"mx": {}}"#)[0].y > 1.5);
    }
}
