//! How far a long command is, on stderr.

use crate::clock::Instant;
use crate::platform::terminal;
use std::time::Duration;

/// A line on a terminal is written again after this time.
const AGAIN: Duration = Duration::from_millis(200);

/// How far it is: one line that changes on a terminal, else one every tenth.
pub(super) struct Progress {
    begun: Instant,
    cases: usize,
    what: &'static str,
    done: usize,
    terminal: bool,
    told: Option<Instant>,
}

impl Progress {
    /// Of so many, and what they are; none of them done.
    pub fn of(cases: usize, what: &'static str) -> Progress {
        Progress {
            begun: Instant::now(),
            cases,
            what,
            done: 0,
            terminal: terminal::is_watched(),
            told: None,
        }
    }

    /// One more is done.
    pub fn step(&mut self) {
        self.reach(self.done + 1);
    }

    /// So many are done.
    pub fn reach(&mut self, done: usize) {
        let tenth = |done: usize| done * 10 / self.cases.max(1);
        let new_tenth = tenth(self.done) != tenth(done);
        self.done = done;
        let line = || {
            let left = remaining(self.begun.elapsed(), self.done, self.cases);
            format!("{} of {} {}, {left}", self.done, self.cases, self.what)
        };
        if !self.terminal {
            if new_tenth {
                terminal::tell(&line());
            }
        } else if self.told.is_none_or(|told| told.elapsed() >= AGAIN) {
            terminal::tell_again(&line());
            self.told = Some(Instant::now());
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        if self.told.is_some() {
            terminal::tell_again("");
        }
    }
}

/// The time that the rest takes if it goes on so.
fn remaining(elapsed: Duration, done: usize, cases: usize) -> String {
    let left_s = elapsed.as_secs_f64() / done.max(1) as f64 * cases.saturating_sub(done) as f64;
    match left_s.round() as u64 {
        s if s < 100 => format!("{s} s left"),
        s if s < 6000 => format!("{} min left", (s + 30) / 60),
        s => format!("{} h {} min left", s / 3600, s % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_what_was() {
        let after = |seconds, done, cases| remaining(Duration::from_secs(seconds), done, cases);
        assert_eq!(after(10, 5, 10), "10 s left");
        assert_eq!(after(60, 1, 11), "10 min left");
        assert_eq!(after(3600, 1, 4), "3 h 0 min left");
        assert_eq!(after(0, 0, 4), "0 s left");
    }
}
