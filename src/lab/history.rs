//! What happened so far in a running simulation, and the way back to each step of it.
//!
//! Every step can be reached: the inputs are kept, and moments from which they are done
//! again. Moments lie close near where a person looks and ever wider apart away from
//! there, so that memory has a bound and going about nearby costs a step or two.

use super::difference::{first_difference, Difference};
use super::event::{clip_spans, Event, EventKind, Watch};
use super::input::{bytes_of, Input};
use super::metric::ShotResult;
use super::recording::Recording;
use super::simulation::{bytes_of_moments, Checkpoint, Progress, Simulation};
use crate::compile::BuildError;
use crate::physics::probe::{NoProbe, Probe};
use crate::scene::{Color, Id, Scene};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most memory that a history takes, bytes.
pub const BUDGET_BYTES: usize = 100_000_000;
/// Part of the budget that is left after thinning, so that it is rare.
const AFTER_THINNING: f64 = 0.8;
/// First gap between moments relative to their distance, and its growth until they fit.
const SPACING: (f64, f64) = (1.0 / 1024.0, 1.3);
/// Spacing beyond which nothing more can be left out.
const WIDEST: f64 = 1e3;

/// Which run a history is of: a run that begins anew is another, even of the same scene.
#[derive(Debug, Clone)]
pub struct RunId(Arc<()>);

impl RunId {
    fn fresh() -> RunId {
        RunId(Arc::new(()))
    }
}

impl PartialEq for RunId {
    fn eq(&self, other: &RunId) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for RunId {}

/// What happened so far in a running simulation.
///
/// The moment of a step is after the step and after the inputs that were done there.
#[derive(Clone)]
pub struct History {
    run: RunId,
    scene: Arc<Scene>,
    inputs: Vec<(u64, Input)>,
    /// Inputs before those that are kept.
    forgotten: usize,
    /// How often inputs that were noted were taken back.
    rewritten: u64,
    /// In the order of their steps, each before the inputs of its step.
    moments: Vec<Arc<Checkpoint>>,
    end: u64,
    /// Hash at the end, where it is known without having been there.
    promised: Option<u64>,
    /// Whether the end was as promised.
    kept_promise: Option<bool>,
    events: Vec<Event>,
    /// Last step whose events are noted.
    noted: u64,
    watch: Watch,
    moment_bytes: usize,
    input_bytes: usize,
    budget: usize,
}

impl History {
    /// The history of a simulation of that scene that is at its start.
    pub fn new(scene: Arc<Scene>, simulation: &Simulation) -> History {
        History::within(BUDGET_BYTES, scene, simulation)
    }

    /// The same with another bound of its memory, bytes.
    pub fn within(budget: usize, scene: Arc<Scene>, simulation: &Simulation) -> History {
        let first = Arc::new(simulation.checkpoint());
        History {
            run: RunId::fresh(),
            scene,
            inputs: Vec::new(),
            forgotten: 0,
            rewritten: 0,
            end: first.step(),
            promised: None,
            kept_promise: None,
            events: Vec::new(),
            noted: first.step(),
            watch: Watch::of(simulation),
            moment_bytes: first.bytes() + first.bytes_of_model(),
            moments: vec![first],
            input_bytes: 0,
            budget,
        }
    }

    /// A recording as a history, with its simulation at the start.
    ///
    /// # Errors
    /// All things that the scene's method cannot simulate.
    pub fn of(recording: &Recording) -> Result<(History, Simulation), Vec<BuildError>> {
        let simulation = Simulation::new(&recording.scene)?;
        Ok(History::from_start(recording, simulation))
    }

    /// The same with a simulation of its scene that is at its start.
    pub fn from_start(recording: &Recording, mut simulation: Simulation) -> (History, Simulation) {
        let mut history = History::new(recording.scene.clone(), &simulation);
        history.inputs.clone_from(&recording.inputs);
        history.input_bytes = recording.inputs.iter().map(|(_, i)| bytes_of(i)).sum();
        history.end = recording.steps;
        history.promised = Some(recording.hash);
        history.do_inputs(&mut simulation);
        (history, simulation)
    }

    /// Which run it is of; what somebody remembers of a run holds for no other.
    pub fn run(&self) -> &RunId {
        &self.run
    }

    /// The scene at the start.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Gives the things of the scene at the start the colours that they have in another.
    pub fn paint(&mut self, colors: &BTreeMap<Id, Color>) {
        if self.scene.colors() != *colors {
            Arc::make_mut(&mut self.scene).paint(colors);
        }
    }

