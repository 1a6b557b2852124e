//! What does not change during a step: masses, shapes, constraints, settings.

use super::constraint::{Constraint, Kind, LimitModel};
use super::convex::{Convex, Pose, TriangleMesh};
use super::disjoint_sets::DisjointSets;
use super::math::{decay, decayed_way};
use glam::{DQuat, DVec3};
use std::sync::Arc;

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

impl Owner {
    /// Number of its kind, and its index.
    pub fn number(self) -> (u8, usize) {
        match self {
            Owner::Particle(i) => (0, i),
            Owner::Stick(i) => (1, i),
            Owner::Body(i) => (2, i),
            Owner::Obstacle(i) => (3, i),
        }
    }
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

/// A rigid body. Its frame has the centre of mass as origin.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyModel {
    /// Mass, kg.
    pub mass: f64,
    /// Principal moments of inertia, kg·m².
    pub inertia: DVec3,
    /// Principal axes in the body frame.
    pub axes: DQuat,
    /// What of it collides, in the body frame; `None` collides with nothing.
    pub shape: Option<Convex>,
    /// Its surface.
    pub surface: Surface,
    /// Decay rate of its velocity, 1/s; `None` = that of the settings.
    pub linear_drag: Option<f64>,
    /// Decay rate of its angular velocity, 1/s; `None` = that of the settings.
    pub angular_drag: Option<f64>,
    /// Assembly it belongs to; set by [`Model::build`].
    pub assembly: usize,
}

impl BodyModel {
    /// A body with the same moment of inertia about all its axes.
    pub fn round(mass: f64, inertia: f64, shape: Option<Convex>, surface: Surface) -> BodyModel {
        BodyModel {
            mass,
            inertia: DVec3::splat(inertia),
            axes: DQuat::IDENTITY,
            shape,
            surface,
            linear_drag: None,
            angular_drag: None,
            assembly: 0,
        }
    }

    /// A solid ball.
    pub fn ball(mass: f64, radius: f64, surface: Surface) -> BodyModel {
        let inertia = 0.4 * mass * radius * radius;
        BodyModel::round(mass, inertia, Some(Convex::sphere(radius)), surface)
    }

    /// Whether its moment of inertia is the same about all axes.
    pub fn is_round(&self) -> bool {
        self.inertia.x == self.inertia.y && self.inertia.y == self.inertia.z
    }
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
#[derive(Debug, Clone, PartialEq)]
pub enum ObstacleShape {
    /// Half space below the local xz plane.
    Plane,
    /// Box with half extents, m.
    Cuboid(DVec3),
    /// Ramp or another convex solid.
    Convex(Convex),
    /// Triangles that are solid behind; shared, since a model is copied when it changes.
    Mesh(Arc<TriangleMesh>),
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

impl Obstacle {
    /// Where it is.
    pub fn pose(&self) -> Pose {
        Pose {
            position: self.position,
            orientation: self.orientation,
        }
    }
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
    /// What is nearer to the world or to the first member of its assembly first.
    RootToLeaf,
    /// Shuffled by this seed, the same in each iteration.
    Shuffled(u64),
}

/// How constraints reach the velocities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StateForm {
    /// Positions are corrected and velocities are what has been moved in a substep
    /// (Baltman & Radeztsky, equations 4.1 to 4.5).
    #[default]
    VelocityLess,
    /// Positions and velocities are corrected in turn after the motion (equations
    /// 4.6 to 4.8), as in the paper.
    Velocity,
    /// Velocities are corrected before the motion with the impulses of the last
    /// substep as the first guess, positions after it.
    Impulse,
    /// As `Impulse`, but joints and contacts act as stiff damped springs; a second
    /// pass takes the speed that they added.
    Soft,
}

/// How a pin divides its error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PinSolve {
    /// All three rows at once.
    #[default]
    Block,
    /// Along the error only, as in the paper.
    Direction,
}

