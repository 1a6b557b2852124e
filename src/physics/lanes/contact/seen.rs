//! Contacts of a ragdoll as a probe sees them.

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

impl<L: Lane<Mask = bool>> Contact<L> {
    /// With what it has pushed so far in the substep; none where the plane is not near. `grip`
    /// is what to grip of the thing of the ragdoll at a place, at a point of its frame, m.
    pub fn seen<M: Mover<L>>(
        &self,
        touched: &mut Touched<'_, L, M>,
        scenery: &Scenery,
        grip: impl Fn(usize, DVec3) -> (ColliderId, Attachment),
    ) -> Option<contact::Contact> {
        if !self.near {
            return None;
        }
        let plane = &scenery.planes[self.plane];
        let (point, _, _) = touched.by(self);
        let (owner, core) = grip(point.mover, point.arm.map_or(DVec3::ZERO, DVec3::from));
        Some(contact::Contact {
            a: Side {
                owner,
                core,
                surface_arm: vector(self.surface_arm),
                radius: point.radius,
            },
            b: Side {
                owner: ColliderId::Obstacle(plane.obstacle),
                core: Attachment::World(plane.point),
                surface_arm: DVec3::ZERO,
                radius: 0.0,
            },
            normal: plane.normal,
            reach: point.radius,
            material: Surface::combine(point.surface, plane.surface),
            approach: number(self.approach),
            slip_before: vector(self.slip_before),
            touches: self.met,
            is_met: self.met,
            start: vector(self.start),
            left_depth: number(self.left_depth),
            feature: self.point as u32,
            jointed: true,
            penalty: false,
            supports: false,
            normal_push: number(self.normal_push),
            friction_push: vector(self.friction_push),
            normal_impulse: number(self.normal_impulse),
            friction_impulse: vector(self.friction_impulse),
            bounce: number(self.bounce),
            rub: vector(self.rub),
        })
    }
}

fn number<L: Lane>(value: L) -> f64 {
    value.lane(0)
}

fn vector<L: Lane>(of: Vector<L>) -> DVec3 {
    DVec3::new(number(of.x), number(of.y), number(of.z))
}
