//! Steps that take too long for a frame: a thread makes them, and the window goes on.

use super::Session;
use crate::app::job::{Cancel, Job, Progress as JobProgress};
use crate::clock::Instant;
use crate::editor::counted;
use crate::lab::{Progress, Simulation};
use crate::physics::interrupt::StepLimit;
use crate::physics::{Interrupt, Model};
use crate::threads;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;

/// Longest that a step may keep the window waiting.
pub(super) const LONGEST_IN_FRAME: Duration = Duration::from_millis(60);
/// Longest that a step may take at all while somebody waits for the picture.
const LONGEST_STEP: Duration = Duration::from_secs(1);
/// Solver passes per step from which they are what costs.
const MANY_PASSES: u64 = 500;

/// Visits of a constraint or a thing per step from which a scene that nobody has just seen
/// running is opened paused: a tenth of a second and more.
const MANY_VISITS: u64 = 1_000_000;

/// The time that a step has taken so far.
struct FrameLimit {
    longest: Duration,
    made: Instant,
    /// When the step began, after that, ns.
    began_ns: AtomicU64,
}

impl FrameLimit {
    fn of(longest: Duration) -> FrameLimit {
        FrameLimit {
            longest,
            made: Instant::now(),
            began_ns: AtomicU64::new(0),
        }
    }

    fn now_ns(&self) -> u64 {
        u64::try_from(self.made.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

impl StepLimit for FrameLimit {
    fn begin(&self) {
        self.began_ns.store(self.now_ns(), Ordering::Relaxed);
    }

    fn is_reached(&self) -> bool {
        let taken = self.now_ns() - self.began_ns.load(Ordering::Relaxed);
        Duration::from_nanos(taken) > self.longest
    }
}

impl StepLimit for Cancel {
    fn is_reached(&self) -> bool {
        self.is_asked()
    }
}

/// Ends each step that would keep the window waiting.
pub(super) fn within_a_frame() -> Interrupt {
    Interrupt::at(FrameLimit::of(LONGEST_IN_FRAME))
}

/// Steps that take too long for a frame.
#[derive(Default)]
pub struct SlowSteps {
    /// The one that a thread makes.
    awaited: Option<SlowStep>,
    /// What the last step took.
    last_cost: Duration,
    /// Why a step was given up, when it has just been.
    complaint: Option<String>,
}

impl SlowSteps {
    /// Whether a step is being made that takes too long for a frame.
    pub fn is_awaited(&self) -> bool {
        self.awaited.is_some()
    }

    /// Whether the next step will take too long for a frame that somebody waits for, judged
    /// by the last one.
    pub(super) fn is_next(&self, simulation: &Simulation) -> bool {
        simulation.world.interrupt().has_limit() && self.last_cost > LONGEST_IN_FRAME
    }

    /// Takes note of what a step took.
    pub(super) fn note(&mut self, cost: Duration) {
        self.last_cost = cost;
    }

    /// Why a step was given up, told once.
    pub(super) fn take_complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }
}

/// A step that a thread makes.
struct SlowStep {
    job: Job<(Simulation, Progress)>,
    began: Instant,
    from: Place,
}

/// What a step begins at: whatever is done meanwhile makes it another.
struct Place {
    step: u64,
    inputs: usize,
    rewritten: u64,
    model: Arc<Model>,
}

impl Place {
    fn of(session: &Session) -> Place {
        Place {
            step: session.now(),
            inputs: session.history.forgotten() + session.history.inputs().len(),
            rewritten: session.history.rewritten(),
            model: session.simulation.world.shared_model().clone(),
        }
    }

    fn is(&self, other: &Place) -> bool {
        let numbers = |place: &Place| (place.step, place.inputs, place.rewritten);
        numbers(self) == numbers(other) && Arc::ptr_eq(&self.model, &other.model)
    }
}

impl Session {
    /// Lets a thread make the next step.
    pub(super) fn step_slowly(&mut self) {
        let mut copy = self.simulation.clone();
        let work = move |cancel: &Cancel| {
            copy.world.set_interrupt(match threads::ARE_THERE {
                true => Interrupt::at(cancel.clone()),
                // Nobody can ask it to end.
                false => Interrupt::at(FrameLimit::of(LONGEST_STEP)),
            });
            let progress = copy.step();
            (copy, progress)
        };
        match Job::start("step", work) {
            Ok(job) => {
                self.slow.awaited = Some(SlowStep {
                    job,
                    began: Instant::now(),
                    from: Place::of(self),
                });
            }
            Err(error) => self.give_up_step(format!(
                "the next step takes long and cannot run in the background ({error}); close \
                 other programs"
            )),
        }
    }

    /// Takes over the step that a thread has made, if there is one.
    pub(super) fn take_slow_step(&mut self) {
        let Some(slow) = self.slow.awaited.take() else {
            return;
        };
        if !slow.from.is(&Place::of(self)) {
            return;
        }
        match slow.job.poll() {
            JobProgress::Working if slow.began.elapsed() < LONGEST_STEP => {
                self.slow.awaited = Some(slow);
            }
            JobProgress::Working | JobProgress::Done((_, Progress::Interrupted)) => {
                self.give_up_step(format!(
                    "paused, because a step takes more than {} s: {}",
                    LONGEST_STEP.as_secs(),
                    what_costs(&self.simulation)
                ));
            }
            JobProgress::Done((mut simulation, progress)) => {
                let interrupt = self.simulation.world.interrupt().clone();
                simulation.world.set_interrupt(interrupt);
                self.simulation = simulation;
                if progress == Progress::Advanced {
                    self.history.take_step(&mut self.simulation);
                }
                self.end_step(progress, slow.began.elapsed());
            }
            JobProgress::Failed => self.give_up_step(
                "the next step failed due to an internal error; press Reset or go back in time"
                    .into(),
            ),
        }
    }

    fn give_up_step(&mut self, why: String) {
        self.playing = false;
        self.slow.complaint = Some(why);
    }
}

/// What makes the steps of a simulation expensive, told before the first one is made; nothing
/// if they are not.
pub fn told_cost(simulation: &Simulation) -> Option<String> {
    let model = simulation.world.model();
    let things = model.constraints.len() + model.bodies.len() + model.particles.len();
    let visits = passes_of(model).saturating_mul(things as u64);
    (visits >= MANY_VISITS).then(|| what_costs(simulation))
}

/// Solver passes per step.
fn passes_of(model: &Model) -> u64 {
    let settings = &model.settings;
    u64::from(settings.common.substeps) * u64::from(settings.passes())
}

/// What makes the steps of a simulation expensive, and what to do about it.
fn what_costs(simulation: &Simulation) -> String {
    let world = &simulation.world;
    let (model, settings) = (world.model(), &world.model().settings);
    let (substeps, iterations) = (settings.common.substeps, settings.passes());
    if passes_of(model) > MANY_PASSES {
        return format!(
            "{substeps} substeps of {iterations} iterations each; reduce one of them in Solver"
        );
    }
    let movers = model.bodies.len() + model.particles.len();
    format!(
        "{} and {}, many of them in one place; delete some or move them apart. `ragdoll-lab \
         run` has no time limit",
        counted(movers, "moving object"),
        counted(model.obstacles.len(), "obstacle")
    )
}
