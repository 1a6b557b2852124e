//! Wall time and processor time of some work of this thread.

use std::time::Instant;

/// What some work took.
#[derive(Debug, Clone, Copy)]
pub struct Elapsed {
    /// Wall time, s.
    pub wall_s: f64,
    /// Processor time, s; `None` where the system does not tell.
    pub cpu_s: Option<f64>,
}

/// Times some work.
pub fn time(work: impl FnOnce()) -> Elapsed {
    let cpu_before = thread_cpu_s();
    let begun = Instant::now();
    work();
    Elapsed {
        wall_s: begun.elapsed().as_secs_f64(),
        cpu_s: thread_cpu_s()
            .zip(cpu_before)
            .map(|(end, begin)| end - begin),
    }
}

#[cfg(unix)]
fn thread_cpu_s() -> Option<f64> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn thread_cpu_s() -> Option<f64> {
    None
}
