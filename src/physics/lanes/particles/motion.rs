//! Particles of figures side by side, and how they move (Jakobsen, section 2).

use super::figure::Particle;
use crate::physics::lanes::figure::Scenery;
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::vector::Vector;
use crate::physics::ParticleState;
use glam::DVec3;

/// Motion of the same particle of several figures.
#[derive(Clone, Copy)]
pub struct Motion<L> {
    /// Position, from the origin of the figure, m.
    pub position: Vector<L>,
    /// Velocity, m/s.
    pub velocity: Vector<L>,
}

impl<L: Lane> Mover<L> for Motion<L> {
    type Constants = Particle;
    type State = ParticleState;
    /// Where it coasted to, m.
    type Coasted = Vector<L>;

    const TURNS: bool = false;

    #[inline(always)]
    fn nowhere(token: L::Token) -> Motion<L> {
        let zero = Vector::splat(token, [0.0; 3]);
        Motion {
            position: zero,
            velocity: zero,
        }
    }

    /// A function of its own, for the reason that bodies have.
    #[inline(never)]
    fn set_lane(&mut self, lane: usize, particle: &ParticleState, origin: DVec3) {
        self.position.set_lane(lane, particle.position - origin);
        self.velocity.set_lane(lane, particle.velocity);
    }

    #[inline(never)]
    fn lane(&self, lane: usize, origin: DVec3) -> ParticleState {
        ParticleState {
            position: origin + self.position.lane(lane),
            velocity: self.velocity.lane(lane),
        }
    }

    #[inline(always)]
    fn sum(&self) -> L {
        let sum = self.position + self.velocity;
        sum.x + sum.y + sum.z
    }

    #[inline(always)]
    fn squared_speeds(&self) -> [L; 2] {
        let squared = self.velocity.length_squared();
        [squared, squared.like(0.0)]
    }

    #[inline(always)]
    fn coast(&mut self, particle: &Particle, scenery: &Scenery) -> Vector<L> {
        self.velocity = scenery.coasting(self.velocity, particle.kept);
        self.position += self.velocity * self.velocity.x.like(scenery.h);
        self.position
    }

    #[inline(always)]
    fn derive_velocities(&mut self, _: &Particle, coasted: &Vector<L>, scenery: &Scenery) {
        let rate = self.velocity.x.like(1.0 / scenery.h);
        self.velocity += (self.position - *coasted) * rate;
    }

    #[inline(always)]
    fn inverse_mass(particle: &Particle) -> f32 {
        particle.inverse_mass
    }

    #[inline(always)]
    fn position(&self) -> Vector<L> {
        self.position
    }

    #[inline(always)]
    fn lever(&self, arm: Vector<L>) -> Vector<L> {
        arm
    }

    #[inline(always)]
    fn arm(&self, lever: Vector<L>) -> Vector<L> {
        lever
    }

    #[inline(always)]
    fn velocity_at(&self, _: Option<Vector<L>>) -> Vector<L> {
        self.velocity
    }

    #[inline(always)]
    fn turning(&self, _: &Particle, _: Option<Vector<L>>, direction: Vector<L>) -> L {
        direction.x.like(0.0)
    }

    #[inline(always)]
    fn push_where(
        &mut self,
        _: L::Mask,
        particle: &Particle,
        _: Option<Vector<L>>,
        push: Vector<L>,
    ) {
        self.position += push * push.x.like(particle.inverse_mass);
    }

    #[inline(always)]
    fn push_velocity(&mut self, particle: &Particle, _: Option<Vector<L>>, push: Vector<L>) {
        self.velocity += push * push.x.like(particle.inverse_mass);
    }

    #[inline(always)]
    fn slow_spin(&mut self, _: &Particle, _: L) {}

    #[inline(always)]
    fn take_velocities_where(&mut self, mask: L::Mask, other: &Motion<L>) {
        self.velocity = Vector::select(mask, other.velocity, self.velocity);
    }

    #[inline(always)]
    fn twice_kinetic_energy(&self, particle: &Particle) -> L {
        let mass = self.velocity.x.like(1.0 / particle.inverse_mass);
        self.velocity.length_squared() * mass
    }
}
