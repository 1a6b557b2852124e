//! A bound on the work of all steps together.

use ragdoll_lab::physics::interrupt::StepLimit;
use std::sync::atomic::{AtomicI64, Ordering};

/// Reached when it has been asked so often since it was made, whatever the clock says: the
/// same input must do the same on every machine.
pub struct Budget(AtomicI64);

impl Budget {
    /// So many looks of the solver.
    pub fn of(looks: i64) -> Budget {
        Budget(AtomicI64::new(looks))
    }
}

impl StepLimit for Budget {
    fn is_reached(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 0
    }
}
