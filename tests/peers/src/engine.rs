//! What every engine answers, and what it is built from.

use ragdoll_lab::compile::{compile, BuildError, IdMap};
use ragdoll_lab::lab::bench::{MxDrop, Solving};
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::{Settings, State, World};
use ragdoll_lab::scene::{Precision, Preset};

/// Steps per second of all engines, Hz.
pub const RATE_HZ: f64 = 60.0;

/// The falling ragdolls as our own program builds them; other engines copy their bodies,
/// joints, limits and places.
pub struct Setup {
    pub world: World,
    pub map: IdMap,
}

impl Setup {
    pub fn new(ragdolls: u32, preset: Preset, precision: Precision) -> Result<Setup, String> {
        let standard = MxDrop::default();
        let drop = MxDrop {
            ragdolls,
            solving: Solving {
                preset,
                rate_hz: Some(RATE_HZ),
                precision,
                ..standard.solving
            },
            ..standard
        };
        let (world, map) = drop
            .scene()
            .and_then(|scene| compile(&scene))
            .map_err(said)?;
        Ok(Setup { world, map })
    }
}

fn said(errors: Vec<BuildError>) -> String {
    let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// An engine at work.
pub trait Engine {
    /// Advances by one step.
    fn step(&mut self);

    /// Writes where all bodies are and how they move over a state of ours.
    fn show(&self, state: &mut State);
}

/// How far a limit is exceeded in the angles that an engine itself limits, rad.
pub type LimitMeasure = fn(&AngleLimit, &Settings, &State) -> f64;

/// An engine with its settings.
pub struct Entry {
    pub engine: &'static str,
    pub setting: String,
    /// What our world is built with; others take only bodies and joints from it.
    pub preset: Preset,
    pub precision: Precision,
    pub limits: LimitMeasure,
    pub build: Box<dyn Fn(&Setup) -> Result<Box<dyn Engine>, String>>,
}
