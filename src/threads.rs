//! Threads of the system. A page in a browser has none: there work is done by whoever asks.

use std::io;

/// Whether there are threads.
pub const ARE_THERE: bool = !cfg!(target_arch = "wasm32");

/// How many of them work at once; 1 where the system does not tell.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Has a thread of its own do something, which goes on by itself.
///
/// # Errors
/// The system has no thread left, or none at all.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = std::thread::Builder::new().name(name.into());
    thread.spawn(work).map(drop)
}

/// Tells this thread from others.
#[must_use]
pub fn current() -> std::thread::ThreadId {
    std::thread::current().id()
}

/// How the system has shared its cores with this thread since that began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Time at work, s.
    pub worked_s: f64,
    /// Time ready to work while others did, s.
    pub ready_s: f64,
}

/// How the system has shared its cores with this thread; Linux alone tells.
#[must_use]
pub fn share() -> Option<Share> {
    let counts = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let mut seconds = counts.split_whitespace().map(|ns| ns.parse::<f64>());
    let mut next = || Some(seconds.next()?.ok()? * 1e-9);
    Some(Share {
        worked_s: next()?,
        ready_s: next()?,
    })
}
