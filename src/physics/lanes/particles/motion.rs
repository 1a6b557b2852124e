//! Particles of figures side by side, and how they move (Jakobsen, section 2).

use super::figure::Particle;
use crate::physics::lanes::lane::{Cell, Lane, MOST_LANES, ROW};
use crate::physics::lanes::mover::{led_back, Mover};
use crate::physics::lanes::scenery::Scenery;
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

/// Where the motion took particles, and how fast they were before.
#[derive(Clone, Copy)]
pub struct Integrated<L> {
    position: Vector<L>,
    velocity_before: Vector<L>,
}

impl<L: Lane> Mover<L> for Motion<L> {
    type Constants = Particle;
    type State = ParticleState;
    type Integrated = Integrated<L>;

    const TURNS: bool = false;

    #[inline(always)]
    fn row_of<C: Cell>(particle: &ParticleState, origin: DVec3) -> [C; ROW] {
        let (p, v) = (particle.position - origin, particle.velocity);
        let mut row = [C::default(); ROW];
        row[..6].copy_from_slice(&[p.x, p.y, p.z, v.x, v.y, v.z].map(C::of));
        row
    }

    #[inline(always)]
    fn state_of<C: Cell>(row: &[C; ROW], origin: DVec3) -> ParticleState {
        let [x, y, z, u, v, w, ..] = row.map(C::value);
        ParticleState {
            position: origin + DVec3::new(x, y, z),
            velocity: DVec3::new(u, v, w),
        }
    }

    #[inline(always)]
    fn from_rows(token: L::Token, rows: &[[L::Cell; ROW]; MOST_LANES]) -> Motion<L> {
        let [x, y, z, u, v, w, ..] = L::from_rows(token, rows);
        Motion {
            position: Vector::new(x, y, z),
            velocity: Vector::new(u, v, w),
        }
    }

    #[inline(always)]
    fn put_into_rows(&self, rows: &mut [[L::Cell; ROW]; MOST_LANES]) {
        let (p, v) = (self.position, self.velocity);
        let mut columns = [p.x.like(0.0); ROW];
        [
            columns[0], columns[1], columns[2], columns[3], columns[4], columns[5],
        ] = [p.x, p.y, p.z, v.x, v.y, v.z];
        L::into_rows(columns, rows);
    }

    #[inline(always)]
    fn put_integrated_into_rows(
        integrated: &Integrated<L>,
        rows: &mut [[L::Cell; ROW]; MOST_LANES],
    ) {
        // The velocity is used before it is put away.
        let place = integrated.position;
        let mut columns = [place.x.like(0.0); ROW];
        [columns[0], columns[1], columns[2]] = [place.x, place.y, place.z];
        L::into_rows(columns, rows);
    }

    #[inline(always)]
    fn integrated_from_rows(token: L::Token, rows: &[[L::Cell; ROW]; MOST_LANES]) -> Integrated<L> {
        let [x, y, z, ..] = L::from_rows(token, rows);
        let position = Vector::new(x, y, z);
        Integrated {
            position,
            velocity_before: position * x.like(0.0),
        }
    }

    #[inline(always)]
    fn integrated(&self) -> Integrated<L> {
        Integrated {
            position: self.position,
            velocity_before: self.velocity,
        }
    }

    #[inline(always)]
    fn sum(&self) -> L {
        let sum = self.position + self.velocity;
        sum.x + sum.y + sum.z
    }

    #[inline(always)]
    fn integrate(&mut self, particle: &Particle, scenery: &Scenery) -> Integrated<L> {
        let velocity_before = self.velocity;
        self.velocity = scenery.free_flight(self.velocity, particle.kept, particle.fall_s);
        self.position += self.velocity * self.velocity.x.like(scenery.h);
        Integrated {
            position: self.position,
            velocity_before,
        }
    }

    #[inline(always)]
    fn lead_back_where(
        &mut self,
        flies: L::Mask,
        integrated: &mut Integrated<L>,
        scenery: &Scenery,
    ) {
        let velocities = [integrated.velocity_before, self.velocity];
        self.position = led_back(self.position, velocities, flies, scenery);
        integrated.position = self.position;
    }

    #[inline(always)]
    fn derive_velocities(&mut self, _: &Particle, integrated: &Integrated<L>, scenery: &Scenery) {
        let rate = self.velocity.x.like(1.0 / scenery.h);
        self.velocity += (self.position - integrated.position) * rate;
    }

    #[inline(always)]
    fn inverse_mass(particle: &Particle) -> f64 {
        particle.inverse_mass
    }

    #[inline(always)]
    fn position(&self) -> Vector<L> {
        self.position
    }

    #[inline(always)]
    fn velocity_at(&self, _: Option<Vector<L>>) -> Vector<L> {
        self.velocity
    }

    #[inline(always)]
    fn push_velocity(&mut self, particle: &Particle, _: Option<Vector<L>>, push: Vector<L>) {
        self.velocity += push * push.x.like(particle.inverse_mass);
    }

    #[inline(always)]
    fn velocities(&self) -> [Vector<L>; 2] {
        [self.velocity, self.velocity.like([0.0; 3])]
    }

    #[inline(always)]
    fn push_place(&mut self, particle: &Particle, _: Option<Vector<L>>, push: Vector<L>) {
        self.position += push * push.x.like(particle.inverse_mass);
    }

    #[inline(always)]
    fn take_velocities_where(&mut self, mask: L::Mask, [velocity, _]: [Vector<L>; 2]) {
        self.velocity = Vector::select(mask, velocity, self.velocity);
    }

    #[inline(always)]
    fn twice_kinetic_energy(&self, particle: &Particle) -> L {
        let mass = self.velocity.x.like(1.0 / particle.inverse_mass);
        self.velocity.length_squared() * mass
    }
}
