//! The ragdolls of a scene document.

use super::constraint::LimitModel;
use super::defaults::*;
use super::muscle::Muscle;
use super::{Animation, Character, Color, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A ragdoll made from a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ragdoll {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Its figure.
    pub figure: Figure,
    /// The point of the floor it stands on, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub position_m: [f64; 3],
    /// Rotation about the vertical axis, degrees; 0 faces +z.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub heading_deg: f64,
    /// Rotates the whole figure about the centre of its root, after the heading; a unit
    /// quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Positions and velocities of its parts; absent = the start pose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pose: Option<Pose>,
    /// Whether it stands motionless until something hits it.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub stands_until_hit: bool,
    /// Animation that moves it until it is handed over to physics; rigid figures only. A
    /// ragdoll with a pose starts under physics.
    #[serde(default, skip_serializing_if = "is_default")]
    pub animation: Option<Animation>,
    /// Whether its parts collide with each other.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub self_collision: bool,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
    /// Colour of its limbs; absent = the default.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<Color>,
    /// How the angles of its limits are measured; absent = the solver's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_model: Option<LimitModel>,
    /// Drag of its limbs across their long axes, 1/s; drag along them is the solver's.
    /// Absent = the same drag in all directions. Rigid figures only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orthogonal_drag_per_s: Option<f64>,
    /// Size and mass relative to its figure; rigid figures only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub physique: Physique,
    /// Muscles that pull its joints to the start pose; absent = limp. Rigid figures only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub muscles: Muscle,
    /// Changes to parts of its figure, each part at most once; of a thesis humanoid of
    /// particles masses only, and none of the Hitman.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parts: Vec<PartOverride>,
}

impl Ragdoll {
    /// A ragdoll that stands at the origin until something hits it.
    pub fn new(id: Id, figure: Figure) -> Ragdoll {
        Ragdoll {
            id,
            name: String::new(),
            figure,
            position_m: [0.0; 3],
            heading_deg: 0.0,
            orientation: no_rotation(),
            pose: None,
            stands_until_hit: true,
            animation: None,
            self_collision: true,
            material: None,
            color: None,
            limit_model: None,
            orthogonal_drag_per_s: None,
            physique: Physique::default(),
            muscles: Muscle::default(),
            parts: Vec::new(),
        }
    }
}

/// Size and mass of a ragdoll relative to its figure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Physique {
    /// Height relative to the figure.
    #[serde(skip_serializing_if = "is_one")]
    pub height: f64,
    /// Width and depth relative to a figure of the same height.
    #[serde(skip_serializing_if = "is_one")]
    pub girth: f64,
    /// How the masses of the parts are set.
    #[serde(skip_serializing_if = "is_default")]
    pub masses: MassRule,
}

impl Default for Physique {
    fn default() -> Physique {
        Physique {
            height: 1.0,
            girth: 1.0,
            masses: MassRule::Figure,
        }
    }
}

/// How the masses of a ragdoll's parts are set.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum MassRule {
    /// The figure's masses, regardless of its size.
    #[default]
    Figure,
    /// The same density for all parts.
    Density {
        /// Mass per volume, kg/m³.
        kg_m3: f64,
    },
    /// Proportions of a human body.
    Shares {
        /// Mass of the whole figure, kg.
        total_kg: f64,
    },
}

/// Changes to one part of a ragdoll's figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartOverride {
    /// Name of the part.
    pub part: String,
    /// Mass, kg.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mass_kg: Option<f64>,
    /// Principal moments of inertia, kg·m².
    #[serde(default, skip_serializing_if = "is_default")]
    pub inertia_kg_m2: Option<[f64; 3]>,
    /// Coulomb friction coefficient; absent = from the ragdoll's material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub friction: Option<f64>,
    /// Angle limits relative to its parent; not for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit: Option<PartLimit>,
    /// Changes to the muscles of its joint to its parent; not for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub muscle: Muscle,
    /// Target orientation of its muscles in the parent's frame, a unit quaternion w, x, y,
    /// z; absent = the initial orientation. Not for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub target: Option<[f64; 4]>,
    /// Whether its joint to its parent is broken, so that it and its children move freely.
    /// Not for the root.
    #[serde(default, skip_serializing_if = "is_false")]
    pub broken_off: bool,
}

