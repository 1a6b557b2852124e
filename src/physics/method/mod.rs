//! Articulation methods: one folder, one line below and one of `registry.rs` each.

pub mod common;
pub mod impulse;
pub mod multipliers;
pub mod paper;
pub mod parameter;
pub mod reduced;
mod registry;
pub mod springs;
pub mod verlet;
mod weakness;

use super::interrupt::Interrupt;
use super::lanes::{Lanes, Touches};
use super::math::vector_from_rotation;
use super::model::{Model, Settings};
use super::state::State;
use super::step::StepContext;
use glam::DQuat;
pub use paper::{Misprint, Misprints, PaperSettings};
use parameter::{ParameterSpec, Value};
use rayon::ThreadPool;
pub use registry::{MethodSettings, OwnSettings, Relaxation, RelaxationMut, METHODS};
use std::sync::Arc;
pub use verlet::{Verlet, VerletSettings};
pub use weakness::{Subject, Weakness};

/// A way to advance articulated bodies.
///
/// A method makes whole steps: substeps, batches and threads are its own affair. What
/// the future depends on beyond poses and velocities it keeps in [`State::memory`], in
/// words of its own choice, so that a state is a checkpoint.
pub trait Method: Send {
    /// Rebuilds what is derived from the model; call it after any change of it.
    fn prepare(&mut self, model: &Model);

    /// Takes in the last body of the model, which has been added and which nothing holds.
    fn add_body(&mut self, model: &Model);

    /// Takes over poses and velocities that another method has left, and moves them to
    /// where it can hold them; says how far.
    fn enter(&mut self, model: &Model, state: &mut State) -> Drift;

    /// Takes nothing as moved before: the whole state is another one.
    fn restart(&mut self);

    /// Makes one step.
    fn step(&mut self, context: &mut StepContext<'_>);

    /// What was stepped in batches touched in the last step, which began at a state.
    fn touches_of_batches(&self, _: &Settings, _: &State) -> Touches {
        Touches::default()
    }

    /// Steps so many alike ragdolls at once from now on; the result is the same.
    fn set_lanes(&mut self, _: Lanes) {}

    /// Whether what can be stepped in batches makes whole steps in them from now on; it does at
    /// first.
    fn set_crowd(&mut self, _: bool) {}

    /// Steps with these threads from now on; the result is the same.
    fn set_threads(&mut self, _: Option<Arc<ThreadPool>>) {}

    /// Ends a step soon after its end is asked for, from now on. What such a step leaves
    /// is thrown away.
    fn set_interrupt(&mut self, interrupt: Interrupt);

    /// A copy with all memory, for checkpoints.
    fn clone_box(&self) -> Box<dyn Method>;
}

/// How far a method moved things when it took over, at most.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Drift {
    /// Of a place, m.
    pub length: f64,
    /// Of an orientation, rad.
    pub angle: f64,
}

impl Drift {
    /// How far things are apart in two states of the same model.
    pub fn between(before: &State, after: &State) -> Drift {
        let particles = before.particles.iter().zip(&after.particles);
        let ways = particles.map(|(a, b)| a.position.distance(b.position));
        let bodies = || before.bodies.iter().zip(&after.bodies);
        let ways = ways.chain(bodies().map(|(a, b)| a.position.distance(b.position)));
        let turn = |from: DQuat, to: DQuat| vector_from_rotation(to * from.conjugate()).length();
        let angles = bodies().map(|(a, b)| turn(a.orientation, b.orientation));
        Drift {
            length: ways.fold(0.0, f64::max),
            angle: angles.fold(0.0, f64::max),
        }
    }
}

/// A named set of values; a scene may set any of them otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preset {
    /// Name as in scene files.
    pub name: &'static str,
    /// What to expect of it, as on screen.
    pub note: &'static str,
    /// Keys and values other than the defaults.
    pub values: &'static [&'static [(&'static str, Value)]],
}

impl Preset {
    /// What a parameter is with it.
    pub fn value(&self, of: &ParameterSpec) -> Value {
        let mut all = self.values.iter().copied().flatten();
        let own = all.find(|(key, _)| *key == of.key);
        own.map_or(of.standard(), |(_, value)| *value)
    }
}

/// What a method may or may not be able to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Capability {
    /// Point masses.
    Particles,
    /// Rigid bodies that are not balls.
    RigidBodies,
    /// Constraints that close a loop.
    Loops,
    /// Collisions.
    Contacts,
    /// Limits of the angles of joints.
    Limits,
    /// Ragdolls that are alike are solved side by side.
    Batches,
    /// Springs of surfaces against what they touch.
    ContactSprings,
    /// Constraints on velocities alone: rolling without slip.
    Rolling,
}

