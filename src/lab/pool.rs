//! Whole runs on several threads: results in the order of the jobs, or as they come.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// Does `jobs` jobs on at most `threads` threads; the result does not depend on how
/// many there are.
pub fn in_order<R: Send>(threads: usize, jobs: usize, job: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= jobs {
                return done;
            }
            done.push((index, job(index)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let helpers = threads.clamp(1, jobs.max(1)) - 1;
        let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for helper in helpers {
            match helper.join() {
                Ok(done) => results.extend(done),
                Err(cause) => std::panic::resume_unwind(cause),
            }
        }
        results
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
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
    let next = AtomicUsize::new(0);
    let (next, wanted, job) = (&next, &wanted, &job);
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.max(1)) {
            let sender = sender.clone();
            scope.spawn(move || {
                while wanted() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= jobs || sender.send(job(index)).is_err() {
                        return;
                    }
                }
            });
        }
        // The channel ends with the last thread that can still send.
        drop(sender);
        results.into_iter().for_each(&mut take);
    });
}

/// As [`in_order`] while the jobs are wanted, see [`as_they_come`]; nothing if they did not
/// remain so until all were done. `count` hears on this thread how many are.
pub fn in_order_while<R: Send>(
    threads: usize,
    jobs: usize,
    wanted: impl Fn() -> bool + Sync,
    job: impl Fn(usize) -> R + Sync,
    mut count: impl FnMut(usize),
) -> Option<Vec<R>> {
    let mut results = Vec::with_capacity(jobs);
    let job = |index: usize| (index, job(index));
    as_they_come(threads, jobs, wanted, job, |result| {
        results.push(result);
        count(results.len());
    });
    results.sort_by_key(|(index, _)| *index);
    let complete = results.len() == jobs;
    complete.then(|| results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::{as_they_come, in_order, in_order_while};
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicBool, Ordering};

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

    #[test]
    fn wanted_results_are_counted_and_in_order_or_there_are_none() {
        for threads in [1, 3] {
            let mut heard = Vec::new();
            let squares = in_order_while(threads, 5, || true, |i| i * i, |n| heard.push(n));
            assert_eq!(squares, Some(vec![0, 1, 4, 9, 16]));
            assert_eq!(heard, [1, 2, 3, 4, 5]);
        }
        assert_eq!(in_order_while(2, 5, || false, |i| i, |_| ()), None);
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
