//! Shapes and rigid bodies of a scene document.

use super::defaults::*;
use super::{Color, Compound, HullPoints, Id, Kinematic, Mesh};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A shape in its own frame.
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
        /// Full edge lengths, m, including the rounding.
        size_m: [f64; 3],
        /// Radius of edges and corners, m; at most half the smallest edge.
        #[serde(default, skip_serializing_if = "is_zero")]
        rounding_m: f64,
    },
    /// Cylinder with round ends.
    Capsule {
        /// Radius, m.
        radius_m: f64,
        /// Length between the centres of the round ends, m.
        length_m: f64,
        /// Its long axis in the local frame.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Cylinder with flat ends.
    Cylinder {
        /// Radius, m.
        radius_m: f64,
        /// Length, m.
        length_m: f64,
        /// Its long axis in the local frame.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
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
    Mesh(Mesh),
    /// Convex hull of points. If it has more than 64 corners, the most prominent ones are
    /// kept. A body's centre of mass is at the origin of its points.
    Hull(HullPoints),
    /// Several shapes that are one body; bodies only.
    Compound(Compound),
}

impl Shape {
    /// Whether drag can be another one across it than along it.
    pub fn has_long_axis(&self) -> bool {
        matches!(
            self,
            Shape::Box { .. } | Shape::Capsule { .. } | Shape::Cylinder { .. }
        )
    }
}

/// An axis of a local frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// The x axis.
    X,
    /// The y axis.
    #[default]
    Y,
    /// The z axis.
    Z,
}

impl Axis {
    /// All, in their order.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// Its place in that order.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A rigid body. Give either mass or density.
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
    /// Whether it is one rigid piece or made of particles.
    #[serde(default, skip_serializing_if = "is_default")]
    pub made_of: MadeOf,
    /// Its collision shape.
    #[serde(default, skip_serializing_if = "is_default")]
    pub contact: BodyContact,
    /// Mass, kg.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mass_kg: Option<f64>,
    /// Density, kg/m³.
    #[serde(default, skip_serializing_if = "is_default")]
    pub density_kg_m3: Option<f64>,
    /// Moments of inertia about the local x, y, z (the diagonal of the inertia tensor),
    /// kg·m²; absent = from shape and mass.
    #[serde(default, skip_serializing_if = "is_default")]
    pub inertia_kg_m2: Option<[f64; 3]>,
    /// Entries xy, yz, zx of the inertia tensor, kg·m²: the negative products of inertia.
    /// Only with `inertia_kg_m2`; absent = the local axes are principal axes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub products_of_inertia_kg_m2: Option<[f64; 3]>,
    /// Position of the centre of mass, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub position_m: [f64; 3],
    /// Orientation as a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Initial velocity, m/s; that of a kinematic body stays.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub velocity_m_s: [f64; 3],
    /// Initial angular velocity about the world axes, degrees/s; that of a kinematic body stays.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub angular_velocity_deg_s: [f64; 3],
    /// How it moves by itself; absent = it moves freely.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kinematic: Option<Kinematic>,
    /// Linear drag, 1/s; absent = the solver's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub linear_drag_per_s: Option<f64>,
    /// Drag across its long axis, 1/s; linear drag then acts only along it. Absent = the
    /// same drag in all directions. The long axis is that of a capsule or cylinder, or the
    /// longest edge of a box; a ball has none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orthogonal_drag_per_s: Option<f64>,
    /// Angular drag, 1/s; absent = the solver's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub angular_drag_per_s: Option<f64>,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
    /// Colour; absent = the default.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<Color>,
}

impl Body {
    /// A body at rest at the origin, without a mass yet.
    pub fn new(id: Id, name: String, shape: Shape) -> Body {
        Body {
            id,
            name,
            shape,
            made_of: MadeOf::Rigid,
            contact: BodyContact::Shape,
            mass_kg: None,
            density_kg_m3: None,
            inertia_kg_m2: None,
            products_of_inertia_kg_m2: None,
            position_m: [0.0; 3],
            orientation: [1.0, 0.0, 0.0, 0.0],
            velocity_m_s: [0.0; 3],
            angular_velocity_deg_s: [0.0; 3],
            kinematic: None,
            linear_drag_per_s: None,
            orthogonal_drag_per_s: None,
            angular_drag_per_s: None,
            material: None,
            color: None,
        }
    }
}

/// Whether a body is one rigid piece or made of particles.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum MadeOf {
    /// One piece.
    #[default]
    Rigid,
    /// Four particles and six sticks with its mass and inertia.
    Particles {
        /// Fraction of a stick's error corrected per iteration, above 0 to 1; a smaller value
        /// makes a softer body.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        strength: f64,
    },
}

/// Collision shape of a body.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BodyContact {
    /// Its shape.
    #[default]
    Shape,
    /// A ball about its centre of mass.
    Sphere {
        /// Radius, m.
        radius_m: f64,
    },
    /// Nothing.
    None {},
}
