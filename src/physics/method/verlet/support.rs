//! Loose things that bear on each other, in the form that takes velocities from displacements.

use super::Verlet;
use crate::physics::contact::Contact;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::sequential::Touching;
use crate::physics::state::State;
use crate::physics::warm_start::{keep_contacts, WarmStart};

impl Verlet {
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
        self.base.each(state, probe, |share, state, _| {
            share.accelerate(model, state, h)
        });
        probe.end(Stage::Motion, 0);
        show(probe, SolverEvent::Forces, state);
        probe.begin(Stage::Contacts);
        let memory = std::mem::take(&mut state.memory);
        let known = WarmStart::of(&memory, model.drives.len(), h);
        self.base
            .each_component(state, contacts, |state, contacts, touching| {
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
        let mut memory = std::mem::take(&mut state.memory);
        if model.drives.is_empty() {
            memory.words.clear();
        }
        let sorted = &mut self.base.kept_contacts;
        if self.base.partition.shares_contacts() {
            keep_contacts(&mut memory, (self.base.partition.contacts(), h), sorted);
        } else {
            keep_contacts(&mut memory, (contacts.iter(), h), sorted);
        }
        state.memory = memory;
    }
}
