//! Cases whose answers are known, and how a scene is asked.

use crate::lab::experiment::ExperimentError;
use crate::lab::simulation::{Progress, Simulation};
use crate::lab::soundness;
use crate::physics::method::Subject;
use crate::physics::{report, BodyState};
use crate::scene::{parse, Scene};
use serde_json::{json, Value};

/// m/s².
pub(super) const GRAVITY_M_S2: f64 = 9.81;

/// What is read from a run; nothing if it diverged or what is asked for did not happen.
/// The scene is given as the method solves it, for what needs more than one run.
pub(super) type Measure = Box<dyn Fn(&Scene, &mut Simulation) -> Option<f64> + Sync>;

/// A case whose answer is known.
pub(super) struct KnownCase {
    /// What it is about.
    pub subject: Subject,
    /// What is asked, with its unit.
    pub what: &'static str,
    /// The answer.
    pub truth: f64,
    /// Where the answer is from.
    pub known_from: &'static str,
    /// A deviation within this is right.
    pub tolerance: f64,
    /// What is more than the answer is as good.
    pub at_least: bool,
    /// What is run.
    pub scene: Scene,
    /// What is read from the run.
    pub measure: Measure,
}

/// A scene with these things, in which nothing is damped and nothing sleeps unless it says so.
///
/// # Errors
/// Things that no scene has.
pub(super) fn scene(name: &str, things: Value) -> Result<Scene, ExperimentError> {
    let mut all = json!({
        "format": "ragdoll-scene",
        "version": 2,
        "name": name,
        "gravity_m_s2": [0.0, -GRAVITY_M_S2, 0.0],
        "solver": {
            "linear_drag_per_s": 0, "angular_drag_per_s": 0, "joint_damping_per_s": 0,
            "sleeping": false,
        },
    });
    if let (Value::Object(all), Value::Object(things)) = (&mut all, things) {
        all.extend(things);
    }
    parse(all.to_string().as_bytes())
        .map_err(|problems| ExperimentError::Scene(format!("{name}: {problems:?}")))
}

/// Advances by so many seconds, to the nearest step; nothing if it diverges.
pub(super) fn run(simulation: &mut Simulation, seconds: f64) -> Option<()> {
    let steps = (seconds / step_s(simulation)).round() as u32;
    (0..steps).try_for_each(|_| advance(simulation))
}

/// Advances by a step; nothing if it diverges.
pub(super) fn advance(simulation: &mut Simulation) -> Option<()> {
    matches!(simulation.step(), Progress::Advanced).then_some(())
}

/// Length of a step, s.
pub(super) fn step_s(simulation: &Simulation) -> f64 {
    simulation.world.model().settings.common.step_s
}

/// The first body.
pub(super) fn first(simulation: &Simulation) -> Option<BodyState> {
    simulation.world.state().bodies.first().copied()
}

/// Energy that has come, or has gone if below zero, as a share of the largest kinetic energy of
/// the run; nothing if it diverges.
pub(super) fn energy_change(simulation: &mut Simulation, seconds: f64) -> Option<f64> {
    let now = |simulation: &Simulation| {
        soundness::energy(simulation.world.model(), simulation.world.state())
    };
    let start_j = now(simulation);
    let mut most_j = 0.0_f64;
    for _ in 0..(seconds / step_s(simulation)).round() as u32 {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        most_j = most_j.max(report::kinetic_energy(model, state));
        advance(simulation)?;
    }
    Some((now(simulation) - start_j) / most_j)
}

/// A case in which something should be zero, and may be as much as the tolerance.
pub(super) fn none_of(
    subject: Subject,
    what: &'static str,
    known_from: &'static str,
    tolerance: f64,
    scene: Scene,
    measure: Measure,
) -> KnownCase {
    KnownCase {
        subject,
        what,
        truth: 0.0,
        known_from,
        tolerance,
        at_least: false,
        scene,
        measure,
    }
}
