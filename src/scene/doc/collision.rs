//! Which things of a scene document collide with which.

use super::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sets whether two objects collide with each other.
///
/// Without a rule, everything collides except objects that are joined to each other. The
/// parts of a ragdoll collide with each other only with its
/// [`Ragdoll::self_collision`](super::Ragdoll::self_collision).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CollisionRule {
    /// One object.
    pub a: Thing,
    /// The other object; the order does not matter.
    pub b: Thing,
    /// Whether they collide.
    pub collide: bool,
}

/// An object that collides.
#[derive(
    Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Thing {
    /// A rigid body, by id.
    Body(Id),
    /// A stick, by id.
    Stick(Id),
    /// A part of a ragdoll.
    Part {
        /// Id of the ragdoll.
        ragdoll: Id,
        /// Name of the part.
        part: String,
    },
    /// An obstacle, by id.
    Obstacle(Id),
}
