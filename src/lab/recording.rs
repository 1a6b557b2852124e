//! A run that can be repeated: where it began, what was done, how it ended.

use super::input::Input;
use crate::scene::Scene;
use std::sync::Arc;

/// A run from the start of a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// The scene at the start.
    pub scene: Arc<Scene>,
    /// What was done, each after so many steps.
    pub inputs: Vec<(u64, Input)>,
    /// Number of steps.
    pub steps: u64,
    /// Hash of the state after them.
    pub hash: u64,
}
