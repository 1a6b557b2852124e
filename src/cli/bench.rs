//! `bench`: speed, and the errors beside it.

use super::args::BenchOptions;
use super::failure::{Exit, Failure};
use super::output;
use crate::compile::BuildError;
use crate::lab::bench::table2::{Row, Trouble};
use crate::lab::bench::{Case, MxDrop, MxDropReport, Table2, Table2Report, CASES};
use crate::scene::range;
use crate::scene::Preset;
use serde::Serialize;
use serde_json::json;
use std::fmt::Write;

/// Rate of all benchmarks of `mx-drop` unless told otherwise, Hz.
const DROP_RATE_HZ: f64 = 60.0;
/// What `mx-drop` runs when no preset is named.
const DROP_PRESETS: [Preset; 3] = [Preset::Default, Preset::High, Preset::Paper];

const DROP_HEAD: [&str; 14] = [
    "preset",
    "Hz",
    "solve",
    "ragdolls",
    "us",
    "cpu us",
    "sep mm",
    "worst mm",
    "limit deg",
    "worst deg",
    "pen mm",
    "KE J",
    "blown",
    "bytes",
];
const TABLE_HEAD: [&str; 8] = [
    "constraint",
    "calls",
    "us/call",
    "us/step",
    "PS2 us",
    "Xbox us",
    "x PS2",
    "x Xbox",
];

/// Reads the name of a benchmark.
pub(super) fn name(text: &str) -> Result<&'static str, String> {
    let found = CASES.iter().find(|case| case.name == text);
    found.map(|case| case.name).ok_or_else(|| {
        let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
        format!("no such benchmark; use one of: {}", names.join(", "))
    })
}

/// Reads a damping of joints, 1/s.
pub(super) fn joint_damping(text: &str) -> Result<f64, String> {
    let (min, max) = (range::JOINT_DAMPING.min, range::JOINT_DAMPING.max);
    match text.parse() {
        Ok(value) if value >= min && value <= max => Ok(value),
        Ok(_) => Err(format!("out of range; give a rate from {min} to {max}")),
        Err(_) => Err(format!("not a rate; give one from {min} to {max}")),
    }
}

pub(super) fn run(options: &BenchOptions) -> Result<Exit, Failure> {
    if options.list {
        return list(options.json);
    }
    let wanted = |case: &&Case| options.names.is_empty() || options.names.contains(&case.name);
    let mut exit = Exit::Good;
    for case in CASES.iter().filter(wanted) {
        let result = match case.name {
            "table2" => table2(options)?,
            _ => mx_drop(options)?,
        };
        if result != Exit::Good {
            exit = result;
        }
    }
    Ok(exit)
}

fn list(as_json: bool) -> Result<Exit, Failure> {
    let line = |case: &Case| match as_json {
        true => format!("{}\n", json!({"name": case.name, "summary": case.summary})),
        false => format!("{:<10} {}\n", case.name, case.summary),
    };
    output::print(&CASES.iter().map(line).collect::<String>())?;
    Ok(Exit::Good)
}

/// A case with the options that were given.
fn case(options: &BenchOptions, standard: &MxDrop, ragdolls: u32, preset: Preset) -> MxDrop {
    MxDrop {
        ragdolls,
        preset,
        method: options.method.clone(),
        rate_hz: options.rate.or(standard.rate_hz),
        substeps: options.substeps,
        iterations: options.iterations,
        joint_damping_per_s: options.joint_damping,
        steps: options.steps.unwrap_or(standard.steps),
        repeats: options.repeats.unwrap_or(standard.repeats),
    }
}

/// Every combination of the wanted numbers of ragdolls and presets.
fn cases(options: &BenchOptions, standard: &MxDrop, presets: &[Preset]) -> Vec<MxDrop> {
    let some = |given: &[u32], standard| match given {
        [] => vec![standard],
        given => given.to_vec(),
    };
    let presets = match options.preset.as_slice() {
        [] => presets,
        given => given,
    };
    let of_preset = |preset: &Preset| {
        let preset = *preset;
        some(&options.ragdolls, standard.ragdolls)
            .into_iter()
            .map(move |ragdolls| case(options, standard, ragdolls, preset))
    };
    presets.iter().flat_map(of_preset).collect()
}

fn mx_drop(options: &BenchOptions) -> Result<Exit, Failure> {
    let mut standard = MxDrop::default();
    if options.preset.is_empty() {
        standard.rate_hz = Some(DROP_RATE_HZ);
    }
    let mut exit = Exit::Good;
    let mut head = !options.json;
    for case in cases(options, &standard, &DROP_PRESETS) {
        let report = case
            .run(&mut |says| output::message(says))
            .map_err(|errors| refused("mx-drop", &errors))?;
        if std::mem::take(&mut head) {
            output::print(&drop_head(&report))?;
        }
        output::print(&match options.json {
            true => json_line(&report)?,
            false => drop_line(&report),
        })?;
        if let Some(step) = report.diverged_after {
            diverged(&format!("mx-drop, {}", report.preset), step);
            exit = Exit::Failed;
        }
    }
    Ok(exit)
}

