//! Deep overlaps, which are parted before the motion: see [`crate::physics::contact`].

use super::Verlet;
use crate::physics::contact::{parts_as_printed, Contact};
use crate::physics::model::{ContactMode, Model};
use crate::physics::probe::{show_contacts, Probe, SolverEvent};
use crate::physics::state::State;

impl Verlet {
    /// Parts what overlaps deeply at the start of a substep of `h` seconds. Springs and contacts
    /// as they are printed do what they do.
    pub(super) fn part_overlaps(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        let springs = model.settings.verlet().contacts == ContactMode::Penalty;
        if springs || parts_as_printed(model) {
            return;
        }
        let mut solver = std::mem::take(&mut self.touching.solver);
        solver.part_overlaps(model, state, contacts, h, |state, contacts, pass| {
            show_contacts(probe, SolverEvent::Contacts, state, contacts);
            self.relax_batches(state, probe);
            self.relax(model, state, pass, probe);
        });
        self.touching.solver = solver;
    }
}
