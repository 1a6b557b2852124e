//! The line of headings.

use super::super::{AngleFrame, Cell};
use super::error::{quoted, Errors, Place};
use super::{headings, Column, PART};
use crate::budget::LIMITS_COLUMNS;
use crate::scene::suggestion;
use ::csv::StringRecord;

/// What the columns of a text hold.
pub(super) struct Header {
    /// Each column with its heading as it is in the text; none for one without heading.
    pub columns: Vec<(String, Option<Column>)>,
    /// The frame of the angles; none without angles, or where columns disagree.
    pub frame: Option<AngleFrame>,
}

impl Header {
    /// Reads the headings; none if no row can be read with them.
    pub fn read(record: &StringRecord, line: u64, faults: &mut Errors) -> Option<Header> {
        let place = Place {
            line,
            ..Place::default()
        };
        if let Err(bound) = LIMITS_COLUMNS.allow(record.len()) {
            faults.add(place, bound.to_string(), bound.remedy);
            return None;
        }
        let mut columns: Vec<(String, Option<Column>)> = Vec::new();
        for field in record.iter().map(str::trim) {
            let column = column(field, place, faults);
            if columns.iter().any(|(_, known)| is_same(*known, column)) {
                let place = Place {
                    column: field,
                    ..place
                };
                let message = "another column has the same meaning";
                faults.add(place, message, "keep one of the two");
            }
            columns.push((field.to_string(), column));
        }
        if columns.iter().all(|(_, of)| *of != Some(Column::Part)) {
            let message = format!("there is no column {PART}");
            let remedy = "start with a line of headings, as in a copied table";
            faults.add(place, message, remedy);
            return None;
        }
        let frame = frame(&columns, place, faults);
        Some(Header { columns, frame })
    }

    /// The field of a record in a column.
    pub fn field<'a>(&self, record: &'a StringRecord, wanted: Column) -> &'a str {
        let place = (self.columns.iter()).position(|(_, column)| *column == Some(wanted));
        let field = place.and_then(|place| record.get(place));
        field.unwrap_or_default().trim()
    }
}

/// What a heading stands for; upper and lower case do not count.
fn column(heading: &str, place: Place<'_>, faults: &mut Errors) -> Option<Column> {
    let known = headings();
    let name = heading.to_lowercase();
    let column = known.iter().find(|(heading, _)| *heading == name);
    if column.is_none() && !name.is_empty() {
        let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
        let message = format!("there is no column {}", quoted(heading));
        faults.add(place, message, suggestion(&name, &names));
    }
    column.map(|(_, column)| *column)
}

/// Whether two columns are about one cell, in whatever unit.
fn is_same(a: Option<Column>, b: Option<Column>) -> bool {
    match (a, b) {
        (Some(Column::Cell(a, _)), Some(Column::Cell(b, _))) => a == b,
        (a, b) => a.is_some() && a == b,
    }
}

/// The one frame of all angles.
fn frame(
    columns: &[(String, Option<Column>)],
    place: Place<'_>,
    faults: &mut Errors,
) -> Option<AngleFrame> {
    let of_angles = columns.iter().filter_map(|(_, column)| match column {
        Some(Column::Cell(Cell::Min(_) | Cell::Max(_), shown)) => Some(shown.frame),
        _ => None,
    });
    let frames: Vec<AngleFrame> = of_angles.collect();
    let first = *frames.first()?;
    if frames.iter().all(|frame| *frame == first) {
        return Some(first);
    }
    let message = "the angles use both paper and engine axes";
    let remedy = "write `engine` in all angle headings or in none";
    faults.add(place, message, remedy);
    None
}