fn table2(options: &BenchOptions) -> Result<Exit, Failure> {
    let standard = Table2::default().drop;
    let mut exit = Exit::Good;
    for drop in cases(options, &standard, &[standard.preset]) {
        let ragdolls = drop.ragdolls;
        match (Table2 { drop }).run(&mut |says| output::message(says)) {
            Ok(report) if options.json => {
                let lines: Result<Vec<_>, _> = report.rows.iter().map(json_line).collect();
                output::print(&lines?.concat())?;
            }
            Ok(report) => output::print(&table_text(&report, ragdolls))?,
            Err(Trouble::Refused(errors)) => return Err(refused("table2", &errors)),
            Err(Trouble::Diverged(step)) => {
                diverged("table2", step);
                exit = Exit::Failed;
            }
        }
    }
    Ok(exit)
}

fn refused(label: &str, errors: &[BuildError]) -> Failure {
    let lines: Vec<_> = errors.iter().map(|e| format!("{label}: {e}")).collect();
    Failure::input(lines.join("\n"))
}

fn diverged(what: &str, step: u64) {
    let remedy = "use more substeps or a higher rate";
    output::message(&format!("{what}: diverged after {step} steps; {remedy}"));
}

fn json_line(report: &impl Serialize) -> Result<String, Failure> {
    let line = serde_json::to_string(report)
        .map_err(|error| Failure::run(format!("result: cannot be written as JSON: {error}")))?;
    Ok(line + "\n")
}

fn drop_head(first: &MxDropReport) -> String {
    let mut text = format!(
        "mx-drop: {} steps; friction 0.5, drag {} 1/s, joint damping {} 1/s, no sleep, one thread;\n\
         us = wall and processor time per ragdoll and step, median of {} fresh worlds;\n\
         worst = of the median ragdoll, worst deg = of all; bytes = model and states of a ragdoll, computed\n",
        first.steps,
        first.drag_per_s,
        first.joint_damping_per_s,
        first.repeats,
    );
    text.push_str(&drop_columns(DROP_HEAD.map(String::from)));
    text
}

fn drop_columns(cells: [String; 14]) -> String {
    let [preset, rest @ ..] = cells;
    let mut line = format!("{preset:<14}");
    let widths = [4, 6, 8, 8, 8, 8, 8, 9, 9, 7, 8, 5, 6];
    for (cell, width) in rest.iter().zip(widths) {
        let _ = write!(line, " {cell:>width$}");
    }
    line + "\n"
}

fn drop_line(r: &MxDropReport) -> String {
    let time = |us: Option<f64>| us.map_or("-".into(), |us| format!("{us:.2}"));
    drop_columns([
        r.preset.into(),
        r.rate_hz.to_string(),
        format!("{}x{}", r.substeps, r.iterations),
        r.ragdolls.to_string(),
        time(r.us_per_ragdoll_step),
        time(r.cpu_us_per_ragdoll_step),
        format!("{:.3}", r.sep_mean_mm),
        format!("{:.1}", r.sep_worst_median_mm),
        format!("{:.3}", r.limit_mean_deg),
        format!("{:.1}", r.limit_worst_deg),
        format!("{:.1}", r.penetration_worst_mm),
        format!("{:.3}", r.kinetic_energy_median_j),
        r.blown.to_string(),
        r.bytes_per_ragdoll.to_string(),
    ])
}

fn table_text(report: &Table2Report, ragdolls: u32) -> String {
    let mut text = format!(
        "table2: preset {}, ragdolls {ragdolls}, medians of {} steps; printed columns are those of\n\
         Baltman & Radeztsky (2004), speed-ups per call, of the total per ragdoll\n",
        report.preset, report.steps,
    );
    text.push_str(&table_columns(TABLE_HEAD.map(String::from)));
    for row in &report.rows {
        text.push_str(&table_line(row));
    }
    let _ = writeln!(
        text,
        "The clock takes {:.1} ns per run of one kind, measured on empty runs and taken off;\n\
         pins and limits take turns, so that each call is such a run. The total leaves out\n\
         collision detection, as the paper does; the whole step is timed without the probe.",
        report.clock_ns
    );
    text
}

fn table_columns(cells: [String; 8]) -> String {
    let [constraint, rest @ ..] = cells;
    let mut line = format!("{constraint:<20}");
    for cell in rest {
        let _ = write!(line, " {cell:>9}");
    }
    line + "\n"
}

fn table_line(row: &Row) -> String {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("-".into(), |value| format!("{value:.digits$}"))
    };
    let us = |ms: Option<f64>| number(ms.map(|ms| ms * 1e3), 0);
    table_columns([
        row.constraint.into(),
        number(row.calls, 0),
        number(row.us_per_call, 4),
        number(Some(row.us_total), 3),
        us(row.ps2_ms),
        us(row.xbox_ms),
        number(row.speedup_ps2, 0),
        number(row.speedup_xbox, 0),
    ])
}
