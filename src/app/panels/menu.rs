//! The menu bar: every action of the table, the tools, and the name of the document.

use super::availability::{is_enabled, is_on};
use super::toolbar::{fits_beside_menus, toolbar_ui};
use super::{AppView, PanelState};
use crate::app::action::{Action, ActionInfo, Trigger, ACTIONS};
use egui_macroquad::egui::{self, menu, Button, TopBottomPanel, Ui};
use egui_phosphor::regular as icon;

const MENUS: [&str; 11] = [
    "File", "Edit", "Select", "Tools", "Create", "Play", "Takes", "View", "Show", "Panels", "Help",
];

pub(super) fn menu_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    panels: &PanelState,
    actions: &mut Vec<Action>,
) {
    TopBottomPanel::top("menu").show(ctx, |ui| {
        menu::bar(ui, |ui| {
            for name in MENUS {
                let response = ui.menu_button(name, |ui| {
                    super::widgets::note_menu(ui);
                    lines_ui(ui, name, view, panels, actions);
                    if name == "File" {
                        recent_ui(ui, view, actions);
                    }
                });
                super::widgets::note(&response.response, name);
            }
            if fits_beside_menus(ctx) {
                ui.separator();
                toolbar_ui(ui, view, actions);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let changed = if view.document().is_changed() {
                    " •"
                } else {
                    ""
                };
                let title = format!("{}{changed}", view.workspace.title);
                ui.add(egui::Label::new(title).truncate());
            });
        });
    });
}

fn lines_ui(
    ui: &mut Ui,
    menu: &str,
    view: &AppView<'_>,
    panels: &PanelState,
    actions: &mut Vec<Action>,
) {
    // Nothing to cancel while a menu is open: that key closes the menu.
    let lines = || {
        ACTIONS
            .iter()
            .filter(|line| line.menu == menu && line.trigger != Trigger::Cancel)
    };
    let has_switches = lines().any(|line| is_on(view, panels, line.trigger).is_some());
    let highest = ui.ctx().screen_rect().height() - 64.0;
    egui::ScrollArea::vertical()
        .max_height(highest)
        .min_scrolled_height(highest)
        .show(ui, |ui| {
            for line in lines() {
                let on = is_on(view, panels, line.trigger);
                if line_ui(ui, line, view, on, has_switches) {
                    actions.push(Action::Do(line.trigger));
                    ui.close_menu();
                }
            }
        });
}

/// One line of a menu; whether it was clicked. `on`: the state of a switch;
/// `has_switches`: room is left for its mark.
fn line_ui(
    ui: &mut Ui,
    line: &ActionInfo,
    view: &AppView<'_>,
    on: Option<bool>,
    has_switches: bool,
) -> bool {
    let step = match line.trigger {
        Trigger::Undo => view.document().undo_label(),
        Trigger::Redo => view.document().redo_label(),
        _ => None,
    };
    let label = match step {
        Some(step) => format!("{}: {step}", line.label),
        None => line.label.to_owned(),
    };
    let mark = match (has_switches, on) {
        (false, _) => "",
        (true, Some(true)) => icon::CHECK,
        (true, _) => "\u{2003}",
    };
    let separator = if has_switches { " " } else { "" };
    let enabled = is_enabled(view, line.trigger);
    let button = Button::new(format!("{mark}{separator}{label}"))
        .shortcut_text(view.keymap.shown(line.trigger));
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| match on {
        Some(on) => egui::WidgetInfo::selected(egui::WidgetType::Button, enabled, on, &label),
        None => egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, &label),
    });
    super::widgets::note(&response, line.label);
    let response = response.on_disabled_hover_text(why_not(line.trigger));
    response.clicked()
}

/// Why an action can do nothing now.
fn why_not(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Undo => "Nothing was changed",
        Trigger::Redo => "Nothing was taken back",
        Trigger::Paste => "Copy something first",
        Trigger::ShowAll => "Nothing is hidden",
        Trigger::UnlockAll => "Nothing is locked",
        Trigger::BreakJoint | Trigger::SwapJoint => "Select a joint first",
        Trigger::KeepPose => "The scene is at its start; play first",
        Trigger::Throw | Trigger::RepeatShot | Trigger::RecordShot => "This scene has no launcher",
        _ => "Select something first",
    }
}

fn recent_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
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
