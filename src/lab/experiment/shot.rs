//! One shot at a figure, and the same shot several times with a nudge.

use super::finding::Spread;
use super::BodyKind;
use crate::compile::BuildError;
use crate::lab::metric::is_hit;
use crate::lab::{Progress, Simulation};
use crate::physics::report;
use crate::scene::{
    Ball, BodyType, Figure, FigureBuild, FigureSize, Launcher, MxFigure, Ragdoll, Scene, Solver,
    ThesisFigure,
};
use crate::scene::{Obstacle, Shape};
use glam::DVec3;
use serde_json::json;

/// Height of the centre of the thesis figure's upper torso above its soles, m.
const TORSO_M: f64 = 0.8098;
/// Height of the middle of the MX ragdoll's chest, m.
const CHEST_M: f64 = 1.345;

/// So long after the hit the body is pushed, and has hardly begun to fall, s.
pub const PUSH_S: f64 = 0.1;

/// What is thrown at what.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// Kind of body.
    pub body: BodyKind,
    /// Its proportions; the MX ragdoll has only one build.
    pub body_type: BodyType,
    /// Speed of the ball, m/s.
    pub speed_m_s: f64,
    /// Its elasticity.
    pub restitution: f64,
    /// Its radius, m.
    pub radius_m: f64,
    /// Its density, kg/m³.
    pub density_kg_m3: f64,
}

impl Setup {
    /// The thesis' ball (5 lb, 5 cm) at the medium figure; the sandbox' ball (5 kg,
    /// 15 cm) at the MX ragdoll.
    pub fn standard(body: BodyKind) -> Setup {
        let (radius_m, mass_kg, restitution, speed_m_s) = match body {
            BodyKind::Particles | BodyKind::Rigid => (0.05, 2.267_961_85, 0.5, 8.0),
            BodyKind::Mx => (0.15, 5.0, 0.3, 12.0),
        };
        Setup {
            body,
            body_type: BodyType::Medium,
            speed_m_s,
            restitution,
            radius_m,
            density_kg_m3: mass_kg / volume(radius_m),
        }
    }

    /// Mass of the ball, kg.
    pub fn ball_kg(&self) -> f64 {
        self.density_kg_m3 * volume(self.radius_m)
    }

    /// The scene; the ball is thrown at once, on the arc that meets the front of the
    /// torso at the height where it starts.
    pub fn scene(&self) -> Scene {
        let (height_m, distance_m) = match self.body {
            BodyKind::Particles | BodyKind::Rigid => (TORSO_M, 0.8),
            BodyKind::Mx => (CHEST_M, 1.5),
        };
        let gravity = Scene::default().gravity_m_s2;
        let way = distance_m - self.front_m() - self.radius_m;
        let slope = slope(way, self.speed_m_s, gravity[1].abs());
        Scene {
            name: "Shot".into(),
            solver: self.solver(),
            obstacles: vec![floor()],
            ragdolls: vec![self.ragdoll()],
            launcher: Some(Launcher {
                ball: Ball {
                    radius_m: self.radius_m,
                    mass_kg: None,
                    density_kg_m3: Some(self.density_kg_m3),
                    restitution: self.restitution,
                    ..Ball::default()
                },
                position_m: [0.0, height_m, distance_m],
                direction: [0.0, slope, -1.0],
                speed_m_s: self.speed_m_s,
                count: 1,
                spread_deg: 0.0,
                fire_at_s: Some(0.0),
            }),
            ..Scene::default()
        }
    }

    /// Depth of the torso in front of its middle, m.
    fn front_m(&self) -> f64 {
        match (self.body, self.body_type) {
            (BodyKind::Mx, _) | (_, BodyType::Medium) => 0.10,
            (_, BodyType::Thin) => 0.06,
            (_, BodyType::Wide) => 0.25,
        }
    }

    /// The thesis' 100 iterations of one step for particles; rigid bodies have the
    /// default preset.
    fn solver(&self) -> Solver {
        match self.body {
            BodyKind::Particles => Solver {
                rate_hz: Some(60.0),
                substeps: Some(1),
                iterations: Some(100),
                ..Solver::default()
            },
            BodyKind::Rigid | BodyKind::Mx => Solver::default(),
        }
    }

    fn ragdoll(&self) -> Ragdoll {
        let thesis = |build| {
            Figure::Thesis(ThesisFigure {
                body_type: self.body_type,
                size: FigureSize::Printed,
                arms: false,
                build,
            })
        };
        let figure = match self.body {
            BodyKind::Particles => thesis(FigureBuild::Particles),
            BodyKind::Rigid => thesis(FigureBuild::RigidWithLimits),
            BodyKind::Mx => Figure::Mx(MxFigure::default()),
        };
        Ragdoll::new(2, figure)
    }
}

