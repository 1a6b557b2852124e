//! An experiment to be looked at: its scene with some of the values side by side.

use super::{BodyKind, Case};
use crate::lab::Variant;
use crate::scene::Scene;

/// Some runs of an experiment, to be seen side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Watch {
    /// The scene of the first run.
    pub scene: Scene,
    /// What the first run is called.
    pub leader: String,
    /// What the others have otherwise.
    pub variants: Vec<Variant>,
}

impl Case<'_> {
    /// What there is to see of it with a kind of body, if anything.
    pub fn watch(&self, body: BodyKind) -> Option<Watch> {
        self.what.watch(body)
    }

    /// Whether there is anything to see of it with some kind of body.
    pub fn can_be_watched(&self) -> bool {
        self.what.can_be_watched()
    }
}
