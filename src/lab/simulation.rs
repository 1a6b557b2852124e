//! A running scene: its world, its launcher, and what has been measured so far.

use super::animation::{Mover, Player};
use super::input::{Input, Tuning};
use super::metric::{FigureParts, Metrics};
use super::soundness::{self, Fault, Unsound};
use super::why::words_of;
use crate::compile::{
    ball_mass, compile, flatten, settings_of, unsupported, BuildError, Compiled, IdMap,
};
use crate::physics::ledger::Cause;
use crate::physics::model::BodyModel;
use crate::physics::probe::{NoProbe, Probe};
use crate::physics::{
    report, BodyState, ContactSpring, Divergence, Model, State, StepOutcome, Surface, World,
};
use crate::scene::{Id, Launcher, Material, Scene};
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// Most balls in a running scene; a shot beyond it is refused.
pub const MOST_BALLS: usize = 500;

/// A shot: everything needed to repeat it.
pub type Shot = Launcher;

/// How far a step came.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// One step further.
    Advanced,
    /// The end of the step after `step` cannot be believed; the last good state is kept.
    Diverged {
        /// What diverged first, and how.
        divergence: Divergence,
        /// Number of good steps.
        step: u64,
    },
    /// The end of the step was asked for before it was done; nothing has moved.
    Interrupted,
}

/// A moment of a simulation, to which it can go back.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    /// Everything that moves, with what holds it.
    pub state: State,
    /// What was constant then; shared while it stays so.
    pub model: Arc<Model>,
    map: Arc<IdMap>,
    /// What had been measured.
    pub metrics: Metrics,
    balls: Vec<usize>,
    scheduled: Option<u64>,
    players: Vec<Player>,
}

/// A running scene.
#[derive(Clone)]
pub struct Simulation {
    /// The world.
    pub world: World,
    /// Where the things of the scene are in it.
    pub map: Arc<IdMap>,
    /// What has been measured.
    pub metrics: Metrics,
    launcher: Option<Launcher>,
    scheduled: Option<u64>,
    balls: Vec<usize>,
    /// The ragdolls that are animated.
    players: Vec<Player>,
}

impl Simulation {
    /// Builds the world of a valid scene, at its start.
    ///
    /// # Errors
    /// All things that the scene's method cannot simulate.
    pub fn new(scene: &Scene) -> Result<Simulation, Vec<BuildError>> {
        let (world, map) = compile(scene)?;
        Ok(Simulation::of(scene, Compiled { world, map }))
    }

    /// A valid scene that has been compiled, at its start.
    pub fn of(scene: &Scene, compiled: Compiled) -> Simulation {
        let Compiled { world, map } = compiled;
        let metrics = Metrics::new(&world, FigureParts::all(&map));
        let mut simulation = Simulation {
            world,
            players: Player::all(&map),
            map: Arc::new(map),
            metrics,
            launcher: None,
            scheduled: None,
            balls: Vec::new(),
        };
        simulation.arm(scene.launcher.as_ref());
        simulation
    }

    /// Has this launcher fire by itself when its time comes, if it has one.
    pub fn arm(&mut self, launcher: Option<&Launcher>) {
        let step_s = self.world.model().settings.common.step_s;
        let fire_at = launcher.and_then(|launcher| launcher.fire_at_s);
        self.launcher = launcher.cloned();
        self.scheduled = fire_at.map(|time_s| (time_s / step_s).ceil() as u64);
    }

    /// Advances by one step and fires the scheduled shot when its time has come.
    pub fn step(&mut self) -> Progress {
        self.step_watched(&mut NoProbe)
    }

    /// The same, watched by a probe.
    pub fn step_watched(&mut self, probe: &mut dyn Probe) -> Progress {
        let step = self.world.state().step;
        if self.scheduled == Some(step) {
            if let Some(shot) = self.launcher.clone() {
                self.throw(&shot);
            }
        }
        match self.world.step_watched(probe) {
            StepOutcome::Advanced => {
                for player in &mut self.players {
                    player.advance(&mut self.world);
                }
                if !self.players.is_empty() {
                    probe.moved_from_outside(self.world.state());
                }
                let carried = report::is_carried(self.world.model(), self.world.state());
                let led = !self.players.is_empty() || carried;
                let (players, ragdolls) = (&self.players, &self.map.ragdolls);
                let mover = |figure: usize| {
                    let id = ragdolls.get(figure)?.id;
                    let player = players.iter().find(|player| player.id() == id)?;
                    Some(player.mover())
                };
                (self.metrics).observe(&self.world, &self.balls, led, mover);
                Progress::Advanced
            }
            StepOutcome::Diverged(divergence) => Progress::Diverged { divergence, step },
            StepOutcome::Interrupted => Progress::Interrupted,
        }
    }

