//! Why a run blew up: the first bad step, who gave the energy, and what mends it.

mod remedy;

use super::input::Input;
use super::simulation::{Progress, Simulation};
use super::why::words_of;
use crate::physics::ledger::{Book, Cause, Form, Ledger};
use crate::physics::report::kinetic_energy;
use crate::scene::Scene;
pub use remedy::{Change, Remedy};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Energy per mass that causes within the world may give in a step beside a part of what is
/// there, J/kg: half a square of 1.4 m/s.
const GIVEN_J_PER_KG: f64 = 1.0;
/// That part.
const GIVEN_SHARE: f64 = 0.5;
/// Steps from the first bad one on in which culprits are looked for; later all pull at all.
const LOOKED_AT: usize = 3;
/// Culprits that are named.
const NAMED: usize = 5;
/// How long a remedy has to hold after the moment of the divergence, s.
const HOLD_S: f64 = 2.0;

/// Somebody who gave energy out of nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Culprit {
    /// The cause.
    pub cause: Cause,
    /// In words.
    pub name: String,
    /// Its part of all that was given, from 0 to 1.
    pub share: f64,
}

/// A remedy that has been tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The remedy.
    pub remedy: Remedy,
    /// Whether the run goes on past where it blew up with it.
    pub mends: bool,
    /// How long it went on, s.
    pub lasted_s: f64,
}

/// What is asked about a run that diverged.
#[derive(Clone)]
pub struct Case {
    /// The scene that played.
    pub scene: Arc<Scene>,
    /// A simulation of it some steps before the divergence, to which nothing has been done yet
    /// that was done there.
    pub simulation: Simulation,
    /// What a person did, each after a step, in the order of time.
    pub inputs: Vec<(u64, Input)>,
    /// Whether all that was done since the start is known: only then can remedies be tried.
    pub is_whole: bool,
}

/// Why a run blew up.
#[derive(Debug, Clone, PartialEq)]
pub struct Autopsy {
    /// The first step that is not to be believed, as far as was looked back.
    pub first_bad_step: u64,
    /// The step that could not be made.
    pub diverged_step: u64,
    /// When that was, s.
    pub diverged_s: f64,
    /// Who gave energy out of nothing in the first bad steps, the worst first.
    pub culprits: Vec<Culprit>,
    /// Remedies that were tried, those that mend first.
    pub trials: Vec<Trial>,
}

/// Finds out why a run blew up; `hear` is told after each step how many remedies of all have
/// been tried, and ends it by false, as an interrupt of the simulation does. `None` if it was
/// ended, or if the run does not diverge within `most_steps`.
pub fn autopsy(
    case: &Case,
    most_steps: u64,
    mut hear: impl FnMut(usize, usize) -> bool,
) -> Option<Autopsy> {
    let (books, last) = steps_until_divergence(case, most_steps, || hear(0, 0))?;
    let first = books.iter().position(|step| step.is_bad());
    let first = first.unwrap_or(books.len() - 1);
    let culprits = culprits_of(case, &last, &books[first..]);
    let mut trials = Vec::new();
    let worst = culprits.first().map(|culprit| culprit.cause);
    let mut remedies = remedy::remedies(&case.scene, &case.simulation, worst);
    if !case.is_whole {
        remedies.clear();
    }
    let (diverged_step, diverged_s) = (last.world.state().step, last.time_s());
    for (done, remedy) in remedies.iter().enumerate() {
        let goes_on = || hear(done, remedies.len());
        match try_out(case, remedy, diverged_s + HOLD_S, goes_on) {
            Tried::Done(trial) => trials.push(trial),
            Tried::NotPossible => {}
            Tried::Ended => return None,
        }
    }
    trials.sort_by_key(|trial| !trial.mends);
    Some(Autopsy {
        first_bad_step: books[first].step,
        diverged_step,
        diverged_s,
        culprits,
        trials,
    })
}

