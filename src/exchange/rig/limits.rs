//! The limits between the bodies of a rig.

use crate::physics::constraint::Constraint;
use crate::physics::{Frame, Model};
use std::collections::BTreeMap;

/// The last limit between each two frames.
pub(super) fn limits_of(model: &Model) -> BTreeMap<[Option<usize>; 2], usize> {
    let constraints = model.constraints.iter().enumerate();
    let limits = constraints.filter_map(|(at, constraint)| match constraint {
        Constraint::AngleLimit(limit) => Some(([limit.parent, limit.child].map(body_of), at)),
        _ => None,
    });
    limits.collect()
}

/// The body that a frame is of; none of the world.
pub(super) fn body_of(frame: Frame) -> Option<usize> {
    match frame {
        Frame::World => None,
        Frame::Body(body) => Some(body),
    }
}
