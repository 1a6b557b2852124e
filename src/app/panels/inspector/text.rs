//! Names, groups and descriptions.

use super::form::Form;
use crate::app::panels::number_field::{name_label, MIXED};
use crate::app::panels::widgets::{note, text_scale};
use crate::editor::{names, Command, Item};
use crate::scene::Id;
use egui_macroquad::egui::{Id as WidgetId, Key, TextEdit, Ui, WidgetInfo, WidgetType};
use std::collections::BTreeSet;

/// Width of a text at normal text size, points.
const WIDTH: f32 = 184.0;

/// A row with a text; the new one when it has been typed and left. Escape takes it back.
/// Without a value the things differ, which is said until something is typed.
pub(super) fn text_row(
    ui: &mut Ui,
    label: &str,
    tip: &str,
    value: Option<&str>,
    long: bool,
) -> Option<String> {
    let id = WidgetId::new(("inspector text", label));
    let typed: Option<String> = ui.data(|data| data.get_temp(id));
    let old = value.unwrap_or_default();
    let hint = if value.is_none() { MIXED } else { "" };
    let mut text = typed.unwrap_or_else(|| old.to_owned());
    let response = ui
        .horizontal(|ui| {
            name_label(ui, label, false, tip);
            let edit = match long {
                true => TextEdit::multiline(&mut text).desired_rows(3),
                false => TextEdit::singleline(&mut text),
            };
            let edit = edit.hint_text(hint);
            ui.add(edit.id(id).desired_width(WIDTH * text_scale(ui.ctx())))
        })
        .inner
        .on_hover_text(tip);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, ui.is_enabled(), label));
    note(&response, label);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let cancelled = ui.input(|input| input.key_pressed(Key::Escape));
    (response.lost_focus() && !cancelled && text != old).then_some(text)
}

/// Name and group of what is selected.
pub(super) fn identity_ui(ui: &mut Ui, form: &mut Form<'_>) {
    if let Some(item) = form.only() {
        let (id, name) = (item.id(), item.name().to_owned());
        let tip = "Shown in lists; cannot contain / (used for groups)";
        if let Some(short) = text_row(ui, "Name", tip, Some(names::short_name(&name)), false) {
            let full = names::in_group(&short.replace('/', "-"), names::group_of(&name));
            form.step(Command::Rename(id, full));
        }
    }
    let get = |item: &mut Item| Some(names::group_of(item.name()).to_owned());
    let group = form.subject.common("Group", get).same();
    let tip = "Group in the outliner, such as wall/left";
    if let Some(group) = text_row(ui, "Group", tip, group.as_deref(), false) {
        let ids: BTreeSet<Id> = form.subject.items.iter().map(Item::id).collect();
        form.step(Command::SetGroup(ids, group));
    }
}
