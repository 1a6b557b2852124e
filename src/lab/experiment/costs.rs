//! The cost table of Baltman and Radeztsky beside ours.

use super::finding::{Finding, Verdict};
use super::{scene_hash, Effort, Result, Trouble};
use crate::lab::bench::table2::{self, Row, Table2};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::spread::{short, Spread};
use crate::lab::table::{column, timing, Cell, Table};
use serde_json::json;

/// Runs the benchmark `table2`.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
pub fn run(
    effort: &Effort,
    progress: &mut dyn FnMut(&str),
) -> std::result::Result<Result, Trouble> {
    let mut bench = Table2::default();
    bench.drop.steps = u64::from(effort.thin_count(bench.drop.steps as u32));
    let scene = scene_hash(&bench.drop.scene()?);
    let report = bench.run(progress).map_err(|trouble| match trouble {
        table2::Trouble::Refused(errors) => Trouble::Refused(errors),
        table2::Trouble::Diverged(step) => Trouble::Diverged(step),
    })?;
    let timed = report.rows.iter().filter(|row| row.us_per_call.is_some());
    let timed: Vec<&Row> = timed.filter(|row| row.ps2_ms_per_call.is_some()).collect();
    let names: Vec<&str> = timed.iter().map(|row| row.constraint).collect();
    let series = |name: &str, value: &dyn Fn(&Row) -> Option<f64>| Series {
        name: name.into(),
        points: timed
            .iter()
            .enumerate()
            .filter_map(|(i, row)| {
                Some(Point {
                    x: i as f64,
                    y: Spread::exactly(value(row)?),
                })
            })
            .collect(),
        marks: true,
    };
    let ms = |ms: Option<f64>| ms.map(|ms| ms * 1e3);
    let total = report.rows.iter().find(|row| row.constraint == "total");
    let figures = total.map_or_else(String::new, |row| {
        let [ps2, xbox] = table2::PRINTED_TOTAL_MS;
        format!(
            "{} us per step; printed: {} us on a PlayStation 2, {} us on an Xbox",
            short(row.us_total),
            short(ps2 * 1e3),
            short(xbox * 1e3)
        )
    });
    let faster =
        total.is_some_and(|row| row.speedup_xbox > Some(1.0) && row.speedup_ps2 > Some(1.0));
    Ok(Result {
        plot: Plot {
            panels: vec![Panel {
                x: Axis::words("constraint", &names),
                y: Axis::log("time per call, us (differs from run to run)"),
                series: vec![
                    series("this machine", &|row| row.us_per_call),
                    series("PlayStation 2, printed", &|row| ms(row.ps2_ms_per_call)),
                    series("Xbox, printed", &|row| ms(row.xbox_ms_per_call)),
                ],
            }],
        },
        table: Table {
            columns: vec![
                column("experiment", ""),
                column("constraint", "constraint"),
                timing("calls", "calls"),
                timing("us_per_call", "us/call"),
                timing("us_total", "us/step"),
                column("ps2_ms", "PS2 ms"),
                column("xbox_ms", "Xbox ms"),
                timing("speedup_ps2", "x PS2"),
                timing("speedup_xbox", "x Xbox"),
            ],
            rows: report.rows.iter().map(row).collect(),
        },
        findings: vec![Finding {
            body: "",
            claim: "a step of the ragdoll costs less than on the consoles of 2004".into(),
            verdict: Verdict::of(faster),
            figures,
            timing: true,
        }],
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

fn row(row: &Row) -> Vec<Cell> {
    vec![
        "table2".into(),
        row.constraint.into(),
        row.calls.into(),
        row.us_per_call.into(),
        row.us_total.into(),
        row.ps2_ms.into(),
        row.xbox_ms.into(),
        row.speedup_ps2.into(),
        row.speedup_xbox.into(),
    ]
}
