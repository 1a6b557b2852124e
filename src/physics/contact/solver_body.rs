//! What contacts move, packed for a pass over them.
//!
//! In a pass on positions the motions are displacements from where things were packed, and
//! lever arms and inertia stay as they were there: an error of second order in what the
//! pass turns. In a pass on velocities they are the velocities themselves.

use super::grip::{Grip, LimbGrip, WeightedGrip};
use super::Contact;
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::{DMat3, DQuat, DVec3};

/// A body as a pass over contacts sees it: what it reads of it in each visit.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct SolverBody {
    /// Velocity of the centre of mass, m/s, or its displacement, m.
    pub linear: DVec3,
    /// Angular velocity, rad/s, or rotation vector, rad.
    pub angular: DVec3,
    /// 1/kg; zero of what sleeps.
    pub inverse_mass: f64,
    /// In the world, 1/(kg·m²).
    pub inverse_inertia: DMat3,
}

/// Where a body was when it was packed, of which a pass makes its rows.
#[derive(Debug, Clone, Copy, Default)]
pub struct BodyPlace {
    /// Of the centre of mass, m.
    pub position: DVec3,
    /// Body to world.
    pub rotation: DMat3,
    /// The same.
    orientation: DQuat,
    /// What was displaced before the pass, m and rad.
    displaced_before: [DVec3; 2],
}

/// A particle as a pass over contacts sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct SolverParticle {
    /// Velocity, m/s, or displacement, m.
    pub linear: DVec3,
    /// Where it is, m.
    pub position: DVec3,
    /// 1/kg; zero of what is fixed or sleeps.
    pub inverse_mass: f64,
    /// What was displaced before the pass, m.
    displaced_before: DVec3,
}

impl Default for SolverBody {
    fn default() -> SolverBody {
        SolverBody {
            linear: DVec3::ZERO,
            angular: DVec3::ZERO,
            inverse_mass: 0.0,
            inverse_inertia: DMat3::ZERO,
        }
    }
}

impl SolverParticle {
    /// Pushes it.
    pub fn push(&mut self, push: DVec3) {
        self.linear += push * self.inverse_mass;
    }
}

impl SolverBody {
    /// Pushes at a point that lies `arm` from the centre of mass.
    pub fn push(&mut self, arm: DVec3, push: DVec3) {
        self.linear += push * self.inverse_mass;
        self.angular += self.inverse_inertia * arm.cross(push);
    }

    /// Motion of that point.
    pub fn motion(&self, arm: DVec3) -> DVec3 {
        self.linear + self.angular.cross(arm)
    }

    /// Inverse of the mass that opposes a push there along a direction, 1/kg, times the square of
    /// that vector.
    pub fn inverse_mass_along(&self, arm: DVec3, direction: DVec3) -> f64 {
        let lever = arm.cross(direction);
        self.inverse_mass * direction.length_squared() + lever.dot(self.inverse_inertia * lever)
    }
}

/// The moment at which a pass begins.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// What is constant.
    pub model: &'a Model,
    /// Where everything is and how it moves.
    pub state: &'a State,
    /// Of what the pass is.
    pub level: Level,
}

/// All that the contacts of a pass move, in the order in which they name it: of a crowd few
/// touch anything, and those lie side by side.
#[derive(Debug, Clone, Default)]
pub struct SolverBodies {
    /// One that stands still, and bodies.
    pub bodies: Vec<SolverBody>,
    /// Of that one, and of each body.
    pub places: Vec<BodyPlace>,
    /// Particles.
    pub particles: Vec<SolverParticle>,
    /// Those that are packed by their indices in the model, counting particles, then bodies.
    packed: Vec<usize>,
    /// Of each of all, its index among the packed ones of its kind, or [`NOT_PACKED`].
    slots: Vec<u32>,
    /// Number of particles in the model.
    bodies_from: usize,
    /// Where several particles are gripped at once.
    weighted: Vec<WeightedGrip>,
    limbs: Vec<LimbGrip>,
}

/// Index of the one of [`SolverBodies::bodies`] that stands still.
pub const STILL: usize = 0;

const NOT_PACKED: u32 = u32::MAX;

impl SolverBodies {
    /// Forgets all, and sees to it that everything in a model could be packed.
    pub fn clear(&mut self, model: &Model) {
        for mover in self.packed.drain(..) {
            self.slots[mover] = NOT_PACKED;
        }
        let (particles, bodies) = (model.particles.len(), model.bodies.len());
        self.bodies_from = particles;
        self.slots.resize(particles + bodies, NOT_PACKED);
        self.packed.reserve(particles + bodies);
        self.particles.clear();
        self.particles.reserve(particles);
        self.bodies.clear();
        self.bodies.reserve(bodies + 1);
        self.bodies.push(SolverBody::default());
        self.places.clear();
        self.places.reserve(bodies + 1);
        self.places.push(BodyPlace::default());
        self.weighted.clear();
        self.limbs.clear();
    }

