//! The cost table of Baltman and Radeztsky beside ours.

use super::finding::Finding;
use super::source::BALTMAN_RADEZTSKY;
use super::{hash_of, scene_hash, Effort, Experiment, ExperimentError, Result};
use crate::lab::bench::table2::{self, Row, Table2, Table2Error, Table2Report};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::spread::short;
use crate::lab::table::{column, timing, Cell, Table};
use crate::lab::Listener;
use crate::scene::Preset;
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

/// The two forms of the paper: what the state of a body consists of.
const FORMS: [(&str, Preset); 2] = [(WITHOUT, Preset::Baltman), (WITH, Preset::BaltmanVelocity)];
const WITHOUT: &str = "without velocities";
const WITH: &str = "with velocities";

/// Runs the benchmark `table2` for both forms.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
fn run(effort: &Effort, listener: &dyn Listener) -> std::result::Result<Result, ExperimentError> {
    let (mut rows, mut cases, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for (form, preset) in FORMS {
        let mut bench = Table2::default();
        bench.drop.solving.preset = preset;
        bench.drop.steps = u64::from(effort.thin_count(bench.drop.steps as u32));
        let scene = scene_hash(&bench.drop.scene()?);
        let report = timed(&bench, form, listener)?;
        rows.extend(report.rows.iter().map(|line| row(form, line)));
        hashes.push(scene);
        cases.push(json!({
            "case": form, "preset": report.preset, "steps": bench.drop.steps,
            "repeats": bench.drop.repeats, "scene_hash": format!("{scene:016x}"),
        }));
    }
    Ok(Result {
        table: table(rows),
        curves: None,
        shots: None,
        notes: vec![
            "Medians over the steps of one ragdoll, with the method `paper` and its presets \
             `baltman` (state without velocities, equations 4.1 to 4.5) and `baltman-velocity` \
             (state with velocities, 4.6 to 4.8). The paper does not say which of the two its table measures. Its totals \
             leave out collision detection, and so do these. `ragdoll-lab bench table2 --preset` \
             measures the same."
                .into(),
        ],
        manifest: json!({"cases": cases}),
        state_hash: hash_of(hashes),
    })
}

fn timed(
    bench: &Table2,
    form: &str,
    listener: &dyn Listener,
) -> std::result::Result<Table2Report, ExperimentError> {
    if !listener.is_wanted() {
        return Err(ExperimentError::Cancelled);
    }
    let report = bench.run(&mut |what| listener.hear(&format!("{what}, {form}")));
    report.map_err(|trouble| match trouble {
        Table2Error::Refused(errors) => ExperimentError::Refused(errors),
        Table2Error::Diverged(step) => ExperimentError::Diverged(step),
    })
}

fn table(rows: Vec<Vec<Cell>>) -> Table {
    Table {
        columns: vec![
            column("experiment", ""),
            column("form", "form"),
            column("constraint", "constraint"),
            timing("calls", "calls"),
            timing(HERE, "us/call"),
            timing("us_total", "us/step"),
            column(PS2, "PS2 us/call"),
            column(XBOX, "Xbox us/call"),
            column("ps2_ms", "PS2 ms"),
            column("xbox_ms", "Xbox ms"),
            timing("speedup_ps2", "speedup PS2"),
            timing("speedup_xbox", "speedup Xbox"),
        ],
        rows,
    }
}

fn row(form: &str, row: &Row) -> Vec<Cell> {
    let us = |ms: Option<f64>| ms.map(|ms| ms * 1e3);
    vec![
        "table2".into(),
        form.into(),
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
    let mut names: Vec<&str> = Vec::new();
    for row in table.rows.iter().filter(is_both) {
        let name = table.words(row, "constraint");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let series = |name: &str, form: &str, key: &str| {
        let its = table.rows.iter().filter(is_both);
        let point = |row: &Vec<Cell>| {
            let name = table.words(row, "constraint");
            let place = names.iter().position(|known| *known == name)?;
            Some((place as f64, table.number(row, key)?))
        };
        let of_form = its.filter(|row| table.words(row, "form") == form);
        Series::marked(name, &of_form.filter_map(point).collect::<Vec<_>>())
    };
    Plot {
        panels: vec![Panel {
            x: Axis::words("constraint", &names),
            y: Axis::log("time per call, µs (differs from run to run)"),
            series: vec![
                series(&format!("this machine, {WITHOUT}"), WITHOUT, HERE),
                series(&format!("this machine, {WITH}"), WITH, HERE),
                series("PlayStation 2, printed", WITHOUT, PS2),
                series("Xbox, printed", WITHOUT, XBOX),
            ],
        }],
    }
}

/// A number of a line of a form.
fn number(table: &Table, form: &str, constraint: &str, key: &str) -> Option<f64> {
    let mut rows = table.rows.iter();
    let row = rows.find(|row| {
        table.words(row, "form") == form && table.words(row, "constraint") == constraint
    });
    table.number(row?, key)
}

/// What the data say about the cost of a step.
fn findings(table: &Table) -> Vec<Finding> {
    let dearer = dearer(table).claimed_by(
        BALTMAN_RADEZTSKY,
        "section 13",
        "velocities in the state make the constraints more expensive",
    );
    let twice = twice(table).claimed_by(
        BALTMAN_RADEZTSKY,
        "section 7",
        "a pin is about twice as expensive with velocities in the state",
    );
    let mut found = vec![dearer, twice];
    found.extend(FORMS.map(|(form, _)| faster(table, form)));
    found
}

/// Pins and angle limits of the two forms.
fn dearer(table: &Table) -> Finding {
    let claim = "constraints cost more with velocities in the state than without";
    let of_form = |form| {
        let parts = ["pin", "angle limit"].map(|part| number(table, form, part, "us_total"));
        let [pin, limit] = parts;
        Some(pin? + limit?)
    };
    match FORMS.map(|(form, _)| of_form(form)) {
        [Some(without), Some(with)] => Finding::on_times(
            claim,
            format!(
                "pins and angle limits per step: {} µs with velocities, {} µs without",
                short(with),
                short(without)
            ),
        ),
        _ => Finding::not_measured(claim, "one form was not timed"),
    }
}

/// A pin of the two forms.
fn twice(table: &Table) -> Finding {
    let claim = "a pin costs about twice as much with velocities in the state as without";
    match FORMS.map(|(form, _)| number(table, form, "pin", HERE)) {
        [Some(without), Some(with)] => Finding::on_times(
            claim,
            format!(
                "printed: about 2 times; here: {} times: {} µs with velocities, {} µs without",
                short(with / without),
                short(with),
                short(without)
            ),
        ),
        _ => Finding::not_measured(claim, "one form was not timed"),
    }
}

fn faster(table: &Table, form: &str) -> Finding {
    let claim = format!(
        "a step of the ragdoll {form} takes less time than on the consoles of \
                         2004"
    );
    let total = |key| number(table, form, "total", key);
    match total("us_total") {
        Some(us) => {
            let [ps2, xbox] = table2::PRINTED_TOTAL_MS.map(|ms| short(ms * 1e3));
            Finding::on_times(
                &claim,
                format!(
                    "{} µs per step; printed: {ps2} µs on a PlayStation 2, {xbox} µs on an Xbox",
                    short(us)
                ),
            )
        }
        None => Finding::not_measured(&claim, "no total"),
    }
}
