//! What keeps a distance, and may tear: sticks, rods, ropes and struts.

use super::defaults::*;
use super::{Grip, Id, WayDrive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two particles at a fixed distance; it collides if it has a radius.
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
    /// Strain (stretch / length) above which it tears, together with the surface triangles
    /// it borders; absent = never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tear_strain: Option<f64>,
    /// Whether it has torn and no longer holds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub torn: bool,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
}

impl Stick {
    /// A thin stick that never tears.
    pub fn new(a: Id, b: Id) -> Stick {
        Stick {
            a,
            b,
            length_m: None,
            radius_m: 0.0,
            ends: StickEnds::Round,
            strength: 1.0,
            tear_strain: None,
            torn: false,
            material: None,
        }
    }
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

/// Keeps the distance between two points within bounds. At least one bound is required:
/// equal bounds make a rod, only a maximum a rope, only a minimum a strut.
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
    /// Drive of the distance.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drive: WayDrive,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
    /// Strain above which it tears: the excess over the largest distance, divided by that
    /// distance; absent = never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tear_strain: Option<f64>,
    /// Whether it has torn and no longer holds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub torn: bool,
}

impl Distance {
    /// Without bounds, which nothing drives and which never tears.
    pub fn new(a: Grip, b: Grip) -> Distance {
        Distance {
            a,
            b,
            min_m: None,
            max_m: None,
            drive: WayDrive::default(),
            strength: 1.0,
            tear_strain: None,
            torn: false,
        }
    }
}