    /// First step that can be reached.
    pub fn start(&self) -> u64 {
        self.moments.first().map_or(self.end, |first| first.step())
    }

    /// Last step.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// What a timeline marks, in the order of time.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The spans of steps in which clips move ragdolls, from and to, by what is marked.
    pub fn clip_spans(&self) -> Vec<[u64; 2]> {
        let led = self.moments.first().map_or(0, |first| first.led());
        clip_spans(&self.events, led, [self.start(), self.end])
    }

    /// The inputs with their steps.
    pub fn inputs(&self) -> &[(u64, Input)] {
        &self.inputs
    }

    /// Number of the inputs that were done before those of [`History::inputs`] and are
    /// no longer known.
    pub fn forgotten(&self) -> usize {
        self.forgotten
    }

    /// How often inputs that were noted were taken back. While it stays the same, inputs
    /// are only added.
    pub fn rewritten(&self) -> u64 {
        self.rewritten
    }

    /// What the last shot that hit a ragdoll did until the end, or the last shot if none did.
    pub fn result(&self) -> Option<&ShotResult> {
        let last = self.moments.last().filter(|last| last.step() == self.end);
        last.and_then(|last| last.metrics.last_hit())
    }

    /// Whether the end of a recording was as promised, once it has been reached.
    pub fn kept_promise(&self) -> Option<bool> {
        self.kept_promise
    }

    /// The same, told once.
    pub fn take_verdict(&mut self) -> Option<bool> {
        self.kept_promise.take().inspect(|_| self.promised = None)
    }

    /// Memory that it takes, bytes, about.
    pub fn bytes(&self) -> usize {
        self.moment_bytes + self.input_bytes
    }

    /// Number of moments that are kept.
    pub fn moment_count(&self) -> usize {
        self.moments.len()
    }

    /// Makes a step: within the history the recorded one with its inputs, at its end a
    /// new one.
    pub fn step(&mut self, simulation: &mut Simulation) -> Progress {
        self.step_watched(simulation, &mut NoProbe)
    }

    /// The same, watched by a probe.
    pub fn step_watched(&mut self, simulation: &mut Simulation, probe: &mut dyn Probe) -> Progress {
        let progress = simulation.step_watched(probe);
        if progress == Progress::Advanced {
            self.take_step(simulation);
        }
        progress
    }

    /// Takes note of a step that a simulation has just made, and does the inputs that
    /// were done after it.
    pub fn take_step(&mut self, simulation: &mut Simulation) {
        let step = simulation.world.state().step;
        if step > self.end {
            self.end = step;
            self.promised = None;
        }
        if step > self.noted {
            self.noted = step;
            self.watch.note(simulation, &mut self.events);
        }
        self.keep(simulation);
        if let Some(hash) = self.promised.filter(|_| step == self.end) {
            self.kept_promise = Some(hash == simulation.world.state().hash());
        }
        self.do_inputs(simulation);
    }

    /// Notes an input that has been done at the present moment, which is the end.
    pub fn note(&mut self, simulation: &Simulation, input: Input) {
        self.promised = None;
        // A hand that moves on between two steps leaves nothing but its last target.
        if let (Some((step, Input::Pull { grip: last, .. })), Input::Pull { grip, .. }) =
            (self.inputs.last(), &input)
        {
            if *step == self.end && last == grip {
                self.inputs.pop();
                self.rewritten += 1;
                self.input_bytes -= bytes_of(&input);
            }
        }
        if let Input::Throw(_) = input {
            let step = self.end;
            let kind = EventKind::Throw;
            self.events.push(Event { step, kind });
            self.watch.expect_balls(simulation);
        }
        self.input_bytes += bytes_of(&input);
        self.inputs.push((self.end, input));
        if self.input_bytes > self.budget / 2 {
            self.forget_older_half(simulation);
        }
        if self.bytes() > self.budget {
            self.thin(self.end);
        }
    }

    /// Goes towards a step by at most so many steps, each of which `seen` sees; whether
    /// it was reached.
    pub fn go_to(
        &mut self,
        simulation: &mut Simulation,
        step: u64,
        most_steps: u64,
        mut seen: impl FnMut(&Simulation),
    ) -> bool {
        let step = step.clamp(self.start(), self.end);
        let now = simulation.world.state().step;
        if now == step {
            return true;
        }
        // From before the step, so that its contacts and hits are those of then.
        let from = self.moment_before(step.saturating_sub(1)).clone();
        if now > step || from.step() > now {
            simulation.restore(&from);
            self.do_inputs(simulation);
        }
        for _ in 0..most_steps {
            let reached = simulation.world.state().step == step;
            if reached || self.step(simulation) != Progress::Advanced {
                return true;
            }
            seen(simulation);
        }
        simulation.world.state().step == step
    }

