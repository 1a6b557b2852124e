//! Verlet integration of particles and rigid bodies with Gauss-Seidel relaxation.
//!
//! Four forms share their constraints and contacts: see [`StateForm`]. Sources:
//! Jakobsen, sections 2 to 4; Delannoy, section 4.3 (mass weighting); Baltman &
//! Radeztsky (rigid bodies), sections 4 to 10.

mod bounce;
mod coast;
mod contacts;
mod flight;
mod impulse;
mod info;
mod penalty;
mod plan;
mod relaxation;
mod share;
mod stops;
mod team;

use super::{Crew, Method};
use crate::physics::active::Active;
use crate::physics::constraint::Contact;
use crate::physics::hold::{masses_of_assemblies, PullRow};
use crate::physics::model::{Model, StateForm};
use crate::physics::probe::{show, Deed, Probe, Stage};
use crate::physics::state::State;
use bounce::Bounces;
pub use coast::MIDPOINT_PASSES;
use flight::Flight;
pub(super) use info::INFO;
use plan::{together, Plan};
use share::Share;
use std::sync::Arc;
use team::Team;

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
    bounces: Bounces,
    flight: Flight,
    forces: Vec<penalty::Force>,
    pull: Option<PullRow>,
    /// Whether the memory of the state may still hold impulses of what sleeps.
    memory_is_old: bool,
}

impl Method for Verlet {
    fn prepare(&mut self, model: &Model) {
        self.plan = Arc::new(Plan::of(model));
        self.together = together(model, &self.plan.jointed);
        self.masses = masses_of_assemblies(model);
    }

    fn add_body(&mut self, model: &Model) {
        self.together.extend(self.together.len()..model.assemblies);
        self.masses
            .extend(model.bodies.last().map(|body| body.mass));
    }

    fn choose(&mut self, model: &Model, active: &Active) {
        self.whole.choose(model, &self.plan, active);
        self.team.disband();
        self.memory_is_old = true;
    }

    fn substep(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        crew: Crew<'_>,
    ) {
        let Crew { threads, probe } = crew;
        let sizes = (threads, contacts.len());
        let whole = (&self.whole, self.together.as_slice());
        self.team.gather(model, state, whole, sizes);
        self.note_velocities(model, state, probe);
        penalty::push(model, state, contacts, &mut self.forces, h);
        self.record_stops(model, state, probe);
        self.team.take_contacts(model, contacts);
        let about = (&self.whole.awake, &*contacts);
        self.flight.lead_back(model, state, about, h);
        self.pull = PullRow::new(model, state, &self.masses, h);
        match model.settings.form {
            StateForm::VelocityLess => self.substep_velocity_less(model, state, contacts, h, probe),
            StateForm::Velocity => self.substep_velocity(model, state, contacts, h, probe),
            StateForm::Impulse => self.substep_impulse(model, state, contacts, h, probe),
            StateForm::Soft => self.substep_soft(model, state, contacts, h, probe),
        }
        self.bounce(model, state, contacts, h);
        self.bounce_at_stops(model, state, probe);
        self.team.return_contacts(contacts);
        show(probe, Deed::Bounce, state);
        if let Some(pull) = &self.pull {
            pull.remember(state);
        }
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Verlet {
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
        pass: impl Fn(&mut State, &mut [Contact], &mut Bounces) + Sync,
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
        pass: impl Fn(&mut State, &mut [Contact], &mut Bounces) + Sync,
    ) {
        if self.team.shares_contacts() {
            self.team.each_patch(state, pass);
        } else {
            pass(state, contacts, &mut self.bounces);
        }
    }

    /// Bounces, their friction and rolling resistance, from the impulses of the solve.
    fn bounce(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact], h: f64) {
        self.each_patch(state, contacts, |state, contacts, bounces| {
            match model.settings.form {
                StateForm::VelocityLess => contacts.iter_mut().for_each(|c| c.take_impulse(h)),
                StateForm::Velocity | StateForm::Impulse => contacts::forget_pushes(contacts),
                StateForm::Soft => {}
            }
            bounces.bounce(model, state, contacts);
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
