//! Masses of what moves, in slots, at the poses of a substep.

use super::slots::{Mover, Slots, Spatial};
use crate::physics::model::{BodyModel, Model};
use crate::physics::state::State;
use glam::{DMat3, DQuat};
use std::ops::Range;

/// Mass and inertia of a mover, and their inverses; the inverses of what is fixed or
/// sleeps are zero.
#[derive(Debug, Clone, Copy, Default)]
pub struct Inertia {
    /// kg.
    pub mass: f64,
    /// 1/kg.
    pub inverse_mass: f64,
    /// In the world, kg·m²; zero of a particle.
    pub inertia: DMat3,
    /// In the world, 1/(kg·m²); zero of a particle.
    pub inverse_inertia: DMat3,
}

impl Inertia {
    /// What an impulse does to a velocity.
    pub fn response(&self, impulse: &Spatial) -> Spatial {
        Spatial {
            linear: impulse.linear * self.inverse_mass,
            angular: self.inverse_inertia * impulse.angular,
        }
    }

    /// The momentum at a velocity.
    pub fn momentum(&self, velocity: &Spatial) -> Spatial {
        Spatial {
            linear: velocity.linear * self.mass,
            angular: self.inertia * velocity.angular,
        }
    }
}

/// Inertias of all slots.
#[derive(Debug, Clone, Default)]
pub struct Inertias {
    slots: Vec<Inertia>,
}

impl Inertias {
    /// Room for so many.
    pub fn resize(&mut self, slots: usize) {
        self.slots.resize(slots, Inertia::default());
    }

    /// Takes in those of some slots.
    pub fn take(&mut self, model: &Model, state: &State, slots: &Slots, of: Range<usize>) {
        for slot in of {
            self.slots[slot] = match slots.mover(slot) {
                Mover::Particle(i) => Inertia {
                    mass: model.particles[i].mass,
                    inverse_mass: state.inverse_mass_of_particle(model, i),
                    ..Inertia::default()
                },
                Mover::Body(i) => of_body(model, state, i),
            };
        }
    }

    /// That of a slot.
    pub fn of(&self, slot: usize) -> &Inertia {
        &self.slots[slot]
    }
}

fn of_body(model: &Model, state: &State, body: usize) -> Inertia {
    let constant = &model.bodies[body];
    Inertia {
        mass: constant.mass,
        inverse_mass: state.inverse_mass_of_body(model, body),
        inertia: inertia_at(constant, state.bodies[body].orientation),
        inverse_inertia: state.inverse_inertia_matrix(model, body),
    }
}

/// Inertia of a body at an orientation, in the world, kg·m².
pub fn inertia_at(body: &BodyModel, orientation: DQuat) -> DMat3 {
    let moments = DMat3::from_diagonal(body.inertia);
    if body.is_round() {
        return moments;
    }
    let axes = DMat3::from_quat(orientation * body.axes);
    axes * moments * axes.transpose()
}
