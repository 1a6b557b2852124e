//! Work on a thread of its own, so that the window goes on drawing. Where there are no
//! threads, whoever asks for the result does it, a frame later.

use crate::threads;
use std::cell::RefCell;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, TryRecvError};
use std::sync::Arc;
use std::time::Duration;

/// So often somebody asks in vain for what no thread does: frames that show that it is done.
const ASKED_IN_VAIN: u32 = 2;

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

/// Work beside the window; dropping it cancels it.
#[derive(Debug)]
pub(super) struct Job<T> {
    work: Work<T>,
    cancel: Cancel,
}

/// Who does it.
enum Work<T> {
    /// A thread.
    Beside(Receiver<T>),
    /// Whoever asks.
    Later(RefCell<Later<T>>),
}

type Task<T> = Box<dyn FnOnce(&Cancel) -> T + Send>;

/// What is still to be done.
struct Later<T> {
    asked: u32,
    work: Option<Task<T>>,
}

impl<T> fmt::Debug for Work<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Work::Beside(_) => "Beside",
            Work::Later(_) => "Later",
        })
    }
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
        if !threads::ARE_THERE {
            return Ok(Job::later(work));
        }
        let (sender, result) = channel();
        let cancel = Cancel::default();
        let asked = cancel.clone();
        threads::start(name, move || {
            // Nobody waits for the result of a cancelled job.
            let _ = sender.send(work(&asked));
        })?;
        Ok(Job {
            work: Work::Beside(result),
            cancel,
        })
    }

    /// One that no thread does.
    fn later(work: impl FnOnce(&Cancel) -> T + Send + 'static) -> Job<T> {
        let later = Later {
            asked: 0,
            work: Some(Box::new(work)),
        };
        Job {
            work: Work::Later(RefCell::new(later)),
            cancel: Cancel::default(),
        }
    }

    /// The result once there is one; to be asked in every frame.
    pub fn poll(&self) -> Progress<T> {
        match &self.work {
            Work::Beside(result) => match result.try_recv() {
                Ok(result) => Progress::Done(result),
                Err(TryRecvError::Empty) => Progress::Working,
                Err(TryRecvError::Disconnected) => Progress::Failed,
            },
            Work::Later(later) => {
                let mut later = later.borrow_mut();
                later.asked += 1;
                match later.asked > ASKED_IN_VAIN {
                    true => self.finish(&mut later),
                    false => Progress::Working,
                }
            }
        }
    }

    /// Waits at most so long for the result; as long as it takes where there are no threads
    /// and the time is not zero.
    pub fn wait(&self, longest: Duration) -> Progress<T> {
        match &self.work {
            Work::Beside(result) => match result.recv_timeout(longest) {
                Ok(result) => Progress::Done(result),
                Err(RecvTimeoutError::Timeout) => Progress::Working,
                Err(RecvTimeoutError::Disconnected) => Progress::Failed,
            },
            Work::Later(_) if longest.is_zero() => self.poll(),
            Work::Later(later) => self.finish(&mut later.borrow_mut()),
        }
    }

    fn finish(&self, later: &mut Later<T>) -> Progress<T> {
        match later.work.take() {
            Some(work) => Progress::Done(work(&self.cancel)),
            None => Progress::Failed,
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancel.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_threads_a_job_is_done_once_and_after_a_frame_has_shown_it() {
        let job = Job::later(|_| 7);
        for _ in 0..ASKED_IN_VAIN {
            assert!(matches!(job.poll(), Progress::Working));
        }
        assert!(matches!(job.poll(), Progress::Done(7)));
        assert!(matches!(job.poll(), Progress::Failed));
        let job = Job::later(|_| 7);
        assert!(matches!(job.wait(Duration::ZERO), Progress::Working));
        assert!(matches!(
            job.wait(Duration::from_secs(1)),
            Progress::Done(7)
        ));
    }
}
