//! Attachment points: where a constraint or a contact grips.
//!
//! A constraint asks an attachment for its position, its velocity and how easily
//! it moves, and pushes it. World, particles and rigid bodies answer alike, so
//! each constraint is written once for all of them.
//!
//! Sources: Jakobsen, section 5 (weighted points of particles); Müller et al.,
//! "Detailed Rigid Body Simulation with Extended Position Based Dynamics" (2020),
//! equations 2 to 9 (bodies).

use super::math::{cross_matrix, rotation_from_vector};
use super::model::Model;
use super::state::State;
use glam::{DMat3, DVec3};

/// Where a constraint grips.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Attachment {
    /// A point of the world, m.
    World(DVec3),
    /// A particle.
    Particle(usize),
    /// A weighted point of four particles (stick, triangle, tetrahedron); the
    /// weights sum to 1, unused ones are 0.
    Particles {
        /// Particle indices.
        ix: [usize; 4],
        /// Their weights.
        weight: [f64; 4],
    },
    /// A point of a rigid body.
    Body {
        /// Body index.
        body: usize,
        /// From the centre of mass, body frame, m.
        arm: DVec3,
    },
}

/// What a push changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Positions; the push is in kg·m.
    Position,
    /// Velocities; the push is in kg·m/s.
    Velocity,
}

impl Attachment {
    /// The point at `place` (0 = `a`, 1 = `b`) of the line between two particles.
    pub fn on_stick(a: usize, b: usize, place: f64) -> Attachment {
        if place <= 0.0 {
            Attachment::Particle(a)
        } else if place >= 1.0 {
            Attachment::Particle(b)
        } else {
            Attachment::Particles {
                ix: [a, b, b, b],
                weight: [1.0 - place, place, 0.0, 0.0],
            }
        }
    }

    /// The centre of mass of a body.
    pub fn centre_of(body: usize) -> Attachment {
        Attachment::Body {
            body,
            arm: DVec3::ZERO,
        }
    }

    /// Position in the world, m.
    pub fn position(&self, state: &State) -> DVec3 {
        match *self {
            Attachment::World(point) => point,
            Attachment::Particle(i) => state.particles[i].position,
            Attachment::Particles { ix, weight } => {
                weighted(ix, weight, |i| state.particles[i].position)
            }
            Attachment::Body { body, arm } => {
                let b = &state.bodies[body];
                b.position + b.orientation * arm
            }
        }
    }

    /// Velocity in the world, m/s.
    pub fn velocity(&self, state: &State) -> DVec3 {
        match *self {
            Attachment::World(_) => DVec3::ZERO,
            Attachment::Particle(i) => state.particles[i].velocity,
            Attachment::Particles { ix, weight } => {
                weighted(ix, weight, |i| state.particles[i].velocity)
            }
            Attachment::Body { body, arm } => {
                let b = &state.bodies[body];
                b.velocity + b.angular_velocity.cross(b.orientation * arm)
            }
        }
    }

    /// Inverse of the mass that opposes a push along the unit vector `direction`, 1/kg.
    pub fn inverse_mass_along(&self, model: &Model, state: &State, direction: DVec3) -> f64 {
        match *self {
            Attachment::Body { body, arm } => {
                let (inverse_mass, inverse_inertia) = state.inverse_mass_of_body(model, body);
                let lever = (state.bodies[body].orientation * arm).cross(direction);
                inverse_mass + inverse_inertia * lever.length_squared()
            }
            _ => self.inverse_mass_of_points(model, state),
        }
    }

    /// The matrix that takes a push to the displacement of this point, 1/kg.
    pub fn inverse_mass_matrix(&self, model: &Model, state: &State) -> DMat3 {
        match *self {
            Attachment::Body { body, arm } => {
                let (inverse_mass, inverse_inertia) = state.inverse_mass_of_body(model, body);
                let lever = cross_matrix(state.bodies[body].orientation * arm);
                DMat3::from_diagonal(DVec3::splat(inverse_mass)) - lever * lever * inverse_inertia
            }
            _ => DMat3::from_diagonal(DVec3::splat(self.inverse_mass_of_points(model, state))),
        }
    }