impl PartOverride {
    /// Nothing differs yet.
    pub fn of(part: impl Into<String>) -> PartOverride {
        PartOverride {
            part: part.into(),
            mass_kg: None,
            inertia_kg_m2: None,
            friction: None,
            limit: None,
            muscle: Muscle::default(),
            target: None,
            broken_off: false,
        }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == PartOverride::of(self.part.clone())
    }
}

/// The limits of the joint between a part and its parent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartLimit {
    /// Smallest angles about x, y, z in the frame of the parent, degrees.
    pub min_deg: [f64; 3],
    /// Largest angles about x, y, z in the frame of the parent, degrees.
    pub max_deg: [f64; 3],
    /// Coefficient of restitution at the stop, 0 to 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
    /// Orientation in the parent's frame at which all angles are 0, a unit quaternion w, x,
    /// y, z; absent = the figure's start pose.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub zero: [f64; 4],
}

/// Current pose of a ragdoll in the world: all its particles and rigid bodies, in the
/// order of the figure's parts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pose {
    /// Its particles.
    #[serde(skip_serializing_if = "is_default")]
    pub particles: Vec<ParticlePose>,
    /// Its rigid bodies.
    #[serde(skip_serializing_if = "is_default")]
    pub bodies: Vec<BodyPose>,
    /// Whether it was hit hard since it last rested; its steps are finer while it still
    /// spins from the hit.
    #[serde(skip_serializing_if = "is_default")]
    pub hit: bool,
}

/// Position and velocity of a particle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParticlePose {
    /// Position, m.
    pub position_m: [f64; 3],
    /// Velocity, m/s.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub velocity_m_s: [f64; 3],
}

/// Pose and velocities of a rigid body.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BodyPose {
    /// Position of the centre of mass, m.
    pub position_m: [f64; 3],
    /// Orientation as a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Velocity, m/s.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub velocity_m_s: [f64; 3],
    /// Angular velocity about the world axes, rad/s. Not in degrees, because converting a
    /// saved pose would change its last bits and so the rest of the run.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub angular_velocity_rad_s: [f64; 3],
}

/// The figure of a ragdoll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Figure {
    /// The humanoid of Delannoy's thesis.
    Thesis(ThesisFigure),
    /// The stick figure of Jakobsen's paper on particles.
    Hitman {},
    /// The rigid ragdoll of Baltman and Radeztsky's paper.
    Mx(MxFigure),
    /// A character with its own parts.
    Character(Character),
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
    /// Whether its limbs are particles and sticks or rigid bodies.
    #[serde(skip_serializing_if = "is_default")]
    pub build: FigureBuild,
}

/// Radii and masses of the thesis humanoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BodyType {
    /// Light.
    Thin,
    /// Medium.
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

/// Whether the limbs of a figure are particles and sticks or rigid bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureBuild {
    /// Two particles and a stick each.
    #[default]
    Particles,
    /// A rigid body each, joined by pins.
    Rigid,
    /// A rigid body each, joined by pins with angle limits.
    RigidWithLimits,
}

/// Settings of the rigid ragdoll of Baltman and Radeztsky's paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MxFigure {
    /// Table of its angle limits.
    #[serde(skip_serializing_if = "is_default")]
    pub limits: LimitTable,
    /// Moments of inertia of its parts.
    #[serde(skip_serializing_if = "is_default")]
    pub inertia: InertiaPreset,
    /// Collision shapes of its parts.
    #[serde(skip_serializing_if = "is_default")]
    pub contact: FigureContact,
}

/// Table of the angle limits of the rigid ragdoll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LimitTable {
    /// The paper's table 1.
    #[default]
    Printed,
    /// Table 1 with the left leg and left hand mirrored from the right.
    Mirrored,
}

/// Moments of inertia of the rigid ragdoll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InertiaPreset {
    /// The paper's: 1 slug·ft² for each part.
    #[default]
    Paper,
    /// Those of solid boxes.
    Box,
    /// Those of solid boxes, but at least mass times (0.1 m)².
    Human,
}

/// Collision shapes of the rigid ragdoll's parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureContact {
    /// All parts, with capsules.
    #[default]
    Shapes,
    /// Nine spheres, as in the paper.
    Spheres,
}
