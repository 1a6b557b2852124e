//! The threads that step what is on the stage.

use crate::physics::lanes::threads;
use rayon::ThreadPool;
use std::sync::{Arc, OnceLock};

/// The threads for the steps of the window, made once: as many as there are cores, but
/// one fewer where there are more than two, which draws. None where one is enough or the
/// system gives no more; the result does not depend on it.
pub(in crate::app) fn stepping_threads() -> Option<Arc<ThreadPool>> {
    static POOL: OnceLock<Option<Arc<ThreadPool>>> = OnceLock::new();
    POOL.get_or_init(|| {
        let cores = crate::threads::cores();
        threads(if cores > 2 { cores - 1 } else { cores })
    })
    .clone()
}
