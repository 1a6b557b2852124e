//! Clocks: one for the stages of a step, one for the time the processor gave.

use super::median;
use crate::clock::Instant;
use crate::physics::probe::{Probe, Stage};
use crate::threads;

/// What the stages of a step are added up in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Pins.
    Pin,
    /// Angle limits.
    AngleLimit,
    /// Contacts.
    Contact,
    /// Motion, and velocities from displacements.
    Motion,
    /// Rows of a velocity solve, whatever the constraint.
    Rows,
    /// Finding contacts.
    Detection,
    /// Everything else.
    Rest,
}

impl Part {
    /// All parts in the order of a table.
    pub const ALL: [Part; 7] = [
        Part::Pin,
        Part::AngleLimit,
        Part::Contact,
        Part::Motion,
        Part::Rows,
        Part::Detection,
        Part::Rest,
    ];

    /// The part that a stage belongs to.
    fn of(stage: Stage) -> Part {
        match stage {
            Stage::Constraints("pin") => Part::Pin,
            Stage::Constraints("angle limit") => Part::AngleLimit,
            Stage::Contacts => Part::Contact,
            Stage::Motion | Stage::Velocities => Part::Motion,
            Stage::Rows => Part::Rows,
            Stage::Collision => Part::Detection,
            Stage::Crowd | Stage::Constraints(_) | Stage::Rest => Part::Rest,
        }
    }
}

/// Time and calls of a part within a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spent {
    /// Time between the two readings of the clock, added up, ns.
    pub ns: f64,
    /// Things treated.
    pub calls: usize,
    /// How often the clock was started and stopped.
    pub runs: usize,
}

impl Spent {
    /// Time without that of the clock itself, µs.
    pub fn us_without(&self, clock_ns: f64) -> f64 {
        ((self.ns - clock_ns * self.runs as f64) * 1e-3).max(0.0)
    }
}

/// A probe that reads the clock at the begin and the end of every stage.
#[derive(Debug, Clone)]
pub struct StageClock {
    spent: [Spent; Part::ALL.len()],
    begun: Instant,
}

impl Default for StageClock {
    fn default() -> StageClock {
        StageClock {
            spent: Default::default(),
            begun: Instant::now(),
        }
    }
}

impl StageClock {
    /// What a part took since the clock was made.
    pub fn spent(&self, part: Part) -> Spent {
        self.spent[part as usize]
    }

    /// Time that an empty stage seems to take, ns: what the clock adds to each run.
    pub fn overhead_ns() -> f64 {
        const BATCHES: usize = 31;
        const RUNS: usize = 1000;
        let of_batch = || {
            let mut clock = StageClock::default();
            let probe: &mut dyn Probe = std::hint::black_box(&mut clock);
            for _ in 0..RUNS {
                probe.begin(Stage::Constraints("pin"));
                probe.end(Stage::Constraints("pin"), 1);
            }
            clock.spent(Part::Pin).ns / RUNS as f64
        };
        median((0..BATCHES).map(|_| of_batch()).collect())
    }
}

impl Probe for StageClock {
    fn begin(&mut self, _: Stage) {
        self.begun = Instant::now();
    }

    fn end(&mut self, stage: Stage, count: usize) {
        let ns = self.begun.elapsed().as_nanos() as f64;
        let spent = &mut self.spent[Part::of(stage) as usize];
        spent.ns += ns;
        spent.runs += 1;
        // The velocities belong to the motion of the same bodies.
        if stage != Stage::Velocities {
            spent.calls += count;
        }
    }
}

/// Wall time and processor time of some work of this thread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elapsed {
    /// Wall time, s.
    pub wall_s: f64,
    /// Processor time, s; `None` where the system does not tell, or the work was too
    /// short for its clock.
    pub cpu_s: Option<f64>,
}

/// Times some work.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, Elapsed) {
    /// The system brings its count up to date about every 4 ms.
    const LEAST_S: f64 = 0.2;
    let cpu_before = thread_cpu_s();
    let begun = Instant::now();
    let result = work();
    let wall_s = begun.elapsed().as_secs_f64();
    let cpu = thread_cpu_s()
        .zip(cpu_before)
        .map(|(end, begin)| end - begin);
    let cpu_s = cpu.filter(|cpu| *cpu >= LEAST_S);
    (result, Elapsed { wall_s, cpu_s })
}

/// Time this thread has run on a processor, s; Linux only.
fn thread_cpu_s() -> Option<f64> {
    let worked_s = threads::share()?.worked_s;
    (worked_s > 0.0).then_some(worked_s)
}