/// What causes gave in a step.
struct StepBook {
    step: u64,
    /// Energy that each cause gave to all that moves, J.
    given: BTreeMap<Cause, f64>,
    /// Most that they may have given, J.
    most: f64,
}

impl StepBook {
    fn of(book: &Book, step: u64, most: f64) -> StepBook {
        let sums = book.sums(|_| true);
        let within = sums.into_iter().filter(|(cause, _)| is_within(*cause));
        StepBook {
            step,
            given: within
                .map(|(cause, entry)| (cause, entry.energy()))
                .collect(),
            most,
        }
    }

    /// Whether more came from nowhere than may be; what is no number counts as too much.
    fn is_bad(&self) -> bool {
        let given: f64 = self
            .given
            .values()
            .map(|&energy| out_of_nothing(energy))
            .sum();
        given > self.most
    }
}

/// Energy that a cause has given, J; infinite where it is no number.
fn out_of_nothing(energy: f64) -> f64 {
    match energy.is_nan() {
        true => f64::INFINITY,
        false => energy.max(0.0),
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
            | Cause::Pins
            | Cause::Form(Form::Parabola)
    )
}

/// The books of all steps until the run diverges, and the simulation before that step.
fn steps_until_divergence(
    case: &Case,
    most_steps: u64,
    mut goes_on: impl FnMut() -> bool,
) -> Option<(Vec<StepBook>, Simulation)> {
    let mut simulation = case.simulation.clone();
    let world = &simulation.world;
    let mut ledger = Ledger::new(world.shared_model().clone(), world.state());
    let mut books = Vec::new();
    for _ in 0..most_steps {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        let (step, energy) = (state.step, kinetic_energy(model, state));
        let bodies = model.bodies.iter().map(|body| body.mass);
        let mass: f64 = model.particles.iter().map(|p| p.mass).chain(bodies).sum();
        do_inputs(case, &mut simulation, step);
        let progress = simulation.step_watched(&mut ledger);
        let most = GIVEN_SHARE * energy + GIVEN_J_PER_KG * mass;
        books.push(StepBook::of(&ledger.close(), step, most));
        match progress {
            Progress::Advanced if goes_on() => {}
            Progress::Diverged { .. } => return Some((books, simulation)),
            Progress::Advanced | Progress::Interrupted => return None,
        }
    }
    None
}

fn do_inputs(case: &Case, simulation: &mut Simulation, step: u64) {
    for (_, input) in case.inputs.iter().filter(|(at, _)| *at == step) {
        simulation.apply(input);
    }
}

fn culprits_of(case: &Case, last: &Simulation, bad: &[StepBook]) -> Vec<Culprit> {
    let mut given: BTreeMap<Cause, f64> = BTreeMap::new();
    for (&cause, &energy) in bad.iter().take(LOOKED_AT).flat_map(|step| &step.given) {
        // A number beyond all bounds is as bad as any other.
        *given.entry(cause).or_default() += out_of_nothing(energy).min(1e150);
    }
    let all: f64 = given.values().sum();
    let mut worst: Vec<_> = given
        .into_iter()
        .filter(|(_, energy)| *energy > 0.0)
        .collect();
    worst.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    worst.truncate(NAMED);
    let (model, map) = (last.world.model(), &last.map);
    let culprits = worst.into_iter().map(|(cause, energy)| Culprit {
        cause,
        name: words_of(&case.scene, map, model, cause),
        share: energy / all,
    });
    culprits.collect()
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
    let mut inputs = case.inputs.iter().peekable();
    let mut mends = true;
    while mends && simulation.time_s() < until_s {
        let time = simulation.world.state().step as f64 * now;
        while let Some((_, input)) = inputs.next_if(|(at, _)| *at as f64 * before <= time) {
            if let Some(input) = remedy.applied_to(input) {
                simulation.apply(&input);
            }
        }
        mends = match simulation.step() {
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
