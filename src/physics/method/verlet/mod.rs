//! Verlet integration of particles and rigid bodies with Gauss-Seidel relaxation.
//!
//! Four forms share their constraints and contacts: see [`StateForm`]. Sources:
//! Jakobsen, sections 2 to 4; Delannoy, section 4.3 (mass weighting); Baltman &
//! Radeztsky (rigid bodies), sections 4 to 10.

mod clock;
mod coast;
mod coast_as_printed;
mod dislocation;
mod folds;
mod impulse;
mod info;
mod iteration;
mod limit_bounce;
mod nets;
mod parameters;
mod partition;
mod penalty;
mod plan;
mod relaxation;
mod rods;
mod settings;
mod share;
mod spending;
mod stops;
mod support;

use super::{Drift, Method};
use crate::physics::collide::articulation_of;
use crate::physics::contact::{
    forget_pushes, parts_as_printed, Bounces, Contact, ContactSolver, Parting, Support,
};
use crate::physics::drive::{Drives, Joints};
use crate::physics::dynamics::slots::together;
use crate::physics::flight::Flight;
use crate::physics::hold::{masses_of_articulations, PullRow};
use crate::physics::interrupt::Interrupt;
use crate::physics::lanes::{duration_of_substep, Lanes, RagdollBatches, Touches};
use crate::physics::model::{Model, Settings};
use crate::physics::pace::{Pace, Paces};
use crate::physics::probe::{show, show_contacts, NoProbe, Probe, SolverEvent, Stage};
use crate::physics::state::State;
use crate::physics::step::StepContext;
use crate::physics::warm_start::{list_contacts, KeptContact};
use clock::Clock;
use coast_as_printed::flies_as_printed;
pub use dislocation::Coincident;
use folds::Folds;
pub(super) use info::INFO;
use iteration::Iteration;
pub use iteration::{ConstraintGroup, OwnIterations};
pub use nets::StickSolver;
pub use parameters::{ITERATIONS, WEIGHTING};
use partition::Partition;
use plan::Plan;
use rayon::ThreadPool;
pub use settings::{
    ContactMode, InertiaSplit, Order, ParticleFriction, PinSolve, RotationUpdate, SquareRoot,
    StateForm, VerletSettings,
};
use share::Share;
pub use spending::{Detail, Spending};
use std::ops::Range;
use std::sync::Arc;

/// Things that move one by one from which threads may be worth waking.
const LEAST_MOVERS: usize = 50;

/// What is derived from the model, and scratch memory that a substep rebuilds.
#[derive(Debug, Clone, Default)]
pub struct Verlet {
    plan: Arc<Plan>,
    /// Per articulation, the first of those that must be solved by one thread.
    together: Vec<usize>,
    /// Per articulation, all that moves in it, kg.
    masses: Vec<f64>,
    /// All that takes part.
    whole: Share,
    /// The same in shares, one for each thread, where there is more than one.
    partition: Partition,
    /// Deep overlaps.
    parting: Parting,
    touching: Touching,
    flight: Flight,
    support: Support,
    supports: bool,
    folds: Folds,
    forces: Vec<penalty::Force>,
    pull: Option<PullRow>,
    drives: Drives,
    /// The pins of what takes part, by index.
    pins: Vec<usize>,
    /// Whether the memory of the state may still hold impulses of what sleeps.
    memory_is_old: bool,
    kept_contacts: Vec<KeptContact>,
    /// Ragdolls that are stepped side by side.
    batches: RagdollBatches,
    pool: Option<Arc<ThreadPool>>,
    interrupt: Interrupt,
    /// Threads of this step.
    threads: usize,
    /// Iterations of a substep of this turn.
    iterations: u32,
}

/// Scratch memory of the passes over contacts.
#[derive(Debug, Clone, Default)]
struct Touching {
    solver: ContactSolver,
    bounces: Bounces,
    support: Support,
}

impl Method for Verlet {
    fn prepare(&mut self, model: &Model) {
        self.plan = Arc::new(Plan::of(model));
        self.together = together(model, &self.plan.jointed);
        self.masses = masses_of_articulations(model);
        self.batches.prepare(model);
        self.folds.prepare(model);
        self.parting.prepare(model);
    }

