//! What the thesis' programs cost in its own words, frames per second, beside ours.

use super::{frame_s, PRINTED};
use crate::lab::experiment::articulation::course::Course;
use crate::lab::experiment::articulation::links::Links;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::hanging::Chain;
use crate::lab::experiment::source::DELANNOY;
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, Effort, Experiment, ExperimentError, Result,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::spread::short;
use crate::lab::table::{column, timing, Cell, Table};
use crate::lab::Listener;
use crate::scene::Scene;
use serde_json::json;

/// Frames per second over links, and of the three programs.
#[derive(Debug)]
pub(in crate::lab::experiment) struct Frames;

/// Frames per second of the thesis' program of springs (section 4.4.1).
const PRINTED_SPRINGS: f64 = 602.0;
/// Links of the three programs.
const PROGRAM_LINKS: f64 = 5.0;
const LINKS: [f64; 7] = [5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0];
/// The heavier last link, kg.
const LAST_KG: f64 = 10.0;
const SECONDS: f64 = 2.0;
/// Forward Euler as the thesis has it, with springs that are stable at the rate of its frames.
const SPRINGS_HZ: f64 = 600.0;
const SPRINGS_N_M: f64 = 100.0;
/// Up to so many links springs are said to keep their rate.
const LEVEL_LINKS: f64 = 40.0;
const SPRINGS: &str = "springs, forward Euler";
const NEEDS: &[&str] = &["links", "frames_per_s"];

/// A program: its name, its iterations if it has any, and what the thesis prints.
#[derive(Debug, Clone, Copy)]
struct Program {
    iterations: Option<u32>,
    printed: f64,
}

fn programs() -> [Program; 3] {
    let [few, many] = PRINTED.map(|(iterations, printed)| Program {
        iterations: Some(iterations),
        printed,
    });
    let springs = Program {
        iterations: None,
        printed: PRINTED_SPRINGS,
    };
    [springs, few, many]
}

impl Program {
    fn name(&self) -> String {
        match self.iterations {
            Some(iterations) => format!("particles, {iterations} iterations"),
            None => SPRINGS.into(),
        }
    }

    fn scene(&self, links: u32) -> std::result::Result<Scene, ExperimentError> {
        match self.iterations {
            Some(iterations) => Chain {
                links,
                ..Chain::five(LAST_KG, 1.0, iterations, SECONDS)
            }
            .scene(),
            None => Links::swinging(links).scene(&json!({
                "method": "springs", "integrator": "forward-euler", "rate_hz": SPRINGS_HZ,
                "substeps": 1, "stiffness_n_m": SPRINGS_N_M,
            })),
        }
    }
}

