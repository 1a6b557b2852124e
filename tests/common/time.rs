//! Time in tests, such that the load of a machine does not decide.

use std::time::{Duration, Instant};

/// So long that only what hangs takes it, or what costs out of all proportion.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The shortest of so many runs, the one that others have held up least.
pub fn shortest(runs: u32, mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let began = Instant::now();
        run();
        began.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}
