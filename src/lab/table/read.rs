//! Reading a table back from CSV.

use super::{Cell, Column, Table};
use crate::budget::{self, Bound};
use crate::text::clean;
use csv::{Position, ReaderBuilder};
use csv_core::ReadFieldResult;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// What is wrong with a text that should be a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// Line of the text, from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl TableError {
    fn at(line: u64, message: impl Into<String>, remedy: impl Into<String>) -> TableError {
        TableError {
            line,
            message: message.into(),
            remedy: remedy.into(),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.line, self.message, self.remedy)
    }
}

impl Table {
    /// Reads what [`Table::csv`] has written, or any other table with a line of keys.
    /// A cell is a number if it can be read as one, unless the key says that it is a hash.
    ///
    /// # Errors
    /// There are no keys, two are alike, or a line has more or fewer cells than keys.
    pub fn from_csv(text: &str) -> Result<Table, TableError> {
        let text = text.trim_start_matches('\u{feff}');
        expect_few_cells(text)?;
        let mut reader = ReaderBuilder::new().from_reader(text.as_bytes());
        let heads = reader.headers().map_err(|error| at_line_of(&error))?;
        let keys: Vec<String> = heads.iter().map(|head| head.trim().to_string()).collect();
        expect_keys(&keys)?;
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| at_line_of(&error))?;
            let row = keys.iter().zip(&record);
            rows.push(row.map(|(key, text)| read(key, text)).collect());
        }
        let column = |key: String| Column {
            key: Cow::Owned(key),
            head: "".into(),
            timing: false,
        };
        Ok(Table {
            columns: keys.iter().cloned().map(column).collect(),
            rows,
        })
    }

    /// Makes sure that there are columns of these keys and no words in them.
    ///
    /// # Errors
    /// The first column that is missing, or the first cell that is no number.
    pub fn expect_numbers(&self, keys: &[&str]) -> Result<(), TableError> {
        for key in keys {
            let missing = || {
                let remedy = "use the original file with all of its columns";
                TableError::at(1, format!("there is no column `{key}`"), remedy)
            };
            let column = self.column(key).ok_or_else(missing)?;
            for (number, row) in self.rows.iter().enumerate() {
                if let Some(Cell::Text(text)) = row.get(column) {
                    let message = format!("{key}: `{}` is not a number", shortened(text));
                    let remedy = "write a number, or leave the cell empty if there is no value";
                    return Err(TableError::at(number as u64 + 2, message, remedy));
                }
            }
        }
        Ok(())
    }
}

fn too_much(line: u64, bound: &Bound) -> TableError {
    TableError::at(line, bound.to_string(), bound.remedy)
}

/// Counts the cells of a table without making anything of them, so that one that is too large takes
/// no memory.
fn expect_few_cells(text: &str) -> Result<(), TableError> {
    let mut reader = csv_core::Reader::new();
    let mut cells = budget::Account::of(&budget::TABLE_CELLS);
    let (mut rest, mut field) = (text.as_bytes(), [0; 256]);
    let (mut columns, mut is_head) = (0, true);
    loop {
        let line = reader.line();
        let (found, read, _) = reader.read_field(rest, &mut field);
        rest = rest.get(read..).unwrap_or_default();
        let is_last = match found {
            ReadFieldResult::Field { record_end } => record_end,
            // The end of the field, or of the text, comes next.
            ReadFieldResult::OutputFull | ReadFieldResult::InputEmpty => continue,
            ReadFieldResult::End => return Ok(()),
        };
        columns += 1;
        let few = budget::TABLE_COLUMNS.allow(columns);
        let few = few.and_then(|()| cells.add(usize::from(!is_head)));
        few.map_err(|bound| too_much(line, bound))?;
        if is_last {
            (columns, is_head) = (0, false);
        }
    }
}

fn expect_keys(keys: &[String]) -> Result<(), TableError> {
    if keys.iter().all(String::is_empty) {
        let remedy = "start with a header line such as `time_s,travel_m`";
        return Err(TableError::at(1, "there is no table", remedy));
    }
    let mut names = BTreeSet::new();
    for key in keys {
        // What is hidden in a key is written out, so keys may be one only there.
        if !names.insert(clean(key)) {
            let message = format!("two columns are called `{}`", shortened(key));
            return Err(TableError::at(1, message, "give each column its own name"));
        }
    }
    Ok(())
}

