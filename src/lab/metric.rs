//! Measurements of a running scene: travel, peak speed, time to rest, errors.

use super::animation::Mover;
use super::soundness::Soundness;
use crate::compile::IdMap;
use crate::physics::collide::GroundCount;
use crate::physics::state::SLEEP_AFTER_S;
use crate::physics::{report, ColliderId, Impact, Model, State, World};
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;

/// A ragdoll at rest that is farther than this from where the shot left it was carried on, m.
const CARRIED_M: f64 = 0.02;

/// What a shot did to the ragdoll that it hit most.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShotResult {
    /// Time of the shot, s.
    pub fired_at_s: f64,
    /// The ragdoll, by its place among those of the scene; while none is hit that of the shot
    /// before, or the first.
    pub figure: usize,
    /// First hit of a ball on it; `None` while no ragdoll is hit.
    pub first_hit: Option<Hit>,
    /// Sum of the impulses of the balls on it, N·s.
    pub impulse_n_s: f64,
    /// Its centre of mass when it was hit, or when its clip let go of it, m.
    pub start: DVec3,
    /// Its centre of mass now, m.
    pub now: DVec3,
    /// Largest speed of its centre of mass since the hit, m/s.
    pub peak_speed_m_s: f64,
    /// Time from the first hit until it rests or is back in its clip, s; `None` before.
    pub time_to_rest_s: Option<f64>,
    /// Whether it went back to its clip before it rested.
    pub is_back_in_clip: bool,
    /// Whether physics alone has moved it since the hit.
    pub was_free: bool,
}

/// The first hit of a ball on a ragdoll.
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
        flat_distance(self.start, self.now)
    }
}

/// A ragdoll, of which travel is measured, by index.
#[derive(Debug, Clone, Default)]
pub struct FigureParts {
    /// Particles.
    pub particles: Vec<usize>,
    /// Rigid bodies.
    pub bodies: Vec<usize>,
    /// Sticks.
    pub sticks: Range<usize>,
}

impl FigureParts {
    /// The ragdolls of a scene, in its order.
    pub fn all(map: &IdMap) -> Vec<FigureParts> {
        let ragdolls = map.ragdolls.iter();
        ragdolls
            .map(|ragdoll| FigureParts {
                particles: ragdoll.particles.clone().collect(),
                bodies: ragdoll.bodies.clone().collect(),
                sticks: ragdoll.sticks.clone(),
            })
            .collect()
    }

    /// Centre of mass and its velocity in a state.
    pub fn centre(&self, model: &Model, state: &State) -> Option<(DVec3, DVec3)> {
        report::centre_of_mass(model, state, &self.particles, &self.bodies)
    }

    fn has(&self, owner: ColliderId) -> bool {
        match owner {
            ColliderId::Particle(i) => self.particles.contains(&i),
            ColliderId::Stick(i) => self.sticks.contains(&i),
            ColliderId::Body(i) => self.bodies.contains(&i),
            // No figure has any.
            ColliderId::Piece(_)
            | ColliderId::Tetrahedron(_)
            | ColliderId::Triangle(_)
            | ColliderId::Obstacle(_) => false,
        }
    }

    fn is_at_rest(&self, world: &World) -> bool {
        let (model, state) = (world.model(), world.state());
        let rests = |articulation: usize| state.rest[articulation].is_at_rest();
        let mut particles = self.particles.iter();
        let mut bodies = self.bodies.iter();
        particles.all(|&i| rests(model.particles[i].articulation))
            && bodies.all(|&i| rests(model.bodies[i].articulation))
    }
}

