//! All rows of a sweep: table, data, plot and manifest.

use super::{picture, Row, Sweep};
use crate::lab::plot::Plot;
use crate::lab::shot::End;
use crate::lab::table::Table;
use serde_json::{json, Value};
use xxhash_rust::xxh3::{xxh3_64, Xxh3};

/// All rows of a sweep, in the order of its cases.
#[derive(Debug, Clone)]
pub struct Results<'a> {
    sweep: &'a Sweep,
    rows: Vec<Row>,
}

impl<'a> Results<'a> {
    /// Puts rows in the order of the cases.
    pub fn new(sweep: &'a Sweep, mut rows: Vec<Row>) -> Results<'a> {
        rows.sort_by_key(|row| row.index);
        Results { sweep, rows }
    }

    /// The sweep that they are of.
    pub fn sweep(&self) -> &'a Sweep {
        self.sweep
    }

    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows as a table.
    pub fn table(&self) -> Table {
        self.table_of(&self.rows)
    }

    fn table_of(&self, rows: &[Row]) -> Table {
        let paths = self.sweep.order().axes.iter().map(|axis| axis.path.clone());
        Table {
            columns: Row::columns(paths),
            rows: rows.iter().map(Row::cells).collect(),
        }
    }

    /// The rows as CSV.
    pub fn csv(&self) -> String {
        /// A table needs several times the memory of its text.
        const ROWS_AT_ONCE: usize = 4096;
        let mut text = self.table_of(&[]).csv();
        let head = text.len();
        for rows in self.rows.chunks(ROWS_AT_ONCE) {
            text += &self.table_of(rows).csv()[head..];
        }
        text
    }

    /// Travel and push over the first axis, a line for each value of the others.
    pub fn plot(&self) -> Plot {
        picture::plot(self.sweep, &self.rows)
    }

    /// Title of the plot.
    pub fn title(&self) -> String {
        picture::title(self.sweep)
    }

    /// Everything needed to repeat the sweep and to tell whether it was the same; no
    /// date, so that a repeat writes the same file.
    ///
    /// # Errors
    /// A scene that cannot be written.
    pub fn manifest(&self, command: &str) -> Result<Value, String> {
        let ends = [End::Rest, End::TimeLimit, End::Miss, End::Diverged];
        let count = |end| self.rows.iter().filter(|row| row.end == end).count();
        let ends = ends.map(|end| (end.words().to_string(), Value::from(count(end))));
        let mut hasher = Xxh3::new();
        for row in &self.rows {
            hasher.update(row.hash.as_bytes());
        }
        Ok(json!({
            "title": self.title(),
            "scene": self.sweep.order().scene.name,
            "command": command,
            "cases": self.rows.len(),
            "shots_per_case": self.sweep.shots(),
            "ends": Value::Object(ends.into_iter().collect()),
            "state_hash": format!("{:016x}", hasher.digest()),
            "data_hash": format!("{:016x}", xxh3_64(self.csv().as_bytes())),
            "settings": self.sweep.settings()?,
        }))
    }
}
