//! The menu bar: every action of the table, and the name of the document.

use super::AppView;
use crate::app::action::{Action, Trigger, ACTIONS};
use egui_macroquad::egui::{self, menu, Button, TopBottomPanel};

const MENUS: [&str; 9] = [
    "File", "Edit", "Select", "Tools", "Create", "Play", "View", "Panels", "Help",
];

pub(super) fn menu_ui(ctx: &egui::Context, view: &AppView<'_>, actions: &mut Vec<Action>) {
    TopBottomPanel::top("menu").show(ctx, |ui| {
        menu::bar(ui, |ui| {
            for name in MENUS {
                let response = ui.menu_button(name, |ui| {
                    lines_ui(ui, name, view, actions);
                    if name == "File" {
                        recent_ui(ui, view, actions);
                    }
                });
                super::widgets::note(&response.response, name);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let changed = if view.changed { " •" } else { "" };
                ui.label(format!("{}{changed}", view.title));
            });
        });
    });
}

fn lines_ui(ui: &mut egui::Ui, menu: &str, view: &AppView<'_>, actions: &mut Vec<Action>) {
    // Nothing to cancel while a menu is open: that key closes the menu.
    let lines = ACTIONS
        .iter()
        .filter(|line| line.menu == menu && line.trigger != Trigger::Cancel);
    for line in lines {
        let step = match line.trigger {
            Trigger::Undo => Some(view.undo),
            Trigger::Redo => Some(view.redo),
            _ => None,
        };
        let label = match step.flatten() {
            Some(step) => format!("{}: {step}", line.label),
            None => line.label.to_owned(),
        };
        let enabled = step.is_none_or(|step| step.is_some());
        let button = Button::new(label).shortcut_text(line.keys);
        let response = ui.add_enabled(enabled, button);
        super::widgets::note(&response, line.label);
        if response.clicked() {
            actions.push(Action::Do(line.trigger));
            ui.close_menu();
        }
    }
}

fn recent_ui(ui: &mut egui::Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    if view.recent.is_empty() {
        return;
    }
    ui.separator();
    for path in view.recent {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        if ui
            .button(name)
            .on_hover_text(path.display().to_string())
            .clicked()
        {
            actions.push(Action::OpenFile(path.clone()));
            ui.close_menu();
        }
    }
}
