//! Contacts of a ragdoll as those see them who look on.

use super::{Contact, Touched};
use crate::physics::attach::Attachment;
use crate::physics::contact::{self, Side};
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::scenery::Scenery;
use crate::physics::lanes::vector::Vector;
use crate::physics::model::Surface;
use crate::physics::ColliderId;
use glam::DVec3;

/// A contact, and what is known of it without the state that it is in.
pub struct Seen {
    /// With what it has pushed so far in the substep.
    pub contact: contact::Contact,
    /// Where on the plane, at the start of the substep, m.
    pub foot: DVec3,
    /// Normal speed, m/s.
    pub normal_speed: f64,
}

impl<L: Lane<Mask = bool>> Contact<L> {
    /// What is known of it; none where the plane is not near. Places of the ragdoll are counted
    /// from `origin`; `grip` is what to grip of its thing at a place, at a point of its frame, m.
    pub fn seen<M: Mover<L>>(
        &self,
        touched: &mut Touched<'_, L, M>,
        (scenery, origin): (&Scenery, DVec3),
        grip: impl Fn(usize, DVec3) -> (ColliderId, Attachment),
    ) -> Option<Seen> {
        if !self.near {
            return None;
        }
        let plane = &scenery.planes[self.plane];
        let (point, mover, _) = touched.by(self);
        let start = origin + vector(self.start);
        let foot = start - plane.normal * (start - plane.point).dot(plane.normal);
        let normal_speed = number(self.normal_speed(mover));
        let (owner, core) = grip(point.mover, point.arm.map_or(DVec3::ZERO, DVec3::from));
        let contact = contact::Contact {
            a: Side {
                owner,
                core,
                surface_arm: vector(self.surface_arm),
                radius: point.radius,
            },
            b: Side {
                owner: ColliderId::Obstacle(plane.obstacle),
                core: Attachment::World(foot),
                surface_arm: DVec3::ZERO,
                radius: 0.0,
            },
            normal: plane.normal,
            reach: point.radius,
            material: Surface::combine(point.surface, plane.surface),
            approach: number(self.approach),
            slip_before: vector(self.slip_before),
            belt: DVec3::ZERO,
            touches: self.met,
            is_met: self.met,
            start: start - foot,
            left_depth: number(self.left_depth),
            feature: self.point as u32,
            jointed: true,
            supports: false,
            normal_push: number(self.normal_push),
            friction_push: vector(self.friction_push),
            normal_impulse: number(self.normal_impulse),
            friction_impulse: vector(self.friction_impulse),
            bounce: number(self.bounce),
            rub: vector(self.rub),
        };
        Some(Seen {
            contact,
            foot,
            normal_speed,
        })
    }
}

fn number<L: Lane>(value: L) -> f64 {
    value.lane(0)
}

fn vector<L: Lane>(of: Vector<L>) -> DVec3 {
    DVec3::new(number(of.x), number(of.y), number(of.z))
}
