//! Where a scene is seen to be; nothing of its motion depends on it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a scene is seen to be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A plain studio.
    #[default]
    Studio,
    /// A yard in daylight, with sky and sun.
    Yard,
    /// A warm hall with a wooden floor.
    Hall,
    /// A street at night, with moon and stars.
    Night,
}

impl Place {
    /// All of them.
    pub const ALL: [Place; 4] = [Place::Studio, Place::Yard, Place::Hall, Place::Night];
}
