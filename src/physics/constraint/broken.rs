//! A joint that is broken: it joins nothing, and keeps the places of all others in the list.

use super::{BodiesMut, ConstraintRow, ConstraintRows};
use crate::physics::attach::{Attachment, Level};
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::DVec3;

/// Holds nothing: a limb has come off. Delannoy (section 4.5.2) would lower its mass in a run instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken;

impl ConstraintRows for Broken {
    /// Nothing that moves.
    fn attachments(&self) -> [Attachment; 2] {
        [Attachment::World(DVec3::ZERO); 2]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        BodiesMut::new()
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
