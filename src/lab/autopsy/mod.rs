//! Why a run blew up or left a bound: the first bad step, who is to blame, and what mends it.

mod bound;
mod culprit;
mod remedy;

use super::input::Input;
use super::simulation::{Progress, Simulation};
use super::telemetry::Sample;
use crate::physics::ledger::{Book, Cause, Form, Ledger};
use crate::physics::report::kinetic_energy;
use crate::scene::Scene;
pub use bound::{Bound, Bounds};
pub use culprit::{Culprit, Guilt};
pub use remedy::{Change, Remedy};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Energy per mass that causes within the world may give in a step beside a part of what is
/// there, J/kg: half a square of 1.4 m/s.
const GIVEN_J_PER_KG: f64 = 1.0;
/// That part.
const GIVEN_SHARE: f64 = 0.5;
/// Steps from the first bad one on in which culprits are looked for; later all pull at all.
const LOOKED_AT: usize = 3;
/// Steps before a bound is left in which it is looked who opened a joint.
const BOOKS_KEPT: usize = 10;
/// Share of a bound below which a quantity is as it should be.
const SOUND_SHARE: f64 = 0.5;
/// How long a remedy has to hold after the moment of the trouble, s.
const HOLD_S: f64 = 2.0;

/// A remedy that has been tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The remedy.
    pub remedy: Remedy,
    /// Whether the run goes on past the trouble with it.
    pub mends: bool,
    /// How long it went on, s.
    pub lasted_s: f64,
}

/// What is asked about a run that diverged or left a bound.
#[derive(Clone)]
pub struct Case {
    /// The scene that played.
    pub scene: Arc<Scene>,
    /// A simulation of it some steps before the trouble, to which nothing has been done yet
    /// that was done there.
    pub simulation: Simulation,
    /// What a person did, each after a step, in the order of time.
    pub inputs: Vec<(u64, Input)>,
    /// Whether all that was done since the start is known: only then can remedies be tried.
    pub is_whole: bool,
    /// The bound that it left, if it is that.
    pub bound: Option<Bound>,
}

/// Why a run blew up or left a bound.
#[derive(Debug, Clone, PartialEq)]
pub struct Autopsy {
    /// The first step that is not to be believed, as far as was looked back, counted from 1: its
    /// end has this number in the timeline. The steps before it are good.
    pub first_bad_step: u64,
    /// The step that could not be made, or that left the bound; not before the first bad one.
    pub trouble_step: u64,
    /// When that was, s.
    pub trouble_s: f64,
    /// The bound that was left, if it was that.
    pub bound: Option<Bound>,
    /// Who is to blame, the worst first.
    pub culprits: Vec<Culprit>,
    /// Remedies that were tried, those that mend first.
    pub trials: Vec<Trial>,
}

impl Autopsy {
    /// The last step before the first bad one; 0 is the start of the run.
    pub fn last_good_step(&self) -> u64 {
        self.first_bad_step - 1
    }

    /// The state that shows what is bad: the end of the first bad step, or, where that could not
    /// be made, its begin.
    pub fn step_to_show(&self) -> u64 {
        match self.bound.is_none() && self.first_bad_step == self.trouble_step {
            true => self.last_good_step(),
            false => self.first_bad_step,
        }
    }
}

/// Finds out why a run blew up or left its bound; `hear` is told after each step how many
/// remedies of all have been tried, and ends it by false, as an interrupt of the simulation
/// does. `None` if it was ended, or if there is no such trouble within `most_steps`.
pub fn autopsy(
    case: &Case,
    most_steps: u64,
    mut hear: impl FnMut(usize, usize) -> bool,
) -> Option<Autopsy> {
    let course = steps_until_trouble(case, most_steps, || hear(0, 0))?;
    let first = course.first_bad(case.bound);
    let culprits = culprits_of(case, &course, first);
    let mut trials = Vec::new();
    let mut remedies = remedy::remedies(&case.scene, &case.simulation, &culprits);
    if !case.is_whole {
        remedies.clear();
    }
    let trouble_s = course.last.time_s();
    for (done, remedy) in remedies.iter().enumerate() {
        let goes_on = || hear(done, remedies.len());
        match try_out(case, remedy, trouble_s + HOLD_S, goes_on) {
            Tried::Done(trial) => trials.push(trial),
            Tried::NotPossible => {}
            Tried::Ended => return None,
        }
    }
    trials.sort_by_key(|trial| !trial.mends);
    let step = course.last.world.state().step;
    Some(Autopsy {
        first_bad_step: course.steps[first].step + 1,
        trouble_step: match case.bound {
            Some(_) => step,
            None => step + 1,
        },
        trouble_s,
        bound: case.bound,
        culprits,
        trials,
    })
}

