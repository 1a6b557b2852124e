//! The table on screen: headings and body parts stay in sight while the rest scrolls.

mod heading;
mod layout;

use heading::{edges, heading, heading_words};
use layout::{angle_width, Layout, HEADING, ROW};

use super::column::{self, Column, COLUMNS};
use super::entry;
use super::menu;
use super::needle;
use super::{cell_label, State, Table};
use crate::app::action::Action;
use crate::app::action::BROKEN_DEG;
use crate::app::panels::widgets::{dressed, note, text_scale};
use crate::editor::limits::{Cell, Row};
use crate::scene::range::Plain;
use crate::view::theme::{color32, with_alpha};
use egui_macroquad::egui::scroll_area::ScrollBarVisibility;
use egui_macroquad::egui::style::ScrollAnimation;
use egui_macroquad::egui::{
    pos2, vec2, Align2, Color32, FontId, Id, Painter, Rect, Response, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, TextStyle, Ui, UiBuilder, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as icon;

/// From the edge of a cell to its text, points.
const INSET: f32 = 6.0;

/// Draws the rows in this order.
pub(super) fn grid_ui(
    ui: &mut Ui,
    table: &Table<'_>,
    order: &[usize],
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let scale = text_scale(ui.ctx());
    let row_height = ROW * scale;
    let bar = ui.spacing().scroll.bar_width + ui.spacing().scroll.bar_outer_margin;
    let angle = angle_width((ui.available_width() - bar) / scale);
    let width: f32 = COLUMNS.iter().map(|column| column.width(angle)).sum();
    let size = vec2(
        (Column::Part.width(angle) + width) * scale,
        HEADING * scale + order.len() as f32 * row_height,
    );
    ScrollArea::both()
        .auto_shrink(false)
        .drag_to_scroll(false)
        .scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded)
        .show_viewport(ui, |ui, viewport| {
            let whole = ui.allocate_space(size).1;
            let layout = Layout {
                origin: whole.min,
                window: Rect::from_min_size(whole.min + viewport.min.to_vec2(), viewport.size()),
                row_height,
                scale,
                angle,
            };
            follow(ui, &layout, table, order, state);
            let mut part = |clip: Rect, draw: &mut dyn FnMut(&mut Ui)| {
                let mut ui = ui.new_child(UiBuilder::new().max_rect(layout.window));
                ui.set_clip_rect(clip.intersect(ui.clip_rect()));
                draw(&mut ui);
            };
            let (window, body) = (layout.window, layout.body());
            let left = Rect::from_min_max(pos2(window.left(), body.top()), body.left_bottom());
            let over = Rect::from_min_max(pos2(body.left(), window.top()), body.right_top());
            let corner = Rect::from_min_max(window.min, body.min);
            part(body, &mut |ui| {
                grounds(ui, &layout, table, order);
                cells(ui, &layout, table, order, state, actions);
            });
            part(left, &mut |ui| {
                grounds(ui, &layout, table, order);
                names(ui, &layout, table, order, state, actions);
            });
            part(over, &mut |ui| {
                for column in COLUMNS {
                    let (left, right) = layout.column(column);
                    heading(ui, &layout, table, state, column, left..=right);
                }
                for column in COLUMNS {
                    let (left, right) = layout.column(column);
                    heading_words(ui, &layout, table, state.sort, column, left..=right);
                }
            });
            part(corner, &mut |ui| {
                let range = window.left()..=window.left() + layout.frozen();
                heading(ui, &layout, table, state, Column::Part, range.clone());
                heading_words(ui, &layout, table, state.sort, Column::Part, range);
            });
            edges(ui.painter(), ui, &layout);
        });
}

/// Brings what is wanted into sight.
fn follow(ui: &Ui, layout: &Layout, table: &Table<'_>, order: &[usize], state: &mut State) {
    let Some(wanted) = state.wanted.take() else {
        return;
    };
    let line_of = |part: &str| {
        let rows = &table.sheet.rows;
        let is_it = |row: &Row| row.part == part;
        order
            .iter()
            .position(|&row| rows.get(row).is_some_and(is_it))
    };
    let (Some(line), body) = (line_of(wanted.part), layout.body()) else {
        return;
    };
    let mut rect = match wanted.cell {
        Some(cell) => layout.cell(line, Column::Cell(cell)),
        None => Rect::from_x_y_ranges(body.x_range(), layout.cell(line, Column::Worst).y_range()),
    };
    // What stays in sight covers what lies under it.
    rect.min -= vec2(layout.frozen(), layout.heading());
    if wanted.cell.is_none() {
        rect.min.x = layout.window.left();
    }
    ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
}

