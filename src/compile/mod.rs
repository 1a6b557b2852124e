//! From a scene to a world: the only place where degrees become radians and
//! where a scene meets what the methods can do. What they cannot do is refused
//! by name.

mod build;
mod figure;
mod flatten;
#[allow(dead_code)] // Until figures are built of it.
mod hitman;
#[allow(dead_code)] // Until figures are built of it.
mod mx;
#[allow(dead_code)] // Until figures are built of it.
mod rigid;
mod thesis;
#[allow(dead_code)] // Until figures are built of it.
mod thesis_rigid;

pub use build::ball_mass;
pub use flatten::flatten;

use crate::physics::method::{self, MethodInfo, PresetValues};
use crate::physics::{Order, Settings, World};
use crate::scene::{self, range, Id, Preset, Scene};
use glam::DVec3;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Why a scene cannot be simulated: thing, reason, remedy.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildError {
    /// Path in the document, such as `bodies[0].shape`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.path, self.message, self.remedy)
    }
}

impl std::error::Error for BuildError {}

pub(crate) fn refuse(path: impl Into<String>, message: String, remedy: &str) -> BuildError {
    BuildError {
        path: path.into(),
        message,
        remedy: remedy.into(),
    }
}

/// Where the things of the scene are in the world.
#[derive(Debug, Clone, Default)]
pub struct IdMap {
    /// Particle index of each particle.
    pub particles: BTreeMap<Id, usize>,
    /// Body index of each body.
    pub bodies: BTreeMap<Id, usize>,
    /// Index in [`crate::physics::Model::sticks`] of each stick.
    pub sticks: BTreeMap<Id, usize>,
    /// Obstacle indices of each obstacle; stairs have several.
    pub obstacles: BTreeMap<Id, Range<usize>>,
    /// The ragdolls in the order of the scene.
    pub ragdolls: Vec<RagdollMap>,
}

/// Where a ragdoll is in the world.
#[derive(Debug, Clone)]
pub struct RagdollMap {
    /// Its id.
    pub id: Id,
    /// Its particles.
    pub particles: Range<usize>,
    /// Its sticks.
    pub sticks: Range<usize>,
    /// Names of its sticks.
    pub parts: Vec<&'static str>,
}

impl IdMap {
    /// Particles of the figure that travel is measured of: all ragdolls.
    pub fn figure_particles(&self) -> Vec<usize> {
        self.ragdolls
            .iter()
            .flat_map(|ragdoll| ragdoll.particles.clone())
            .collect()
    }
}

/// Builds the world of a scene.
///
/// # Errors
/// All things that the chosen method cannot simulate.
pub fn compile(scene: &Scene) -> Result<(World, IdMap), Vec<BuildError>> {
    let (info, settings) = settings_of(scene).map_err(|error| vec![error])?;
    build::build(scene, info, settings)
}

/// The method of a scene and the settings that its preset and overrides give.
///
/// # Errors
/// Unknown method, or a preset, order or precision that it does not offer.
pub fn settings_of(scene: &Scene) -> Result<(&'static MethodInfo, Settings), BuildError> {
    let solver = &scene.solver;
    let info = method::find(&solver.method).ok_or_else(|| {
        let known: Vec<_> = method::METHODS.iter().map(|m| m.id).collect();
        let message = format!("unknown method `{}`", solver.method);
        refuse(
            "solver.method",
            message,
            &format!("use one of: {}", known.join(", ")),
        )
    })?;
    let preset = preset_of(info, solver.preset)?;
    if solver.precision == scene::Precision::F32 {
        let message = format!("method {} computes in f64 only", info.id);
        return Err(refuse("solver.precision", message, "leave `precision` out"));
    }
    if let Some(key) = not_simulated(solver) {
        let message = format!("method {} does not know `{key}` yet", info.id);
        return Err(refuse(format!("solver.{key}"), message, "leave it out"));
    }
    let settings = Settings {
        gravity: DVec3::from(scene.gravity_m_s2),
        step_s: 1.0 / solver.rate_hz.unwrap_or(preset.rate_hz),
        substeps: solver.substeps.unwrap_or(preset.substeps),
        iterations: solver.iterations.unwrap_or(preset.iterations),
        weighting: solver.weighting,
        over_relaxation: solver.over_relaxation,
        linear_drag: solver.linear_drag_per_s.unwrap_or(range::DRAG.default),
        angular_drag: (solver.angular_drag_per_s).unwrap_or(range::ANGULAR_DRAG.default),
        joint_damping: (solver.joint_damping_per_s).unwrap_or(range::JOINT_DAMPING.default),
        sleeping: solver.sleeping,
        order: order_of(info, solver.order)?,
        early_out: None,
        form: preset.form,
        pins: preset.pins,
        limit_model: preset.limit_model,
        contacts: preset.contacts,
        ..Settings::default()
    };
    Ok((info, settings))
}

/// A setting of rigid bodies that is given and that no method reads yet.
fn not_simulated(solver: &scene::Solver) -> Option<&'static str> {
    let given = [
        ("early_out_m", solver.early_out_m.is_some()),
        ("state_form", solver.state_form.is_some()),
        ("pins", solver.pins.is_some()),
        ("limit_model", solver.limit_model.is_some()),
        ("contacts", solver.contacts.is_some()),
        ("inertia_split", solver.inertia_split != Default::default()),
        ("rotation", solver.rotation != Default::default()),
        ("as_printed", !solver.as_printed.is_empty()),
    ];
    let first = given.into_iter().find(|(_, given)| *given);
    first.map(|(key, _)| key)
}

/// Name of a preset in files and on the command line.
pub fn preset_name(preset: Preset) -> &'static str {
    match preset {
        Preset::Default => "default",
        Preset::High => "high",
        Preset::Soft => "soft",
        Preset::Velocity => "velocity",
        Preset::Paper => "paper",
        Preset::PaperVelocity => "paper-velocity",
    }
}

fn preset_of(info: &'static MethodInfo, preset: Preset) -> Result<PresetValues, BuildError> {
    let name = preset_name(preset);
    info.presets
        .iter()
        .find(|p| p.name == name)
        .copied()
        .ok_or_else(|| {
            let offered: Vec<_> = info.presets.iter().map(|p| p.name).collect();
            let message = format!("method {} has no preset `{name}`", info.id);
            refuse(
                "solver.preset",
                message,
                &format!("use one of: {}", offered.join(", ")),
            )
        })
}

fn order_of(info: &MethodInfo, order: scene::Order) -> Result<Order, BuildError> {
    match order {
        scene::Order::Listed => Ok(Order::Listed),
        scene::Order::Reversed => Ok(Order::Reversed),
        scene::Order::Alternating => Ok(Order::Alternating),
        scene::Order::RootToLeaf | scene::Order::Shuffled => {
            let message = format!("method {} does not know this order yet", info.id);
            Err(refuse(
                "solver.order",
                message,
                "use `listed`, `reversed` or `alternating`",
            ))
        }
    }
}
