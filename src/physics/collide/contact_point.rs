//! Geometry of a contact, and the contact that it becomes.

use super::proxy::ColliderProxy;
use super::Now;
use crate::physics::attach::Attachment;
use crate::physics::contact::{Contact, Side};
use crate::physics::model::{ColliderId, Surface};
use glam::DVec3;

/// Geometry of a contact before it is known how the bodies move.
pub(super) struct ContactPoint {
    pub core_a: Attachment,
    pub core_b: Attachment,
    /// From each core to the surface, m.
    pub radii: [f64; 2],
    pub normal: DVec3,
    pub reach: f64,
    pub touches: bool,
    pub feature: u32,
}

impl ContactPoint {
    /// The contact of a proxy with something else there, at the begin of a substep.
    pub fn contact(
        self,
        (model, state, h): Now<'_>,
        proxy: &ColliderProxy,
        (other, other_surface): (ColliderId, Surface),
    ) -> Contact {
        let side = |owner: ColliderId, core: Attachment, radius: f64| Side {
            owner,
            core: match owner {
                ColliderId::Triangle(_) => at_corner(core),
                _ => core,
            },
            surface_arm: DVec3::ZERO,
            radius,
        };
        let [radius_a, radius_b] = self.radii;
        let a = side(proxy.owner, self.core_a, radius_a);
        let b = side(other, self.core_b, radius_b);
        let joints_hold = |side: Side| {
            side.core
                .articulation(model)
                .is_some_and(|i| model.jointed[i])
        };
        let mut contact = Contact {
            a,
            b,
            normal: self.normal,
            reach: self.reach,
            material: Surface::combine(proxy.surface, other_surface),
            approach: 0.0,
            slip_before: DVec3::ZERO,
            belt: DVec3::ZERO,
            touches: false,
            is_met: false,
            feature: self.feature,
            jointed: joints_hold(a) || joints_hold(b),
            supports: false,
            left_depth: 0.0,
            start: DVec3::ZERO,
            normal_push: 0.0,
            friction_push: DVec3::ZERO,
            normal_impulse: 0.0,
            friction_impulse: DVec3::ZERO,
            bounce: 0.0,
            rub: DVec3::ZERO,
        };
        contact.begin_substep(model, state, h);
        contact.touches |= self.touches;
        contact
    }
}

/// A point of a triangle: at a corner it is the particle there, which costs far less. Of what
/// lies on a floor or over a box most contacts are there.
fn at_corner(core: Attachment) -> Attachment {
    let Attachment::Particles { ix, weight } = core else {
        return core;
    };
    let corner = weight.iter().position(|&weight| weight == 1.0);
    let carries = weight.iter().filter(|&&weight| weight != 0.0).count();
    match (corner, carries) {
        (Some(corner), 1) => Attachment::Particle(ix[corner]),
        _ => core,
    }
}
