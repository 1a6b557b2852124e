//! How a kinematic body of a scene document moves.

use super::defaults::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Makes a body kinematic: it moves by itself, carries and pushes what meets it, and nothing moves
/// it. It keeps its velocity and angular velocity, and follows the keys on top of that.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kinematic {
    /// Time of its path at which the simulation starts, s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start_s: f64,
    /// Where it is at rising times, smoothly in between; none = only its steady velocity.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keys: Vec<KinematicKey>,
    /// What happens after the last key.
    #[serde(default, skip_serializing_if = "is_default")]
    pub after: AfterKeys,
}

/// Where a kinematic body is at a time, against its own position and orientation in the scene.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KinematicKey {
    /// Time, s; that of the first key is 0.
    pub time_s: f64,
    /// How far it is from its position, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub shift_m: [f64; 3],
    /// How far it has turned: the axis in the world, as long as the angle, degrees. It may be more
    /// than a turn.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub turn_deg: [f64; 3],
}

/// What a kinematic body does after its last key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterKeys {
    /// It stays there.
    #[default]
    Stop,
    /// It starts again from the first key.
    Repeat,
    /// It goes back the same way, and so on.
    Return,
}