    fn add_body(&mut self, model: &Model) {
        self.together
            .extend(self.together.len()..model.articulations);
        self.masses
            .extend(model.bodies.last().map(|body| body.mass));
        self.batches.add_body(model);
        self.parting.add_body();
    }

    /// Any poses will do.
    fn enter(&mut self, _: &Model, _: &mut State) -> Drift {
        Drift::default()
    }

    fn restart(&mut self) {
        self.batches.restart();
    }

    /// The crowd first, then all else: in each substep find contacts, wake what they
    /// touch, and solve (Baltman & Radeztsky, section 10).
    fn step(&mut self, context: &mut StepContext<'_>) {
        let alone = context.probe.watches() || context.parts.active.movers() < LEAST_MOVERS;
        match self.pool.clone().filter(|_| !alone) {
            // In the pool once per step, and not for each piece of it.
            Some(pool) => {
                let StepContext {
                    model,
                    before,
                    ref mut state,
                    ref mut parts,
                    ..
                } = *context;
                pool.install(|| {
                    self.make_step(&mut StepContext {
                        model,
                        before,
                        state,
                        parts,
                        threads: pool.current_num_threads(),
                        probe: &mut NoProbe,
                    });
                });
            }
            None => self.make_step(context),
        }
    }

    fn touches_of_batches(&self, settings: &Settings, before: &State) -> Touches {
        self.batches.retrace(settings, before)
    }

    fn set_lanes(&mut self, lanes: Lanes) {
        self.batches.set_lanes(lanes);
    }

    fn set_crowd(&mut self, crowd: bool) {
        self.batches.set_crowd(crowd);
    }

    fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.batches.set_threads(pool.clone());
        self.pool = pool;
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.batches.set_interrupt(interrupt.clone());
        self.interrupt = interrupt;
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Verlet {
    fn make_step(&mut self, context: &mut StepContext<'_>) {
        let settings = &context.model.settings;
        self.batches.choose(context.model, context.before);
        self.batches.copy_leaving(context.before, context.state);
        if self.choose(context) {
            context.take_in();
        }
        self.batches.retime(settings, duration_of_substep(settings));
        self.step_crowd(context);
        show(context.probe, SolverEvent::Crowd, context.state);
        let turns = context.begin_collision(&self.together);
        let mut made = 0;
        for turn in 0..turns {
            let Pace {
                substeps,
                iterations,
            } = context.begin_turn(turn);
            self.iterations = iterations;
            self.make_substeps(context, made..made + substeps);
            if self.interrupt.is_due() {
                return;
            }
            made += substeps;
            context.end_turn();
        }
        context.end_turns();
        self.choose(context);
        context.take_reports(self.batches.reports());
    }

    fn step_crowd(&mut self, context: &mut StepContext<'_>) {
        let count = self.batches.count();
        if count == 0 {
            return;
        }
        context.probe.begin(Stage::Crowd);
        match context.probe.looks() {
            true => {
                let states = (context.before, &mut *context.state);
                self.batches.step_watched(states.0, states.1, context.probe);
            }
            false => self.batches.step(context.before, context.state),
        }
        context.probe.end(Stage::Crowd, count);
    }

    /// Makes the substeps of all whose turn it is, as they are counted in the step.
    fn make_substeps(&mut self, context: &mut StepContext<'_>, substeps: Range<u32>) {
        let settings = &context.model.settings;
        let count = substeps.end - substeps.start;
        let clock = Clock::of(settings, count);
        self.folds.begin_step();
        self.batches.retime(settings, clock.even_s());
        for substep in substeps.clone() {
            self.choose(context);
            let h = clock.duration_s(substep - substeps.start);
            if let Some(ratio) = clock.carries(substep - substeps.start) {
                self.whole.carry_ways(context.state, ratio);
            }
            context.find_contacts(h);
            if self.interrupt.is_due() {
                return;
            }
            self.choose(context);
            self.follow_folds(context, (h, substeps.end - substep));
            self.substep(context, h);
            context.record_impacts(substep);
        }
    }

    /// Finds where surfaces may meet themselves within the rest of the step, so many substeps
    /// of `h` seconds.
    fn follow_folds(&mut self, context: &mut StepContext<'_>, (h, left): (f64, u32)) {
        if !self.folds.is_empty() {
            let active = &context.parts.active;
            let now = (context.model, &mut *context.state);
            let rest = h * f64::from(left);
            self.folds
                .begin_substep(now, (h, rest), |articulation| active.has(articulation));
        }
    }

    /// Leaves out what sleeps and what the crowd steps; whether anything else takes part
    /// than before.
    fn choose(&mut self, context: &mut StepContext<'_>) -> bool {
        let batches = &self.batches;
        let changed = context.choose(|articulation| !batches.takes(articulation));
        if changed {
            let active = &context.parts.active;
            self.batches.choose_among_others(active);
            self.whole
                .choose(context.model, &self.plan, active, &self.batches);
            self.partition.disband();
            self.memory_is_old = true;
        }
        changed
    }

    fn substep(&mut self, context: &mut StepContext<'_>, h: f64) {
        let StepContext {
            model,
            ref mut state,
            ref mut parts,
            threads,
            ref mut probe,
            ..
        } = *context;
        let contacts = &mut parts.contacts;
        self.threads = threads;
        let sizes = (threads, contacts.len());
        let whole = (&self.whole, self.together.as_slice());
        self.partition.gather(model, state, whole, sizes);
        show(*probe, SolverEvent::Begin { h }, state);
        self.note_velocities(model, state, *probe);
        self.keep_of_others(model, state, &parts.paces);
        if parts_overlaps(model) {
            let takes_part = |articulation: usize| {
                parts.paces.takes_part(articulation) && parts.active.has(articulation)
            };
            let parting = &mut self.parting;
            parting.part(model, state, contacts, (h, takes_part), *probe);
        }
        penalty::push(model, state, contacts, &mut self.forces, h);
        show_contacts(*probe, SolverEvent::Springs, state, contacts);
        self.record_limit_bounces(model, state, *probe);
        self.arrest_at_stops(model, state, h, *probe);
        self.choose_support(model, state, contacts);
        self.partition.take_contacts(model, contacts);
        let about = (&parts.active, contacts.as_slice());
        let moves_so = !flies_as_printed(model);
        self.flight.lead_back(model, state, about, h, |_| moves_so);
        show(*probe, SolverEvent::FreeFlight, state);
        self.press_surfaces(model, state, h, *probe);
        let has_turn = |articulation: usize| parts.paces.takes_part(articulation);
        self.pins.clear();
        (state.holds).list_pins(model, &mut self.pins, has_turn);
        let is_pulled = state.holds.pulled(model).is_some_and(has_turn);
        let pull = is_pulled.then(|| PullRow::new(model, state, &self.masses, h));
        self.pull = pull.flatten();
        let places = (self.plan.first_drive, self.plan.rows_in_memory);
        let drives = &mut self.drives;
        let joints = match model.settings.verlet().form {
            StateForm::Velocity => Joints::YieldAtBothLevels,
            _ => Joints::Yield,
        };
        drives.begin(model, state, places, (h, joints), has_turn);
        match model.settings.verlet().form {
            StateForm::VelocityLess => {
                self.substep_velocity_less(model, state, contacts, h, *probe);
            }
            StateForm::Velocity => self.substep_velocity(model, state, contacts, h, *probe),
            StateForm::Impulse => self.substep_impulse(model, state, contacts, h, *probe),
            StateForm::Soft => self.substep_soft(model, state, contacts, h, *probe),
        }
        // A substep that was cut short may not have packed its contacts.
        if !self.interrupt.is_due() {
            self.bounce(model, state, contacts, h);
            show_contacts(*probe, SolverEvent::Bounce, state, contacts);
        }
        self.bounce_at_limits(model, state, *probe);
        self.partition.return_contacts(contacts);
        if let Some(pull) = &self.pull {
            pull.remember(state);
        }
    }

    /// Notes the contact impulses of the last step of what has its turn at another time.
    fn keep_of_others(&mut self, model: &Model, state: &State, paces: &Paces) {
        self.kept_contacts.clear();
        if paces.turns().len() > 1 {
            let rows = self.plan.rows_in_memory;
            list_contacts(&state.memory, rows, &mut self.kept_contacts, |owners| {
                // Those that have turns at different times do not touch any more.
                let articulations = || owners.iter().filter_map(|&o| articulation_of(model, o));
                articulations().all(|i| !paces.takes_part(i))
                    && articulations().any(|i| !state.rest[i].asleep)
            });
        }
    }

    /// The iterations of a substep of this turn.
    fn each_iteration<'m>(&self, model: &'m Model) -> impl Iterator<Item = Iteration> + 'm {
        let made = self.iterations;
        (0..made).map(move |number| Iteration::new(model.settings.verlet(), number, made))
    }

    /// Number of things that move one by one or in batches.
    fn movers(&self) -> usize {
        self.whole.awake.movers() + self.batches.movers_among_others()
    }

    /// Does a piece of work on all that takes part, each thread on its share.
    fn each(
        &mut self,
        state: &mut State,
        probe: &mut dyn Probe,
        work: impl Fn(&mut Share, &mut State, &mut dyn Probe) + Sync,
    ) {
        if self.partition.shares_joints() {
            self.partition.each_share(state, work);
        } else {
            work(&mut self.whole, state, probe);
        }
    }

    /// The shares in which all that takes part is solved.
    fn shares(&self) -> impl Iterator<Item = &Share> {
        let alone = (!self.partition.shares_joints()).then_some(&self.whole);
        let shared = self
            .partition
            .shares_joints()
            .then(|| self.partition.shares());
        alone.into_iter().chain(shared.into_iter().flatten())
    }

    /// Makes a pass over all contacts, each thread over its share.
    fn touch(
        &mut self,
        state: &mut State,
        contacts: &mut [Contact],
        probe: &mut dyn Probe,
        pass: impl Fn(&mut State, &mut [Contact], &mut Touching) + Sync,
    ) {
        probe.begin(Stage::Contacts);
        self.each_component(state, contacts, pass);
        probe.end(Stage::Contacts, contacts.len());
        show_contacts(probe, SolverEvent::Contacts, state, contacts);
    }

    fn each_component(
        &mut self,
        state: &mut State,
        contacts: &mut [Contact],
        pass: impl Fn(&mut State, &mut [Contact], &mut Touching) + Sync,
    ) {
        if self.partition.shares_contacts() {
            self.partition.each_component(state, pass);
        } else {
            pass(state, contacts, &mut self.touching);
        }
    }

    /// Bounces, their friction and rolling resistance, from the impulses of the solve.
    fn bounce(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact], h: f64) {
        self.each_component(state, contacts, |state, contacts, touching| {
            match model.settings.verlet().form {
                StateForm::VelocityLess => contacts.iter_mut().for_each(|c| c.take_impulse(h)),
                StateForm::Velocity | StateForm::Impulse => forget_pushes(contacts),
                StateForm::Soft => {}
            }
            let Touching {
                bounces, solver, ..
            } = touching;
            solver.go_on_with_velocities(state);
            bounces.bounce(model, state, contacts, solver);
        });
    }

    /// Notes how fast elastic limits are being approached.
    fn record_limit_bounces(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        if !self.whole.awake.elastic.is_empty() {
            self.each(state, probe, |share, state, _| {
                share.record_limit_bounces(model, state);
            });
        }
    }

    /// Slows what would pass a stop within the substep.
    fn arrest_at_stops(&mut self, model: &Model, state: &mut State, h: f64, probe: &mut dyn Probe) {
        if !self.whole.awake.stops.is_empty() {
            self.each(state, probe, |share, state, _| {
                share.arrest_at_stops(model, state, h);
            });
            show(probe, SolverEvent::Stops, state);
        }
    }

    /// Sends back what reached its stop, once (8.11 with the restitution applied
    /// after the iterations instead of in each).
    fn bounce_at_limits(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        if !self.whole.awake.elastic.is_empty() {
            self.each(state, probe, |share, state, _| {
                share.bounce_at_limits(model, state);
            });
            show(probe, SolverEvent::Stops, state);
        }
    }
}

/// Whether deep overlaps are parted before the motion: springs and contacts as they are printed
/// do what they do.
fn parts_overlaps(model: &Model) -> bool {
    model.settings.verlet().contacts != ContactMode::Penalty && !parts_as_printed(model)
}
