//! The question about unsaved changes.

use super::widgets::button;
use super::AppView;
use crate::app::action::{Action, Answer};
use egui_macroquad::egui::{self, Id, Modal};

pub(super) fn question_ui(ctx: &egui::Context, view: &AppView<'_>, actions: &mut Vec<Action>) {
    if !view.asks_about_changes {
        return;
    }
    Modal::new(Id::new("unsaved")).show(ctx, |ui| {
        ui.heading("Save the changes?");
        ui.label(format!("{} has changes that are not saved.", view.title));
        ui.horizontal(|ui| {
            for (label, tip, answer) in [
                ("Save changes", "Save, then go on", Answer::Save),
                ("Discard changes", "Go on without saving", Answer::Discard),
                ("Stay here", "Cancel (Esc)", Answer::Cancel),
            ] {
                if button(ui, label, tip) {
                    actions.push(Action::Answer(answer));
                }
            }
        });
    });
}
