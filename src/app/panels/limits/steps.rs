//! What the table asks for: each as one step of the history.

use super::Table;
use crate::app::action::Action;
use crate::app::panels::AppView;
use crate::editor::limits::csv::{self, LimitsTableError};
use crate::editor::limits::fit::{fit, Poses};
use crate::editor::limits::{self, Cell, Row};
use crate::editor::{Command, Item};
use crate::scene::{LimitModel, Ragdoll};
use glam::DQuat;

/// Another number in a cell, on both sides if edits are mirrored.
pub(super) fn set(table: &Table<'_>, row: &Row, cell: Cell, value: f64) -> Option<Action> {
    let edited = row.edited(table.ragdoll, cell, value, table.shown, table.mirror);
    replaced(table, edited, label_of(cell))
}

/// Other moments of inertia, on both sides if edits are mirrored.
pub(super) fn set_inertia(table: &Table<'_>, row: &Row, moments: [f64; 3]) -> Option<Action> {
    let mut edited = table.ragdoll.clone();
    for (axis, moment) in moments.into_iter().enumerate() {
        let cell = Cell::Inertia(axis);
        if row.value(cell, table.shown) != Some(moment) {
            edited = row.edited(&edited, cell, moment, table.shown, table.mirror);
        }
    }
    replaced(table, edited, "Inertia")
}

/// The printed number in a cell.
pub(super) fn reset_cell(table: &Table<'_>, part: &str, cell: Cell) -> Option<Action> {
    let reset = limits::reset_cell(table.ragdoll, part, cell, table.shown, table.mirror);
    replaced(table, reset, label_of(cell))
}

/// A part as its figure has it.
pub(super) fn reset_row(table: &Table<'_>, part: &str) -> Option<Action> {
    let reset = limits::reset_row(table.ragdoll, part, table.mirror);
    replaced(table, reset, "Reset limit row")
}

/// The joint of a part to its parent broken, or whole again.
pub(super) fn break_off(table: &Table<'_>, part: &str, broken_off: bool) -> Option<Action> {
    let changed = limits::break_off(table.ragdoll, part, broken_off);
    let label = match broken_off {
        true => "Break off",
        false => "Rejoin",
    };
    replaced(table, changed, label)
}

/// All parts as their figure has them.
pub(super) fn reset_table(table: &Table<'_>) -> Option<Action> {
    let reset = limits::reset_table(table.ragdoll);
    replaced(table, reset, "Reset limit table")
}

/// How the angles of its limits are measured.
pub(super) fn set_model(table: &Table<'_>, model: Option<LimitModel>) -> Option<Action> {
    let changed = Ragdoll {
        limit_model: model,
        ..table.ragdoll.clone()
    };
    replaced(table, changed, "Limit model")
}

/// The table as text.
pub(super) fn csv(table: &Table<'_>) -> String {
    csv::write(table.ragdoll, table.materials, table.shown)
}

/// The numbers of a text in place of those of the table; none if they are the same.
///
/// # Errors
/// All that is wrong with the text.
pub(super) fn pasted(
    table: &Table<'_>,
    text: &str,
) -> Result<Option<Action>, Vec<LimitsTableError>> {
    let changed = csv::read(table.ragdoll, table.materials, text.as_bytes())?;
    Ok(replaced(table, changed, "Paste limit table"))
}

/// The angles of a part count from how it is turned against its parent now.
pub(super) fn zero_here(table: &Table<'_>, view: &AppView<'_>, part: &str) -> Option<Action> {
    let turned = turned_now(view, table, part)?;
    let changed = limits::zero_here(table.ragdoll, part, turned, table.mirror);
    replaced(table, changed, "Zero here")
}

/// Orientation of a part in its parent in the running scene.
fn turned_now(view: &AppView<'_>, table: &Table<'_>, part: &str) -> Option<[f64; 4]> {
    let map = view.simulation().map.ragdolls.iter();
    let map = map.into_iter().find(|map| map.id == table.ragdoll.id)?;
    let bodies = &view.simulation().world.state().bodies;
    let turn = |part: &str| Some(bodies.get(map.body_of(part)?)?.orientation);
    let parent = table.sheet.row(part)?.parent?;
    let turned: DQuat = turn(parent)?.conjugate() * turn(part)?;
    Some([turned.w, turned.x, turned.y, turned.z])
}

/// Adds the present pose of the running ragdoll to those that limits are to enclose.
pub(super) fn record(table: &Table<'_>, view: &AppView<'_>, poses: &mut Poses) {
    let (world, mut maps) = (
        &view.simulation().world,
        view.simulation().map.ragdolls.iter(),
    );
    if let Some(map) = maps.find(|map| map.id == table.ragdoll.id) {
        poses.add_state(map, world.model(), world.state());
    }
}

/// Limits that just enclose the recorded poses and a margin, degrees.
pub(super) fn fit_to(table: &Table<'_>, poses: &Poses, margin_deg: f64) -> Option<Action> {
    let fitted = fit(table.ragdoll, poses, margin_deg, table.mirror);
    replaced(table, fitted, "Fit limits")
}

/// The preset in which the left side is the mirror image of the right, where the print
/// breaks the rule; else the first row that breaks it as that image.
pub(super) fn correct(table: &Table<'_>) -> Option<Action> {
    let preset = limits::corrected_preset(table.ragdoll);
    let first = table.sheet.lopsided.first();
    let command = preset.or_else(|| Some(first?.remedy(table.ragdoll)));
    command.map(Action::Edit)
}

fn label_of(cell: Cell) -> &'static str {
    match cell {
        Cell::Mass => "Mass",
        Cell::Inertia(_) => "Inertia",
        Cell::Min(_) | Cell::Max(_) => "Limit",
        Cell::Restitution => "Elasticity",
        Cell::Friction => "Friction",
    }
}

fn replaced(table: &Table<'_>, changed: Ragdoll, label: &'static str) -> Option<Action> {
    (changed != *table.ragdoll)
        .then(|| Action::Edit(Command::replace(Item::Ragdoll(changed), label)))
}
