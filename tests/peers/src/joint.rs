//! The joints of a model: points held together, and a limit of three angles.

use glam::DVec3;
use ragdoll_lab::physics::constraint::{AngleLimit, Pin};
use ragdoll_lab::physics::{Attachment, Constraint, Frame, Model};

/// A joint as other engines want it.
pub struct Joint<'a> {
    /// Parent and child, by index.
    pub bodies: [usize; 2],
    /// From the centres of mass of both to the joint, in their frames, m.
    pub arms: [DVec3; 2],
    pub limit: &'a AngleLimit,
}

/// All joints.
///
/// # Errors
/// Something else holds bodies together, too.
pub fn joints(model: &Model) -> Result<Vec<Joint<'_>>, String> {
    let pairs = model.constraints.chunks(2);
    pairs
        .map(|pair| match pair {
            [Constraint::Pin(pin), Constraint::AngleLimit(limit)] => joint(pin, limit),
            _ => Err("a joint is not a pin with a limit".into()),
        })
        .collect()
}

fn joint<'a>(pin: &Pin, limit: &'a AngleLimit) -> Result<Joint<'a>, String> {
    let (Frame::Body(parent), Frame::Body(child)) = (limit.parent, limit.child) else {
        return Err("a limit is not between two bodies".into());
    };
    let arm = |wanted| {
        [pin.a, pin.b].into_iter().find_map(|side| match side {
            Attachment::Body { body, arm } if body == wanted => Some(arm),
            _ => None,
        })
    };
    let (Some(of_parent), Some(of_child)) = (arm(parent), arm(child)) else {
        return Err("a pin and its limit are not between the same bodies".into());
    };
    Ok(Joint {
        bodies: [parent, child],
        arms: [of_parent, of_child],
        limit,
    })
}
