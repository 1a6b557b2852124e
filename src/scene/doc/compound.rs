//! Several shapes of a scene document that are one body.

use super::defaults::*;
use super::{Id, Shape};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Several shapes that are one rigid body; bodies only. Its centre of mass is at the origin of its
/// pieces, and pieces that overlap count each.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Compound {
    /// The shapes.
    pub pieces: Vec<Piece>,
}

/// One of the shapes of a compound body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Shown in lists and messages.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Its shape; no compound.
    pub shape: Shape,
    /// Position of its centre of mass in the body's frame, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub position_m: [f64; 3],
    /// Orientation in the body's frame as a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Its density as a multiple of that of the other pieces.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub relative_density: f64,
    /// Whether it collides; otherwise it is drawn and weighs something.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub collides: bool,
    /// Id of its material; absent = the body's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
}

impl Piece {
    /// A piece at the origin with the density of the others.
    pub fn new(shape: Shape) -> Piece {
        Piece {
            name: String::new(),
            shape,
            position_m: [0.0; 3],
            orientation: [1.0, 0.0, 0.0, 0.0],
            relative_density: 1.0,
            collides: true,
            material: None,
        }
    }
}
