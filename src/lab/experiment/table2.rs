//! The cost table of Baltman and Radeztsky beside ours.

use super::finding::{Finding, Verdict};
use super::{scene_hash, Effort, Experiment, ExperimentError, Listener, Result};
use crate::lab::bench::table2::{self, Row, Table2};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::spread::{short, Spread};
use crate::lab::table::{column, timing, Cell, Table};
use serde_json::json;

/// Numbers that the plot is drawn from.
const NEEDS: &[&str] = &[HERE, PS2, XBOX];
const HERE: &str = "us_per_call";
const PS2: &str = "ps2_us_per_call";
const XBOX: &str = "xbox_us_per_call";

/// Table 2 of the paper.
#[derive(Debug)]
pub(super) struct CostTable;

impl Experiment for CostTable {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        run(effort, listener)
    }

    fn plot(&self, points: &Table) -> Plot {
        plot(points)
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        findings(&result.table)
    }
}

/// Runs the benchmark `table2`.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
fn run(effort: &Effort, listener: &dyn Listener) -> std::result::Result<Result, ExperimentError> {
    let mut bench = Table2::default();
    bench.drop.steps = u64::from(effort.thin_count(bench.drop.steps as u32));
    let scene = scene_hash(&bench.drop.scene()?);
    let report = bench
        .run(&mut |what| listener.hear(what))
        .map_err(|trouble| match trouble {
            table2::Table2Error::Refused(errors) => ExperimentError::Refused(errors),
            table2::Table2Error::Diverged(step) => ExperimentError::Diverged(step),
        })?;
    Ok(Result {
        table: table(&report.rows),
        curves: None,
        notes: vec![format!(
            "Preset {}, medians of {} steps of one ragdoll; the same as `ragdoll-lab bench table2`.",
            report.preset, report.steps
        )],
        manifest: json!({"cases": [{"case": "table2", "preset": report.preset,
            "steps": bench.drop.steps, "repeats": bench.drop.repeats,
            "scene_hash": format!("{:016x}", scene)}]}),
        state_hash: scene,
    })
}

fn table(rows: &[Row]) -> Table {
    Table {
        columns: vec![
            column("experiment", ""),
            column("constraint", "constraint"),
            timing("calls", "calls"),
            timing(HERE, "us/call"),
            timing("us_total", "us/step"),
            column(PS2, "PS2 us/call"),
            column(XBOX, "Xbox us/call"),
            column("ps2_ms", "PS2 ms"),
            column("xbox_ms", "Xbox ms"),
            timing("speedup_ps2", "x PS2"),
            timing("speedup_xbox", "x Xbox"),
        ],
        rows: rows.iter().map(row).collect(),
    }
}

fn row(row: &Row) -> Vec<Cell> {
    let us = |ms: Option<f64>| ms.map(|ms| ms * 1e3);
    vec![
        "table2".into(),
        row.constraint.into(),
        row.calls.into(),
        row.us_per_call.into(),
        row.us_total.into(),
        us(row.ps2_ms_per_call).into(),
        us(row.xbox_ms_per_call).into(),
        row.ps2_ms.into(),
        row.xbox_ms.into(),
        row.speedup_ps2.into(),
        row.speedup_xbox.into(),
    ]
}

/// The time per call of what was measured both here and there.
fn plot(table: &Table) -> Plot {
    let is_both = |row: &&Vec<Cell>| NEEDS.iter().all(|key| table.number(row, key).is_some());
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(is_both).collect();
    let names: Vec<&str> = rows
        .iter()
        .map(|row| table.words(row, "constraint"))
        .collect();
    let series = |name: &str, key: &str| {
        let point = |(i, row): (usize, &&Vec<Cell>)| {
            Some(Point {
                x: i as f64,
                y: Spread::exactly(table.number(row, key)?),
            })
        };
        Series {
            name: name.into(),
            points: rows.iter().enumerate().filter_map(point).collect(),
            marks: true,
        }
    };
    Plot {
        panels: vec![Panel {
            x: Axis::words("constraint", &names),
            y: Axis::log("time per call, µs (differs from run to run)"),
            series: vec![
                series("this machine", HERE),
                series("PlayStation 2, printed", PS2),
                series("Xbox, printed", XBOX),
            ],
        }],
    }
}

/// What the data say about the cost of a step.
fn findings(table: &Table) -> Vec<Finding> {
    let claim = "a step of the ragdoll costs less than on the consoles of 2004";
    let mut rows = table.rows.iter();
    let total = rows.find(|row| table.words(row, "constraint") == "total");
    let number = |key| total.and_then(|row| table.number(row, key));
    let found = match number("us_total") {
        Some(us) => {
            let faster = |key| number(key).is_some_and(|times| times > 1.0);
            let [ps2, xbox] = table2::PRINTED_TOTAL_MS.map(|ms| short(ms * 1e3));
            Finding::new(
                claim,
                Verdict::of(faster("speedup_ps2") && faster("speedup_xbox")),
                format!(
                    "{} µs per step; printed: {ps2} µs on a PlayStation 2, {xbox} µs on an Xbox",
                    short(us)
                ),
            )
        }
        None => Finding::not_measured(claim, "no total"),
    };
    vec![Finding {
        timing: true,
        ..found
    }]
}
