//! Everything that moves, and its hash.

use super::attach::Attachment;
use super::convex::Pose;
use super::drive::Aims;
use super::hold::Holds;
use super::model::Model;
use glam::{DMat3, DQuat, DVec3};
use xxhash_rust::xxh3::Xxh3;

/// How long an island must be quiet before it falls asleep, s.
pub const SLEEP_AFTER_S: f64 = 0.5;

/// Motion of a particle. The velocity is the position difference of the last
/// substep divided by its duration: Verlet's memory in a form that survives a
/// change of the step (Jakobsen, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ParticleState {
    /// Position, m.
    pub position: DVec3,
    /// Velocity, m/s.
    pub velocity: DVec3,
}

/// Motion of a rigid body.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BodyState {
    /// Position of the centre of mass, m.
    pub position: DVec3,
    /// Orientation, body to world.
    pub orientation: DQuat,
    /// Velocity of the centre of mass, m/s.
    pub velocity: DVec3,
    /// Angular velocity in the world, rad/s.
    pub angular_velocity: DVec3,
}

impl BodyState {
    /// Where it is.
    pub fn pose(&self) -> Pose {
        Pose {
            position: self.position,
            orientation: self.orientation,
        }
    }
}

/// Whether an articulation moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rest {
    /// Motionless until something touches it.
    pub asleep: bool,
    /// Asleep from the start, as a figure that stands until something hits it.
    pub standing: bool,
    /// Whether a body hit it hard since it last rested.
    pub hit: bool,
    /// Whether it is where something else than its own motion has put it (a start, an
    /// animation, a break, an edit), and something has been deep in it since.
    pub was_put: bool,
    /// For how long it has been below the sleep thresholds, s.
    pub quiet_s: f64,
    /// That it is moved by something else than physics, until it is woken.
    pub lead: Option<Lead>,
}

impl Rest {
    /// Awake, and where something else than its own motion has put it.
    pub const PUT: Rest = Rest {
        asleep: false,
        standing: false,
        hit: false,
        was_put: true,
        quiet_s: 0.0,
        lead: None,
    };

    /// Whether it is below the sleep thresholds for long enough; what is led is not at rest.
    pub fn is_at_rest(&self) -> bool {
        let is_quiet = self.asleep || self.quiet_s >= SLEEP_AFTER_S - 1e-9;
        is_quiet && self.lead.is_none()
    }
}

/// How an articulation is moved by something else than physics, such as an animation. It
/// counts as asleep: nothing pushes it, and it pushes others with its velocities, which it
/// keeps when it wakes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lead {
    /// Least momentum of a touch that wakes it, kg·m/s; infinite where none does.
    pub least_hit: f64,
}

/// Everything that moves. A clone is a checkpoint.
#[derive(Debug, PartialEq, Default)]
pub struct State {
    /// Number of steps made.
    pub step: u64,
    /// Particles, as in the model.
    pub particles: Vec<ParticleState>,
    /// Bodies, as in the model.
    pub bodies: Vec<BodyState>,
    /// Articulations, as numbered in the model.
    pub rest: Vec<Rest>,
    /// What the method keeps from step to step.
    pub memory: MethodMemory,
    /// What a hand pulls, and what is pinned.
    pub holds: Holds,
    /// Where drives lead in place of the targets of the model.
    pub aims: Aims,
    /// The constraints of the model that have torn, by index, in order.
    pub torn: Vec<u32>,
    /// The angles of joints that count their turns, rad, as they were when counted last. Poses tell
    /// them up to whole turns, so that the nearest one is meant. So are the coordinates of several
    /// axes, m or rad, from which those in a pose are found.
    pub turned: Vec<f64>,
}

/// What the future depends on beyond poses and velocities, in words that only the method
/// that wrote them reads; empty if there is nothing.
#[derive(Debug, PartialEq, Default)]
pub struct MethodMemory {
    /// The words.
    pub words: Vec<u64>,
}

impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    /// Takes no new memory where there is enough: it happens once per step.
    fn clone_from(&mut self, other: &State) {
        self.step = other.step;
        self.particles.clone_from(&other.particles);
        self.bodies.clone_from(&other.bodies);
        self.rest.clone_from(&other.rest);
        self.memory.clone_from(&other.memory);
        self.holds.clone_from(&other.holds);
        self.aims.clone_from(&other.aims);
        self.torn.clone_from(&other.torn);
        self.turned.clone_from(&other.turned);
    }
}

impl Clone for MethodMemory {
    fn clone(&self) -> MethodMemory {
        MethodMemory {
            words: self.words.clone(),
        }
    }

    /// As that of [`State`].
    fn clone_from(&mut self, other: &MethodMemory) {
        self.words.clone_from(&other.words);
    }
}

impl State {
    /// Counts the turns of the joints that do, and notes the coordinates of several axes: right where
    /// they have turned by less than half a turn since they were counted last.
    pub fn count_turns(&mut self, model: &Model) {
        for (counter, coordinate) in &model.counted {
            self.turned[*counter] = coordinate.value(self);
        }
    }

    /// Whether an articulation is awake, as all are in a state between two steps, which tells
    /// nothing of rest.
    pub fn is_awake(&self, articulation: usize) -> bool {
        !self.rest.get(articulation).is_some_and(|rest| rest.asleep)
    }

