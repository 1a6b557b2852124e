//! Articulation methods: one file and one line of [`METHODS`] each.

pub mod verlet;

use super::active::Active;
use super::constraint::{Contact, LimitModel};
use super::model::{ContactMode, FreeFlight, Model, PinSolve, StateForm};
use super::probe::Probe;
use super::state::State;
pub use verlet::Verlet;

/// A way to advance articulated bodies.
pub trait Method: Send {
    /// Rebuilds what is derived from the model; call it after any change of it.
    fn prepare(&mut self, model: &Model);

    /// Takes in the last body of the model, which has been added and which nothing holds.
    fn add_body(&mut self, model: &Model);

    /// Takes note of what takes part from now on; called after `prepare` and whenever
    /// it changes.
    fn choose(&mut self, model: &Model, active: &Active);

    /// Advances one substep of `h` seconds.
    fn substep(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        crew: Crew<'_>,
    );

    /// A copy with all memory, for checkpoints.
    fn clone_box(&self) -> Box<dyn Method>;
}

/// Who makes a substep and who looks on.
pub struct Crew<'a> {
    /// Threads that may share the work, those of the pool of rayon in which the call
    /// is made; the result is the same.
    pub threads: usize,
    /// What one thread does is shown to it.
    pub probe: &'a mut dyn Probe,
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
    /// How what nothing touches or holds flies.
    pub free_flight: FreeFlight,
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
