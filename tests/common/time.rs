//! Time in tests, such that the load of a machine does not decide.

use std::time::Duration;

/// The longest wait for something that must come; only what hangs takes so long.
pub const PATIENCE: Duration = Duration::from_secs(300);
