//! What every engine answers, and what it is built from.

use clap::ValueEnum;
use ragdoll_lab::compile::{compile, BuildError, IdMap};
use ragdoll_lab::lab::bench::{MxDrop, Pile, Solving};
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::{Settings, State, World};
use ragdoll_lab::scene::{Material, Precision, Preset, Scene};

/// Steps per second of all engines, Hz.
pub const RATE_HZ: f64 = 60.0;

/// Drag of everything, 1/s.
const DRAG_PER_S: f64 = 0.05;
/// Friction of everything.
const FRICTION: f64 = 0.5;
/// Id of the surface of the pile, beyond those of its scene.
const SURFACE: u32 = 1_000_000;

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

    /// The scene with what every engine can do: no damping of joints, no resistance to
    /// rolling, and the same drag with every preset.
    fn scene(self, ragdolls: u32, solving: Solving) -> Result<Scene, Vec<BuildError>> {
        let solving = Solving {
            joint_damping_per_s: Some(0.0),
            ..solving
        };
        match self {
            Case::MxDrop => MxDrop {
                ragdolls,
                solving,
                ..MxDrop::default()
            }
            .scene(),
            Case::Pile => Pile {
                ragdolls,
                solving,
                ..Pile::default()
            }
            .scene()
            .map(plain),
        }
    }
}

fn plain(mut scene: Scene) -> Scene {
    scene.solver.linear_drag_per_s = Some(DRAG_PER_S);
    scene.solver.angular_drag_per_s = Some(DRAG_PER_S);
    scene.materials.push(Material {
        id: SURFACE,
        name: String::new(),
        restitution: 0.0,
        friction: FRICTION,
        rolling_resistance: 0.0,
    });
    for obstacle in &mut scene.obstacles {
        obstacle.material = Some(SURFACE);
    }
    for ragdoll in &mut scene.ragdolls {
        ragdoll.material = Some(SURFACE);
    }
    scene
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
        let solving = Solving {
            preset,
            rate_hz: Some(RATE_HZ),
            precision,
            ..Solving::default()
        };
        let scene = case.scene(ragdolls, solving);
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
    /// Advances by one step; whether all numbers are sane.
    fn step(&mut self) -> bool;

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
