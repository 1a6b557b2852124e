//! The scene as it plays: pacing, going back in time, shots, trails, takes, and the ghost
//! of the last result.

use super::stage::{surfaces_of, Surfaces};
use super::takes::{is_worth_keeping, Takes};
use super::threads::stepping_threads;
use super::trail::Trail;
use crate::compile::{settings_of, BuildError, RagdollMap};
use crate::lab::{
    History, Input, Profile, Progress, Recording, Shot, Simulation, Telemetry, Tuning,
};
use crate::physics::{report, Blast, Model, State};
use crate::scene::{Color, Id, Scene};
use glam::DVec3;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Slowest and fastest playback.
pub const SPEED_RANGE: (f64, f64) = (0.001, 8.0);
/// Share of a new measurement in the shown cost of a step.
const COST_SMOOTHING: f64 = 0.05;
/// Steps between two looks at the clock while going to a step.
const STEPS_AT_ONCE: u64 = 4;

/// Pose of the figure when its last result was complete, for comparison.
#[derive(Clone)]
pub struct Ghost {
    /// The whole simulation at its end.
    pub simulation: Simulation,
}

/// A playing scene.
pub struct Session {
    /// The running scene.
    pub simulation: Simulation,
    /// What happened in it so far; its present may lie before the end.
    pub history: History,
    /// Runs that were left.
    pub takes: Takes,
    /// Steps that a person marked.
    pub bookmarks: BTreeSet<u64>,
    /// Whether time goes on.
    pub playing: bool,
    /// Playback speed, 1 = real time.
    pub speed: f64,
    /// Speed that was reached in the last second, 1 = real time.
    pub reached_speed: f64,
    /// Part of a step between the previous and the present state, 0 to 1.
    pub blend: f64,
    /// Smoothed cost of a step, µs.
    pub step_us: f64,
    /// What stopped the run, if anything.
    pub trouble: Option<String>,
    /// The last shot, for repeating it.
    pub last_shot: Option<Shot>,
    /// The last blast, and the step before which it was.
    pub last_blast: Option<(Blast, u64)>,
    /// The result before this one.
    pub ghost: Option<Ghost>,
    /// Ways of the balls and of the first figure.
    pub trails: Trails,
    /// What was measured after each step.
    pub telemetry: Telemetry,
    /// What the steps cost, stage by stage, while somebody looks.
    pub profile: Option<Profile>,
    /// The meshes of the scene as they are drawn.
    pub surfaces: Surfaces,
    /// Colours of the things that are not painted as usual.
    pub colors: BTreeMap<Id, Color>,
    /// Whether a take or a shot ended as it was recorded, when it has just ended.
    pub verdict: Option<bool>,
    /// Step that is being gone to.
    target: Option<u64>,
    accumulated_s: f64,
}

