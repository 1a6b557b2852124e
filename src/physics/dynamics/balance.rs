//! Momenta of an assembly that nothing holds.
//!
//! To close joints, or to carry their rates along, moves things against each other without
//! their velocities, and so the angular momentum of the whole by what a step of first order
//! leaves out. A rigid motion of all of it gives back what there was.

use super::slots::Spatial;
use glam::{DMat3, DVec3};

/// Share of the largest moment of inertia that a line has about itself here, so that it can
/// be turned back like anything else.
const LEAST_MOMENT: f64 = 1e-9;

/// Something with mass that moves.
#[derive(Debug, Clone, Copy)]
pub struct Weighed {
    /// kg.
    pub mass: f64,
    /// About its centre of mass, in the world, kg·m².
    pub inertia: DMat3,
    /// Of its centre of mass, m.
    pub position: DVec3,
    /// How it moves.
    pub motion: Spatial,
}

/// Mass, centre of mass, momenta and inertia of several things.
#[derive(Debug, Clone, Copy)]
pub struct Balance {
    mass: f64,
    /// Centre of mass, m.
    pub centre: DVec3,
    momentum: DVec3,
    /// About the centre of mass.
    angular: DVec3,
    inertia: DMat3,
}

impl Balance {
    /// That of these things.
    pub fn of(things: impl Iterator<Item = Weighed> + Clone) -> Balance {
        let mut balance = Balance {
            mass: 0.0,
            centre: DVec3::ZERO,
            momentum: DVec3::ZERO,
            angular: DVec3::ZERO,
            inertia: DMat3::ZERO,
        };
        for thing in things.clone() {
            balance.mass += thing.mass;
            balance.centre += thing.position * thing.mass;
            balance.momentum += thing.motion.linear * thing.mass;
        }
        balance.centre /= balance.mass;
        for thing in things {
            let arm = thing.position - balance.centre;
            let momentum = thing.motion.linear * thing.mass;
            balance.angular += arm.cross(momentum) + thing.inertia * thing.motion.angular;
            let spread = DMat3::from_diagonal(DVec3::splat(arm.length_squared()))
                - DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            balance.inertia += thing.inertia + spread * thing.mass;
        }
        balance
    }

    /// Where the centre of mass is after `h` seconds.
    pub fn centre_after(&self, h: f64) -> DVec3 {
        self.centre + self.momentum * (h / self.mass)
    }

    /// The rigid motion, as that of the present centre of mass, that has to be added to
    /// things with the balance `now` so that their momenta are these.
    pub fn missing(&self, now: &Balance) -> Spatial {
        let inertia = now.inertia;
        let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
        let inertia = inertia + DMat3::from_diagonal(DVec3::splat(LEAST_MOMENT * trace));
        // A single point has nothing to turn.
        let angular = match trace > 0.0 {
            true => inertia.inverse() * (self.angular - now.angular),
            false => DVec3::ZERO,
        };
        Spatial {
            linear: (self.momentum - now.momentum) / now.mass,
            angular,
        }
    }
}

impl Spatial {
    /// The motion of a point `arm` away that moves with this.
    pub fn carried(&self, arm: DVec3) -> Spatial {
        Spatial {
            linear: self.linear + self.angular.cross(arm),
            angular: self.angular,
        }
    }
}