fn read(key: &str, text: &str) -> Cell {
    match text.trim().parse::<f64>() {
        _ if text.trim().is_empty() => Cell::Nothing,
        Ok(number) if !is_hash(key) => Cell::from(number),
        _ => Cell::Text(text.into()),
    }
}

/// Digits of a hash may look like those of a number.
fn is_hash(key: &str) -> bool {
    key.ends_with("hash")
}

fn at_line_of(error: &csv::Error) -> TableError {
    let line = error.position().map_or(1, Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => TableError::at(
            line,
            format!("{len} cells in a row of {expected_len} columns"),
            "separate the cells with commas, with as many cells in each line as in the first",
        ),
        _ => TableError::at(line, "this cannot be read as CSV", "save the table as CSV"),
    }
}

/// The beginning of a text that may be long, on one line.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let start: String = text.chars().take(LONGEST).collect();
    match start.len() < text.len() {
        true => clean(&start) + "…",
        false => clean(text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{column, Cell};
    use super::*;

    #[test]
    fn what_was_written_is_read_back() {
        let table = Table {
            columns: vec![
                column("case", ""),
                column("value_m", ""),
                column("hash", ""),
            ],
            rows: vec![
                vec![
                    "5 cm, \"hard\"".into(),
                    0.1.into(),
                    "12e4567890123456".into(),
                ],
                vec![
                    "two\nlines".into(),
                    1e-300.into(),
                    "0012345678901234".into(),
                ],
                vec!["".into(), Cell::Nothing, "abc".into()],
            ],
        };
        let mut read = Table::from_csv(&table.csv()).unwrap();
        assert_eq!(read.csv(), table.csv());
        assert_eq!(read.rows[2][0], Cell::Nothing);
        read.rows[2][0] = "".into();
        assert_eq!(read.rows, table.rows);
    }

    #[test]
    fn no_row_of_a_single_column_is_lost_because_it_is_empty() {
        let table = Table {
            columns: vec![column("travel_m", "")],
            rows: vec![vec![1.5.into()], vec![Cell::Nothing], vec![2.5.into()]],
        };
        assert_eq!(Table::from_csv(&table.csv()).unwrap().rows, table.rows);
    }

    #[test]
    fn numbers_of_other_programs_are_numbers() {
        let table = Table::from_csv("\u{feff}t, x \r\n1.50, 2e-3\r\nNaN,inf\r\n").unwrap();
        assert_eq!(table.columns[1].key, "x");
        assert_eq!(table.rows[0], [Cell::Number(1.5), Cell::Number(2e-3)]);
        assert_eq!(table.rows[1], [Cell::Nothing, Cell::Nothing]);
    }

    #[test]
    fn faults_name_the_line_and_the_remedy() {
        let told = |text: &str| Table::from_csv(text).unwrap_err().to_string();
        assert!(told("").starts_with("1: there is no table; start with"));
        assert!(told("a,b,a\n").starts_with("1: two columns are called `a`"));
        assert!(told("t\0,t\\u{0}\n").starts_with("1: two columns are called"));
        assert!(told("a,b\n1,2\n3\n").starts_with("3: 1 cells in a row of 2 columns"));
        let wide: Vec<String> = (0..2_001).map(|i| format!("c{i}")).collect();
        assert_eq!(
            told(&wide.join(",")),
            "1: more than 2,000 columns of a table (CSV); use fewer columns"
        );
        let row = format!("a\n1\n{}", ",".repeat(60_000_000));
        assert!(told(&row).starts_with("3: more than 2,000 columns"));
        let wide = format!("{}\n{}", wide[1..].join(","), ",".repeat(1_999));
        let tall = format!("{wide}{}", format!("\n{}", ",".repeat(1_999)).repeat(5_000));
        assert!(told(&tall).starts_with("5002: more than 10,000,000 cells"));
    }

    #[test]
    fn wanted_numbers_are_named_where_they_are_missing() {
        let table = Table::from_csv("a,b\n1,2\n,three\n").unwrap();
        assert_eq!(table.expect_numbers(&["a"]), Ok(()));
        let told = |key| table.expect_numbers(&[key]).unwrap_err().to_string();
        assert!(told("c").starts_with("1: there is no column `c`"));
        assert!(told("b").starts_with("3: b: `three` is not a number"));
    }
}