impl Session {
    /// A playing scene at its start.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn new(scene: &Scene) -> Result<Session, Vec<BuildError>> {
        let simulation = Simulation::new(scene)?;
        let history = History::new(Arc::new(scene.clone()), &simulation);
        Ok(Session::with(history, simulation))
    }

    fn with(history: History, mut simulation: Simulation) -> Session {
        simulation.world.set_threads(stepping_threads());
        let mut telemetry = Telemetry::default();
        telemetry.observe(&simulation);
        Session {
            telemetry,
            surfaces: surfaces_of(simulation.world.model()),
            colors: history.scene().colors(),
            simulation,
            history,
            takes: Takes::default(),
            bookmarks: BTreeSet::new(),
            profile: None,
            verdict: None,
            target: None,
            playing: true,
            speed: 1.0,
            reached_speed: 1.0,
            blend: 1.0,
            step_us: 0.0,
            trouble: None,
            last_shot: None,
            last_blast: None,
            ghost: None,
            trails: Trails::default(),
            accumulated_s: 0.0,
        }
    }

    /// Goes to the start of a scene, keeping speed, last shot, takes and ghost; the run
    /// so far becomes a take.
    ///
    /// # Errors
    /// What the method cannot simulate; the session stays as it was.
    pub fn reset(&mut self, scene: &Scene) -> Result<(), Vec<BuildError>> {
        let fresh = Session::new(scene)?;
        let playing = self.playing || self.trouble.is_some();
        self.keep_if_played_with();
        self.begin(fresh);
        self.playing = playing;
        Ok(())
    }

    /// Puts a fresh session in place, which takes over what outlives a run.
    fn begin(&mut self, fresh: Session) {
        let old = std::mem::replace(self, fresh);
        self.speed = old.speed;
        self.step_us = old.step_us;
        self.last_shot = old.last_shot.clone();
        let finished = old.shot_is_over();
        self.takes = old.takes;
        self.takes.choose(None);
        self.ghost = if finished {
            Some(Ghost {
                simulation: old.simulation,
            })
        } else {
            old.ghost
        };
    }

    /// Keeps the run so far as a take, if there are steps and its start is known; its
    /// place.
    pub fn keep_take(&mut self) -> Option<usize> {
        let recording = self.history.recording().filter(|run| run.steps > 0)?;
        let seconds = recording.steps as f64 * self.step_s();
        let result = self.history.result().cloned();
        Some(self.takes.keep(recording, seconds, result))
    }

    fn keep_if_played_with(&mut self) {
        if self
            .history
            .recording()
            .as_ref()
            .is_some_and(is_worth_keeping)
        {
            self.keep_take();
        }
    }

    /// Plays a take from its start.
    ///
    /// # Errors
    /// What the method cannot simulate; the session stays as it was.
    pub fn play_take(&mut self, index: usize) -> Result<(), Vec<BuildError>> {
        let Some(take) = self.takes.list().get(index) else {
            return Ok(());
        };
        let recording = take.recording.clone();
        let fresh = Session::of(&recording)?;
        self.keep_if_played_with();
        self.begin(fresh);
        // Keeping the present run may have moved the others.
        let same = |take: &super::takes::Take| take.recording.hash == recording.hash;
        self.takes.choose(self.takes.list().iter().position(same));
        Ok(())
    }

    /// A session that plays a recording from its start.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn of(recording: &Recording) -> Result<Session, Vec<BuildError>> {
        let (history, simulation) = History::of(recording)?;
        Ok(Session::with(history, simulation))
    }

    /// Duration of a step, s.
    pub fn step_s(&self) -> f64 {
        self.simulation.world.model().settings.common.step_s
    }

    /// Number of steps made.
    pub fn now(&self) -> u64 {
        self.simulation.world.state().step
    }

    /// Whether the present is the end of the history.
    pub fn is_at_end(&self) -> bool {
        self.now() == self.history.end()
    }

    /// Goes to a step of the history and stays there.
    pub fn go_to(&mut self, step: u64) {
        self.playing = false;
        self.trouble = None;
        self.target = Some(step.clamp(self.history.start(), self.history.end()));
    }

    /// The step that is shown, or gone to.
    pub fn shown_step(&self) -> u64 {
        self.target.unwrap_or(self.now())
    }

    /// Whether the step that is gone to has not been reached yet.
    pub fn is_going(&self) -> bool {
        self.target.is_some()
    }

    /// Goes on towards the step that is gone to, for about `budget`.
    pub fn approach(&mut self, budget: Option<Duration>) {
        let began = Instant::now();
        while let Some(target) = self.target {
            let (trails, telemetry) = (&mut self.trails, &mut self.telemetry);
            let seen = |simulation: &Simulation| {
                trails.record(simulation);
                telemetry.observe(simulation);
            };
            let most = budget.map_or(u64::MAX, |_| STEPS_AT_ONCE);
            let reached = (self.history).go_to(&mut self.simulation, target, most, seen);
            if reached {
                self.target = None;
                self.stop_at_end_of_recording();
            } else if budget.is_some_and(|budget| began.elapsed() > budget) {
                break;
            }
        }
    }

    /// Makes the present the end: what was after it becomes a take.
    pub fn go_on_from_here(&mut self) {
        self.approach(None);
        if !self.is_at_end() {
            self.leave_future();
            self.let_go();
        }
    }

    fn leave_future(&mut self) {
        self.keep_take();
        self.history.end_here(&self.simulation);
        let now = self.now();
        self.trails.end_at(now);
        self.telemetry.end_at(now);
        self.bookmarks.retain(|step| *step <= now);
        self.takes.choose(None);
    }

    /// Lets go of what is pulled by a hand of the future that was left.
    fn let_go(&mut self) {
        if self.simulation.apply(&Input::Release) {
            self.history.note(&self.simulation, Input::Release);
        }
    }

    /// Marks the present step, or takes its mark away; whether it is marked now.
    pub fn toggle_bookmark(&mut self) -> bool {
        let step = self.shown_step();
        !self.bookmarks.remove(&step) && self.bookmarks.insert(step)
    }

    /// Lets `frame_s` seconds of real time pass.
    ///
    /// The steps take at most about `budget`; what is left then is lost, so that a
    /// heavy scene never freezes the window.
    pub fn advance(&mut self, frame_s: f64, budget: Option<Duration>) {
        self.approach(budget);
        if self.is_going() || !self.playing || self.trouble.is_some() {
            self.blend = 1.0;
            return;
        }
        let step_s = self.simulation.world.model().settings.common.step_s;
        self.accumulated_s += frame_s * self.speed;
        let (began, mut steps) = (Instant::now(), 0);
        while self.accumulated_s >= step_s && self.trouble.is_none() && self.playing {
            if steps > 0 && budget.is_some_and(|budget| began.elapsed() > budget) {
                self.accumulated_s = 0.0;
                break;
            }
            self.accumulated_s -= step_s;
            self.step();
            steps += 1;
        }
        self.blend = (self.accumulated_s / step_s).clamp(0.0, 1.0);
        if frame_s > 0.0 {
            let reached = f64::from(steps) * step_s / frame_s;
            self.reached_speed += (reached - self.reached_speed) * COST_SMOOTHING;
        }
    }

    /// Makes one step.
    pub fn step(&mut self) {
        if self.trouble.is_some() {
            return;
        }
        self.approach(None);
        let begin = Instant::now();
        let progress = self.step_history();
        let cost = begin.elapsed().as_secs_f64() * 1e6;
        self.step_us += (cost - self.step_us) * COST_SMOOTHING;
        if let Progress::Diverged { owner, step } = progress {
            let what = self.simulation.map.name_of(owner);
            self.trouble = Some(format!(
                "the run diverged after step {step} at {what}; the last good state is kept. \
                 Raise substeps or iterations, or Reset"
            ));
            return;
        }
        self.trails.record(&self.simulation);
        self.telemetry.observe(&self.simulation);
        self.stop_at_end_of_recording();
    }

    fn step_history(&mut self) -> Progress {
        let (history, simulation) = (&mut self.history, &mut self.simulation);
        let Some(profile) = &mut self.profile else {
            return history.step(simulation);
        };
        let step = simulation.world.state().step + 1;
        profile.watch(step, |probe| history.step_watched(simulation, probe))
    }

    /// Measures what the stages of a step cost from now on, or no longer.
    pub fn measure_cost(&mut self, measured: bool) {
        let kept = self.profile.take().unwrap_or_default();
        self.profile = measured.then_some(kept);
    }

    /// Stops where a take or a pasted shot ends; what it may do after that is new.
    fn stop_at_end_of_recording(&mut self) {
        let kept = self.history.take_verdict().filter(|_| self.is_at_end());
        if kept.is_some() {
            self.playing = false;
            self.verdict = kept;
        }
    }

    /// Does what a person asks for; false if it cannot be done. Done in the past it
    /// begins another future.
    pub fn apply(&mut self, input: &Input) -> bool {
        self.approach(None);
        let done = self.simulation.apply(input);
        if done {
            self.note(input.clone());
        }
        done
    }

    /// Notes what has just been done.
    fn note(&mut self, input: Input) {
        let was_past = !self.is_at_end();
        if was_past {
            self.leave_future();
        }
        let pulls = matches!(input, Input::Pull { .. });
        self.history.note(&self.simulation, input);
        if was_past && !pulls {
            self.let_go();
        }
    }

    /// Takes over solver, gravity and wind of a scene while it runs.
    ///
    /// # Errors
    /// Settings that the method does not offer; nothing is changed then.
    pub fn retune(&mut self, scene: &Scene) -> Result<(), BuildError> {
        let (_, settings) = settings_of(scene)?;
        let tuning = Tuning::of(scene);
        if self.is_untouched() {
            self.simulation.retune(&tuning)?;
            self.history = History::new(Arc::new(scene.clone()), &self.simulation);
        } else if settings != self.simulation.world.model().settings {
            self.apply(&Input::Retune(Box::new(tuning)));
        }
        Ok(())
    }

    /// Takes over masses, limits and other numbers of a scene while it runs; false if
    /// it must begin anew.
    pub fn remodel(&mut self, scene: &Arc<Scene>) -> bool {
        let runs = !self.is_untouched() && self.trouble.is_none();
        runs && self.apply(&Input::Remodel(scene.clone()))
    }

    /// Takes over the colours of a scene, at whatever step; nothing moves otherwise.
    pub fn paint(&mut self, scene: &Scene) {
        self.colors = scene.colors();
        self.history.paint(&self.colors);
    }

    /// Whether the scene is at its start and nothing was done.
    fn is_untouched(&self) -> bool {
        self.history.end() == 0 && self.history.inputs().is_empty()
    }

    /// Sets off a blast.
    pub fn blast(&mut self, blast: Blast) {
        if self.apply(&Input::Blast(blast)) {
            self.playing = true;
            self.last_blast = Some((blast, self.simulation.world.state().step));
        }
    }

    /// Throws a ball; false when there are too many.
    pub fn fire(&mut self, shot: &Shot) -> bool {
        let fired = self.apply(&Input::Throw(shot.clone()));
        if fired {
            self.playing = true;
            self.last_shot = Some(shot.clone());
        }
        fired
    }

    /// Whether the last shot has been measured to its end, so that the next one
    /// begins anew.
    pub fn shot_is_over(&self) -> bool {
        let Some(shot) = &self.simulation.metrics.shot else {
            return false;
        };
        // A ball that flew past has nothing to wait for once all is still.
        let missed = || shot.first_hit.is_none() && report::at_rest(self.simulation.world.state());
        shot.time_to_rest_s.is_some() || missed()
    }
}

