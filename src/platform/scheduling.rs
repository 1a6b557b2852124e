//! How the operating system shares its cores among programs.

use crate::threads;

/// Time that this thread has been ready to work but found no free core since it began, s: what
/// others took, not what it took itself. 0 where the system does not count it; Linux does.
#[must_use]
pub fn starved_s() -> f64 {
    threads::share().map_or(0.0, |share| share.ready_s)
}

/// Time that this thread has kept a core busy since it began, s. 0 where the system does not count
/// it; Linux does.
#[must_use]
pub fn worked_s() -> f64 {
    threads::share().map_or(0.0, |share| share.worked_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn who_shares_a_core_with_many_starves() {
        let cores = threads::cores();
        let work = || {
            let began = crate::clock::Instant::now();
            while began.elapsed().as_secs_f64() < 0.3 {
                std::hint::spin_loop();
            }
            starved_s()
        };
        let starved: f64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3 * cores).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        // Three for each core, so each waits for two thirds of the time.
        assert!(starved > 0.3 * cores as f64, "{starved} s");
    }
}
