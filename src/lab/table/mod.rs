//! A table of results as text, CSV, JSON and HTML.

mod read;

pub use read::TableError;

use super::spread::{short, Spread};
use super::statistics::Quartiles;
use crate::text::{clean, clean_lines, in_xml};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

/// A value in a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number.
    Number(f64),
    /// Not measured.
    Nothing,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        match number.is_finite() {
            true => Cell::Number(number),
            false => Cell::Nothing,
        }
    }
}

impl From<Option<f64>> for Cell {
    fn from(number: Option<f64>) -> Cell {
        number.map_or(Cell::Nothing, Cell::from)
    }
}

impl Cell {
    fn full(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
            Cell::Nothing => String::new(),
        }
    }

    fn brief(&self) -> String {
        match self {
            Cell::Text(text) => clean(text),
            Cell::Number(number) if number.fract() == 0.0 && number.abs() < 1e6 => {
                number.to_string()
            }
            Cell::Number(number) => short(*number),
            Cell::Nothing => "-".into(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => text.as_str().into(),
            Cell::Number(number) => (*number).into(),
            Cell::Nothing => Value::Null,
        }
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Key in CSV and JSON, with the unit.
    pub key: Cow<'static, str>,
    /// Head in a brief table; absent there if empty.
    pub head: Cow<'static, str>,
    /// Whether it holds times, which differ from run to run.
    pub timing: bool,
}

/// A column of measured or given values.
pub const fn column(key: &'static str, head: &'static str) -> Column {
    Column {
        key: Cow::Borrowed(key),
        head: Cow::Borrowed(head),
        timing: false,
    }
}

/// A column of times.
pub const fn timing(key: &'static str, head: &'static str) -> Column {
    Column {
        key: Cow::Borrowed(key),
        head: Cow::Borrowed(head),
        timing: true,
    }
}

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// Cells of a spread: median, smallest, largest.
pub fn cells(spread: Option<Spread>) -> [Cell; 3] {
    [
        spread.map(|s| s.median).into(),
        spread.map(|s| s.min).into(),
        spread.map(|s| s.max).into(),
    ]
}

/// Cells of quartiles: median, first, third.
pub fn quartile_cells(quartiles: Option<Quartiles>) -> [Cell; 3] {
    [
        quartiles.map(|q| q.median).into(),
        quartiles.map(|q| q.first).into(),
        quartiles.map(|q| q.third).into(),
    ]
}

impl Table {
    /// All values as CSV. A cell with a comma, a quote or a line break stands in quotes;
    /// other hidden characters are escaped, as in `\u{1b}`. Every row is a line that is not empty.
    pub fn csv(&self) -> String {
        self.csv_of(|_| true)
    }

    /// The same table with some of its columns.
    pub fn only(&self, is_kept: impl Fn(&Column) -> bool) -> Table {
        let kept: Vec<bool> = self.columns.iter().map(is_kept).collect();
        let cells = |row: &Vec<Cell>| {
            let cells = row.iter().zip(&kept).filter(|(_, kept)| **kept);
            cells.map(|(cell, _)| cell.clone()).collect()
        };
        let columns = self.columns.iter().zip(&kept).filter(|(_, kept)| **kept);
        Table {
            columns: columns.map(|(column, _)| column.clone()).collect(),
            rows: self.rows.iter().map(cells).collect(),
        }
    }

    /// Hash of all values but times, 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        let text = self.csv_of(|column| !column.timing);
        format!("{:016x}", xxh3_64(text.as_bytes()))
    }

    /// Keys of the columns that hold times.
    pub fn timing_keys(&self) -> Vec<&str> {
        let timed = self.columns.iter().filter(|c| c.timing);
        timed.map(|c| &*c.key).collect()
    }

    /// Place of the column of that key.
    pub fn column(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }

    /// The number of that key in a row of this table.
    pub fn number(&self, row: &[Cell], key: &str) -> Option<f64> {
        match row.get(self.column(key)?)? {
            Cell::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The words of that key in a row of this table; none where there is something else.
    pub fn words<'a>(&self, row: &'a [Cell], key: &str) -> &'a str {
        match self.column(key).and_then(|column| row.get(column)) {
            Some(Cell::Text(words)) => words,
            _ => "",
        }
    }

    /// The different words of that key, in the order in which they first occur.
    pub fn kinds(&self, key: &str) -> Vec<&str> {
        let mut kinds = Vec::new();
        for row in &self.rows {
            let words = self.words(row, key);
            if !kinds.contains(&words) {
                kinds.push(words);
            }
        }
        kinds
    }

    /// The spread that [`cells`] has written under three keys.
    pub fn spread(&self, row: &[Cell], keys: [&str; 3]) -> Option<Spread> {
        let [median, min, max] = keys.map(|key| self.number(row, key));
        Some(Spread {
            median: median?,
            min: min?,
            max: max?,
        })
    }

    fn csv_of(&self, wanted: impl Fn(&Column) -> bool) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<_> = cells.map(|cell| quoted(&cell)).collect();
            match cells.as_slice() {
                // Readers pass over an empty line, and a row would be lost.
                [only] if only.is_empty() => "\"\"\n".into(),
                cells => cells.join(",") + "\n",
            }
        };
        let kept = |cell: &(&Column, &Cell)| wanted(cell.0);
        let heads = self.columns.iter().filter(|c| wanted(c));
        let mut text = line(&mut heads.map(|c| c.key.to_string()));
        for row in &self.rows {
            let cells = self.columns.iter().zip(row).filter(kept);
            text += &line(&mut cells.map(|(_, cell)| cell.full()));
        }
        text
    }

    /// Rows as objects.
    pub fn json(&self) -> Vec<Value> {
        let object = |row: &Vec<Cell>| {
            let pairs = self.columns.iter().zip(row);
            let pairs = pairs.map(|(column, cell)| (column.key.to_string(), cell.json()));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        self.rows.iter().map(object).collect()
    }

    /// The brief columns in few digits, heads first.
    pub fn brief(&self) -> Vec<Vec<String>> {
        let shown: Vec<usize> = (0..self.columns.len())
            .filter(|&i| !self.columns[i].head.is_empty())
            .collect();
        let head = |&i: &usize| match self.columns[i].timing {
            true => format!("{} *", clean(&self.columns[i].head)),
            false => clean(&self.columns[i].head),
        };
        let mut lines = vec![shown.iter().map(head).collect::<Vec<_>>()];
        let rows = self.rows.iter();
        lines.extend(rows.map(|row| shown.iter().map(|&i| row[i].brief()).collect()));
        lines
    }

    /// The brief columns as aligned text.
    pub fn text(&self) -> String {
        let lines = self.brief();
        let columns = lines.first().map_or(0, Vec::len);
        let width = |i: usize| {
            let cells = lines
                .iter()
                .map(|line: &Vec<String>| line[i].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for line in &lines {
            let mut row = String::new();
            for (cell, width) in line.iter().zip(&widths) {
                let _ = write!(row, "{cell:>width$}  ");
            }
            text += row.trim_end();
            text.push('\n');
        }
        text
    }

    /// The brief columns as an HTML table.
    pub fn html(&self) -> String {
        let mut text = String::from("<table>\n");
        for (i, line) in self.brief().iter().enumerate() {
            let tag = if i == 0 { "th" } else { "td" };
            text += "<tr>";
            for cell in line {
                let _ = write!(text, "<{tag}>{}</{tag}>", in_xml(cell));
            }
            text += "</tr>\n";
        }
        text + "</table>\n"
    }
}

fn quoted(cell: &str) -> String {
    let cell = clean_lines(cell);
    match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}
