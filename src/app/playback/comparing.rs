//! Comparing: the runs beside the session, on its clock.

use super::slow::LONGEST_IN_FRAME;
use super::{Session, Takes};
use crate::app::action::{CompareOptions, Trigger};
use crate::app::effect::Effects;
use crate::app::job::{Job, Progress as JobProgress};
use crate::clock::Instant;
use crate::compile::unsupported;
use crate::lab::comparison::{Sides, SlowPlace, SlowStep, MOST_SIDES};
use crate::lab::{Comparison, Progress, Simulation, Variant};
use crate::physics::method::{self, METHODS};
use crate::physics::Interrupt;
use crate::scene::Scene;
use std::time::Duration;

/// Steps of each side between two looks at the clock.
const STEPS_AT_ONCE: u64 = 4;

/// So long a frame waits for runs to be built: most are there then.
const SOON: Duration = Duration::from_millis(50);

/// So long somebody waits for them who waits for everything.
const LONGEST_BUILD: Duration = Duration::from_secs(600);

/// Longest that the others wait for a step of a run.
const LONGEST_STEP: Duration = Duration::from_secs(20);

/// The runs beside the session.
#[derive(Default)]
pub struct Comparing {
    /// The runs, if anything is compared.
    pub comparison: Option<Comparison>,
    /// What is compared, and how.
    pub options: CompareOptions,
    /// The runs while they are being built.
    building: Option<Job<Sides>>,
    /// Whether those runs have not come to where the session is.
    lags: bool,
    /// The step of one of them that a thread makes, since it takes too long for a frame.
    slow: Option<Awaited>,
}

/// A step that a thread makes.
struct Awaited {
    job: Job<(SlowStep, Progress, Duration)>,
    place: SlowPlace,
    began: Instant,
}

impl Comparing {
    /// Whether the runs have not come to where the session is.
    pub fn lags(&self) -> bool {
        self.lags
    }

    /// Compares the other weighting, then the other methods, then nothing. What somebody has
    /// chosen to compare is only begun and ended.
    pub(super) fn cycle(
        &mut self,
        scene: &Scene,
        session: &Session,
        budget: Option<Duration>,
        effects: &mut Effects,
    ) {
        let runs = self.comparison.take().is_some() | self.building.take().is_some();
        const THIS: &str = "Compare side by side";
        let weighting = Vec::from_iter(other_weighting(scene));
        let variants = &mut self.options.variants;
        let methods = ways_to_hold(scene, session);
        let methods_follow = !weighting.is_empty() && methods != weighting;
        if runs && *variants == weighting && methods != weighting {
            self.compare_methods(scene, session, budget, effects);
            let text = "all methods side by side; {} once more ends the comparison";
            return effects.say_with_key(text, THIS, Trigger::Compare);
        }
        if runs && *variants == methods {
            variants.clear();
        }
        if runs {
            return effects.say("comparison ended");
        }
        if variants.is_empty() {
            self.options.leader = None;
            *variants = if weighting.is_empty() {
                methods
            } else {
                weighting.clone()
            };
        }
        let is_followed = *variants == weighting && methods_follow;
        self.begin(session, budget, effects);
        let text = match is_followed {
            true => "both weightings side by side; {} again shows all methods",
            false => "runs side by side; {} again ends the comparison",
        };
        effects.say_with_key(text, THIS, Trigger::Compare);
    }

    /// Compares all methods that can simulate the scene.
    pub(super) fn compare_methods(
        &mut self,
        scene: &Scene,
        session: &Session,
        budget: Option<Duration>,
        effects: &mut Effects,
    ) {
        self.options.leader = None;
        self.options.variants = ways_to_hold(scene, session);
        self.begin(session, budget, effects);
    }

    /// What is compared with one of the takes beside it; none if that is too much.
    pub(super) fn with_take(
        &self,
        takes: &Takes,
        index: usize,
        effects: &mut Effects,
    ) -> Option<CompareOptions> {
        let take = takes.list().get(index)?;
        let mut options = self.options.clone();
        if options.variants.len() >= MOST_SIDES {
            effects.fail("already comparing six runs; remove one first");
            return None;
        }
        let variant = Variant::of_take(&take.name, take.recording.clone());
        options.variants.push(variant);
        Some(options)
    }

    /// Compares what is asked for from now on; nothing ends the comparison.
    pub(super) fn set_options(
        &mut self,
        mut options: CompareOptions,
        session: &Session,
        budget: Option<Duration>,
        effects: &mut Effects,
    ) {
        options.variants.truncate(MOST_SIDES);
        let old = std::mem::replace(&mut self.options, options);
        let new = &self.options;
        if new.variants.is_empty() {
            (self.comparison, self.building) = (None, None);
        } else if (self.comparison.is_none() && self.building.is_none())
            || (&new.variants, new.band) != (&old.variants, old.band)
        {
            self.begin(session, budget, effects);
        }
    }

    fn begin(&mut self, session: &Session, budget: Option<Duration>, effects: &mut Effects) {
        if session.history.start() > 0 {
            return effects.fail(
                "the start of this run is no longer stored, so it cannot be compared; press \
                 Reset to start a new run",
            );
        }
        self.comparison = None;
        let CompareOptions { variants, band, .. } = self.options.clone();
        self.build(variants, band, session, effects);
        self.take_built(session, budget.map_or(LONGEST_BUILD, |_| SOON), effects);
        self.lead(session, budget, effects);
    }

