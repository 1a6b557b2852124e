//! Deep overlaps, which are parted before the motion: see [`crate::physics::contact`].

use super::Dynamics;
use crate::physics::active::Active;
use crate::physics::attach::Attachment;
use crate::physics::constraint::{relaxation_weights, ConstraintRows};
use crate::physics::contact::Contact;
use crate::physics::dynamics::JointSolver;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent};
use crate::physics::state::State;

impl<J: JointSolver> Dynamics<J> {
    /// Parts what overlaps deeply at the start of a substep of `h` seconds, where joints would
    /// keep what that stretches, and throw it back.
    pub(super) fn part_overlaps(
        &mut self,
        model: &Model,
        state: &mut State,
        (active, contacts): (&Active, &mut [Contact]),
        h: f64,
        probe: &mut dyn Probe,
    ) {
        if !self.joints.parts_overlaps(model) {
            return;
        }
        let moves = |side: &Attachment| side.articulation(model).is_some_and(|i| active.has(i));
        let mut scratch = Vec::new();
        let solver = &mut self.scratch.rolling;
        solver.part_overlaps(model, state, contacts, h, |state, contacts, _| {
            show_contacts(probe, SolverEvent::Contacts, state, contacts);
            for (i, constraint) in model.constraints.iter().enumerate() {
                let sides = constraint.attachments();
                if sides.iter().any(moves) {
                    let weights = relaxation_weights(model, sides, 1.0);
                    constraint.relax_with(model, state, weights, &mut scratch);
                    show(probe, SolverEvent::Position(i), state);
                }
            }
        });
    }
}
