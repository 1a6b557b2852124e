//! One run beside others of the same scene in which something is set otherwise.
//!
//! There is one clock and one person: the sides go to where the leading run is, forth and
//! back, and what is done there is done to all of them.

use super::history::{History, RunId};
use super::input::{Input, Tuning};
use super::recording::Recording;
use super::simulation::{Progress, Simulation};
use super::telemetry::Telemetry;
use crate::clock::Instant;
use crate::compile::{settings_of, BuildError};
use crate::physics::Model;
use crate::scene::{change, Scene, Setting};
use glam::DVec3;
use std::sync::Arc;
use std::time::Duration;

/// Most sides beside the leading run.
pub const MOST_SIDES: usize = crate::budget::LESSON_BESIDE.most;
/// Most memory of the history of a side, bytes.
const SIDE_BYTES: usize = 20_000_000;
/// So far the twin that shows the chaos band is moved at the start along each axis, m.
const NUDGE_M: f64 = 1e-9;
/// Share of a new measurement in the shown cost of a step.
const COST_SMOOTHING: f64 = 0.05;

/// What a side has otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// What it is called.
    pub name: String,
    /// What is set otherwise, in this order.
    pub settings: Vec<Setting>,
    /// A run that was recorded, in place of the leading one done otherwise: nothing is
    /// done to it but what was done then.
    pub take: Option<Arc<Recording>>,
}

impl Variant {
    /// A variant in which `settings`, each written `path=value`, are set.
    ///
    /// # Errors
    /// What is no path.
    pub fn new(name: &str, settings: &[&str]) -> Result<Variant, String> {
        let settings = settings.iter().map(|text| Setting::parse(text));
        Ok(Variant {
            name: name.into(),
            settings: settings.collect::<Result<_, _>>()?,
            take: None,
        })
    }

    /// A run that was recorded.
    pub fn of_take(name: &str, recording: Recording) -> Variant {
        Variant {
            name: name.into(),
            settings: Vec::new(),
            take: Some(Arc::new(recording)),
        }
    }

    /// The scene with what is set otherwise.
    ///
    /// # Errors
    /// One line per problem.
    pub fn of_scene(&self, scene: &Scene) -> Result<Scene, String> {
        change::apply(&self.settings, scene.clone())
    }

    /// What is done to this side when `input` is done to the leading run.
    fn of_input(&self, input: &Input) -> Result<Input, String> {
        Ok(match input {
            Input::Throw(shot) => {
                let scene = Scene {
                    launcher: Some(shot.clone()),
                    ..Scene::default()
                };
                let scene = change::apply(&self.inside(&["launcher"]), scene)?;
                Input::Throw(scene.launcher.unwrap_or_else(|| shot.clone()))
            }
            Input::Retune(tuning) => {
                let fields = ["solver", "gravity_m_s2", "air_velocity_m_s"];
                let scene = change::apply(&self.inside(&fields), tuning.bare_scene())?;
                Input::Retune(Box::new(Tuning::of(&scene)))
            }
            Input::Remodel(scene) => Input::Remodel(Arc::new(self.of_scene(scene)?)),
            other => other.clone(),
        })
    }

    /// The settings of some fields of the scene.
    fn inside(&self, fields: &[&str]) -> Vec<Setting> {
        let is_inside = |setting: &&Setting| fields.iter().any(|field| setting.is_in(field));
        self.settings.iter().filter(is_inside).cloned().collect()
    }
}

/// A run beside the leading one.
#[derive(Clone)]
pub struct Side {
    /// What it has otherwise.
    pub variant: Variant,
    /// The running scene.
    pub simulation: Simulation,
    /// What was measured in it.
    pub telemetry: Telemetry,
    /// Smoothed cost of a step, µs.
    pub step_us: f64,
    /// What stopped it, if anything.
    pub trouble: Option<String>,
    history: History,
    /// Whether it began with steps as long as those of the leading run.
    in_step: bool,
    /// Inputs of the leading run that were done here.
    taken: usize,
    /// Whether its steps take longer than who waits for the picture grants them.
    is_slow: bool,
    /// Whether somebody has to make the next one who has the time.
    awaits_step: bool,
}

/// A step of a side that takes too long for a frame, to be made elsewhere.
pub struct SlowStep {
    /// What makes it.
    pub simulation: Simulation,
    /// Where it is made.
    pub place: SlowPlace,
}

