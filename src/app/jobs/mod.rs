//! Work that goes on beside the window: experiments, the shot fan, files being read.

pub mod autopsy;
pub mod experiments;
mod exports;
pub mod fan;
mod news;
mod reading;
mod tally;
pub mod why;

pub(super) use reading::{of_file, of_left_behind, playable, shot};
pub use reading::{Content, Place, Read, Then};
pub use tally::Tally;

use autopsy::Autopsies;
use experiments::Experiments;
use fan::ShotFan;
use reading::Reading;
use why::Why;

/// Work that goes on beside the window.
#[derive(Default)]
pub struct Jobs {
    /// The experiments of the papers.
    pub experiments: Experiments,
    /// One shot for each of some values.
    pub fan: ShotFan,
    /// Why something moves.
    pub why: Why,
    /// Why the run blew up.
    pub autopsy: Autopsies,
    reading: Option<Reading>,
}

impl Jobs {
    /// Whether work goes on.
    pub fn is_busy(&self) -> bool {
        self.experiments.running().is_some()
            || self.fan.running().is_some()
            || self.why.running().is_some()
            || self.autopsy.running().is_some()
            || self.is_reading()
    }
}
