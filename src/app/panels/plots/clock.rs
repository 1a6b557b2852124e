//! The one clock of all plots: the present, the moment under the pointer, and what
//! happened when.

use super::canvas::{ink, style_of, to_egui};
use super::{AppView, Drawn};
use crate::app::panels::widgets::{dressed, text_scale};
use crate::app::panels::{draw_event, event_name};
use crate::lab::spread::short;
use crate::lab::{Event, EventKind};
use crate::view::theme::{color32, with_alpha, PanelColors};
use egui_macroquad::egui::{
    pos2, vec2, Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, Ui,
};
use std::sync::Arc;

/// A mark that is not farther from the pointer than this is meant, points.
const NEAR: f64 = 5.0;
/// Marks that are nearer to each other than this are drawn as one, points.
const SAME_PLACE: f64 = 3.0;
/// From the frame to the numbers of the time axis, points: the length of a tick.
const BELOW_TICK: f32 = 5.0;
/// From an edge of a plot to what is written in it, points.
const INSET: f32 = 6.0;

/// The moments that are marked in all plots.
pub struct Clock {
    /// The step under the pointer.
    pub pointed: Option<u64>,
    /// What happened there.
    pub tip: Option<String>,
}

impl Clock {
    /// The clock with the pointer where it is over one of the plots.
    pub fn of(view: &AppView<'_>, drawn: &[Drawn]) -> Clock {
        let pointed = drawn.iter().find_map(|plot| {
            let held = plot.response.interact_pointer_pos();
            let at = held.or(plot.response.hover_pos())?;
            step_at(view, plot, f64::from(at.x))
        });
        let happened = |event: &&Event| Some(event.step) == pointed;
        let events = view.timeline().events.iter().filter(happened);
        let names: Vec<&str> = events.map(|event| event_name(event.kind)).collect();
        let time_s = pointed.map(|step| view.timeline().time_s(step));
        let tip = time_s.map(|time| format!("{time:.3} s: {}", names.join(", ")));
        Clock {
            tip: tip.filter(|_| !names.is_empty()),
            pointed,
        }
    }

    /// Draws marks, cursors and values over the plots.
    pub fn draw(&self, ui: &Ui, view: &AppView<'_>, drawn: &[Drawn]) {
        let colors = dressed(ui);
        let now = view.timeline().now;
        let read = self.pointed.unwrap_or(now);
        for (place, plot) in drawn.iter().enumerate() {
            let painter = ui.painter_at(plot.response.rect);
            let inside = to_egui(plot.frame.inside);
            let cursor = |step: u64, stroke: Stroke| {
                if let Some(x) = across(view, plot, step) {
                    painter.vline(x as f32, inside.y_range(), stroke);
                }
            };
            let is_last = place + 1 == drawn.len();
            draw_events(&painter, view, plot, (colors, is_last));
            cursor(now, Stroke::new(1.5, color32(colors.accent)));
            if let Some(step) = self.pointed {
                cursor(step, Stroke::new(1.0, color32(colors.text)));
            }
            let writing = Writing {
                painter: &painter,
                font: FontId::proportional(11.0 * text_scale(ui.ctx())),
                ground: color32(with_alpha(colors.ground, 0.8)),
            };
            let title = format!("{}, {}", plot.shown.title(), plot.shown.unit());
            let mut head = vec![(title, color32(colors.text))];
            head.extend(values(ui, view, plot, read));
            writing.row(inside.left_top() - vec2(0.0, 1.0), &head);
            if is_last {
                // In the line of the numbers, where those of the other axis end.
                let letters = style_of(ui).letters as f32;
                let corner = inside.left_bottom() + vec2(-2.0, BELOW_TICK + 0.8 * letters);
                let weak = color32(colors.text_weak);
                writing.text(corner, Align2::RIGHT_CENTER, "time, s", weak);
            }
            if let (Some(step), 0) = (self.pointed, place) {
                self.draw_time(&writing, view, plot, step, color32(colors.text));
            }
        }
    }

    /// The time beside the cursor, on the side where there is room.
    fn draw_time(
        &self,
        writing: &Writing<'_>,
        view: &AppView<'_>,
        plot: &Drawn,
        step: u64,
        color: Color32,
    ) {
        let inside = to_egui(plot.frame.inside);
        let Some(x) = across(view, plot, step) else {
            return;
        };
        let is_left = (x as f32) < inside.center().x;
        let (align, away) = match is_left {
            true => (Align2::LEFT_BOTTOM, INSET),
            false => (Align2::RIGHT_BOTTOM, -INSET),
        };
        let at = pos2(x as f32 + away, inside.bottom() - INSET);
        let text = format!("{:.3} s", view.timeline().time_s(step));
        writing.text(at, align, &text, color);
    }
}

/// Letters on a plate that keeps them legible over lines.
struct Writing<'a> {
    painter: &'a Painter,
    font: FontId,
    ground: Color32,
}

