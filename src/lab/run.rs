//! Simulating a scene for some time and reporting the result.

use super::median::RunningMedian;
use super::simulation::{Progress, Simulation};
use crate::clock::Instant;
use crate::compile::BuildError;
use crate::physics::{method, report, Obstacle, ObstacleShape};
use crate::scene::Scene;
use serde::Serialize;

/// How long to run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RunSettings {
    /// Simulated time, s.
    Seconds(f64),
    /// Number of steps.
    Steps(u64),
}

/// Result of a run; the keys are those of `ragdoll-lab run --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunReport {
    /// Name of the scene.
    pub scene: String,
    /// Method id.
    pub method: String,
    /// Weighting of relaxation, 0 uniform to 1 mass; `None` under a method that has none.
    pub weighting: Option<f64>,
    /// Steps made.
    pub steps: u64,
    /// Simulated time, s.
    pub seconds: f64,
    /// Hash of the final state, 16 hexadecimal digits.
    pub hash: String,
    /// Whether the run is no success: a number left the sane range, which ends it, or a joint
    /// stands open, or energy came from nowhere.
    pub diverged: bool,
    /// Why, with the first joint or thing and the step; `None` for a sound run.
    pub diverged_reason: Option<String>,
    /// Whether it ended before its last step since a number left the sane range.
    #[serde(skip)]
    pub ends_early: bool,
    /// Number of rigid bodies at the end.
    pub bodies: usize,
    /// Number of particles.
    pub particles: usize,
    /// Number of joints.
    pub joints: usize,
    /// Largest joint error of all steps, m.
    pub max_joint_error_m: f64,
    /// Largest joint error at the end, m.
    pub end_joint_error_m: f64,
    /// Largest strain of all steps, as a share; `None` without sticks, distances and kept volumes.
    pub max_strain: Option<f64>,
    /// Largest strain at the end.
    pub end_strain: Option<f64>,
    /// Largest violation of an angle limit, degrees; `None` without limits.
    pub max_limit_violation_deg: Option<f64>,
    /// Deepest penetration of two surfaces, m.
    pub deepest_penetration_m: f64,
    /// Most pairs that were not looked at within a step, since too many things were in one
    /// place; 0 as a rule.
    pub max_pairs_left_out: usize,
    /// What was looked at of meshes in a step, on average; `None` without meshes.
    pub meshes_per_step: Option<MeshesPerStep>,
    /// Kinetic energy at the end, J.
    pub kinetic_energy_j: f64,
    /// Kinetic and potential energy at the end, J.
    pub total_energy_j: f64,
    /// Linear momentum at the end, kg·m/s.
    pub momentum: [f64; 3],
    /// Whether everything was at rest at the end.
    pub at_rest: bool,
    /// Travel of the ragdoll that was hit most, m; of the first one while none is hit; `None`
    /// without ragdolls.
    pub travel_m: Option<f64>,
    /// Median time of a step, µs.
    pub step_us_median: f64,
}

/// What is looked at of meshes in a step, on average; see
/// [`GroundCount`](crate::physics::collide::GroundCount).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MeshesPerStep {
    /// Things near a mesh.
    pub things: f64,
    /// Those for which the tree of the mesh was asked.
    pub asked: f64,
    /// Triangles near them.
    pub near: f64,
    /// Facets and triangles that were looked at.
    pub tested: f64,
    /// Those with a contact.
    pub touched: f64,
}

impl MeshesPerStep {
    fn of(simulation: &Simulation) -> Option<MeshesPerStep> {
        let obstacles = &simulation.world.model().obstacles;
        let is_mesh = |obstacle: &Obstacle| matches!(obstacle.shape, ObstacleShape::Mesh(_));
        let steps = simulation.world.state().step.max(1) as f64;
        let all = simulation.metrics.ground;
        obstacles.iter().any(is_mesh).then(|| MeshesPerStep {
            things: all.things as f64 / steps,
            asked: all.asked as f64 / steps,
            near: all.near as f64 / steps,
            tested: all.tested as f64 / steps,
            touched: all.touched as f64 / steps,
        })
    }
}

/// One row of the table over time that `run --csv` writes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Time, s.
    pub time_s: f64,
    /// Kinetic energy, J.
    pub kinetic_energy_j: f64,
    /// Kinetic and potential energy, J.
    pub total_energy_j: f64,
    /// Largest joint error, m.
    pub joint_error_m: f64,
    /// Largest strain, as a share; `None` without sticks, distances and kept volumes.
    pub strain: Option<f64>,
    /// Travel, m; see [`RunReport::travel_m`].
    pub travel_m: Option<f64>,
}

