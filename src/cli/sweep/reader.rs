//! What the files of a sweep hold, line by line.

use super::folder::{written, Done, Time};
use crate::cli::failure::CommandError;
use crate::lab::sweep::{RowLines, WrongRow};

/// First line of the times.
pub(super) const TIMES_HEAD: &str = "index,us_per_step";

/// A line among the rows that is no row of the sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrongLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub row: WrongRow,
}

/// As many wrong lines, missing cases or shards are named; the rest is counted.
pub(super) const NAMED: usize = 20;

/// The lines among the rows that are no rows of the sweep.
#[derive(Debug, Default)]
pub(super) struct WrongLines {
    /// The first ones.
    pub named: Vec<WrongLine>,
    /// How many more there are.
    pub more: usize,
}

impl WrongLines {
    fn add(&mut self, line: WrongLine) {
        match self.named.len() < NAMED {
            true => self.named.push(line),
            false => self.more += 1,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }
}

/// Collects what the files hold.
pub(super) struct Reader<'a> {
    lines: RowLines<'a>,
    cases: usize,
    done: Done,
    read: usize,
    /// Whether the times begin as they should.
    pub has_head: bool,
}

impl Reader<'_> {
    /// Nothing yet, of the sweep of so many cases whose rows are written so.
    pub fn of(lines: RowLines, cases: usize) -> Reader {
        Reader {
            lines,
            cases,
            done: Done::default(),
            read: 0,
            has_head: false,
        }
    }

    /// Takes a line of the rows.
    pub fn row(&mut self, line: &[u8]) {
        self.read += 1;
        match self.lines.read(line) {
            Ok(row) => self.done.rows.push(row),
            Err(row) => self.done.wrong.add(WrongLine {
                line: self.read,
                row,
            }),
        }
    }

    /// Takes a line of the times.
    pub fn time(&mut self, line: &[u8]) {
        self.has_head |= line == TIMES_HEAD.as_bytes();
        let time = Time::read(line).map(Time::by_case);
        self.done
            .times
            .extend(time.filter(|(case, _)| *case < self.cases));
    }

    /// Whether there were lines that are no rows of the sweep.
    pub fn has_wrong_lines(&self) -> bool {
        !self.done.wrong.is_empty()
    }

    /// All other lines, as they were.
    pub fn sound_lines(&self) -> Result<String, CommandError> {
        written(&self.lines, &self.done.rows)
    }

    /// What the files hold, each case once.
    pub fn finish(mut self) -> Done {
        self.done.rows.sort_by_key(|row| row.index);
        self.done.rows.dedup_by_key(|row| row.index);
        self.done
    }
}
