//! The limits of a ragdoll in its world.

use crate::compile::RagdollMap;
use crate::physics::constraint::AngleLimit;
use crate::physics::{Constraint, Frame, Model, State};

/// The limits that are simulated, each with the name of its part.
pub fn joint_limits<'a>(
    map: &'a RagdollMap,
    model: &'a Model,
) -> impl Iterator<Item = (&'static str, &'a AngleLimit)> {
    let constraints = model.constraints.get(map.constraints.clone());
    let constraints = constraints.unwrap_or_default().iter();
    constraints.filter_map(|constraint| match constraint {
        Constraint::AngleLimit(limit) => Some((part_of(map, limit.child)?, limit)),
        _ => None,
    })
}

/// How a part is turned now in the frame of its parent, as a quaternion w, x, y, z; none
/// for a part without limits.
pub fn turned_now(map: &RagdollMap, model: &Model, state: &State, part: &str) -> Option<[f64; 4]> {
    let (_, limit) = joint_limits(map, model).find(|(of, _)| *of == part)?;
    let [parent, child] = [limit.parent, limit.child].map(|frame| frame.orientation(state));
    let turned = parent.conjugate() * child;
    Some([turned.w, turned.x, turned.y, turned.z])
}

fn part_of(map: &RagdollMap, frame: Frame) -> Option<&'static str> {
    match frame {
        Frame::Body(body) => map.parts.get(body.checked_sub(map.bodies.start)?).copied(),
        Frame::World => None,
    }
}
