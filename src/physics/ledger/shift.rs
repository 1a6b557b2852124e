//! What a solver event did to one mover.

use super::Entry;
use crate::physics::dynamics::inertia::inertia_at;
use crate::physics::math::vector_from_rotation;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::{DMat3, DQuat, DVec3};
use std::ops::{Add, AddAssign, Sub};

/// A change of how a mover lies and moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Shift {
    /// Of its place, m.
    pub way: DVec3,
    /// Of its orientation, rad.
    pub turn: DVec3,
    /// Of its velocity, m/s.
    pub velocity: DVec3,
    /// Of its angular velocity, rad/s.
    pub spin: DVec3,
}

impl Shift {
    pub fn is_zero(&self) -> bool {
        *self == Shift::default()
    }

    pub fn times(self, factor: f64) -> Shift {
        Shift {
            way: self.way * factor,
            turn: self.turn * factor,
            velocity: self.velocity * factor,
            spin: self.spin * factor,
        }
    }
}

impl Add for Shift {
    type Output = Shift;

    fn add(self, other: Shift) -> Shift {
        Shift {
            way: self.way + other.way,
            turn: self.turn + other.turn,
            velocity: self.velocity + other.velocity,
            spin: self.spin + other.spin,
        }
    }
}

impl Sub for Shift {
    type Output = Shift;

    fn sub(self, other: Shift) -> Shift {
        self + other.times(-1.0)
    }
}

/// How a mover lies and moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Motion {
    pub position: DVec3,
    pub orientation: DQuat,
    pub velocity: DVec3,
    pub spin: DVec3,
}

impl Motion {
    /// That of a mover; particles are counted first, then bodies.
    pub fn of(state: &State, mover: usize) -> Motion {
        match mover.checked_sub(state.particles.len()) {
            None => {
                let particle = &state.particles[mover];
                Motion {
                    position: particle.position,
                    orientation: DQuat::IDENTITY,
                    velocity: particle.velocity,
                    spin: DVec3::ZERO,
                }
            }
            Some(body) => {
                let body = &state.bodies[body];
                Motion {
                    position: body.position,
                    orientation: body.orientation,
                    velocity: body.velocity,
                    spin: body.angular_velocity,
                }
            }
        }
    }

    /// What led to it from another.
    pub fn since(&self, before: &Motion) -> Shift {
        let turn = match self.orientation == before.orientation {
            true => DVec3::ZERO,
            false => vector_from_rotation(self.orientation * before.orientation.conjugate()),
        };
        Shift {
            way: self.position - before.position,
            turn,
            velocity: self.velocity - before.velocity,
            spin: self.spin - before.spin,
        }
    }
}

/// Mass, kg, and inertia in the world, kg m², of a mover; a fixed particle has none, nor has what
/// follows a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Masses {
    pub mass: f64,
    pub inertia: DMat3,
}

impl Masses {
    pub fn of(model: &Model, state: &State, mover: usize) -> Masses {
        match mover.checked_sub(state.particles.len()) {
            None => {
                let particle = &model.particles[mover];
                Masses {
                    mass: if particle.fixed { 0.0 } else { particle.mass },
                    inertia: DMat3::ZERO,
                }
            }
            Some(body) if model.bodies[body].is_kinematic() => Masses {
                mass: 0.0,
                inertia: DMat3::ZERO,
            },
            Some(body) => {
                let (constant, now) = (&model.bodies[body], &state.bodies[body]);
                Masses {
                    mass: constant.mass,
                    inertia: inertia_at(constant, now.orientation),
                }
            }
        }
    }
}

impl Masses {
    /// Kinetic energy at a motion, J.
    pub fn kinetic_energy(&self, motion: &Motion) -> f64 {
        let turning = motion.spin.dot(self.inertia * motion.spin);
        0.5 * (self.mass * motion.velocity.length_squared() + turning)
    }
}

/// Momentum, kg m/s, and angular momentum about the centre of mass, kg m²/s, that a mover
/// was given.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Impulse {
    pub linear: DVec3,
    pub angular: DVec3,
}

impl Impulse {
    /// That of a part of a solver event.
    pub fn of(part: &Shift, masses: &Masses) -> Impulse {
        Impulse {
            linear: part.velocity * masses.mass,
            angular: masses.inertia * part.spin,
        }
    }

    /// That of turning alone: the same spin about other axes has another momentum.
    pub fn of_turning(spin: DVec3, [old, new]: [&Masses; 2]) -> Impulse {
        Impulse {
            linear: DVec3::ZERO,
            angular: new.inertia * spin - old.inertia * spin,
        }
    }

    /// Its work between two motions: that at the mean velocity.
    pub fn work(&self, [before, after]: [&Motion; 2]) -> f64 {
        let mean = (before.velocity + after.velocity) * 0.5;
        let mean_spin = (before.spin + after.spin) * 0.5;
        self.linear.dot(mean) + self.angular.dot(mean_spin)
    }
}

impl AddAssign for Impulse {
    fn add_assign(&mut self, other: Impulse) {
        self.linear += other.linear;
        self.angular += other.angular;
    }
}

/// What a part of a solver event did, but for the kinetic energy, which is that of a whole substep.
pub(super) fn entry_of(
    part: &Shift,
    impulse: &Impulse,
    [before, after]: [&Motion; 2],
    masses: &Masses,
    gravity: DVec3,
) -> Entry {
    Entry {
        momentum: impulse.linear,
        velocity: part.velocity,
        spin: part.spin,
        way: part.way,
        angular_momentum: after.position.cross(impulse.linear)
            + part.way.cross(before.velocity * masses.mass)
            + impulse.angular,
        kinetic: 0.0,
        potential: -masses.mass * gravity.dot(part.way),
    }
}
