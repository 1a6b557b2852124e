//! One shot until the ragdoll that it hit most rests, and the same shot several times with a
//! nudge.

use super::metric::FigureParts;
use super::spread::Spread;
use super::{Progress, Simulation};
use crate::compile::BuildError;
use crate::physics::random::SplitMix64;
use crate::physics::Model;
use crate::scene::Scene;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// So long after the hit the body is pushed, and has hardly begun to fall, s.
pub const PUSH_S: f64 = 0.1;

/// Seed of all nudges: each repeat has three numbers of one sequence.
const NUDGE_SEED: u64 = 0x5eed;

/// How a shot ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The figure came to rest.
    Rest,
    /// It still moved at the time limit.
    #[serde(rename = "time limit")]
    TimeLimit,
    /// The ball did not hit it.
    Miss,
    /// A number left the sane range.
    Diverged,
}

impl End {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            End::Rest => "rest",
            End::TimeLimit => "time limit",
            End::Miss => "miss",
            End::Diverged => "diverged",
        }
    }
}

/// What a shot did.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Horizontal way of the centre of mass of the ragdoll that was hit most, m.
    pub travel_m: f64,
    /// Of this way what goes along the throw, m: negative towards the launcher.
    pub travel_signed_m: f64,
    /// Largest speed of the centre of mass from hit to rest, m/s.
    pub peak_speed_m_s: f64,
    /// Largest horizontal speed of it within [`PUSH_S`] of the hit, m/s: falling,
    /// which comes later, has no part in it.
    pub push_m_s: f64,
    /// Sum of the normal impulses of the ball on the figure, N·s.
    pub impulse_n_s: f64,
    /// Time from hit to rest, s.
    pub time_to_rest_s: Option<f64>,
    /// Mass of the figure, kg.
    pub figure_kg: f64,
    /// Hash of the final state.
    pub hash: u64,
}

/// Fires at a figure and waits until it rests, at most `limit_s`.
///
/// # Errors
/// What the method cannot simulate.
pub fn fire(scene: &Scene, limit_s: f64) -> Result<Outcome, Vec<BuildError>> {
    Ok(fire_to_end(scene, limit_s)?.outcome)
}

/// A shot and the world it left.
#[derive(Clone)]
pub struct Fired {
    /// What the shot did.
    pub outcome: Outcome,
    /// The simulation at its end.
    pub simulation: Simulation,
}

/// As [`fire`], and keeps the simulation.
///
/// # Errors
/// What the method cannot simulate.
pub fn fire_to_end(scene: &Scene, limit_s: f64) -> Result<Fired, Vec<BuildError>> {
    let mut simulation = Simulation::new(scene)?;
    let mut end = End::TimeLimit;
    let mut push_m_s = 0.0_f64;
    while simulation.time_s() < limit_s - 1e-9 {
        if let Progress::Diverged { .. } = simulation.step() {
            end = End::Diverged;
            break;
        }
        let shot = simulation.metrics.shot.as_ref();
        let hit = shot.and_then(|shot| shot.first_hit);
        if hit.is_some_and(|hit| simulation.time_s() <= hit.time_s + PUSH_S) {
            let velocity = velocity_of(&simulation);
            push_m_s = push_m_s.max(DVec3::new(velocity.x, 0.0, velocity.z).length());
        }
        if shot.is_some_and(|shot| shot.time_to_rest_s.is_some()) {
            end = End::Rest;
            break;
        }
    }
    let shot = simulation.metrics.shot.clone().unwrap_or_default();
    if end == End::TimeLimit && shot.first_hit.is_none() {
        end = End::Miss;
    }
    let model = simulation.world.model();
    let outcome = Outcome {
        end,
        travel_m: shot.travel_m(),
        travel_signed_m: (shot.now - shot.start).dot(throw(scene)),
        peak_speed_m_s: shot.peak_speed_m_s,
        push_m_s,
        impulse_n_s: shot.impulse_n_s,
        time_to_rest_s: shot.time_to_rest_s,
        figure_kg: simulation
            .metrics
            .figure()
            .map_or(0.0, |figure| mass_of(model, figure)),
        hash: simulation.world.state().hash(),
    };
    Ok(Fired {
        outcome,
        simulation,
    })
}

/// Velocity of the centre of mass of the ragdoll that was hit, m/s.
fn velocity_of(simulation: &Simulation) -> DVec3 {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let figure = simulation.metrics.figure();
    let centre = figure.and_then(|figure| figure.centre(model, state));
    centre.map_or(DVec3::ZERO, |(_, velocity)| velocity)
}

/// Mass of a ragdoll, kg.
fn mass_of(model: &Model, figure: &FigureParts) -> f64 {
    let particles = figure.particles.iter();
    let bodies = figure.bodies.iter();
    particles.map(|&i| model.particles[i].mass).sum::<f64>()
        + bodies.map(|&i| model.bodies[i].mass).sum::<f64>()
}

/// Horizontal direction of the throw.
fn throw(scene: &Scene) -> DVec3 {
    let direction = scene.launcher.as_ref().map(|launcher| launcher.direction);
    let [x, _, z] = direction.unwrap_or_default();
    DVec3::new(x, 0.0, z).normalize_or_zero()
}

/// The scene with its launcher moved by the nudge of repeat `repeat`; repeat 0 has none.
pub fn nudged(scene: &Scene, repeat: u32, nudge_m: f64) -> Scene {
    let mut scene = scene.clone();
    if repeat > 0 {
        if let Some(launcher) = &mut scene.launcher {
            let mut random = SplitMix64::after(NUDGE_SEED, u64::from(repeat) * 3 - 1);
            for place in &mut launcher.position_m {
                *place += nudge_m * random.between(-1.0, 1.0);
            }
        }
    }
    scene
}

/// Several repeats of a shot.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeats {
    /// Each of them; the first is not nudged.
    pub outcomes: Vec<Outcome>,
}

impl Outcome {
    /// Whether the ball hit and all numbers remained sane.
    pub fn is_good(&self) -> bool {
        matches!(self.end, End::Rest | End::TimeLimit)
    }
}

impl Repeats {
    /// How many ended so.
    pub fn count(&self, end: End) -> usize {
        self.outcomes.iter().filter(|o| o.end == end).count()
    }

    /// A value of those that hit and did not diverge.
    pub fn spread(&self, value: impl Fn(&Outcome) -> Option<f64>) -> Option<Spread> {
        let good = self.outcomes.iter();
        let good = good.filter(|o| o.is_good());
        Spread::of(good.filter_map(value))
    }
}
