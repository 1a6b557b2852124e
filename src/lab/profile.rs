//! Where the steps of a run spend their time.

use super::bench::clock::StageClock;
use crate::clock::Instant;
use crate::physics::probe::{Probe, Stage};
use std::collections::VecDeque;
use std::sync::OnceLock;

/// Most steps that are kept.
const MOST: usize = 600;

/// What a step cost.
#[derive(Debug, Clone, PartialEq)]
pub struct StepCost {
    /// Number of the step.
    pub step: u64,
    /// All of it, µs.
    pub us: f64,
    /// Its stages, µs, in the order in which they first came.
    pub stages: Vec<(Stage, f64)>,
}

/// What the latest steps cost.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    steps: VecDeque<StepCost>,
}

impl Profile {
    /// Watches a step while it is made.
    pub fn watch<T>(&mut self, step: u64, work: impl FnOnce(&mut dyn Probe) -> T) -> T {
        let mut clock = Clock {
            stages: Vec::new(),
            begun: Instant::now(),
        };
        let clock_us = clock_us();
        let begun = Instant::now();
        let done = work(&mut clock);
        let us = begun.elapsed().as_secs_f64() * 1e6;
        let readings: usize = clock.stages.iter().map(|stage| stage.runs).sum();
        let without = |us: f64, runs: usize| (us - runs as f64 * clock_us).max(0.0);
        let stages = clock.stages.iter();
        let stages = stages.map(|spent| (spent.stage, without(spent.us, spent.runs)));
        if self.steps.len() == MOST {
            self.steps.pop_front();
        }
        self.steps.push_back(StepCost {
            step,
            // Each stage reads the clock at its begin and at its end.
            us: without(us, 2 * readings),
            stages: stages.collect(),
        });
        done
    }

    /// The steps that are kept, oldest first.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &StepCost> {
        self.steps.iter()
    }

    /// Mean of the last steps, µs: all of a step, and each stage.
    pub fn mean(&self, count: usize) -> Option<(f64, Vec<(Stage, f64)>)> {
        let count = count.min(self.steps.len());
        let last = self.steps.iter().rev().take(count);
        let mut stages: Vec<(Stage, f64)> = Vec::new();
        let mut whole = 0.0;
        for cost in last {
            whole += cost.us / count as f64;
            for (stage, us) in &cost.stages {
                let place = stages.iter().position(|(known, _)| known == stage);
                let place = place.unwrap_or_else(|| {
                    stages.push((*stage, 0.0));
                    stages.len() - 1
                });
                stages[place].1 += us / count as f64;
            }
        }
        (count > 0).then_some((whole, stages))
    }
}

/// What a stage takes only because it is watched, µs.
fn clock_us() -> f64 {
    static CLOCK_US: OnceLock<f64> = OnceLock::new();
    *CLOCK_US.get_or_init(|| 1e-3 * StageClock::overhead_ns())
}

/// Time spent in a stage.
struct Spent {
    stage: Stage,
    us: f64,
    runs: usize,
}

/// Reads the clock at the begin and the end of every stage.
struct Clock {
    stages: Vec<Spent>,
    begun: Instant,
}

impl Probe for Clock {
    fn begin(&mut self, _: Stage) {
        self.begun = Instant::now();
    }

    fn end(&mut self, stage: Stage, _: usize) {
        let us = self.begun.elapsed().as_nanos() as f64 * 1e-3;
        match self.stages.iter_mut().find(|spent| spent.stage == stage) {
            Some(spent) => {
                spent.us += us;
                spent.runs += 1;
            }
            None => self.stages.push(Spent { stage, us, runs: 1 }),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_the_last_steps_and_old_ones_are_forgotten() {
        let mut profile = Profile::default();
        assert_eq!(profile.mean(60), None);
        for step in 0..MOST as u64 + 10 {
            profile.watch(step, |probe| {
                probe.begin(Stage::Motion);
                probe.end(Stage::Motion, 1);
                probe.begin(Stage::Constraints("pin"));
                probe.end(Stage::Constraints("pin"), 3);
            });
        }
        assert_eq!(profile.steps().len(), MOST);
        assert_eq!(profile.steps().next().unwrap().step, 10);
        let (whole, stages) = profile.mean(60).unwrap();
        assert!(whole >= 0.0 && stages.len() == 2);
    }
}
