//! Ragdoll Lab.

use crate::engine::{Engine, Entry, RATE_HZ};
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::{Constraint, Settings, State, StepOutcome, World};
use ragdoll_lab::scene::{Precision, Preset};

struct Ours {
    world: World,
    sane: bool,
}

pub fn entry(preset: Preset, precision: Precision) -> Entry {
    let number = match precision {
        Precision::F32 => "f32",
        Precision::F64 => "f64",
    };
    Entry {
        engine: "Ragdoll Lab",
        setting: format!("{} at {RATE_HZ} Hz, {number}", preset.name()),
        preset,
        precision,
        limits: violation,
        build: Box::new(|setup| {
            let world = setup.world.clone();
            Ok(Box::new(Ours { world, sane: true }))
        }),
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
        self.sane &= self.world.step() == StepOutcome::Advanced;
    }

    fn is_sane(&self) -> bool {
        self.sane
    }

    fn show(&self, state: &mut State) {
        state.bodies.clone_from(&self.world.state().bodies);
    }
}