/// Where a slow step begins: whatever is done meanwhile makes it another.
#[derive(Clone)]
pub struct SlowPlace {
    side: usize,
    step: u64,
    taken: usize,
    rewritten: u64,
    model: Arc<Model>,
}

impl SlowPlace {
    fn of(place: usize, side: &Side) -> SlowPlace {
        SlowPlace {
            side: place,
            step: side.now(),
            taken: side.taken,
            rewritten: side.history.rewritten(),
            model: side.simulation.world.shared_model().clone(),
        }
    }

    fn is(&self, other: &SlowPlace) -> bool {
        let numbers = |place: &SlowPlace| (place.side, place.step, place.taken, place.rewritten);
        numbers(self) == numbers(other) && Arc::ptr_eq(&self.model, &other.model)
    }
}

impl Side {
    fn new(variant: Variant, leading: &Scene) -> Result<Side, String> {
        let (history, simulation) = match &variant.take {
            Some(recording) => History::of(recording).map_err(|errors| lines(&errors))?,
            None => {
                let scene = Arc::new(variant.of_scene(leading)?);
                let simulation = Simulation::new(&scene).map_err(|errors| lines(&errors))?;
                (History::within(SIDE_BYTES, scene, &simulation), simulation)
            }
        };
        let (_, led) = settings_of(leading).map_err(|error| error.to_string())?;
        let mut telemetry = Telemetry::default();
        telemetry.observe(&simulation);
        Ok(Side {
            variant,
            history,
            in_step: simulation.world.model().settings.common.step_s == led.common.step_s,
            simulation,
            telemetry,
            step_us: 0.0,
            trouble: None,
            taken: 0,
            is_slow: false,
            awaits_step: false,
        })
    }

    /// The leading run moved by next to nothing.
    fn twin(leading: &Scene) -> Result<Side, String> {
        let mut twin = Side::new(Variant::new("twin", &[])?, leading)?;
        twin.simulation.nudge(DVec3::splat(NUDGE_M));
        let scene = twin.history.scene().clone();
        twin.history = History::within(SIDE_BYTES, scene, &twin.simulation);
        Ok(twin)
    }

    /// Steps with the threads of the leading run.
    fn beside(mut self, leader: &Simulation) -> Side {
        let threads = leader.world.threads().cloned();
        self.simulation.world.set_threads(threads);
        let interrupt = leader.world.interrupt().clone();
        self.simulation.world.set_interrupt(interrupt);
        self
    }

    /// Number of its steps that are over when the leading run has made `step`.
    fn step_at(&self, step: u64, clock: &Clock<'_>) -> u64 {
        let step_s = self.simulation.world.model().settings.common.step_s;
        match self.in_step {
            true => step,
            false => (step as f64 * clock.step_s / step_s + 1e-6) as u64,
        }
    }

    /// Whether it is what was recorded, and ends where that ends.
    fn is_recorded(&self) -> bool {
        self.variant.take.is_some()
    }

    fn now(&self) -> u64 {
        self.simulation.world.state().step
    }

    /// Goes towards a step by about so many steps; whether it is there, or never will be.
    fn follow(&mut self, clock: &Clock<'_>, most_steps: u64) -> bool {
        self.awaits_step = false;
        let target = self.step_at(clock.now, clock);
        if let (Some((step, _)), false) = (clock.input(self.taken), self.is_recorded()) {
            if self.step_at(*step, clock) < self.history.end() {
                self.take_back(*step, clock);
            }
        }
        let known = target.min(self.history.end());
        let (telemetry, history) = (&mut self.telemetry, &mut self.history);
        let seen = |simulation: &Simulation| telemetry.observe(simulation);
        if !history.go_to(&mut self.simulation, known, most_steps, seen) {
            return false;
        }
        for _ in 0..most_steps {
            if self.now() == self.history.end() {
                if self.is_recorded() {
                    return true;
                }
                self.take_inputs(clock);
            }
            if self.now() >= target || self.trouble.is_some() {
                return true;
            }
            if self.is_slow {
                self.awaits_step = true;
                return false;
            }
            self.step();
        }
        self.now() >= target
    }

