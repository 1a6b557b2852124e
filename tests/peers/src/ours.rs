//! Ragdoll Lab.

use crate::engine::{Engine, Entry, RATE_HZ};
use ragdoll_lab::compile::preset_name;
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::{Constraint, Settings, State, StepOutcome, World};
use ragdoll_lab::scene::{Precision, Preset};

struct Ours(World);

pub fn entry((preset, precision): (Preset, Precision)) -> Entry {
    let number = match precision {
        Precision::F32 => "f32",
        Precision::F64 => "f64",
    };
    Entry {
        engine: "Ragdoll Lab",
        setting: format!("{} at {RATE_HZ} Hz, {number}", preset_name(preset)),
        preset,
        precision,
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
    fn step(&mut self) -> bool {
        self.0.step() == StepOutcome::Advanced
    }

    fn show(&self, state: &mut State) {
        state.bodies.clone_from(&self.0.state().bodies);
    }
}
