//! From a ragdoll to CSV.

use super::super::{rows, Cell, Row, Shown};
use super::{heading, PARENT, PART};
use crate::scene::range::Plain;
use crate::scene::{Material, Ragdoll};

/// The table of a ragdoll as CSV, its numbers shown like this. What a part does not have
/// is left empty. Every number is written so that reading it gives the same bits.
pub fn write(ragdoll: &Ragdoll, materials: &[Material], shown: Shown) -> String {
    let mut header = vec![PART.to_string(), PARENT.to_string()];
    header.extend(Cell::ALL.map(|cell| heading(cell, shown)));
    let rows = rows(ragdoll, materials);
    let lines = rows.iter().map(|row| line(row, shown));
    // No title holds a comma or a quote.
    std::iter::once(header)
        .chain(lines)
        .map(|fields| fields.join(",") + "\n")
        .collect()
}

fn line(row: &Row, shown: Shown) -> Vec<String> {
    let mut fields = vec![row.title.clone(), row.parent_title.clone()];
    fields.extend(Cell::ALL.map(|cell| {
        let value = row.value(cell, shown);
        value.map_or_else(String::new, |value| Plain(value).to_string())
    }));
    fields
}
