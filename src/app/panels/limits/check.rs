//! The line over the table that tells which rows break the rule of left and right.

use super::{steps, Table};
use crate::app::action::Action;
use crate::app::panels::widgets::{button, note};
use crate::editor::limits::Lopsided;
use egui_macroquad::egui::{Label, RichText, Sense, Ui};
use egui_phosphor::regular as icon;

/// The rule itself.
const RULE: &str = "A human body is symmetric: the left side mirrors the right. Limits about x \
                    must be equal on both sides. About y and z, min and max swap and change sign.";

pub(super) fn check_ui(ui: &mut Ui, table: &Table<'_>, actions: &mut Vec<Action>) {
    let lopsided = &table.sheet.lopsided;
    if lopsided.is_empty() {
        return;
    }
    let warning = ui.visuals().warn_fg_color;
    let words = match lopsided.len() {
        1 => format!("{} not mirrored: {}", icon::WARNING, names(lopsided)),
        count => format!(
            "{} {count} not mirrored: {}",
            icon::WARNING,
            names(lopsided)
        ),
    };
    let label = Label::new(RichText::new(words).color(warning).small())
        .truncate()
        .sense(Sense::hover());
    let takes = match table.sheet.correctable {
        true => "Switches to the corrected table, where the left side mirrors the right.",
        false => "Mirrors the first of these rows from the right side.",
    };
    let tip = format!("{}\n\n{takes} Ctrl+Z undoes it.", explained(table));
    if button(ui, "Correct", &tip) {
        actions.extend(steps::correct(table));
    }
    let response = ui.add(label).on_hover_text(explained(table));
    note(&response, "Mirror check");
}

fn names(lopsided: &[Lopsided]) -> String {
    let names = lopsided
        .iter()
        .map(|row| crate::compile::part_title(row.left.name));
    names.collect::<Vec<_>>().join(", ")
}

fn explained(table: &Table<'_>) -> String {
    let lines = table.sheet.lopsided.iter();
    let lines = lines.map(|row| format!("\n{}", row.explanation(table.shown)));
    format!("{RULE}\n{}", lines.collect::<String>())
}
