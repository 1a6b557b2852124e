//! Verlet integration of particles and rigid bodies with Gauss-Seidel relaxation.
//!
//! Four forms share their constraints and contacts: see [`StateForm`]. Sources:
//! Jakobsen, sections 2 to 4; Delannoy, section 4.3 (mass weighting); Baltman &
//! Radeztsky (rigid bodies), sections 4 to 10.

mod coast;
mod flight;
mod impulse;
mod info;
mod parameters;
mod penalty;
mod plan;
mod relaxation;
mod settings;
mod share;
mod stops;
mod team;
mod warm_start;

use super::{Drift, Method};
use crate::physics::contact::{forget_pushes, Bounces, Contact, ContactSolver};
use crate::physics::hold::{masses_of_assemblies, PullRow};
use crate::physics::lanes::{Crowd, Lanes};
use crate::physics::model::Model;
use crate::physics::probe::{show, Deed, NoProbe, Probe, Stage};
use crate::physics::state::State;
use crate::physics::step::StepContext;
pub use coast::MIDPOINT_PASSES;
use flight::Flight;
pub(super) use info::INFO;
pub use parameters::{ITERATIONS, WEIGHTING};
use plan::{together, Plan};
use rayon::ThreadPool;
pub use settings::{
    ContactMode, InertiaSplit, Misprints, Order, PinSolve, RotationUpdate, StateForm,
    VerletSettings,
};
use share::Share;
use std::sync::Arc;
use team::Team;
use warm_start::ContactImpulse;

/// Things that move one by one from which threads may be worth waking.
const LEAST_MOVERS: usize = 50;

/// What is derived from the model, and scratch memory that a substep rebuilds.
#[derive(Debug, Clone, Default)]
pub struct Verlet {
    plan: Arc<Plan>,
    /// Per assembly, the first of those that must be solved by one thread.
    together: Vec<usize>,
    /// Per assembly, all that moves in it, kg.
    masses: Vec<f64>,
    /// All that takes part.
    whole: Share,
    /// The same in shares, one for each thread, where there is more than one.
    team: Team,
    touching: Touching,
    flight: Flight,
    forces: Vec<penalty::Force>,
    pull: Option<PullRow>,
    /// Whether the memory of the state may still hold impulses of what sleeps.
    memory_is_old: bool,
    contact_impulses: Vec<ContactImpulse>,
    /// Ragdolls that are stepped side by side.
    crowd: Crowd,
    pool: Option<Arc<ThreadPool>>,
    /// Threads of this step.
    threads: usize,
}

/// Scratch memory of the passes over contacts.
#[derive(Debug, Clone, Default)]
struct Touching {
    solver: ContactSolver,
    bounces: Bounces,
}

impl Method for Verlet {
    fn prepare(&mut self, model: &Model) {
        self.plan = Arc::new(Plan::of(model));
        self.together = together(model, &self.plan.jointed);
        self.masses = masses_of_assemblies(model);
        self.crowd.prepare(model);
    }

    fn add_body(&mut self, model: &Model) {
        self.together.extend(self.together.len()..model.assemblies);
        self.masses
            .extend(model.bodies.last().map(|body| body.mass));
        self.crowd.add_body(model);
    }

    /// Any poses will do.
    fn enter(&mut self, _: &Model, _: &mut State) -> Drift {
        Drift::default()
    }

