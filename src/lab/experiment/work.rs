//! Work that is counted and not timed: the same on every machine.

use crate::physics::probe::{Probe, Stage};

/// How often constraints were corrected.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Corrections {
    count: usize,
}

impl Corrections {
    /// Corrections a step, over so many steps.
    pub fn per_step(self, steps: usize) -> f64 {
        self.count as f64 / steps.max(1) as f64
    }
}

impl Probe for Corrections {
    fn begin(&mut self, _: Stage) {}

    fn end(&mut self, stage: Stage, count: usize) {
        if let Stage::Constraints(_) = stage {
            self.count += count;
        }
    }
}