/// How contacts act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ContactMode {
    /// As constraints (Baltman & Radeztsky, section 9).
    #[default]
    Constraint,
    /// As springs and impulses (section 5) between loose things; what hangs in
    /// joints still takes the constraint, since springs let it sink.
    Penalty,
}

/// How an angular correction is divided between two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InertiaSplit {
    /// By the full inertia; angular momentum is kept.
    #[default]
    Exact,
    /// As a rotation about the axis, by the moments about it (equation 8.8).
    Axis,
    /// As a rotation about the axis, by the norms of the inverse inertias
    /// (equation 8.10).
    Norm,
}

/// How a free body turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RotationUpdate {
    /// With the angular momentum kept through the middle of the step.
    #[default]
    Midpoint,
    /// With a constant angular velocity (equations 4.2 and 4.7), which forgets
    /// that a body with unequal moments tumbles.
    TorqueOnly,
}

/// How what nothing touches or holds flies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FreeFlight {
    /// On the parabola: with the mean velocity of the substep; of the drag, velocities
    /// are exact and positions of second order.
    #[default]
    Exact,
    /// With the velocity at the end of the substep, as in the paper (equation 4.1): half a
    /// substep of gravity ahead.
    Discrete,
}

/// Equations of Baltman & Radeztsky to be used as printed, misprints and all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Misprints {
    /// 4.2, third line: coasting rotation is lost.
    pub rotation_base: bool,
    /// 4.6: the position moves with the old velocity.
    pub explicit_velocity: bool,
    /// 5.5: the penalty force may pull.
    pub adhesive_penalty: bool,
    /// 6.2: masses are missing.
    pub distance_masses: bool,
    /// 7.1: the pin error has the wrong sign.
    pub pin_sign: bool,
    /// 7.4: the rotation of the second body has the wrong sign.
    pub pin_rotation_sign: bool,
    /// 8.5: a square is missing under the root.
    pub clamp_norm: bool,
    /// 8.6: a conjugate is missing.
    pub clamp_order: bool,
}

/// Number type of what can be computed in more than one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// 64 bits for everything.
    #[default]
    Double,
    /// 32 bits for ragdolls that are alike and touch nothing but planes.
    Single,
}

/// Settings of the simulation, all of which may change between steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Gravity, m/s².
    pub gravity: DVec3,
    /// Velocity of the air, to which drag brings everything, m/s.
    pub air_velocity: DVec3,
    /// Duration of a step, s.
    pub step_s: f64,
    /// Substeps per step.
    pub substeps: u32,
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// Iterations stop when no error of length exceeds this, m.
    pub early_out: Option<f64>,
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
    /// How constraints reach the velocities.
    pub form: StateForm,
    /// How a pin divides its error.
    pub pins: PinSolve,
    /// How limits measure angles that have no model of their own.
    pub limit_model: LimitModel,
    /// How contacts act.
    pub contacts: ContactMode,
    /// How angular corrections are divided.
    pub inertia_split: InertiaSplit,
    /// How free bodies turn.
    pub rotation: RotationUpdate,
    /// How what nothing touches or holds flies.
    pub free_flight: FreeFlight,
    /// Equations to be used as printed.
    pub misprints: Misprints,
    /// Number type.
    pub precision: Precision,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            gravity: DVec3::new(0.0, -9.81, 0.0),
            air_velocity: DVec3::ZERO,
            step_s: 1.0 / 60.0,
            substeps: 1,
            iterations: 15,
            early_out: None,
            weighting: 1.0,
            over_relaxation: 1.0,
            linear_drag: 0.0,
            angular_drag: 0.0,
            joint_damping: 0.0,
            sleeping: true,
            order: Order::Listed,
            form: StateForm::default(),
            pins: PinSolve::default(),
            limit_model: LimitModel::default(),
            contacts: ContactMode::default(),
            inertia_split: InertiaSplit::default(),
            rotation: RotationUpdate::default(),
            free_flight: FreeFlight::default(),
            misprints: Misprints::default(),
            precision: Precision::default(),
        }
    }
}

