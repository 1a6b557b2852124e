//! The ragdolls of a scene document.

use super::constraint::LimitModel;
use super::defaults::*;
use super::muscle::Muscle;
use super::{Animation, Character, Color, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Turns the whole figure about the centre of its root, after the heading;
    /// a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Where its parts are and how they move, in place of the pose it starts in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pose: Option<Pose>,
    /// Whether it stands motionless until something hits it.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub stands_until_hit: bool,
    /// What moves it until physics takes over; rigid figures only. One with a pose begins as
    /// physics has it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub animation: Option<Animation>,
    /// Whether its parts collide with each other.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub self_collision: bool,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
    /// What its limbs are painted with; absent = the usual paint.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<Color>,
    /// How the angles of its limits are measured; absent = the solver's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_model: Option<LimitModel>,
    /// Drag of its limbs across their long axes, 1/s; that along them is the solver's.
    /// Absent = the same in all directions. Rigid figures only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orthogonal_drag_per_s: Option<f64>,
    /// Its build against that of its figure; rigid figures only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub physique: Physique,
    /// What leads its joints to the pose in which it starts; limp if absent. Rigid figures only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub muscles: Muscle,
    /// What differs from the parts of its figure, each part at most once; rigid
    /// figures only.
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

/// The build of a ragdoll against that of its figure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Physique {
    /// Height over that of the figure.
    #[serde(skip_serializing_if = "is_one")]
    pub height: f64,
    /// Breadth and depth over those of a figure of that height.
    #[serde(skip_serializing_if = "is_one")]
    pub girth: f64,
    /// Where the masses of the parts come from.
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

/// Where the masses of the parts of a ragdoll come from.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum MassRule {
    /// Those of the figure, whatever its size.
    #[default]
    Figure,
    /// The same density for all parts.
    Density {
        /// Mass per volume, kg/m³.
        kg_m3: f64,
    },
    /// The shares that the parts of a human body have.
    Shares {
        /// Mass of the whole figure, kg.
        total_kg: f64,
    },
}

/// What of a part of a ragdoll differs from its figure.
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
    /// Coulomb coefficient of its surface; that of the ragdoll's material unless given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub friction: Option<f64>,
    /// How far it may turn against its parent; not for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit: Option<PartLimit>,
    /// What of the muscles of its joint to its parent differs from the ragdoll's; not for the
    /// root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub muscle: Muscle,
    /// Where its muscles lead it: its orientation in its parent, a unit quaternion w, x, y, z;
    /// that at the start unless given. Not for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub target: Option<[f64; 4]>,
    /// Whether its joint to its parent is broken, so that it and what hangs on it go their own
    /// way. Not for the root.
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
    /// Speed ratio at the stop, 0 to 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
    /// Where the angles are zero: the orientation of the part in its parent, a unit
    /// quaternion w, x, y, z; that of the figure's start pose unless given.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub zero: [f64; 4],
}

/// The present pose of a ragdoll in the world: its particles and rigid bodies, as
/// many as the figure has and in the order of its parts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pose {
    /// Its particles.
    #[serde(skip_serializing_if = "is_default")]
    pub particles: Vec<ParticlePose>,
    /// Its rigid bodies.
    #[serde(skip_serializing_if = "is_default")]
    pub bodies: Vec<BodyPose>,
    /// Whether a body hit it hard since it last rested: while it whirls from that, its steps
    /// are finer.
    #[serde(skip_serializing_if = "is_default")]
    pub hit: bool,
}

/// Where a particle is and how it moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParticlePose {
    /// Position, m.
    pub position_m: [f64; 3],
    /// Velocity, m/s.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub velocity_m_s: [f64; 3],
}

/// Where a rigid body is and how it moves.
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
    /// Angular velocity about the world axes, rad/s. Not degrees as elsewhere:
    /// a pose is saved by the program, and a conversion there and back would
    /// change its last bits, so that the run would go on differently.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub angular_velocity_rad_s: [f64; 3],
}

/// What a ragdoll is made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Figure {
    /// The humanoid of Delannoy's thesis.
    Thesis(ThesisFigure),
    /// The stick figure of Jakobsen's paper on particles.
    Hitman {},
    /// The rigid ragdoll of Baltman and Radeztsky's paper.
    Mx(MxFigure),
    /// Parts of its own.
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
    /// What its limbs are made of.
    #[serde(skip_serializing_if = "is_default")]
    pub build: FigureBuild,
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

/// What the limbs of a figure are made of.
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
    /// What of its parts collides.
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
    /// The same with left leg and left hand as the mirror image of the right.
    Mirrored,
}

/// Moments of inertia of the rigid ragdoll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InertiaPreset {
    /// The paper's: 1 slug·ft² for each part.
    #[default]
    Paper,
    /// Of solid boxes.
    Box,
    /// Of solid boxes, at least mass times (0.1 m)².
    Human,
}

/// What of the parts of the rigid ragdoll collides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureContact {
    /// All parts, with capsules.
    #[default]
    Shapes,
    /// Nine spheres, as in the paper.
    Spheres,
}