    /// A copy of the simulation at a step, or as shortly before it as is kept; what was done
    /// there has not been done yet.
    pub fn copy_before(&self, simulation: &Simulation, step: u64) -> Simulation {
        let mut copy = simulation.clone();
        copy.restore(self.moment_before(step));
        copy
    }

    /// A simulation of a scene at its start, without compiling it: of the scene of this history,
    /// whose start is still known.
    pub fn begun_anew(&self, simulation: &Simulation, scene: &Arc<Scene>) -> Option<Simulation> {
        let is_same = Arc::ptr_eq(&self.scene, scene) || self.scene == *scene;
        (is_same && self.start() == 0).then(|| {
            let mut fresh = self.copy_before(simulation, 0);
            fresh.arm(scene.launcher.as_ref());
            fresh
        })
    }

    /// What is kept at a step, or as shortly before it as there is anything.
    fn moment_before(&self, step: u64) -> &Checkpoint {
        let step = step.clamp(self.start(), self.end);
        let later = self.moments.partition_point(|moment| moment.step() <= step);
        &self.moments[later.saturating_sub(1)]
    }

    /// Brings a copy of the simulation to a step by at most so many steps, and remembers
    /// nothing of them; whether it is there.
    ///
    /// `begun`: whether the copy is on its way already.
    pub fn look_at(&self, copy: &mut Simulation, step: u64, most_steps: u64, begun: bool) -> bool {
        let step = step.clamp(self.start(), self.end);
        if !begun {
            copy.restore(self.moment_before(step));
            self.do_inputs(copy);
        }
        for _ in 0..most_steps {
            let is_there = copy.world.state().step >= step;
            if is_there || copy.step() != Progress::Advanced {
                return true;
            }
            self.do_inputs(copy);
        }
        copy.world.state().step >= step
    }

    /// Number of steps that [`History::go_to`] would make.
    pub fn way_to(&self, simulation: &Simulation, step: u64) -> u64 {
        let now = simulation.world.state().step;
        let from = self.moment_before(step.saturating_sub(1)).step();
        match now <= step {
            true => step - from.max(now),
            false => step.saturating_sub(from),
        }
    }

    /// All of it as a recording; `None` if the start has been forgotten, or the end has
    /// never been seen.
    pub fn recording(&self) -> Option<Recording> {
        let last = self.moments.last().filter(|last| last.step() == self.end);
        let hash = last.map(|last| last.state.hash()).or(self.promised)?;
        let before_end = self.inputs.partition_point(|(step, _)| *step < self.end);
        (self.start() == 0).then(|| Recording {
            scene: self.scene.clone(),
            inputs: self.inputs[..before_end].to_vec(),
            steps: self.end,
            hash,
        })
    }

    /// Makes a step of the history its end, as it was before anything was done there, and
    /// goes to it.
    pub fn end_before_inputs(
        &mut self,
        simulation: &mut Simulation,
        step: u64,
        seen: impl FnMut(&Simulation),
    ) {
        self.go_to(simulation, step, u64::MAX, seen);
        let now = simulation.world.state().step;
        let moment = self.moments.iter().find(|moment| moment.step() == now);
        if let Some(moment) = moment.cloned() {
            simulation.restore(&moment);
        }
        self.inputs.retain(|(step, _)| *step < now);
        self.end_here(simulation);
    }

    /// Makes the present moment of the simulation the end.
    pub fn end_here(&mut self, simulation: &Simulation) {
        let now = simulation.world.state().step;
        self.end = now;
        self.noted = self.noted.min(now);
        self.promised = None;
        self.inputs.retain(|(step, _)| *step <= now);
        self.rewritten += 1;
        self.input_bytes = self.inputs.iter().map(|(_, input)| bytes_of(input)).sum();
        self.moments.retain(|moment| moment.step() <= now);
        self.events.retain(|event| event.step <= now);
        self.watch = Watch::of(simulation);
        self.moment_bytes = bytes_of_moments(&self.moments);
    }

