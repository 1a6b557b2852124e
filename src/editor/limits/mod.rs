//! The masses, inertia, friction and limits of a ragdoll's parts, as a person edits them.

mod broken;
mod cell;
pub mod csv;
mod edit;
pub mod fit;
mod joints;
mod mirror;
mod symmetry;
mod table;
mod zero;

pub use broken::break_off;
pub use cell::{AngleFrame, Cell, Shown, Units};
pub use edit::{edit, reset_cell, reset_row, reset_table};
pub use joints::{joint_limits, turned_now};
pub use mirror::{mirrored, twin};
pub use symmetry::{corrected_preset, lopsided, Lopsided};
pub use table::{rows, sort, Column, Filter, Row};
pub use zero::zero_here;

use crate::compile::{parts_in_force, parts_of_figure, FigurePart};
use crate::scene::{PartLimit, PartOverride, Ragdoll};

/// Changes what the ragdoll has of its own about a part; [`tidy`] afterwards.
pub fn change_own(ragdoll: &mut Ragdoll, part: &str, change: impl FnOnce(&mut PartOverride)) {
    if let Some(own) = ragdoll.parts.iter_mut().find(|own| own.part == part) {
        return change(own);
    }
    let mut own = PartOverride::of(part);
    change(&mut own);
    ragdoll.parts.push(own);
}

/// Gives a part a limit.
pub fn set_limit(ragdoll: &mut Ragdoll, part: &str, limit: PartLimit) {
    change_own(ragdoll, part, |own| own.limit = Some(limit));
    tidy(ragdoll);
}

/// Drops what does not differ from the figure, and puts the rest in the order of its
/// parts, so that a table that is edited there and back leaves no trace.
pub fn tidy(ragdoll: &mut Ragdoll) {
    let figure = parts_of_figure(ragdoll);
    let row = |own: &PartOverride| figure.iter().position(|part| part.name == own.part);
    let otherwise = without_own_inertia(ragdoll);
    for own in &mut ragdoll.parts {
        let known = row(own).and_then(|row| figure.get(row).zip(otherwise.get(row)));
        let Some((printed, derived)) = known else {
            continue;
        };
        own.mass_kg = own.mass_kg.filter(|mass| *mass != printed.mass_kg);
        own.inertia_kg_m2 = own
            .inertia_kg_m2
            .filter(|own| *own != derived.inertia_kg_m2);
        own.limit = own.limit.filter(|own| Some(*own) != printed.limit);
    }
    ragdoll.parts.retain(|own| !own.is_empty());
    ragdoll.parts.sort_by_key(row);
}

/// The parts as they would be with the inertia of their masses.
fn without_own_inertia(ragdoll: &Ragdoll) -> Vec<FigurePart> {
    let mut ragdoll = ragdoll.clone();
    for own in &mut ragdoll.parts {
        own.inertia_kg_m2 = None;
    }
    parts_in_force(&ragdoll)
}
