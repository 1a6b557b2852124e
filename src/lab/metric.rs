//! Measurements of a running scene: travel, peak speed, time to rest, errors.

use super::soundness::Soundness;
use crate::physics::collide::GroundCount;
use crate::physics::ColliderId;
use crate::physics::{report, Impact, World};
use glam::DVec3;
use std::sync::Arc;

/// What a shot did to the figure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShotResult {
    /// Time of the shot, s.
    pub fired_at_s: f64,
    /// First hit of a ball on the figure.
    pub first_hit: Option<Hit>,
    /// Centre of mass of the figure when the shot was fired, m.
    pub start: DVec3,
    /// Centre of mass now, m.
    pub now: DVec3,
    /// Largest speed of the centre of mass, m/s.
    pub peak_speed_m_s: f64,
    /// Time from the first hit to rest, s; `None` while it moves.
    pub time_to_rest_s: Option<f64>,
}

/// The first hit of a ball on the figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// When, s.
    pub time_s: f64,
    /// Where, how hard.
    pub impact: Impact,
}

impl ShotResult {
    /// Horizontal distance of the centre of mass from its start, m.
    pub fn travel_m(&self) -> f64 {
        let way = self.now - self.start;
        DVec3::new(way.x, 0.0, way.z).length()
    }
}

/// What travel is measured of, by index.
#[derive(Debug, Clone, Default)]
pub struct FigureParts {
    /// Particles.
    pub particles: Vec<usize>,
    /// Rigid bodies.
    pub bodies: Vec<usize>,
}

/// Everything that is measured while a scene runs.
#[derive(Debug, Clone)]
pub struct Metrics {
    figure: Arc<FigureParts>,
    start: DVec3,
    /// Results of the latest shot, if there is a figure to hit.
    pub shot: Option<ShotResult>,
    /// Largest joint error now, m.
    pub joint_error_m: f64,
    /// Largest joint error so far, m.
    pub max_joint_error_m: f64,
    /// Largest violation of an angle limit now, rad; `None` without limits.
    pub limit_violation_rad: Option<f64>,
    /// The same so far.
    pub max_limit_violation_rad: Option<f64>,
    /// Deepest penetration of a contact so far, m.
    pub deepest_penetration_m: f64,
    /// Peak speed of the figure's centre of mass so far, m/s.
    pub peak_speed_m_s: f64,
    /// Most pairs so far that were not looked at within a step, since too many things were
    /// in one place.
    pub max_pairs_left_out: usize,
    /// What was looked at of meshes so far.
    pub ground: GroundCount,
    /// Whether joints hold and energy comes from somewhere.
    pub soundness: Soundness,
}

impl Metrics {
    /// Measurements of a world at its start; travel is measured of `figure`.
    pub fn new(world: &World, figure: FigureParts) -> Metrics {
        let start = centre(world, &figure).map_or(DVec3::ZERO, |(position, _)| position);
        let violation = report::limit_violation(world.model(), world.state());
        Metrics {
            limit_violation_rad: violation,
            figure: Arc::new(figure),
            start,
            shot: None,
            joint_error_m: report::joint_error(world.model(), world.state()),
            max_joint_error_m: 0.0,
            max_limit_violation_rad: violation,
            deepest_penetration_m: 0.0,
            peak_speed_m_s: 0.0,
            max_pairs_left_out: 0,
            ground: GroundCount::default(),
            soundness: Soundness::new(world),
        }
    }

    /// What travel is measured of.
    pub fn figure(&self) -> &FigureParts {
        &self.figure
    }

    /// Centre of mass of the figure at the start, m.
    pub fn start(&self) -> DVec3 {
        self.start
    }

    /// Horizontal distance of the figure from its place at the start, m; `None`
    /// without a figure.
    pub fn travel_m(&self, world: &World) -> Option<f64> {
        let (now, _) = centre(world, &self.figure)?;
        Some(DVec3::new(now.x - self.start.x, 0.0, now.z - self.start.z).length())
    }

    /// Speed of the figure's centre of mass, m/s; `None` without a figure.
    pub fn speed_m_s(&self, world: &World) -> Option<f64> {
        centre(world, &self.figure).map(|(_, velocity)| velocity.length())
    }