    fn step(&mut self) {
        let begun = Instant::now();
        let progress = self.history.step(&mut self.simulation);
        self.end_step(progress, begun.elapsed());
    }

    fn end_step(&mut self, progress: Progress, took: Duration) {
        let cost = took.as_secs_f64() * 1e6;
        match progress {
            Progress::Interrupted => {}
            _ => self.step_us += (cost - self.step_us) * COST_SMOOTHING,
        }
        match progress {
            Progress::Advanced => self.telemetry.observe(&self.simulation),
            Progress::Diverged { divergence, step } => {
                let scene = self.history.scene();
                let what = self.simulation.map.title_in(scene, divergence.owner);
                let cause = divergence.cause;
                self.trouble = Some(format!("diverged after step {step} at {what}: {cause}"));
            }
            Progress::Interrupted => self.is_slow = true,
        }
    }

    /// Does what was done to the leading run until now.
    fn take_inputs(&mut self, clock: &Clock<'_>) {
        while let Some((step, input)) = clock.input(self.taken) {
            if self.step_at(*step, clock) > self.now() {
                return;
            }
            self.taken += 1;
            match self.variant.of_input(input) {
                Ok(input) => {
                    if self.simulation.apply(&input) {
                        self.history.note(&self.simulation, input);
                    }
                }
                Err(error) => self.trouble = Some(error),
            }
        }
    }

    /// Goes back to before what was done at a step of the leading run, if it was done here.
    fn take_back(&mut self, step: u64, clock: &Clock<'_>) {
        let here = self.step_at(step, clock);
        if here > self.history.end() {
            return;
        }
        let telemetry = &mut self.telemetry;
        let seen = |simulation: &Simulation| telemetry.observe(simulation);
        (self.history).end_before_inputs(&mut self.simulation, here, seen);
        self.telemetry.end_at(here);
        self.trouble = None;
        let before = |(step, _): &(u64, Input)| self.step_at(*step, clock) < here;
        let inputs = clock.history.inputs();
        self.taken = clock.history.forgotten() + inputs.partition_point(before);
    }
}

/// The leading run as the sides see it.
struct Clock<'a> {
    history: &'a History,
    /// Number of steps made.
    now: u64,
    /// Duration of its steps, s.
    step_s: f64,
}

impl Clock<'_> {
    /// The input at a place among all of the leading run.
    fn input(&self, place: usize) -> Option<&(u64, Input)> {
        let place = place.checked_sub(self.history.forgotten())?;
        self.history.inputs().get(place)
    }
}

/// Runs beside a leading one at their start, which are built one after another.
pub struct Sides {
    leading: Arc<Scene>,
    left: std::vec::IntoIter<Variant>,
    sides: Vec<Side>,
    refused: Vec<(Variant, String)>,
    with_band: bool,
    twin: Option<Side>,
}

impl Sides {
    /// Those that are still to be built; `with_band`: whether the chaos band is measured too, by
    /// one more run.
    pub fn of(variants: Vec<Variant>, with_band: bool, leading: Arc<Scene>) -> Sides {
        Sides {
            leading,
            left: variants.into_iter(),
            sides: Vec::new(),
            refused: Vec::new(),
            with_band,
            twin: None,
        }
    }

    /// Builds the next one; false after the last.
    pub fn build(&mut self) -> bool {
        let Some(variant) = self.left.next() else {
            let twin = self.with_band.then(|| Side::twin(&self.leading).ok());
            self.twin = twin.flatten();
            return false;
        };
        match Side::new(variant.clone(), &self.leading) {
            Ok(side) => self.sides.push(side),
            Err(error) => self.refused.push((variant, error)),
        }
        true
    }
}

/// Runs beside a leading one.
#[derive(Clone)]
pub struct Comparison {
    sides: Vec<Side>,
    /// Sides that could not be built, and why.
    refused: Vec<(Variant, String)>,
    /// The leading run.
    run: RunId,
    /// The scene at its start.
    scene: Arc<Scene>,
    step_s: f64,
    /// Inputs of the leading run that a side has taken, with their steps.
    known: Vec<(u64, Input)>,
    rewritten: u64,
    /// The leading run with a nudge; nothing if nobody wants to see the chaos band.
    twin: Option<Side>,
    /// Distance of each side from the leading run, then of the twin.
    apart: Vec<Apart>,
}

