//! The constraints of a scene document and what they grip.

use super::defaults::*;
use super::{Axis, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Lets a body slide along an axis of another.
    Slider(Slider),
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
    /// Smallest turn of the child, degrees; −180 if only the other is given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_deg: Option<f64>,
    /// Largest turn of the child, degrees; 180 if only the other is given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_deg: Option<f64>,
    /// Orientation of the child in the frame of the parent where the turn is 0,
    /// as a unit quaternion w, x, y, z; as the two stand at the start if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

/// Keeps two bodies together without any play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// Point on the parent.
    pub a: Grip,
    /// Point on the child.
    pub b: Grip,
    /// Orientation of the child in the frame of the parent, as a unit quaternion
    /// w, x, y, z; as the two stand at the start if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

/// Keeps a point of a child on an axis of its parent, along which it slides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    /// Point on the parent, from which the way is counted.
    pub a: Grip,
    /// Point on the child, which stays on the axis.
    pub b: Grip,
    /// Axis in the frame of the parent.
    pub axis: [f64; 3],
    /// Least way of the child along the axis, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_m: Option<f64>,
    /// Largest way, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_m: Option<f64>,
    /// Whether the child may turn about the axis, as a cylinder in another.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: bool,
    /// Orientation of the child in the frame of the parent, but for a turn about the axis,
    /// as a unit quaternion w, x, y, z; as the two stand at the start if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

/// Limits of the rotation of a child in the frame of its parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AngleLimit {
    /// The parent.
    pub a: BodyRef,
    /// The child.
    pub b: BodyRef,
    /// Smallest angles about x, y, z, degrees.
    pub limit_min_deg: [f64; 3],
    /// Largest angles about x, y, z, degrees.
    pub limit_max_deg: [f64; 3],
    /// How the angles are measured; absent = the solver's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub model: Option<LimitModel>,
    /// Axis of the twist; absent = the one with the largest limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub twist_axis: Option<Axis>,
    /// Orientation of the child in the frame of the parent where all angles are
    /// 0, as a unit quaternion w, x, y, z; as the two stand at the start if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Speed ratio at the stop, 0 to 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
}

/// Something with an orientation of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BodyRef {
    /// A rigid body, by id.
    Body(Id),
    /// A part of a ragdoll of rigid bodies.
    Part {
        /// Id of the ragdoll.
        ragdoll: Id,
        /// Name of the part.
        part: String,
    },
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
        /// Place from 0 (upper end) to 1 (lower end) of a part that is a stick;
        /// not used on rigid parts.
        #[serde(default, skip_serializing_if = "is_zero")]
        at: f64,
        /// Point in the frame of a part that is a rigid body, m; not used on
        /// sticks.
        #[serde(default, skip_serializing_if = "is_origin")]
        point_m: [f64; 3],
    },
}