    fn restart(&mut self) {
        self.crowd.restart();
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

    fn set_lanes(&mut self, lanes: Lanes) {
        self.crowd.set_lanes(lanes);
    }

    fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.crowd.set_threads(pool.clone());
        self.pool = pool;
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Verlet {
    fn make_step(&mut self, context: &mut StepContext<'_>) {
        let settings = &context.model.settings;
        self.crowd.choose(context.model, context.before);
        self.crowd.copy_leaving(context.before, context.state);
        if self.choose(context) {
            context.take_in();
        }
        self.crowd.retime(
            settings,
            settings.common.step_s / f64::from(settings.common.substeps),
        );
        self.crowd.step(context.before, context.state);
        let substeps = context.begin_collision();
        let h = settings.common.step_s / f64::from(substeps);
        self.crowd.retime(settings, h);
        for substep in 0..substeps {
            self.choose(context);
            context.find_contacts(h);
            self.choose(context);
            self.substep(context, h);
            context.record_impacts(substep);
        }
        context.parts.batches.extend(self.crowd.reports());
    }

    /// Leaves out what sleeps and what the crowd steps; whether anything else takes part
    /// than before.
    fn choose(&mut self, context: &mut StepContext<'_>) -> bool {
        let crowd = &self.crowd;
        let changed = context.choose(|assembly| !crowd.takes(assembly));
        if changed {
            let active = &context.parts.active;
            self.crowd.choose_among_others(active);
            self.whole
                .choose(context.model, &self.plan, active, &self.crowd);
            self.team.disband();
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
        self.team.gather(model, state, whole, sizes);
        self.note_velocities(model, state, *probe);
        penalty::push(model, state, contacts, &mut self.forces, h);
        self.record_stops(model, state, *probe);
        self.team.take_contacts(model, contacts);
        let about = (&parts.active, contacts.as_slice());
        self.flight.lead_back(model, state, about, h);
        self.pull = PullRow::new(model, state, &self.masses, h);
        match model.settings.verlet().form {
            StateForm::VelocityLess => {
                self.substep_velocity_less(model, state, contacts, h, *probe);
            }
            StateForm::Velocity => self.substep_velocity(model, state, contacts, h, *probe),
            StateForm::Impulse => self.substep_impulse(model, state, contacts, h, *probe),
            StateForm::Soft => self.substep_soft(model, state, contacts, h, *probe),
        }
        self.bounce(model, state, contacts, h);
        self.bounce_at_stops(model, state, *probe);
        self.team.return_contacts(contacts);
        show(*probe, Deed::Bounce, state);
        if let Some(pull) = &self.pull {
            pull.remember(state);
        }
    }

    /// Number of things that move one by one or in batches.
    fn movers(&self) -> usize {
        self.whole.awake.movers() + self.crowd.movers_among_others()
    }

    /// Does a piece of work on all that takes part, each thread on its share.
    fn each(
        &mut self,
        state: &mut State,
        probe: &mut dyn Probe,
        work: impl Fn(&mut Share, &mut State, &mut dyn Probe) + Sync,
    ) {
        if self.team.shares_joints() {
            self.team.each_share(state, work);
        } else {
            work(&mut self.whole, state, probe);
        }
    }

    /// The shares in which all that takes part is solved.
    fn shares(&self) -> impl Iterator<Item = &Share> {
        let alone = (!self.team.shares_joints()).then_some(&self.whole);
        let shared = self.team.shares_joints().then(|| self.team.shares());
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
        self.each_patch(state, contacts, pass);
        probe.end(Stage::Contacts, contacts.len());
        show(probe, Deed::Contacts, state);
    }

    fn each_patch(
        &mut self,
        state: &mut State,
        contacts: &mut [Contact],
        pass: impl Fn(&mut State, &mut [Contact], &mut Touching) + Sync,
    ) {
        if self.team.shares_contacts() {
            self.team.each_patch(state, pass);
        } else {
            pass(state, contacts, &mut self.touching);
        }
    }

    /// Bounces, their friction and rolling resistance, from the impulses of the solve.
    fn bounce(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact], h: f64) {
        self.each_patch(state, contacts, |state, contacts, touching| {
            match model.settings.verlet().form {
                StateForm::VelocityLess => contacts.iter_mut().for_each(|c| c.take_impulse(h)),
                StateForm::Velocity | StateForm::Impulse => forget_pushes(contacts),
                StateForm::Soft => {}
            }
            let Touching { bounces, solver } = touching;
            solver.go_on_with_velocities(state);
            bounces.bounce(model, state, contacts, solver);
        });
    }

    /// Notes how fast elastic limits are being approached.
    fn record_stops(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        if !self.whole.awake.elastic.is_empty() {
            self.each(state, probe, |share, state, _| {
                share.record_stops(model, state);
            });
        }
    }

    /// Sends back what reached its stop, once (8.11 with the restitution applied
    /// after the iterations instead of in each).
    fn bounce_at_stops(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        if !self.whole.awake.elastic.is_empty() {
            self.each(state, probe, |share, state, _| {
                share.bounce_at_stops(model, state);
            });
        }
    }
}
