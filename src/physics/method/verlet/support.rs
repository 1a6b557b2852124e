//! Loose things that bear on each other, in the form that takes velocities from displacements.

use super::coast_as_printed::coasts_as_printed;
use super::{Touching, Verlet};
use crate::physics::contact::{parts_as_printed, Contact};
use crate::physics::model::{Model, StateForm};
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::state::State;
use crate::physics::warm_start::{keep_contacts, WarmStart};

impl Verlet {
    /// Chooses the contacts whose velocities are solved before the motion.
    pub(super) fn choose_support(
        &mut self,
        model: &Model,
        state: &State,
        contacts: &mut [Contact],
    ) {
        self.supports = supports(model) && self.support.choose(model, state, contacts);
    }

    /// Takes in forces, and solves the velocities of what loose things bear on each other, from
    /// the impulses of the last substep.
    pub(super) fn support(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        probe.begin(Stage::Motion);
        self.each(state, probe, |share, state, _| {
            share.accelerate(model, state, h)
        });
        probe.end(Stage::Motion, 0);
        show(probe, SolverEvent::Forces, state);
        probe.begin(Stage::Contacts);
        let memory = std::mem::take(&mut state.memory);
        let known = WarmStart::of(&memory, model.drives.len(), h);
        self.each_component(state, contacts, |state, contacts, touching| {
            known.recall(contacts.iter_mut().filter(|contact| contact.supports));
            let Touching {
                solver, support, ..
            } = touching;
            support.solve(model, state, contacts, solver, h);
        });
        state.memory = memory;
        probe.end(Stage::Contacts, contacts.len());
        show_contacts(probe, SolverEvent::Contacts, state, contacts);
    }

    /// Keeps what those contacts bear in a substep of `h` seconds for the next one.
    pub(super) fn remember_support(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &[Contact],
        h: f64,
    ) {
        if !supports(model) {
            return;
        }
        let mut memory = std::mem::take(&mut state.memory);
        if model.drives.is_empty() {
            memory.words.clear();
        }
        let sorted = &mut self.kept_contacts;
        if self.partition.shares_contacts() {
            keep_contacts(&mut memory, (self.partition.contacts(), h), sorted);
        } else {
            keep_contacts(&mut memory, (contacts.iter(), h), sorted);
        }
        state.memory = memory;
    }
}

/// Whether velocities of loose things are solved before the motion: what is printed says
/// otherwise.
fn supports(model: &Model) -> bool {
    let settings = model.settings.verlet();
    settings.warm_start
        && settings.form == StateForm::VelocityLess
        && !coasts_as_printed(model)
        && !parts_as_printed(model)
}
