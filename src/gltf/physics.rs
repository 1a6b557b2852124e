//! Rigid bodies: the extensions `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`:
//! <https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos>.

use super::{Gltf, GltfError};
use serde::de::DeserializeOwned;
use serde::Deserialize;
use serde_json::Value;

/// Name of the extension with bodies and joints.
pub const BODIES: &str = "KHR_physics_rigid_bodies";
/// Name of the extension with shapes.
pub const SHAPES: &str = "KHR_implicit_shapes";

/// What both extensions say of the whole file.
#[derive(Debug, Default)]
pub struct Physics {
    /// What colliders may be.
    pub shapes: Vec<Shape>,
    /// What they may be of.
    pub materials: Vec<Material>,
    /// What joints may do.
    pub joints: Vec<Joint>,
    /// What may collide with what.
    pub filters: Vec<Filter>,
    /// What is said of each node.
    pub nodes: Vec<Option<Body>>,
}

/// A shape about the origin, the last three along the y axis.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Shape {
    /// A ball.
    Sphere {
        /// How large.
        #[serde(default)]
        sphere: Ball,
    },
    /// A box.
    Box {
        /// How large.
        #[serde(default)]
        r#box: Size,
    },
    /// A half space below, unless it ends somewhere.
    Plane {
        /// How large.
        #[serde(default)]
        plane: Sheet,
    },
    /// A cylinder with half balls at both ends.
    Capsule {
        /// How large.
        #[serde(default)]
        capsule: Tube,
    },
    /// A cylinder.
    Cylinder {
        /// How large.
        #[serde(default)]
        cylinder: Tube,
    },
    /// One of another extension.
    #[serde(other)]
    Other,
}

/// How large a ball is.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub struct Ball {
    /// m.
    pub radius: f64,
}

impl Default for Ball {
    fn default() -> Ball {
        Ball { radius: 0.5 }
    }
}

/// How large a box is.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub struct Size {
    /// m.
    pub size: [f64; 3],
}

impl Default for Size {
    fn default() -> Size {
        Size { size: [1.0; 3] }
    }
}

/// How large a plane is.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Sheet {
    /// m; endless if absent.
    pub size_x: Option<f64>,
    /// m; endless if absent.
    pub size_z: Option<f64>,
}

/// How large a capsule or a cylinder is.
#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Tube {
    /// m; of a capsule between the centres of both balls.
    pub height: f64,
    /// m.
    pub radius_bottom: f64,
    /// m.
    pub radius_top: f64,
}

impl Default for Tube {
    fn default() -> Tube {
        Tube {
            height: 0.5,
            radius_bottom: 0.25,
            radius_top: 0.25,
        }
    }
}

/// What a collider is of.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Material {
    /// Coulomb coefficient of what slides.
    pub dynamic_friction: f64,
    /// Speed after an impact over speed before it.
    pub restitution: f64,
    /// How that of two materials is found: `average`, `minimum`, `maximum` or `multiply`.
    pub friction_combine: String,
    /// The same of restitution.
    pub restitution_combine: String,
}

impl Default for Material {
    fn default() -> Material {
        Material {
            dynamic_friction: 0.6,
            restitution: 0.0,
            friction_combine: "average".into(),
            restitution_combine: "average".into(),
        }
    }
}

/// What a joint does: what it leaves free is what no limit names.
#[derive(Debug, Deserialize)]
#[serde(default)]
#[derive(Default)]
pub struct Joint {
    /// What ends moves.
    pub limits: Vec<Limit>,
    /// What drives them.
    pub drives: Vec<Drive>,
}

/// What ends ways along axes, or turns about them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Limit {
    /// Axes of the joint.
    pub linear_axes: Vec<usize>,
    /// Axes of the joint.
    pub angular_axes: Vec<usize>,
    /// m or rad; endless if absent.
    pub min: Option<f64>,
    /// m or rad; endless if absent.
    pub max: Option<f64>,
    /// N/m or N·m/rad; hard if absent.
    pub stiffness: Option<f64>,
}