    /// Whether a shot is still to be fired by itself.
    pub fn awaits_shot(&self) -> bool {
        let now = self.world.state().step;
        self.scheduled.is_some_and(|at| at >= now)
    }

    /// Whether time would change nothing: all has fallen asleep, no path goes on, no hand pulls,
    /// and no shot is still to be fired by itself.
    pub fn is_at_rest(&self) -> bool {
        let state = self.world.state();
        let sleeps = state.rest.iter().all(|rest| rest.asleep);
        let goes_on = report::path_goes_on(self.world.model(), state);
        let players_rest = self.players.iter().all(Player::rests);
        let others_rest = players_rest && !self.awaits_shot() && state.holds.pull.is_none();
        sleeps && others_rest && !goes_on
    }

    /// Does what a person asks for; false if it cannot be done, and then nothing is
    /// changed. All that a person does goes through here.
    pub fn apply(&mut self, input: &Input) -> bool {
        match input {
            Input::Throw(shot) => self.throw(shot),
            Input::Pull {
                grip,
                target,
                spring,
            } => self.world.pull(*grip, *target, *spring),
            Input::Release => self.world.release(),
            Input::Pin(grip) => self.world.pin(*grip),
            Input::FreeAll => self.world.free_all(),
            Input::Blast(blast) => self.with_work_booked(|this| this.world.blast(blast)),
            Input::HandOver(ragdoll) => self.hand_over(*ragdoll),
            Input::Retune(tuning) => self.retune(tuning).is_ok(),
            Input::Remodel(scene) => self.remodel(scene).unwrap_or(false),
        }
    }

