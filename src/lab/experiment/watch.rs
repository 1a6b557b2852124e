//! An experiment to be looked at: its scene with some of the values side by side.

use super::{chain, shots, BodyKind, Case, Kind};
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

impl Case {
    /// What there is to see of it with a kind of body, if anything.
    pub fn watch(&self, body: BodyKind) -> Option<Watch> {
        match self.kind {
            Kind::Shots(varied) => shots::watch(varied, body),
            Kind::Chain => chain::watch(),
            Kind::Cost(_) | Kind::Table2 => None,
        }
    }

    /// Whether there is anything to see of it with some kind of body.
    pub fn can_be_watched(&self) -> bool {
        matches!(self.kind, Kind::Shots(_) | Kind::Chain)
    }
}
