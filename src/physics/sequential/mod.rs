//! What methods share that solve constraints one after another: which things take part, in which
//! order, on which thread; motion without constraints; the hand, pins and drives; stops; bounces.

mod drive_row;
mod drives;
mod motion;
mod partition;
mod plan;
mod rods;
mod share;
mod stops;
mod velocity_row;

use super::air;
use super::collide::articulation_of;
use super::constraint::Constraint;
use super::contact::{Bounces, Contact, ContactSolver, Parting, Support};
use super::flight::Flight;
use super::hold::{masses_of_articulations, relax_pins, stop_pins, PullRow};
use super::interrupt::Interrupt;
use super::island::together;
use super::model::Model;
use super::probe::{show, show_contacts, NoProbe, Probe, SolverEvent, Stage};
use super::state::State;
use super::step::StepContext;
use super::substepping::Substepping;
use super::warm_start::{list_contacts, KeptContact};
pub use drive_row::Joints;
pub use drives::Drives;
use partition::Partition;
pub use plan::Plan;
use rayon::ThreadPool;
pub use rods::Run;
pub use share::{Awake, Share};
use std::sync::Arc;
pub use velocity_row::{Tie, VelocityRow};

/// Things that move one by one from which threads may be worth waking.
const LEAST_MOVERS: usize = 50;

/// What is derived from the model, and scratch memory that a substep rebuilds.
#[derive(Debug, Clone, Default)]
pub struct Sequential {
    /// What stays the same until the model changes.
    pub plan: Arc<Plan>,
    /// Per articulation, the first of those that must be solved by one thread.
    pub together: Vec<usize>,
    /// Per articulation, all that moves in it, kg.
    masses: Vec<f64>,
    /// All that takes part.
    pub whole: Share,
    /// The same in shares, one for each thread, where there is more than one.
    pub partition: Partition,
    /// Deep overlaps.
    parting: Parting,
    touching: Touching,
    flight: Flight,
    /// The hand.
    pub pull: Option<PullRow>,
    /// What pushes along the coordinates of joints.
    pub drives: Drives,
    /// The pins of what takes part, by index.
    pub pins: Vec<usize>,
    /// Whether the memory of the state may still hold impulses of what sleeps.
    pub memory_is_old: bool,
    /// Contact impulses of what has its turn at another time.
    pub kept_contacts: Vec<KeptContact>,
    pool: Option<Arc<ThreadPool>>,
    /// Ends a step before it is done.
    pub interrupt: Interrupt,
    /// Threads of this step.
    pub threads: usize,
    /// Iterations of a substep of this turn.
    pub iterations: u32,
}

/// Scratch memory of the passes over contacts.
#[derive(Debug, Clone, Default)]
pub struct Touching {
    /// The passes.
    pub solver: ContactSolver,
    bounces: Bounces,
    /// What free bodies bear on each other.
    pub support: Support,
}

