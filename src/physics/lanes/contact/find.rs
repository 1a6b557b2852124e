//! Where the points of ragdolls come near planes within a substep.

use super::{lever_of, place_of, Contact, Contacts};
use crate::physics::collide::MARGIN_M;
use crate::physics::contact::{RECOVERY_SPEED_M_S, RESTING_SPEED_M_S, SLOP_M, TOUCH_M};
use crate::physics::lanes::figure::Point;
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::scenery::{Plane, Scenery};
use crate::physics::model::Surface;

/// Adds the contacts of some points of a thing, before and after it was integrated, with the
/// planes, whose heights are from the origins of the ragdolls.
#[inline(always)]
pub fn find<L: Lane, M: Mover<L>>(
    (points, first): (&[Point], usize),
    (scenery, heights): (&Scenery, &[L]),
    sides: [&M; 2],
    contacts: &mut Contacts<L>,
) {
    for (place, point) in points.iter().enumerate() {
        for (of_plane, (plane, &height)) in scenery.planes.iter().zip(heights).enumerate() {
            let near = is_near(point, plane, height, sides);
            if L::any(near) {
                let mut contact =
                    Contact::new((first + place, point), (plane, height), sides[0], scenery);
                contact.near = near;
                contact.plane = of_plane;
                contacts.push(contact);
            }
        }
    }
}

/// Where a point is near a plane before or after the motion of a substep; the height
/// of the plane is from the origins of the ragdolls.
#[inline(always)]
fn is_near<L: Lane, M: Mover<L>>(
    point: &Point,
    plane: &Plane,
    height: L,
    [before, after]: [&M; 2],
) -> L::Mask {
    let along = before.position().like(plane.normal.to_array());
    let now = place_of(point, before).dot(along);
    let then = place_of(point, after).dot(along);
    now.min(then).lt(height + (point.radius + MARGIN_M))
}

impl<L: Lane> Contact<L> {
    /// A point and a plane before the motion of a substep, near everywhere.
    #[inline(always)]
    fn new<M: Mover<L>>(
        (index, point): (usize, &Point),
        (plane, height): (&Plane, L),
        before: &M,
        scenery: &Scenery,
    ) -> Contact<L> {
        let zero = height.like(0.0);
        let along = before.position().like(plane.normal.to_array());
        let level = height + point.radius;
        let now = place_of(point, before).dot(along) - level;
        let mut contact = Contact {
            point: index,
            plane: 0,
            normal: along,
            level,
            near: zero.le(zero),
            met: zero.le(zero),
            surface_arm: along * zero,
            start: before.position(),
            left_depth: zero,
            approach: zero,
            slip_before: along * zero,
            friction: 0.0,
            restitution: 0.0,
            rolling: 0.0,
            normal_push: zero,
            friction_push: along * zero,
            normal_impulse: zero,
            friction_impulse: along * zero,
            bounce: zero,
            rub: along * zero,
            lever: lever_of(point, before),
            mass: zero,
        };
        if M::TURNS {
            let out = before.arm(along * zero.like(-point.radius));
            contact.surface_arm = match point.arm {
                Some(arm) => out + out.like(arm),
                None => out,
            };
            contact.start += before.lever(contact.surface_arm);
        }
        let pair = Surface::combine(point.surface, plane.surface);
        contact.friction = pair.friction;
        contact.restitution = pair.restitution;
        contact.rolling = pair.rolling_resistance * point.radius;
        let undone = SLOP_M + RECOVERY_SPEED_M_S * scenery.h;
        contact.left_depth = (-now - undone).max(zero);
        let approach = contact.normal_speed(before);
        let fast = approach.lt(zero.like(-RESTING_SPEED_M_S));
        let fall = along.dot(along.like(scenery.fall));
        contact.approach = L::select(fast, approach + fall, approach);
        let coming = contact.approach.min(zero) * zero.like(scenery.h);
        contact.met = (now + coming).le(zero.like(TOUCH_M));
        contact.slip_before = contact.slip(before);
        contact
    }
}
