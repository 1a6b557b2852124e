//! The masses, inertia, friction and limits of a ragdoll's parts, as a person edits them.

mod cell;
pub mod csv;
mod edit;
pub mod fit;
mod joints;
mod mirror;
mod symmetry;
mod table;
mod zero;

pub use cell::{AngleFrame, Cell, Shown, Units};
pub use edit::{edit, reset_cell, reset_row, reset_table};
pub use joints::{joint_limits, turned_now};
pub use mirror::{mirrored, twin};
pub use symmetry::{corrected_preset, lopsided, Lopsided};
pub use table::{rows, sort, title, Column, Filter, Row};
pub use zero::zero_here;

use crate::compile::{parts_in_force, parts_of_figure, FigurePart};
use crate::scene::{PartLimit, PartOverride, Ragdoll};

/// What the ragdoll has of its own about a part, for changing it; [`tidy`] afterwards.
pub fn own_part<'a>(ragdoll: &'a mut Ragdoll, part: &str) -> &'a mut PartOverride {
    let known = ragdoll.parts.iter().position(|own| own.part == part);
    let index = known.unwrap_or_else(|| {
        ragdoll.parts.push(PartOverride::of(part));
        ragdoll.parts.len() - 1
    });
    &mut ragdoll.parts[index]
}

/// Gives a part a limit.
pub fn set_limit(ragdoll: &mut Ragdoll, part: &str, limit: PartLimit) {
    own_part(ragdoll, part).limit = Some(limit);
    tidy(ragdoll);
}

/// Drops what does not differ from the figure, and puts the rest in the order of its
/// parts, so that a table that is edited there and back leaves no trace.
pub fn tidy(ragdoll: &mut Ragdoll) {
    let figure = parts_of_figure(ragdoll);
    let row = |own: &PartOverride| figure.iter().position(|part| part.name == own.part);
    let otherwise = without_own_inertia(ragdoll);
    for own in &mut ragdoll.parts {
        let Some(row) = row(own) else {
            continue;
        };
        let (printed, derived) = (&figure[row], otherwise[row].inertia_kg_m2);
        own.mass_kg = own.mass_kg.filter(|mass| *mass != printed.mass_kg);
        own.inertia_kg_m2 = own.inertia_kg_m2.filter(|own| *own != derived);
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
