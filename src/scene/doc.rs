//! The scene document, format version 2: everything needed to repeat a run.
//!
//! SI units and degrees, with the unit in the key. A field that equals its
//! default is not written. The order of [`Scene::constraints`] is the order of
//! solution. Identifiers share one number space, are stable and never reused.

mod animation;
mod body;
mod character;
mod collision;
mod color;
mod compound;
mod constraint;
mod defaults;
mod drive;
mod guide;
mod hull;
mod kinematic;
mod mesh;
mod misprint;
mod muscle;
mod place;
mod ragdoll;
mod serial;
mod solver;
mod stick;
mod surface;

pub use animation::*;
pub use body::*;
pub use character::*;
pub use collision::*;
pub use color::Color;
pub use compound::*;
pub use constraint::*;
use defaults::*;
pub use drive::*;
pub use guide::*;
pub use hull::HullPoints;
pub use kinematic::*;
pub use mesh::Mesh;
pub use muscle::Muscle;
pub use place::Place;
pub use ragdoll::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use serial::*;
pub use solver::*;
use std::collections::BTreeSet;
pub use stick::*;
pub use surface::Surface;

/// The value of the `format` key.
pub const FORMAT: &str = "ragdoll-scene";
/// The newest version of the scene format.
pub const VERSION: u32 = 2;

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
    /// Description of the scene, in one or two sentences.
    #[serde(default, skip_serializing_if = "is_default")]
    pub description: String,
    /// Where the scene is seen to be; its motion does not depend on it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub place: Place,
    /// Gravity, m/s², y up.
    #[serde(
        default = "default_gravity",
        skip_serializing_if = "is_default_gravity"
    )]
    pub gravity_m_s2: [f64; 3],
    /// Wind velocity, m/s, y up. Linear drag pulls everything towards it.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub air_velocity_m_s: [f64; 3],
    /// How the scene is simulated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// Surface materials, referred to by id.
    #[serde(default, skip_serializing_if = "is_default")]
    pub materials: Vec<Material>,
    /// Fixed geometry.
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
    /// Ragdolls made from figures; their constraints are solved after the ones above.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ragdolls: Vec<Ragdoll>,
    /// Exceptions to the default collision rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub collision_rules: Vec<CollisionRule>,
    /// The ball launcher.
    #[serde(default, skip_serializing_if = "is_default")]
    pub launcher: Option<Launcher>,
}

/// A surface material.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Coefficient of restitution, 0 to 1; for two surfaces, the larger one is used.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
    /// Coulomb friction coefficient; for two surfaces, the geometric mean is used.
    #[serde(
        default = "default_friction",
        skip_serializing_if = "is_default_friction"
    )]
    pub friction: f64,
    /// Rolling resistance as a fraction of the radius; for two surfaces, the larger one is
    /// used.
    #[serde(
        default = "default_rolling",
        skip_serializing_if = "is_default_rolling"
    )]
    pub rolling_resistance: f64,
    /// Stiffness of penalty contacts, N/m (method `paper`); absent = the method's; for two
    /// surfaces, the mean.
    #[serde(default, skip_serializing_if = "is_default")]
    pub contact_stiffness_n_m: Option<f64>,
    /// Damping of penalty contacts, N·s/m, likewise.
    #[serde(default, skip_serializing_if = "is_default")]
    pub contact_damping_n_s_m: Option<f64>,
}

/// Fixed geometry.
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
    /// Velocity of its surface, m/s, as that of a conveyor belt: carries along what lies on it.
    /// Only the part along the surface counts.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub belt_m_s: [f64; 3],
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
    /// Colour; absent = the default.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<Color>,
}

/// A point mass; it collides if it has a radius.
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
    /// Whether it is fixed in place.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fixed: bool,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
    /// Colour; absent = the default.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<Color>,
}

/// The ball launcher.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Launcher {
    /// The ball.
    pub ball: Ball,
    /// Centre of the ball before the throw, m.
    pub position_m: [f64; 3],
    /// Direction of the throw; any length but zero.
    pub direction: [f64; 3],
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Number of balls per throw.
    #[serde(skip_serializing_if = "is_single")]
    pub count: u32,
    /// Half angle of the cone in which several balls are thrown, degrees.
    #[serde(skip_serializing_if = "is_zero")]
    pub spread_deg: f64,
    /// Time of an automatic throw, s; absent = none.
    #[serde(skip_serializing_if = "is_default")]
    pub fire_at_s: Option<f64>,
}

/// The ball of a launcher. Give either mass or density.
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
    /// Coefficient of restitution, 0 to 1.
    pub restitution: f64,
    /// Coulomb friction coefficient.
    #[serde(
        default = "default_friction",
        skip_serializing_if = "is_default_friction"
    )]
    pub friction: f64,
}

impl Obstacle {
    /// The ground: a plane at height 0.
    pub fn floor(id: Id) -> Obstacle {
        Obstacle {
            id,
            name: "floor".into(),
            shape: Shape::Plane {},
            position_m: [0.0; 3],
            orientation: no_rotation(),
            belt_m_s: [0.0; 3],
            material: None,
            color: None,
        }
    }
}

impl Scene {
    /// All identifiers in use.
    pub fn ids(&self) -> BTreeSet<Id> {
        let materials = self.materials.iter().map(|x| x.id);
        let obstacles = self.obstacles.iter().map(|x| x.id);
        let bodies = self.bodies.iter().map(|x| x.id);
        let particles = self.particles.iter().map(|x| x.id);
        let constraints = self.constraints.iter().map(|x| x.id);
        let ragdolls = self.ragdolls.iter().map(|x| x.id);
        let all = materials.chain(obstacles).chain(bodies).chain(particles);
        all.chain(constraints).chain(ragdolls).collect()
    }
}
