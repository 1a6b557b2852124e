//! Rows of a sweep as lines of a file, each with a checksum, so that a line that was changed
//! or is of another sweep is found.

use super::{Row, Sweep};
use std::fmt;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// What stands between a row and its checksum.
const CHECKSUM: &str = ",\"checksum\":\"";
/// What stands behind the checksum.
const END: &str = "\"}";

/// Writes and reads the rows of one sweep. A line is the row as JSON with one more key at
/// its end: `checksum`, the XXH3 of the row as it stands there, seeded with the XXH3 of
/// [`Sweep::settings`], 16 hexadecimal digits.
#[derive(Debug)]
pub struct RowLines<'a> {
    sweep: &'a Sweep,
    seed: u64,
}

/// Why a line is no row of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFault {
    /// It is no row at all.
    NoRow,
    /// It has no checksum, as versions before checksums wrote it.
    Unchecked,
    /// Its checksum is another one: it was changed, or is of another sweep.
    Changed,
}

/// A line that is no row of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongRow {
    /// The case that it names, as far as that can be read.
    pub case: Option<usize>,
    /// Why it is none.
    pub fault: RowFault,
}

impl fmt::Display for WrongRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(case) = self.case {
            write!(f, "case {case}: ")?;
        }
        f.write_str(match self.fault {
            RowFault::NoRow => "this is not a row of a sweep",
            RowFault::Unchecked => "the row has no checksum",
            RowFault::Changed => {
                "the row does not match its checksum: it was changed or belongs to a different \
                 sweep"
            }
        })
    }
}

impl<'a> RowLines<'a> {
    /// Those of a sweep.
    ///
    /// # Errors
    /// A scene that cannot be written.
    pub fn of(sweep: &'a Sweep) -> Result<RowLines<'a>, String> {
        let seed = xxh3_64(sweep.settings()?.to_string().as_bytes());
        Ok(RowLines { sweep, seed })
    }

    /// A row as a line, without its end.
    ///
    /// # Errors
    /// The row cannot be written as JSON.
    pub fn write(&self, row: &Row) -> serde_json::Result<String> {
        let mut line = serde_json::to_string(row)?;
        let checksum = self.checksum(&line);
        line.pop();
        Ok(line + CHECKSUM + &checksum + END)
    }

    /// The row of a line.
    ///
    /// # Errors
    /// The line was not written by [`RowLines::write`] for this sweep, or was changed.
    pub fn read(&self, line: &[u8]) -> Result<Row, WrongRow> {
        let text = std::str::from_utf8(line).unwrap_or_default();
        let case = case_of(text);
        let fault = match parted(text) {
            _ if case.is_none() => RowFault::NoRow,
            None => RowFault::Unchecked,
            Some((row, checksum)) if checksum != self.checksum(&row) => RowFault::Changed,
            Some((row, _)) => match self.parsed(&row) {
                Some(row) => return Ok(row),
                None => RowFault::NoRow,
            },
        };
        Err(WrongRow { case, fault })
    }

    fn checksum(&self, row: &str) -> String {
        format!("{:016x}", xxh3_64_with_seed(row.as_bytes(), self.seed))
    }

    fn parsed(&self, row: &str) -> Option<Row> {
        let row: Row = serde_json::from_str(row).ok()?;
        let is_case = row.index < self.sweep.count();
        (is_case && row.values == self.sweep.named_values(row.index)).then_some(row)
    }
}

/// The row in a line, and its checksum.
fn parted(line: &str) -> Option<(String, &str)> {
    let (row, rest) = line.rsplit_once(CHECKSUM)?;
    Some((format!("{row}}}"), rest.strip_suffix(END)?))
}

/// The case that a line names at its beginning.
fn case_of(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("{\"index\":")?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..end].parse().ok()
}