    /// Begins to build runs beside a session on a thread: they may be many, and large.
    fn build(
        &mut self,
        variants: Vec<Variant>,
        band: bool,
        session: &Session,
        effects: &mut Effects,
    ) {
        let mut left = Some(Sides::of(variants, band, session.history.scene().clone()));
        let job = Job::start_in_parts("sides", move |_| match left.as_mut()?.build() {
            true => None,
            false => left.take(),
        });
        match job {
            Ok(job) => self.building = Some(job),
            Err(error) => effects.fail(format!("cannot compare ({error}); try again")),
        }
    }

    /// Takes the runs that were built, if they are within so long.
    fn take_built(&mut self, session: &Session, longest: Duration, effects: &mut Effects) {
        let Some(job) = &self.building else {
            return;
        };
        let built = match job.wait(longest) {
            JobProgress::Working => return,
            JobProgress::Done(built) => Some(built),
            JobProgress::Failed => None,
        };
        self.building = None;
        let Some(built) = built else {
            self.comparison = None;
            return effects.fail("cannot compare: internal error; try other values");
        };
        let comparison = Comparison::of(built, &session.history, &session.simulation);
        let refused = |comparison: &Comparison| comparison.refused().to_vec();
        let before = self.comparison.replace(comparison);
        let now = self.comparison.as_ref().map(refused).unwrap_or_default();
        // What begins anew with the leading run has been told before.
        if !now.is_empty() && before.as_ref().map(refused).as_ref() != Some(&now) {
            let why: Vec<String> = now.into_iter().map(|(_, why)| why).collect();
            effects.fail(why.join("\n"));
        }
    }

    /// Lets the runs go to where the session is, as far as there is time.
    pub(super) fn lead(
        &mut self,
        session: &Session,
        budget: Option<Duration>,
        effects: &mut Effects,
    ) {
        self.take_built(session, Duration::ZERO, effects);
        let (history, leader) = (&session.history, &session.simulation);
        let of_another = |comparison: &&Comparison| !comparison.is_of(history, leader);
        let old = self.comparison.as_ref().filter(of_another);
        if let (Some(old), None) = (old, &self.building) {
            self.build(old.variants(), old.has_band(), session, effects);
            self.take_built(session, budget.map_or(LONGEST_BUILD, |_| SOON), effects);
        }
        if self.building.is_some() {
            self.lags = true;
            return;
        }
        let Some(comparison) = &mut self.comparison else {
            (self.lags, self.slow) = (false, None);
            return;
        };
        take_slow_step(&mut self.slow, comparison);
        let began = Instant::now();
        let most = budget.map_or(u64::MAX, |_| STEPS_AT_ONCE);
        let is_late = || budget.is_some_and(|budget| began.elapsed() > budget);
        let mut there = comparison.follow(history, leader, most);
        while !there && !is_late() {
            there = comparison.follow(history, leader, most);
        }
        self.lags = !there;
        if let (None, Some(step)) = (&self.slow, comparison.slow_step()) {
            self.slow = make_slowly(step, comparison);
        }
    }
}

/// Lets a thread make a step: everybody waits for it, and the window goes on.
fn make_slowly(mut step: SlowStep, comparison: &mut Comparison) -> Option<Awaited> {
    let place = step.place.clone();
    let began = Instant::now();
    let job = Job::start("side", move |cancel| {
        let world = &mut step.simulation.world;
        world.set_interrupt(Interrupt::at(cancel.clone()));
        let progress = step.simulation.step();
        (step, progress, began.elapsed())
    });
    match job {
        Ok(job) => Some(Awaited { job, place, began }),
        Err(error) => {
            let why = format!("stopped: a step cannot run in the background ({error})");
            comparison.give_up_step(&place, why);
            None
        }
    }
}

/// Takes over the step that a thread has made, if there is one.
fn take_slow_step(slow: &mut Option<Awaited>, comparison: &mut Comparison) {
    let Some(awaited) = slow.take() else {
        return;
    };
    match awaited.job.poll() {
        JobProgress::Working if awaited.began.elapsed() < LONGEST_STEP => *slow = Some(awaited),
        JobProgress::Working => {
            let seconds = LONGEST_STEP.as_secs();
            let why = format!("stopped: a step takes more than {seconds} s");
            comparison.give_up_step(&awaited.place, why);
        }
        JobProgress::Done((step, progress, took)) => {
            comparison.take_slow_step(step, progress, took, took > LONGEST_IN_FRAME);
        }
        JobProgress::Failed => {
            let why = "stopped: the next step failed due to an internal error".into();
            comparison.give_up_step(&awaited.place, why);
        }
    }
}

/// The ways to hold limbs together that a scene does not use: relaxation with the other
/// weighting, and every other method that can simulate it.
fn ways_to_hold(scene: &Scene, session: &Session) -> Vec<Variant> {
    let Simulation { world, map, .. } = &session.simulation;
    let others = METHODS.iter().filter(|method| {
        let is_other = method.id != scene.solver.method && !method.companion;
        is_other && unsupported(method, world.model(), map).is_empty()
    });
    let others = others.filter_map(|method| {
        Variant::new(method.label, &[&format!("solver.method={}", method.id)]).ok()
    });
    other_weighting(scene).into_iter().chain(others).collect()
}

/// The weighting that a scene does not have; none where nothing is weighted.
fn other_weighting(scene: &Scene) -> Option<Variant> {
    method::find(&scene.solver.method)?.parameter("weighting")?;
    let (name, setting) = match scene.solver.weighting < 0.5 {
        true => ("Mass-weighted", "solver.weighting=1"),
        false => ("Uniform", "solver.weighting=0"),
    };
    Variant::new(name, &[setting]).ok()
}
