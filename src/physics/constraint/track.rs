//! A point beside an axis that a frame carries: how far it is along the axis and across it.

use super::{ConstraintRow, Sense};
use crate::physics::attach::{Attachment, Frame};
use crate::physics::state::State;
use glam::DVec3;

/// An axis through a point of a frame, and a point that is seen from there.
#[derive(Debug, Clone, Copy)]
pub struct Track {
    /// Point on what carries the axis, from which ways are counted.
    pub a: Attachment,
    /// The other point.
    pub b: Attachment,
    /// What carries the axis.
    pub carrier: Frame,
    /// Unit axis in its frame.
    pub axis: DVec3,
}

impl Track {
    /// How far the point is along the axis, m.
    pub fn way(&self, state: &State) -> f64 {
        self.between(state).dot(self.axis_in_world(state))
    }

    /// The point of the axis that is so far along it, m.
    pub fn point(&self, way: f64, state: &State) -> DVec3 {
        self.a.position(state) + self.axis_in_world(state) * way
    }

    /// The row that keeps the point from one of two directions across the axis.
    pub(super) fn across(&self, row: usize, state: &State) -> ConstraintRow {
        let (first, second) = self.axis.any_orthonormal_pair();
        let across = if row == 0 { first } else { second };
        let direction = self.carrier.orientation(state) * across;
        let error = self.between(state).dot(direction);
        self.along(state, direction, error, Sense::Equality)
    }

    /// The row of the nearer bound of the way, or of its only value.
    pub(super) fn within(&self, [min, max]: [f64; 2], state: &State) -> ConstraintRow {
        let (axis, way) = (self.axis_in_world(state), self.way(state));
        if min == max {
            self.along(state, axis, way - min, Sense::Equality)
        } else if max - way < way - min {
            self.along(state, -axis, max - way, Sense::Inequality)
        } else {
            self.along(state, axis, way - min, Sense::Inequality)
        }
    }

    fn between(&self, state: &State) -> DVec3 {
        self.b.position(state) - self.a.position(state)
    }

    /// The axis now, as a unit vector.
    pub fn axis_in_world(&self, state: &State) -> DVec3 {
        self.carrier.orientation(state) * self.axis
    }

    /// An error along a direction that the frame carries; it grows as the point moves along it.
    /// What holds the point grips the frame where the point is.
    fn along(&self, state: &State, direction: DVec3, error: f64, sense: Sense) -> ConstraintRow {
        ConstraintRow::Linear {
            a: self.carrier.grip_at(state, self.b.position(state)),
            b: self.b,
            direction: -direction,
            carrier: Some(self.carrier),
            error,
            sense,
        }
    }
}