/// The grounds of the rows: the row of the limb stands out.
fn grounds(ui: &Ui, layout: &Layout, table: &Table<'_>, order: &[usize]) {
    let accent = dressed(ui).accent;
    for (line, &row) in order.iter().enumerate() {
        let (top, bottom) = layout.rows(line);
        let rect = Rect::from_x_y_ranges(layout.window.x_range(), top..=bottom);
        let row = table.sheet.rows.get(row);
        if row.is_some_and(|row| table.is_looked_at(row)) {
            ui.painter()
                .rect_filled(rect, 0.0, color32(with_alpha(accent, 0.22)));
            let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
            ui.painter().rect_filled(bar, 0.0, color32(accent));
        } else if line % 2 == 1 {
            ui.painter()
                .rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
        }
    }
}

fn cells(
    ui: &mut Ui,
    layout: &Layout,
    table: &Table<'_>,
    order: &[usize],
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let in_sight = ui.clip_rect();
    let mut typed_cell = None;
    for (line, &index) in order.iter().enumerate() {
        let Some(row) = table.sheet.rows.get(index) else {
            continue;
        };
        let typed = state.types_in_row(row.part);
        let (top, bottom) = layout.rows(line);
        if !typed && (bottom < in_sight.top() || top > in_sight.bottom()) {
            continue;
        }
        for column in COLUMNS {
            let rect = layout.cell(line, column);
            match column {
                Column::Cell(cell) if state.types_in(row.part, cell) => {
                    typed_cell = Some((rect, row, cell));
                }
                Column::Cell(cell) => number_cell(ui, rect, table, row, cell, state, actions),
                _ => told_cell(ui, rect, table, row, index, column, state, actions),
            }
        }
    }
    // Over its neighbours: what is typed may be longer than a number.
    if let Some((rect, row, cell)) = typed_cell {
        entry::entry_ui(ui, rect, table, row, cell, state, actions);
    }
}

/// A cell that only tells something; a click looks at the limb.
#[allow(clippy::too_many_arguments)] // What every cell is drawn from.
fn told_cell(
    ui: &mut Ui,
    rect: Rect,
    table: &Table<'_>,
    row: &Row,
    index: usize,
    column: Column,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let painter = ui.painter().clone();
    let middle = rect.left_center() + vec2(INSET, 0.0);
    let weak = quiet(ui, table, row);
    let present = state.live.present.get(index).copied().flatten();
    let broken_off = row.in_force.broken_off;
    let label = cell_label(row, column);
    let mut tip = String::new();
    match (column, present) {
        (Column::Parent, _) => {
            let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
            let font = TextStyle::Body.resolve(ui.style());
            let parent = &row.parent_title;
            let (text, color) = match broken_off {
                true => {
                    tip = format!("{}: broken off from {parent}; no limits apply", row.title);
                    let error = ui.visuals().error_fg_color;
                    (format!("{} {parent}", icon::LINK_BREAK), error)
                }
                false => (parent.clone(), weak),
            };
            painter.text(middle, Align2::LEFT_CENTER, text, font, color);
        }
        (Column::Angle(_) | Column::Worst, _) if broken_off => {}
        (Column::Angle(axis), Some(present)) => {
            let needle = present.needle(axis, table.shown);
            needle::paint(ui, &painter, rect, needle, small_number(ui));
            tip = needle_tip(row, needle);
        }
        (Column::Worst, Some(_)) => {
            tip = format!("{}: largest limit violation in this run", row.title);
            let worst = state.live.worst.get(index).copied().unwrap_or(0.0);
            paint_worst(ui, &painter, rect, (worst, weak));
        }
        _ => {}
    }
    let response = interact(ui, rect, &label, row);
    if !tip.is_empty() {
        response.clone().on_hover_text(tip);
    }
    show_limb(table, row, &response, state, actions);
}

