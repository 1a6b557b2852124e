//! `table2`: what each kind of constraint costs, beside table 2 of Baltman and
//! Radeztsky's paper, which gives the times of their ragdoll on a PlayStation 2 and
//! an Xbox.
//!
//! One ragdoll of `mx-drop` falls and lies on the floor. A probe reads the clock
//! before and after each run of constraints of one kind. In this figure pins and
//! limits take turns, so that a run is one constraint long; what an empty run
//! takes is measured and taken off.

use super::clock::{Part, StageClock};
use super::solving::Solving;
use super::{median, MxDrop};
use crate::clock::Instant;
use crate::compile::{compile, BuildError};
use crate::physics::{StepOutcome, World};
use crate::scene::Preset;
use serde::Serialize;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Table2 {
    /// The ragdoll and its solver; several share one world.
    pub drop: MxDrop,
}

impl Default for Table2 {
    fn default() -> Table2 {
        let drop = MxDrop::default();
        Table2 {
            drop: MxDrop {
                ragdolls: 1,
                solving: Solving {
                    preset: Preset::Baltman,
                    ..drop.solving
                },
                steps: 3000,
                repeats: 3,
            },
        }
    }
}

/// A line of the paper's table 2: milliseconds per step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Printed {
    /// Calls per step.
    pub calls: u32,
    /// PlayStation 2: per step, per call.
    pub ps2_ms: [f64; 2],
    /// Xbox: per step, per call.
    pub xbox_ms: [f64; 2],
}

/// The line of a part, as printed.
pub fn printed(part: Part) -> Option<Printed> {
    let line = |calls, ps2_ms, xbox_ms| {
        Some(Printed {
            calls,
            ps2_ms,
            xbox_ms,
        })
    };
    match part {
        Part::Pin => line(34, [0.17, 0.0051], [0.15, 0.0044]),
        Part::AngleLimit => line(34, [0.15, 0.0045], [0.21, 0.0062]),
        Part::Contact => line(18, [0.15, 0.0086], [0.13, 0.0072]),
        Part::Motion => line(18, [0.03, 0.0017], [0.06, 0.0033]),
        Part::Rows | Part::Detection | Part::Rest => None,
    }
}

/// The printed sums per step, ms: PlayStation 2, Xbox.
pub const PRINTED_TOTAL_MS: [f64; 2] = [0.50, 0.55];

/// Result.
#[derive(Debug, Clone, PartialEq)]
pub struct Table2Report {
    /// Preset.
    pub preset: &'static str,
    /// Steps measured, of all runs.
    pub steps: u64,
    /// What an empty run takes, ns; taken off all times but the last line's.
    pub clock_ns: f64,
    /// Parts, total without detection, detection, and the whole step unwatched.
    pub rows: Vec<Row>,
}

/// A line of the result; the keys are those of `ragdoll-lab bench table2 --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Name of the benchmark.
    pub name: &'static str,
    /// What is timed.
    pub constraint: &'static str,
    /// Calls per step, median.
    pub calls: Option<f64>,
    /// Time per call, median of the steps that made any, µs.
    pub us_per_call: Option<f64>,
    /// Time per step, median, µs.
    pub us_total: f64,
    /// Printed time per step on a PlayStation 2, ms.
    pub ps2_ms: Option<f64>,
    /// Printed time per step on an Xbox, ms.
    pub xbox_ms: Option<f64>,
    /// Printed time per call on a PlayStation 2, ms.
    pub ps2_ms_per_call: Option<f64>,
    /// Printed time per call on an Xbox, ms.
    pub xbox_ms_per_call: Option<f64>,
    /// How many times faster than a PlayStation 2, per call where calls are counted.
    pub speedup_ps2: Option<f64>,
    /// How many times faster than an Xbox.
    pub speedup_xbox: Option<f64>,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq)]
pub enum Table2Error {
    /// The method cannot simulate the scene.
    Refused(Vec<BuildError>),
    /// The state left the range of sane numbers after so many steps.
    Diverged(u64),
}

impl From<Vec<BuildError>> for Table2Error {
    fn from(errors: Vec<BuildError>) -> Table2Error {
        Table2Error::Refused(errors)
    }
}

