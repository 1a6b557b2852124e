//! What does not change during a step: masses, shapes, constraints, settings.

use super::constraint::Constraint;
use super::disjoint_sets::DisjointSets;
use super::math::decay;
use glam::{DQuat, DVec3};

/// A thing with a surface, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// Index of a particle.
    Particle(usize),
    /// Index of a stick.
    Stick(usize),
    /// Index of a body.
    Body(usize),
    /// Index of an obstacle.
    Obstacle(usize),
}

/// How a surface answers a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Speed ratio of an impact, 0 to 1; of two surfaces the larger counts.
    pub restitution: f64,
    /// Coulomb coefficient; of two surfaces the geometric mean counts.
    pub friction: f64,
    /// Rolling resistance as a fraction of the radius; the larger counts.
    pub rolling_resistance: f64,
}

impl Surface {
    /// The surface pair of a contact.
    pub fn combine(a: Surface, b: Surface) -> Surface {
        Surface {
            restitution: a.restitution.max(b.restitution),
            friction: (a.friction * b.friction).sqrt(),
            rolling_resistance: a.rolling_resistance.max(b.rolling_resistance),
        }
    }
}

/// A point mass.
#[derive(Debug, Clone, PartialEq)]
pub struct ParticleModel {
    /// Mass, kg.
    pub mass: f64,
    /// Whether it never moves.
    pub fixed: bool,
    /// Radius of its colliding sphere, m; 0 does not collide.
    pub radius: f64,
    /// Its surface.
    pub surface: Surface,
    /// Assembly it belongs to; set by [`Model::build`].
    pub assembly: usize,
}

/// A rigid ball. Other shapes come with the six-degree-of-freedom method.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyModel {
    /// Mass, kg.
    pub mass: f64,
    /// Moment of inertia about any axis, kg·m².
    pub inertia: f64,
    /// Radius, m.
    pub radius: f64,
    /// Its surface.
    pub surface: Surface,
    /// Assembly it belongs to; set by [`Model::build`].
    pub assembly: usize,
}

/// The collision shape round two particles.
#[derive(Debug, Clone, PartialEq)]
pub struct StickModel {
    /// Index of the first particle.
    pub a: usize,
    /// Index of the second particle.
    pub b: usize,
    /// Radius, m.
    pub radius: f64,
    /// Whether the ends are flat discs instead of half spheres.
    pub flat: bool,
    /// Its surface.
    pub surface: Surface,
}

/// Shape of something that never moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ObstacleShape {
    /// Half space below the local xz plane.
    Plane,
    /// Box with half extents, m.
    Cuboid(DVec3),
}

/// Something that never moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Obstacle {
    /// Its shape.
    pub shape: ObstacleShape,
    /// Position, m.
    pub position: DVec3,
    /// Orientation.
    pub orientation: DQuat,
    /// Its surface.
    pub surface: Surface,
}

/// Order in which constraints are solved within an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As listed.
    #[default]
    Listed,
    /// From last to first.
    Reversed,
    /// Forward and backward in turn.
    Alternating,
}

/// Settings of the simulation, all of which may change between steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Gravity, m/s².
    pub gravity: DVec3,
    /// Duration of a step, s.
    pub step_s: f64,
    /// Substeps per step.
    pub substeps: u32,
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// 0 = uniform to 1 = mass-weighted relaxation.
    pub weighting: f64,
    /// Factor on relaxation corrections.
    pub over_relaxation: f64,
    /// Decay rate of velocities, 1/s.
    pub linear_drag: f64,
    /// Decay rate of angular velocities, 1/s.
    pub angular_drag: f64,
    /// Decay rate of the relative turning of joined limbs, 1/s.
    pub joint_damping: f64,
    /// Whether things at rest fall asleep.
    pub sleeping: bool,
    /// Order of solution.
    pub order: Order,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            gravity: DVec3::new(0.0, -9.81, 0.0),
            step_s: 1.0 / 60.0,
            substeps: 1,
            iterations: 15,
            weighting: 1.0,
            over_relaxation: 1.0,
            linear_drag: 0.0,
            angular_drag: 0.0,
            joint_damping: 0.0,
            sleeping: true,
            order: Order::Listed,
        }
    }
}

impl Settings {
    /// Velocity with which a thing coasts through a substep of `h` seconds: drag,
    /// then gravity (Delannoy, equation 4.5 in velocity form).
    pub fn coasting_velocity(&self, velocity: DVec3, h: f64) -> DVec3 {
        velocity * decay(self.linear_drag, h) + self.gravity * h
    }
}

/// Everything that is constant during a step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Settings of the simulation.
    pub settings: Settings,
    /// Point masses.
    pub particles: Vec<ParticleModel>,
    /// Rigid balls.
    pub bodies: Vec<BodyModel>,
    /// Collision shapes round pairs of particles.
    pub sticks: Vec<StickModel>,
    /// Constraints in the order of solution.
    pub constraints: Vec<Constraint>,
    /// Things that never move.
    pub obstacles: Vec<Obstacle>,
    /// Number of assemblies; set by [`Model::build`].
    pub assemblies: usize,
    /// Whether each assembly hangs from the world or from a fixed particle; set
    /// by [`Model::build`].
    pub anchored: Vec<bool>,
}

impl Model {
    /// Finds the assemblies: things joined by constraints, directly or through
    /// others. The parts of one assembly do not collide with each other and fall
    /// asleep together.
    pub fn build(mut self) -> Model {
        let bodies_from = self.particles.len();
        let mut sets = DisjointSets::new(bodies_from + self.bodies.len());
        for constraint in &self.constraints {
            let [a, b] = constraint
                .attachments()
                .map(|side| side.first_mover(bodies_from));
            if let (Some(a), Some(b)) = (a, b) {
                sets.join(a, b);
            }
        }
        let mut count = 0;
        let mut number_of_root = vec![usize::MAX; bodies_from + self.bodies.len()];
        for mover in 0..bodies_from + self.bodies.len() {
            let root = sets.root(mover);
            if number_of_root[root] == usize::MAX {
                number_of_root[root] = count;
                count += 1;
            }
            let assembly = number_of_root[root];
            match mover.checked_sub(bodies_from) {
                None => self.particles[mover].assembly = assembly,
                Some(body) => self.bodies[body].assembly = assembly,
            }
        }
        self.assemblies = count;
        self.anchored = self.anchored_assemblies();
        self
    }

    fn anchored_assemblies(&self) -> Vec<bool> {
        let mut anchored = vec![false; self.assemblies];
        for particle in self.particles.iter().filter(|p| p.fixed) {
            anchored[particle.assembly] = true;
        }
        for constraint in &self.constraints {
            let sides = constraint.attachments().map(|side| side.assembly(self));
            if let [Some(one), None] | [None, Some(one)] = sides {
                anchored[one] = true;
            }
        }
        anchored
    }

    /// Adds a free ball between two steps and returns its index.
    pub fn add_body(&mut self, mut body: BodyModel) -> usize {
        body.assembly = self.assemblies;
        self.assemblies += 1;
        self.anchored.push(false);
        self.bodies.push(body);
        self.bodies.len() - 1
    }
}
