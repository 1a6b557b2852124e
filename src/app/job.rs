//! Work on a thread of its own, so that the window goes on drawing. Where there are no
//! threads, whoever asks for the result does it: a slice in every frame.

use crate::clock::Instant;
use crate::lab::slices::Slices;
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
/// Time of a frame for what no thread does; a single run may take longer.
const SLICE: Duration = Duration::from_millis(40);

/// What became of a job.
pub(super) enum Progress<T> {
    /// It goes on.
    Working,
    /// Its result.
    Done(T),
    /// It ended without one.
    Failed,
}

/// What a job knows of those who wait for its result.
#[derive(Debug, Clone, Default)]
pub(super) struct Cancel {
    is_asked: Arc<AtomicBool>,
    /// Where its runs are kept, if no thread does it.
    slices: Option<Arc<Slices>>,
}

impl Cancel {
    /// Whether the job may as well end.
    pub fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }

    /// Where the job keeps its runs, if it is done in slices.
    pub fn slices(&self) -> Option<&Slices> {
        self.slices.as_deref()
    }

    /// A result, unless the job has left off before its end and has to go on.
    pub fn unless_left_off<T>(&self, result: T) -> Option<T> {
        let has_left_off = self.slices().is_some_and(Slices::has_left_off);
        (!has_left_off).then_some(result)
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

/// Does a part of the work; gives the result once there is one.
type Part<T> = Box<dyn FnMut(&Cancel) -> Option<T> + Send>;

/// What is still to be done.
struct Later<T> {
    asked: u32,
    part: Option<Part<T>>,
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
    /// Begins work that is done in one go.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start(
        name: &str,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> io::Result<Job<T>> {
        let mut work = Some(work);
        Job::start_in_parts(name, move |cancel| Some(work.take()?(cancel)))
    }

    /// Begins work that is done in parts: each call does one and gives the result at the end.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start_in_parts(
        name: &str,
        mut part: impl FnMut(&Cancel) -> Option<T> + Send + 'static,
    ) -> io::Result<Job<T>> {
        if !threads::ARE_THERE {
            return Ok(Job::later(part));
        }
        let (sender, result) = channel();
        let cancel = Cancel::default();
        let asked = cancel.clone();
        threads::start(name, move || {
            while !asked.is_asked() {
                if let Some(result) = part(&asked) {
                    // Nobody waits for the result of a cancelled job.
                    let _ = sender.send(result);
                    break;
                }
            }
        })?;
        Ok(Job {
            work: Work::Beside(result),
            cancel,
        })
    }

    /// One that no thread does.
    fn later(part: impl FnMut(&Cancel) -> Option<T> + Send + 'static) -> Job<T> {
        let later = Later {
            asked: 0,
            part: Some(Box::new(part)),
        };
        Job {
            work: Work::Later(RefCell::new(later)),
            cancel: Cancel {
                slices: Some(Arc::default()),
                ..Cancel::default()
            },
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
                    true => self.go_on(&mut later, SLICE),
                    false => Progress::Working,
                }
            }
        }
    }

    /// Waits at most so long for the result.
    pub fn wait(&self, longest: Duration) -> Progress<T> {
        match &self.work {
            Work::Beside(result) => match result.recv_timeout(longest) {
                Ok(result) => Progress::Done(result),
                Err(RecvTimeoutError::Timeout) => Progress::Working,
                Err(RecvTimeoutError::Disconnected) => Progress::Failed,
            },
            Work::Later(_) if longest.is_zero() => self.poll(),
            Work::Later(later) => self.go_on(&mut later.borrow_mut(), longest),
        }
    }

    /// Does parts of the work for so long, at least one.
    fn go_on(&self, later: &mut Later<T>, length: Duration) -> Progress<T> {
        let Some(part) = &mut later.part else {
            return Progress::Failed;
        };
        let begun = Instant::now();
        loop {
            if let Some(slices) = self.cancel.slices() {
                slices.begin(length.saturating_sub(begun.elapsed()));
            }
            if let Some(result) = part(&self.cancel) {
                later.part = None;
                return Progress::Done(result);
            }
            if begun.elapsed() >= length {
                return Progress::Working;
            }
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancel.is_asked.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::pool::in_order_while;
    use crate::lab::Listener;

    #[test]
    fn without_threads_a_job_is_done_once_and_after_a_frame_has_shown_it() {
        let job = Job::later(|_| Some(7));
        for _ in 0..ASKED_IN_VAIN {
            assert!(matches!(job.poll(), Progress::Working));
        }
        assert!(matches!(job.poll(), Progress::Done(7)));
        assert!(matches!(job.poll(), Progress::Failed));
        let job = Job::later(|_| Some(7));
        assert!(matches!(job.wait(Duration::ZERO), Progress::Working));
        assert!(matches!(
            job.wait(Duration::from_secs(1)),
            Progress::Done(7)
        ));
    }

    #[test]
    fn without_threads_long_work_leaves_off_and_goes_on_in_the_next_frame() {
        struct Runs(Cancel);
        impl Listener for Runs {
            fn slices(&self) -> Option<&Slices> {
                self.0.slices()
            }
        }
        let run = |i: usize| {
            crate::clock::sleep(SLICE / 3);
            i
        };
        let job = Job::later(move |cancel| {
            let all = in_order_while(1, 20, &Runs(cancel.clone()), run);
            cancel.unless_left_off(all)
        });
        let mut frames = 0;
        let all = loop {
            frames += 1;
            match job.poll() {
                Progress::Working => {}
                Progress::Done(all) => break all,
                Progress::Failed => panic!("it has a result"),
            }
        };
        assert!(frames > 3, "{frames}");
        assert_eq!(all, Some((0..20).collect()));
    }

    #[test]
    fn work_in_parts_ends_with_the_part_that_gives_the_result() {
        let parts = || {
            let mut done = 0;
            move |_: &Cancel| {
                done += 1;
                (done == 5).then_some(done)
            }
        };
        for job in [
            Job::later(parts()),
            Job::start_in_parts("parts", parts()).unwrap(),
        ] {
            let result = job.wait(Duration::from_secs(60));
            assert!(matches!(result, Progress::Done(5)));
        }
    }
}
