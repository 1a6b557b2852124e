//! Work on a thread of its own, so that the window goes on drawing.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Receiver, TryRecvError};
use std::sync::Arc;
use std::time::Duration;

/// What became of a job.
pub(super) enum Progress<T> {
    /// It goes on.
    Working,
    /// Its result.
    Done(T),
    /// It ended without one.
    Failed,
}

/// Lets a job know that its result is no longer wanted.
#[derive(Debug, Clone, Default)]
pub(super) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Whether the job may as well end.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Work on a thread of its own; dropping it cancels it.
#[derive(Debug)]
pub(super) struct Job<T> {
    result: Receiver<T>,
    cancel: Cancel,
}

impl<T: Send + 'static> Job<T> {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start(
        name: &str,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> io::Result<Job<T>> {
        let (sender, result) = channel();
        let cancel = Cancel::default();
        let asked = cancel.clone();
        let thread = std::thread::Builder::new().name(name.into());
        thread.spawn(move || {
            // Nobody waits for the result of a cancelled job.
            let _ = sender.send(work(&asked));
        })?;
        Ok(Job { result, cancel })
    }

    /// The result once there is one; to be asked in every frame.
    pub fn poll(&self) -> Progress<T> {
        match self.result.try_recv() {
            Ok(result) => Progress::Done(result),
            Err(TryRecvError::Empty) => Progress::Working,
            Err(TryRecvError::Disconnected) => Progress::Failed,
        }
    }

    /// Waits at most so long for the result.
    pub fn wait(&self, longest: Duration) -> Option<T> {
        self.result.recv_timeout(longest).ok()
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancel.0.store(true, Ordering::Relaxed);
    }
}
