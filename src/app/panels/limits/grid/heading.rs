//! The headings of the table, and the lines between its groups.

use super::super::column::Column;
use super::super::sheet::Sort;
use super::super::{State, Table};
use super::layout::Layout;
use super::{note_in_sight, INSET};
use crate::editor::limits::Cell;
use egui_macroquad::egui::{
    pos2, vec2, Align2, Painter, Rect, RichText, Sense, Stroke, TextStyle, Ui, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular as icon;
use std::ops::RangeInclusive;

/// Columns that begin a group after which a line is drawn.
const GROUPS: [Column; 8] = [
    Column::Cell(Cell::Mass),
    Column::Cell(Cell::Inertia(0)),
    Column::Cell(Cell::Min(0)),
    Column::Angle(0),
    Column::Cell(Cell::Max(0)),
    Column::Cell(Cell::Restitution),
    Column::Cell(Cell::Friction),
    Column::Parent,
];

/// A heading that sorts by its column.
pub(super) fn heading(
    ui: &mut Ui,
    layout: &Layout,
    table: &Table<'_>,
    state: &mut State,
    column: Column,
    across: RangeInclusive<f32>,
) {
    let top = layout.window.top();
    let rect = Rect::from_x_y_ranges(across, top..=top + layout.heading());
    let label = format!("Sort by {}", column.name());
    let response = ui.interact(rect, table.focus.with(&label), Sense::CLICK);
    note_in_sight(ui, &response, &label);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, ui.is_enabled(), &label));
    let fill = match response.hovered() {
        true => ui.visuals().widgets.hovered.bg_fill,
        false => ui.visuals().widgets.inactive.bg_fill,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    let response = response.on_hover_ui(|ui| {
        ui.label(column.tip(table.shown));
        let sorts = "Click to sort; a third click restores the order of the figure.";
        ui.label(RichText::new(sorts).weak());
    });
    if response.clicked() {
        state.sort = Sort::after_click(state.sort, column);
    }
}

/// The words of a heading; those of a group reach over its columns.
pub(super) fn heading_words(
    ui: &Ui,
    layout: &Layout,
    table: &Table<'_>,
    sort: Option<Sort>,
    column: Column,
    across: RangeInclusive<f32>,
) {
    let top = layout.window.top();
    let rect = Rect::from_x_y_ranges(across, top..=top + layout.heading());
    let font = TextStyle::Small.resolve(ui.style());
    let (text, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let painter = ui.painter();
    if let Some((group, unit)) = column.group(table.shown) {
        let place = rect.left_top() + vec2(INSET, 4.0);
        let words = painter.text(place, Align2::LEFT_TOP, group, font.clone(), text);
        let place = words.right_top() + vec2(4.0, 0.0);
        painter.text(place, Align2::LEFT_TOP, unit, font.clone(), weak);
    }
    let sign = match sort.filter(|sort| sort.column == column) {
        Some(sort) if sort.falling => icon::CARET_DOWN,
        Some(_) => icon::CARET_UP,
        None => "",
    };
    let words = format!("{sign} {}", column.heading());
    let (place, align) = match column {
        Column::Part | Column::Parent => {
            (rect.left_bottom() + vec2(INSET, -3.0), Align2::LEFT_BOTTOM)
        }
        Column::Angle(_) => (rect.center_bottom() - vec2(0.0, 3.0), Align2::CENTER_BOTTOM),
        _ => (rect.right_bottom() - vec2(INSET, 3.0), Align2::RIGHT_BOTTOM),
    };
    let color = if sign.is_empty() { weak } else { text };
    painter.text(place, align, words.trim(), font, color);
}

/// Hairlines between what stays and what scrolls, and between the groups.
pub(super) fn edges(painter: &Painter, ui: &Ui, layout: &Layout) {
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    let (window, body) = (layout.window, layout.body());
    painter.hline(window.x_range(), body.top(), line);
    painter.vline(body.left(), window.y_range(), line);
    let painter = painter.with_clip_rect(
        Rect::from_min_max(pos2(body.left(), window.top()), window.max)
            .intersect(painter.clip_rect()),
    );
    let faint = Stroke::new(1.0, line.color.gamma_multiply(0.7));
    for column in GROUPS.into_iter().chain([Column::Worst]) {
        painter.vline(layout.column(column).0, window.y_range(), faint);
    }
}
