//! The scene document, format version 1: everything needed to repeat a run.
//!
//! SI units and degrees, with the unit in the key. A field that equals its
//! default is not written. The order of [`Scene::constraints`] is the order of
//! solution. Identifiers share one number space, are stable and never reused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The value of the `format` key.
pub const FORMAT: &str = "ragdoll-scene";
/// The newest version of the scene format.
pub const VERSION: u32 = 1;

/// Stable identifier of anything in a scene; 0 is never used.
pub type Id = u32;

/// A whole scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Always `ragdoll-scene`.
    pub format: String,
    /// Format version, see [`VERSION`].
    pub version: u32,
    /// Shown in lists and as the title.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// What the scene shows, in a sentence or two.
    #[serde(default, skip_serializing_if = "is_default")]
    pub description: String,
    /// Gravity, m/s², y up.
    #[serde(
        default = "default_gravity",
        skip_serializing_if = "is_default_gravity"
    )]
    pub gravity_m_s2: [f64; 3],
    /// How the scene is simulated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// Surface materials; things refer to them by id.
    #[serde(default, skip_serializing_if = "is_default")]
    pub materials: Vec<Material>,
    /// Things that never move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub obstacles: Vec<Obstacle>,
    /// Rigid bodies.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bodies: Vec<Body>,
    /// Point masses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub particles: Vec<Particle>,
    /// Sticks, joints and limits, solved in this order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub constraints: Vec<Constraint>,
    /// Ragdolls made from presets; their constraints are solved after those above.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ragdolls: Vec<Ragdoll>,
    /// The ball launcher.
    #[serde(default, skip_serializing_if = "is_default")]
    pub launcher: Option<Launcher>,
}

/// Method, preset and the values that override the preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Solver {
    /// Method id as listed by `ragdoll-lab methods`.
    #[serde(skip_serializing_if = "is_default_method")]
    pub method: String,
    /// Named set of rate, substeps and iterations.
    #[serde(skip_serializing_if = "is_default")]
    pub preset: Preset,
    /// Steps per second, Hz.
    #[serde(skip_serializing_if = "is_default")]
    pub rate_hz: Option<f64>,
    /// Substeps per step.
    #[serde(skip_serializing_if = "is_default")]
    pub substeps: Option<u32>,
    /// Relaxation iterations per substep.
    #[serde(skip_serializing_if = "is_default")]
    pub iterations: Option<u32>,
    /// Weighting of relaxation from 0 (uniform) to 1 (mass-weighted).
    #[serde(skip_serializing_if = "is_default_weighting")]
    pub weighting: f64,
    /// Factor on each relaxation correction, 1 = plain Gauss-Seidel.
    #[serde(skip_serializing_if = "is_one")]
    pub over_relaxation: f64,
    /// Linear drag, 1/s: speed decays as exp(-drag t).
    #[serde(skip_serializing_if = "is_default_drag")]
    pub linear_drag_per_s: f64,
    /// Angular drag, 1/s.
    #[serde(skip_serializing_if = "is_default_drag")]
    pub angular_drag_per_s: f64,
    /// Whether things at rest fall asleep.
    #[serde(skip_serializing_if = "is_true")]
    pub sleeping: bool,
    /// Number type of the simulation.
    #[serde(skip_serializing_if = "is_default")]
    pub precision: Precision,
    /// Order in which constraints are solved.
    #[serde(skip_serializing_if = "is_default")]
    pub order: Order,
    /// Seed of everything random.
    #[serde(skip_serializing_if = "is_default")]
    pub seed: u64,
}

/// Named solver settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Good for play.
    #[default]
    Default,
    /// Tighter joints at twice the cost.
    High,
    /// Soft step.
    Soft,
    /// Warm-started velocity form.
    Velocity,
    /// The papers' settings.
    Paper,
    /// The papers' settings in velocity form.
    PaperVelocity,
}

/// Number type of the simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// Double precision.
    #[default]
    F64,
    /// Single precision, for crowds.
    F32,
}

/// Order in which constraints are solved within an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As listed.
    #[default]
    Listed,
    /// From last to first.
    Reversed,
    /// Forward and backward in turn.
    Alternating,
    /// From root to leaf.
    RootToLeaf,
    /// Shuffled by the seed, the same in each iteration.
    Shuffled,
}

