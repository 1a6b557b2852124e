//! A child that slides along an axis of its parent, and may turn about it.
//!
//! With `u` the axis, `t` two directions across it, all carried by the parent, and `d` from
//! the point of the parent to that of the child: `C = t·d` keeps the child on the axis, and
//! `s = u·d` is how far it has slid, within bounds. What holds the child grips the parent
//! where the child is. A child that does not turn has the three rows of a rotation besides,
//! one that turns about the axis (a cylindrical joint) two of them.
//! Source: Delannoy, section 3.2.5.

use super::hinge::tilt;
use super::track::Track;
use super::{of_joint, BodiesMut, ConstraintRow, ConstraintRows, Role};
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::coordinate::{relative, Coordinate};
use crate::physics::math::vector_from_rotation;
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// Lets a child slide along an axis of its parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Slider {
    /// Point on the parent, from which the way is counted.
    pub a: Attachment,
    /// Point on the child.
    pub b: Attachment,
    /// Parent.
    pub parent: Frame,
    /// Child.
    pub child: Frame,
    /// Unit axis in the parent's frame.
    pub axis: DVec3,
    /// Orientation of the child in the parent's frame, but for a turn about the axis.
    pub rest: DQuat,
    /// Whether it may turn about the axis.
    pub turns: bool,
    /// Least and largest way along the axis, m.
    pub limit: Option<[f64; 2]>,
    /// Least and largest turn about the axis, rad, of one that turns.
    pub turn_limit: Option<[f64; 2]>,
    /// Place of the turn among [`State::turned`], of one that counts its turns.
    pub counter: Option<usize>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Slider {
    /// The row that limits the way, and that which limits the turn.
    pub const LIMIT_ROWS: [usize; 2] = [2, 5];

    /// How far it has slid along the axis, m.
    pub fn way(&self, state: &State) -> f64 {
        self.track().way(state)
    }

    /// Where the child ought to be, m: on the axis, as far as it has slid within its ends.
    pub fn place(&self, state: &State) -> DVec3 {
        let track = self.track();
        let [min, max] = self.limit.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        track.point(track.way(state).max(min).min(max), state)
    }

    /// The axis that it slides along.
    pub fn track(&self) -> Track {
        Track {
            a: self.a,
            b: self.b,
            carrier: self.parent,
            axis: self.axis,
        }
    }

    /// The way as a coordinate.
    pub fn coordinate(&self) -> Coordinate {
        Coordinate::Way {
            a: self.a,
            b: self.b,
            parent: self.parent,
            axis: self.axis,
        }
    }

    /// How far it has turned about the axis, as a coordinate.
    pub fn turn_coordinate(&self) -> Coordinate {
        Coordinate::Turn {
            parent: self.parent,
            child: self.child,
            axis: self.axis,
            rest: self.rest,
            counter: self.counter,
        }
    }

    /// One of the rows that keep the child from turning.
    fn turn(&self, row: usize, state: &State) -> ConstraintRow {
        let parent = self.parent.orientation(state);
        let relative = relative(self.parent, self.child, self.rest, state);
        let (axis, error) = match self.turns {
            true => {
                let (first, second) = self.axis.any_orthonormal_pair();
                let across = if row == 0 { first } else { second };
                (across, tilt(self.axis, relative).dot(across))
            }
            false => {
                let axis = DVec3::AXES[row];
                (axis, vector_from_rotation(relative).dot(axis))
            }
        };
        ConstraintRow::aligned([self.parent, self.child], parent * axis, error)
    }
}

impl ConstraintRows for Slider {
    fn role(&self) -> Role {
        Role::Joint
    }

    fn attachments(&self) -> [Attachment; 2] {
        [self.a, self.b]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        of_joint(
            [&mut self.a, &mut self.b],
            [&mut self.parent, &mut self.child],
        )
    }

    fn most_apart(&self) -> Option<f64> {
        self.limit.map(|[min, max]| max.max(-min))
    }

    fn row_count(&self) -> usize {
        6
    }

    fn row(&self, index: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        match index {
            0 | 1 => Some(self.track().across(index, state)),
            2 => Some(self.track().within(self.limit?, state)),
            5 if self.turns => {
                let range = self.turn_limit?;
                Some(self.turn_coordinate().turn_within(range, state))
            }
            _ => Some(self.turn(index - 3, state)),
        }
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
