//! Results as tables of text.

use crate::lab::bench::table2::Row;
use crate::lab::bench::{MxDropReport, Table2Report};
use serde_json::Value;
use std::fmt::Write;

const DROP_HEAD: [&str; 16] = [
    "preset",
    "Hz",
    "solve",
    "number",
    "threads",
    "ragdolls",
    "us",
    "cpu us",
    "joint mm",
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

/// A table of the rows of a benchmark.
#[derive(Clone, Copy)]
pub(super) struct Table {
    /// What to know of it, one or more lines.
    note: &'static str,
    columns: &'static [Column],
}

/// A column: key of the row, head, digits behind the point.
type Column = (&'static str, &'static str, usize);

pub(super) const PILE: Table = Table {
    note: "pile: ragdolls fall onto each other (first half of the steps) and lie in a heap (second half);\n\
           capsules, no sleep, one thread; us = wall and processor time per step of the whole pile, median\n\
           of fresh worlds; joint = mean joint error; pen = deepest penetration;\n\
           worst = largest joint error of the median ragdoll\n",
    columns: &[
        ("phase", "phase", 0),
        ("preset", "preset", 0),
        ("ragdolls", "ragdolls", 0),
        ("steps", "steps", 0),
        ("us_per_step", "us", 1),
        ("cpu_us_per_step", "cpu us", 1),
        ("contacts_per_step", "contacts", 1),
        ("sep_mean_mm", "joint mm", 3),
        ("sep_worst_median_mm", "worst mm", 1),
        ("limit_mean_deg", "limit deg", 3),
        ("limit_worst_deg", "worst deg", 1),
        ("penetration_worst_mm", "pen mm", 1),
        ("kinetic_energy_median_j", "KE J", 3),
        ("blown", "blown", 0),
    ],
};

pub(super) const CROWD: Table = Table {
    note: "crowd: particle ragdolls fall on a floor; no sleep; us = wall and processor time per\n\
           ragdoll and step, median of fresh worlds; stretch = length error;\n\
           pen = deepest penetration\n",
    columns: &[
        ("preset", "preset", 0),
        ("precision", "number", 0),
        ("threads", "threads", 0),
        ("ragdolls", "ragdolls", 0),
        ("steps", "steps", 0),
        ("us_per_ragdoll_step", "us", 2),
        ("cpu_us_per_ragdoll_step", "cpu us", 2),
        ("stretch_mean_mm", "stretch mm", 3),
        ("stretch_worst_mm", "worst mm", 1),
        ("penetration_worst_mm", "pen mm", 1),
        ("kinetic_energy_mean_j", "KE J", 3),
    ],
};

pub(super) const LOAD: Table = Table {
    note: "load: seconds to write, read, check and build a scene of bodies; reading includes a \
           check; medians\n",
    columns: &[
        ("bodies", "bodies", 0),
        ("bytes", "bytes", 0),
        ("write_s", "write s", 4),
        ("read_s", "read s", 4),
        ("validate_s", "check s", 4),
        ("build_s", "build s", 4),
        ("bodies_lost", "lost", 0),
        ("same_after_reading", "same", 0),
    ],
};

/// The table of `links` or of `iterations`.
pub(super) fn cost(name: &str) -> Table {
    match name {
        "links" => LINKS,
        _ => ITERATIONS,
    }
}

const LINKS: Table = Table {
    note: "links: a swinging chain; us = wall time of the median step, joint mm = largest of the whole run\n",
    columns: &[
        ("method", "method", 0),
        ("series", "series", 0),
        ("value", "links", 0),
        ("us_per_step", "us", 2),
        ("joint_error_mm", "joint mm", 4),
        ("strain_percent", "strain %", 4),
    ],
};

const ITERATIONS: Table = Table {
    note: "iterations: a swinging chain of five links, the last one heavy; us = wall time of the median step,\n\
           joint mm = largest of the whole run\n",
    columns: &[
        ("method", "method", 0),
        ("series", "weighting", 0),
        ("value", "iterations", 0),
        ("us_per_step", "us", 2),
        ("joint_error_mm", "joint mm", 4),
        ("strain_percent", "strain %", 4),
    ],
};

impl Table {
    /// The rows, one JSON object per line, as aligned text.
    pub fn text(&self, rows: &str) -> String {
        let heads = self.columns.iter().map(|column| column.1.to_owned());
        let mut lines: Vec<Vec<String>> = vec![heads.collect()];
        for row in rows.lines() {
            let row = serde_json::from_str(row).unwrap_or(Value::Null);
            let cells = self.columns.iter();
            lines.push(
                cells
                    .map(|(key, _, digits)| cell(&row[*key], *digits))
                    .collect(),
            );
        }
        self.note.to_owned() + &aligned(&lines)
    }
}

fn cell(value: &Value, digits: usize) -> String {
    match value {
        Value::Null => "-".into(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Number(number) => number
            .as_f64()
            .map_or("-".into(), |number| format!("{number:.digits$}")),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Cells in columns as wide as their widest cell, all to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |i: usize| lines.iter().map(|line| line[i].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths);
        let cells: Vec<_> = cells
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        text += &(cells.join("  ") + "\n");
    }
    text
}

pub(super) fn drop_head(first: &MxDropReport) -> String {
    let mut text = format!(
        "mx-drop: {} steps; friction 0.5, drag {} 1/s, joint damping {} 1/s, no sleep;\n\
         us = wall and processor time per ragdoll and step, median of {} fresh worlds;\n\
         joint = mean joint error; worst mm = largest joint error of the median ragdoll;\n\
         worst deg = largest limit violation of all ragdolls;\n\
         bytes = computed size of a ragdoll\n",
        first.steps, first.solved.drag_per_s, first.solved.joint_damping_per_s, first.repeats,
    );
    text.push_str(&drop_columns(DROP_HEAD.map(String::from)));
    text
}

fn drop_columns(cells: [String; 16]) -> String {
    let [preset, rest @ ..] = cells;
    let mut line = format!("{preset:<14}");
    let widths = [4, 6, 11, 7, 8, 8, 8, 8, 8, 9, 9, 7, 8, 5, 6];
    for (cell, width) in rest.iter().zip(widths) {
        let _ = write!(line, " {cell:>width$}");
    }
    line + "\n"
}

pub(super) fn drop_line(r: &MxDropReport) -> String {
    let time = |us: Option<f64>| us.map_or("-".into(), |us| format!("{us:.2}"));
    drop_columns([
        r.solved.preset.into(),
        r.solved.rate_hz.to_string(),
        format!("{}x{}", r.solved.substeps, r.solved.iterations),
        format!("{}x{}", r.solved.precision, r.solved.lanes),
        r.solved.threads.to_string(),
        r.ragdolls.to_string(),
        time(r.us_per_ragdoll_step),
        time(r.cpu_us_per_ragdoll_step),
        format!("{:.3}", r.errors.sep_mean_mm),
        format!("{:.1}", r.errors.sep_worst_median_mm),
        format!("{:.3}", r.errors.limit_mean_deg),
        format!("{:.1}", r.errors.limit_worst_deg),
        format!("{:.1}", r.errors.penetration_worst_mm),
        format!("{:.3}", r.errors.kinetic_energy_median_j),
        r.errors.blown.to_string(),
        r.bytes_per_ragdoll.to_string(),
    ])
}

pub(super) fn table2(report: &Table2Report, ragdolls: u32) -> String {
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
        "Reading the clock takes {:.1} ns per call, measured on empty calls and subtracted; pins and\n\
         limits alternate, so each call is timed separately. The total excludes collision\n\
         detection, as in the paper; the whole step is timed without the probe.",
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