    /// 1/kg; zero if the particle is fixed or asleep.
    pub fn inverse_mass_of_particle(&self, model: &Model, particle: usize) -> f64 {
        let constant = &model.particles[particle];
        if constant.fixed || !self.is_awake(constant.articulation) {
            0.0
        } else {
            1.0 / constant.mass
        }
    }

    /// 1/kg; zero if the body is asleep.
    pub fn inverse_mass_of_body(&self, model: &Model, body: usize) -> f64 {
        let constant = &model.bodies[body];
        if !self.is_awake(constant.articulation) {
            0.0
        } else {
            1.0 / constant.mass
        }
    }

    /// Inverse inertia of a body times a vector of the world: what an angular
    /// impulse does to the angular velocity. Zero if the body is asleep.
    pub fn inverse_inertia_times(&self, model: &Model, body: usize, vector: DVec3) -> DVec3 {
        let constant = &model.bodies[body];
        if !self.is_awake(constant.articulation) {
            return DVec3::ZERO;
        }
        if constant.is_round() {
            return vector / constant.inertia.x;
        }
        let principal = self.bodies[body].orientation * constant.axes;
        principal * ((principal.conjugate() * vector) / constant.inertia)
    }

    /// Inertia of a body times a vector of the world, at the orientation
    /// `orientation`: its angular momentum at an angular velocity, kg·m²/s.
    pub fn inertia_times(model: &Model, body: usize, orientation: DQuat, vector: DVec3) -> DVec3 {
        let constant = &model.bodies[body];
        let principal = orientation * constant.axes;
        principal * ((principal.conjugate() * vector) * constant.inertia)
    }

    /// Inverse inertia of a body in the world, 1/(kg·m²); zero if it is asleep.
    pub fn inverse_inertia_matrix(&self, model: &Model, body: usize) -> DMat3 {
        let constant = &model.bodies[body];
        if !self.is_awake(constant.articulation) {
            return DMat3::ZERO;
        }
        if constant.is_round() {
            return DMat3::from_diagonal(DVec3::splat(1.0 / constant.inertia.x));
        }
        let axes = DMat3::from_quat(self.bodies[body].orientation * constant.axes);
        let inverse = constant.inertia.recip();
        let scaled = DMat3::from_cols(
            axes.x_axis * inverse.x,
            axes.y_axis * inverse.y,
            axes.z_axis * inverse.z,
        );
        scaled * axes.transpose()
    }

    /// Hash of every bit that the future depends on; equal on every machine
    /// that computes the same bits.
    pub fn hash(&self) -> u64 {
        let flag = |holds: bool| f64::from(u8::from(holds));
        let mut hasher = Xxh3::new();
        let mut write = |values: &[f64]| {
            for value in values {
                hasher.update(&value.to_bits().to_le_bytes());
            }
        };
        for p in &self.particles {
            write(&p.position.to_array());
            write(&p.velocity.to_array());
        }
        for b in &self.bodies {
            write(&b.position.to_array());
            write(&b.orientation.to_array());
            write(&b.velocity.to_array());
            write(&b.angular_velocity.to_array());
        }
        for r in &self.rest {
            write(&[r.quiet_s, flag(r.asleep), flag(r.standing)]);
            if r.hit {
                write(&[1.0]);
            }
            if let Some(lead) = r.lead {
                write(&[2.0, lead.least_hit]);
            }
            if r.was_put {
                write(&[3.0]);
            }
        }
        for word in &self.memory.words {
            write(&[f64::from_bits(*word)]);
        }
        if let Some(pull) = &self.holds.pull {
            write(&numbers(&pull.grip));
            let spring = &pull.spring;
            write(&[spring.frequency_hz, spring.most_weights]);
            write(&pull.target.to_array());
            write(&pull.impulse.to_array());
        }
        for pin in &self.holds.pins {
            write(&numbers(&pin.grip));
            write(&pin.place.to_array());
            write(&pin.impulse.to_array());
        }
        for aim in self.aims.iter() {
            write(&[aim.constraint as f64, aim.strength]);
            write(&aim.orientation.to_array());
            write(&aim.angular_velocity.to_array());
        }
        for constraint in &self.torn {
            write(&[f64::from(*constraint)]);
        }
        write(&self.turned);
        hasher.update(&self.step.to_le_bytes());
        hasher.digest()
    }
}

/// Everything that tells an attachment from another.
fn numbers(attachment: &Attachment) -> Vec<f64> {
    let index = |i: usize| i as f64;
    match *attachment {
        Attachment::World(point) => [&[0.0], point.to_array().as_slice()].concat(),
        Attachment::Particle(i) => vec![1.0, index(i)],
        Attachment::Particles { ix, weight } => {
            [&[2.0], ix.map(index).as_slice(), weight.as_slice()].concat()
        }
        Attachment::Limb {
            a,
            b,
            place,
            offset,
        } => [
            &[3.0, index(a), index(b), place],
            offset.to_array().as_slice(),
        ]
        .concat(),
        Attachment::Body { body, arm } => [&[4.0, index(body)], arm.to_array().as_slice()].concat(),
    }
}
