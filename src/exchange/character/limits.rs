//! How far the parts of a character may turn.

use crate::character::rig::Role;
use crate::compile::mx;
use crate::physics::swing_twist::SwingTwist;
use crate::scene::{Axis, PartLimit};
use glam::DQuat;

/// Room beyond the pose in which the model was made, degrees.
const MARGIN_DEG: f64 = 5.0;

/// The limit of a part by its role, in the frame of its parent: that of the ragdoll of Baltman
/// and Radeztsky, table 1 with the left side as the mirror image of the right, and wider where
/// the start pose needs it. `turned`: the part against its parent at the start pose.
pub(super) fn of(role: Role, turned: DQuat) -> (Option<PartLimit>, Option<Axis>) {
    let Some((mut min, mut max, twist_axis)) = mx::mirrored_limit(role.part()).or(of_others(role))
    else {
        return (None, None);
    };
    let angles = SwingTwist::of(turned, twist_axis).angles;
    for (axis, angle) in angles.to_array().into_iter().enumerate() {
        let angle = angle.to_degrees();
        if angle < min[axis] {
            min[axis] = (angle - MARGIN_DEG).floor();
        }
        if angle > max[axis] {
            max[axis] = (angle + MARGIN_DEG).ceil();
        }
    }
    let limit = PartLimit {
        min_deg: min,
        max_deg: max,
        restitution: 0.0,
        zero: [1.0, 0.0, 0.0, 0.0],
    };
    (Some(limit), Some(Axis::ALL[twist_axis]))
}

/// Parts that the table lacks: smallest and largest angles, degrees, and the axis of the twist.
fn of_others(role: Role) -> Option<([f64; 3], [f64; 3], usize)> {
    match role {
        Role::Neck => Some(([-20.0, -25.0, -20.0], [25.0, 25.0, 20.0], 1)),
        Role::Toes(_) => Some(([-50.0, 0.0, 0.0], [20.0, 0.0, 0.0], 0)),
        Role::Tail(_) => Some(([-30.0, -30.0, -15.0], [30.0, 30.0, 15.0], 2)),
        _ => None,
    }
}