    /// The present moment.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            state: self.world.state().clone(),
            model: self.world.shared_model().clone(),
            map: self.map.clone(),
            balls: self.balls.clone(),
            scheduled: self.scheduled,
            players: self.players.clone(),
            metrics: self.metrics.clone(),
        }
    }

    /// Goes to a moment of this simulation, earlier or later.
    pub fn restore(&mut self, checkpoint: &Checkpoint) {
        self.world
            .restore_with(&checkpoint.model, &checkpoint.state);
        self.map = checkpoint.map.clone();
        self.balls.clone_from(&checkpoint.balls);
        self.scheduled = checkpoint.scheduled;
        self.players.clone_from(&checkpoint.players);
        self.metrics = checkpoint.metrics.clone();
    }

    /// Throws the balls of a shot now; returns false when there are too many balls.
    pub fn throw(&mut self, shot: &Shot) -> bool {
        self.with_work_booked(|this| this.add_balls(shot))
    }

    /// Does something between two steps, and books the energy that it puts in or takes out.
    fn with_work_booked<T>(&mut self, act: impl FnOnce(&mut Simulation) -> T) -> T {
        let before_j = soundness::energy(self.world.model(), self.world.state());
        let result = act(self);
        self.metrics.soundness.put_in(before_j, &self.world);
        result
    }

    fn add_balls(&mut self, shot: &Shot) -> bool {
        if self.balls.len() + shot.count as usize > MOST_BALLS {
            return false;
        }
        // Whoever throws does not wait for the scheduled shot.
        self.scheduled = None;
        self.metrics.begin_shot(&self.world);
        for (position, direction) in muzzle(shot) {
            let (body, motion) = ball_of(shot, position, direction);
            self.balls.push(self.world.add_body(body, motion));
        }
        true
    }

    /// The present state as a scene that goes on from there; `scene` is that of which it was
    /// built, and `balls` those thrown balls that become bodies of it.
    pub fn flatten(&self, scene: &Scene, balls: &[usize]) -> Scene {
        let mut out = flatten(scene, &self.world, &self.map, balls);
        for player in &self.players {
            let mut ragdolls = out.ragdolls.iter_mut();
            if let Some(ragdoll) = ragdolls.find(|ragdoll| ragdoll.id == player.id()) {
                player.keep(ragdoll);
            }
        }
        out
    }

    /// Moves everything that can move by the same way, m.
    pub fn nudge(&mut self, by: DVec3) {
        let mut state = self.world.state().clone();
        let particles = self.world.model().particles.iter();
        for (particle, constant) in state.particles.iter_mut().zip(particles) {
            if !constant.fixed {
                particle.position += by;
            }
        }
        for body in &mut state.bodies {
            body.position += by;
        }
        for player in &mut self.players {
            player.shift(by);
        }
        self.with_work_booked(|this| this.world.restore(&state));
    }

    /// Lets physics take over an animated ragdoll; false if it has, or it is not animated.
    fn hand_over(&mut self, ragdoll: Id) -> bool {
        let mut players = self.players.iter_mut();
        let player = players.find(|player| player.id() == ragdoll);
        player.is_some_and(|player| player.hand_over(&mut self.world))
    }

    /// The ragdolls that are animated.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Number of ragdolls that their clips alone move.
    pub fn led(&self) -> usize {
        let players = self.players.iter();
        players
            .filter(|player| player.mover() == Mover::Clip)
            .count()
    }

    /// Leaves all that is animated to physics for good; it sleeps until something wakes it.
    pub fn stop_clips(&mut self) {
        self.players.clear();
    }

    /// Centre of mass of all ragdolls together, m; `None` without any.
    pub fn middle_of_figures(&self) -> Option<DVec3> {
        let (particles, bodies) = (self.map.figure_particles(), self.map.figure_bodies());
        let (model, state) = (self.world.model(), self.world.state());
        let centre = report::centre_of_mass(model, state, &particles, &bodies);
        centre.map(|(middle, _)| middle)
    }

    /// Body indices of the balls thrown so far.
    pub fn balls(&self) -> &[usize] {
        &self.balls
    }

    /// What is wrong with the run so far, if anything is: which joint stands open, or how much
    /// energy came from nowhere, and since which step.
    pub fn unsound(&self, scene: &Scene) -> Option<String> {
        let Unsound { step, fault } = self.metrics.soundness.first()?;
        Some(match fault {
            Fault::Open {
                constraint,
                error_m,
                most_m,
            } => {
                let cause = Cause::Constraint(constraint);
                let what = words_of(scene, &self.map, self.world.model(), cause);
                format!(
                    "{what} is open by {error_m:.3} m in step {step}, more than {most_m:.3} m for \
                     what it holds"
                )
            }
            Fault::Crushed {
                pair,
                depth_m,
                most_m,
            } => {
                let [what, by] = pair.map(|owner| self.map.title_in(scene, owner));
                format!(
                    "{what} is crushed by {by}, which nothing stops: {depth_m:.3} m deep in step \
                     {step}, more than {most_m:.3} m for its size"
                )
            }
            Fault::EnergyGained { gained_j, of_j } => format!(
                "{gained_j:.3e} J of energy came from nowhere up to step {step}; the largest kinetic \
                 energy was {of_j:.3e} J"
            ),
        })
    }

    /// Simulated time, s.
    pub fn time_s(&self) -> f64 {
        self.world.state().step as f64 * self.world.model().settings.common.step_s
    }

    /// Takes over solver settings, gravity and wind while running.
    ///
    /// # Errors
    /// Settings that the method does not offer; nothing is changed then.
    pub fn retune(&mut self, tuning: &Tuning) -> Result<(), BuildError> {
        let (info, settings) = settings_of(&tuning.bare_scene())?;
        let model = self.world.model();
        if settings.method != model.settings.method {
            let mut asked = model.clone();
            asked.settings.method = settings.method.clone();
            if let Some(error) = unsupported(info, &asked, &self.map).into_iter().next() {
                return Err(error);
            }
        }
        self.with_work_booked(|this| this.world.retune(settings));
        Ok(())
    }

    /// Takes over masses, limits, materials and all other numbers of a changed scene
    /// while running; what moves goes on as it moves, thrown balls too. False, and
    /// nothing is changed, if the scene has other things or joins them otherwise.
    ///
    /// # Errors
    /// All things that the scene's method cannot simulate.
    pub fn remodel(&mut self, scene: &Scene) -> Result<bool, Vec<BuildError>> {
        let (world, map) = compile(scene)?;
        let compiled = Box::new(Compiled { world, map });
        Ok(self.remodel_as(compiled).is_ok())
    }

    /// The same with the changed scene compiled; gives it back if it has other things or
    /// joins them otherwise.
    ///
    /// # Errors
    /// The compiled scene, if it was not taken over.
    pub fn remodel_as(&mut self, compiled: Box<Compiled>) -> Result<(), Box<Compiled>> {
        let mut model = compiled.world.model().clone();
        let now = self.world.model();
        let built = now.bodies.len() - self.balls.len();
        if model.bodies.len() != built {
            return Err(compiled);
        }
        for ball in &now.bodies[built..] {
            model.add_body(ball.clone());
        }
        if !self.with_work_booked(|this| this.world.remodel(model)) {
            return Err(compiled);
        }
        self.map = Arc::new(compiled.map);
        for player in &mut self.players {
            player.retake(&self.map);
        }
        Ok(())
    }
}