    /// A grip on a weighted point of particles.
    pub fn grip_weighted(&mut self, ix: [u32; 4], weight: [f64; 4]) -> Grip {
        self.weighted.push(WeightedGrip { ix, weight });
        Grip::Particles(self.weighted.len() as u32 - 1)
    }

    /// A grip on a point beside a line.
    pub fn grip_limb(&mut self, limb: LimbGrip) -> Grip {
        self.limbs.push(limb);
        Grip::Limb(self.limbs.len() as u32 - 1)
    }

    /// What a [`Grip::Particles`] grips.
    pub fn weighted(&self, index: u32) -> WeightedGrip {
        self.weighted[index as usize]
    }

    /// What a [`Grip::Limb`] grips.
    pub fn limb(&self, index: u32) -> LimbGrip {
        self.limbs[index as usize]
    }

    /// Takes in a particle, if it is not in yet; its index among those that are packed.
    pub fn pack_particle(&mut self, now: Now<'_>, particle: usize) -> usize {
        let next = self.particles.len();
        let slot = self.slot_of(particle, next);
        if slot == next {
            self.particles.push(now.particle(particle));
        }
        slot
    }

    /// Takes in a body, if it is not in yet; its index among those that are packed.
    pub fn pack_body(&mut self, now: Now<'_>, body: usize) -> usize {
        let next = self.bodies.len();
        let slot = self.slot_of(self.bodies_from + body, next);
        if slot == next {
            let (packed, place) = now.body(body);
            self.bodies.push(packed);
            self.places.push(place);
        }
        slot
    }

    /// Takes in the bodies of a contact that are not in yet.
    pub fn pack_bodies_of(&mut self, contact: &Contact, now: Now<'_>) {
        for core in [contact.a.core, contact.b.core] {
            if let Attachment::Body { body, .. } = core {
                self.pack_body(now, body);
            }
        }
    }

    /// Index of a body among those that are packed, which it is.
    pub fn slot_of_body(&self, body: usize) -> usize {
        self.slots[self.bodies_from + body] as usize
    }

    /// Takes in anew what is packed, counting particles, then bodies.
    pub fn pack_again(&mut self, now: Now<'_>, mover: usize) {
        let slot = self.slots[mover] as usize;
        match mover.checked_sub(self.bodies_from) {
            None => self.particles[slot] = now.particle(mover),
            Some(body) => (self.bodies[slot], self.places[slot]) = now.body(body),
        }
    }

    /// Index of one among those of its kind that are packed: `next` if it was not in yet.
    fn slot_of(&mut self, mover: usize, next: usize) -> usize {
        let slot = &mut self.slots[mover];
        if *slot == NOT_PACKED {
            *slot = next as u32;
            self.packed.push(mover);
        }
        *slot as usize
    }

    /// Goes on with positions where it was velocities: nothing has moved yet.
    pub fn stand(&mut self) {
        for particle in &mut self.particles {
            particle.linear = DVec3::ZERO;
            particle.displaced_before = DVec3::ZERO;
        }
        for (body, place) in self.bodies.iter_mut().zip(&mut self.places) {
            (body.linear, body.angular) = (DVec3::ZERO, DVec3::ZERO);
            place.displaced_before = [DVec3::ZERO; 2];
        }
    }

    /// Takes in the velocities of a state for all that is packed.
    pub fn take_velocities(&mut self, state: &State) {
        for place in 0..self.packed.len() {
            let mover = self.packed[place];
            let velocities = match mover.checked_sub(self.bodies_from) {
                None => [state.particles[mover].velocity, DVec3::ZERO],
                Some(body) => {
                    let motion = &state.bodies[body];
                    [motion.velocity, motion.angular_velocity]
                }
            };
            self.set_motion(mover, velocities);
        }
    }

