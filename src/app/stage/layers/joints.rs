//! Anchors of joints and the axes of the bodies that they hold.

use crate::app::stage::holds::{add_dot, add_line};
use crate::app::stage::present::{orientation_of, position_of};
use crate::lab::Simulation;
use crate::physics::constraint::{ConstraintRows, Slider};
use crate::physics::report::is_joint;
use crate::physics::{Attachment, Constraint, Frame, State};
use crate::view::draw_list::DrawList;
use crate::view::theme::{axis, mark};
use glam::DVec3;

/// Length of an axis, m.
const AXIS_M: f64 = 0.07;
/// Length of the rail of a slider without end beyond where it has slid to, m.
const RAIL_M: f64 = 0.3;
/// Radius of the dot at an anchor, m.
const DOT_M: f64 = 0.006;
/// Anchors that are farther apart are shown to be, m.
const APART_M: f64 = 1e-3;

/// Adds the joints of a scene.
pub(super) fn add_joints(list: &mut DrawList, simulation: &Simulation, state: &State) {
    for constraint in &simulation.world.model().constraints {
        let Some([a, b]) = grips(constraint) else {
            continue;
        };
        let (Some(first), Some(second)) = (position_of(a, state), position_of(b, state)) else {
            continue;
        };
        let turn = frame_of(b).and_then(|frame| orientation_of(frame, state));
        if let Some(turn) = turn {
            for (way, color) in DVec3::AXES.into_iter().zip(axis::COLORS) {
                add_line(list, [second, second + turn * way * AXIS_M], color, 2.0);
            }
        }
        add_dot(list, second, DOT_M, mark::SELECTED);
        if let Constraint::Slider(slider) = constraint {
            let foot = add_rail(list, slider, state, first);
            if foot.distance(second) > APART_M {
                add_line(list, [foot, second], mark::BROKEN_LIMIT, 4.0);
            }
        } else if first.distance(second) > APART_M {
            add_line(list, [first, second], mark::BROKEN_LIMIT, 4.0);
        }
    }
}

/// Adds the line along which something slides, from end to end, and returns the point of it
/// that the child ought to be at.
fn add_rail(list: &mut DrawList, slider: &Slider, state: &State, from: DVec3) -> DVec3 {
    let axis = slider.parent.orientation(state) * slider.axis;
    let way = slider.way(state);
    let [min, max] = slider.limit.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    let without_end = [way.min(0.0) - RAIL_M, way.max(0.0) + RAIL_M];
    let mut ends = [from; 2];
    for ((end, limit), without) in ends.iter_mut().zip([min, max]).zip(without_end) {
        let has_end = limit.is_finite();
        *end += axis * if has_end { limit } else { without };
        if has_end {
            add_dot(list, *end, DOT_M, mark::SELECTED);
        }
    }
    add_line(list, ends, mark::SELECTED, 2.0);
    from + axis * way.clamp(min, max.max(min))
}

/// The two points that a joint holds together; none of what is no joint.
pub(super) fn grips(constraint: &Constraint) -> Option<[Attachment; 2]> {
    is_joint(constraint).then(|| constraint.attachments())
}

fn frame_of(grip: Attachment) -> Option<Frame> {
    match grip {
        Attachment::Body { body, .. } => Some(Frame::Body(body)),
        Attachment::World(_) => Some(Frame::World),
        _ => None,
    }
}
