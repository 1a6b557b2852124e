//! The questions that must be answered before anything else.

use super::widgets::{button, note, text_scale};
use super::AppView;
use crate::app::action::{Action, Answer, Trigger};
use crate::app::workspace::recovery::Found;
use crate::app::workspace::Question;
use egui_macroquad::egui::{self, Id, Label, Modal, RichText, Ui};
use std::time::Duration;

/// Longest list that is shown without scrolling, points.
const LIST_HEIGHT: f32 = 320.0;

/// Width of that list at the normal size of text, points.
const LIST_WIDTH: f32 = 440.0;

/// A button: name, explanation, answer.
type Choice<'a> = (&'a str, &'a str, Answer);

pub(super) fn question_ui(ctx: &egui::Context, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let content: &mut dyn FnMut(&mut Ui) = match &view.question {
        Question::None => return,
        Question::Unsaved => &mut |ui| unsaved_ui(ui, view, actions),
        Question::ChangedOnDisk => &mut |ui| changed_on_disk_ui(ui, view, actions),
        Question::Recover(found) => &mut |ui| recover_ui(ui, view, found, actions),
        // What is read within a moment is not worth a flash.
        Question::Reading(_) | Question::Writing(_) if !view.reads_long => return,
        Question::Reading(name) => &mut |ui| reading_ui(ui, view, name, actions),
        Question::Writing(name) => &mut |ui| going_on_ui(ui, "Writing", name),
    };
    Modal::new(Id::new("question")).show(ctx, content);
}

fn unsaved_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    ui.heading("Save changes?");
    ui.label(format!("{} has unsaved changes.", view.workspace.title));
    let cancel = view.keymap.with_key("Cancel", Trigger::Cancel);
    let choices = [
        ("Save changes", "Saves, then continues", Answer::Save),
        (
            "Discard changes",
            "Continues without saving",
            Answer::Discard,
        ),
        ("Cancel", &cancel, Answer::Cancel),
    ];
    choices_ui(ui, &choices, actions);
    // The first choice loses nothing.
    let is_free = ui.memory(|memory| memory.focused().is_none());
    if is_free && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        actions.push(Action::Answer(Answer::Save));
    }
}

fn changed_on_disk_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    ui.heading("The file has changed");
    let mine = match view.document().is_changed() {
        true => "Your changes are not saved.",
        false => "",
    };
    let title = &view.workspace.title;
    ui.label(format!(
        "Another program has changed {title} on disk. {mine}"
    ));
    let cancel = view.keymap.with_key("Cancel", Trigger::Cancel);
    let choices = [
        (
            "Reload",
            "Opens the file from disk; unsaved changes are lost",
            Answer::Reload,
        ),
        (
            "Keep mine",
            "Keeps your scene; saving it overwrites the file",
            Answer::Keep,
        ),
        (
            "Save as…",
            "Saves your scene under another name",
            Answer::SaveAs,
        ),
        ("Decide later", &cancel, Answer::Cancel),
    ];
    choices_ui(ui, &choices, actions);
}

fn recover_ui(ui: &mut Ui, view: &AppView<'_>, found: &[Found], actions: &mut Vec<Action>) {
    ui.set_width(LIST_WIDTH * text_scale(ui.ctx()));
    ui.heading("Restore unsaved scenes?");
    ui.label("The program closed before these were saved.");
    let list = egui::ScrollArea::vertical().max_height(LIST_HEIGHT);
    list.show(ui, |ui| {
        for (index, found) in found.iter().enumerate() {
            ui.separator();
            ui.push_id(&found.kept, |ui| found_ui(ui, index, found, actions));
        }
    });
    ui.separator();
    let later = (view.keymap).with_key("Asks again at the next start", Trigger::Cancel);
    let tip = format!("{later}. To restore sooner, use File > Restore unsaved scenes");
    choices_ui(ui, &[("Decide later", &tip, Answer::Cancel)], actions);
}

fn found_ui(ui: &mut Ui, index: usize, found: &Found, actions: &mut Vec<Action>) {
    ui.add(Label::new(RichText::new(&found.title).heading()).truncate());
    ui.label(format!("Stored {} ago", duration_text(found.age)));
    let choices = [
        (
            "Restore",
            "Opens this scene with unsaved changes",
            Answer::Restore(index),
        ),
        (
            "Discard",
            "Deletes this scene permanently",
            Answer::Forget(index),
        ),
    ];
    choices_ui(ui, &choices, actions);
    let shown = ui.collapsing("Show", |ui| {
        match &found.path {
            Some(path) => ui.label(format!("Belongs to {}", path.display())),
            None => ui.label("Never saved to a file"),
        };
        ui.label(format!("Stored as {}", found.kept.display()));
        ui.label(format!("{} KiB", found.length.div_ceil(1024)));
    });
    let tip = "Shows its file, where it is stored, and its size in KiB";
    note(&shown.header_response.on_hover_text(tip), "Show");
}

fn reading_ui(ui: &mut Ui, view: &AppView<'_>, name: &str, actions: &mut Vec<Action>) {
    going_on_ui(ui, "Reading", name);
    let tip = (view.keymap).with_key("Keeps the current scene", Trigger::Cancel);
    choices_ui(ui, &[("Cancel", &tip, Answer::Cancel)], actions);
}

fn going_on_ui(ui: &mut Ui, what: &str, name: &str) {
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(format!("{what} {name}…"));
    });
}

fn choices_ui(ui: &mut Ui, choices: &[Choice<'_>], actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (label, tip, answer) in choices {
            if button(ui, label, tip) {
                actions.push(Action::Answer(*answer));
            }
        }
    });
}

/// `5 minutes`, in the largest unit of which there is at least one.
fn duration_text(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute")];
    let fits = units.into_iter().find(|(length, _)| seconds >= *length);
    let (length, unit) = fits.unwrap_or((1, "second"));
    crate::editor::counted((seconds / length) as usize, unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_told_in_the_largest_unit() {
        for (seconds, text) in [
            (0, "0 seconds"),
            (59, "59 seconds"),
            (60, "1 minute"),
            (7300, "2 hours"),
            (1_000_000, "11 days"),
        ] {
            assert_eq!(duration_text(Duration::from_secs(seconds)), text);
        }
    }
}