/// A run until its trouble.
struct Course {
    steps: Vec<StepBook>,
    /// The books of the last steps.
    books: VecDeque<Book>,
    /// Before the step that could not be made, or after that which left the bound.
    last: Simulation,
}

impl Course {
    /// The place of the first step that is not to be believed: in which more energy came from
    /// nowhere than may be, or since which what is bounded was never as it should be.
    fn first_bad(&self, bound: Option<Bound>) -> usize {
        let last = self.steps.len() - 1;
        let Some(bound) = bound else {
            return (self.steps.iter().position(StepBook::is_bad)).unwrap_or(last);
        };
        let sound = SOUND_SHARE * bound.most;
        let value = |step: &StepBook| step.sample.and_then(|sample| bound.quantity.of(&sample));
        let is_sound = |step| value(step).is_some_and(|value| value <= sound);
        let since = self.steps.iter().rposition(is_sound);
        since.map_or(0, |place| (place + 1).min(last))
    }
}

/// What causes gave in a step.
struct StepBook {
    step: u64,
    /// What was measured after it, if there is a bound.
    sample: Option<Sample>,
    /// Energy that each cause gave to all that moves, J.
    given: BTreeMap<Cause, f64>,
    /// Most that they may have given, J.
    most: f64,
}

impl StepBook {
    fn of(book: &Book, step: u64, most: f64) -> StepBook {
        let sums = book.sums(|_| true).into_iter();
        StepBook {
            step,
            sample: None,
            given: sums.map(|(cause, entry)| (cause, entry.energy())).collect(),
            most,
        }
    }

    /// Energy that each cause has given out of nothing, J, which is all of what causes within
    /// the world give, and none of what others do.
    fn out_of_nothing(&self) -> impl Iterator<Item = (Cause, f64)> + '_ {
        let within = self.given.iter().filter(|(cause, _)| is_within(**cause));
        within.map(|(&cause, &energy)| (cause, given_at_most(energy)))
    }

    /// Whether more came from nowhere than may be; what is no number counts as too much.
    fn is_bad(&self) -> bool {
        let given: f64 = self.out_of_nothing().map(|(_, energy)| energy).sum();
        given > self.most
    }
}

/// Energy that a cause has given, J; what is no number, or beyond all bounds, is as much as
/// can be added up.
fn given_at_most(energy: f64) -> f64 {
    const MOST_J: f64 = 1e150;
    match energy.is_nan() {
        true => MOST_J,
        false => energy.clamp(0.0, MOST_J),
    }
}

/// Whether a cause lies within the world, which has no source of energy.
fn is_within(cause: Cause) -> bool {
    !matches!(
        cause,
        Cause::Gravity
            | Cause::Drag
            | Cause::Inertia
            | Cause::Outside
            | Cause::Pull
            | Cause::Drive(_)
            | Cause::Pins
            | Cause::Form(Form::Parabola)
    )
}

