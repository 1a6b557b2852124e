//! What every engine answers, and what it is built from.

use clap::ValueEnum;
use ragdoll_lab::compile::{compile, BuildError, IdMap};
use ragdoll_lab::lab::bench::{MxDrop, Pile, Solving};
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::{Settings, State, World};
use ragdoll_lab::scene::{Precision, Preset};

/// Steps per second of all engines, Hz.
pub const RATE_HZ: f64 = 60.0;

/// What happens to the ragdolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Case {
    /// Each falls on its own and meets the ground only
    MxDrop,
    /// They fall onto each other and lie in a heap
    Pile,
}

impl Case {
    pub fn name(self) -> &'static str {
        match self {
            Case::MxDrop => "mx-drop",
            Case::Pile => "pile",
        }
    }

    /// Number of ragdolls unless another is asked for.
    pub fn usual_ragdolls(self) -> u32 {
        match self {
            Case::MxDrop => 100,
            Case::Pile => 20,
        }
    }
}

/// The ragdolls as our own program builds them; other engines copy their bodies, joints,
/// limits and places.
pub struct Setup {
    pub case: Case,
    pub world: World,
    pub map: IdMap,
}

impl Setup {
    pub fn new(
        (case, ragdolls): (Case, u32),
        preset: Preset,
        precision: Precision,
    ) -> Result<Setup, String> {
        let solving = |standard: Solving| Solving {
            preset,
            rate_hz: Some(RATE_HZ),
            precision,
            ..standard
        };
        let scene = match case {
            Case::MxDrop => {
                let standard = MxDrop::default();
                let solving = solving(standard.solving.clone());
                MxDrop {
                    ragdolls,
                    solving,
                    ..standard
                }
                .scene()
            }
            Case::Pile => {
                let standard = Pile::default();
                let solving = solving(standard.solving.clone());
                Pile {
                    ragdolls,
                    solving,
                    ..standard
                }
                .scene()
            }
        };
        let (world, map) = scene.and_then(|scene| compile(&scene)).map_err(said)?;
        Ok(Setup { case, world, map })
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
