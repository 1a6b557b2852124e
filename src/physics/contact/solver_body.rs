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

/// All that the contacts of a pass move, each at its index in the model.
#[derive(Debug, Clone, Default)]
pub struct SolverBodies {
    /// Bodies, and one that stands still; only those that are packed hold anything.
    pub bodies: Vec<SolverBody>,
    /// Of each body, and of that one.
    pub places: Vec<BodyPlace>,
    /// Particles, likewise.
    pub particles: Vec<SolverParticle>,
    /// Indices of those that are, counting particles, then bodies.
    packed: Vec<usize>,
    /// Of each of all, whether it is.
    is_packed: Vec<bool>,
    /// Of each of all, what was displaced before the pass, m and rad.
    displaced_before: Vec<[DVec3; 2]>,
    /// Where several particles are gripped at once.
    weighted: Vec<WeightedGrip>,
    limbs: Vec<LimbGrip>,
}

impl SolverBodies {
    /// Forgets all, and makes room for everything in a model.
    pub fn clear(&mut self, model: &Model) {
        for mover in self.packed.drain(..) {
            self.is_packed[mover] = false;
        }
        let (particles, bodies) = (model.particles.len(), model.bodies.len());
        self.particles.resize(particles, SolverParticle::default());
        self.bodies.truncate(bodies);
        self.bodies.resize(bodies + 1, SolverBody::default());
        self.places.truncate(bodies);
        self.places.resize(bodies + 1, BodyPlace::default());
        self.is_packed.resize(particles + bodies, false);
        self.displaced_before
            .resize(particles + bodies, [DVec3::ZERO; 2]);
        self.packed.reserve(particles + bodies);
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

    /// Takes in a particle, if it is not in yet.
    pub fn pack_particle(&mut self, now: Now<'_>, particle: usize) {
        if self.is_new(particle) {
            self.particles[particle] = now.particle(particle);
        }
    }

    /// Takes in a body, if it is not in yet.
    pub fn pack_body(&mut self, now: Now<'_>, body: usize) {
        if self.is_new(self.particles.len() + body) {
            (self.bodies[body], self.places[body]) = now.body(body);
        }
    }

    /// Takes in the bodies of a contact that are not in yet.
    pub fn pack_bodies_of(&mut self, contact: &Contact, now: Now<'_>) {
        for core in [contact.a.core, contact.b.core] {
            if let Attachment::Body { body, .. } = core {
                self.pack_body(now, body);
            }
        }
    }

    /// Takes in anew what is packed, counting particles, then bodies.
    pub fn pack_again(&mut self, now: Now<'_>, mover: usize) {
        match mover.checked_sub(self.particles.len()) {
            None => self.particles[mover] = now.particle(mover),
            Some(body) => (self.bodies[body], self.places[body]) = now.body(body),
        }
    }

    fn is_new(&mut self, mover: usize) -> bool {
        let new = !std::mem::replace(&mut self.is_packed[mover], true);
        if new {
            self.packed.push(mover);
            self.displaced_before[mover] = [DVec3::ZERO; 2];
        }
        new
    }

    /// Goes on with positions where it was velocities: nothing has moved yet.
    pub fn stand(&mut self) {
        for place in 0..self.packed.len() {
            let mover = self.packed[place];
            self.set_motion(mover, [DVec3::ZERO; 2]);
            self.displaced_before[mover] = [DVec3::ZERO; 2];
        }
    }

    /// Takes in the velocities of a state for all that is packed.
    pub fn take_velocities(&mut self, state: &State) {
        for &mover in &self.packed {
            match mover.checked_sub(self.particles.len()) {
                None => self.particles[mover].linear = state.particles[mover].velocity,
                Some(body) => {
                    self.bodies[body].linear = state.bodies[body].velocity;
                    self.bodies[body].angular = state.bodies[body].angular_velocity;
                }
            }
        }
    }

    /// Takes in how far all that is packed has been moved since, by whatever moved it.
    pub fn take_displacements(&mut self, state: &State) {
        for place in 0..self.packed.len() {
            let mover = self.packed[place];
            let displaced = match mover.checked_sub(self.particles.len()) {
                None => {
                    let way = state.particles[mover].position - self.particles[mover].position;
                    [way, DVec3::ZERO]
                }
                Some(body) => {
                    let (now, before) = (&state.bodies[body], &self.places[body]);
                    let turn = now.orientation * before.orientation.conjugate();
                    // Twice the sine of half the angle, as levers stay as they are, too.
                    let turn = turn.xyz() * 2.0_f64.copysign(turn.w);
                    [now.position - before.position, turn]
                }
            };
            self.displaced_before[mover] = displaced;
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
        let [way_before, turn_before] = self.displaced_before[mover];
        let Some(body) = mover.checked_sub(self.particles.len()) else {
            let (to, by) = (&mut state.particles[mover], self.particles[mover].linear);
            match level {
                Level::Position => to.position += by - way_before,
                Level::Velocity => to.velocity = by,
            }
            return;
        };
        let (to, by) = (&mut state.bodies[body], &self.bodies[body]);
        match level {
            Level::Position => {
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
        match mover.checked_sub(self.particles.len()) {
            None => [self.particles[mover].linear, DVec3::ZERO],
            Some(body) => [self.bodies[body].linear, self.bodies[body].angular],
        }
    }

    /// Sets them.
    pub fn set_motion(&mut self, mover: usize, [linear, angular]: [DVec3; 2]) {
        match mover.checked_sub(self.particles.len()) {
            None => self.particles[mover].linear = linear,
            Some(body) => {
                self.bodies[body].linear = linear;
                self.bodies[body].angular = angular;
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
