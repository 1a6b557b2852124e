//! What keeps points on planes and lines, and limits the angle between sticks.

use super::defaults::*;
use super::{Grip, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Keeps a point on a plane or line fixed to the world or to a body, or lets a body roll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// Point of the plane or line, where the position is 0.
    pub a: Grip,
    /// The constrained point.
    pub b: Grip,
    /// Whether the point stays on a plane or a line, or its body rolls.
    pub on: GuideShape,
    /// Normal of the plane or direction of the line, in the frame of side `a`.
    pub axis: [f64; 3],
    /// Smallest height above the plane or position along the line, m. A plane without
    /// limits keeps the point at height 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_m: Option<f64>,
    /// Largest height or position, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_m: Option<f64>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

impl Guide {
    /// A guide without bounds.
    pub fn new(a: Grip, b: Grip, on: GuideShape, axis: [f64; 3]) -> Guide {
        Guide {
            a,
            b,
            on,
            axis,
            limit_min_m: None,
            limit_max_m: None,
            strength: 1.0,
        }
    }
}

/// Where a guide keeps a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GuideShape {
    /// A plane, by its normal.
    Plane,
    /// A line, by its direction.
    Line,
    /// A plane of the world, by its normal, on which the ball or cylinder `b` rolls without slip
    /// (method `multipliers`); a cylinder rolls as a thin disc in its middle.
    Rolling,
}

/// Limits of the angle between two sticks that share a particle. At least one is
/// required.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Corner {
    /// Id of one stick.
    pub a: Id,
    /// Id of the other stick.
    pub b: Id,
    /// Smallest angle between them, degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_deg: Option<f64>,
    /// Largest angle, degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_deg: Option<f64>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}
