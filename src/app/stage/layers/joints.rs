//! Anchors of joints and the axes of the bodies that they hold.

use crate::app::stage::holds::{add_dot, add_line};
use crate::app::stage::present::{orientation_of, position_of};
use crate::lab::Simulation;
use crate::physics::constraint::{ConstraintRows, Guide, Serial, Track};
use crate::physics::report::is_joint;
use crate::physics::{Attachment, Constraint, Frame, State};
use crate::view::draw_list::DrawList;
use crate::view::theme::{axis, mark};
use glam::DVec3;

/// Length of an axis, m.
const AXIS_M: f64 = 0.07;
/// Length of the rail of a slider without end beyond where it has slid to, m.
const RAIL_M: f64 = 0.3;
/// Half an edge of the piece that is shown of a plane, m.
const PLANE_M: f64 = 0.15;
/// Limits of what slides freely, m.
const WITHOUT_END: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
/// Radius of the dot at an anchor, m.
const DOT_M: f64 = 0.006;
/// Anchors that are farther apart are shown to be, m.
const APART_M: f64 = 1e-3;

/// Adds the joints of a scene.
pub(super) fn add_joints(list: &mut DrawList, simulation: &Simulation, state: &State) {
    for constraint in &simulation.world.model().constraints {
        if let Constraint::Gear(gear) = constraint {
            let sides = gear.attachments().map(|side| position_of(side, state));
            if let [Some(first), Some(second)] = sides {
                add_line(list, [first, second], mark::SELECTED, 2.0);
            }
        }
        if let Constraint::Guide(guide) = constraint {
            add_guide(list, guide, state);
        }
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
            let limits = slider.limit.unwrap_or(WITHOUT_END);
            add_rail(list, &slider.track(), limits, state);
            add_gap(list, [slider.place(state), second]);
        } else if let Constraint::Serial(serial) = constraint {
            add_axes(list, serial, state);
        } else {
            add_gap(list, [first, second]);
        }
    }
}

/// Adds the axes of a joint of several: hinges with a dot, slides as long as they have moved.
fn add_axes(list: &mut DrawList, serial: &Serial, state: &State) {
    let stance = serial.linkage.stance(state);
    let axes = serial.linkage.axes.iter().zip(&stance.values);
    for ((own, value), (point, axis)) in axes.zip(stance.axes_in_world()) {
        let (from, to) = match own.slides {
            true => (value.min(0.0) - AXIS_M, value.max(0.0) + AXIS_M),
            false => (-AXIS_M, AXIS_M),
        };
        add_line(
            list,
            [from, to].map(|way| point + axis * way),
            mark::SELECTED,
            2.0,
        );
        if !own.slides {
            add_dot(list, point, DOT_M, mark::SELECTED);
        }
    }
    if let Some(held) = position_of(serial.linkage.b, state) {
        add_gap(list, [stance.place(), held]);
    }
}

/// Adds what a point is held on, and the point.
fn add_guide(list: &mut DrawList, guide: &Guide, state: &State) {
    let [Some(from), Some(held)] = guide.attachments().map(|side| position_of(side, state)) else {
        return;
    };
    let (track, place) = (guide.track(), guide.place(state));
    match guide.is_line {
        true => add_rail(list, &track, guide.bounds, state),
        false => {
            let normal = track.axis_in_world(state);
            // Of the plane from which heights are counted, a piece at the foot of the point.
            let foot = held - normal * (held - from).dot(normal);
            let (u, v) = normal.any_orthonormal_pair();
            let corners = [u + v, v - u, -u - v, u - v].map(|way| foot + way * PLANE_M);
            let next = corners.into_iter().cycle().skip(1);
            for edge in corners.into_iter().zip(next) {
                add_line(list, edge.into(), mark::SELECTED, 2.0);
            }
            add_line(list, [foot, held], mark::SELECTED, 2.0);
        }
    }
    add_dot(list, held, DOT_M, mark::SELECTED);
    add_gap(list, [place, held]);
}

/// Adds a line between a point and where it ought to be, where that can be seen.
fn add_gap(list: &mut DrawList, [place, point]: [DVec3; 2]) {
    if place.distance(point) > APART_M {
        add_line(list, [place, point], mark::BROKEN_LIMIT, 4.0);
    }
}

/// Adds the line along which something slides, from end to end.
fn add_rail(list: &mut DrawList, track: &Track, limits: [f64; 2], state: &State) {
    let way = track.way(state);
    let without_end = [way.min(0.0) - RAIL_M, way.max(0.0) + RAIL_M];
    let mut ends = [0.0; 2];
    for ((end, limit), without) in ends.iter_mut().zip(limits).zip(without_end) {
        *end = if limit.is_finite() { limit } else { without };
        if limit.is_finite() {
            add_dot(list, track.point(limit, state), DOT_M, mark::SELECTED);
        }
    }
    let ends = ends.map(|way| track.point(way, state));
    add_line(list, ends, mark::SELECTED, 2.0);
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
