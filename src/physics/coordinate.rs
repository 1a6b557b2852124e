//! What a joint leaves free, as a number: a turn, a way, a distance.
//!
//! Drives act along coordinates, and gears join two of them. A coordinate `q` has a gradient,
//! given as a [`ConstraintRow`] whose error grows with `q`. With the rotation
//! `R = (w, v) = q_a* q_b rest*` the turn about a unit axis `u` is `2 atan2(v·u, w)`. Where the child
//! turns about `u` and then about an axis `t` across it which it carries, as in a universal joint,
//! the one is the angle from `t` to `R t` about `u`, the other that from `R⁻¹ u` to `u` about `t`.
//! Those of several axes one after another are in [`linkage`](super::linkage).

use super::attach::{Attachment, Frame};
use super::constraint::row::within_half_turn;
use super::constraint::stop::with_gap;
use super::constraint::{all_of, BodiesMut, ConstraintRow, Sense};
use super::linkage::Linkage;
use super::math::vector_from_rotation;
use super::state::State;
use glam::{DQuat, DVec3};
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

/// Who carries the axis of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// The parent.
    Parent,
    /// The child.
    Child,
}

/// A coordinate that a joint leaves free.
#[derive(Debug, Clone, PartialEq)]
pub enum Coordinate {
    /// Turn of a child about an axis, rad.
    Turn {
        /// Parent.
        parent: Frame,
        /// Child.
        child: Frame,
        /// Unit axis in the parent's frame, as the two stand at the turn 0.
        axis: DVec3,
        /// Orientation of the child in the parent's frame at the turn 0.
        rest: DQuat,
        /// Place of the angle among [`State::turned`], of a joint that counts its turns.
        counter: Option<usize>,
    },
    /// Turn of a child about one of two axes that cross, rad.
    Cross {
        /// Parent.
        parent: Frame,
        /// Child.
        child: Frame,
        /// Unit axis that the parent carries, in its frame.
        axis: DVec3,
        /// Unit axis that the child carries, in the parent's frame at the turns 0.
        cross_axis: DVec3,
        /// Orientation of the child in the parent's frame at the turns 0.
        rest: DQuat,
        /// Who carries the axis of this turn.
        carrier: Carrier,
    },
    /// A component of the shortest rotation vector that leads a child from where it should be
    /// to where it is, rad.
    Bend {
        /// Parent.
        parent: Frame,
        /// Child.
        child: Frame,
        /// Unit axis in the parent's frame.
        axis: DVec3,
        /// Orientation in the parent's frame that the child should have.
        rest: DQuat,
    },
    /// Way of a point along an axis of a parent, m.
    Way {
        /// Point of the parent, from which it is counted.
        a: Attachment,
        /// Point of the child.
        b: Attachment,
        /// Parent.
        parent: Frame,
        /// Unit axis in the parent's frame.
        axis: DVec3,
    },
    /// Way along or turn about one of several axes, m or rad.
    Axis {
        /// The axes.
        linkage: Arc<Linkage>,
        /// Which of them.
        index: usize,
    },
    /// Distance of two points, m.
    Distance {
        /// One point.
        a: Attachment,
        /// The other point.
        b: Attachment,
    },
}

/// What a coordinate was at a moment, from which its change is counted.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Reading {
    /// m or rad.
    pub value: f64,
    /// Rotation of the child, of turns.
    relative: DQuat,
}

impl Coordinate {
    /// The same counted from another orientation of the child in the parent's frame; nothing else
    /// of what has no such one.
    pub fn counted_from(self, orientation: DQuat) -> Coordinate {
        match self {
            Coordinate::Bend {
                parent,
                child,
                axis,
                ..
            } => Coordinate::Bend {
                parent,
                child,
                axis,
                rest: orientation,
            },
            other => other,
        }
    }