/// A finished run.
pub struct Run {
    /// The result.
    pub report: RunReport,
    /// The simulation at its end.
    pub simulation: Simulation,
    /// What is wrong with a run that is to show something wrong.
    pub note: Option<String>,
}

/// Runs a scene; `each_step` sees every step (pass `|_| ()` to ignore).
///
/// # Errors
/// All things that the scene's method cannot simulate.
pub fn run(
    scene: &Scene,
    settings: RunSettings,
    each_step: impl FnMut(Sample),
) -> Result<Run, Vec<BuildError>> {
    let simulation = Simulation::new(scene)?;
    let step = Simulation::step;
    Ok(run_from(scene, simulation, settings, step, each_step))
}

/// The same from a simulation of the scene that is at its start; `step` makes a step. One that is
/// interrupted ends the run.
pub fn run_from(
    scene: &Scene,
    mut simulation: Simulation,
    settings: RunSettings,
    mut step: impl FnMut(&mut Simulation) -> Progress,
    mut each_step: impl FnMut(Sample),
) -> Run {
    let steps = match settings {
        RunSettings::Steps(steps) => steps,
        RunSettings::Seconds(seconds) => {
            (seconds / simulation.world.model().settings.common.step_s).round() as u64
        }
    };
    let mut step_us = RunningMedian::default();
    let mut diverged = None;
    for _ in 0..steps {
        let begin = Instant::now();
        let progress = step(&mut simulation);
        step_us.add(begin.elapsed().as_secs_f64() * 1e6);
        if progress == Progress::Interrupted {
            break;
        }
        if let Progress::Diverged { divergence, step } = progress {
            let what = simulation.map.title_in(scene, divergence.owner);
            let cause = divergence.cause;
            diverged = Some(format!("{what} diverged in step {}: {cause}", step + 1));
            break;
        }
        each_step(sample(&simulation));
    }
    // A scene with misprints is there to show what goes wrong.
    let is_demonstration = !scene.solver.as_printed.is_empty();
    let unsound = simulation.unsound(scene);
    let ends_early = diverged.is_some();
    let (reason, note) = match (diverged, is_demonstration) {
        (Some(diverged), _) => (Some(diverged), None),
        (None, false) => (unsound, None),
        (None, true) => (None, unsound),
    };
    let report = RunReport {
        ends_early,
        ..report_of(scene, &simulation, reason, step_us.median())
    };
    Run {
        report,
        simulation,
        note,
    }
}

fn sample(simulation: &Simulation) -> Sample {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let kinetic_energy_j = report::kinetic_energy(model, state);
    Sample {
        time_s: simulation.time_s(),
        kinetic_energy_j,
        total_energy_j: kinetic_energy_j
            + report::potential_energy(model, state)
            + report::elastic_energy(model, state),
        joint_error_m: report::joint_error(model, state),
        strain: report::strain(model, state),
        travel_m: simulation.metrics.travel_m(&simulation.world),
    }
}

fn weighting_of(scene: &Scene) -> Option<f64> {
    let method = method::find(&scene.solver.method)?;
    method.parameter(method::common::WEIGHTING.key)?;
    Some(scene.solver.weighting)
}

fn report_of(
    scene: &Scene,
    simulation: &Simulation,
    diverged_reason: Option<String>,
    step_us_median: f64,
) -> RunReport {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let end = sample(simulation);
    RunReport {
        scene: scene.name.clone(),
        method: scene.solver.method.clone(),
        weighting: weighting_of(scene),
        steps: state.step,
        seconds: end.time_s,
        hash: format!("{:016x}", state.hash()),
        diverged: diverged_reason.is_some(),
        diverged_reason,
        ends_early: false,
        bodies: model.bodies.len(),
        particles: model.particles.len(),
        joints: model
            .constraints
            .iter()
            .filter(|c| report::is_joint(c))
            .count(),
        max_joint_error_m: simulation.metrics.max_joint_error_m,
        end_joint_error_m: end.joint_error_m,
        max_strain: simulation.metrics.max_strain,
        end_strain: end.strain,
        max_limit_violation_deg: simulation
            .metrics
            .max_limit_violation_rad
            .map(f64::to_degrees),
        deepest_penetration_m: simulation.metrics.deepest_penetration_m,
        max_pairs_left_out: simulation.metrics.max_pairs_left_out,
        meshes_per_step: MeshesPerStep::of(simulation),
        kinetic_energy_j: end.kinetic_energy_j,
        total_energy_j: end.total_energy_j,
        momentum: report::momentum(model, state).to_array(),
        at_rest: report::at_rest(model, state),
        travel_m: end.travel_m,
        step_us_median,
    }
}
