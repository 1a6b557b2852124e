//! Articulation methods: one file and one line of [`METHODS`] each.

mod verlet;

use super::constraint::LimitModel;
use super::lanes::Lanes;
use super::model::Model;
use super::state::State;
use super::step::StepContext;
use rayon::ThreadPool;
use std::sync::Arc;
pub use verlet::{
    ContactMode, InertiaSplit, Misprints, Order, PinSolve, RotationUpdate, StateForm, Verlet,
    VerletSettings,
};

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

    /// Steps so many alike ragdolls at once from now on; the result is the same.
    fn set_lanes(&mut self, lanes: Lanes);

    /// Steps with these threads from now on; the result is the same.
    fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>);

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

/// A setting of a method, for lists, sliders and help.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// Key in the solver settings of a scene.
    pub key: &'static str,
    /// What it does, with its source.
    pub help: &'static str,
}

/// What a named preset sets; a scene may set any of it otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PresetValues {
    /// Name as in scene files.
    pub name: &'static str,
    /// What to expect of it, as on screen.
    pub note: &'static str,
    /// Steps per second, Hz.
    pub rate_hz: f64,
    /// Substeps per step.
    pub substeps: u32,
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// How constraints reach the velocities.
    pub form: StateForm,
    /// How a pin divides its error.
    pub pins: PinSolve,
    /// How limits measure angles.
    pub limit_model: LimitModel,
    /// How contacts act.
    pub contacts: ContactMode,
    /// Decay rate of velocities, 1/s.
    pub linear_drag: f64,
    /// Decay rate of angular velocities, 1/s.
    pub angular_drag: f64,
    /// Decay rate of the relative turning of joined limbs, 1/s.
    pub joint_damping: f64,
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
    /// Whether it simulates rigid bodies that are not balls.
    pub rigid_bodies: bool,
    /// Its settings.
    pub parameters: &'static [Parameter],
    /// Its presets.
    pub presets: &'static [PresetValues],
    /// Makes one.
    pub create: fn() -> Box<dyn Method>,
}

/// All methods.
pub const METHODS: &[MethodInfo] = &[verlet::INFO];

/// The method with this id.
pub fn find(id: &str) -> Option<&'static MethodInfo> {
    METHODS.iter().find(|method| method.id == id)
}