/// Makes a whole step in the pool of threads, if there is one: once per step, and not for each
/// piece of it.
pub fn in_pool(
    pool: Option<Arc<ThreadPool>>,
    context: &mut StepContext<'_>,
    make_step: impl FnOnce(&mut StepContext<'_>) + Send,
) {
    let Some(pool) = pool else {
        return make_step(context);
    };
    let StepContext {
        model,
        before,
        ref mut state,
        ref mut parts,
        ..
    } = *context;
    pool.install(|| {
        make_step(&mut StepContext {
            model,
            before,
            state,
            parts,
            threads: pool.current_num_threads(),
            probe: &mut NoProbe,
        });
    });
}

impl Sequential {
    /// Rebuilds what is derived from the model; `keeps_rows` if the impulses of constraints are
    /// kept from substep to substep.
    pub fn prepare(&mut self, model: &Model, keeps_rows: bool) {
        self.plan = Arc::new(Plan::of(model, keeps_rows));
        self.together = together(model, &self.plan.jointed);
        self.masses = masses_of_articulations(model);
        self.parting.prepare(model);
    }

    /// Takes in the last body of the model, which has been added.
    pub fn add_body(&mut self, model: &Model) {
        self.together
            .extend(self.together.len()..model.articulations);
        self.masses
            .extend(model.bodies.last().map(|body| body.mass));
        self.parting.add_body();
    }

    /// Steps with these threads from now on.
    pub fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.pool = pool;
    }

    /// The threads in which a step is worth making: none where somebody looks on.
    pub fn pool_for(&self, context: &StepContext<'_>) -> Option<Arc<ThreadPool>> {
        let alone = context.probe.watches() || context.parts.active.movers() < LEAST_MOVERS;
        self.pool.clone().filter(|_| !alone)
    }

    /// Lets what is active take part, but for the articulations for which `others` holds.
    pub fn choose(&mut self, context: &StepContext<'_>, others: impl Fn(usize) -> bool) {
        let active = &context.parts.active;
        self.whole.choose(context.model, &self.plan, active, others);
        self.partition.disband();
        self.memory_is_old = true;
    }

    /// Begins a substep of `h` seconds: what was put into another thing comes out of it, and
    /// what would pass a stop is slowed.
    pub fn begin_substep(&mut self, context: &mut StepContext<'_>, h: f64) {
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
        self.keep_of_others(model, state, &parts.substepping);
        let takes_part = |articulation: usize| {
            parts.substepping.takes_part(articulation) && parts.active.has(articulation)
        };
        let parting = &mut self.parting;
        parting.part(model, state, contacts, (h, takes_part), *probe);
        self.record_limit_bounces(model, state, *probe);
        self.arrest_at_stops(model, state, h, *probe);
    }

    /// Takes in contacts and free flight, what presses on surfaces, and what is held or driven.
    pub fn take_in(&mut self, context: &mut StepContext<'_>, h: f64) {
        let StepContext {
            model,
            ref mut state,
            ref mut parts,
            ref mut probe,
            ..
        } = *context;
        let contacts = &mut parts.contacts;
        self.partition.take_contacts(model, contacts);
        let about = (&parts.active, contacts.as_slice());
        self.flight.lead_back(model, state, about, h, |_| true);
        show(*probe, SolverEvent::FreeFlight, state);
        self.press_surfaces(model, state, h, *probe);
        let has_turn = |articulation: usize| parts.substepping.takes_part(articulation);
        self.pins.clear();
        (state.holds).list_pins(model, &mut self.pins, has_turn);
        let is_pulled = state.holds.pulled(model).is_some_and(has_turn);
        let pull = is_pulled.then(|| PullRow::new(model, state, &self.masses, h));
        self.pull = pull.flatten();
        let places = (self.plan.first_drive, self.plan.rows_in_memory);
        let drives = &mut self.drives;
        drives.begin(model, state, places, (h, Joints::Yield), has_turn);
    }

    /// Ends a substep: bounces, once `ready` has made the impulses of the contacts known.
    pub fn end_substep(
        &mut self,
        context: &mut StepContext<'_>,
        ready: impl Fn(&mut [Contact]) + Sync,
    ) {
        let StepContext {
            model,
            ref mut state,
            ref mut parts,
            ref mut probe,
            ..
        } = *context;
        let contacts = &mut parts.contacts;
        // A substep that was cut short may not have packed its contacts.
        if !self.interrupt.is_due() {
            self.bounce(model, state, contacts, ready);
            show_contacts(*probe, SolverEvent::Bounce, state, contacts);
        }
        self.bounce_at_limits(model, state, *probe);
        self.partition.return_contacts(contacts);
        if let Some(pull) = &self.pull {
            pull.remember(state);
        }
    }

    /// Notes the contact impulses of the last step of what has its turn at another time.
    fn keep_of_others(&mut self, model: &Model, state: &State, substepping: &Substepping) {
        self.kept_contacts.clear();
        if substepping.turns().len() > 1 {
            let rows = self.plan.rows_in_memory;
            list_contacts(&state.memory, rows, &mut self.kept_contacts, |owners| {
                // Those that have turns at different times do not touch any more.
                let articulations = || owners.iter().filter_map(|&o| articulation_of(model, o));
                articulations().all(|i| !substepping.takes_part(i))
                    && articulations().any(|i| !state.rest[i].asleep)
            });
        }
    }

    /// Does a piece of work on all that takes part, each thread on its share.
    pub fn each(
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
    pub fn shares(&self) -> impl Iterator<Item = &Share> {
        let alone = (!self.partition.shares_joints()).then_some(&self.whole);
        let shared = self
            .partition
            .shares_joints()
            .then(|| self.partition.shares());
        alone.into_iter().chain(shared.into_iter().flatten())
    }

    /// Makes a pass over all contacts, each thread over its share.
    pub fn touch(
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

    pub fn each_component(
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
    fn bounce(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        ready: impl Fn(&mut [Contact]) + Sync,
    ) {
        self.each_component(state, contacts, |state, contacts, touching| {
            ready(contacts);
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

    /// Lets the gases in surfaces press, and the air on them.
    fn press_surfaces(&mut self, model: &Model, state: &mut State, h: f64, probe: &mut dyn Probe) {
        if !self.plan.gases.is_empty() || !self.plan.airy.is_empty() {
            self.each(state, probe, |share, state, probe| {
                share.press_gases(model, state, h, probe);
                for &i in &share.awake.airy {
                    air::press(model, state, &model.triangles[i], h);
                }
            });
        }
    }

    /// Puts pinned points where they belong.
    pub fn relax_pins(&self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        relax_pins(model, state, &self.pins);
        show(probe, SolverEvent::Pins, state);
    }

    /// Takes the velocity of pinned points.
    pub fn stop_pins(&self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        stop_pins(model, state, &self.pins);
        show(probe, SolverEvent::Pins, state);
    }
}

impl Share {
    fn press_gases(&mut self, model: &Model, state: &mut State, h: f64, probe: &mut dyn Probe) {
        for &i in &self.awake.gases {
            if let Constraint::Membrane(membrane) = &model.constraints[i] {
                membrane.press(model, state, h, &mut self.many);
                show(probe, SolverEvent::Velocity(i), state);
            }
        }
    }
}