    /// Pushes: a position push moves and turns, a velocity push is an impulse.
    pub fn push(&self, model: &Model, state: &mut State, push: DVec3, level: Level) {
        match *self {
            Attachment::World(_) => {}
            Attachment::Particle(i) => {
                let change = push * state.inverse_mass_of_particle(model, i);
                change_particle(state, i, change, level);
            }
            Attachment::Particles { ix, weight } => {
                for (i, c) in ix.into_iter().zip(weight) {
                    if c != 0.0 {
                        let change = push * (c * state.inverse_mass_of_particle(model, i));
                        change_particle(state, i, change, level);
                    }
                }
            }
            Attachment::Body { body, arm } => push_body(model, state, body, arm, push, level),
        }
    }

    /// Mass that stands behind this side of a relaxation constraint, kg; `None`
    /// for the world and for fixed particles.
    pub fn mass(&self, model: &Model) -> Option<f64> {
        match *self {
            Attachment::World(_) => None,
            Attachment::Body { body, .. } => Some(model.bodies[body].mass),
            Attachment::Particle(i) => {
                (!model.particles[i].fixed).then_some(model.particles[i].mass)
            }
            Attachment::Particles { ix, weight } => {
                let inverse: f64 = ix
                    .into_iter()
                    .zip(weight)
                    .filter(|&(i, _)| !model.particles[i].fixed)
                    .map(|(i, c)| c * c / model.particles[i].mass)
                    .sum();
                (inverse > 0.0).then(|| 1.0 / inverse)
            }
        }
    }

    /// Index of the first thing that moves, counting particles, then bodies.
    pub(super) fn first_mover(&self, bodies_from: usize) -> Option<usize> {
        match *self {
            Attachment::World(_) => None,
            Attachment::Particle(i) => Some(i),
            Attachment::Particles { ix, .. } => Some(ix[0]),
            Attachment::Body { body, .. } => Some(bodies_from + body),
        }
    }

    /// Assembly this point belongs to; `None` for the world.
    pub fn assembly(&self, model: &Model) -> Option<usize> {
        match *self {
            Attachment::World(_) => None,
            Attachment::Particle(i) => Some(model.particles[i].assembly),
            Attachment::Particles { ix, .. } => Some(model.particles[ix[0]].assembly),
            Attachment::Body { body, .. } => Some(model.bodies[body].assembly),
        }
    }

    fn inverse_mass_of_points(&self, model: &Model, state: &State) -> f64 {
        match *self {
            Attachment::Particle(i) => state.inverse_mass_of_particle(model, i),
            Attachment::Particles { ix, weight } => ix
                .into_iter()
                .zip(weight)
                .map(|(i, c)| c * c * state.inverse_mass_of_particle(model, i))
                .sum(),
            Attachment::World(_) | Attachment::Body { .. } => 0.0,
        }
    }
}

fn weighted(ix: [usize; 4], weight: [f64; 4], value: impl Fn(usize) -> DVec3) -> DVec3 {
    ix.into_iter().zip(weight).map(|(i, c)| value(i) * c).sum()
}

fn change_particle(state: &mut State, particle: usize, change: DVec3, level: Level) {
    match level {
        Level::Position => state.particles[particle].position += change,
        Level::Velocity => state.particles[particle].velocity += change,
    }
}

fn push_body(model: &Model, state: &mut State, body: usize, arm: DVec3, push: DVec3, level: Level) {
    let (inverse_mass, inverse_inertia) = state.inverse_mass_of_body(model, body);
    let b = &mut state.bodies[body];
    let turn = (b.orientation * arm).cross(push) * inverse_inertia;
    match level {
        Level::Position => {
            b.position += push * inverse_mass;
            if turn != DVec3::ZERO {
                b.orientation = (rotation_from_vector(turn) * b.orientation).normalize();
            }
        }
        Level::Velocity => {
            b.velocity += push * inverse_mass;
            b.angular_velocity += turn;
        }
    }
}