    /// Simulates all of it anew from the start and compares; `seen` hears of each step
    /// and may end it by false.
    ///
    /// # Errors
    /// All things that the scene's method cannot simulate.
    pub fn repeat(
        &self,
        mut seen: impl FnMut(u64) -> bool,
    ) -> Result<Option<Difference>, Vec<BuildError>> {
        let mut twin = Simulation::new(&self.scene)?;
        if let Some(first) = self.moments.first().filter(|first| first.step() > 0) {
            twin.restore(first);
        }
        self.do_inputs(&mut twin);
        for moment in self.moments.iter().skip(1) {
            while twin.world.state().step < moment.step() {
                let step = twin.world.state().step;
                let place = |what| {
                    Ok(Some(Difference {
                        step,
                        what,
                        field: "divergence",
                    }))
                };
                if let Progress::Diverged { divergence, .. } = twin.step() {
                    return place(twin.map.title_of(divergence.owner));
                }
                if !seen(step + 1) {
                    return Ok(None);
                }
                if twin.world.state().step < moment.step() {
                    self.do_inputs(&mut twin);
                }
            }
            let difference = first_difference(&moment.state, twin.world.state(), &twin.map);
            if difference.is_some() {
                return Ok(difference);
            }
            self.do_inputs(&mut twin);
        }
        Ok(None)
    }

    /// Does the inputs of the step at which the simulation is.
    fn do_inputs(&self, simulation: &mut Simulation) {
        let now = simulation.world.state().step;
        let first = self.inputs.partition_point(|(step, _)| *step < now);
        let here = self.inputs[first..]
            .iter()
            .take_while(|(step, _)| *step == now);
        for (_, input) in here {
            simulation.apply(input);
        }
    }

    /// Keeps the present moment, to which no inputs have been done yet.
    fn keep(&mut self, simulation: &Simulation) {
        let step = simulation.world.state().step;
        let place = self.moments.partition_point(|moment| moment.step() < step);
        let is_kept = self.moments.get(place).is_some_and(|m| m.step() == step);
        if is_kept {
            return;
        }
        let moment = Arc::new(simulation.checkpoint());
        let before = self.moments[..place].last();
        let is_shared = before.is_some_and(|before| Arc::ptr_eq(&before.model, &moment.model));
        let model_bytes = if is_shared {
            0
        } else {
            moment.bytes_of_model()
        };
        self.moment_bytes += moment.bytes() + model_bytes;
        self.moments.insert(place, moment);
        if self.bytes() > self.budget {
            self.thin(step);
        }
    }

    /// Leaves moments out, the more the farther they are from where a person looks.
    fn thin(&mut self, focus: u64) {
        let left = self.budget.saturating_sub(self.input_bytes);
        let goal = (left as f64 * AFTER_THINNING) as usize;
        let (mut spacing, growth) = SPACING;
        self.moment_bytes = bytes_of_moments(&self.moments);
        while self.moment_bytes > goal && spacing < WIDEST {
            self.space_out(focus, spacing);
            self.moment_bytes = bytes_of_moments(&self.moments);
            spacing *= growth;
        }
    }

    /// Leaves out what makes no gap wider than its distance from the focus allows; the
    /// first and the last moment stay.
    fn space_out(&mut self, focus: u64, spacing: f64) {
        let steps: Vec<u64> = self.moments.iter().map(|moment| moment.step()).collect();
        let (mut place, mut last) = (0, self.start());
        self.moments.retain(|moment| {
            let step = moment.step();
            let gap = steps.get(place + 1).map(|next| next - last);
            let allowed = step.abs_diff(focus) as f64 * spacing;
            let stays = place == 0 || gap.is_none_or(|gap| gap as f64 > allowed);
            place += 1;
            if stays {
                last = step;
            }
            stays
        });
    }

    /// Forgets what was before half of the inputs; the history then begins there. What
    /// was all done at once is forgotten whole.
    fn forget_older_half(&mut self, simulation: &Simulation) {
        let before = self.inputs.len();
        let (middle, _) = self.inputs[self.inputs.len() / 2];
        let from = self
            .moments
            .partition_point(|moment| moment.step() < middle);
        let begins_at = self.moments.get(from).map(|moment| moment.step());
        if begins_at == self.inputs.first().map(|(step, _)| *step) || begins_at.is_none() {
            self.moments = vec![Arc::new(simulation.checkpoint())];
            self.inputs.clear();
        } else {
            self.moments.drain(..from);
        }
        let start = self.start();
        self.inputs.retain(|(step, _)| *step >= start);
        self.forgotten += before - self.inputs.len();
        self.events.retain(|event| event.step >= start);
        self.input_bytes = self.inputs.iter().map(|(_, input)| bytes_of(input)).sum();
        self.moment_bytes = bytes_of_moments(&self.moments);
    }
}