/// What a surface is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Speed ratio of an impact, 0 to 1; of two surfaces the larger counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
    /// Coulomb coefficient; of two surfaces the geometric mean counts.
    #[serde(
        default = "default_friction",
        skip_serializing_if = "is_default_friction"
    )]
    pub friction: f64,
    /// Rolling resistance as a fraction of the radius; of two surfaces the larger counts.
    #[serde(
        default = "default_rolling",
        skip_serializing_if = "is_default_rolling"
    )]
    pub rolling_resistance: f64,
}

/// A shape; its axis is the local y.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Shape {
    /// Half space below its local xz plane; obstacles only.
    Plane {},
    /// Ball.
    Sphere {
        /// Radius, m.
        radius_m: f64,
    },
    /// Box with its centre at the origin.
    Box {
        /// Full edge lengths, m.
        size_m: [f64; 3],
    },
    /// Cylinder with round ends.
    Capsule {
        /// Radius, m.
        radius_m: f64,
        /// Length between the centres of the round ends, m.
        length_m: f64,
    },
    /// Cylinder with flat ends.
    Cylinder {
        /// Radius, m.
        radius_m: f64,
        /// Length, m.
        length_m: f64,
    },
    /// Wedge that rises along +z; obstacles only.
    Ramp {
        /// Full extents, m.
        size_m: [f64; 3],
    },
    /// Steps that rise along +z; obstacles only.
    Stairs {
        /// Number of steps.
        steps: u32,
        /// Width, height and depth of one step, m.
        step_m: [f64; 3],
    },
    /// Triangle mesh; obstacles only.
    Mesh {
        /// Corner points, m.
        vertices_m: Vec<[f64; 3]>,
        /// Three corner indices per triangle.
        triangles: Vec<[u32; 3]>,
    },
}

/// Something that never moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Position of the origin of the shape, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub position_m: [f64; 3],
    /// Orientation as a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
}

/// A rigid body. Exactly one of mass and density is given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Mass, kg.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mass_kg: Option<f64>,
    /// Density, kg/m³.
    #[serde(default, skip_serializing_if = "is_default")]
    pub density_kg_m3: Option<f64>,
    /// Principal moments of inertia, kg·m²; from shape and mass if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub inertia_kg_m2: Option<[f64; 3]>,
    /// Position of the centre of mass, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub position_m: [f64; 3],
    /// Orientation as a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Initial velocity, m/s.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub velocity_m_s: [f64; 3],
    /// Initial angular velocity about the world axes, degrees/s.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub angular_velocity_deg_s: [f64; 3],
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
}

/// A point mass, with a radius if it collides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Particle {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Position, m.
    pub position_m: [f64; 3],
    /// Initial velocity, m/s.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub velocity_m_s: [f64; 3],
    /// Radius of the colliding sphere, m; 0 does not collide.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub radius_m: f64,
    /// Whether it stays where it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fixed: bool,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
}

/// A constraint with its identity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// What it holds.
    pub kind: ConstraintKind,
}

/// What a constraint holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConstraintKind {
    /// Keeps two particles at their distance; thick sticks collide.
    Stick(Stick),
    /// Keeps the distance of two points within bounds (rod, rope, strut).
    Distance(Distance),
    /// Keeps two points together (ball joint, connector, world pin).
    Pin(Pin),
    /// Pin that turns about one axis.
    Hinge(Hinge),
    /// Keeps two bodies together without any play.
    Fixed(Fixed),
    /// Limits the rotation between two bodies.
    AngleLimit(AngleLimit),
}

/// Two particles at a fixed distance, with a body round the line if thick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stick {
    /// Id of one particle.
    pub a: Id,
    /// Id of the other particle.
    pub b: Id,
    /// Length, m; the initial distance if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub length_m: Option<f64>,
    /// Radius, m; 0 does not collide.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub radius_m: f64,
    /// Shape of the ends.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ends: StickEnds,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
}

/// Shape of the ends of a stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StickEnds {
    /// Half spheres.
    #[default]
    Round,
    /// Discs.
    Flat,
}

/// Keeps the distance of two points within bounds. At least one bound is given;
/// equal bounds make a rod, a maximum alone a rope, a minimum alone a strut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// One point.
    pub a: Grip,
    /// The other point.
    pub b: Grip,
    /// Smallest distance, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub min_m: Option<f64>,
    /// Largest distance, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub max_m: Option<f64>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