fn led(players: &[Player]) -> usize {
    let led = |player: &&Player| player.mover() == Mover::Clip;
    players.iter().filter(led).count()
}

impl Checkpoint {
    /// Number of ragdolls that their clips alone move.
    pub fn led(&self) -> usize {
        led(&self.players)
    }

    /// Number of steps before it.
    pub fn step(&self) -> u64 {
        self.state.step
    }

    /// How many bytes of memory it takes besides the model, about.
    pub fn bytes(&self) -> usize {
        let State {
            particles,
            bodies,
            rest,
            memory,
            holds,
            ..
        } = &self.state;
        size_of::<Checkpoint>()
            + size_of_val(&particles[..])
            + size_of_val(&bodies[..])
            + size_of_val(&rest[..])
            + size_of_val(&memory.words[..])
            + size_of_val(&holds.pins[..])
            + size_of_val(&self.balls[..])
            + self.metrics.bytes()
            + self.players.iter().map(Player::bytes).sum::<usize>()
    }

    /// How many bytes of memory its model takes, about; meshes are shared.
    pub fn bytes_of_model(&self) -> usize {
        let model = &self.model;
        size_of::<Model>()
            + size_of_val(&model.particles[..])
            + size_of_val(&model.bodies[..])
            + size_of_val(&model.sticks[..])
            + size_of_val(&model.constraints[..])
            + size_of_val(&model.obstacles[..])
            + size_of_val(&model.pair_rules[..])
            + 2 * model.articulations
    }
}

/// Memory of moments in their order, each model counted once.
pub(super) fn bytes_of_moments(moments: &[Arc<Checkpoint>]) -> usize {
    let mut bytes = 0;
    let mut before: Option<&Arc<Checkpoint>> = None;
    for moment in moments {
        let is_shared = before.is_some_and(|before| Arc::ptr_eq(&before.model, &moment.model));
        bytes += moment.bytes()
            + if is_shared {
                0
            } else {
                moment.bytes_of_model()
            };
        before = Some(moment);
    }
    bytes
}

fn ball_of(shot: &Shot, position: DVec3, direction: DVec3) -> (BodyModel, BodyState) {
    let ball = &shot.ball;
    let mass = ball_mass(ball.radius_m, ball.mass_kg, ball.density_kg_m3);
    let surface = Surface {
        restitution: ball.restitution,
        friction: ball.friction,
        rolling_resistance: Material::default().rolling_resistance,
        spring: ContactSpring::NONE,
    };
    let body = BodyModel::ball(mass, ball.radius_m, surface);
    let motion = BodyState {
        position,
        orientation: DQuat::IDENTITY,
        velocity: direction * shot.speed_m_s,
        angular_velocity: DVec3::ZERO,
    };
    (body, motion)
}

/// Start and direction of each ball: side by side on a sunflower spiral across
/// the direction, spread evenly over the cone.
fn muzzle(shot: &Shot) -> Vec<(DVec3, DVec3)> {
    /// Turn from ball to ball that fills a disc evenly, rad (golden angle).
    const TURN: f64 = 2.399_963_229_728_653;
    let forward = DVec3::from(shot.direction).normalize_or(DVec3::NEG_Z);
    let (right, up) = forward.any_orthonormal_pair();
    let widest = libm::tan(shot.spread_deg.min(89.0).to_radians());
    (0..shot.count)
        .map(|i| {
            // The first ball flies along the middle; sqrt makes the density even.
            let out = (f64::from(i) / f64::from(shot.count.max(2) - 1)).sqrt();
            let angle = TURN * f64::from(i);
            let across = right * libm::cos(angle) + up * libm::sin(angle);
            let spacing = 2.2 * shot.ball.radius_m * f64::from(i).sqrt();
            let direction = (forward + across * (out * widest)).normalize();
            (DVec3::from(shot.position_m) + across * spacing, direction)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_of_a_burst_do_not_overlap() {
        let shot = Shot {
            count: 40,
            spread_deg: 10.0,
            ..Shot::default()
        };
        let starts = muzzle(&shot);
        for (i, a) in starts.iter().enumerate() {
            for b in &starts[i + 1..] {
                assert!(a.0.distance(b.0) > 2.0 * shot.ball.radius_m, "{i}");
            }
        }
    }
}
