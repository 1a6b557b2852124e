//! Rotation of a body against another within bounds about three axes.
//!
//! Two ways to measure: as swing and twist, each angle with its exact gradient (see
//! [`swing_twist`](crate::physics::swing_twist)); or by the paper's clamp of quaternion
//! components, exact for turns about one axis only: `t` is `q_a* q_b` with its vector part clamped to
//! `sin(limit/2)`, and the rotation from `t` back is corrected about its own axis.
//! Source: Baltman & Radeztsky, equations 8.1 to 8.12 with the double cover, 8.5 and
//! 8.6 mended.

use super::row::within_half_turn;
use super::stop::with_gap;
use super::{all_of, BodiesMut, ConstraintRow, ConstraintRows, Role};
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::math::vector_from_rotation;
use crate::physics::model::Settings;
use crate::physics::state::State;
use crate::physics::swing_twist::SwingTwist;
use glam::{DQuat, DVec3};

/// How the angles of a limit are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LimitModel {
    /// Swing and twist.
    #[default]
    SwingTwist,
    /// The paper's clamp of quaternion components.
    Component,
}

/// Keeps the rotation of a child in its parent's frame within bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct AngleLimit {
    /// Parent.
    pub parent: Frame,
    /// Child.
    pub child: Frame,
    /// Smallest angles about the parent's x, y, z, rad.
    pub min: DVec3,
    /// Largest angles, rad.
    pub max: DVec3,
    /// Axis of the twist: 0 = x, 1 = y, 2 = z.
    pub twist_axis: usize,
    /// Orientation of the child in the parent's frame at the angles 0.
    pub rest: DQuat,
    /// How angles are measured; `None` as the settings say.
    pub model: Option<LimitModel>,
    /// Speed ratio at the stop, 0 to 1.
    pub restitution: f64,
}

impl AngleLimit {
    /// The axis with the widest range, which keeps the swing small: the rule for
    /// limits that name no twist axis. Of equals the first.
    pub fn widest_axis(min: DVec3, max: DVec3) -> usize {
        let reach = min.abs().max(max.abs());
        let widest = reach.max_element();
        (0..3).find(|&k| reach[k] == widest).unwrap_or(0)
    }

    /// Whether the clamp of components can hold these bounds, rad: the squared sines of
    /// the half angles of the widest corner sum to less than 1, so that no rotation
    /// within bounds is a half turn. Else a joint that is pushed into that corner turns
    /// through the half turn, where the signs of all components change, and the clamp
    /// throws it to the other side.
    /// Source: Baltman & Radeztsky, equations 8.1 to 8.5, whose root
    /// `w = √(1 − |v|²)` is then not real; their own upper arms are such a case.
    pub fn component_clamp_holds(min: DVec3, max: DVec3) -> bool {
        let reach = min.abs().max(max.abs()).to_array();
        let squared = reach
            .map(|angle| libm::sin(0.5 * angle))
            .map(|sine| sine * sine);
        squared.iter().sum::<f64>() < 1.0
    }

    /// The present angles, rad, as `model` measures them.
    pub fn angles(&self, state: &State, model: LimitModel) -> DVec3 {
        match model {
            LimitModel::SwingTwist => self.swing_twist(state).angles,
            LimitModel::Component => component_angles(positive(self.relative(state))),
        }
    }

    /// The model that counts under these settings.
    pub fn model_in(&self, settings: &Settings) -> LimitModel {
        let own = settings.method.limit_model().or(self.model);
        own.unwrap_or(settings.common.limit_model)
    }

    fn relative(&self, state: &State) -> DQuat {
        let parent = self.parent.orientation(state);
        parent.conjugate() * self.child.orientation(state) * self.rest.conjugate()
    }

    /// Smallest and largest angles, rad; those of the twist with a gap between them.
    pub fn bounds(&self) -> [DVec3; 2] {
        let ranges = [0, 1, 2].map(|k| self.range(k));
        [0, 1].map(|end| DVec3::from_array(ranges.map(|range| range[end])))
    }

    /// The bound of angle `k`, whose gradient in the world is `axis`.
    fn bound(&self, k: usize, angle: f64, axis: DVec3) -> ConstraintRow {
        ConstraintRow::bound(self.frames(), axis, angle, self.range(k))
    }

    fn range(&self, k: usize) -> [f64; 2] {
        match k == self.twist_axis {
            true => with_gap([self.min[k], self.max[k]]),
            false => [self.min[k], self.max[k]],
        }
    }

    fn frames(&self) -> [Frame; 2] {
        [self.parent, self.child]
    }

    fn swing_twist_part(&self, k: usize, level: Level, state: &State) -> Option<ConstraintRow> {
        let now = self.swing_twist(state);
        if level == Level::Position && self.is_open(k, now.angles) {
            return None;
        }
        Some(self.swing_twist_bound(k, &now, state))
    }

    fn swing_twist(&self, state: &State) -> SwingTwist {
        SwingTwist::of(self.relative(state), self.twist_axis)
    }

