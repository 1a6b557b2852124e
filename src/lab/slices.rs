//! Long work in slices, for a program that has no threads and must draw in between.
//!
//! The work is begun anew for every slice and goes the same way each time: runs that were done
//! in earlier slices are kept here and looked up, and when the time of the slice is over it
//! leaves off at the next run. So the work itself is written as if it were done in one go.

use super::listener::Listener;
use crate::clock::Instant;
use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The runs of a piece of work that is done in slices.
#[derive(Debug, Default)]
pub struct Slices(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The results so far of each batch of runs, in the order in which the work comes to them.
    batches: Vec<Box<dyn Any + Send>>,
    /// The batch that the work comes to next.
    next: usize,
    /// Begin of the slice and its length.
    slice: Option<(Instant, Duration)>,
    has_left_off: bool,
}

impl Slices {
    /// Begins a slice; to be said before the work is begun anew.
    pub fn begin(&self, length: Duration) {
        let mut state = self.state();
        state.next = 0;
        state.slice = Some((Instant::now(), length));
        state.has_left_off = false;
    }

    /// Whether the work has left off for want of time, so that it has to be begun anew.
    pub fn has_left_off(&self) -> bool {
        self.state().has_left_off
    }

    /// Goes on with the next batch of `count` runs: does at least one, and those for which
    /// there is time. All results in their order once all are done.
    pub fn go_on<R: Clone + Send + 'static>(
        &self,
        count: usize,
        listener: &dyn Listener,
        run: impl Fn(usize) -> R,
    ) -> Option<Vec<R>> {
        let (place, mut results) = self.take_batch::<R>()?;
        let mut may_go_on = true;
        while results.len() < count && may_go_on && listener.is_wanted() {
            results.push(run(results.len()));
            listener.count(results.len(), count);
            may_go_on = self.is_time_left();
        }
        let all = (results.len() == count).then(|| results.clone());
        let mut state = self.state();
        state.has_left_off |= all.is_none();
        state.batches[place] = Box::new(results);
        all
    }

    /// The next batch, with its place.
    fn take_batch<R: Send + 'static>(&self) -> Option<(usize, Vec<R>)> {
        let mut state = self.state();
        let place = state.next;
        state.next += 1;
        if state.batches.len() == place {
            state.batches.push(Box::new(Vec::<R>::new()));
        }
        let results = state.batches[place].downcast_mut::<Vec<R>>();
        debug_assert!(
            results.is_some(),
            "the work goes the same way in each slice"
        );
        let results = results?;
        Some((place, std::mem::take(results)))
    }

    fn is_time_left(&self) -> bool {
        let slice = self.state().slice;
        slice.is_none_or(|(begun, length)| begun.elapsed() < length)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::pool::in_order_while;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Work in slices that counts its runs.
    #[derive(Default)]
    struct Work {
        slices: Slices,
        begun: AtomicUsize,
    }

    impl Listener for Work {
        fn slices(&self) -> Option<&Slices> {
            Some(&self.slices)
        }
    }

    impl Work {
        /// The sum of some squares, then of their cubes as words.
        fn whole(&self) -> Option<(usize, Vec<String>)> {
            let run = |i: usize| {
                self.begun.fetch_add(1, Ordering::Relaxed);
                i * i
            };
            let squares = in_order_while(3, 5, self, run)?;
            let word = |i: usize| (squares[i] * i).to_string();
            Some((squares.iter().sum(), in_order_while(3, 4, self, word)?))
        }
    }

    #[test]
    fn work_in_slices_gives_what_it_gives_in_one_go_and_does_every_run_once() {
        let work = Work::default();
        let mut slices = 0;
        let found = loop {
            work.slices.begin(Duration::ZERO);
            slices += 1;
            if let Some(found) = work.whole() {
                assert!(!work.slices.has_left_off());
                break found;
            }
            assert!(work.slices.has_left_off());
        };
        assert_eq!(
            slices, 8,
            "the last run of a batch is followed by the next batch"
        );
        assert_eq!(work.begun.load(Ordering::Relaxed), 5);
        let words = ["0", "1", "8", "27"].map(String::from).to_vec();
        assert_eq!(found, (30, words));
        let at_once = Work::default();
        at_once.slices.begin(Duration::from_secs(60));
        assert_eq!(at_once.whole(), Some(found));
    }

    #[test]
    fn work_that_is_not_wanted_begins_nothing() {
        #[derive(Default)]
        struct Unwanted(Slices);
        impl Listener for Unwanted {
            fn is_wanted(&self) -> bool {
                false
            }
            fn slices(&self) -> Option<&Slices> {
                Some(&self.0)
            }
        }
        assert_eq!(in_order_while(1, 3, &Unwanted::default(), |i| i), None);
    }
}
