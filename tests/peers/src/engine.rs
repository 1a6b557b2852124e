//! What every engine answers, and what it is built from.

use crate::case::Case;
use ragdoll_lab::compile::{compile, BuildError, IdMap};
use ragdoll_lab::lab::bench::Solving;
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::{Model, Settings, State, Surface, World};
use ragdoll_lab::scene::{Precision, Preset};

/// Steps per second of all engines, Hz.
pub const RATE_HZ: f64 = 60.0;

/// The ragdolls as our own program builds them; other engines copy their bodies, joints,
/// limits and places.
pub struct Setup {
    pub case: Case,
    pub world: World,
    pub map: IdMap,
}

impl Setup {
    pub fn new(
        (case, count): (Case, u32),
        preset: Preset,
        precision: Precision,
    ) -> Result<Setup, String> {
        let solving = Solving {
            preset,
            rate_hz: Some(RATE_HZ),
            precision,
            ..Solving::default()
        };
        let scene = case.scene(count, solving);
        let (world, map) = scene.and_then(|scene| compile(&scene)).map_err(said)?;
        Ok(Setup { case, world, map })
    }
}

fn said(errors: Vec<BuildError>) -> String {
    let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// What not all engines have.
pub fn refuse_what_others_lack(model: &Model) -> Result<(), String> {
    let rolls = |surface: &Surface| surface.rolling_resistance != 0.0;
    let of_bodies = model.bodies.iter().map(|body| &body.surface);
    let of_obstacles = model.obstacles.iter().map(|obstacle| &obstacle.surface);
    if of_bodies.chain(of_obstacles).any(rolls) {
        return Err("a surface resists rolling".into());
    }
    if model.settings.common.joint_damping != 0.0 {
        return Err("joints are damped".into());
    }
    Ok(())
}

/// An engine at work.
pub trait Engine {
    /// Advances by one step.
    fn step(&mut self);

    /// Whether all numbers are sane.
    fn is_sane(&self) -> bool;

    /// Writes where all bodies are and how they move over a state of ours.
    fn show(&self, state: &mut State);
}

/// How far a limit is exceeded in the angles that an engine itself limits, rad.
pub type LimitMeasure = fn(&AngleLimit, &Settings, &State) -> f64;

/// Puts the ragdolls of a setup into an engine.
pub type Build = dyn Fn(&Setup) -> Result<Box<dyn Engine>, String>;

/// An engine with its settings.
pub struct Entry {
    pub engine: &'static str,
    pub setting: String,
    /// What our world is built with; others take only bodies and joints from it.
    pub preset: Preset,
    pub precision: Precision,
    pub limits: LimitMeasure,
    pub build: Box<Build>,
}
