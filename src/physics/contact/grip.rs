//! An attachment as it lies when it is packed for passes over contacts.

use super::solver_body::{Now, SolverBodies};
use crate::physics::attach::{Attachment, LimbPoint};
use glam::DVec3;

/// Where a contact grips what it moves; all of it stays as it was packed.
#[derive(Debug, Clone, Copy)]
pub enum Grip {
    /// A point of the world.
    World,
    /// A particle, by its index among those that are packed.
    Particle(u32),
    /// A weighted point of particles, by its index among those that are packed.
    Particles(u32),
    /// A point beside the line between two particles, by its index among those that are packed.
    Limb(u32),
    /// A point of a body.
    Body {
        /// Index among those that are packed.
        body: u32,
        /// From the centre of mass to the point, in the world, m.
        arm: DVec3,
    },
}

/// A weighted point of particles, see [`Attachment::Particles`].
#[derive(Debug, Clone, Copy)]
pub struct WeightedGrip {
    /// Indices among the particles that are packed.
    pub ix: [u32; 4],
    /// Weights.
    pub weight: [f64; 4],
}

/// A point beside the line between two particles.
#[derive(Debug, Clone, Copy)]
pub struct LimbGrip {
    /// The particles, by index among those that are packed.
    pub ix: [u32; 2],
    /// The point.
    pub point: LimbPoint,
}

impl Grip {
    /// An attachment at the present state, and where it is, m; what it moves is packed.
    pub fn of(attachment: Attachment, bodies: &mut SolverBodies, now: Now<'_>) -> (Grip, DVec3) {
        let state = now.state;
        let mut packed = |particle: usize| bodies.pack_particle(now, particle) as u32;
        let grip = match attachment {
            Attachment::World(_) => Grip::World,
            Attachment::Particle(i) => Grip::Particle(packed(i)),
            Attachment::Particles { ix, weight } => {
                let ix = ix.map(packed);
                bodies.grip_weighted(ix, weight)
            }
            Attachment::Limb {
                a,
                b,
                place,
                offset,
            } => {
                let ix = [a, b].map(packed);
                let point = LimbPoint::new(state, a, b, place, offset);
                bodies.grip_limb(LimbGrip { ix, point })
            }
            Attachment::Body { body, arm } => {
                let body = bodies.pack_body(now, body);
                let packed = &bodies.places[body];
                let arm = packed.rotation * arm;
                let body = body as u32;
                let grip = Grip::Body { body, arm };
                return (grip, packed.position + arm);
            }
        };
        (grip, attachment.position(state))
    }

    /// Velocity or displacement of the point.
    pub fn motion(&self, bodies: &SolverBodies) -> DVec3 {
        let particle = |i: u32| bodies.particles[i as usize].linear;
        match *self {
            Grip::World => DVec3::ZERO,
            Grip::Particle(i) => particle(i),
            Grip::Particles(i) => {
                let WeightedGrip { ix, weight } = bodies.weighted(i);
                let each = ix.into_iter().zip(weight);
                each.map(|(i, c)| particle(i) * c).sum()
            }
            Grip::Limb(i) => {
                let LimbGrip { ix, point } = bodies.limb(i);
                point.motion(ix.map(particle))
            }
            Grip::Body { body, arm } => bodies.bodies[body as usize].motion(arm),
        }
    }

    /// Inverse of the mass that opposes a push along a direction, 1/kg, times the square of that
    /// vector.
    pub fn inverse_mass_along(&self, bodies: &SolverBodies, direction: DVec3) -> f64 {
        let particle = |i: u32| bodies.particles[i as usize].inverse_mass;
        match *self {
            Grip::World => 0.0,
            Grip::Particle(i) => particle(i) * direction.length_squared(),
            Grip::Particles(i) => {
                let WeightedGrip { ix, weight } = bodies.weighted(i);
                let each = ix.into_iter().zip(weight);
                let all: f64 = each.map(|(i, c)| c * c * particle(i)).sum();
                all * direction.length_squared()
            }
            Grip::Limb(i) => {
                let LimbGrip { ix, point } = bodies.limb(i);
                let each = ix.into_iter().zip(point.shares(direction));
                each.map(|(i, share)| share.length_squared() * particle(i))
                    .sum()
            }
            Grip::Body { body, arm } => {
                bodies.bodies[body as usize].inverse_mass_along(arm, direction)
            }
        }
    }

    /// Pushes: kg·m on positions, kg·m/s on velocities.
    pub fn push(&self, bodies: &mut SolverBodies, push: DVec3) {
        match *self {
            Grip::World => {}
            Grip::Particle(i) => bodies.particles[i as usize].push(push),
            Grip::Particles(i) => {
                let WeightedGrip { ix, weight } = bodies.weighted(i);
                let each = ix.into_iter().zip(weight).filter(|&(_, c)| c != 0.0);
                each.for_each(|(i, c)| bodies.particles[i as usize].push(push * c));
            }
            Grip::Limb(i) => {
                let LimbGrip { ix, point } = bodies.limb(i);
                let each = ix.into_iter().zip(point.shares(push));
                each.for_each(|(i, share)| bodies.particles[i as usize].push(share));
            }
            Grip::Body { body, arm } => bodies.bodies[body as usize].push(arm, push),
        }
    }
}
