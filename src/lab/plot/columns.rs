//! A plot of any table: each column of numbers over the first, those of several runs
//! together.

use super::{Axis, Panel, Plot, Series, Thinned, HUGE};
use crate::lab::table::{Cell, Column, Table};
use crate::text::part;
use std::fmt;

/// What divides, in the key of a column, the name of a run from what was measured in it.
pub const OF_RUN: &str = ": ";
/// With more rows than this the points are not marked.
const MOST_MARKS: usize = 60;

/// Ends of keys and the units that they stand for; of two that fit, the longer is first.
const UNITS: &[(&str, &str)] = &[
    ("_kg_m_s", "kg·m/s"),
    ("_rad_s", "rad/s"),
    ("_deg_s", "°/s"),
    ("_m_s2", "m/s²"),
    ("_n_s", "N·s"),
    ("_n_m", "N·m"),
    ("_m_s", "m/s"),
    ("_percent", "%"),
    ("_deg", "°"),
    ("_rad", "rad"),
    ("_hz", "Hz"),
    ("_kg", "kg"),
    ("_mm", "mm"),
    ("_cm", "cm"),
    ("_us", "µs"),
    ("_ms", "ms"),
    ("_j", "J"),
    ("_n", "N"),
    ("_w", "W"),
    ("_m", "m"),
    ("_s", "s"),
];

/// Why a table cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnError {
    /// There is no row.
    NoRows,
    /// The first column, of this key, holds words, or no number with a place on an axis.
    FirstHasWords(String),
    /// No other column holds numbers.
    NothingToDraw,
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnError::NoRows => write!(
                f,
                "the table has no rows, so there is nothing to plot; add some"
            ),
            ColumnError::FirstHasWords(key) => write!(
                f,
                "the first column, `{}`, has text, or no number below {HUGE:e}, so it cannot be \
                 the x axis; put a column of numbers first",
                part(key)
            ),
            ColumnError::NothingToDraw => write!(
                f,
                "no column after the first contains numbers below {HUGE:e} to plot; add one"
            ),
        }
    }
}

/// A panel for each column of numbers over the first column. Columns of the same key but
/// for the name of a run before it are lines of one panel.
///
/// # Errors
/// The first column holds words, or no other holds numbers.
pub fn of_columns(table: &Table) -> Result<Plot, ColumnError> {
    let first = table.columns.first().ok_or(ColumnError::NoRows)?;
    if table.rows.is_empty() {
        return Err(ColumnError::NoRows);
    }
    let xs: Vec<f64> =
        numbers(table, 0).ok_or(ColumnError::FirstHasWords(first.key.to_string()))?;
    let x = Axis::linear(&titled(&first.key));
    let mut panels: Vec<Panel> = Vec::new();
    for (column, Column { key, .. }) in table.columns.iter().enumerate().skip(1) {
        let Some(ys) = numbers(table, column) else {
            continue;
        };
        let (run, key) = key.split_once(OF_RUN).unwrap_or(("", key));
        let line: Thinned = xs.iter().copied().zip(ys).collect();
        let series = Series {
            name: run.into(),
            points: line.points(),
            marks: table.rows.len() <= MOST_MARKS,
        };
        let title = titled(key);
        match panels.iter_mut().find(|panel| panel.y.title == title) {
            Some(panel) if !run.is_empty() => panel.series.push(series),
            _ => panels.push(Panel {
                x: x.clone(),
                y: Axis::linear(&title),
                series: vec![series],
            }),
        }
    }
    match panels.is_empty() {
        true => Err(ColumnError::NothingToDraw),
        false => Ok(Plot { panels }),
    }
}

/// The numbers of a column, with gaps; `None` if it has words, or nothing with a place.
fn numbers(table: &Table, column: usize) -> Option<Vec<f64>> {
    let number = |row: &Vec<Cell>| match row.get(column)? {
        Cell::Number(number) => Some(*number),
        Cell::Nothing => Some(f64::NAN),
        Cell::Text(_) => None,
    };
    let numbers: Option<Vec<f64>> = table.rows.iter().map(number).collect();
    numbers.filter(|numbers| numbers.iter().any(|number| number.abs() < HUGE))
}

/// A key as a title: `travel_m` is "travel, m".
fn titled(key: &str) -> String {
    let unit = UNITS.iter().find_map(|(end, unit)| {
        let name = key.strip_suffix(end)?;
        (!name.is_empty()).then(|| format!("{name}, {unit}"))
    });
    unit.unwrap_or_else(|| key.into()).replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_their_units() {
        for (key, title) in [
            ("time_s", "time, s"),
            ("peak_speed_m_s", "peak speed, m/s"),
            ("travel_m", "travel, m"),
            ("step_us", "step, µs"),
            ("impulse_n_s", "impulse, N·s"),
            ("hits", "hits"),
            ("_m", " m"),
        ] {
            assert_eq!(titled(key), title);
        }
    }

    #[test]
    fn each_column_of_numbers_is_a_panel() {
        let table = Table::from_csv("t_s,a_m,name,b\n0,1,x,\n1,,y,\n2,3,z,\n").unwrap();
        let plot = of_columns(&table).unwrap();
        assert_eq!(plot.panels.len(), 1);
        let points = &plot.panels[0].series[0].points;
        assert_eq!(points.len(), 3);
        assert!(points[1].y.median.is_nan());
    }

    #[test]
    fn columns_of_several_runs_are_lines_of_one_panel() {
        let text = "t_s,as set: a_m,as set: b,uniform: a_m,uniform: b\n0,1,2,3,4\n1,2,3,4,5\n";
        let plot = of_columns(&Table::from_csv(text).unwrap()).unwrap();
        let names = |panel: &Panel| panel.series.iter().map(|s| s.name.clone()).collect();
        let panels: Vec<(String, Vec<String>)> = (plot.panels.iter())
            .map(|panel| (panel.y.title.clone(), names(panel)))
            .collect();
        let runs = vec!["as set".to_string(), "uniform".into()];
        assert_eq!(panels, [("a, m".into(), runs.clone()), ("b".into(), runs)]);
    }

    #[test]
    fn tables_that_cannot_be_drawn_say_why() {
        let trouble = |text| of_columns(&Table::from_csv(text).unwrap()).unwrap_err();
        assert_eq!(trouble("a,b\n"), ColumnError::NoRows);
        assert_eq!(
            trouble("a,b\nx,1\n"),
            ColumnError::FirstHasWords("a".into())
        );
        assert_eq!(trouble("a\n1\n"), ColumnError::NothingToDraw);
    }
}
