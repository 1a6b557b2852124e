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

/// Share by which velocities change at most to have a known energy.
const NEAR: f64 = 0.01;

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

impl Weighed {
    /// Its kinetic energy, J.
    pub fn energy(&self) -> f64 {
        let momentum = Spatial {
            linear: self.motion.linear * self.mass,
            angular: self.inertia * self.motion.angular,
        };
        0.5 * momentum.dot(&self.motion)
    }
}

/// A motion that several things have in common, and how much of the rest they keep.
#[derive(Debug, Clone, Copy)]
pub struct Slowing {
    /// Centre of mass of all, m, and its motion.
    centre: DVec3,
    common: Spatial,
    kept: f64,
}

impl Slowing {
    /// How things are slowed that have more kinetic energy than they may, J; none if they have
    /// not.
    pub fn below(
        things: impl Iterator<Item = Weighed> + Clone,
        floats: bool,
        most: f64,
    ) -> Option<Slowing> {
        let energy: f64 = things.clone().map(|thing| thing.energy()).sum();
        (energy > most).then(|| Slowing::by(things, floats, energy - most))
    }

    /// How things are slowed, or sped up, whose kinetic energy is known, J: onto the manifold
    /// of that energy (Hairer, Lubich, Wanner, "Geometric Numerical Integration", section
    /// IV.4). None where that is far, as in a moment of rest.
    pub fn to(
        things: impl Iterator<Item = Weighed> + Clone,
        floats: bool,
        wanted: f64,
    ) -> Option<Slowing> {
        let energy: f64 = things.clone().map(|thing| thing.energy()).sum();
        let slowing = Slowing::by(things, floats, energy - wanted);
        ((slowing.kept - 1.0).abs() < NEAR).then_some(slowing)
    }

    /// Takes so much of their energy, J: from how they move against each other if nothing
    /// holds them, so that they keep their momenta.
    fn by(things: impl Iterator<Item = Weighed> + Clone, floats: bool, taken: f64) -> Slowing {
        let mut slowing = Slowing {
            centre: DVec3::ZERO,
            common: Spatial::ZERO,
            kept: 1.0,
        };
        if floats {
            let balance = Balance::of(things.clone());
            let still = Balance {
                momentum: DVec3::ZERO,
                angular: DVec3::ZERO,
                ..balance
            };
            (slowing.centre, slowing.common) = (balance.centre, balance.missing(&still));
        }
        let against = |thing: Weighed| {
            let mut motion = thing.motion;
            motion += slowing.at(thing.position).times(-1.0);
            Weighed { motion, ..thing }
        };
        let inner: f64 = things.map(|thing| against(thing).energy()).sum();
        slowing.kept = (1.0 - taken / inner).max(0.0).sqrt();
        slowing
    }

    /// The motion of something at a place that moves so.
    pub fn slowed(&self, position: DVec3, motion: Spatial) -> Spatial {
        let common = self.at(position);
        let mut own = motion;
        own += common.times(-1.0);
        let mut slowed = own.times(self.kept);
        slowed += common;
        slowed
    }

    fn at(&self, position: DVec3) -> Spatial {
        self.common.carried(position - self.centre)
    }
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