fn needle_tip(row: &Row, needle: super::live::Needle) -> String {
    let degrees = |value: f64| format!("{:.1}°", value + 0.0);
    let range = format!("{} to {}", degrees(needle.min), degrees(needle.max));
    let now = format!(
        "{}: {} now, range {range}",
        row.title,
        degrees(needle.angle)
    );
    match needle.is_broken() {
        true => format!("{now}\nExceeded by {}", degrees(needle.beyond())),
        false => now,
    }
}

/// The colour of what is told quietly; on the ground of the row that stands out it would be
/// lost.
fn quiet(ui: &Ui, table: &Table<'_>, row: &Row) -> Color32 {
    match table.is_looked_at(row) {
        true => ui.visuals().text_color(),
        false => ui.visuals().weak_text_color(),
    }
}

fn paint_worst(ui: &Ui, painter: &Painter, rect: Rect, (worst, quiet): (f64, Color32)) {
    let broken = worst > BROKEN_DEG;
    let (text, color) = match broken {
        true => (
            format!("{} {worst:.1}", icon::X),
            ui.visuals().error_fg_color,
        ),
        false => (format!("{worst:.1}"), quiet),
    };
    let end = rect.right_center() - vec2(INSET, 0.0);
    painter.text(end, Align2::RIGHT_CENTER, text, number(ui), color);
}

fn number_cell(
    ui: &mut Ui,
    rect: Rect,
    table: &Table<'_>,
    row: &Row,
    cell: Cell,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let label = cell_label(row, Column::Cell(cell));
    let value = row.value(cell, table.shown);
    let response = interact(ui, rect, &label, row);
    let Some(value) = value else {
        return show_limb(table, row, &response, state, actions);
    };
    response.widget_info(|| WidgetInfo {
        label: Some(label.clone()),
        current_text_value: Some(Plain(value).to_string()),
        enabled: ui.is_enabled(),
        ..WidgetInfo::new(WidgetType::DragValue)
    });
    let printed = row.printed_value(cell, table.shown);
    let printed = printed.filter(|_| row.differs(cell, table.shown));
    let has_cursor = state.is_at(row.part, cell) && ui.memory(|m| m.has_focus(table.focus));
    // What is zero is told more quietly: the eye finds the rest.
    let color = match value == 0.0 && printed.is_none() {
        true => quiet(ui, table, row),
        false => ui.visuals().text_color(),
    };
    let waiting = state.wanted_inertia(row, table.shown, cell);
    let number = match waiting {
        Some(wanted) => (column::text(cell, wanted), ui.visuals().error_fg_color),
        None => (column::text(cell, value), color),
    };
    paint_number(ui, rect, number, printed.is_some(), &response, has_cursor);
    let response = match waiting {
        Some(_) => response.on_hover_text(
            "Not set yet: one moment of inertia would be larger than the sum of the two others. \
             Type the others, or Delete to give it up.",
        ),
        None => response.on_hover_ui(|ui| cell_tip(ui, table, row, cell, value, printed)),
    };
    if response.clicked() || response.secondary_clicked() {
        state.put_cursor(row.part, Some(cell));
        ui.memory_mut(|memory| memory.request_focus(table.focus));
    }
    if response.double_clicked() {
        entry::begin(ui, table, row, cell, None, state);
    }
    show_limb(table, row, &response, state, actions);
    response.context_menu(|ui| menu::menu_ui(ui, table, row, Some(cell), actions));
}

fn cell_tip(ui: &mut Ui, table: &Table<'_>, row: &Row, cell: Cell, value: f64, print: Option<f64>) {
    let unit = cell.unit(table.shown);
    let column = Column::Cell(cell);
    ui.label(format!(
        "{} {}",
        cell_label(row, column),
        with_unit(value, unit)
    ));
    if let Some(printed) = print {
        ui.label(format!("• printed: {}", with_unit(printed, unit)));
    }
    ui.label(RichText::new(column.tip(table.shown)).weak());
    let keys = "Type or press Enter to edit, Delete to restore the printed value.";
    ui.label(RichText::new(keys).weak());
}

