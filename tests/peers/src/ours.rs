//! Ragdoll Lab.

use crate::engine::{Engine, Entry, RATE_HZ};
use ragdoll_lab::compile::preset_name;
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::{Constraint, Settings, State, World};
use ragdoll_lab::scene::Preset;

struct Ours(World);

pub fn entry(preset: Preset) -> Entry {
    Entry {
        engine: "Ragdoll Lab",
        setting: format!("{} at {RATE_HZ} Hz", preset_name(preset)),
        preset,
        limits: violation,
        build: Box::new(|setup| Ok(Box::new(Ours(setup.world.clone())))),
    }
}

/// In the angles of the preset: swing and twist, or the paper's components.
fn violation(limit: &AngleLimit, settings: &Settings, state: &State) -> f64 {
    Constraint::AngleLimit(limit.clone())
        .residual(state, settings)
        .angle
}

impl Engine for Ours {
    fn step(&mut self) {
        self.0.step();
    }

    fn show(&self, state: &mut State) {
        state.bodies.clone_from(&self.0.state().bodies);
    }
}