    /// Begins the results of a new shot.
    pub fn begin_shot(&mut self, world: &World) {
        self.shot = centre(world, &self.figure).map(|(position, _)| ShotResult {
            fired_at_s: time_s(world),
            start: position,
            now: position,
            ..ShotResult::default()
        });
    }

    /// Takes in the step just made; `balls` are the body indices of thrown balls, `led` says
    /// whether clips move something.
    pub fn observe(&mut self, world: &World, balls: &[usize], led: bool) {
        let (model, state) = (world.model(), world.state());
        self.soundness.observe(world, led);
        self.joint_error_m = report::joint_error(model, state);
        self.max_joint_error_m = self.max_joint_error_m.max(self.joint_error_m);
        let violation = report::limit_violation(model, state);
        self.max_limit_violation_rad = self
            .max_limit_violation_rad
            .zip(violation)
            .map(|(so_far, now)| so_far.max(now));
        self.limit_violation_rad = violation;
        self.deepest_penetration_m = (self.deepest_penetration_m).max(world.deepest_penetration());
        self.max_pairs_left_out = self.max_pairs_left_out.max(world.pairs_left_out());
        self.ground.add(&world.ground());
        let Some((position, velocity)) = centre(world, &self.figure) else {
            return;
        };
        self.peak_speed_m_s = self.peak_speed_m_s.max(velocity.length());
        let at_rest = self.figure_at_rest(world);
        if let Some(shot) = &mut self.shot {
            shot.observe(world, balls, position, velocity, at_rest);
        }
    }

    fn figure_at_rest(&self, world: &World) -> bool {
        let (model, state) = (world.model(), world.state());
        let rests = |articulation: usize| state.rest[articulation].is_at_rest();
        let particles = &self.figure.particles;
        let bodies = &self.figure.bodies;
        particles
            .iter()
            .all(|&i| rests(model.particles[i].articulation))
            && bodies.iter().all(|&i| rests(model.bodies[i].articulation))
    }
}

impl ShotResult {
    fn observe(
        &mut self,
        world: &World,
        balls: &[usize],
        position: DVec3,
        velocity: DVec3,
        at_rest: bool,
    ) {
        if self.first_hit.is_none() {
            let hit = world
                .impacts_of_movers()
                .find(|impact| is_hit(impact, balls));
            self.first_hit = hit.map(|&impact| Hit {
                time_s: time_s(world),
                impact,
            });
        }
        if self.time_to_rest_s.is_some() {
            // What a hand does to it later is not of the shot, but another ball is.
            let again = world
                .impacts_of_movers()
                .any(|impact| is_hit(impact, balls));
            if !again || at_rest {
                return;
            }
            self.time_to_rest_s = None;
        }
        self.now = position;
        let Some(hit) = self.first_hit else {
            return;
        };
        self.peak_speed_m_s = self.peak_speed_m_s.max(velocity.length());
        if at_rest {
            self.time_to_rest_s = Some(time_s(world) - hit.time_s);
        }
    }
}

/// Whether a ball hit the figure.
pub(super) fn is_hit(impact: &Impact, balls: &[usize]) -> bool {
    let is_ball =
        |owner: ColliderId| matches!(owner, ColliderId::Body(body) if balls.contains(&body));
    let is_figure = |owner: ColliderId| match owner {
        ColliderId::Stick(_)
        | ColliderId::Tetrahedron(_)
        | ColliderId::Triangle(_)
        | ColliderId::Particle(_) => true,
        ColliderId::Body(body) => !balls.contains(&body),
        ColliderId::Obstacle(_) => false,
    };
    let [a, b] = impact.owners;
    (is_ball(a) && is_figure(b)) || (is_ball(b) && is_figure(a))
}

fn centre(world: &World, figure: &FigureParts) -> Option<(DVec3, DVec3)> {
    let (model, state) = (world.model(), world.state());
    report::centre_of_mass(model, state, &figure.particles, &figure.bodies)
}

fn time_s(world: &World) -> f64 {
    world.state().step as f64 * world.model().settings.common.step_s
}
