//! The plot of a sweep: lines over the first axis.

use super::{field_title, Row, Sweep};
use crate::lab::plot::{self, Panel, Plot, Point, Series};
use crate::lab::spread::Spread;
use crate::scene::change::word;
use serde_json::Value;

/// More lines cannot be told apart.
const MOST_LINES: usize = 7;
/// More points of a line cannot be told apart.
const MOST_POINTS: usize = 1000;
/// More marks would hide the line.
const MOST_MARKS: usize = 60;
/// More words do not fit below the axis.
const MOST_WORDS: usize = 12;

/// Travel and push over the first axis; a line for each combination of the others.
pub(super) fn plot(sweep: &Sweep, rows: &[Row]) -> Plot {
    let panel = |title: &str, value: &dyn Fn(&Row) -> Option<Spread>| Panel {
        x: axis(sweep),
        y: plot::Axis::linear(title),
        series: lines(sweep)
            .map(|line| series(sweep, rows, line, value))
            .collect(),
    };
    Plot {
        panels: vec![
            panel("Travel, m", &travel),
            panel("Push (speed after hit), m/s", &|row| {
                row.push_m_s.map(Spread::exactly)
            }),
        ],
    }
}

/// What the plot shows.
pub(super) fn title(sweep: &Sweep) -> String {
    let name = &sweep.order().scene.name;
    let (all, shown) = (line_count(sweep), lines(sweep).count());
    match all == shown {
        true => format!("Sweep of {name}"),
        false => format!("Sweep of {name}: {shown} of {all} lines"),
    }
}

fn travel(row: &Row) -> Option<Spread> {
    Some(Spread {
        median: row.travel_m?,
        min: row.travel_min_m?,
        max: row.travel_max_m?,
    })
}

/// Cases that share a value of the first axis: each is on a line of its own.
fn line_count(sweep: &Sweep) -> usize {
    sweep.values.iter().skip(1).map(Vec::len).product()
}

/// The lines that are drawn, spread evenly over all.
fn lines(sweep: &Sweep) -> impl Iterator<Item = usize> {
    let all = line_count(sweep);
    let shown = all.min(MOST_LINES);
    (0..shown).map(move |i| i * (all - 1) / (shown - 1).max(1))
}

fn axis(sweep: &Sweep) -> plot::Axis {
    let (Some(axis), Some(values)) = (sweep.order().axes.first(), sweep.values.first()) else {
        return plot::Axis::linear("case");
    };
    let words: Vec<String> = values.iter().map(word).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let title = field_title(&axis.path);
    match values.iter().all(Value::is_number) {
        true if axis.is_log() => plot::Axis::log(&title),
        true => plot::Axis::linear(&title),
        false if words.len() <= MOST_WORDS => plot::Axis::words(&title, &words),
        false => plot::Axis::linear(&format!("{title} (value number)")),
    }
}

fn series(
    sweep: &Sweep,
    rows: &[Row],
    line: usize,
    value: &dyn Fn(&Row) -> Option<Spread>,
) -> Series {
    let first = sweep.values.first().map_or(&[][..], Vec::as_slice);
    let every = first.len().div_ceil(MOST_POINTS).max(1);
    let numbers = first.iter().all(Value::is_number);
    // Numbers lie at their value, words at their place in the list.
    let place = |i: usize| first[i].as_f64().filter(|_| numbers).unwrap_or(i as f64);
    let point = |i: usize| {
        let index = i * line_count(sweep) + line;
        let at = rows.binary_search_by_key(&index, |row| row.index).ok()?;
        Some(Point {
            x: place(i),
            y: value(&rows[at])?,
        })
    };
    let mut points: Vec<Point> = (0..first.len()).step_by(every).filter_map(point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    Series {
        name: name(sweep, line),
        marks: points.len() <= MOST_MARKS,
        points,
    }
}

/// The values of the other axes on a line.
fn name(sweep: &Sweep, line: usize) -> String {
    let axes = sweep.order().axes.iter().zip(sweep.values(line)).skip(1);
    let words = axes.map(|(axis, value)| {
        let key = axis.path.rsplit('.').next().unwrap_or(&axis.path);
        format!("{key}={}", word(value))
    });
    let words: Vec<_> = words.collect();
    match words.is_empty() {
        true => sweep.order().scene.name.clone(),
        false => words.join(", "),
    }
}
