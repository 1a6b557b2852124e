//! The scene as it plays: pacing, going back in time, shots, trails, takes, and the ghost
//! of the last result.

use super::looks::Looks;
use super::pace::Pace;
use super::slow::SlowSteps;
use super::surfaces::Surfaces;
use super::takes::{is_worth_keeping, Take, Takes};
use super::threads::stepping_threads;
use super::trails::Trails;
use crate::clock::Instant;
use crate::compile::{settings_of, BuildError, Compiled};
use crate::lab::{
    History, Input, Profile, Progress, Recording, Shot, Simulation, Telemetry, Tuning,
};
use crate::physics::Blast;
use crate::scene::{Scene, SceneDifference};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Steps between two looks at the clock while going to a step.
const STEPS_AT_ONCE: u64 = 4;

/// Pose of the figure when its last result was complete, for comparison.
#[derive(Clone)]
pub struct Ghost {
    /// The whole simulation at its end.
    pub simulation: Simulation,
}

/// What was seen of each step.
#[derive(Default)]
pub struct Observed {
    /// Ways of the balls and of the ragdoll that was hit.
    pub trails: Trails,
    /// What was measured.
    pub telemetry: Telemetry,
    /// What the steps cost, stage by stage, while somebody looks.
    pub profile: Option<Profile>,
}

impl Observed {
    /// Looks at the state after a step.
    fn observe(&mut self, simulation: &Simulation) {
        self.trails.record(simulation);
        self.telemetry.observe(simulation);
    }

    /// Forgets what comes after a step.
    fn end_at(&mut self, step: u64) {
        self.trails.end_at(step);
        self.telemetry.end_at(step);
    }
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
    /// How fast it plays.
    pub pace: Pace,
    /// What stopped the run, if anything.
    pub trouble: Option<String>,
    /// The last shot, for repeating it.
    pub last_shot: Option<Shot>,
    /// The last blast, and the step before which it was.
    pub last_blast: Option<(Blast, u64)>,
    /// The result before this one.
    pub ghost: Option<Ghost>,
    /// What was seen of each step.
    pub observed: Observed,
    /// How its things are drawn.
    pub looks: Looks,
    /// Whether a take or a shot ended as it was recorded, when it has just ended.
    pub verdict: Option<bool>,
    /// Steps that take too long for a frame.
    pub slow: SlowSteps,
    /// Step that is being gone to.
    target: Option<u64>,
}

/// A scene at its start, compiled only if it is another one than that of a run.
fn start_of(run: &Session, scene: &Arc<Scene>) -> Result<Simulation, Vec<BuildError>> {
    match run.history.begun_anew(&run.simulation, scene) {
        Some(simulation) => Ok(simulation),
        None => Simulation::new(scene),
    }
}