/// Everything that is measured while a scene runs.
#[derive(Debug, Clone)]
pub struct Metrics {
    figures: Arc<Vec<FigureParts>>,
    /// Where the first ragdoll was at the start, or when its clip let go of it.
    start: DVec3,
    /// Results of the latest shot, if there is a ragdoll to hit.
    pub shot: Option<ShotResult>,
    /// The same of every ragdoll that it hit, in the order of the hits.
    struck: Vec<ShotResult>,
    /// The result of the last shot before it that hit a ragdoll. It goes on until the latest
    /// shot hits one as well.
    before: Option<ShotResult>,
    /// Largest joint error now, m.
    pub joint_error_m: f64,
    /// Largest joint error so far, m.
    pub max_joint_error_m: f64,
    /// Largest strain now, as a share; `None` without sticks, distances and kept volumes.
    pub strain: Option<f64>,
    /// The same so far.
    pub max_strain: Option<f64>,
    /// Largest violation of an angle limit now, rad; `None` without limits.
    pub limit_violation_rad: Option<f64>,
    /// The same so far.
    pub max_limit_violation_rad: Option<f64>,
    /// Deepest penetration of a contact so far, m.
    pub deepest_penetration_m: f64,
    /// Most pairs so far that were not looked at within a step, since too many things were
    /// in one place.
    pub max_pairs_left_out: usize,
    /// What was looked at of meshes so far.
    pub ground: GroundCount,
    /// Whether joints hold and energy comes from somewhere.
    pub soundness: Soundness,
}

impl Metrics {
    /// Measurements of a world at its start; travel is measured of one of `figures`.
    pub fn new(world: &World, figures: Vec<FigureParts>) -> Metrics {
        let first = figures.first();
        let centre = first.and_then(|first| first.centre(world.model(), world.state()));
        let start = centre.map_or(DVec3::ZERO, |(position, _)| position);
        let strain = report::strain(world.model(), world.state());
        let violation = report::limit_violation(world.model(), world.state());
        Metrics {
            strain,
            max_strain: strain,
            limit_violation_rad: violation,
            figures: Arc::new(figures),
            start,
            shot: None,
            struck: Vec::new(),
            before: None,
            joint_error_m: report::joint_error(world.model(), world.state()),
            max_joint_error_m: 0.0,
            max_limit_violation_rad: violation,
            deepest_penetration_m: 0.0,
            max_pairs_left_out: 0,
            ground: GroundCount::default(),
            soundness: Soundness::new(world),
        }
    }

    /// The result of the last shot that hit a ragdoll, else of the latest shot.
    pub fn last_hit(&self) -> Option<&ShotResult> {
        let shot = self.shot.as_ref()?;
        match &self.before {
            Some(before) if shot.first_hit.is_none() => Some(before),
            _ => Some(shot),
        }
    }

    /// The result of the last shot that hit a ragdoll before the one of
    /// [`Metrics::last_hit`], if it was in this run.
    pub fn hit_before(&self) -> Option<&ShotResult> {
        let shot = self.shot.as_ref()?;
        self.before.as_ref().filter(|_| shot.first_hit.is_some())
    }

    /// The ragdoll that travel is measured of: the one that the latest shot hit most, else the
    /// first; `None` without any.
    pub fn figure(&self) -> Option<&FigureParts> {
        let place = self.shot.as_ref().map_or(0, |shot| shot.figure);
        self.figures.get(place)
    }

    /// Whether that ragdoll is at rest; so is what is not there.
    pub fn figure_rests(&self, world: &World) -> bool {
        self.figure().is_none_or(|figure| figure.is_at_rest(world))
    }

    /// Travel of the ragdoll that the latest shot hit most; before a hit the horizontal way of
    /// the first one from its start, m. `None` without ragdolls. What clips walk is no travel.
    pub fn travel_m(&self, world: &World) -> Option<f64> {
        if let Some(shot) = self.shot.as_ref().filter(|shot| shot.first_hit.is_some()) {
            return Some(shot.travel_m());
        }
        let (now, _) = self.figures.first()?.centre(world.model(), world.state())?;
        Some(flat_distance(self.start, now))
    }

