//! Attachment points: where a constraint or a contact grips.
//!
//! A constraint asks an attachment for its position, its velocity and how easily
//! it moves, and pushes it. World, particles and rigid bodies answer alike, so
//! each constraint is written once for all of them.
//!
//! Sources: Jakobsen, section 5 (weighted points of particles); Müller et al.,
//! "Detailed Rigid Body Simulation with Extended Position Based Dynamics" (2020),
//! equations 2 to 9 (bodies).

mod frame;
mod limb;
mod response;

use super::model::Model;
use super::state::State;
pub use frame::Frame;
use glam::{DMat3, DVec3};
use limb::beside;
pub(in crate::physics) use limb::LimbPoint;
pub use response::Response;

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
    /// A point beside the line between two particles, which turns with it. The
    /// line has no spin, so a push across it that would spin it does not.
    Limb {
        /// First particle.
        a: usize,
        /// Second particle.
        b: usize,
        /// Place along the line, 0 = `a` to 1 = `b`.
        place: f64,
        /// From the line to the point, across the line, world, m; only its part
        /// across the present line counts, at its full length.
        offset: DVec3,
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

    /// The number of its body, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut usize> {
        match self {
            Attachment::Body { body, .. } => Some(body),
            _ => None,
        }
    }

    /// Whether what it names is in the model.
    pub fn is_in(&self, model: &Model) -> bool {
        let has = |particle: usize| particle < model.particles.len();
        match *self {
            Attachment::World(_) => true,
            Attachment::Particle(i) => has(i),
            Attachment::Particles { ix, .. } => ix.into_iter().all(has),
            Attachment::Limb { a, b, .. } => has(a) && has(b),
            Attachment::Body { body, .. } => body < model.bodies.len(),
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
            Attachment::Limb {
                a,
                b,
                place,
                offset,
            } => {
                let (_, offset) = beside(state, [a, b], offset);
                let [a, b] = [a, b].map(|i| state.particles[i].position);
                a.lerp(b, place) + offset
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
            Attachment::Limb {
                a,
                b,
                place,
                offset,
            } => {
                let limb = LimbPoint::new(state, a, b, place, offset);
                limb.motion([a, b].map(|i| state.particles[i].velocity))
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
                let lever = (state.bodies[body].orientation * arm).cross(direction);
                let turned = state.inverse_inertia_times(model, body, lever);
                state.inverse_mass_of_body(model, body) + lever.dot(turned)
            }
            Attachment::Limb {
                a,
                b,
                place,
                offset,
            } => {
                let shares = LimbPoint::new(state, a, b, place, offset).shares(direction);
                [a, b]
                    .into_iter()
                    .zip(shares)
                    .map(|(i, share)| {
                        share.length_squared() * state.inverse_mass_of_particle(model, i)
                    })
                    .sum()
            }
            _ => self.inverse_mass_of_points(model, state),
        }
    }

    /// The matrix that takes a push to the displacement of this point, 1/kg.
    pub fn inverse_mass_matrix(&self, model: &Model, state: &State) -> DMat3 {
        match *self {
            Attachment::Body { body, arm } => {
                let inverse_mass = DVec3::splat(state.inverse_mass_of_body(model, body));
                let lever = state.bodies[body].orientation * arm;
                let inverse_inertia = state.inverse_inertia_matrix(model, body);
                // Column by column: what a unit push along each axis moves by turning.
                let column = |axis: DVec3| (inverse_inertia * lever.cross(axis)).cross(lever);
                DMat3::from_diagonal(inverse_mass)
                    + DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
            }
            Attachment::Limb { .. } => {
                // Column by column: what a unit push along each axis moves.
                let axes = [DVec3::X, DVec3::Y, DVec3::Z];
                let [x, y, z] = axes.map(|axis| self.limb_response(model, state, axis));
                DMat3::from_cols(x, y, z)
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
            Attachment::Limb {
                a,
                b,
                place,
                offset,
            } => {
                let shares = LimbPoint::new(state, a, b, place, offset).shares(push);
                for (i, share) in [a, b].into_iter().zip(shares) {
                    let change = share * state.inverse_mass_of_particle(model, i);
                    change_particle(state, i, change, level);
                }
            }
            Attachment::Body { body, arm } => push_body(model, state, body, arm, push, level),
        }
    }

    /// Displacement of a limb point under a unit push.
    fn limb_response(&self, model: &Model, state: &State, push: DVec3) -> DVec3 {
        let Attachment::Limb {
            a,
            b,
            place,
            offset,
        } = *self
        else {
            return DVec3::ZERO;
        };
        let limb = LimbPoint::new(state, a, b, place, offset);
        let [to_a, to_b] = limb.shares(push);
        limb.motion([
            to_a * state.inverse_mass_of_particle(model, a),
            to_b * state.inverse_mass_of_particle(model, b),
        ])
    }

    /// Mass that stands behind this side of a relaxation constraint, kg; `None`
    /// for the world, for fixed particles and for what follows a path.
    pub fn mass(&self, model: &Model) -> Option<f64> {
        match *self {
            Attachment::World(_) => None,
            Attachment::Body { body, .. } => {
                let body = &model.bodies[body];
                (!body.is_kinematic()).then_some(body.mass)
            }
            Attachment::Particle(i) => {
                (!model.particles[i].fixed).then_some(model.particles[i].mass)
            }
            Attachment::Limb { a, b, place, .. } => Attachment::on_stick(a, b, place).mass(model),
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
    pub fn first_mover(&self, bodies_from: usize) -> Option<usize> {
        match *self {
            Attachment::World(_) => None,
            Attachment::Particle(i) | Attachment::Limb { a: i, .. } => Some(i),
            Attachment::Particles { ix, .. } => Some(ix[0]),
            Attachment::Body { body, .. } => Some(bodies_from + body),
        }
    }

    /// The same; none for what follows a path, whatever pushes it.
    pub fn first_free_mover(&self, model: &Model) -> Option<usize> {
        let follows_a_path = matches!(
            *self,
            Attachment::Body { body, .. } if model.bodies[body].is_kinematic()
        );
        match follows_a_path {
            true => None,
            false => self.first_mover(model.particles.len()),
        }
    }

    /// Visits everything that moves with a push, counting particles, then bodies.
    pub fn each_mover(&self, bodies_from: usize, mut visit: impl FnMut(usize)) {
        match *self {
            Attachment::World(_) => {}
            Attachment::Particle(i) => visit(i),
            Attachment::Limb { a, b, .. } => [a, b].into_iter().for_each(visit),
            Attachment::Particles { ix, weight } => {
                for (i, _) in ix.into_iter().zip(weight).filter(|(_, c)| *c != 0.0) {
                    visit(i);
                }
            }
            Attachment::Body { body, .. } => visit(bodies_from + body),
        }
    }

    /// Articulation this point belongs to; `None` for the world and for what follows a path.
    pub fn articulation(&self, model: &Model) -> Option<usize> {
        match *self {
            Attachment::World(_) => None,
            Attachment::Particle(i) | Attachment::Limb { a: i, .. } => {
                Some(model.particles[i].articulation)
            }
            Attachment::Particles { ix, .. } => Some(model.particles[ix[0]].articulation),
            Attachment::Body { body, .. } => {
                let body = &model.bodies[body];
                (!body.is_kinematic()).then_some(body.articulation)
            }
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
            Attachment::World(_) | Attachment::Limb { .. } | Attachment::Body { .. } => 0.0,
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
    let moved = push * state.inverse_mass_of_body(model, body);
    let lever = state.bodies[body].orientation * arm;
    match level {
        Level::Position => state.bodies[body].position += moved,
        Level::Velocity => state.bodies[body].velocity += moved,
    }
    Frame::Body(body).turn(model, state, lever.cross(push), level);
}
