//! What can be asked of the experiments of the papers.

use crate::lab::experiment::Effort;

/// Most nudged repeats that can be asked for.
pub const MOST_NUDGES: u32 = 1000;
/// Most aimed throws of a case that can be asked for.
pub const MOST_AIMS: u32 = 1000;

/// What a person asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum ExperimentAction {
    /// Run the experiment of that name.
    Run(&'static str),
    /// End the one that runs.
    Cancel,
    /// Open its scene with some of its values side by side.
    Watch(&'static str),
    /// Choose a folder for its files.
    Save(&'static str),
    /// Choose how much is done.
    SetEffort(Box<Effort>),
}