/// A spring with a damper and what they lead to.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Drive {
    /// `linear` or `angular`.
    pub r#type: String,
    /// `force` or `acceleration`.
    pub mode: String,
    /// Axis of the joint.
    pub axis: usize,
    /// N or N·m; endless if absent.
    pub max_force: Option<f64>,
    /// m or rad.
    pub position_target: f64,
    /// m/s or rad/s.
    pub velocity_target: f64,
    /// N/m or N·m/rad.
    pub stiffness: f64,
    /// N·s/m or N·m·s/rad.
    pub damping: f64,
}

/// What a collider belongs to, and what it collides with.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Filter {
    /// The systems that it belongs to.
    pub collision_systems: Vec<String>,
    /// The only systems with which it collides.
    pub collide_with_systems: Option<Vec<String>>,
    /// Systems with which it does not.
    pub not_collide_with_systems: Vec<String>,
}

/// What the extension says of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Body {
    /// The node moves.
    pub motion: Option<Motion>,
    /// The node collides.
    pub collider: Option<Collider>,
    /// The node notices what touches it.
    pub trigger: Option<serde::de::IgnoredAny>,
    /// The node is held on another one.
    pub joint: Option<Held>,
}

/// How a node moves, in its frame.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Motion {
    /// Whether it moves on whatever it meets.
    pub is_kinematic: bool,
    /// kg; 0 is endless.
    pub mass: Option<f64>,
    /// m.
    pub center_of_mass: [f64; 3],
    /// Principal moments, kg·m²; 0 is endless.
    pub inertia_diagonal: Option<[f64; 3]>,
    /// From their axes to those of the node: x, y, z, w.
    pub inertia_orientation: Option<[f64; 4]>,
    /// m/s.
    pub linear_velocity: [f64; 3],
    /// rad/s.
    pub angular_velocity: [f64; 3],
    /// What of gravity acts.
    pub gravity_factor: Option<f64>,
}

/// How a node collides.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Collider {
    /// Its shape.
    pub geometry: Geometry,
    /// What it is of.
    pub physics_material: Option<usize>,
    /// With what it collides.
    pub collision_filter: Option<usize>,
}

/// The shape of a collider; none of what is a mesh.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Geometry {
    /// One of the shapes of the file.
    pub shape: Option<usize>,
}

/// How a node is held.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Held {
    /// The node to which it is held.
    pub connected_node: usize,
    /// How.
    pub joint: usize,
    /// Whether both collide.
    #[serde(default)]
    pub enable_collision: bool,
}

/// The lists of the extension with bodies.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Lists {
    physics_materials: Vec<Material>,
    physics_joints: Vec<Joint>,
    collision_filters: Vec<Filter>,
}

/// The list of the extension with shapes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ShapeList {
    shapes: Vec<Shape>,
}

impl Gltf {
    /// Whether a node is a rigid body or collides.
    pub fn has_physics(&self) -> bool {
        let mut nodes = self.document.nodes.iter();
        nodes.any(|node| node.extensions.bodies.is_some())
    }

    /// What the file says of rigid bodies.
    ///
    /// # Errors
    /// What of it is not as the extensions have it.
    pub fn physics(&self) -> Result<Physics, GltfError> {
        let of_file = &self.document.extensions;
        let lists: Lists = read(of_file.bodies.as_ref(), BODIES)?.unwrap_or_default();
        let shapes: ShapeList = read(of_file.shapes.as_ref(), SHAPES)?.unwrap_or_default();
        let nodes = self.document.nodes.iter().enumerate();
        let nodes: Result<Vec<Option<Body>>, GltfError> = nodes
            .map(|(at, node)| {
                let bodies = node.extensions.bodies.as_ref();
                bodies.map_or(Ok(None), |own| read(Some(own), &format!("node {at}")))
            })
            .collect();
        Ok(Physics {
            shapes: shapes.shapes,
            materials: lists.physics_materials,
            joints: lists.physics_joints,
            filters: lists.collision_filters,
            nodes: nodes?,
        })
    }
}

fn read<T: DeserializeOwned>(value: Option<&Value>, of: &str) -> Result<Option<T>, GltfError> {
    let Some(value) = value else {
        return Ok(None);
    };
    T::deserialize(value).map(Some).map_err(|error| {
        let message = format!("{of}: {error}");
        GltfError::whole(message, "write it as the extension defines it")
    })
}