    /// Takes in how far all that is packed has been moved since, by whatever moved it.
    pub fn take_displacements(&mut self, state: &State) {
        for place in 0..self.packed.len() {
            let mover = self.packed[place];
            let slot = self.slots[mover] as usize;
            let displaced = match mover.checked_sub(self.bodies_from) {
                None => {
                    let packed = &mut self.particles[slot];
                    packed.displaced_before = state.particles[mover].position - packed.position;
                    [packed.displaced_before, DVec3::ZERO]
                }
                Some(body) => {
                    let (now, before) = (&state.bodies[body], &mut self.places[slot]);
                    let turn = now.orientation * before.orientation.conjugate();
                    // Twice the sine of half the angle, as levers stay as they are, too.
                    let turn = turn.xyz() * 2.0_f64.copysign(turn.w);
                    before.displaced_before = [now.position - before.position, turn];
                    before.displaced_before
                }
            };
            self.set_motion(mover, displaced);
        }
    }

    /// Gives the state what the pass has moved.
    pub fn unpack(&self, state: &mut State, level: Level) {
        for &mover in &self.packed {
            self.unpack_one(state, mover, level);
        }
    }

    /// Gives the state what the pass has moved of one particle or body.
    pub fn unpack_one(&self, state: &mut State, mover: usize, level: Level) {
        let slot = self.slots[mover] as usize;
        let Some(body) = mover.checked_sub(self.bodies_from) else {
            let (to, by) = (&mut state.particles[mover], &self.particles[slot]);
            match level {
                Level::Position => to.position += by.linear - by.displaced_before,
                Level::Velocity => to.velocity = by.linear,
            }
            return;
        };
        let (to, by) = (&mut state.bodies[body], &self.bodies[slot]);
        match level {
            Level::Position => {
                let [way_before, turn_before] = self.places[slot].displaced_before;
                to.position += by.linear - way_before;
                Frame::Body(body).rotate(state, by.angular - turn_before, level);
            }
            Level::Velocity => {
                to.velocity = by.linear;
                to.angular_velocity = by.angular;
            }
        }
    }

    /// Velocity or displacement of one, and its angular velocity or rotation.
    pub fn motion(&self, mover: usize) -> [DVec3; 2] {
        let slot = self.slots[mover] as usize;
        match mover.checked_sub(self.bodies_from) {
            None => [self.particles[slot].linear, DVec3::ZERO],
            Some(_) => [self.bodies[slot].linear, self.bodies[slot].angular],
        }
    }

    /// Sets them.
    pub fn set_motion(&mut self, mover: usize, [linear, angular]: [DVec3; 2]) {
        let slot = self.slots[mover] as usize;
        match mover.checked_sub(self.bodies_from) {
            None => self.particles[slot].linear = linear,
            Some(_) => {
                self.bodies[slot].linear = linear;
                self.bodies[slot].angular = angular;
            }
        }
    }
}

impl Now<'_> {
    fn particle(&self, particle: usize) -> SolverParticle {
        let motion = &self.state.particles[particle];
        SolverParticle {
            linear: self.motion(motion.velocity),
            position: motion.position,
            inverse_mass: self.state.inverse_mass_of_particle(self.model, particle),
            displaced_before: DVec3::ZERO,
        }
    }

    fn body(&self, body: usize) -> (SolverBody, BodyPlace) {
        let (motion, constant) = (&self.state.bodies[body], &self.model.bodies[body]);
        let rotation = DMat3::from_quat(motion.orientation);
        let inverse_mass = self.state.inverse_mass_of_body(self.model, body);
        let packed = SolverBody {
            linear: self.motion(motion.velocity),
            angular: self.motion(motion.angular_velocity),
            inverse_mass,
            inverse_inertia: match inverse_mass == 0.0 {
                true => DMat3::ZERO,
                false => inverse_inertia(rotation, constant.axes, constant.inertia),
            },
        };
        let place = BodyPlace {
            position: motion.position,
            rotation,
            orientation: motion.orientation,
            displaced_before: [DVec3::ZERO; 2],
        };
        (packed, place)
    }

    /// What a pass begins with: no displacement, or the present velocity.
    fn motion(&self, velocity: DVec3) -> DVec3 {
        match self.level {
            Level::Position => DVec3::ZERO,
            Level::Velocity => velocity,
        }
    }
}

/// Inverse inertia in the world from the rotation of a body, its principal axes and its
/// moments.
fn inverse_inertia(rotation: DMat3, axes: DQuat, moments: DVec3) -> DMat3 {
    let inverse = moments.recip();
    if inverse.x == inverse.y && inverse.y == inverse.z {
        return DMat3::from_diagonal(inverse);
    }
    let principal = match axes == DQuat::IDENTITY {
        true => rotation,
        false => rotation * DMat3::from_quat(axes),
    };
    let [x, y, z] = [principal.x_axis, principal.y_axis, principal.z_axis];
    DMat3::from_cols(x * inverse.x, y * inverse.y, z * inverse.z) * principal.transpose()
}