impl Table2 {
    /// Times all parts. `progress` hears what goes on.
    ///
    /// # Errors
    /// What the method cannot simulate, or that it diverged.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Result<Table2Report, Table2Error> {
        let scene = self.drop.scene()?;
        let clock_ns = StageClock::overhead_ns();
        let mut watched = Vec::new();
        let mut unwatched = Vec::new();
        for run in 1..=self.drop.repeats {
            progress(&format!("table2: run {run}/{}", self.drop.repeats));
            let mut worlds = [compile(&scene)?.0, compile(&scene)?.0];
            // Parts of a step are told apart of what is stepped one by one.
            worlds.iter_mut().for_each(|world| world.set_crowd(false));
            let [to_watch, to_time] = worlds;
            self.watch(to_watch, &mut watched)?;
            self.time_steps(to_time, &mut unwatched)?;
        }
        Ok(Table2Report {
            preset: self.drop.solving.preset.name(),
            steps: watched.len() as u64,
            clock_ns,
            rows: rows(&watched, clock_ns, median(unwatched), self.drop.ragdolls),
        })
    }

    fn watch(&self, mut world: World, steps: &mut Vec<StageClock>) -> Result<(), Table2Error> {
        for step in 0..self.drop.steps {
            let mut clock = StageClock::default();
            if let StepOutcome::Diverged(_) = world.step_watched(&mut clock) {
                return Err(Table2Error::Diverged(step));
            }
            steps.push(clock);
        }
        Ok(())
    }

    /// Times whole steps, µs.
    fn time_steps(&self, mut world: World, times_us: &mut Vec<f64>) -> Result<(), Table2Error> {
        for step in 0..self.drop.steps {
            let begun = Instant::now();
            let outcome = world.step();
            times_us.push(begun.elapsed().as_secs_f64() * 1e6);
            if let StepOutcome::Diverged(_) = outcome {
                return Err(Table2Error::Diverged(step));
            }
        }
        Ok(())
    }
}

/// The printed sums are of one ragdoll; ours may be of several.
fn rows(steps: &[StageClock], clock_ns: f64, step_us: f64, ragdolls: u32) -> Vec<Row> {
    let solved = [
        (Part::Pin, "pin"),
        (Part::AngleLimit, "angle limit"),
        (Part::Contact, "contact"),
        (Part::Rows, "velocity rows"),
        (Part::Motion, "equations of motion"),
    ];
    let lines = solved
        .iter()
        .map(|&(part, name)| part_row(steps, clock_ns, part, name));
    let mut rows: Vec<Row> = lines.filter(|row| row.us_per_call.is_some()).collect();
    let total = |step: &StageClock| {
        let of = |part| step.spent(part).us_without(clock_ns);
        solved.iter().map(|&(part, _)| of(part)).sum::<f64>()
    };
    let total_us = median(steps.iter().map(total).collect());
    let [ps2, xbox] = PRINTED_TOTAL_MS;
    let faster = |ms: f64| Some(ms * 1e3 * f64::from(ragdolls) / total_us);
    rows.push(Row {
        ps2_ms: Some(ps2),
        xbox_ms: Some(xbox),
        speedup_ps2: faster(ps2),
        speedup_xbox: faster(xbox),
        ..Row::of("total", total_us)
    });
    let detection = part_row(steps, clock_ns, Part::Detection, "collision detection");
    rows.push(Row {
        // It is counted by what it finds, which says nothing about its cost.
        calls: None,
        us_per_call: None,
        ..detection
    });
    rows.push(Row::of("whole step", step_us));
    rows
}

fn part_row(steps: &[StageClock], clock_ns: f64, part: Part, name: &'static str) -> Row {
    let of = |step: &StageClock| {
        let spent = step.spent(part);
        (spent.us_without(clock_ns), spent.calls as f64)
    };
    let (times, calls): (Vec<_>, Vec<_>) = steps.iter().map(of).unzip();
    let called = times.iter().zip(&calls).filter(|(_, calls)| **calls > 0.0);
    let per_call: Vec<_> = called.map(|(time, calls)| time / calls).collect();
    let us_per_call = (!per_call.is_empty()).then(|| median(per_call));
    let printed = printed(part);
    let faster = |ms: Option<f64>| Some(ms? * 1e3 / us_per_call?);
    let ps2_ms_per_call = printed.map(|p| p.ps2_ms[1]);
    let xbox_ms_per_call = printed.map(|p| p.xbox_ms[1]);
    Row {
        calls: Some(median(calls)),
        us_per_call,
        ps2_ms: printed.map(|p| p.ps2_ms[0]),
        xbox_ms: printed.map(|p| p.xbox_ms[0]),
        ps2_ms_per_call,
        xbox_ms_per_call,
        speedup_ps2: faster(ps2_ms_per_call),
        speedup_xbox: faster(xbox_ms_per_call),
        ..Row::of(name, median(times))
    }
}

impl Row {
    fn of(constraint: &'static str, us_total: f64) -> Row {
        Row {
            name: "table2",
            constraint,
            calls: None,
            us_per_call: None,
            us_total,
            ps2_ms: None,
            xbox_ms: None,
            ps2_ms_per_call: None,
            xbox_ms_per_call: None,
            speedup_ps2: None,
            speedup_xbox: None,
        }
    }
}
