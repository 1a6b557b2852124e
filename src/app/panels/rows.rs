//! Long lists of rows of one height, of which only those in sight are laid out.

use super::widgets::note;
use crate::editor::Selection;
use crate::scene::Id;
use egui_macroquad::egui::{
    Align, Button, CursorIcon, Label, Layout, Rect, Response, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, TextStyle, Ui, UiBuilder, WidgetInfo, WidgetType,
};
use std::hash::Hash;

/// Where a long list is scrolled to.
#[derive(Debug)]
pub(super) struct LongList {
    /// The part of the window that shows rows, points.
    view: Rect,
    /// From the top of the first row to the top of that part, points.
    offset: f32,
    row_height: f32,
    wanted: Option<usize>,
}

impl Default for LongList {
    fn default() -> LongList {
        LongList {
            view: Rect::ZERO,
            offset: 0.0,
            row_height: 1.0,
            wanted: None,
        }
    }
}

impl LongList {
    /// Brings a row into sight, if it is not, with the next layout.
    pub(super) fn show_row(&mut self, row: usize) {
        self.wanted = Some(row);
    }

    /// Lays out the rows in sight, each by `row_ui`.
    pub(super) fn ui(&mut self, ui: &mut Ui, count: usize, mut row_ui: impl FnMut(&mut Ui, usize)) {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            self.row_height = row_height(ui);
            let mut area = ScrollArea::vertical().auto_shrink(false);
            if let Some(offset) = self.offset_to_wanted(ui.available_height()) {
                area = area.vertical_scroll_offset(offset);
            }
            let shown = area.show_rows(ui, self.row_height, count, |ui, rows| {
                for row in rows {
                    row_ui(ui, row);
                }
            });
            self.view = shown.inner_rect;
            self.offset = shown.state.offset.y;
        });
    }

    /// Where to scroll to so that the wanted row is in the middle; none if it is in
    /// sight.
    fn offset_to_wanted(&mut self, height: f32) -> Option<f32> {
        let top = self.wanted.take()? as f32 * self.row_height;
        let in_sight = top >= self.offset && top + self.row_height <= self.offset + height;
        (!in_sight).then(|| (top - 0.5 * (height - self.row_height)).max(0.0))
    }

    /// The part of the window that shows rows, points.
    pub(super) fn view(&self) -> Rect {
        self.view
    }

    /// The row at a height in the window, points; at most one beyond those in sight.
    pub(super) fn row_at(&self, y: f32) -> usize {
        let reach = self.view.expand2([0.0, self.row_height].into());
        let y = y.clamp(reach.top(), reach.bottom());
        let from_first = y - self.view.top() + self.offset;
        (from_first / self.row_height).max(0.0) as usize
    }
}

/// Height of a row, points.
fn row_height(ui: &Ui) -> f32 {
    ui.spacing().interact_size.y
}

/// A row that can be clicked, named for tests and screen readers; `content` is put
/// over it.
pub(super) fn row_ui(
    ui: &mut Ui,
    salt: impl Hash,
    label: &str,
    selected: bool,
    content: impl FnOnce(&mut Ui),
) -> Response {
    let size = [ui.available_width(), row_height(ui)];
    let (_, rect) = ui.allocate_space(size.into());
    // The same thing keeps its identity wherever its row goes.
    let id = ui.make_persistent_id(salt);
    let response = ui.interact(rect, id, Sense::click());
    paint_ground(ui, rect, &response, selected);
    let layout = Layout::left_to_right(Align::Center);
    let inside = UiBuilder::new().max_rect(rect.shrink2([4.0, 0.0].into()));
    let mut inside = ui.new_child(inside.layout(layout));
    inside.set_clip_rect(rect.intersect(ui.clip_rect()));
    if selected {
        // Weak text is a mixture of text and ground.
        let visuals = inside.visuals_mut();
        visuals.widgets.noninteractive.weak_bg_fill = visuals.selection.bg_fill;
    }
    content(&mut inside);
    let enabled = ui.is_enabled();
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::SelectableLabel, enabled, selected, label)
    });
    note(&response, label);
    response
}

fn paint_ground(ui: &Ui, rect: Rect, response: &Response, selected: bool) {
    let visuals = ui.visuals();
    let fill = match (selected, response.hovered()) {
        (true, _) => Some(visuals.selection.bg_fill),
        (false, true) => Some(visuals.faint_bg_color),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    if response.has_focus() {
        let line = Stroke::new(1.0, visuals.hyperlink_color);
        let inside = StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 4.0, line, inside);
    }
}

/// Puts something at the right end of a row and something into what that leaves.
pub(super) fn ends(ui: &mut Ui, right: impl FnOnce(&mut Ui), left: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        right(ui);
        ui.with_layout(Layout::left_to_right(Align::Center), left);
    });
}

/// Text of a row, cut where the row ends.
pub(super) fn text(ui: &mut Ui, text: impl Into<RichText>) -> Response {
    let label = Label::new(text.into()).truncate().selectable(false);
    ui.add(label)
}

/// Text that stands out.
pub(super) fn heading(words: &str) -> RichText {
    RichText::new(words).text_style(TextStyle::Heading)
}

/// A button of a row that shows a sign alone; true when clicked.
pub(super) fn icon_button(ui: &mut Ui, icon: &str, name: &str, tip: &str) -> bool {
    let button = Button::new(icon).frame(false);
    let response = ui.add(button).on_hover_text(tip);
    name_icon(&response, name, ui.is_enabled());
    response.clicked()
}

/// The sign by which a row is dragged.
pub(super) fn drag_handle(ui: &mut Ui, name: &str, tip: &str) -> Response {
    let sign = RichText::new(egui_phosphor::regular::DOTS_SIX_VERTICAL).weak();
    let handle = Label::new(sign).selectable(false).sense(Sense::drag());
    let response = ui.add(handle).on_hover_cursor(CursorIcon::Grab);
    let response = response.on_hover_text(tip);
    name_icon(&response, name, ui.is_enabled());
    response
}

fn name_icon(response: &Response, name: &str, enabled: bool) {
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
    note(response, name);
}

/// The selection after a click on a thing: with Ctrl it is added or taken out, with
/// Shift all from the active thing to it is selected, as `between` lists it.
pub(super) fn after_click(
    ui: &Ui,
    current: &Selection,
    clicked: Id,
    between: impl FnOnce(Id) -> Vec<Id>,
) -> Selection {
    let modifiers = ui.input(|input| input.modifiers);
    let mut selection = Selection::of([clicked]);
    match current.active() {
        _ if modifiers.command => {
            selection = current.clone();
            selection.toggle(clicked);
        }
        Some(active) if modifiers.shift => {
            let between = between(active);
            // The active one stays, so that the next range begins there too.
            let last = between.contains(&active).then_some(active);
            selection = Selection::of(between.into_iter().chain([clicked]).chain(last));
        }
        _ => {}
    }
    selection
}
