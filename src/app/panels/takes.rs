//! The strip of takes: one chip for each run that was left.

use super::timeline::Timeline;
use super::widgets::{note, note_menu};
use super::AppView;
use crate::app::action::{Action, Trigger};
use crate::app::playback::Take;
use egui_macroquad::egui::{self, Button, Key, RichText, ScrollArea, TextEdit, Ui};
use egui_phosphor::regular as icon;

/// Width of the field for a new name, points.
const NAME_WIDTH: f32 = 96.0;

/// What the strip remembers.
#[derive(Debug, Default)]
pub struct State {
    /// The take that is being renamed, with the name so far.
    renaming: Option<(usize, String)>,
}

pub(super) fn takes_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let timeline = &view.timeline();
    if timeline.takes.list().is_empty() {
        state.renaming = None;
        // The panes of a comparison stay where they are when the first take comes; a lesson
        // needs the room.
        if view.comparison().is_some() && view.guide.lesson().is_none() {
            empty_ui(ui);
        }
        return;
    }
    ScrollArea::horizontal().id_salt("takes").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon::FILM_STRIP).weak());
            for (index, take) in timeline.takes.list().iter().enumerate() {
                let is_renamed = state.renaming.as_ref().is_some_and(|(i, _)| *i == index);
                match is_renamed {
                    true => name_ui(ui, state, actions),
                    false => chip_ui(ui, view, timeline, (index, take), state, actions),
                }
            }
        });
    });
}

/// The room of the strip before there is a take.
fn empty_ui(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(icon::FILM_STRIP).weak());
        ui.weak("Reset keeps the run before it here");
    });
}

/// A take: a click plays it, a second one renames it, the right button asks.
fn chip_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    timeline: &Timeline<'_>,
    (index, take): (usize, &Take),
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let is_chosen = timeline.takes.chosen() == Some(index);
    let result = match take.travel_m() {
        Some(travel) => format!("{travel:.2} m in {:.1} s", take.seconds),
        None => format!("{:.1} s", take.seconds),
    };
    let text = format!("{}  {result}", take.name);
    let response = ui.add(Button::new(text).selected(is_chosen));
    let tip = format!(
        "{}: travel of the ragdoll and length of the take. Click: play. Double-click: rename. Right click: more. {}, {}",
        take.name,
        view.keymap.with_key("Next take", Trigger::NextTake),
        view.keymap.with_key("Previous take", Trigger::PreviousTake),
    );
    let response = response.on_hover_text(tip);
    let name = format!("Take: {}", take.name);
    response.widget_info(|| {
        let kind = egui::WidgetType::Button;
        egui::WidgetInfo::selected(kind, ui.is_enabled(), is_chosen, name.clone())
    });
    note(&response, &name);
    if response.double_clicked() {
        state.renaming = Some((index, take.name.clone()));
    } else if response.clicked() {
        actions.push(Action::PlayTake(index));
    }
    response.context_menu(|ui| {
        note_menu(ui);
        for (label, sign) in [
            ("Play", icon::PLAY),
            ("Compare", icon::COLUMNS),
            ("Rename", icon::PENCIL_SIMPLE),
            ("Delete", icon::TRASH),
        ] {
            let line = ui.button(format!("{sign} {label}"));
            note(&line, &format!("{label} the take"));
            if line.clicked() {
                match label {
                    "Play" => actions.push(Action::PlayTake(index)),
                    "Compare" => actions.push(Action::CompareTake(index)),
                    "Rename" => state.renaming = Some((index, take.name.clone())),
                    _ => actions.push(Action::DeleteTake(index)),
                }
                ui.close_menu();
            }
        }
    });
}

/// The field for the new name of a take.
fn name_ui(ui: &mut Ui, state: &mut State, actions: &mut Vec<Action>) {
    let Some((index, name)) = &mut state.renaming else {
        return;
    };
    let field = TextEdit::singleline(name).desired_width(NAME_WIDTH);
    let response = ui.add(field.id_salt("take name"));
    note(&response, "Name of the take");
    if response.lost_focus() {
        if !ui.input(|input| input.key_pressed(Key::Escape)) {
            actions.push(Action::RenameTake(*index, name.clone()));
        }
        state.renaming = None;
    } else if !response.has_focus() {
        response.request_focus();
    }
}
