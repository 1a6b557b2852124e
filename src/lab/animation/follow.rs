//! Muscles that lead a ragdoll towards its clip while physics moves it.

use crate::physics::{Aim, Attachment, BodyState, Constraint, Model};
use std::ops::Range;

/// Where the ball joints among these constraints should be led, for bodies that should move as
/// their clip has them: towards the orientation of the child in its parent, and on with the
/// velocity at which that turns. Joints without muscles are left out.
pub(super) fn aims(
    model: &Model,
    constraints: Range<usize>,
    bodies: &Range<usize>,
    clip: &[BodyState],
) -> Vec<Aim> {
    let part = |body: usize| clip.get(body.checked_sub(bodies.start)?);
    let aim = |constraint: usize| {
        let Constraint::Pin(pin) = model.constraints.get(constraint)? else {
            return None;
        };
        let (Attachment::Body { body: above, .. }, Attachment::Body { body, .. }) = (pin.a, pin.b)
        else {
            return None;
        };
        let (parent, child) = (part(above)?, part(body)?);
        let back = parent.orientation.conjugate();
        let aim = Aim {
            constraint,
            orientation: (back * child.orientation).normalize(),
            angular_velocity: back * (child.angular_velocity - parent.angular_velocity),
            strength: 1.0,
        };
        model.can_aim(constraint).then_some(aim)
    };
    constraints.filter_map(aim).collect()
}