/// The ways of what is followed.
#[derive(Debug, Clone, Default)]
pub struct Trails {
    /// Ways of the balls.
    pub balls: Vec<Trail>,
    /// Ways of the head, the pelvis and, if it has them, hands and feet of the first
    /// figure.
    pub figure: Vec<Trail>,
}

impl Trails {
    /// Adds where everything is after a step.
    fn record(&mut self, simulation: &Simulation) {
        let state = simulation.world.state();
        let balls: Vec<DVec3> = simulation
            .balls()
            .iter()
            .map(|&ball| state.bodies[ball].position)
            .collect();
        add_to(&mut self.balls, state.step, &balls);
        if simulation.metrics.shot.is_none() {
            return;
        }
        if let Some(ragdoll) = simulation.map.ragdolls.first() {
            let followed = followed(ragdoll, simulation.world.model(), state);
            add_to(&mut self.figure, state.step, &followed);
        }
    }

    /// Forgets what comes after a step.
    fn end_at(&mut self, step: u64) {
        for trail in self.balls.iter_mut().chain(&mut self.figure) {
            trail.end_at(step);
        }
    }
}

fn add_to(trails: &mut Vec<Trail>, step: u64, positions: &[DVec3]) {
    if trails.len() < positions.len() {
        trails.resize(positions.len(), Trail::default());
    }
    for (trail, position) in trails.iter_mut().zip(positions) {
        trail.add(step, *position);
    }
}