    /// Speed of the centre of mass of the ragdoll that travel is measured of, m/s; `None`
    /// without one.
    pub fn speed_m_s(&self, world: &World) -> Option<f64> {
        let (_, velocity) = self.figure()?.centre(world.model(), world.state())?;
        Some(velocity.length())
    }

    /// Bytes of memory besides its own, about; what never changes is shared.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.struck[..])
    }

    /// Begins the results of a new shot.
    pub fn begin_shot(&mut self, world: &World) {
        self.struck.clear();
        if let Some(shot) = self.shot.as_ref().filter(|shot| shot.first_hit.is_some()) {
            self.before = Some(shot.clone());
        }
        let figure = self.shot.as_ref().map_or(0, |shot| shot.figure);
        self.shot = (!self.figures.is_empty()).then(|| ShotResult {
            fired_at_s: time_s(world),
            figure,
            ..ShotResult::default()
        });
    }

    /// Takes in the step just made; `balls` are the body indices of thrown balls, `mover` tells
    /// what moves a ragdoll if it is animated, `led` whether any is.
    pub fn observe(
        &mut self,
        world: &World,
        balls: &[usize],
        led: bool,
        mover: impl Fn(usize) -> Option<Mover>,
    ) {
        let (model, state) = (world.model(), world.state());
        self.soundness.observe(world, led);
        self.joint_error_m = report::joint_error(model, state);
        self.max_joint_error_m = self.max_joint_error_m.max(self.joint_error_m);
        self.strain = report::strain(model, state);
        // What has torn was strained before.
        let strains = self.max_strain.into_iter().chain(self.strain);
        self.max_strain = strains.reduce(f64::max);
        let violation = report::limit_violation(model, state);
        self.max_limit_violation_rad = self
            .max_limit_violation_rad
            .zip(violation)
            .map(|(so_far, now)| so_far.max(now));
        self.limit_violation_rad = violation;
        self.deepest_penetration_m = (self.deepest_penetration_m).max(world.deepest_penetration());
        self.max_pairs_left_out = self.max_pairs_left_out.max(world.pairs_left_out());
        self.ground.add(&world.ground());
        if led && in_clip(mover(0)) {
            let centre = self.figures.first().and_then(|f| f.centre(model, state));
            self.start = centre.map_or(self.start, |(position, _)| position);
        }
        if let Some(shot) = &self.shot {
            let fired_at_s = shot.fired_at_s;
            let hits = self.hits_of_step(world, balls);
            for hit in &hits {
                self.take_hit(world, hit, fired_at_s);
            }
            for result in &mut self.struck {
                let again = hits.iter().any(|hit| hit.figure == result.figure);
                let figure = &self.figures[result.figure];
                result.observe(world, figure, again, mover(result.figure));
            }
            if let (Some(before), []) = (&mut self.before, &self.struck[..]) {
                let figure = &self.figures[before.figure];
                before.observe(world, figure, false, mover(before.figure));
            }
            // Of two that were hit alike the one that was hit first.
            let most = self.struck.iter().rev();
            let most = most.max_by(|a, b| a.impulse_n_s.total_cmp(&b.impulse_n_s));
            self.shot = most.cloned().or(self.shot.take());
        }
    }

    /// What balls did to ragdolls in the last step, one for each ragdoll.
    fn hits_of_step(&self, world: &World, balls: &[usize]) -> Vec<StepHit> {
        let mut hits: Vec<StepHit> = Vec::new();
        for &impact in world.impacts_of_movers() {
            let Some(figure) = self.figure_hit(&impact, balls) else {
                continue;
            };
            match hits.iter_mut().find(|hit| hit.figure == figure) {
                Some(hit) => hit.impulse_n_s += impact.impulse,
                None => hits.push(StepHit {
                    figure,
                    first: impact,
                    impulse_n_s: impact.impulse,
                }),
            }
        }
        hits
    }

    /// Whether the ragdoll of the latest shot is no longer where that left it at rest: something
    /// else has carried it on.
    pub fn is_carried_on(&self, world: &World) -> bool {
        let shot = self.last_hit();
        let ended = shot.filter(|shot| shot.time_to_rest_s.is_some() && !shot.is_back_in_clip);
        let carried = ended.and_then(|shot| {
            let figure = self.figures.get(shot.figure)?;
            let (position, _) = figure.centre(world.model(), world.state())?;
            Some(position.distance(shot.now) > CARRIED_M)
        });
        carried == Some(true)
    }

    fn take_hit(&mut self, world: &World, hit: &StepHit, fired_at_s: f64) {
        let mut struck = self.struck.iter_mut();
        if let Some(known) = struck.find(|known| known.figure == hit.figure) {
            known.impulse_n_s += hit.impulse_n_s;
            return;
        }
        let before = self.figures[hit.figure].centre(world.model(), world.previous());
        let start = before.map_or(DVec3::ZERO, |(position, _)| position);
        self.struck.push(ShotResult {
            fired_at_s,
            figure: hit.figure,
            first_hit: Some(Hit {
                time_s: time_s(world),
                impact: hit.first,
            }),
            impulse_n_s: hit.impulse_n_s,
            start,
            now: start,
            ..ShotResult::default()
        });
    }

    /// The ragdoll that a ball hit.
    fn figure_hit(&self, impact: &Impact, balls: &[usize]) -> Option<usize> {
        let is_ball =
            |owner: ColliderId| matches!(owner, ColliderId::Body(body) if balls.contains(&body));
        let [a, b] = impact.owners;
        let other = match (is_ball(a), is_ball(b)) {
            (true, false) => b,
            (false, true) => a,
            _ => return None,
        };
        self.figures.iter().position(|figure| figure.has(other))
    }
}

