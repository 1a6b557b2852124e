//! A present angle as a bar: where it is between its bounds.

use super::live::Needle;
use crate::app::panels::number_field::short;
use crate::app::panels::widgets::text_scale;
use crate::view::theme::{color32, mark, with_alpha};
use egui_macroquad::egui::{pos2, Align2, Color32, FontId, Painter, Rect, Stroke, Ui};

/// Height of the bar, points.
const BAR: f32 = 8.0;
/// Room for the number, at normal text, points.
const NUMBER: f32 = 30.0;
/// Between the number, the bar and the edge of the cell, points.
const INSET: f32 = 6.0;
/// Room beyond the bounds, as a share of the range and at least so many degrees.
const ROOM: (f64, f64) = (0.15, 6.0);
/// Distance of the hatching lines, points.
const HATCH: f32 = 3.0;

/// Paints the angle as a number beside a bar; a broken bound is hatched and crossed.
pub(super) fn paint(ui: &Ui, painter: &Painter, rect: Rect, needle: Needle, font: FontId) {
    let broken = needle.is_broken();
    let color = match broken {
        true => ui.visuals().error_fg_color,
        false => ui.visuals().text_color(),
    };
    let text = short(needle.angle.round() + 0.0);
    let number = rect.left() + NUMBER * text_scale(ui.ctx());
    let place = pos2(number, rect.center().y);
    painter.text(place, Align2::RIGHT_CENTER, text, font, color);
    let across = number + INSET..=rect.right() - INSET;
    let middle = rect.center().y;
    let bar = Rect::from_x_y_ranges(across, middle - 0.5 * BAR..=middle + 0.5 * BAR);
    paint_bar(ui, painter, bar, needle, broken);
}

fn paint_bar(ui: &Ui, painter: &Painter, bar: Rect, needle: Needle, broken: bool) {
    let room = (ROOM.0 * (needle.max - needle.min)).max(ROOM.1);
    let (low, high) = (needle.min - room, needle.max + room);
    let at = |angle: f64| {
        let share = ((angle - low) / (high - low)).clamp(0.0, 1.0);
        bar.left() + share as f32 * bar.width()
    };
    let (min, max, now) = (at(needle.min), at(needle.max), at(needle.angle));
    painter.rect_filled(bar, 2.0, ui.visuals().extreme_bg_color);
    let within = color32(mark::WITHIN_LIMIT);
    let outside = color32(mark::BROKEN_LIMIT);
    let span = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, bar.y_range());
    let range = span(min - 0.5, max + 0.5);
    painter.rect_filled(range, 1.0, color32(with_alpha(mark::WITHIN_LIMIT, 0.45)));
    for bound in [range.left(), range.right()] {
        painter.vline(bound, bar.y_range(), Stroke::new(1.0, within));
    }
    if !broken {
        let ink = ui.visuals().text_color();
        let reach = bar.expand2([0.0, 1.0].into()).y_range();
        painter.vline(now, reach, Stroke::new(3.0, within));
        painter.vline(now, reach, Stroke::new(1.0, ink));
        return;
    }
    let beyond = match needle.angle < needle.min {
        true => span(now, min),
        false => span(max, now),
    };
    hatch(painter, beyond, outside);
    cross(painter, now, bar, outside);
}

fn hatch(painter: &Painter, rect: Rect, color: Color32) {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let height = rect.height();
    let lines = ((rect.width() + height) / HATCH).ceil() as usize;
    for line in 0..=lines {
        let x = rect.left() - height + line as f32 * HATCH;
        let ends = [pos2(x, rect.bottom()), pos2(x + height, rect.top())];
        painter.line_segment(ends, Stroke::new(1.0, color));
    }
}

fn cross(painter: &Painter, x: f32, bar: Rect, color: Color32) {
    let arm = 0.5 * BAR + 0.5;
    let middle = pos2(x, bar.center().y);
    for slope in [-1.0, 1.0] {
        let way = arm * egui_macroquad::egui::vec2(1.0, slope);
        painter.line_segment([middle - way, middle + way], Stroke::new(2.0, color));
    }
}