fn with_unit(value: f64, unit: &str) -> String {
    let space = if unit.is_empty() || unit == "°" {
        ""
    } else {
        " "
    };
    format!("{}{space}{unit}", Plain(value))
}

/// Width of the mark of a number that is not the printed one, points.
const BAR: f32 = 2.5;

fn paint_number(
    ui: &Ui,
    rect: Rect,
    (text, color): (String, Color32),
    differs: bool,
    response: &Response,
    has_cursor: bool,
) {
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let accent = ui.visuals().hyperlink_color;
    let inner = rect.shrink(1.0);
    if response.hovered() {
        painter.rect_filled(inner, 3.0, ui.visuals().widgets.hovered.bg_fill);
    }
    if differs {
        // At the edge, where no sign and no digit is.
        let bar = Rect::from_min_size(inner.min, vec2(BAR, inner.height()));
        painter.rect_filled(bar, 0.0, accent);
    }
    let room = rect.width() - INSET - BAR - 2.0;
    let mut galley = painter.layout_no_wrap(text.clone(), number(ui), color);
    if galley.size().x > room {
        let font = FontId::monospace(number(ui).size * room / galley.size().x);
        galley = painter.layout_no_wrap(text, font, color);
    }
    let place = rect.right_center() - vec2(INSET + galley.size().x, 0.5 * galley.size().y);
    painter.galley(place, galley, color);
    if has_cursor {
        painter.rect_stroke(inner, 3.0, Stroke::new(2.0, accent), StrokeKind::Inside);
    }
}

fn names(
    ui: &mut Ui,
    layout: &Layout,
    table: &Table<'_>,
    order: &[usize],
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    for (line, &index) in order.iter().enumerate() {
        let Some(row) = table.sheet.rows.get(index) else {
            continue;
        };
        let (top, bottom) = layout.rows(line);
        let left = layout.window.left();
        let rect = Rect::from_x_y_ranges(left..=left + layout.frozen(), top..=bottom);
        if !ui.is_rect_visible(rect) {
            continue;
        }
        let response = interact(ui, rect, &row.title, row);
        let font = TextStyle::Body.resolve(ui.style());
        let place = rect.left_center() + vec2(8.0, 0.0);
        let color = match response.hovered() {
            true => ui.visuals().hyperlink_color,
            false => ui.visuals().text_color(),
        };
        ui.painter()
            .text(place, Align2::LEFT_CENTER, &row.title, font, color);
        let looked_at = table.is_looked_at(row);
        let enabled = ui.is_enabled();
        response.widget_info(|| {
            WidgetInfo::selected(WidgetType::SelectableLabel, enabled, looked_at, &row.title)
        });
        let response = response.on_hover_text(format!(
            "{}\nClick to show its joint on the stage",
            row.part
        ));
        show_limb(table, row, &response, state, actions);
        response.context_menu(|ui| menu::menu_ui(ui, table, row, None, actions));
    }
}

/// Looks at the limb of a row that was clicked.
fn show_limb(
    table: &Table<'_>,
    row: &Row,
    response: &Response,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    if response.clicked() && !table.is_looked_at(row) {
        let limb = table.limb(row);
        // It is in sight already.
        state.followed = Some(limb.clone());
        actions.push(Action::ShowLimb(Some(limb)));
    }
}

/// A cell that can be clicked, but that the keys reach through the cursor alone.
fn interact(ui: &Ui, rect: Rect, label: &str, row: &Row) -> Response {
    let id = Id::new("limit cell").with((row.part, label));
    let response = ui.interact(rect, id, Sense::CLICK);
    note_in_sight(ui, &response, label);
    response
}

/// Notes what can be clicked now.
fn note_in_sight(ui: &Ui, response: &Response, label: &str) {
    if ui.clip_rect().contains(response.rect.center()) {
        note(response, label);
    }
}

fn number(ui: &Ui) -> FontId {
    let size = TextStyle::Monospace.resolve(ui.style()).size;
    FontId::monospace(0.92 * size)
}

fn small_number(ui: &Ui) -> FontId {
    FontId::monospace(TextStyle::Small.resolve(ui.style()).size)
}