/// What the balls did to a ragdoll in a step.
struct StepHit {
    figure: usize,
    first: Impact,
    impulse_n_s: f64,
}

impl ShotResult {
    /// Takes in a step of the ragdoll; `again`: a ball hit it in the step.
    fn observe(&mut self, world: &World, figure: &FigureParts, again: bool, mover: Option<Mover>) {
        let Some(hit) = self.first_hit else {
            return;
        };
        let since_s = time_s(world) - hit.time_s;
        // What is hardly touched has to stay still for as long as anything else.
        let is_settled = since_s >= SLEEP_AFTER_S - 1e-9;
        let at_rest = is_settled && figure.is_at_rest(world);
        let is_back = is_settled && mover == Some(Mover::Clip);
        if self.time_to_rest_s.is_some() {
            // What a hand does to it later is not of the shot, but another ball is.
            if !again || at_rest {
                return;
            }
            self.time_to_rest_s = None;
            self.is_back_in_clip = false;
        }
        let Some((position, velocity)) = figure.centre(world.model(), world.state()) else {
            return;
        };
        self.was_free |= !in_clip(mover);
        // What its clip walks is no travel.
        match (in_clip(mover), self.was_free) {
            (false, _) => self.now = position,
            (true, false) => (self.start, self.now) = (position, position),
            (true, true) => {}
        }
        if mover != Some(Mover::Clip) {
            self.peak_speed_m_s = self.peak_speed_m_s.max(velocity.length());
        }
        if at_rest || is_back {
            self.time_to_rest_s = Some(since_s);
            self.is_back_in_clip = is_back;
        }
    }
}

/// Whether a clip has a hand in how a ragdoll moves.
fn in_clip(mover: Option<Mover>) -> bool {
    matches!(mover, Some(Mover::Clip | Mover::Both))
}

fn flat_distance(a: DVec3, b: DVec3) -> f64 {
    DVec3::new(b.x - a.x, 0.0, b.z - a.z).length()
}

fn time_s(world: &World) -> f64 {
    world.state().step as f64 * world.model().settings.common.step_s
}
