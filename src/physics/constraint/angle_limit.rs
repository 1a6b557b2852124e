//! Rotation of a body against another within bounds about three axes.
//!
//! Three ways to measure: as swing and twist, each angle with its exact gradient (see
//! [`swing_twist`](crate::physics::swing_twist)); the same with the two swings within the ellipse
//! that fills their bounds, a cone without corners; or by the paper's clamp of quaternion
//! components, exact for turns about one axis only: `t` is `q_a* q_b` with its vector part clamped to
//! `sin(limit/2)`, and the rotation from `t` back is corrected about its own axis.
//! Source: Baltman & Radeztsky, equations 8.1 to 8.12 with the double cover, 8.5 and
//! 8.6 mended.

use super::row::within_half_turn;
use super::stop::with_gap;
use super::{all_of, BodiesMut, ConstraintRow, ConstraintRows, Role, Sense};
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
    /// Swing and twist, the swing within an elliptic cone.
    Cone,
}

impl LimitModel {
    /// Whether angles are swings and a twist.
    pub fn is_swing_twist(self) -> bool {
        self != LimitModel::Component
    }
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
            LimitModel::SwingTwist | LimitModel::Cone => self.swing_twist(state).angles,
            LimitModel::Component => component_angles(positive(self.relative(state))),
        }
    }

    /// How far angles are from the edge of the cone, rad, below 0 outside, and the unit gradient
    /// of that; none where a swing is locked, which leaves no cone. With the share `f` of the way
    /// from the middle to the edge, the room is `(1 − f) / |∇f|`: exact along a ray, and for a
    /// round cone everywhere. Source: own.
    pub fn cone_room(&self, angles: DVec3) -> Option<(f64, DVec3)> {
        let half = 0.5 * (self.max - self.min);
        let off = angles - 0.5 * (self.max + self.min);
        let swings = self.swings();
        if swings.iter().any(|&k| half[k] <= 0.0) {
            return None;
        }
        let [first, second] = swings.map(|k| off[k] / half[k]);
        let share = (first * first + second * second).sqrt();
        if share == 0.0 {
            let least = half[swings[0]].min(half[swings[1]]);
            return Some((least, -DVec3::AXES[swings[0]]));
        }
        let mut gradient = DVec3::ZERO;
        for (k, along) in swings.into_iter().zip([first, second]) {
            gradient[k] = -along / (share * half[k]);
        }
        let length = gradient.length();
        Some(((1.0 - share) / length, gradient / length))
    }

    /// The two axes of the swing.
    fn swings(&self) -> [usize; 2] {
        [(self.twist_axis + 1) % 3, (self.twist_axis + 2) % 3]
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

    /// Row `k` of swing and twist; a cone is that of its first swing.
    fn swing_twist_part(
        &self,
        k: usize,
        is_cone: bool,
        now: &SwingTwist,
        state: &State,
    ) -> Option<ConstraintRow> {
        let room = self.cone_room(now.angles);
        let room = room.filter(|_| is_cone && k != self.twist_axis);
        match room {
            None => Some(self.swing_twist_bound(k, now, state)),
            Some(_) if k != self.swings()[0] => None,
            Some((error, gradient)) => {
                let along = |k: usize| now.gradient(k) * gradient[k];
                let [first, second] = self.swings().map(along);
                Some(ConstraintRow::Angular {
                    a: self.parent,
                    b: self.child,
                    axis: self.parent.orientation(state) * (first + second),
                    axis_spin: DVec3::ZERO,
                    error,
                    sense: Sense::Inequality,
                    side: -1,
                })
            }
        }
    }

    fn swing_twist(&self, state: &State) -> SwingTwist {
        SwingTwist::of(self.relative(state), self.twist_axis)
    }

    /// Whether an angle is within its bounds, as most are: its gradient is not needed.
    fn is_open(&self, k: usize, is_cone: bool, angles: DVec3) -> bool {
        if is_cone && k != self.twist_axis {
            if let Some((room, _)) = self.cone_room(angles) {
                return room > 0.0;
            }
        }
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
            (LimitModel::Component, Level::Velocity) => {
                Some(self.component_rate_part(index, state))
            }
            (LimitModel::Component, Level::Position) if index == 0 => self.clamp_part(state),
            (LimitModel::Component, Level::Position) => None,
            (model, _) => {
                let (now, is_cone) = (self.swing_twist(state), model == LimitModel::Cone);
                if level == Level::Position && self.is_open(index, is_cone, now.angles) {
                    return None;
                }
                self.swing_twist_part(index, is_cone, &now, state)
            }
        }
    }

    fn next_row(
        &self,
        index: usize,
        state: &State,
        settings: &Settings,
    ) -> Option<(usize, ConstraintRow)> {
        let model = self.model_in(settings);
        if model == LimitModel::Component {
            let row = self.row(index, Level::Position, state, settings)?;
            return Some((index, row));
        }
        if index == self.row_count() {
            return None;
        }
        let (now, is_cone) = (self.swing_twist(state), model == LimitModel::Cone);
        let mut broken =
            (index..self.row_count()).filter(|&k| !self.is_open(k, is_cone, now.angles));
        broken.find_map(|k| Some((k, self.swing_twist_part(k, is_cone, &now, state)?)))
    }

    fn each_rate_row(
        &self,
        state: &State,
        settings: &Settings,
        visit: &mut dyn FnMut(usize, ConstraintRow),
    ) {
        match self.model_in(settings) {
            model @ (LimitModel::SwingTwist | LimitModel::Cone) => {
                let now = self.swing_twist(state);
                for k in 0..self.row_count() {
                    let is_cone = model == LimitModel::Cone;
                    if let Some(row) = self.swing_twist_part(k, is_cone, &now, state) {
                        visit(k, row);
                    }
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
