//! What one constraint or one drive did alone.

use super::{Cause, Ledger, MOST_MOVERS};
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::state::State;
use arrayvec::ArrayVec;

impl Ledger {
    /// Books what a drive did alone.
    pub(super) fn settle_drive(&mut self, state: &State, index: usize) {
        if let Some(drive) = self.model.drives.get(index) {
            let constraint = drive.constraint;
            self.settle_sides(state, constraint, Cause::Drive(constraint));
        }
    }

    /// Books what happened to both sides of a constraint alone.
    pub(super) fn settle_sides(&mut self, state: &State, index: usize, cause: Cause) {
        let bodies_from = self.before.particles.len();
        let Some(constraint) = self.model.constraints.get(index) else {
            return;
        };
        if matches!(constraint, Constraint::Gear(_) | Constraint::Corner(_)) {
            // It moves what its joints hang from too, or the corner.
            return self.settle(state, cause);
        }
        for side in constraint.attachments() {
            let mut movers = ArrayVec::<usize, MOST_MOVERS>::new();
            side.each_mover(bodies_from, |mover| movers.push(mover));
            for mover in movers {
                match self.is_counted[mover] {
                    true => self.settle_mover(state, mover, &[], cause),
                    false => self.follow(state, mover),
                }
            }
        }
    }
}
