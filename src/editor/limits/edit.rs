//! Edits of the table, of one side or of both.

use super::{change_own, tidy, twin, Cell, Shown, Units};
use crate::compile::{parts_in_force, parts_of_figure, FigurePart};
use crate::scene::Ragdoll;

/// The ragdoll with another number in a cell. With `mirror` the twin on the other side
/// gets the mirror image of that number: about x the same, about y and z the other
/// bound with the other sign; all other numbers are equal.
///
/// The twin gets this one number and keeps all others. Where the two were no mirror
/// images before, as in two rows of the paper, an edit of one bound does not quietly
/// overwrite the rest; see [`super::lopsided`] for that.
pub fn edit(
    ragdoll: &Ragdoll,
    part: &str,
    cell: Cell,
    value: f64,
    shown: Shown,
    mirror: bool,
) -> Ragdoll {
    let mut edited = ragdoll.clone();
    cell.set(&mut edited, part, value, shown);
    if let Some(twin) = twin(part).filter(|_| mirror && edited != *ragdoll) {
        let (cell, value) = cell.across(value);
        cell.set(&mut edited, &twin, value, shown);
    }
    edited
}

/// The ragdoll with the number of its figure in a cell; with `mirror` also in the cell
/// of the twin that follows it, whatever the figure has there.
pub fn reset_cell(
    ragdoll: &Ragdoll,
    part: &str,
    cell: Cell,
    shown: Shown,
    mirror: bool,
) -> Ragdoll {
    let figure = parts_of_figure(ragdoll);
    // No conversion, and so the number of the figure to the bit.
    let shown = Shown {
        units: Units::Si,
        ..shown
    };
    let mut reset = ragdoll.clone();
    let mut take = |cell: Cell, part: &str| {
        if cell == Cell::Friction {
            change_own(&mut reset, part, |own| own.friction = None);
            return tidy(&mut reset);
        }
        let printed = find(&figure, part).and_then(|printed| cell.value(printed, shown));
        if let Some(value) = printed {
            cell.set(&mut reset, part, value, shown);
        }
    };
    take(cell, part);
    if let Some(twin) = twin(part).filter(|_| mirror) {
        take(cell.across(0.0).0, &twin);
    }
    reset
}

/// The ragdoll with a part as its figure has it, its zero included; with `mirror` also
/// the twin.
pub fn reset_row(ragdoll: &Ragdoll, part: &str, mirror: bool) -> Ragdoll {
    let twin = twin(part).filter(|_| mirror);
    let mut reset = ragdoll.clone();
    (reset.parts).retain(|own| own.part != part && Some(&own.part) != twin.as_ref());
    tidy(&mut reset);
    reset
}

/// The ragdoll with all parts as its figure has them.
pub fn reset_table(ragdoll: &Ragdoll) -> Ragdoll {
    Ragdoll {
        parts: Vec::new(),
        ..ragdoll.clone()
    }
}

/// A part of a ragdoll as it is simulated.
pub(super) fn part_in_force(ragdoll: &Ragdoll, part: &str) -> Option<FigurePart> {
    find(&parts_in_force(ragdoll), part).copied()
}

/// A part by its name.
pub(super) fn find<'a>(parts: &'a [FigurePart], part: &str) -> Option<&'a FigurePart> {
    parts.iter().find(|known| known.name == part)
}