/// What drag and gravity make of a velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coasting {
    /// Share of a velocity that drag leaves.
    pub kept: f64,
    /// What gravity and the air add, m/s.
    pub gain: DVec3,
}

impl Coasting {
    /// The velocity after the substep, m/s.
    pub fn velocity(&self, before: DVec3) -> DVec3 {
        before * self.kept + self.gain
    }
}

impl Settings {
    /// How a particle coasts through a substep of `h` seconds: the exact solution of
    /// `dv/dt = g − c (v − air)`, or, in discrete flight, drag and then gravity
    /// (Delannoy, equation 4.5 in velocity form; Baltman & Radeztsky, 4.1 and 4.6).
    pub fn coasting(&self, h: f64) -> Coasting {
        self.coasting_with(self.linear_drag, h)
    }

    /// The same of a body, with its own drag.
    pub fn coasting_of(&self, body: &BodyModel, h: f64) -> Coasting {
        self.coasting_with(body.linear_drag.unwrap_or(self.linear_drag), h)
    }

    fn coasting_with(&self, drag: f64, h: f64) -> Coasting {
        let kept = decay(drag, h);
        Coasting {
            kept,
            gain: self.gravity * self.fall_s(drag, h) + self.air_velocity * (1.0 - kept),
        }
    }

    /// How long gravity acts within `h` seconds, less what drag (1/s) takes of it, s.
    pub fn fall_s(&self, drag: f64, h: f64) -> f64 {
        match self.free_flight {
            FreeFlight::Exact => decayed_way(drag, h),
            FreeFlight::Discrete => h,
        }
    }

    /// From where the motion `x += v h`, with the new velocity, ends where the mean
    /// velocity leads from here; m from here. Zero in discrete flight.
    pub fn half_way_back(&self, coasting: Coasting, velocity: DVec3, h: f64) -> DVec3 {
        match self.free_flight {
            FreeFlight::Exact => (velocity - coasting.velocity(velocity)) * (0.5 * h),
            FreeFlight::Discrete => DVec3::ZERO,
        }
    }
}

/// Everything that is constant during a step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Settings of the simulation.
    pub settings: Settings,
    /// Point masses.
    pub particles: Vec<ParticleModel>,
    /// Rigid bodies.
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
    /// Whether constraints hold each assembly together; set by [`Model::build`].
    pub jointed: Vec<bool>,
    /// Pairs that collide, or do not, against the rule that the parts of an
    /// assembly pass through each other and all else collides. Sorted by
    /// [`Model::build`]; the lower owner comes first.
    pub pair_rules: Vec<PairRule>,
}

/// Whether two things collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairRule {
    /// The two things.
    pub pair: [Owner; 2],
    /// Whether they collide.
    pub collide: bool,
}

impl Model {
    /// Finds the assemblies: things joined by constraints, directly or through
    /// others. The parts of one assembly do not collide with each other unless a
    /// rule says so, and fall asleep together.
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
        self.jointed = vec![false; count];
        for constraint in &self.constraints {
            for side in constraint.attachments() {
                if let Some(assembly) = side.assembly(&self) {
                    self.jointed[assembly] = true;
                }
            }
        }
        for rule in &mut self.pair_rules {
            rule.pair.sort_unstable();
        }
        self.pair_rules.sort_by_key(|rule| rule.pair);
        self
    }

    /// Whether two things of these assemblies collide.
    pub fn collide(&self, pair: [Owner; 2], same_assembly: bool) -> bool {
        let pair = [pair[0].min(pair[1]), pair[0].max(pair[1])];
        match self
            .pair_rules
            .binary_search_by_key(&pair, |rule| rule.pair)
        {
            Ok(found) => self.pair_rules[found].collide,
            Err(_) => !same_assembly,
        }
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

    /// Adds a free body between two steps and returns its index.
    pub fn add_body(&mut self, mut body: BodyModel) -> usize {
        body.assembly = self.assemblies;
        self.assemblies += 1;
        self.anchored.push(false);
        self.jointed.push(false);
        self.bodies.push(body);
        self.bodies.len() - 1
    }
}
