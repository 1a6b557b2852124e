//! A row of numbers.

use super::super::{Cell, Row, Shown, Units};
use super::error::{quoted, Errors, Place};
use super::header::Header;
use super::number::number;
use super::{Column, PARENT};
use crate::compile::part_title;
use crate::scene::range::Plain;
use ::csv::StringRecord;

/// A number that a text gives.
pub(super) type Given = (Cell, Shown, f64);

/// Whether a text names a part: by its name or its title, in whatever case.
pub(super) fn is_called(text: &str, part: &str) -> bool {
    let plain = |text: &str| {
        let text = text.to_lowercase().replace('_', " ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let text = plain(text);
    text == plain(part) || text == plain(&part_title(part))
}

/// Reports another parent than that of the part.
pub(super) fn check_parent(row: &Row, parent: &str, place: Place<'_>, faults: &mut Errors) {
    if parent.is_empty() || is_called(parent, row.parent.unwrap_or_default()) {
        return;
    }
    let place = Place {
        column: PARENT,
        ..place
    };
    let message = match row.parent_title.as_str() {
        "" => "the part is the root and has no parent".to_string(),
        parent => format!("the parent of the part is {parent}"),
    };
    let remedy = "parents cannot be changed; leave the field empty";
    faults.add(place, message, remedy);
}

/// The numbers of a record that can be understood one by one, in the order of the
/// table: masses come before the inertia that may follow from them.
pub(super) fn numbers(
    row: &Row,
    header: &Header,
    record: &StringRecord,
    decimal_comma: bool,
    (place, faults): (Place<'_>, &mut Errors),
) -> Vec<Given> {
    let mut numbers = Vec::new();
    for ((heading, column), field) in header.columns.iter().zip(record) {
        let field = field.trim();
        if field.is_empty() {
            continue;
        }
        let Some(column) = column else {
            if heading.is_empty() {
                let message = format!("{} has no heading", quoted(field));
                faults.add(place, message, "clear the field, or add a heading");
            }
            continue;
        };
        let Column::Cell(cell, shown) = *column else {
            continue;
        };
        match number_of(row, (cell, shown), field, decimal_comma) {
            Ok(value) => numbers.push((cell, shown, value)),
            Err((message, remedy)) => {
                let place = Place {
                    column: heading,
                    ..place
                };
                faults.add(place, message, remedy);
            }
        }
    }
    numbers.sort_by_key(|(cell, ..)| *cell);
    numbers
}

fn number_of(
    row: &Row,
    (cell, shown): (Cell, Shown),
    field: &str,
    decimal_comma: bool,
) -> Result<f64, (String, &'static str)> {
    let value = number(field, decimal_comma);
    let value = value.map_err(|[what, remedy]| (format!("{} {what}", quoted(field)), remedy))?;
    let Some(says) = row.value(cell, shown) else {
        return Err(match row.parent {
            None => (
                "the part is the root and has no limits".into(),
                "leave the field empty",
            ),
            Some(_) => (
                "the part has no limits".into(),
                "choose a figure with limits, or leave the field empty",
            ),
        });
    };
    if says != value && !cell.holds(value, shown) {
        let (unit, range) = (cell.unit(shown), cell.range().range());
        let value = format!("{} {unit}", quoted(field));
        let message = format!("{} is out of range ({range})", value.trim_end());
        return Err((message, "give a value in this range"));
    }
    Ok(value)
}

/// Reports a minimum above its maximum, whether one or both are given.
pub(super) fn check_bounds(
    row: &Row,
    header: &Header,
    numbers: &[Given],
    (place, faults): (Place<'_>, &mut Errors),
) {
    let Some(frame) = header.frame else {
        return;
    };
    let shown = Shown {
        units: Units::Si,
        frame,
    };
    for axis in 0..3 {
        let cells = [Cell::Min(axis), Cell::Max(axis)];
        let value = |cell: Cell| {
            let given = numbers.iter().find(|(of, ..)| *of == cell);
            let given = given.map(|(.., value)| *value);
            given.or_else(|| row.value(cell, shown))
        };
        let [Some(min), Some(max)] = cells.map(value) else {
            continue;
        };
        if min > max {
            let heading = cells.map(|cell| super::heading(cell, shown)).join(" and ");
            let place = Place {
                column: &heading,
                ..place
            };
            let (min, max) = (Plain(min), Plain(max));
            let message = format!("the minimum {min}° exceeds the maximum {max}°");
            faults.add(place, message, "swap them, or correct one");
        }
    }
}