    /// Whether an angle is within its bounds, as most are: its gradient is not needed.
    fn is_open(&self, k: usize, angles: DVec3) -> bool {
        let angle = self.unwound(k, angles);
        let [min, max] = self.range(k);
        min < angle && angle < max
    }

    fn unwound(&self, k: usize, angles: DVec3) -> f64 {
        match k == self.twist_axis {
            true => within_half_turn(angles[k], self.range(k)),
            false => angles[k],
        }
    }

    fn swing_twist_bound(&self, k: usize, now: &SwingTwist, state: &State) -> ConstraintRow {
        let axis = self.parent.orientation(state) * now.gradient(k);
        self.bound(k, self.unwound(k, now.angles), axis)
    }

    /// The whole correction of the clamp (8.1 to 8.6).
    fn clamp_part(&self, state: &State) -> Option<ConstraintRow> {
        let relative = positive(self.relative(state));
        let target = self.clamped(relative)?;
        let rotation = vector_from_rotation(relative * target.conjugate());
        let angle = rotation.length();
        if angle == 0.0 {
            return None;
        }
        let axis = self.parent.orientation(state) * (rotation / angle);
        Some(ConstraintRow::aligned(self.frames(), axis, angle))
    }

    /// The rotation with its components clamped; `None` if none was out of bounds.
    fn clamped(&self, relative: DQuat) -> Option<DQuat> {
        let sine_of_half = |angles: DVec3| {
            DVec3::from_array(angles.to_array().map(|angle| libm::sin(0.5 * angle)))
        };
        let vector = relative.xyz();
        let clamped = vector.clamp(sine_of_half(self.min), sine_of_half(self.max));
        if clamped == vector {
            return None;
        }
        let real = (1.0 - clamped.length_squared()).max(0.0).sqrt();
        let target = DQuat::from_xyzw(clamped.x, clamped.y, clamped.z, real);
        // This only tells where an interval excludes 0.
        Some(target.normalize())
    }

    /// The rate row of angle `k` of the clamp (8.11), about the parent's axis.
    fn component_rate_part(&self, k: usize, state: &State) -> ConstraintRow {
        let angle = component_angles(positive(self.relative(state)))[k];
        let axis = self.parent.orientation(state) * DVec3::AXES[k];
        self.bound(k, angle, axis)
    }
}

/// The rotation with a real part that is not negative: the same rotation.
fn positive(rotation: DQuat) -> DQuat {
    if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    }
}

/// The angle about each axis alone that has the same component, rad.
fn component_angles(rotation: DQuat) -> DVec3 {
    let angles = rotation.xyz().to_array();
    DVec3::from_array(angles.map(|sine| 2.0 * libm::asin(sine.clamp(-1.0, 1.0))))
}

impl ConstraintRows for AngleLimit {
    fn role(&self) -> Role {
        Role::Limit
    }

    fn attachments(&self) -> [Attachment; 2] {
        [self.parent.origin(), self.child.origin()]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        all_of([self.parent.body_mut(), self.child.body_mut()])
    }

    fn row_count(&self) -> usize {
        3
    }

    fn row(
        &self,
        index: usize,
        level: Level,
        state: &State,
        settings: &Settings,
    ) -> Option<ConstraintRow> {
        match (self.model_in(settings), level) {
            (LimitModel::SwingTwist, _) => self.swing_twist_part(index, level, state),
            (LimitModel::Component, Level::Velocity) => {
                Some(self.component_rate_part(index, state))
            }
            (LimitModel::Component, Level::Position) if index == 0 => self.clamp_part(state),
            (LimitModel::Component, Level::Position) => None,
        }
    }

    fn next_row(
        &self,
        index: usize,
        state: &State,
        settings: &Settings,
    ) -> Option<(usize, ConstraintRow)> {
        if self.model_in(settings) == LimitModel::Component {
            let row = self.row(index, Level::Position, state, settings)?;
            return Some((index, row));
        }
        if index == self.row_count() {
            return None;
        }
        let now = self.swing_twist(state);
        let k = (index..self.row_count()).find(|&k| !self.is_open(k, now.angles))?;
        Some((k, self.swing_twist_bound(k, &now, state)))
    }

    fn each_rate_row(
        &self,
        state: &State,
        settings: &Settings,
        visit: &mut dyn FnMut(usize, ConstraintRow),
    ) {
        match self.model_in(settings) {
            LimitModel::SwingTwist => {
                let now = self.swing_twist(state);
                for k in 0..self.row_count() {
                    visit(k, self.swing_twist_bound(k, &now, state));
                }
            }
            LimitModel::Component => {
                for k in 0..self.row_count() {
                    visit(k, self.component_rate_part(k, state));
                }
            }
        }
    }

    /// Those of locked angles.
    fn has_equalities(&self) -> bool {
        (0..3).any(|k| self.min[k] == self.max[k])
    }

    fn restitution(&self) -> f64 {
        self.restitution
    }
}
