//! Where the cells of the table are.

use super::super::column::{Column, COLUMNS};
use crate::editor::limits::Cell;
use egui_macroquad::egui::{pos2, vec2, Pos2, Rect};

/// Height of the headings at normal text, points.
pub(super) const HEADING: f32 = 36.0;

/// Height of a row at normal text, points: twelve of them fit in a small window.
pub(super) const ROW: f32 = 20.0;

/// Least and usual width of the present angle, at normal text, points.
const ANGLE: (f32, f32) = (56.0, 78.0);

/// Width of the present angles, at normal text, points: in a narrow window they make room for
/// the limits, masses and inertia. `room`: width of the window, at normal text, points.
pub(super) fn angle_width(room: f32) -> f32 {
    let before = COLUMNS.iter().take_while(|column| {
        // What comes behind may be scrolled to.
        **column != Column::Cell(Cell::Restitution)
    });
    let others: f32 = before.map(|column| column.width(0.0)).sum();
    let left = room - Column::Part.width(0.0) - others;
    (left / 3.0).clamp(ANGLE.0, ANGLE.1)
}

/// Where everything is, points.
pub(super) struct Layout {
    /// Top left of the whole table, which may be scrolled out of sight.
    pub(super) origin: Pos2,
    /// The part of the screen that shows it.
    pub(super) window: Rect,
    pub(super) row_height: f32,
    pub(super) scale: f32,
    /// Width of the present angles at normal text.
    pub(super) angle: f32,
}

impl Layout {
    pub(super) fn heading(&self) -> f32 {
        HEADING * self.scale
    }

    pub(super) fn frozen(&self) -> f32 {
        Column::Part.width(self.angle) * self.scale
    }

    /// The part of the window in which cells scroll.
    pub(super) fn body(&self) -> Rect {
        let min = self.window.min + vec2(self.frozen(), self.heading());
        Rect::from_min_max(min.min(self.window.max), self.window.max)
    }

    pub(super) fn rows(&self, line: usize) -> (f32, f32) {
        let top = self.origin.y + self.heading() + line as f32 * self.row_height;
        (top, top + self.row_height)
    }

    pub(super) fn column(&self, wanted: Column) -> (f32, f32) {
        let before = COLUMNS.iter().take_while(|column| **column != wanted);
        let left: f32 = before.map(|column| column.width(self.angle)).sum();
        let left = self.origin.x + self.frozen() + left * self.scale;
        (left, left + wanted.width(self.angle) * self.scale)
    }

    pub(super) fn cell(&self, line: usize, column: Column) -> Rect {
        let ((top, bottom), (left, right)) = (self.rows(line), self.column(column));
        Rect::from_min_max(pos2(left, top), pos2(right, bottom))
    }
}
