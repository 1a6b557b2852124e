//! Two bodies without any play: a pin, and `C = log(q_a* q_b rest*)`, the rotation
//! between them as a vector, with the axes of the parent as gradients.

use super::{of_joint, BodiesMut, ConstraintRow, ConstraintRows, Role};
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::coordinate::relative;
use crate::physics::math::vector_from_rotation;
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// Keeps two bodies together.
#[derive(Debug, Clone, PartialEq)]
pub struct Fixed {
    /// Point on the parent.
    pub a: Attachment,
    /// Point on the child.
    pub b: Attachment,
    /// Parent.
    pub parent: Frame,
    /// Child.
    pub child: Frame,
    /// Orientation of the child in the parent's frame.
    pub rest: DQuat,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl ConstraintRows for Fixed {
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
        if index == 3 {
            return Some(ConstraintRow::Point {
                a: self.a,
                b: self.b,
                error: self.a.position(state) - self.b.position(state),
            });
        }
        let parent = self.parent.orientation(state);
        let relative = relative(self.parent, self.child, self.rest, state);
        let axis = DVec3::AXES[index];
        let error = vector_from_rotation(relative)[index];
        Some(ConstraintRow::aligned(
            [self.parent, self.child],
            parent * axis,
            error,
        ))
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
