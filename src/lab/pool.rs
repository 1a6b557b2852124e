//! Whole runs on several threads: results in the order of the jobs, or as they come.

use super::listener::Listener;
use crate::physics::lanes;
use rayon::iter::{ParallelBridge, ParallelIterator};
use std::sync::mpsc::channel;

/// Does `jobs` jobs on at most `threads` threads; the result does not depend on how
/// many there are.
pub fn in_order<R: Send>(threads: usize, jobs: usize, job: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let mut results = Vec::with_capacity(jobs);
    let job = |index: usize| (index, job(index));
    as_they_come(threads, jobs, || true, job, |result| results.push(result));
    sorted(results)
}

/// Does `jobs` jobs on at most `threads` threads and hands every result to `take`, on this
/// thread and as soon as it is there. No job is begun once `wanted` says no; what has been
/// begun by then is still taken.
pub fn as_they_come<R: Send>(
    threads: usize,
    jobs: usize,
    wanted: impl Fn() -> bool + Sync,
    job: impl Fn(usize) -> R + Sync,
    mut take: impl FnMut(R),
) {
    let (job, wanted_jobs) = (&job, (0..jobs).take_while(|_| wanted()));
    let Some(pool) = lanes::threads(threads.min(jobs)) else {
        return wanted_jobs.for_each(|index| take(job(index)));
    };
    let (sender, results) = channel();
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            // Each thread takes the next job when it has done one, and none while a job of its
            // own waits for the threads of a step. An error says that `take` has panicked.
            let _ = wanted_jobs
                .par_bridge()
                .try_for_each_with(sender, |sender, index| sender.send(job(index)));
        });
        // The channel ends with the last thread that can still send.
        results.into_iter().for_each(&mut take);
    });
}

/// As [`in_order`] while the jobs are wanted, see [`as_they_come`]; nothing if they did not
/// remain so until all were done, or if there was no time for all in a slice, see
/// [`Slices`](super::slices::Slices). The listener hears on this thread how many are done.
pub fn in_order_while<R: Clone + Send + 'static>(
    threads: usize,
    jobs: usize,
    listener: &dyn Listener,
    job: impl Fn(usize) -> R + Sync,
) -> Option<Vec<R>> {
    if let Some(slices) = listener.slices() {
        return slices.go_on(jobs, listener, job);
    }
    let mut results = Vec::with_capacity(jobs);
    let job = |index: usize| (index, job(index));
    let wanted = || listener.is_wanted();
    as_they_come(threads, jobs, wanted, job, |result| {
        results.push(result);
        listener.count(results.len(), jobs);
    });
    (results.len() == jobs).then(|| sorted(results))
}

/// Results in the order of their jobs.
fn sorted<R>(mut results: Vec<(usize, R)>) -> Vec<R> {
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::{as_they_come, in_order, in_order_while, Listener};
    use crate::clock::sleep;
    use crate::threads;
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Barrier, Mutex};
    use std::time::Duration;

    #[test]
    fn every_result_comes_once() {
        for threads in [0, 1, 3, 50] {
            let mut found = Vec::new();
            as_they_come(threads, 20, || true, |i| i * i, |r| found.push(r));
            found.sort_unstable();
            assert_eq!(found, (0..20).map(|i| i * i).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_begun_after_the_end_and_nothing_done_is_lost() {
        let wanted = AtomicBool::new(true);
        let found = RefCell::new(Vec::new());
        let job = |i: usize| {
            if i == 3 {
                wanted.store(false, Ordering::Relaxed);
            }
            i
        };
        let still = || wanted.load(Ordering::Relaxed);
        as_they_come(1, 100, still, job, |i| found.borrow_mut().push(i));
        assert_eq!(*found.borrow(), [0, 1, 2, 3]);
        as_they_come(2, 100, || false, job, |i| found.borrow_mut().push(i));
        assert_eq!(found.borrow().len(), 4);
    }

    /// Hears how many are done, and wants so many.
    struct Counting(Mutex<Vec<usize>>, usize);

    impl Listener for Counting {
        fn count(&self, done: usize, of: usize) {
            assert_eq!(of, 5);
            self.0.lock().unwrap().push(done);
        }

        fn is_wanted(&self) -> bool {
            self.0.lock().unwrap().len() < self.1
        }
    }

    #[test]
    fn wanted_results_are_counted_and_in_order_or_there_are_none() {
        for threads in [1, 3] {
            let all = Counting(Mutex::default(), 6);
            let squares = in_order_while(threads, 5, &all, |i| i * i);
            assert_eq!(squares, Some(vec![0, 1, 4, 9, 16]));
            assert_eq!(*all.0.lock().unwrap(), [1, 2, 3, 4, 5]);
        }
        let none = Counting(Mutex::default(), 0);
        assert_eq!(in_order_while(2, 5, &none, |i| i), None);
        let some = Counting(Mutex::default(), 2);
        assert_eq!(in_order_while(1, 5, &some, |i| i), None);
    }

    #[test]
    fn so_many_jobs_are_done_at_once() {
        for threads in [1, 2, 3] {
            let together = Barrier::new(threads);
            in_order(threads, 6, |_| together.wait());
        }
    }

    #[test]
    fn results_are_taken_on_the_calling_thread() {
        let here = threads::current();
        for count in [1, 3] {
            let take = |()| assert_eq!(threads::current(), here);
            as_they_come(count, 5, || true, |_| (), take);
        }
    }

    #[test]
    fn a_panic_of_a_job_comes_through() {
        for threads in [1, 3] {
            let run = || in_order(threads, 5, |i| assert_ne!(i, 2, "the third job"));
            let cause = std::panic::catch_unwind(run).unwrap_err();
            let text = cause.downcast_ref::<String>().unwrap();
            assert!(text.contains("the third job"), "{text}");
        }
    }

    #[test]
    fn nothing_is_begun_when_results_are_not_taken_any_more() {
        const JOBS: usize = 1000;
        let begun = AtomicUsize::new(0);
        let job = |_| {
            begun.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(1));
        };
        let take = |()| std::panic::resume_unwind(Box::new("full"));
        let run = || as_they_come(2, JOBS, || true, job, take);
        assert!(std::panic::catch_unwind(run).is_err());
        assert!(begun.into_inner() < JOBS);
    }

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        for threads in [0, 1, 2, 7, 100] {
            let squares = in_order(threads, 20, |i| i * i);
            assert_eq!(squares, (0..20).map(|i| i * i).collect::<Vec<_>>());
        }
        assert!(in_order(4, 0, |i| i).is_empty());
    }
}
