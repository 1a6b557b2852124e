//! What tears, and what has torn: sticks, rods and ropes.

use super::form::{put, Form};
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{Constraint, ConstraintKind};
use egui_macroquad::egui::Ui;

pub(super) fn tear_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let never = (range::TEAR_STRAIN.default, "never");
    form.optional(
        ui,
        "Tears at",
        &range::TEAR_STRAIN,
        never,
        |item| match kind(item)? {
            ConstraintKind::Stick(stick) => Some(&mut stick.tear_strain),
            ConstraintKind::Distance(distance) if distance.max_m.is_some() => {
                Some(&mut distance.tear_strain)
            }
            _ => None,
        },
    );
    form.tick(
        ui,
        "Torn",
        "Broken from the start; triangles with a torn edge are holes.",
        |item| Some(kind(item)?.has_torn()),
        |item, torn| put(kind(item).and_then(ConstraintKind::torn_mut), torn),
    );
}

/// The kind of a constraint that can tear.
fn kind(item: &mut Item) -> Option<&mut ConstraintKind> {
    match item {
        Item::Constraint(Constraint {
            kind: kind @ (ConstraintKind::Stick(_) | ConstraintKind::Distance(_)),
            ..
        }) => Some(kind),
        _ => None,
    }
}
