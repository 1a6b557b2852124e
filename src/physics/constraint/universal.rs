//! A pin about two axes that cross at right angles, as in a cardan joint.
//!
//! The parent carries `u`, the child `t`; besides the pin, `C = u·t` keeps them at right
//! angles, with the gradient `t × u`. The child turns by `α` about `u` and by `β` about `t`; each
//! has its limits. Source: Delannoy, section 3.1.1, names the joint without equations.

use super::{of_joint, BodiesMut, ConstraintRow, ConstraintRows, Role};
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::coordinate::{Carrier, Coordinate};
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// Lets a child turn about an axis of its parent and about one of its own across it.
#[derive(Debug, Clone, PartialEq)]
pub struct Universal {
    /// Point on the parent.
    pub a: Attachment,
    /// Point on the child.
    pub b: Attachment,
    /// Parent.
    pub parent: Frame,
    /// Child.
    pub child: Frame,
    /// Unit axis that the parent carries, in its frame.
    pub axis: DVec3,
    /// Unit axis that the child carries, in the parent's frame where both turns are 0; at a
    /// right angle to the other.
    pub cross_axis: DVec3,
    /// Orientation of the child in the parent's frame where both turns are 0.
    pub rest: DQuat,
    /// Smallest and largest turn about either axis, rad.
    pub limits: [Option<[f64; 2]>; 2],
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Universal {
    /// The rows that limit the turns.
    pub const LIMIT_ROWS: [usize; 2] = [1, 2];

    /// The turns about the parent's axis and about the child's.
    pub fn coordinates(&self) -> [Coordinate; 2] {
        [Carrier::Parent, Carrier::Child].map(|carrier| Coordinate::Cross {
            parent: self.parent,
            child: self.child,
            axis: self.axis,
            cross_axis: self.cross_axis,
            rest: self.rest,
            carrier,
        })
    }

    fn crossing(&self, state: &State) -> ConstraintRow {
        let of_parent = self.parent.orientation(state) * self.axis;
        let own = self.rest.conjugate() * self.cross_axis;
        let of_child = self.child.orientation(state) * own;
        let frames = [self.parent, self.child];
        ConstraintRow::aligned(frames, of_child.cross(of_parent), of_parent.dot(of_child))
            .with_axis_spin(self.spin_of_cross(state))
    }

    fn bound(&self, which: usize, state: &State) -> Option<ConstraintRow> {
        let range = self.limits[which]?;
        let row = self.coordinates()[which].turn_within(range, state);
        Some(match which {
            0 => row,
            _ => row.with_axis_spin(self.spin_of_cross(state)),
        })
    }

    /// How the child's axis turns against the parent: about the parent's, rad/s.
    fn spin_of_cross(&self, state: &State) -> DVec3 {
        let axis = self.parent.orientation(state) * self.axis;
        let [parent, child] = [self.parent, self.child].map(|f| f.angular_velocity(state));
        axis * axis.dot(child - parent)
    }
}

impl ConstraintRows for Universal {
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
        Some(0.0)
    }

    fn row_count(&self) -> usize {
        4
    }

    fn row(&self, index: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        match index {
            0 => Some(self.crossing(state)),
            1 | 2 => self.bound(index - 1, state),
            _ => Some(ConstraintRow::Point {
                a: self.a,
                b: self.b,
                error: self.a.position(state) - self.b.position(state),
            }),
        }
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
