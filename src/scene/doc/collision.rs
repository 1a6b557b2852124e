//! Which things of a scene document collide with which.

use super::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether two things collide with each other, against what holds without a rule.
///
/// Without one, everything collides with everything else but with what it is
/// joined to, and the parts of a ragdoll only if it says so
/// ([`Ragdoll::self_collision`](super::Ragdoll::self_collision)).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CollisionRule {
    /// One thing.
    pub a: Thing,
    /// The other thing; the order does not matter.
    pub b: Thing,
    /// Whether they collide.
    pub collide: bool,
}

/// Something that collides.
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