impl Session {
    /// A playing scene at its start.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn new(scene: &Scene) -> Result<Session, Vec<BuildError>> {
        let simulation = Simulation::new(scene)?;
        Ok(Session::at_start(
            &Arc::new(scene.clone()),
            simulation,
            &Surfaces::default(),
        ))
    }

    /// One whose scene is at its start. `known`: meshes that have been made before.
    fn at_start(scene: &Arc<Scene>, simulation: Simulation, known: &Surfaces) -> Session {
        let history = History::new(scene.clone(), &simulation);
        Session::with(history, simulation, known)
    }

    fn with(history: History, mut simulation: Simulation, known: &Surfaces) -> Session {
        let model = simulation.world.model();
        let looks = Looks::of(model, &simulation.map, history.scene(), known);
        simulation.world.set_threads(stepping_threads());
        let mut observed = Observed::default();
        observed.telemetry.observe(&simulation);
        Session {
            observed,
            looks,
            simulation,
            history,
            takes: Takes::default(),
            bookmarks: BTreeSet::new(),
            playing: true,
            pace: Pace::default(),
            trouble: None,
            last_shot: None,
            last_blast: None,
            ghost: None,
            verdict: None,
            slow: SlowSteps::default(),
            target: None,
        }
    }

    /// Goes to the start of a scene, keeping speed, last shot, takes and ghost; the run
    /// so far becomes a take.
    ///
    /// # Errors
    /// What the method cannot simulate; the session stays as it was.
    pub fn reset(&mut self, scene: &Arc<Scene>) -> Result<(), Vec<BuildError>> {
        let simulation = start_of(self, scene)?;
        self.reset_as(scene, simulation);
        Ok(())
    }

    /// The same with the scene compiled.
    pub(super) fn reset_as(&mut self, scene: &Arc<Scene>, simulation: Simulation) {
        let fresh = Session::at_start(scene, simulation, &self.looks.surfaces);
        let playing = self.playing || self.trouble.is_some();
        self.keep_if_played_with();
        self.begin(fresh);
        self.playing = playing;
    }

    /// Puts a fresh session in place, which takes over what outlives a run.
    fn begin(&mut self, fresh: Session) {
        let old = std::mem::replace(self, fresh);
        let interrupt = old.simulation.world.interrupt().clone();
        self.simulation.world.set_interrupt(interrupt);
        self.pace = old.pace.of_next_run();
        self.last_shot = old.last_shot.clone();
        let finished = old.shot_is_over();
        self.looks.skins = old.looks.skins;
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

    pub(super) fn keep_if_played_with(&mut self) {
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
        let start = start_of(self, &recording.scene)?;
        let (history, simulation) = History::from_start(&recording, start);
        let fresh = Session::with(history, simulation, &self.looks.surfaces);
        self.keep_if_played_with();
        self.begin(fresh);
        // Keeping the present run may have moved the others.
        let same = |take: &Take| take.recording.hash == recording.hash;
        self.takes.choose(self.takes.list().iter().position(same));
        Ok(())
    }

    /// A session that plays a recording from its start.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn of(recording: &Recording) -> Result<Session, Vec<BuildError>> {
        let (history, simulation) = History::of(recording)?;
        Ok(Session::with(history, simulation, &Surfaces::default()))
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
            let observed = &mut self.observed;
            let seen = |simulation: &Simulation| observed.observe(simulation);
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
        self.observed.end_at(now);
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
        self.take_slow_step();
        self.approach(budget);
        if self.slow.is_awaited() {
            // Time does not pile up behind a step.
            self.pace.lose_time();
            return self.pace.note_frame(frame_s, self.step_s(), 0);
        }
        if self.is_going() || !self.playing || self.trouble.is_some() {
            return self.pace.stand_still();
        }
        let step_s = self.step_s();
        self.pace.pass(frame_s);
        let (began, mut steps) = (Instant::now(), 0);
        let goes_on = |session: &Session| {
            session.trouble.is_none() && session.playing && !session.slow.is_awaited()
        };
        while goes_on(self) && self.pace.is_due(step_s) {
            if steps > 0 && budget.is_some_and(|budget| began.elapsed() > budget) {
                self.pace.lose_time();
                break;
            }
            self.pace.take(step_s);
            self.step();
            steps += 1;
        }
        self.pace.note_frame(frame_s, step_s, steps);
    }

    /// Makes one step.
    pub fn step(&mut self) {
        if self.trouble.is_some() || self.slow.is_awaited() {
            return;
        }
        self.approach(None);
        if self.slow.is_next(&self.simulation) {
            return self.step_slowly();
        }
        let begin = Instant::now();
        let progress = self.step_history();
        self.end_step(progress, begin.elapsed());
    }

    /// Looks at a step that has been made, or tried.
    pub(super) fn end_step(&mut self, progress: Progress, cost: Duration) {
        self.slow.note(cost);
        self.pace.note_step(cost);
        if progress == Progress::Interrupted {
            return self.step_slowly();
        }
        if let Progress::Diverged { divergence, step } = progress {
            let scene = self.history.scene();
            let what = self.simulation.map.title_in(scene, divergence.owner);
            let cause = divergence.cause;
            self.trouble = Some(format!(
                "the run diverged after step {step} at {what}: {cause}; the last good state is \
                 shown. For the cause and remedies, use Analyze > Why did it move?, or press \
                 Reset"
            ));
            return;
        }
        self.observed.observe(&self.simulation);
        self.stop_at_end_of_recording();
    }

    fn step_history(&mut self) -> Progress {
        let (history, simulation) = (&mut self.history, &mut self.simulation);
        let Some(profile) = &mut self.observed.profile else {
            return history.step(simulation);
        };
        let step = simulation.world.state().step + 1;
        profile.watch(step, |probe| history.step_watched(simulation, probe))
    }

    /// Measures what the stages of a step cost from now on, or no longer.
    pub fn measure_cost(&mut self, measured: bool) {
        let kept = self.observed.profile.take().unwrap_or_default();
        self.observed.profile = measured.then_some(kept);
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
    pub fn retune(&mut self, scene: &Arc<Scene>) -> Result<(), BuildError> {
        let (_, settings) = settings_of(scene)?;
        let tuning = Tuning::of(scene);
        if self.is_untouched() {
            self.simulation.retune(&tuning)?;
            self.simulation.arm(scene.launcher.as_ref());
            self.history = History::new(scene.clone(), &self.simulation);
        } else if settings != self.simulation.world.model().settings
            || is_changed_after(self.now(), &self.history)
        {
            // What diverged may hold with these.
            self.trouble = None;
            self.apply(&Input::Retune(Box::new(tuning)));
        }
        Ok(())
    }

    /// Takes over masses, limits and other numbers of a scene, compiled, while it runs; gives
    /// it back if the run must begin anew.
    pub(super) fn remodel(
        &mut self,
        scene: &Arc<Scene>,
        compiled: Box<Compiled>,
    ) -> Result<(), Box<Compiled>> {
        if self.is_untouched() || self.trouble.is_some() {
            return Err(compiled);
        }
        self.approach(None);
        self.simulation.remodel_as(compiled)?;
        self.note(Input::Remodel(scene.clone()));
        Ok(())
    }

    /// Takes over the colours of a scene, at whatever step; nothing moves otherwise.
    pub fn paint(&mut self, scene: &Scene) {
        self.looks.colors = scene.colors();
        self.history.paint(&self.looks.colors);
    }

    /// Whether it has the things of a scene, where they are in that; a take may have others.
    pub(in crate::app) fn is_of(&self, scene: &Scene) -> bool {
        SceneDifference::between(self.history.scene(), scene) < SceneDifference::Rebuild
    }

    /// Whether the scene is at its start and nothing was done.
    pub(super) fn is_untouched(&self) -> bool {
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
        // A ball that flew past has nothing to wait for once all is still that no clip moves.
        let mut rest = self.simulation.world.state().rest.iter();
        let mut is_still = || rest.all(|rest| rest.is_at_rest() || rest.lead.is_some());
        let mut missed = || shot.first_hit.is_none() && is_still();
        shot.time_to_rest_s.is_some() || missed()
    }
}

/// Whether a run takes over other settings or numbers after a step.
fn is_changed_after(now: u64, history: &History) -> bool {
    let changes = |input: &Input| matches!(input, Input::Retune(_) | Input::Remodel(_));
    let mut inputs = history.inputs().iter();
    inputs.any(|(step, input)| *step > now && changes(input))
}
