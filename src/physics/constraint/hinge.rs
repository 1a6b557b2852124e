//! A pin about one axis, with optional limits of the turn.
//!
//! Besides the pin, two rows keep the axes in line: with `u_a` and `u_b` the axis as
//! either side carries it, `C = ψ m·t` for two directions `t` across `u_a`, where
//! `m ψ` is the rotation vector from `u_a` to `u_b`. A fifth row limits the angle
//! `φ = 2 atan2(v·u, w)` of the rotation `(w, v) = q_a* q_b rest*`.

use super::{of_joint, BodiesMut, ConstraintRow, ConstraintRows, Role};
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::coordinate::{relative, Coordinate};
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// Lets a child turn about one axis of its parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Hinge {
    /// Point on the parent.
    pub a: Attachment,
    /// Point on the child.
    pub b: Attachment,
    /// Parent.
    pub parent: Frame,
    /// Child.
    pub child: Frame,
    /// Unit axis in the parent's frame.
    pub axis: DVec3,
    /// Orientation of the child in the parent's frame at the angle 0.
    pub rest: DQuat,
    /// Smallest and largest angle, rad.
    pub limit: Option<[f64; 2]>,
    /// Place of the angle among [`State::turned`], of one that counts its turns.
    pub counter: Option<usize>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Hinge {
    /// The row that limits the angle.
    pub const LIMIT_ROW: usize = 2;

    /// Angle of the child about the axis, rad; −π to π where turns are not counted.
    pub fn angle(&self, state: &State) -> f64 {
        self.coordinate().value(state)
    }

    /// The angle as a coordinate.
    pub fn coordinate(&self) -> Coordinate {
        Coordinate::Turn {
            parent: self.parent,
            child: self.child,
            axis: self.axis,
            rest: self.rest,
            counter: self.counter,
        }
    }

    fn frames(&self) -> [Frame; 2] {
        [self.parent, self.child]
    }

    /// One of the two rows that keep the axes in line.
    fn alignment(&self, row: usize, state: &State) -> ConstraintRow {
        let parent = self.parent.orientation(state);
        let (first, second) = self.axis.any_orthonormal_pair();
        let across = if row == 0 { first } else { second };
        let relative = relative(self.parent, self.child, self.rest, state);
        let error = tilt(self.axis, relative).dot(across);
        ConstraintRow::aligned(self.frames(), parent * across, error)
    }

    fn solve_velocity(&self, state: &State) -> Option<ConstraintRow> {
        self.limit
            .map(|range| self.coordinate().turn_within(range, state))
    }
}

/// The rotation vector that leads an axis to where a rotation carries it, rad.
pub(super) fn tilt(axis: DVec3, rotation: DQuat) -> DVec3 {
    let carried = rotation * axis;
    let tilt = axis.cross(carried);
    let (sine, cosine) = (tilt.length(), axis.dot(carried));
    if sine > 1e-9 {
        tilt * (libm::atan2(sine, cosine) / sine)
    } else if cosine < 0.0 {
        // Upside down, every way back is as short.
        axis.any_orthonormal_pair().0 * std::f64::consts::PI
    } else {
        tilt
    }
}

impl ConstraintRows for Hinge {
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
            0 => Some(self.alignment(0, state)),
            1 => Some(self.alignment(1, state)),
            Self::LIMIT_ROW => self.solve_velocity(state),
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
