//! The shot fan: what is varied, the curve, and the shots to be played.

mod choice;
mod curve;
mod legend;

pub(super) use legend::legend_ui;

use super::progress::progress_ui;
use super::widgets::{button, note};
use super::AppView;
use crate::app::action::Action;
use crate::app::action::{missing, FanAction};
use crate::app::jobs::fan::Fan;
use egui_macroquad::egui::{self, RichText, ScrollArea, Ui};
use egui_phosphor::regular as icon;

pub(super) fn fan_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let scroll = ScrollArea::vertical().auto_shrink(false);
    scroll.id_salt("shot fan").show(ui, |ui| {
        choice::choice_ui(ui, view, actions);
        run_ui(ui, view, actions);
        if let Some(fan) = view.jobs.fan.fan() {
            ui.separator();
            result_ui(ui, view, fan, actions);
        }
    });
}

fn ask(actions: &mut Vec<Action>, action: FanAction) {
    actions.push(Action::Fan(action));
}

/// The button that shoots, or how far it is.
fn run_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    if let Some(running) = view.jobs.fan.running() {
        if progress_ui(ui, "the shot fan", &running.tally) {
            ask(actions, FanAction::Cancel);
        }
        return;
    }
    let missing = missing(view.scene());
    ui.horizontal(|ui| {
        let text = format!("{} Run shot fan", icon::PLAY);
        let tip = missing.unwrap_or(
            "Runs one shot per value in the background, each from the start of the scene",
        );
        let response = ui
            .add_enabled(missing.is_none(), egui::Button::new(text))
            .on_hover_text(tip)
            .on_disabled_hover_text(tip);
        note(&response, "Run shot fan");
        if response.clicked() {
            ask(actions, FanAction::Run);
        }
        let tip = "Copies the equivalent `ragdoll-lab sweep` command";
        if button(ui, "Copy as command", tip) {
            ask(actions, FanAction::CopyCommand);
        }
    });
    for trouble in missing.into_iter().chain(view.jobs.fan.trouble()) {
        let text = RichText::new(trouble).color(ui.visuals().error_fg_color);
        ui.add(egui::Label::new(text).wrap());
    }
}

fn result_ui(ui: &mut Ui, view: &AppView<'_>, fan: &Fan, actions: &mut Vec<Action>) {
    if view.jobs.fan.is_old() {
        let text = "The scene has changed. This shot fan shows the previous version.";
        ui.add(egui::Label::new(RichText::new(text).color(ui.visuals().warn_fg_color)).wrap());
        if view.jobs.fan.running().is_none()
            && button(ui, "Run again", "Runs the same shots in the current scene")
        {
            ask(actions, FanAction::Run);
        }
    }
    ui.horizontal(|ui| {
        let mut shown = view.jobs.fan.is_shown;
        let tip = "Shows the end pose of each shot and where its centre of mass came to rest on \
                   the ground";
        let response = ui.checkbox(&mut shown, "Show on stage").on_hover_text(tip);
        note(&response, "Show on stage");
        if response.changed() {
            ask(actions, FanAction::Show(shown));
        }
        if button(ui, "Clear", "Removes the shot fan") {
            ask(actions, FanAction::Clear);
        }
    });
    if let Some(index) = curve::curve_ui(ui, view, fan) {
        ask(actions, FanAction::Play(index));
    }
    if let Some(index) = curve::list_ui(ui, fan) {
        ask(actions, FanAction::Play(index));
    }
    ui.horizontal(|ui| {
        if button(
            ui,
            "Export CSV…",
            "Saves the table of all shots, as `ragdoll-lab sweep` writes it",
        ) {
            ask(actions, FanAction::ExportTable);
        }
        if button(
            ui,
            "Export PNG…",
            "Saves the curves as an image, dark on white",
        ) {
            ask(actions, FanAction::ExportPlot);
        }
    });
}