/// Keeps two points together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// One point.
    pub a: Grip,
    /// The other point.
    pub b: Grip,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

/// Pin that turns about one axis, with optional limits of the turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hinge {
    /// Point on the parent.
    pub a: Grip,
    /// Point on the child.
    pub b: Grip,
    /// Axis in the frame of the parent.
    pub axis: [f64; 3],
    /// Smallest turn of the child, degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_deg: Option<f64>,
    /// Largest turn of the child, degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_deg: Option<f64>,
}

/// Keeps two bodies together without any play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// Point on the parent.
    pub a: Grip,
    /// Point on the child.
    pub b: Grip,
}

/// Limits of the rotation of a child in the frame of its parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AngleLimit {
    /// Id of the parent body.
    pub a: Id,
    /// Id of the child body.
    pub b: Id,
    /// Smallest angles about x, y, z, degrees.
    pub limit_min_deg: [f64; 3],
    /// Largest angles about x, y, z, degrees.
    pub limit_max_deg: [f64; 3],
    /// How the angles are measured.
    #[serde(default, skip_serializing_if = "is_default")]
    pub model: LimitModel,
    /// Speed ratio at the stop, 0 to 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
}

/// How the angles of a limit are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LimitModel {
    /// Swing and twist.
    #[default]
    SwingTwist,
    /// The paper's clamp of quaternion components.
    Component,
}

/// Where a constraint grips.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Grip {
    /// A point of the world, m.
    World([f64; 3]),
    /// A particle, by id.
    Particle(Id),
    /// A point on a stick.
    Stick {
        /// Id of the stick.
        id: Id,
        /// Place from 0 (first particle) to 1 (second particle).
        at: f64,
    },
    /// A point of a rigid body.
    Body {
        /// Id of the body.
        id: Id,
        /// Point in the frame of the body, m.
        #[serde(default, skip_serializing_if = "is_origin")]
        point_m: [f64; 3],
    },
    /// A point on a part of a ragdoll.
    Part {
        /// Id of the ragdoll.
        ragdoll: Id,
        /// Name of the part.
        part: String,
        /// Place from 0 (upper end) to 1 (lower end).
        #[serde(default, skip_serializing_if = "is_zero")]
        at: f64,
    },
}

/// A ragdoll made from a preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ragdoll {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// What it is made from.
    pub figure: Figure,
    /// The point of the floor it stands on, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub position_m: [f64; 3],
    /// Turn about the vertical, degrees; 0 faces +z.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub heading_deg: f64,
    /// Whether it stands motionless until something hits it.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub stands_until_hit: bool,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
}

/// Preset figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Figure {
    /// The humanoid of Delannoy's thesis on particles.
    Thesis(ThesisFigure),
    /// The stick figure of Jakobsen's paper on particles.
    Hitman {},
    /// The rigid ragdoll of Baltman and Radeztsky's paper.
    Mx {},
}

/// Settings of the thesis humanoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ThesisFigure {
    /// Radii and masses (figure 4.9).
    pub body_type: BodyType,
    /// Size and total mass.
    #[serde(skip_serializing_if = "is_default")]
    pub size: FigureSize,
    /// Adds arms, which the thesis left out.
    #[serde(skip_serializing_if = "is_default")]
    pub arms: bool,
}

/// Radii and masses of the thesis humanoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BodyType {
    /// Light.
    Thin,
    /// Between the two.
    #[default]
    Medium,
    /// Heavy.
    Wide,
}

/// Size of the thesis humanoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureSize {
    /// 1.73 m tall; 60, 80 or 120 kg.
    #[default]
    Scaled,
    /// The thesis' centimetres and pounds.
    Printed,
}

/// The ball launcher.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Launcher {
    /// The ball.
    pub ball: Ball,
    /// Centre of the ball before the shot, m.
    pub position_m: [f64; 3],
    /// Direction of the shot; any length but zero.
    pub direction: [f64; 3],
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Number of balls of one shot.
    #[serde(skip_serializing_if = "is_one_ball")]
    pub count: u32,
    /// Half angle of the cone of a shot with several balls, degrees.
    #[serde(skip_serializing_if = "is_zero")]
    pub spread_deg: f64,
    /// Time of a shot without anybody's doing, s; absent = none.
    #[serde(skip_serializing_if = "is_default")]
    pub fire_at_s: Option<f64>,
}