impl Writing<'_> {
    fn text(&self, at: Pos2, align: Align2, text: &str, color: Color32) {
        let galley = self.galley(text, color);
        self.put(align.anchor_size(at, galley.size()), galley);
    }

    fn galley(&self, text: &str, color: Color32) -> Arc<Galley> {
        (self.painter).layout_no_wrap(text.into(), self.font.clone(), color)
    }

    fn put(&self, rect: Rect, galley: Arc<Galley>) {
        let plate = rect.expand2(vec2(3.0, 1.0));
        self.painter
            .rect_filled(plate, CornerRadius::same(2), self.ground);
        self.painter.galley(rect.min, galley, Color32::PLACEHOLDER);
    }

    /// Texts behind each other above a place, each in its colour.
    fn row(&self, corner: Pos2, texts: &[(String, Color32)]) {
        let mut corner = corner;
        for (text, color) in texts {
            let galley = self.galley(text, *color);
            let rect = Align2::LEFT_BOTTOM.anchor_size(corner, galley.size());
            corner.x = rect.right() + 2.0 * INSET;
            self.put(rect, galley);
        }
    }
}

/// The value of each run at a step of the leading one.
fn values(ui: &Ui, view: &AppView<'_>, plot: &Drawn, step: u64) -> Vec<(String, Color32)> {
    let style = style_of(ui);
    let Some(sample) = view.telemetry().sample(step) else {
        return Vec::new();
    };
    let runs = 1 + view
        .comparison()
        .map_or(0, |comparison| comparison.sides().len());
    let value = |run: usize| {
        let value = plot.shown.value(view, run, step, sample.time_s)?;
        let text = format!("{} {}", short(value), plot.shown.unit());
        Some((text, ink(*style.series.get(run)?)))
    };
    (0..runs).filter_map(value).collect()
}

/// Where a step is in a plot; `None` where it is not shown.
fn across(view: &AppView<'_>, plot: &Drawn, step: u64) -> Option<f64> {
    let sample = view.telemetry().sample(step)?;
    let inside = plot.frame.inside;
    let x = plot.frame.across(sample.time_s)?;
    (inside.left - 0.5..=inside.left + inside.width + 0.5)
        .contains(&x)
        .then_some(x)
}

/// The step that is meant at a place: that of an event nearby, else the nearest that was
/// measured.
fn step_at(view: &AppView<'_>, plot: &Drawn, x: f64) -> Option<u64> {
    let near = view.timeline().events.iter().filter_map(|event| {
        let distance = (across(view, plot, event.step)? - x).abs();
        (distance <= NEAR).then_some((distance, event.step))
    });
    let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, step)) = nearest {
        return Some(step);
    }
    let [time_s, _] = plot.frame.values([x, 0.0]);
    let samples = view.telemetry().samples();
    let after = samples.partition_point(|sample| sample.time_s < time_s);
    let before = after.saturating_sub(1);
    let distance = |place: usize| Some((samples.get(place)?.time_s - time_s).abs());
    let is_before = distance(after).is_none_or(|after| distance(before).is_some_and(|b| b < after));
    let place = if is_before { before } else { after };
    let is_there = place < samples.len();
    is_there.then(|| view.telemetry().start() + place as u64)
}

/// Draws what happened, without what would lie on another of its kind; which kind each is
/// stands on the axis below all plots.
fn draw_events(
    painter: &Painter,
    view: &AppView<'_>,
    plot: &Drawn,
    (colors, is_last): (PanelColors, bool),
) {
    let inside = to_egui(plot.frame.inside);
    let faint = Stroke::new(1.0, color32(with_alpha(colors.text_weak, 0.25)));
    let placed = |event: &Event| Some((across(view, plot, event.step)?, event.kind));
    let places = view.timeline().events.iter().filter_map(placed);
    let places: Vec<(f64, EventKind)> = places.collect();
    for x in apart(places.iter().map(|(x, _)| *x)) {
        painter.vline(x as f32, inside.y_range(), faint);
    }
    for kind in EventKind::ALL.into_iter().filter(|_| is_last) {
        let of_kind = places.iter().filter(|(_, of)| *of == kind);
        for x in apart(of_kind.map(|(x, _)| *x)) {
            draw_event(painter, pos2(x as f32, inside.bottom()), kind);
        }
    }
}

/// Places in their order without those that nearly lie on the one before.
fn apart(places: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
    let mut last = f64::NEG_INFINITY;
    places.filter(move |x| {
        let is_apart = x - last >= SAME_PLACE;
        if is_apart {
            last = *x;
        }
        is_apart
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_often_is_marked_seldom() {
        let often = (0..1000).map(|i| f64::from(i) * 0.1);
        assert_eq!(apart(often).count(), 34);
        assert_eq!(apart([5.0, 5.0, 9.0].into_iter()).count(), 2);
    }
}
