//! The line over the table that tells which rows break the rule of left and right.

use super::{steps, Table};
use crate::app::action::Action;
use crate::app::panels::widgets::{button, note};
use crate::editor::limits::Lopsided;
use egui_macroquad::egui::{Label, RichText, Sense, Ui};
use egui_phosphor::regular as icon;

/// The rule itself.
const RULE: &str = "A body is symmetric: seen in a mirror its left is its right. Angles about x \
                    are then equal left and right; those about y and z have the other sign, and \
                    min and max change places.";

pub(super) fn check_ui(ui: &mut Ui, table: &Table<'_>, actions: &mut Vec<Action>) {
    let lopsided = &table.sheet.lopsided;
    if lopsided.is_empty() {
        return;
    }
    let warning = ui.visuals().warn_fg_color;
    let words = match lopsided.len() {
        1 => format!("{} no mirror image: {}", icon::WARNING, names(lopsided)),
        count => format!(
            "{} {count} no mirror images: {}",
            icon::WARNING,
            names(lopsided)
        ),
    };
    let label = Label::new(RichText::new(words).color(warning).small())
        .truncate()
        .sense(Sense::hover());
    let takes = match table.sheet.correctable {
        true => "Takes the corrected table: the left side as the mirror image of the right.",
        false => "Makes the first of these rows the mirror image of its twin on the right.",
    };
    let tip = format!(
        "{}\n\n{takes} One step, which can be taken back.",
        explained(table)
    );
    if button(ui, "Correct", &tip) {
        actions.extend(steps::correct(table));
    }
    let response = ui.add(label).on_hover_text(explained(table));
    note(&response, "Mirror check");
}

fn names(lopsided: &[Lopsided]) -> String {
    let names = lopsided
        .iter()
        .map(|row| crate::editor::limits::title(row.left.name));
    names.collect::<Vec<_>>().join(", ")
}

fn explained(table: &Table<'_>) -> String {
    let lines = table.sheet.lopsided.iter();
    let lines = lines.map(|row| format!("\n{}", row.explanation(table.shown)));
    format!("{RULE}\n{}", lines.collect::<String>())
}