/// The ball of a launcher. Exactly one of mass and density is given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ball {
    /// Radius, m.
    pub radius_m: f64,
    /// Mass, kg.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mass_kg: Option<f64>,
    /// Density, kg/m³.
    #[serde(skip_serializing_if = "is_default")]
    pub density_kg_m3: Option<f64>,
    /// Elasticity: speed ratio of an impact, 0 to 1.
    pub restitution: f64,
    /// Coulomb coefficient.
    #[serde(
        default = "default_friction",
        skip_serializing_if = "is_default_friction"
    )]
    pub friction: f64,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            format: FORMAT.into(),
            version: VERSION,
            name: String::new(),
            description: String::new(),
            gravity_m_s2: default_gravity(),
            solver: Solver::default(),
            materials: Vec::new(),
            obstacles: Vec::new(),
            bodies: Vec::new(),
            particles: Vec::new(),
            constraints: Vec::new(),
            ragdolls: Vec::new(),
            launcher: None,
        }
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            method: DEFAULT_METHOD.into(),
            preset: Preset::Default,
            rate_hz: None,
            substeps: None,
            iterations: None,
            weighting: 1.0,
            over_relaxation: 1.0,
            linear_drag_per_s: DEFAULT_DRAG,
            angular_drag_per_s: DEFAULT_DRAG,
            sleeping: true,
            precision: Precision::F64,
            order: Order::Listed,
            seed: 0,
        }
    }
}

impl Default for Launcher {
    fn default() -> Launcher {
        Launcher {
            ball: Ball::default(),
            position_m: [0.0, 1.3, 3.0],
            direction: [0.0, 0.0, -1.0],
            speed_m_s: 12.0,
            count: 1,
            spread_deg: 0.0,
            fire_at_s: None,
        }
    }
}

impl Default for Ball {
    fn default() -> Ball {
        Ball {
            radius_m: 0.15,
            mass_kg: Some(5.0),
            density_kg_m3: None,
            restitution: 0.3,
            friction: DEFAULT_FRICTION,
        }
    }
}

impl Default for Material {
    fn default() -> Material {
        Material {
            id: 0,
            name: String::new(),
            restitution: 0.0,
            friction: DEFAULT_FRICTION,
            rolling_resistance: DEFAULT_ROLLING,
        }
    }
}

const DEFAULT_METHOD: &str = "verlet";
/// 0.995 per 1/60 s.
const DEFAULT_DRAG: f64 = 0.3;
const DEFAULT_FRICTION: f64 = 0.6;
const DEFAULT_ROLLING: f64 = 0.01;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
// Compared by bits, so that a negative zero is written and comes back.
fn is_zero(value: &f64) -> bool {
    value.to_bits() == 0
}
fn is_origin(value: &[f64; 3]) -> bool {
    value.iter().all(is_zero)
}
fn default_gravity() -> [f64; 3] {
    [0.0, -9.81, 0.0]
}
fn is_default_gravity(value: &[f64; 3]) -> bool {
    value.map(f64::to_bits) == default_gravity().map(f64::to_bits)
}
fn is_default_method(value: &str) -> bool {
    value == DEFAULT_METHOD
}
fn is_default_weighting(value: &f64) -> bool {
    *value == 1.0
}
fn is_default_drag(value: &f64) -> bool {
    *value == DEFAULT_DRAG
}
fn one() -> f64 {
    1.0
}
fn is_one(value: &f64) -> bool {
    *value == 1.0
}
fn is_one_ball(value: &u32) -> bool {
    *value == 1
}
fn yes() -> bool {
    true
}
fn is_true(value: &bool) -> bool {
    *value
}
fn no_rotation() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}
fn is_no_rotation(value: &[f64; 4]) -> bool {
    value.map(f64::to_bits) == no_rotation().map(f64::to_bits)
}
fn default_friction() -> f64 {
    DEFAULT_FRICTION
}
fn is_default_friction(value: &f64) -> bool {
    *value == DEFAULT_FRICTION
}
fn default_rolling() -> f64 {
    DEFAULT_ROLLING
}
fn is_default_rolling(value: &f64) -> bool {
    *value == DEFAULT_ROLLING
}