/// Distances from the leading run, m, by steps of that.
type Apart = Vec<(u64, f64)>;

impl Comparison {
    /// Sides at the start of a leading run; they still have to follow it.
    ///
    /// `with_band`: whether the chaos band is measured too, by one more run.
    pub fn new(
        variants: Vec<Variant>,
        with_band: bool,
        history: &History,
        leader: &Simulation,
    ) -> Comparison {
        let mut sides = Sides::of(variants, with_band, history.scene().clone());
        while sides.build() {}
        Comparison::of(sides, history, leader)
    }

    /// Sides that have been built, at the start of a leading run.
    pub fn of(built: Sides, history: &History, leader: &Simulation) -> Comparison {
        let beside = |side: Side| side.beside(leader);
        let sides: Vec<Side> = built.sides.into_iter().map(beside).collect();
        Comparison {
            twin: built.twin.map(beside),
            apart: vec![Vec::new(); sides.len() + 1],
            sides,
            refused: built.refused,
            run: history.run().clone(),
            scene: built.leading,
            step_s: leader.world.model().settings.common.step_s,
            known: Vec::new(),
            rewritten: history.rewritten(),
        }
    }

    /// Whether it is of this run; one that began anew, or with other steps, is another.
    pub fn is_of(&self, history: &History, leader: &Simulation) -> bool {
        let step_s = leader.world.model().settings.common.step_s;
        self.run == *history.run()
            && Arc::ptr_eq(&self.scene, history.scene())
            && self.step_s.to_bits() == step_s.to_bits()
    }

    /// The runs beside the leading one.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// What could not be built, and why.
    pub fn refused(&self) -> &[(Variant, String)] {
        &self.refused
    }

    /// All variants, also those that could not be built.
    pub fn variants(&self) -> Vec<Variant> {
        let refused = self.refused.iter().map(|(variant, _)| variant.clone());
        let built = self.sides.iter().map(|side| side.variant.clone());
        built.chain(refused).collect()
    }

    /// Distance of a side from the leading run, m, at steps of the leading run.
    pub fn apart(&self, side: usize) -> &[(u64, f64)] {
        self.apart.get(side).map_or(&[], Vec::as_slice)
    }

    /// Distance from the leading run of the same run moved by a billionth of a metre at
    /// the start, m, at steps of the leading run. Smaller differences mean nothing.
    pub fn band(&self) -> &[(u64, f64)] {
        self.apart(self.sides.len())
    }

    /// Whether the chaos band is measured.
    pub fn has_band(&self) -> bool {
        self.twin.is_some()
    }

    /// Whether a side is farther from the leading run at a step than chance alone has
    /// brought it until then; `None` where it is not known.
    pub fn differs(&self, side: usize, step: u64) -> Option<bool> {
        let at = |apart: &[(u64, f64)]| {
            let place = apart.binary_search_by_key(&step, |(step, _)| *step);
            place.ok().map(|place| apart[place].1)
        };
        let distance = at(self.apart(side))?;
        at(self.band())?;
        let until_now = self.band().iter().take_while(|(then, _)| *then <= step);
        let band = until_now.map(|(_, distance)| *distance).fold(0.0, f64::max);
        Some(distance > band)
    }

    /// Lets the sides go to where the leading run is, by about `most_steps` each; whether
    /// they are there. A leading run that began anew begins them anew.
    pub fn follow(&mut self, history: &History, leader: &Simulation, most_steps: u64) -> bool {
        let clock = Clock {
            history,
            now: leader.world.state().step,
            step_s: leader.world.model().settings.common.step_s,
        };
        if !self.is_of(history, leader) {
            *self = Comparison::new(self.variants(), self.has_band(), history, leader);
        }
        self.forget_what_was_taken_back(&clock);
        let mut there = true;
        for side in self.sides.iter_mut().chain(&mut self.twin) {
            there &= side.follow(&clock, most_steps);
        }
        self.remember_inputs(&clock);
        if there {
            self.measure(leader);
        }
        there
    }

    /// The step that a side waits for and that takes too long for a frame, if there is one.
    pub fn slow_step(&self) -> Option<SlowStep> {
        let sides = self.sides.iter().chain(&self.twin);
        let (place, side) = sides.enumerate().find(|(_, side)| side.awaits_step)?;
        Some(SlowStep {
            simulation: side.simulation.clone(),
            place: SlowPlace::of(place, side),
        })
    }

