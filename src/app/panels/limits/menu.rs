//! What can be done with a cell or a row, at the right button of the mouse.

use super::{steps, Table};
use crate::app::action::Action;
use crate::app::panels::widgets::{note, note_menu};
use crate::editor::limits::{Cell, Row};
use egui_macroquad::egui::{Button, Ui};

pub(super) fn menu_ui(
    ui: &mut Ui,
    table: &Table<'_>,
    row: &Row,
    cell: Option<Cell>,
    actions: &mut Vec<Action>,
) {
    note_menu(ui);
    if let Some(cell) = cell {
        let edit = || steps::reset_cell(table, row.part, cell);
        line(
            ui,
            "Reset cell",
            row.differs(cell, table.shown),
            edit,
            actions,
        );
    }
    let edit = || steps::reset_row(table, row.part);
    line(ui, "Reset row", row.is_changed(), edit, actions);
    let changed = !table.ragdoll.parts.is_empty();
    line(
        ui,
        "Reset table",
        changed,
        || steps::reset_table(table),
        actions,
    );
    let (label, broken_off) = match row.in_force.broken_off {
        true => ("Rejoin", false),
        false => ("Break off", true),
    };
    let edit = || steps::break_off(table, row.part, broken_off);
    line(ui, label, row.parent.is_some(), edit, actions);
    ui.separator();
    let copy = ui.button("Copy table");
    note(&copy, "Copy table");
    if copy.clicked() {
        ui.ctx().copy_text(steps::csv(table));
        ui.close_menu();
    }
}

fn line(
    ui: &mut Ui,
    label: &str,
    enabled: bool,
    edit: impl FnOnce() -> Option<Action>,
    actions: &mut Vec<Action>,
) {
    let response = ui.add_enabled(enabled, Button::new(label));
    note(&response, label);
    if response.clicked() {
        actions.extend(edit());
        ui.close_menu();
    }
}
