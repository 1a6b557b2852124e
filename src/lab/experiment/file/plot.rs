//! The plot that a file describes.

use super::{Definition, Line, Measure, Target};
use crate::lab::experiment::shots::{BEYOND, IMPULSE, PUSH, ROUNDING, SIGNED, TAP};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::spread::Spread;
use crate::lab::table::{Cell, Table};

/// Numbers that plots are drawn from.
pub(super) const NEEDS: &[&str] = &[
    SIGNED[0],
    SIGNED[1],
    SIGNED[2],
    PUSH[0],
    PUSH[1],
    PUSH[2],
    ROUNDING[0],
    ROUNDING[1],
    ROUNDING[2],
    TAP,
];

impl Measure {
    /// Keys of a value and its range in the table of the cases.
    fn keys(self) -> [&'static str; 3] {
        match self {
            Measure::Travel => SIGNED,
            Measure::TravelBeyondTap => BEYOND,
            Measure::Push => PUSH,
            Measure::Impulse => IMPULSE,
            Measure::Tap => [TAP; 3],
            Measure::Rounding => ROUNDING,
        }
    }
}

/// Each panel with its lines, target by target.
pub(super) fn plot(definition: &Definition, table: &Table) -> Plot {
    let sheet = &definition.sheet;
    let bodies = table.kinds("body");
    let is_there = |target: &&Target| bodies.contains(&&*target.name);
    let targets: Vec<&Target> = sheet.targets.iter().filter(is_there).collect();
    let words = definition.words(table);
    let panels = sheet.plot.iter().map(|drawn| Panel {
        x: axis(definition, &words),
        y: Axis::linear(&drawn.axis),
        series: targets
            .iter()
            .flat_map(|target| drawn.lines.iter().map(move |line| (target, line)))
            .map(|(target, line)| series(definition, table, &words, target, line))
            .collect(),
    });
    Plot {
        panels: panels.filter(Panel::shows_something).collect(),
    }
}

fn axis(definition: &Definition, words: &[String]) -> Axis {
    let sweep = &definition.sheet.sweep;
    Axis {
        log: sweep.log && words.is_empty(),
        words: words.to_vec(),
        ..Axis::linear(&sweep.axis)
    }
}

fn series(
    definition: &Definition,
    table: &Table,
    words: &[String],
    target: &Target,
    line: &Line,
) -> Series {
    let throw = definition.sheet.throw(line.throw.as_deref());
    let throw = throw.map_or("", |throw| &*throw.name);
    let its = table.rows.iter().filter(|row| {
        table.words(row, "body") == target.name && table.words(row, "throw") == throw
    });
    let point = |row: &Vec<Cell>| {
        let y: Spread = table.spread(row, line.measure.keys())?;
        Some(Point {
            x: place(table, row, words)?,
            y,
        })
    };
    let name = match line.name.as_str() {
        "" => target.title.clone(),
        name => format!("{}, {name}", target.title),
    };
    Series {
        points: its.filter_map(point).collect(),
        ..Series::marked(&name, &[])
    }
}

/// Where a row stands on the x axis.
fn place(table: &Table, row: &[Cell], words: &[String]) -> Option<f64> {
    if words.is_empty() {
        return table.number(row, "value");
    }
    let name = table.words(row, "value");
    let place = words.iter().position(|known| known == name)?;
    Some(place as f64)
}

impl Definition {
    /// The words on the x axis, if the values are words.
    fn words(&self, table: &Table) -> Vec<String> {
        let values = self.sheet.sweep.values.iter();
        let words: Vec<String> = values
            .filter_map(|value| value.value.as_str().map(str::to_owned))
            .collect();
        match (words.is_empty(), &self.sheet.sweep.vary) {
            // A list of words on one field is known by its rows alone.
            (true, Some(_)) => {
                let kinds = table.kinds("value").into_iter();
                kinds
                    .filter(|kind| !kind.is_empty())
                    .map(str::to_owned)
                    .collect()
            }
            _ => words,
        }
    }
}