impl Capability {
    /// All of them.
    pub const ALL: [Capability; 8] = [
        Capability::Particles,
        Capability::RigidBodies,
        Capability::Loops,
        Capability::Contacts,
        Capability::Limits,
        Capability::Batches,
        Capability::ContactSprings,
        Capability::Rolling,
    ];

    /// Name in lists.
    pub fn name(self) -> &'static str {
        match self {
            Capability::Particles => "particles",
            Capability::RigidBodies => "rigid_bodies",
            Capability::Loops => "loops",
            Capability::Contacts => "contacts",
            Capability::Limits => "limits",
            Capability::Batches => "batches",
            Capability::ContactSprings => "contact_springs",
            Capability::Rolling => "rolling",
        }
    }
}

/// One entry of the list of methods that every control, command and check reads.
#[derive(Debug, Clone, Copy)]
pub struct MethodInfo {
    /// Name in files and on the command line.
    pub id: &'static str,
    /// Name on screen.
    pub label: &'static str,
    /// What it is, with its source.
    pub summary: &'static str,
    /// What it can simulate.
    pub capabilities: &'static [Capability],
    /// Whether it is there to be read beside its source, and never offered as a way to do better.
    pub companion: bool,
    /// Its settings. A later one may depend on an earlier one.
    pub parameters: &'static [ParameterSpec],
    /// Its presets.
    pub presets: &'static [Preset],
    /// What it is weak at, measured against known answers.
    pub weaknesses: &'static [Weakness],
    /// Its settings as they are without preset and scene.
    pub settings: fn() -> MethodSettings,
    /// Names what else of a model is beyond it, if anything.
    pub refuses: fn(&Model) -> Option<&'static str>,
    /// Which of its settings would keep the axis of a hinge that bodies of particles share to a
    /// degree, the slimmest of this [thickness](super::MassProperties::thickness); `None` if it
    /// does so already, nothing in words if none would.
    pub axis_needs: fn(&Model, f64) -> Option<&'static str>,
    /// The parameter that is to stay below a value for it to be stable at these poses, if
    /// any.
    pub stable_below: fn(&Model, &State) -> Option<StableBelow>,
    /// Makes one.
    pub create: fn() -> Box<dyn Method>,
}

/// From which value of a parameter on a method is unstable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StableBelow {
    /// The parameter.
    pub key: &'static str,
    /// What it is set to, in its unit.
    pub now: f64,
    /// From where on it is unstable, in the same.
    pub limit: f64,
}

impl MethodInfo {
    /// Whether it can simulate that.
    pub fn can(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    /// Its parameter with this key.
    pub fn parameter(&self, key: &str) -> Option<&'static ParameterSpec> {
        self.parameters.iter().find(|spec| spec.key == key)
    }

    /// What a preset is weak at in cases of a kind, if it is.
    pub fn weakness(&self, preset: &str, subject: Subject) -> Option<&'static Weakness> {
        self.weaknesses.iter().find(|weakness| {
            let of_preset = weakness.presets.is_empty() || weakness.presets.contains(&preset);
            of_preset && weakness.subject == subject
        })
    }

    /// Its preset with this name.
    pub fn preset(&self, name: &str) -> Option<&'static Preset> {
        self.presets.iter().find(|preset| preset.name == name)
    }
}

/// The parameters of all methods, each key once.
pub fn all_parameters() -> impl Iterator<Item = &'static ParameterSpec> {
    let earlier = |method: usize, key: &str| {
        let mut before = METHODS[..method].iter();
        before.any(|other| other.parameter(key).is_some())
    };
    let each = METHODS.iter().enumerate();
    each.flat_map(move |(method, info)| {
        let own = info.parameters.iter();
        own.filter(move |spec| !earlier(method, spec.key))
    })
}

/// The method with this id.
pub fn find(id: &str) -> Option<&'static MethodInfo> {
    METHODS.iter().find(|method| method.id == id)
}

/// The method of which these are the settings.
pub fn of(settings: &MethodSettings) -> Option<&'static MethodInfo> {
    let mut all = METHODS.iter();
    all.find(|method| (method.settings)().is_of_same_method(settings))
}
