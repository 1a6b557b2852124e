//! Where the velocities of each mover lie: assembly by assembly.

use crate::physics::constraint::ConstraintRows;
use crate::physics::island::together;
use crate::physics::joint_damping::jointed_pairs;
use crate::physics::joint_tree::articulation_of;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;
use std::ops::{AddAssign, Range};

/// A velocity or an impulse of a mover: of a particle only the linear part.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spatial {
    /// Velocity of the centre of mass, m/s, or impulse, N·s.
    pub linear: DVec3,
    /// Angular velocity, rad/s, or angular impulse about the centre of mass, N·m·s.
    pub angular: DVec3,
}

impl Spatial {
    /// Nothing.
    pub const ZERO: Spatial = Spatial {
        linear: DVec3::ZERO,
        angular: DVec3::ZERO,
    };

    /// Power of an impulse at a velocity.
    pub fn dot(&self, other: &Spatial) -> f64 {
        self.linear.dot(other.linear) + self.angular.dot(other.angular)
    }

    /// So many times this.
    pub fn times(&self, factor: f64) -> Spatial {
        Spatial {
            linear: self.linear * factor,
            angular: self.angular * factor,
        }
    }
}

impl AddAssign for Spatial {
    fn add_assign(&mut self, other: Spatial) {
        self.linear += other.linear;
        self.angular += other.angular;
    }
}

/// The slots of a model.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    /// Mover of each slot; particles are counted first, then bodies.
    movers: Vec<usize>,
    /// Slot of each mover.
    slot_of: Vec<usize>,
    /// Slots of each assembly.
    assemblies: Vec<Range<usize>>,
    /// Assembly of each slot.
    assembly_of: Vec<usize>,
    /// Constraints of each assembly, as listed.
    constraints: Vec<Vec<usize>>,
    /// Number of particles.
    bodies_from: usize,
}

impl Slots {
    /// Those of a model.
    pub fn of(model: &Model) -> Slots {
        let bodies_from = model.particles.len();
        let count = bodies_from + model.bodies.len();
        let mut roots = together(model, &jointed_pairs(model));
        let mut numbers = vec![usize::MAX; model.articulations];
        let mut assemblies = 0;
        for root in &mut roots {
            if numbers[*root] == usize::MAX {
                numbers[*root] = assemblies;
                assemblies += 1;
            }
            *root = numbers[*root];
        }
        let assembly_of = |mover: usize| roots[articulation_of(model, mover)];
        let mut movers: Vec<usize> = (0..count).collect();
        movers.sort_by_key(|&mover| assembly_of(mover));
        let mut slots = Slots {
            slot_of: vec![0; count],
            assembly_of: movers.iter().map(|&mover| assembly_of(mover)).collect(),
            constraints: vec![Vec::new(); assemblies],
            bodies_from,
            ..Slots::default()
        };
        for (slot, &mover) in movers.iter().enumerate() {
            slots.slot_of[mover] = slot;
        }
        let begin = |assembly| slots.assembly_of.partition_point(|&of| of < assembly);
        slots.assemblies = (0..assemblies).map(|i| begin(i)..begin(i + 1)).collect();
        slots.movers = movers;
        for (i, constraint) in model.constraints.iter().enumerate() {
            let sides = constraint.attachments();
            let first = sides.iter().find_map(|side| side.first_free_mover(model));
            if let Some(mover) = first {
                let assembly = slots.assembly_of[slots.slot_of[mover]];
                slots.constraints[assembly].push(i);
            }
        }
        slots
    }

    /// Number of slots.
    pub fn len(&self) -> usize {
        self.movers.len()
    }

    /// Whether nothing can move.
    pub fn is_empty(&self) -> bool {
        self.movers.is_empty()
    }

    /// Number of assemblies.
    pub fn assemblies(&self) -> usize {
        self.assemblies.len()
    }

    /// Slots of an assembly.
    pub fn of_assembly(&self, assembly: usize) -> Range<usize> {
        self.assemblies[assembly].clone()
    }

    /// Constraints of an assembly, as listed.
    pub fn constraints(&self, assembly: usize) -> &[usize] {
        &self.constraints[assembly]
    }

    /// Assembly of a slot.
    pub fn assembly_of(&self, slot: usize) -> usize {
        self.assembly_of[slot]
    }

    /// Slot of a mover; particles are counted first, then bodies.
    pub fn of_mover(&self, mover: usize) -> usize {
        self.slot_of[mover]
    }

    /// Slot of a body.
    pub fn of_body(&self, body: usize) -> usize {
        self.slot_of[self.bodies_from + body]
    }

    /// Number of what moves in a slot; particles are counted first, then bodies.
    pub fn number(&self, slot: usize) -> usize {
        self.movers[slot]
    }

    /// What moves in a slot.
    pub fn mover(&self, slot: usize) -> Mover {
        let mover = self.movers[slot];
        match mover.checked_sub(self.bodies_from) {
            None => Mover::Particle(mover),
            Some(body) => Mover::Body(body),
        }
    }

    /// Articulation of what moves in a slot.
    pub fn articulation(&self, model: &Model, slot: usize) -> usize {
        articulation_of(model, self.movers[slot])
    }

    /// Velocity of what moves in a slot.
    pub fn velocity(&self, state: &State, slot: usize) -> Spatial {
        match self.mover(slot) {
            Mover::Particle(i) => Spatial {
                linear: state.particles[i].velocity,
                angular: DVec3::ZERO,
            },
            Mover::Body(i) => Spatial {
                linear: state.bodies[i].velocity,
                angular: state.bodies[i].angular_velocity,
            },
        }
    }

    /// Gives a velocity to what moves in a slot.
    pub fn set_velocity(&self, state: &mut State, slot: usize, velocity: Spatial) {
        match self.mover(slot) {
            Mover::Particle(i) => state.particles[i].velocity = velocity.linear,
            Mover::Body(i) => {
                state.bodies[i].velocity = velocity.linear;
                state.bodies[i].angular_velocity = velocity.angular;
            }
        }
    }
}

/// What moves in a slot, by its index in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// A particle.
    Particle(usize),
    /// A body.
    Body(usize),
}
