//! What a probe sees of a substep whose velocities are not in the state yet.

use super::{Dynamics, Scratch};
use crate::physics::contact::Contact;
use crate::physics::dynamics::slots::Spatial;
use crate::physics::dynamics::JointSolver;
use crate::physics::model::Model;
use crate::physics::probe::{show_contacts, Probe, SolverEvent};
use crate::physics::state::State;

impl<J: JointSolver> Dynamics<J> {
    /// Shows a probe that looks the velocities that things keep so far.
    pub(super) fn show_kept(
        &self,
        event: SolverEvent,
        state: &mut State,
        probe: &mut dyn Probe,
        contacts: &[Contact],
    ) {
        if probe.looks() {
            let velocities = &self.scratch.kept;
            self.show_velocities((event, velocities), state, probe, contacts);
        }
    }

    /// Takes the impulses of springs that act as forces, for a probe that looks, from those that
    /// keep a swing to those that a force has in the substep.
    pub(super) fn tell_of_forces(&mut self, model: &Model, state: &State) {
        let Scratch {
            space,
            assemblies,
            drives,
            springs,
            ..
        } = &mut self.scratch;
        for &assembly in assemblies.iter() {
            let whose = (model, state, assembly);
            if !self.rows.list_springs(space, whose, drives, springs) {
                continue;
            }
            let rows: Vec<_> = self.rows.drives_of(space, assembly).collect();
            for (row, place) in rows {
                space.store_impulse(row, drives.rows()[place].impulse_as_force());
            }
        }
    }

    /// Shows a probe what stops, pull, pins and contacts do to velocities by themselves, one
    /// after the other, and then what joints make of it.
    pub(super) fn show_pushes(
        &self,
        state: &mut State,
        probe: &mut dyn Probe,
        contacts: &[Contact],
    ) {
        if !probe.looks() {
            return;
        }
        let Scratch {
            space,
            inertias,
            held,
            drives,
            ..
        } = &self.scratch;
        let mut velocities = held.clone();
        self.rows.each_push(space, drives, |event, rows| {
            for row in rows {
                space.push_freely(row, inertias, &mut velocities);
            }
            self.show_velocities((event, &velocities), state, probe, contacts);
        });
        self.show_kept(SolverEvent::Joints, state, probe, contacts);
    }

    /// Shows a probe velocities in slots that the state does not have yet.
    fn show_velocities(
        &self,
        (event, velocities): (SolverEvent, &[Spatial]),
        state: &mut State,
        probe: &mut dyn Probe,
        contacts: &[Contact],
    ) {
        let of = |&assembly: &usize| self.slots.of_assembly(assembly);
        for slot in self.scratch.assemblies.iter().flat_map(of) {
            self.slots.set_velocity(state, slot, velocities[slot]);
        }
        show_contacts(probe, event, state, contacts);
        for slot in self.scratch.assemblies.iter().flat_map(of) {
            let before = self.scratch.before[slot];
            self.slots.set_velocity(state, slot, before);
        }
    }
}
