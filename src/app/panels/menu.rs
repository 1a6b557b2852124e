//! The menu bar, as `action/menus.rs` lays it out, the tools, and the name of the document.

use super::availability::{is_enabled, is_on, why_not};
use super::toolbar::{fits_beside_menus, toolbar_ui};
use super::{AppView, PanelState};
use crate::app::action::{info, Action, ActionInfo, Menu, MenuEntry, Trigger, MENUS};
use egui_macroquad::egui::{self, menu, Button, TextWrapMode, TopBottomPanel, Ui};
use egui_phosphor::regular as icon;

pub(super) fn menu_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    panels: &PanelState,
    actions: &mut Vec<Action>,
) {
    TopBottomPanel::top("menu").show(ctx, |ui| {
        menu::bar(ui, |ui| {
            for menu in &MENUS {
                opener_ui(ui, menu, "", (view, panels), actions);
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

/// What a menu is drawn from.
type Looks<'a> = (&'a AppView<'a>, &'a PanelState);

/// Room for the mark of a switch, before the names of what is none.
const NO_MARK: &str = "\u{2003} ";

/// The name of a menu, behind an indent, which opens it.
fn opener_ui(ui: &mut Ui, menu: &Menu, indent: &str, looks: Looks<'_>, actions: &mut Vec<Action>) {
    let opener = ui.menu_button(format!("{indent}{}", menu.name), |ui| {
        super::widgets::note_menu(ui);
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        entries_ui(ui, menu.entries, looks, actions);
    });
    super::widgets::note(&opener.response, menu.name);
}

fn entries_ui(
    ui: &mut Ui,
    entries: &[MenuEntry],
    (view, panels): Looks<'_>,
    actions: &mut Vec<Action>,
) {
    let is_switch = |entry: &MenuEntry| match entry {
        MenuEntry::Do(trigger) => is_on(view, panels, *trigger).is_some(),
        _ => false,
    };
    let has_switches = entries.iter().any(is_switch);
    let indent = if has_switches { NO_MARK } else { "" };
    let highest = ui.ctx().screen_rect().height() - 64.0;
    egui::ScrollArea::vertical()
        .max_height(highest)
        .min_scrolled_height(highest)
        .show(ui, |ui| {
            for entry in entries {
                match entry {
                    MenuEntry::Separator => {
                        ui.separator();
                    }
                    MenuEntry::Submenu(menu) => {
                        opener_ui(ui, menu, indent, (view, panels), actions);
                    }
                    MenuEntry::RecentFiles => recent_ui(ui, view, actions),
                    MenuEntry::Do(trigger) => {
                        let on = is_on(view, panels, *trigger);
                        let clicked = info(*trigger)
                            .is_some_and(|line| line_ui(ui, line, view, on, has_switches));
                        if clicked {
                            actions.push(Action::Do(*trigger));
                            ui.close_menu();
                        }
                    }
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
        (false, _) => String::new(),
        (true, Some(true)) => format!("{} ", icon::CHECK),
        (true, _) => NO_MARK.to_owned(),
    };
    let enabled = is_enabled(view, line.trigger);
    let button =
        Button::new(format!("{mark}{label}")).shortcut_text(view.keymap.shown(line.trigger));
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| match on {
        Some(on) => egui::WidgetInfo::selected(egui::WidgetType::Button, enabled, on, &label),
        None => egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, &label),
    });
    super::widgets::note(&response, line.label);
    let response = response.on_disabled_hover_text(why_not(line.trigger));
    response.clicked()
}

/// The files that were opened last.
fn recent_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let opener = ui.menu_button("Recent", |ui| {
        super::widgets::note_menu(ui);
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        if view.preferences.recent_files.is_empty() {
            ui.weak("No recent files");
        }
        for path in &view.preferences.recent_files {
            let name = path
                .file_name()
                .unwrap_or(path.as_os_str())
                .to_string_lossy();
            let response = ui.button(name.as_ref());
            super::widgets::note(&response, &name);
            if response.on_hover_text(path.display().to_string()).clicked() {
                actions.push(Action::OpenFile(path.clone()));
                ui.close_menu();
            }
        }
    });
    super::widgets::note(&opener.response, "Recent");
}
