//! Whole runs on several threads, results in the order of the jobs.

use std::sync::atomic::{AtomicUsize, Ordering};

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

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        for threads in [0, 1, 2, 7, 100] {
            let squares = in_order(threads, 20, |i| i * i);
            assert_eq!(squares, (0..20).map(|i| i * i).collect::<Vec<_>>());
        }
        assert!(in_order(4, 0, |i| i).is_empty());
    }
}