    /// The bodies that it names, to be given other numbers.
    pub fn bodies_mut(&mut self) -> BodiesMut<'_> {
        match self {
            Coordinate::Turn { parent, child, .. }
            | Coordinate::Cross { parent, child, .. }
            | Coordinate::Bend { parent, child, .. } => {
                all_of([parent.body_mut(), child.body_mut()])
            }
            Coordinate::Way { a, b, parent, .. } => {
                all_of([a.body_mut(), b.body_mut(), parent.body_mut()])
            }
            Coordinate::Axis { linkage, .. } => Arc::make_mut(linkage).bodies_mut(),
            Coordinate::Distance { a, b } => all_of([a.body_mut(), b.body_mut()]),
        }
    }

    /// The linkage whose coordinate it is.
    pub(super) fn linkage_mut(&mut self) -> Option<&mut Arc<Linkage>> {
        match self {
            Coordinate::Axis { linkage, .. } => Some(linkage),
            _ => None,
        }
    }

    /// Whether it is an angle.
    pub fn is_angle(&self) -> bool {
        match self {
            Coordinate::Way { .. } | Coordinate::Distance { .. } => false,
            Coordinate::Axis { linkage, index } => !linkage.axes[*index].slides,
            _ => true,
        }
    }

    /// Whether it comes back to where it was after a whole turn.
    pub fn comes_round(&self) -> bool {
        match self {
            Coordinate::Turn { counter, .. } => counter.is_none(),
            Coordinate::Cross { .. } => true,
            _ => false,
        }
    }

    /// The coordinate as bounds or a target between `range` mean it, m or rad: of what comes round
    /// the angle nearest to their middle.
    pub fn value_within(&self, range: [f64; 2], state: &State) -> f64 {
        match self.comes_round() {
            true => within_half_turn(self.value(state), range),
            false => self.value(state),
        }
    }

    /// Bounds of it, rad, with a gap between those of what comes round.
    pub fn stops(&self, range: [f64; 2]) -> [f64; 2] {
        match self.comes_round() {
            true => with_gap(range),
            false => range,
        }
    }

    /// The coordinate, m or rad; turns that are not counted lie between −π and π.
    pub fn value(&self, state: &State) -> f64 {
        self.read(state).value
    }

    /// The same, to count changes from.
    pub fn read(&self, state: &State) -> Reading {
        match *self {
            Coordinate::Turn {
                parent,
                child,
                axis,
                rest,
                counter,
            } => {
                let angle = turn_about(axis, relative(parent, child, rest, state));
                let counted = counter.and_then(|place| state.turned.get(place));
                Reading::of(match counted {
                    Some(&counted) => within_half_turn(angle, [counted; 2]),
                    None => angle,
                })
            }
            Coordinate::Cross {
                parent,
                child,
                axis,
                cross_axis,
                rest,
                carrier,
            } => {
                let relative = relative(parent, child, rest, state);
                Reading::of(match carrier {
                    Carrier::Parent => angle_about(axis, cross_axis, relative * cross_axis),
                    Carrier::Child => angle_about(cross_axis, relative.conjugate() * axis, axis),
                })
            }
            Coordinate::Bend {
                parent,
                child,
                axis,
                rest,
            } => {
                let relative = relative(parent, child, rest, state);
                Reading {
                    value: vector_from_rotation(relative).dot(axis),
                    relative,
                }
            }
            Coordinate::Way { a, b, parent, axis } => {
                let between = b.position(state) - a.position(state);
                let way = between.dot(parent.orientation(state) * axis);
                Reading::of(way)
            }
            Coordinate::Axis { ref linkage, index } => Reading::of(linkage.values(state)[index]),
            Coordinate::Distance { a, b } => {
                Reading::of(a.position(state).distance(b.position(state)))
            }
        }
    }

    /// How far it has changed since a reading, m or rad; of a turn at most half a one.
    pub fn changed(&self, since: &Reading, state: &State) -> f64 {
        let now = self.read(state);
        match *self {
            Coordinate::Turn { .. } | Coordinate::Cross { .. } => {
                let change = now.value - since.value;
                change - TAU * (change / TAU).round()
            }
            Coordinate::Bend { axis, .. } => {
                vector_from_rotation(now.relative * since.relative.conjugate()).dot(axis)
            }
            Coordinate::Way { .. } | Coordinate::Axis { .. } | Coordinate::Distance { .. } => {
                now.value - since.value
            }
        }
    }

    /// The side of it that moves, or one of them.
    pub fn mover(&self) -> Attachment {
        let outer = |child: Attachment, parent: Attachment| match child {
            Attachment::World(_) => parent,
            _ => child,
        };
        match *self {
            Coordinate::Turn { parent, child, .. }
            | Coordinate::Cross { parent, child, .. }
            | Coordinate::Bend { parent, child, .. } => outer(child.origin(), parent.origin()),
            Coordinate::Axis { ref linkage, .. } => outer(linkage.b, linkage.a),
            Coordinate::Way { a, b, .. } | Coordinate::Distance { a, b } => outer(b, a),
        }
    }

    /// The row that keeps a turn within bounds, rad.
    pub fn turn_within(&self, range: [f64; 2], state: &State) -> ConstraintRow {
        let range = self.stops(range);
        let angle = self.value_within(range, state);
        match self.row(state, 0.0) {
            ConstraintRow::Angular { a, b, axis, .. } => {
                ConstraintRow::bound([a, b], axis, angle, range)
            }
            row => row,
        }
    }

    /// A row with this error, which grows as the coordinate does.
    pub fn row(&self, state: &State, error: f64) -> ConstraintRow {
        match *self {
            Coordinate::Cross {
                parent,
                child,
                axis,
                cross_axis,
                rest,
                carrier,
            } => {
                let axis = match carrier {
                    Carrier::Parent => parent.orientation(state) * axis,
                    Carrier::Child => child.orientation(state) * (rest.conjugate() * cross_axis),
                };
                ConstraintRow::aligned([parent, child], axis, error)
            }
            Coordinate::Turn {
                parent,
                child,
                axis,
                ..
            }
            | Coordinate::Bend {
                parent,
                child,
                axis,
                ..
            } => {
                let axis = parent.orientation(state) * axis;
                ConstraintRow::aligned([parent, child], axis, error)
            }
            Coordinate::Way {
                b, parent, axis, ..
            } => along(
                parent.grip_at(state, b.position(state)),
                b,
                -(parent.orientation(state) * axis),
                Some(parent),
                error,
            ),
            Coordinate::Axis { ref linkage, index } => {
                let stance = linkage.stance(state);
                let along = stance.along(state, index, (error, 1.0, Sense::Equality));
                // Nothing moves along what is not known.
                along.unwrap_or_else(|| {
                    ConstraintRow::aligned([linkage.parent, linkage.child], DVec3::ZERO, error)
                })
            }
            Coordinate::Distance { a, b } => {
                let between = a.position(state) - b.position(state);
                let direction = between.normalize_or(DVec3::Y);
                along(a, b, direction, None, error)
            }
        }
    }
}

impl Reading {
    fn of(value: f64) -> Reading {
        Reading {
            value,
            relative: DQuat::IDENTITY,
        }
    }
}

fn along(
    a: Attachment,
    b: Attachment,
    direction: DVec3,
    carrier: Option<Frame>,
    error: f64,
) -> ConstraintRow {
    ConstraintRow::Linear {
        a,
        b,
        direction,
        carrier,
        error,
        sense: Sense::Equality,
    }
}

/// Rotation of a child in the frame of its parent, against the orientation `rest` there.
pub fn relative(parent: Frame, child: Frame, rest: DQuat, state: &State) -> DQuat {
    parent.orientation(state).conjugate() * child.orientation(state) * rest.conjugate()
}

/// Angle about an axis from one direction to another, both across it, −π to π.
fn angle_about(axis: DVec3, from: DVec3, to: DVec3) -> f64 {
    libm::atan2(from.cross(to).dot(axis), from.dot(to))
}

/// Turn of a rotation about an axis, −π to π.
pub fn turn_about(axis: DVec3, rotation: DQuat) -> f64 {
    let angle = 2.0 * libm::atan2(rotation.xyz().dot(axis), rotation.w);
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}