/// Follows a run until it diverges or leaves its bound.
fn steps_until_trouble(
    case: &Case,
    most_steps: u64,
    mut goes_on: impl FnMut() -> bool,
) -> Option<Course> {
    let mut simulation = case.simulation.clone();
    let world = &simulation.world;
    let mut ledger = Ledger::new(world.shared_model().clone(), world.state());
    let (mut steps, mut books) = (Vec::new(), VecDeque::new());
    for _ in 0..most_steps {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        let (step, energy) = (state.step, kinetic_energy(model, state));
        let bodies = model.bodies.iter().map(|body| body.mass);
        let mass: f64 = model.particles.iter().map(|p| p.mass).chain(bodies).sum();
        do_inputs(case, &mut simulation, step);
        let progress = simulation.step_watched(&mut ledger);
        let most = GIVEN_SHARE * energy + GIVEN_J_PER_KG * mass;
        let book = ledger.close();
        let mut this = StepBook::of(&book, step, most);
        books.push_back(book);
        if books.len() > BOOKS_KEPT {
            books.pop_front();
        }
        this.sample = case.bound.map(|_| Sample::of(&simulation));
        let has_left = leaves(case.bound, this.sample.as_ref());
        steps.push(this);
        let is_over = match progress {
            Progress::Advanced if has_left => true,
            Progress::Advanced if goes_on() => false,
            Progress::Diverged { .. } => true,
            Progress::Advanced | Progress::Interrupted => return None,
        };
        if is_over {
            return Some(Course {
                steps,
                books,
                last: simulation,
            });
        }
    }
    None
}

fn leaves(bound: Option<Bound>, sample: Option<&Sample>) -> bool {
    bound
        .zip(sample)
        .is_some_and(|(bound, sample)| bound.is_left(sample))
}

fn do_inputs(case: &Case, simulation: &mut Simulation, step: u64) {
    for (_, input) in case.inputs.iter().filter(|(at, _)| *at == step) {
        simulation.apply(input);
    }
}

fn culprits_of(case: &Case, course: &Course, first: usize) -> Vec<Culprit> {
    if let Some(bound) = &case.bound {
        let found = culprit::openers(&case.scene, &course.last, bound, course.books.iter());
        if !found.is_empty() {
            return found;
        }
    }
    let mut given: BTreeMap<Cause, f64> = BTreeMap::new();
    let looked_at = course.steps[first..].iter().take(LOOKED_AT);
    if case.bound.is_some() {
        // Also what does not come from nowhere may be too much.
        for (&cause, &energy) in looked_at.flat_map(|step| &step.given) {
            *given.entry(cause).or_default() += given_at_most(energy);
        }
    } else {
        for (cause, energy) in looked_at.flat_map(StepBook::out_of_nothing) {
            *given.entry(cause).or_default() += energy;
        }
    }
    culprit::givers(&case.scene, &course.last, given)
}

/// What became of a trial.
enum Tried {
    Done(Trial),
    /// The scene cannot be simulated with the remedy.
    NotPossible,
    /// Nobody wants to know any more.
    Ended,
}

/// Runs the scene from its start with a remedy until a time.
fn try_out(case: &Case, remedy: &Remedy, until_s: f64, mut goes_on: impl FnMut() -> bool) -> Tried {
    let Ok(mut simulation) = Simulation::new(&remedy.applied(&case.scene)) else {
        return Tried::NotPossible;
    };
    let interrupt = case.simulation.world.interrupt().clone();
    simulation.world.set_interrupt(interrupt);
    let before = case.simulation.world.model().settings.common.step_s;
    let now = simulation.world.model().settings.common.step_s;
    let leaves_now = |simulation: &Simulation| leaves(case.bound, Some(&Sample::of(simulation)));
    // What is out of bounds at the start has time to settle.
    let settled_s = match leaves_now(&simulation) {
        true => until_s - 0.5 * HOLD_S,
        false => 0.0,
    };
    let mut inputs = case.inputs.iter().peekable();
    let mut mends = true;
    while mends && simulation.time_s() < until_s {
        let time = simulation.world.state().step as f64 * now;
        while let Some((_, input)) = inputs.next_if(|(at, _)| *at as f64 * before <= time) {
            if let Some(input) = remedy.applied_to(input) {
                simulation.apply(&input);
            }
        }
        let progress = simulation.step();
        let has_settled = simulation.time_s() >= settled_s;
        mends = match progress {
            Progress::Advanced if has_settled && leaves_now(&simulation) => false,
            Progress::Advanced if goes_on() => true,
            Progress::Diverged { .. } => false,
            Progress::Advanced | Progress::Interrupted => return Tried::Ended,
        };
    }
    Tried::Done(Trial {
        remedy: remedy.clone(),
        mends,
        lasted_s: simulation.time_s(),
    })
}
