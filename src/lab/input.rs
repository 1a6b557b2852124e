//! Everything that a person can do to a running simulation, as data.

use super::simulation::Shot;
use crate::physics::{Attachment, Blast, Settings, Spring};
use glam::DVec3;

/// What is done to a simulation between two steps. A start and a list of steps with
/// their inputs give the same bits on every run.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Throws the balls of a shot.
    Throw(Shot),
    /// Pulls a point towards a target until it is released; there is one hand.
    Pull {
        /// What is pulled, and where.
        grip: Attachment,
        /// Where to, m.
        target: DVec3,
        /// How the pull gives way.
        spring: Spring,
    },
    /// Lets go of what is pulled.
    Release,
    /// Pins a point where it is.
    Pin(Attachment),
    /// Takes all pins out.
    FreeAll,
    /// Pushes everything near away.
    Blast(Blast),
    /// Changes settings and gravity.
    Retune(Box<Settings>),
}
