//! From CSV to a ragdoll: all or nothing.

use super::super::edit::part_in_force;
use super::super::{rows, Cell, Row};
use super::error::{quoted, Errors, LimitsTableError, Place};
use super::header::Header;
use super::record::{check_bounds, check_parent, is_called, numbers, Given};
use super::{Column, PARENT, PART};
use crate::budget::{LIMITS_BYTES, LIMITS_ROWS};
use crate::scene::{exceeds_the_others, suggestion, Material, Ragdoll};
use ::csv::{ReaderBuilder, StringRecord};
use std::collections::BTreeMap;

/// The ragdoll with the numbers of a table. What is empty or missing stays, and so does
/// what a cell shows already, to the bit. Rows may be in any order; the separator may be
/// a comma, a semicolon or a tab, and in the two latter cases the decimal point a comma.
///
/// # Errors
/// Everything that is wrong, never empty; the ragdoll takes nothing of such a text.
pub fn read(
    ragdoll: &Ragdoll,
    materials: &[Material],
    text: &[u8],
) -> Result<Ragdoll, Vec<LimitsTableError>> {
    let mut faults = Errors::default();
    let text = text_of(text, &mut faults);
    let rows = rows(ragdoll, materials);
    let changed = text.map(|text| Reading::new(ragdoll, rows, text, &mut faults).table(text));
    match changed {
        Some(changed) if faults.is_empty() => Ok(changed),
        _ => Err(faults.finish()),
    }
}

/// The text without its byte order mark.
fn text_of<'a>(bytes: &'a [u8], faults: &mut Errors) -> Option<&'a str> {
    if let Err(bound) = LIMITS_BYTES.allow(bytes.len()) {
        faults.add(Place::default(), bound.to_string(), bound.remedy);
        return None;
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let problem = match std::str::from_utf8(bytes) {
        // A byte order mark that was pasted as text.
        Ok(text) => return Some(text.trim_start_matches('\u{FEFF}')),
        Err(problem) => problem,
    };
    let before = bytes.iter().take(problem.valid_up_to());
    let breaks = before.filter(|byte| **byte == b'\n').count();
    let place = Place {
        line: breaks as u64 + 1,
        ..Place::default()
    };
    let remedy = "save the table as CSV in UTF-8";
    faults.add(place, "this is not UTF-8 text", remedy);
    None
}

/// The separator of the first line that is not empty.
fn separator(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty());
    let found = header.and_then(|header| {
        [b'\t', b';']
            .into_iter()
            .find(|c| header.as_bytes().contains(c))
    });
    found.unwrap_or(b',')
}

/// The line of a record. What the reader says is where it began to look, before the
/// empty lines that it skipped.
fn line_of(record: &StringRecord, text: &str) -> u64 {
    let Some(position) = record.position() else {
        return 0;
    };
    let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let skipped = (rest.iter()).take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + skipped.filter(|byte| **byte == b'\n').count() as u64
}

/// A text on its way into a ragdoll.
struct Reading<'a> {
    /// The rows before.
    rows: Vec<Row>,
    changed: Ragdoll,
    separator: u8,
    /// Line of each part that was read, by its place in the figure.
    seen: BTreeMap<usize, u64>,
    faults: &'a mut Errors,
}

impl Reading<'_> {
    fn new<'a>(
        ragdoll: &Ragdoll,
        rows: Vec<Row>,
        text: &str,
        faults: &'a mut Errors,
    ) -> Reading<'a> {
        Reading {
            rows,
            changed: ragdoll.clone(),
            separator: separator(text),
            seen: BTreeMap::new(),
            faults,
        }
    }

    /// The ragdoll with all that is understood.
    fn table(mut self, text: &str) -> Ragdoll {
        if self.rows.is_empty() {
            let message = "the figure of this ragdoll has no limit table";
            let remedy = "choose a figure with rigid bodies";
            self.faults.add(Place::default(), message, remedy);
            return self.changed;
        }
        let mut reader = ReaderBuilder::new()
            .delimiter(self.separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut header = None;
        // What was checked to be UTF-8 is read from memory without errors.
        let records = reader.records().map_while(Result::ok);
        let filled = records.filter(|record| record.iter().any(|field| !field.trim().is_empty()));
        for (index, record) in filled.enumerate() {
            let place = Place {
                line: line_of(&record, text),
                ..Place::default()
            };
            // The first one has the headings.
            if let Err(bound) = LIMITS_ROWS.allow(index) {
                self.faults.add(place, bound.to_string(), bound.remedy);
                break;
            }
            match &header {
                Some(header) => self.row(header, &record, place),
                None => match Header::read(&record, place.line, self.faults) {
                    Some(read) => header = Some(read),
                    None => return self.changed,
                },
            }
        }
        if self.seen.is_empty() && self.faults.is_empty() {
            let message = "there are no rows of body parts";
            let remedy = format!("copy a table including its headings {PART}, {PARENT} and so on");
            self.faults.add(Place::default(), message, remedy);
        }
        self.changed
    }

    fn row(&mut self, header: &Header, record: &StringRecord, place: Place<'_>) {
        let (fields, headings) = (record.len(), header.columns.len());
        let name = header.field(record, Column::Part);
        if fields != headings {
            let place = Place { row: name, ..place };
            let message = format!("the row has {fields} fields for {headings} headings");
            let remedy = "use one field per heading; put quotes around a field with a comma";
            self.faults.add(place, message, remedy);
            return;
        }
        let Some(row) = self.rows.iter().find(|row| is_called(name, row.part)) else {
            let titles: Vec<&str> = self.rows.iter().map(|row| row.title.as_str()).collect();
            let message = format!("the figure has no part {}", quoted(name));
            self.faults.add(place, message, suggestion(name, &titles));
            return;
        };
        let place = Place {
            row: &row.title,
            ..place
        };
        if let Some(first) = self.seen.insert(row.place, place.line) {
            let message = format!("line {first} has the same part");
            self.faults.add(place, message, "keep one of the two");
            return;
        }
        let parent = header.field(record, Column::Parent);
        check_parent(row, parent, place, self.faults);
        let decimal_comma = self.separator != b',';
        let numbers = numbers(row, header, record, decimal_comma, (place, self.faults));
        check_bounds(row, header, &numbers, (place, self.faults));
        for (cell, shown, value) in &numbers {
            self.changed = row.edited(&self.changed, *cell, *value, *shown, false);
        }
        check_inertia(&self.changed, row, &numbers, (place, self.faults));
    }
}

/// Reports moments of inertia that no body has, once they are in the ragdoll.
fn check_inertia(
    changed: &Ragdoll,
    row: &Row,
    numbers: &[Given],
    (place, faults): (Place<'_>, &mut Errors),
) {
    let is_given = |(cell, ..): &Given| matches!(cell, Cell::Inertia(_));
    let inertia = part_in_force(changed, row.part).map(|part| part.inertia_kg_m2);
    if numbers.iter().any(is_given) && inertia.is_some_and(|of| exceeds_the_others(&of)) {
        let place = Place {
            column: "inertia",
            ..place
        };
        let message = "one moment of inertia is larger than the sum of the other two";
        faults.add(
            place,
            message,
            "this is physically impossible; correct one of the three",
        );
    }
}
