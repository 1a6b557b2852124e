//! Particles that two things have in common: one is a pin, two are a hinge.
//!
//! There is nothing to solve, and nothing that could drift; the things are held by the sticks
//! that lead to these particles. It tells where the joint is, and that it is one.
//! Source: Jakobsen, section 6.

use super::{all_of, BodiesMut, ConstraintRow, ConstraintRows};
use crate::physics::attach::{Attachment, Level};
use crate::physics::model::Settings;
use crate::physics::state::State;

/// Tells which particles two things have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Shared {
    /// The first of them.
    pub a: Attachment,
    /// The last of them; the first again if there is one.
    pub b: Attachment,
}

impl ConstraintRows for Shared {
    fn attachments(&self) -> [Attachment; 2] {
        [self.a, self.b]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        all_of([self.a.body_mut(), self.b.body_mut()])
    }

    fn row_count(&self) -> usize {
        0
    }

    fn row(&self, _: usize, _: Level, _: &State, _: &Settings) -> Option<ConstraintRow> {
        None
    }

    fn has_equalities(&self) -> bool {
        false
    }
}
