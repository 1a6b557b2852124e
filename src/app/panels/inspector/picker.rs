//! A list to pick a thing from, however many there are.

use crate::app::panels::number_field::name_label;
use crate::app::panels::widgets::{note, text_scale};
use crate::editor::Item;
use crate::scene::{Id, Scene};
use egui_macroquad::egui::{ComboBox, Id as WidgetId, PopupCloseBehavior, TextEdit, Ui};

/// Most lines that a list shows at once; typing finds the others.
const MOST_LINES: usize = 50;
/// Width at normal text, points.
const WIDTH: f32 = 150.0;

/// A row with a name and a list that opens, in which a text finds what contains it.
/// What can be picked is asked for only while the list is open.
pub(super) fn picker_row<T>(
    ui: &mut Ui,
    label: &str,
    tip: &str,
    current: &str,
    candidates: impl FnOnce() -> Vec<(T, String)>,
) -> Option<T> {
    let mut picked = None;
    ui.horizontal(|ui| {
        name_label(ui, label, false, tip);
        let list = ComboBox::from_id_salt(label)
            .selected_text(current)
            .width(WIDTH * text_scale(ui.ctx()))
            .truncate()
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show_ui(ui, |ui| {
                picked = lines(ui, label, candidates());
                if picked.is_some() {
                    ui.memory_mut(|memory| memory.close_popup());
                }
            });
        note(&list.response.on_hover_text(tip), label);
    });
    picked
}

fn lines<T>(ui: &mut Ui, label: &str, candidates: Vec<(T, String)>) -> Option<T> {
    let id = WidgetId::new(("picker", label));
    let mut filter: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if candidates.len() > MOST_LINES {
        ui.add(TextEdit::singleline(&mut filter).hint_text("Find by name"));
        ui.data_mut(|data| data.insert_temp(id, filter.clone()));
    } else {
        filter.clear();
    }
    let wanted = filter.to_lowercase();
    let found = |title: &String| title.to_lowercase().contains(&wanted);
    let mut picked = None;
    let mut shown = 0;
    for (value, title) in candidates.into_iter().filter(|(_, title)| found(title)) {
        shown += 1;
        if shown > MOST_LINES {
            continue;
        }
        let response = ui.selectable_label(false, &title);
        note(&response, &format!("{label}: {title}"));
        if response.clicked() {
            picked = Some(value);
        }
    }
    if shown > MOST_LINES {
        ui.weak(format!("{} more; type to search", shown - MOST_LINES));
    }
    picked
}

/// What a person calls the thing with this id.
pub(super) fn title_of(scene: &Scene, id: Id) -> String {
    Item::find(scene, id).map_or_else(|| format!("missing ({id})"), |item| item.title())
}

/// Kind and number where there is no name.
pub(in crate::app::panels) fn titled(word: &str, id: Id, name: &str) -> (Id, String) {
    let title = match name {
        "" => format!("{word} {id}"),
        name => name.to_owned(),
    };
    (id, title)
}
