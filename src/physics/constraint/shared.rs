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
    /// Of a hinge, the slimmest of the bodies that share it.
    pub slimmest: Option<Slimmest>,
}

/// A body that particles carry, and how slim it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slimmest {
    /// Its index among the bodies that particles carry.
    pub tetrahedron: usize,
    /// How thick it is for its length, 0 to 1.
    pub thickness: f64,
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
