//! What keeps points on planes and lines, and limits the angle between sticks.

use super::defaults::*;
use super::{Grip, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Keeps a point on a plane or on a line that something with an orientation carries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// Point of the plane or line, from which ways are counted.
    pub a: Grip,
    /// The point that is held.
    pub b: Grip,
    /// What it is held on.
    pub on: GuideShape,
    /// Normal of the plane or direction of the line, in the frame of what carries it.
    pub axis: [f64; 3],
    /// Least height over the plane or way along the line, m. A plane without either limit
    /// holds the point at the height 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_m: Option<f64>,
    /// Largest height or way, m.
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

/// What a guide holds a point on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GuideShape {
    /// A plane, by its normal.
    Plane,
    /// A line, by its direction.
    Line,
}

/// Limits of the angle between two sticks that begin at one particle. At least one is given.
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
