//! The limb whose joint a person looks at, and how its limits are shown and edited.

use crate::editor::limits::Shown;
use crate::scene::Id;

/// A part of a ragdoll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limb {
    /// The ragdoll.
    pub ragdoll: Id,
    /// Name of the part; its joint is the one with its parent.
    pub part: String,
}

/// Which limits are drawn on the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arcs {
    /// None.
    Hidden,
    /// Those of the limb that is looked at.
    #[default]
    OfLimb,
    /// All of the selected ragdolls.
    All,
}

/// How limits are shown and edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitOptions {
    /// Units and frame of the numbers.
    pub shown: Shown,
    /// Whether an edit of one side goes to the other too.
    pub mirror: bool,
    /// Which limits are drawn.
    pub arcs: Arcs,
}

impl Default for LimitOptions {
    fn default() -> LimitOptions {
        LimitOptions {
            shown: Shown::default(),
            mirror: true,
            arcs: Arcs::default(),
        }
    }
}
