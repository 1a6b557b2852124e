//! The steps of the document.

use super::rows::{row_ui, text, LongList};
use super::widgets::note;
use super::AppView;
use crate::app::action::{Action, Trigger};
use crate::editor::HistoryLine;
use egui_macroquad::egui::{Button, RichText, Ui};
use egui_phosphor::regular as icon;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {
    /// The place of the present step that was last brought into sight.
    present: Option<usize>,
    list: LongList,
}

pub(super) fn history_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let undo = (
            Trigger::Undo,
            "Undo",
            icon::ARROW_U_UP_LEFT,
            view.document().undo_label(),
        );
        let tip = view.keymap.with_key("Undo the last edit", Trigger::Undo);
        travel_ui(ui, undo, &tip, actions);
        let redo = (
            Trigger::Redo,
            "Redo",
            icon::ARROW_U_UP_RIGHT,
            view.document().redo_label(),
        );
        let tip = view.keymap.with_key("Redo the next edit", Trigger::Redo);
        travel_ui(ui, redo, &tip, actions);
    });
    let lines = view.document().history();
    let present = lines.iter().position(|line| line.present);
    if present != state.present {
        state.present = present;
        present.into_iter().for_each(|row| state.list.show_row(row));
    }
    state.list.ui(ui, lines.len(), |ui, index| {
        let undone = present.is_some_and(|present| index > present);
        let line = lines.get(index);
        if line.is_some_and(|line| line_ui(ui, index, line, undone)) {
            actions.push(Action::GoTo(index));
        }
    });
}

/// A button that undoes or redoes a step and names it.
fn travel_ui(
    ui: &mut Ui,
    (trigger, verb, sign, step): (Trigger, &str, &str, Option<&str>),
    tip: &str,
    actions: &mut Vec<Action>,
) {
    let label = match step {
        Some(step) => format!("{sign} {verb}: {step}"),
        None => format!("{sign} {verb}"),
    };
    let response = ui.add_enabled(step.is_some(), Button::new(label));
    let response = response.on_hover_text(tip).on_disabled_hover_text(tip);
    note(&response, verb);
    if response.clicked() {
        actions.push(Action::Do(trigger));
    }
}

/// A step; true when it is to be gone to.
fn line_ui(ui: &mut Ui, index: usize, line: &HistoryLine, undone: bool) -> bool {
    let name = format!("{index}: {}", line.label);
    let response = row_ui(ui, index, &name, line.present, |ui| {
        let (sign, label) = (
            RichText::new(sign(line, undone)),
            RichText::new(&line.label),
        );
        ui.monospace(RichText::new(format!("{index:>3}")).weak());
        for words in [sign, label] {
            text(ui, if undone { words.weak() } else { words });
        }
    });
    let tip = match (line.present, undone) {
        (true, _) => "Current scene",
        (false, true) => "Undone. Click to redo up to here",
        (false, false) => "Click to undo back to here",
    };
    response.on_hover_text(tip).clicked() && !line.present
}

fn sign(line: &HistoryLine, undone: bool) -> &'static str {
    match (line.present, undone) {
        (true, _) => icon::CARET_RIGHT,
        (false, true) => icon::CIRCLE_DASHED,
        (false, false) => icon::CHECK,
    }
}