/// Parts of a figure whose way is shown, by each of their names.
const FOLLOWED_PARTS: [&[&str]; 6] = [
    &["head"],
    &["pelvis", "basin"],
    &["l_hand"],
    &["r_hand"],
    &["l_foot"],
    &["r_foot"],
];

/// Where the followed parts of a figure are; always the same ones of a figure.
fn followed(ragdoll: &RagdollMap, model: &Model, state: &State) -> Vec<DVec3> {
    let place = |part: &str| {
        let body = ragdoll.body_of(part).map(|i| state.bodies[i].position);
        let of_stick = |i: usize| state.particles[model.sticks[i].a].position;
        body.or_else(|| ragdoll.stick_of(part).map(of_stick))
    };
    let of_names = |names: &&[&str]| names.iter().find_map(|name| place(name));
    FOLLOWED_PARTS.iter().filter_map(of_names).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn followed_of(figure: &str) -> Vec<DVec3> {
        let text = format!(
            r#"{{"format": "ragdoll-scene", "version": 1,
                "ragdolls": [{{"id": 1, "figure": {figure}}}]}}"#
        );
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let simulation = Simulation::new(&scene).unwrap();
        let (model, state) = (simulation.world.model(), simulation.world.state());
        followed(&simulation.map.ragdolls[0], model, state)
    }

    #[test]
    fn head_and_hips_are_followed_and_hands_and_feet_where_there_are_some() {
        assert_eq!(followed_of(r#"{"mx": {}}"#).len(), 6);
        assert_eq!(followed_of(r#"{"thesis": {}}"#).len(), 2);
        assert_eq!(followed_of(r#"{"thesis": {"build": "rigid"}}"#).len(), 2);
        assert!(followed_of(r#"{"mx": {}}"#)[0].y > 1.5);
    }
}