impl Experiment for Frames {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        listener.hear("frames: timed on one thread");
        let seconds = effort.limit_s.min(SECONDS);
        let mut runs = Vec::new();
        for program in programs() {
            for links in effort.thinned(&LINKS) {
                runs.push((program, links, program.scene(links as u32)?));
            }
        }
        // One thread: other runs would be timed with it.
        let courses = each(&runs, 1, listener, |(_, _, scene)| {
            Course::of(scene, seconds)
        })?;
        let row = |((program, links, _), course): (&(Program, f64, Scene), &Course)| -> Vec<Cell> {
            let is_printed = *links == PROGRAM_LINKS;
            let printed = is_printed.then_some(program.printed);
            let us = course.us_per_step();
            let frame_ms = 1e-3 * us + rest_of_frame_ms();
            vec![
                "frames".into(),
                program.name().into(),
                (*links).into(),
                printed.into(),
                printed.map(|frames| 1e3 / frames).into(),
                us.into(),
                frame_ms.into(),
                (1e3 / frame_ms).into(),
                hex(course.hash()).into(),
            ]
        };
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("program", "program"),
                    column("links", "links"),
                    column("printed_frames_per_s", "printed frames/s"),
                    column("printed_ms_per_frame", "printed ms"),
                    timing("us_per_step", "us/step"),
                    timing("ms_per_frame", "ms/frame"),
                    timing("frames_per_s", "frames/s"),
                    column("hash", ""),
                ],
                rows: runs.iter().zip(&courses).map(row).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![
                format!(
                    "A frame of the thesis is one step and its drawing, with most of the graphics \
                     turned off, on an Athlon XP 1800+. Its three rates are for five links. The \
                     two rates for particles leave {:.2} ms of a frame for everything except \
                     iterations. A frame of Ragdoll Lab is one step plus the same time.",
                    rest_of_frame_ms()
                ),
                format!(
                    "The time of a step is that of the fastest step in {SECONDS} s, on one \
                     thread. Figures 4.7 and 4.8 show frames per second over links without \
                     numbers; the numbers of links here were chosen by Ragdoll Lab. The springs \
                     use forward Euler, as in the thesis, at 600 steps per second."
                ),
            ],
            manifest: json!({
                "seconds": seconds,
                "cases": runs.iter().map(|(_, _, scene)| hex(scene_hash(scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(courses.iter().map(Course::hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let panel = |y: Axis, key: &str| Panel {
            x: Axis::linear("links"),
            y,
            series: programs()
                .map(|program| {
                    let name = program.name();
                    Series::marked(&name, &values(table, &name, key))
                })
                .into(),
        };
        Plot {
            panels: vec![
                panel(
                    Axis::linear("frames per second (differs from run to run)"),
                    "frames_per_s",
                ),
                panel(
                    Axis::log("time per step, µs (differs from run to run)"),
                    "us_per_step",
                ),
            ],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        let [springs, few, many] = programs();
        vec![
            alike(table, springs, few).claimed_by(
                DELANNOY,
                "sections 4.4.1 to 4.4.3",
                "602 frames per second with springs, 597 with particles and 5 iterations",
            ),
            dear(table, few, many).claimed_by(
                DELANNOY,
                "sections 4.4.2 and 4.4.3",
                "597 frames per second with 5 iterations, 30 with 1000",
            ),
            straight(table, few).claimed_by(
                DELANNOY,
                "section 4.4.3 and figure 4.8",
                "frames per second fall linearly as links are added",
            ),
            level(table, springs).claimed_by(
                DELANNOY,
                "section 4.4.3 and figure 4.7",
                "springs maintain their frames per second up to about 40 links",
            ),
            scales(table, springs, few).claimed_by(
                DELANNOY,
                "section 4.4.3",
                "springs are much more scalable than particles",
            ),
        ]
    }
}

/// What a frame of the thesis' program takes besides its iterations, ms.
fn rest_of_frame_ms() -> f64 {
    1e3 * frame_s(0.0)
}

/// A column over links.
fn values(table: &Table, program: &str, key: &str) -> Vec<(f64, f64)> {
    let rows = table.rows.iter();
    let rows = rows.filter(|row| table.words(row, "program") == program);
    let pair = |row: &Vec<Cell>| Some((table.number(row, "links")?, table.number(row, key)?));
    rows.filter_map(pair).collect()
}

/// A value of a program with so many links.
fn value(table: &Table, program: Program, links: f64, key: &str) -> Option<f64> {
    let values = values(table, &program.name(), key);
    values
        .into_iter()
        .find(|(x, _)| *x == links)
        .map(|(_, value)| value)
}

/// Frames per second and time of a step, µs, of two cases.
fn both(table: &Table, cases: [(Program, f64); 2]) -> Option<([f64; 2], [f64; 2])> {
    let of = |key| {
        let [a, b] = cases.map(|(program, links)| value(table, program, links, key));
        Some([a?, b?])
    };
    Some((of("frames_per_s")?, of("us_per_step")?))
}

fn told([a, b]: [f64; 2], [us, other_us]: [f64; 2]) -> String {
    format!(
        "{a:.0} and {b:.0} frames per second; {} µs and {} µs per step",
        short(us),
        short(other_us)
    )
}

fn alike(table: &Table, springs: Program, few: Program) -> Finding {
    let claim = "springs and particles with 5 iterations reach about the same frames per second";
    match both(table, [(springs, PROGRAM_LINKS), (few, PROGRAM_LINKS)]) {
        Some((frames, steps)) => Finding::on_times(
            claim,
            format!(
                "printed: {} and {} frames per second; here: {}",
                springs.printed,
                few.printed,
                told(frames, steps)
            ),
        ),
        None => Finding::not_measured(claim, "not timed"),
    }
}

fn dear(table: &Table, few: Program, many: Program) -> Finding {
    let claim = "a frame with 1000 iterations takes about 20 times as long as one with 5";
    match both(table, [(few, PROGRAM_LINKS), (many, PROGRAM_LINKS)]) {
        Some((frames, steps)) => {
            let [few_us, many_us] = steps;
            let figures = format!(
                "printed: {} times; here: {} times ({}). An iteration takes {:.0} µs in the \
                 thesis and {} µs in Ragdoll Lab",
                short(few.printed / many.printed),
                short(frames[0] / frames[1]),
                told(frames, steps),
                1e6 * (frame_s(1.0) - frame_s(0.0)),
                short((many_us - few_us) / f64::from(PRINTED[1].0 - PRINTED[0].0))
            );
            Finding::on_times(claim, figures)
        }
        None => Finding::not_measured(claim, "not timed"),
    }
}

fn straight(table: &Table, few: Program) -> Finding {
    let claim = "with particles, frames per second fall linearly with the number of links";
    match ends(table, few) {
        Some((links, frames, steps)) => Finding::on_times(claim, {
            let [first, last] = links;
            format!(
                "printed: a line without numbers; here, with {first} and with {last} links: {}. \
                 The step is a small part of the frame, so its growth does not show",
                told(frames, steps)
            )
        }),
        None => Finding::not_measured(claim, "not timed"),
    }
}

fn level(table: &Table, springs: Program) -> Finding {
    let claim = "springs reach about the same frames per second with 40 links as with 5";
    match both(table, [(springs, PROGRAM_LINKS), (springs, LEVEL_LINKS)]) {
        Some((frames, steps)) => Finding::on_times(
            claim,
            format!(
                "printed: a line without numbers; here: {}. The rest of the frame hides the \
                 growth of the step",
                told(frames, steps)
            ),
        ),
        None => Finding::not_measured(claim, "not timed"),
    }
}

fn scales(table: &Table, springs: Program, few: Program) -> Finding {
    let claim = "the cost of springs grows much less with the number of links than that of \
                 particles";
    let growth = |program: Program| {
        let (_, _, [first, last]) = ends(table, program)?;
        Some(last / first)
    };
    match (growth(springs), growth(few)) {
        (Some(springs), Some(particles)) => Finding::on_times(
            claim,
            format!(
                "printed: two lines without numbers; here, from the shortest to the longest \
                 chain, the time per step grows {} times with springs and {} times with particles",
                short(springs),
                short(particles)
            ),
        ),
        _ => Finding::not_measured(claim, "not timed"),
    }
}

/// The least and the most links of a program, its frames per second and times of a step, µs.
fn ends(table: &Table, program: Program) -> Option<([f64; 2], [f64; 2], [f64; 2])> {
    let values = values(table, &program.name(), "us_per_step");
    let [first, .., last] = values.as_slice() else {
        return None;
    };
    let links = [first.0, last.0];
    let (frames, steps) = both(table, links.map(|links| (program, links)))?;
    Some((links, frames, steps))
}
