//! Typing into a cell.

use super::column::{asked, Column};
use super::keys::Way;
use super::{cell_label, State, Table};
use crate::app::action::Action;
use crate::app::panels::widgets::note;
use crate::editor::limits::{Cell, Row};
use crate::editor::read_number;
use crate::scene::range::Plain;
use egui_macroquad::egui::text::{CCursor, CCursorRange};
use egui_macroquad::egui::text_edit::TextEditState;
use egui_macroquad::egui::{
    Align, Area, FontSelection, Frame, Id, Key, Modifiers, Order, Rect, Response, RichText,
    TextEdit, TextStyle, Ui, Vec2, WidgetInfo, WidgetType,
};

/// What is being typed into a cell.
#[derive(Debug, Clone)]
pub(super) struct Typing {
    pub part: &'static str,
    pub cell: Cell,
    text: String,
    /// The text at the beginning, which asks for nothing.
    original: String,
    refusal: Option<String>,
}

/// Begins to type into a cell: over its number if there is a text, else at it.
pub(super) fn begin(
    ui: &Ui,
    table: &Table<'_>,
    row: &Row,
    cell: Cell,
    text: Option<&str>,
    state: &mut State,
) {
    let waiting = state.wanted_inertia(row, table.shown, cell);
    let Some(value) = waiting.or(row.value(cell, table.shown)) else {
        return;
    };
    let original = Plain(value).to_string();
    let typed = text.map_or(original.clone(), str::to_owned);
    let end = CCursor::new(typed.chars().count());
    let from = if text.is_some() { end } else { CCursor::new(0) };
    let mut edit = TextEditState::default();
    edit.cursor
        .set_char_range(Some(CCursorRange::two(from, end)));
    edit.store(ui.ctx(), id(table));
    ui.memory_mut(|memory| memory.request_focus(id(table)));
    state.put_cursor(row.part, Some(cell));
    state.typing = Some(Typing {
        part: row.part,
        cell,
        text: typed,
        original,
        refusal: None,
    });
}

/// The field in which a number is typed.
pub(super) fn id(table: &Table<'_>) -> Id {
    table.focus.with("typing")
}

/// How the typing ends in this frame.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    Cancelled,
    /// Elsewhere was clicked.
    Left,
    /// The cursor goes on.
    On(Way),
}

/// The field in the place of the cell.
pub(super) fn entry_ui(
    ui: &mut Ui,
    rect: Rect,
    table: &Table<'_>,
    row: &Row,
    cell: Cell,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let Some(mut typing) = state.typing.take() else {
        return;
    };
    let way = leaving_key(ui);
    let response = field(ui, rect, table, &mut typing);
    let label = cell_label(row, Column::Cell(cell));
    note(&response, &label);
    response.widget_info(|| WidgetInfo {
        label: Some(label.clone()),
        current_text_value: Some(typing.text.clone()),
        enabled: ui.is_enabled(),
        ..WidgetInfo::new(WidgetType::DragValue)
    });
    if let Some(refusal) = &typing.refusal {
        refusal_ui(ui, rect, refusal);
    }
    let cancelled = ui.input(|input| input.key_pressed(Key::Escape));
    let end = match way {
        _ if cancelled => End::Cancelled,
        Some(way) => End::On(way),
        None if !response.has_focus() => End::Left,
        None => {
            state.typing = Some(typing);
            return;
        }
    };
    finish(ui, table, row, typing, end, state, actions);
}

/// The key that ends the typing, if it was pressed.
fn leaving_key(ui: &Ui) -> Option<Way> {
    let keys = [
        (Modifiers::SHIFT, Key::Tab, Way::Left),
        (Modifiers::NONE, Key::Tab, Way::Right),
        (Modifiers::SHIFT, Key::Enter, Way::Up),
        (Modifiers::NONE, Key::Enter, Way::Down),
        (Modifiers::NONE, Key::ArrowUp, Way::Up),
        (Modifiers::NONE, Key::ArrowDown, Way::Down),
    ];
    ui.input_mut(|input| {
        let mut pressed = keys.into_iter();
        let pressed = pressed.find(|(held, key, _)| input.consume_key(*held, *key));
        pressed.map(|(.., way)| way)
    })
}

fn field(ui: &mut Ui, rect: Rect, table: &Table<'_>, typing: &mut Typing) -> Response {
    let color = match typing.refusal {
        Some(_) => ui.visuals().error_fg_color,
        None => ui.visuals().text_color(),
    };
    let edit = TextEdit::singleline(&mut typing.text)
        .id(id(table))
        .font(FontSelection::Style(TextStyle::Monospace))
        .text_color(color)
        .margin(Vec2::new(4.0, 2.0))
        .horizontal_align(Align::RIGHT)
        .vertical_align(Align::Center)
        .lock_focus(true)
        .min_size(rect.size())
        .desired_width(rect.width());
    // A long expression needs more room than a number.
    let wide = Rect::from_min_size(rect.min, Vec2::new(rect.width().max(72.0), rect.height()));
    let response = ui.put(wide, edit);
    if response.changed() {
        typing.refusal = None;
    }
    response
}

fn refusal_ui(ui: &Ui, rect: Rect, refusal: &str) {
    let place = rect.left_bottom() + Vec2::new(0.0, 4.0);
    let area = Area::new(Id::new("limit refusal"))
        .order(Order::Tooltip)
        .fixed_pos(place)
        .constrain(true)
        .interactable(false);
    area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(240.0);
            let words = RichText::new(refusal).color(ui.visuals().error_fg_color);
            note(&ui.label(words), &format!("Refused: {refusal}"));
        });
    });
}

fn finish(
    ui: &Ui,
    table: &Table<'_>,
    row: &Row,
    mut typing: Typing,
    end: End,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let cell = typing.cell;
    let quantity = asked(cell, table.shown);
    let read = match typing.text == typing.original {
        true => Ok(None),
        false => read_number(&typing.text, &quantity, false).map(Some),
    };
    let way = match end {
        End::On(way) => Some(way),
        End::Left | End::Cancelled => None,
    };
    match read {
        Ok(value) if end != End::Cancelled => {
            let edit = value.and_then(|value| state.take_number(table, row, cell, value));
            actions.extend(edit);
            if let Some(way) = way {
                state.wanted_way = Some(way);
            }
        }
        Err(refusal) if way.is_some() => {
            // The next key mends the text, or Escape gives it up.
            ui.memory_mut(|memory| memory.request_focus(id(table)));
            typing.refusal = Some(refusal);
            state.typing = Some(typing);
            return;
        }
        _ => {}
    }
    if end != End::Left {
        ui.memory_mut(|memory| memory.request_focus(table.focus));
    }
}
