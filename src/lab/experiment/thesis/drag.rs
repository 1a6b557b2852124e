//! Whether iterations brake: section 4.4.2 of the thesis saw an effect on air drag and left it
//! at that.

use super::frame_s;
use crate::lab::experiment::effect::Least;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::hanging::{manifest, swings, weighting_title, Chain, Swing, LINK_KG};
use crate::lab::experiment::source::DELANNOY;
use crate::lab::experiment::{hash_of, hex, Effort, Experiment, ExperimentError, Result};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::spread::short;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Listener;

/// Drag over iterations.
#[derive(Debug)]
pub(in crate::lab::experiment) struct ApparentDrag;

const ITERATIONS: [f64; 8] = [5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
const LAST_KG: f64 = 10.0;
/// A swing and the two seconds that are read after it.
const SHORTEST_S: f64 = 4.0;
const FIXED: &str = "60 Hz";
const FIXED_HZ: f64 = 60.0;
const THESIS: &str = "frame rate of the thesis' program";
/// A drag that changes by less does not change.
const NOTICED: Least = Least::of(20.0, "%");
const NEEDS: &[&str] = &["iterations", "apparent_drag_per_s"];

/// Chains with a step that stays, or with the step that a frame of the thesis' program took.
fn chains(effort: &Effort) -> Vec<(&'static str, Chain)> {
    let mut all = Vec::new();
    for steps in [FIXED, THESIS] {
        for weighting in [0.0, 1.0] {
            for count in effort.thinned(&ITERATIONS) {
                let seconds = effort.limit_s.clamp(SHORTEST_S, 12.0);
                let rate_hz = match steps {
                    FIXED => FIXED_HZ,
                    _ => 1.0 / frame_s(count),
                };
                let chain = Chain {
                    rate_hz,
                    ..Chain::five(LAST_KG, weighting, count as u32, seconds)
                };
                all.push((steps, chain));
            }
        }
    }
    all
}

/// The linear drag that would leave as much of the exact swing in as much time, 1/s: speeds
/// fall with it, amplitudes half as fast.
fn drag_per_s(chain: &Chain, swing: &Swing) -> f64 {
    let exact = Chain {
        // A uniform chain swings as one whose links weigh the same.
        last_kg: match chain.weighting > 0.5 {
            true => chain.last_kg,
            false => LINK_KG,
        },
        // Often enough to see how far it gets.
        rate_hz: FIXED_HZ,
        ..*chain
    };
    let left = swing.left_m() / exact.exact().left_m();
    // The latest two seconds are seen.
    -2.0 * libm::log(left) / (chain.seconds - 1.0)
}

impl Experiment for ApparentDrag {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let (steps, chains): (Vec<&str>, Vec<Chain>) = chains(effort).into_iter().unzip();
        listener.hear(&format!("apparent-drag: {} chains", chains.len()));
        let swings = swings(&chains, effort.threads, listener)?;
        let row = |((steps, chain), swing): ((&&str, &Chain), &Swing)| -> Vec<Cell> {
            vec![
                "apparent-drag".into(),
                (*steps).into(),
                chain.weighting_name().into(),
                f64::from(chain.iterations).into(),
                chain.rate_hz.into(),
                drag_per_s(chain, swing).into(),
                hex(swing.hash).into(),
            ]
        };
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("steps", "steps"),
                    column("weighting", "weighting"),
                    column("iterations", "iterations"),
                    column("rate_hz", "Hz"),
                    column("apparent_drag_per_s", "drag 1/s"),
                    column("hash", ""),
                ],
                rows: steps.iter().zip(&chains).zip(&swings).map(row).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![
                "The chain of five links swings without any drag. Apparent drag is the linear \
                 drag that would reduce the exact swing by the same amount, measured by the \
                 largest displacement in the last two seconds."
                    .into(),
                "The thesis' program makes one step per frame, and a frame takes longer with more \
                 iterations. Its two printed rates, 597 frames/s with 5 iterations and 30 with \
                 1000, give 32 µs per iteration and 1.5 ms for the rest of a frame."
                    .into(),
            ],
            manifest: manifest(&chains)?,
            state_hash: hash_of(swings.iter().map(|swing| swing.hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let mut series = Vec::new();
        for steps in [FIXED, THESIS] {
            for weighting in ["uniform", "mass"] {
                let points = values(table, steps, weighting);
                let title = weighting_title(weighting);
                series.push(Series::marked(&format!("{title}, {steps}"), &points));
            }
        }
        Plot {
            panels: vec![Panel {
                x: Axis::log("iterations"),
                y: Axis::log("apparent drag, 1/s"),
                series,
            }],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        let mut all = Vec::new();
        for weighting in ["uniform", "mass"] {
            all.push(of_frames(table, weighting));
            all.push(of_iterations(table, weighting));
        }
        all
    }
}

/// Drag over iterations.
fn values(table: &Table, steps: &str, weighting: &str) -> Vec<(f64, f64)> {
    let rows = table.rows.iter().filter(|row| {
        table.words(row, "steps") == steps && table.words(row, "weighting") == weighting
    });
    let pair = |row: &Vec<Cell>| {
        let drag = table.number(row, "apparent_drag_per_s")?;
        Some((table.number(row, "iterations")?, drag))
    };
    rows.filter_map(pair).collect()
}

/// How many times the drag of the fewest iterations that of the most is, in figures too.
fn change(points: &[(f64, f64)]) -> Option<(f64, String)> {
    let [first, .., last] = points else {
        return None;
    };
    let figures = format!(
        "{} per s with {} iterations, {} per s with {}",
        short(first.1),
        first.0,
        short(last.1),
        last.0
    );
    Some((last.1 / first.1, figures))
}

fn of_frames(table: &Table, weighting: &str) -> Finding {
    let title = weighting_title(weighting);
    let claim = format!(
        "with one step per frame, as in the thesis' program, iterations change the drag ({title})"
    );
    let found = match change(&values(table, THESIS, weighting)) {
        Some((times, figures)) => {
            // A change in either direction is an effect.
            let effect = NOTICED.beside(100.0 * (times - 1.0).abs());
            Finding::on_effect(&claim, effect, figures)
        }
        None => Finding::not_measured(&claim, "not run"),
    };
    found.claimed_by(
        DELANNOY,
        "section 4.4.2",
        "the number of iterations seemed to have a noticeable effect on air drag",
    )
}

fn of_iterations(table: &Table, weighting: &str) -> Finding {
    let title = weighting_title(weighting);
    let claim = format!(
        "the cause is the longer step of a slower frame: at 60 Hz, the drag changes by less than \
         a fifth from 5 to 1000 iterations ({title})"
    );
    match change(&values(table, FIXED, weighting)) {
        Some((times, figures)) => {
            Finding::on_no_effect(&claim, NOTICED.beside(100.0 * (times - 1.0)), figures)
        }
        None => Finding::not_measured(&claim, "not run"),
    }
}
