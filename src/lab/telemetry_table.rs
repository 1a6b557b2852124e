//! What was measured in a run, and in those beside it, as one table over time.

use super::comparison::Comparison;
use super::plot::OF_RUN;
use super::table::{column, Cell, Column, Table};
use super::telemetry::{Quantity, Sample, Telemetry};
use std::borrow::Cow;

/// What the leading run is called where others are beside it.
const LEADING: &str = "as set";
/// What the distance of the nudged run is called.
const BAND: &str = "chaos band";
/// Key of the distance from the leading run.
pub const APART: &str = "apart_m";
/// Key of the time.
const TIME: &str = "time_s";

/// A row for each step of the leading run: its time and every quantity of every run.
pub fn table(leading: &Telemetry, comparison: Option<&Comparison>) -> Table {
    let mut table = Table {
        columns: vec![column(TIME, "")],
        rows: Vec::new(),
    };
    let time = |sample: &Sample| vec![Cell::from(sample.time_s)];
    table.rows = leading.samples().iter().map(time).collect();
    let Some(comparison) = comparison else {
        add_run(&mut table, "", leading, leading);
        return table;
    };
    add_run(&mut table, LEADING, leading, leading);
    let names = names(comparison);
    for (side, name) in comparison.sides().iter().zip(&names) {
        add_run(&mut table, name, &side.telemetry, leading);
    }
    for (place, name) in names.iter().enumerate() {
        add_apart(&mut table, name, comparison.apart(place), leading);
    }
    if comparison.has_band() {
        add_apart(&mut table, BAND, comparison.band(), leading);
    }
    table
}

/// The same with the quantities of these keys only; their time is told in any case.
pub fn table_of(leading: &Telemetry, comparison: Option<&Comparison>, keys: &[&str]) -> Table {
    table(leading, comparison).only(|column| {
        let quantity = column.key.rsplit(OF_RUN).next();
        quantity.is_some_and(|quantity| quantity == TIME || keys.contains(&quantity))
    })
}

/// Names of the sides as keys can have them, each once.
fn names(comparison: &Comparison) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for side in comparison.sides() {
        let name = side.variant.name.replace([':', '\n'], " ");
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        let is_free = |name: &String| !names.contains(name) && name != LEADING && name != BAND;
        names.extend(candidates.find(is_free));
    }
    names
}

fn key(run: &str, quantity: &str) -> Column {
    let key = match run {
        "" => quantity.to_owned(),
        run => format!("{run}{OF_RUN}{quantity}"),
    };
    Column {
        key: Cow::Owned(key),
        head: Cow::Borrowed(""),
        timing: false,
    }
}

/// Adds a column for each quantity of a run, as it was at the times of the leading one; none of
/// strain where nothing can be strained, nor of iterations where their number is fixed.
fn add_run(table: &mut Table, run: &str, telemetry: &Telemetry, leading: &Telemetry) {
    let has = |quantity: Quantity| telemetry.samples().iter().any(|s| quantity.of(s).is_some());
    let [has_strain, has_iterations] = [Quantity::Strain, Quantity::Iterations].map(has);
    let is_told = |quantity: &Quantity| match quantity {
        Quantity::Strain => has_strain,
        Quantity::Iterations => has_iterations,
        _ => true,
    };
    let told = || Quantity::ALL.into_iter().filter(is_told);
    for quantity in told() {
        table.columns.push(key(run, quantity.key()));
    }
    for (row, led) in table.rows.iter_mut().zip(leading.samples()) {
        let sample = at_time(telemetry, led.time_s);
        let value = |quantity: Quantity| quantity.of(sample?);
        row.extend(told().map(|quantity| Cell::from(value(quantity))));
    }
}

/// The newest sample at a time, s; `None` before the first and after the last.
pub fn at_time(telemetry: &Telemetry, time_s: f64) -> Option<&Sample> {
    /// Times of steps that were counted otherwise differ by less, s.
    const SAME_S: f64 = 1e-9;
    let samples = telemetry.samples();
    let after = samples.partition_point(|sample| sample.time_s <= time_s + SAME_S);
    let sample = samples.get(after.checked_sub(1)?)?;
    let step_s = match samples {
        [first, second, ..] => second.time_s - first.time_s,
        _ => 0.0,
    };
    (time_s < sample.time_s + step_s.max(2.0 * SAME_S) - SAME_S).then_some(sample)
}

/// Adds a column for distances from the leading run, by its steps.
fn add_apart(table: &mut Table, run: &str, apart: &[(u64, f64)], leading: &Telemetry) {
    table.columns.push(key(run, APART));
    for (step, row) in (leading.start()..).zip(&mut table.rows) {
        let place = apart.binary_search_by_key(&step, |(step, _)| *step);
        let distance = place.ok().map(|place| apart[place].1);
        row.push(Cell::from(distance));
    }
}
