//! The masses, inertia and limits of a ragdoll's parts, as a person edits them.

mod cell;
mod mirror;

pub use cell::{AngleFrame, Cell, Shown, Units};
pub use mirror::{mirrored, twin};

use crate::compile::parts_of_figure;
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
    for own in &mut ragdoll.parts {
        let Some(printed) = row(own).map(|row| &figure[row]) else {
            continue;
        };
        own.mass_kg = own.mass_kg.filter(|mass| *mass != printed.mass_kg);
        own.inertia_kg_m2 = (own.inertia_kg_m2).filter(|own| *own != printed.inertia_kg_m2);
        own.limit = own.limit.filter(|own| Some(*own) != printed.limit);
    }
    ragdoll.parts.retain(|own| !own.is_empty());
    ragdoll.parts.sort_by_key(row);
}