fn floor() -> Obstacle {
    Obstacle {
        id: 1,
        name: "floor".into(),
        shape: Shape::Plane {},
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
    }
}

fn volume(radius_m: f64) -> f64 {
    4.0 / 3.0 * std::f64::consts::PI * radius_m.powi(3)
}

/// Slope of the flat arc that comes back to its height after `way`; 45 degrees if the
/// ball is too slow for it.
fn slope(way: f64, speed: f64, gravity: f64) -> f64 {
    let drop = gravity * way * way / (2.0 * speed * speed);
    let root = way * way - 4.0 * drop * drop;
    match drop > 0.0 && root >= 0.0 {
        true => (way - root.sqrt()) / (2.0 * drop),
        false if drop > 0.0 => 1.0,
        false => 0.0,
    }
}

/// How a shot ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The figure came to rest.
    Rest,
    /// It still moved at the time limit.
    TimeLimit,
    /// The ball did not hit it.
    Miss,
    /// A number left the sane range.
    Diverged,
}

/// What a shot did.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Horizontal way of the figure's centre of mass, m.
    pub travel_m: f64,
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
    let mut simulation = Simulation::new(scene)?;
    let particles = simulation.map.figure_particles();
    let bodies = simulation.map.figure_bodies();
    let mut end = End::TimeLimit;
    let (mut push_m_s, mut impulse_n_s) = (0.0_f64, 0.0);
    while simulation.time_s() < limit_s - 1e-9 {
        if let Progress::Diverged { .. } = simulation.step() {
            end = End::Diverged;
            break;
        }
        let world = &simulation.world;
        let hits = world.impacts().iter();
        let hits = hits.filter(|impact| is_hit(impact, simulation.balls()));
        impulse_n_s += hits.map(|impact| impact.impulse).sum::<f64>();
        let shot = simulation.metrics.shot.as_ref();
        let hit = shot.and_then(|shot| shot.first_hit);
        if hit.is_some_and(|hit| simulation.time_s() <= hit.time_s + PUSH_S) {
            let centre = report::centre_of_mass(world.model(), world.state(), &particles, &bodies);
            let velocity = centre.map_or(DVec3::ZERO, |(_, velocity)| velocity);
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
    Ok(Outcome {
        end,
        travel_m: shot.travel_m(),
        peak_speed_m_s: shot.peak_speed_m_s,
        push_m_s,
        impulse_n_s,
        time_to_rest_s: shot.time_to_rest_s,
        figure_kg: particles
            .iter()
            .map(|&i| model.particles[i].mass)
            .sum::<f64>()
            + bodies.iter().map(|&i| model.bodies[i].mass).sum::<f64>(),
        hash: simulation.world.state().hash(),
    })
}

/// The scene with its launcher moved by the nudge of repeat `repeat`; repeat 0 has none.
pub fn nudged(scene: &Scene, repeat: u32, nudge_m: f64) -> Scene {
    let mut scene = scene.clone();
    if repeat > 0 {
        if let Some(launcher) = &mut scene.launcher {
            let numbers = (0..3).map(|axis| fraction(u64::from(repeat) * 3 + axis));
            for (place, number) in launcher.position_m.iter_mut().zip(numbers) {
                *place += nudge_m * (2.0 * number - 1.0);
            }
        }
    }
    scene
}

/// A number from 0 to 1 by its index (SplitMix64 with a fixed seed).
fn fraction(index: u64) -> f64 {
    let mut z = 0x5eed_u64.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Several repeats of a shot.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeats {
    /// Each of them; the first is not nudged.
    pub outcomes: Vec<Outcome>,
}

impl Repeats {
    /// How many ended so.
    pub fn count(&self, end: End) -> usize {
        self.outcomes.iter().filter(|o| o.end == end).count()
    }

    /// A value of those that hit and did not diverge.
    pub fn spread(&self, value: impl Fn(&Outcome) -> Option<f64>) -> Option<Spread> {
        let good = self.outcomes.iter();
        let good = good.filter(|o| matches!(o.end, End::Rest | End::TimeLimit));
        Spread::of(good.filter_map(value))
    }
}

/// The settings of a setup for a manifest.
pub fn settings(setup: &Setup) -> serde_json::Value {
    let scene = setup.scene();
    json!({
        "body": setup.body.name(),
        "solver": scene.solver,
        "gravity_m_s2": scene.gravity_m_s2,
        "launcher": scene.launcher,
        "ball_kg": setup.ball_kg(),
    })
}