    /// Takes over a slow step that was made, unless the side is elsewhere meanwhile. `is_slow`:
    /// whether the next one is to be made elsewhere as well.
    pub fn take_slow_step(
        &mut self,
        step: SlowStep,
        progress: Progress,
        took: Duration,
        is_slow: bool,
    ) {
        let SlowStep {
            mut simulation,
            place,
        } = step;
        let Some(side) = self.side_at(&place) else {
            return;
        };
        let interrupt = side.simulation.world.interrupt().clone();
        simulation.world.set_interrupt(interrupt);
        side.simulation = simulation;
        side.is_slow = is_slow;
        if progress == Progress::Advanced {
            side.history.take_step(&mut side.simulation);
        }
        side.end_step(progress, took);
    }

    /// Leaves a side where it is, since its next step cannot be waited for.
    pub fn give_up_step(&mut self, place: &SlowPlace, why: String) {
        if let Some(side) = self.side_at(place) {
            side.trouble = Some(why);
        }
    }

    fn side_at(&mut self, place: &SlowPlace) -> Option<&mut Side> {
        let mut sides = self.sides.iter_mut().chain(&mut self.twin);
        let side = sides.nth(place.side)?;
        SlowPlace::of(place.side, side).is(place).then_some(side)
    }

    /// Takes back what the leading run took back.
    fn forget_what_was_taken_back(&mut self, clock: &Clock<'_>) {
        if self.rewritten == clock.history.rewritten() {
            return;
        }
        self.rewritten = clock.history.rewritten();
        let first = clock.history.forgotten().min(self.known.len());
        let is_kept = |place: &usize| clock.input(*place) == self.known.get(*place);
        let place = (first..self.known.len())
            .find(|place| !is_kept(place))
            .unwrap_or(self.known.len());
        if let Some((step, _)) = self.known.get(place) {
            let sides = self.sides.iter_mut().chain(&mut self.twin);
            for side in sides.filter(|side| side.taken > place) {
                side.take_back(*step, clock);
            }
        }
        self.known.truncate(place);
        for apart in &mut self.apart {
            apart.retain(|(step, _)| *step <= clock.history.end());
        }
    }

    fn remember_inputs(&mut self, clock: &Clock<'_>) {
        let sides = self.sides.iter().chain(&self.twin);
        let taken = sides.map(|side| side.taken).max();
        for place in self.known.len()..taken.unwrap_or(0) {
            if let Some(input) = clock.input(place) {
                self.known.push(input.clone());
            }
        }
    }

    /// Measures how far the sides are from the leading run.
    fn measure(&mut self, leader: &Simulation) {
        let now = leader.world.state().step;
        let sides = self.sides.iter().chain(&self.twin);
        for (side, apart) in sides.zip(&mut self.apart) {
            let place = apart.partition_point(|(step, _)| *step < now);
            let is_known = apart.get(place).is_some_and(|(step, _)| *step == now);
            if let (false, Some(distance)) = (is_known, apart_m(leader, &side.simulation)) {
                apart.insert(place, (now, distance));
            }
        }
    }
}

/// Largest distance between the same points of two runs, m: of their figures, else of
/// all that moves; `None` if they do not consist of the same things.
pub fn apart_m(a: &Simulation, b: &Simulation) -> Option<f64> {
    let points = |simulation: &Simulation| {
        let (map, state) = (&simulation.map, simulation.world.state());
        let built = state.bodies.len() - simulation.balls().len();
        let (mut particles, mut bodies) = (map.figure_particles(), map.figure_bodies());
        if particles.is_empty() && bodies.is_empty() {
            particles = (0..state.particles.len()).collect();
            bodies = (0..built).collect();
        }
        let particles = particles.into_iter().map(|i| state.particles[i].position);
        let bodies = bodies.into_iter().map(|i| state.bodies[i].position);
        particles.chain(bodies).collect::<Vec<_>>()
    };
    let (a, b) = (points(a), points(b));
    let is_same = a.len() == b.len() && !a.is_empty();
    let distances = a.iter().zip(&b).map(|(a, b)| a.distance(*b));
    is_same.then(|| distances.fold(0.0, f64::max))
}

fn lines(errors: &[BuildError]) -> String {
    let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
