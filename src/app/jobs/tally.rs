//! How far a job has come.

use crate::app::job::Cancel;
use crate::lab::slices::Slices;
use crate::lab::Listener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What a job says of itself while it goes on.
#[derive(Debug, Default)]
pub struct Tally {
    what: Mutex<String>,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Tally {
    /// What goes on, in words.
    pub fn what(&self) -> String {
        let what = self.what.lock().unwrap_or_else(PoisonError::into_inner);
        what.clone()
    }

    /// How many parts of all are done, and how many there are; 0 while nobody knows.
    pub fn counts(&self) -> (usize, usize) {
        let of = self.of.load(Ordering::Relaxed);
        (self.done.load(Ordering::Relaxed).min(of), of)
    }

    /// Says how many parts of all are done.
    pub fn count(&self, done: usize, of: usize) {
        self.of.store(of, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }
}

/// Lets long work count, and tells it when its result is no longer wanted.
pub(in crate::app) struct Counting {
    /// Where it is counted.
    pub tally: Arc<Tally>,
    /// Whether the result is still wanted.
    pub cancel: Cancel,
}

impl Listener for Counting {
    fn hear(&self, what: &str) {
        let tally = &self.tally;
        *tally.what.lock().unwrap_or_else(PoisonError::into_inner) = what.to_owned();
        tally.count(0, 0);
    }

    fn count(&self, done: usize, of: usize) {
        self.tally.count(done, of);
    }

    fn is_wanted(&self) -> bool {
        !self.cancel.is_asked()
    }

    fn slices(&self) -> Option<&Slices> {
        self.cancel.slices()
    }
}

/// Threads for a job that a person waits for.
pub(in crate::app) fn all_threads() -> usize {
    crate::threads::cores()
}

/// Threads for a job that goes on for long: one core is left to the window.
pub(in crate::app) fn spare_threads() -> usize {
    (all_threads() - 1).max(1)
}
