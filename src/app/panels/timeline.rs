//! The timeline: the run so far with what happened in it, to be gone about in.

use super::time_span::TimeSpan;
use super::widgets::{dressed, note, text_scale};
use crate::app::action::{Action, Trigger};
use crate::app::keymap::Keymap;
use crate::app::playback::Takes;
use crate::lab::{Event, EventKind};
use crate::view::theme::{body, color32, mark, with_alpha, PanelColors, Rgba};
use egui_macroquad::egui::{
    self, pos2, vec2, Align2, CornerRadius, FontId, Painter, Pos2, Rect, Response, Sense, Shape,
    Stroke, Ui,
};
use std::collections::BTreeSet;

/// Height of the timeline at normal text, points.
const HEIGHT: f32 = 40.0;
/// Height of the times below the rail of that, points.
const TIMES: f32 = 16.0;
/// Height of the rail, points.
const RAIL: f32 = 8.0;
/// From the top to the middle of the rail, points.
const RAIL_AT: f32 = 16.0;
/// Free room at the ends, so that the handle fits, points.
const INSET: f32 = 8.0;
/// Least distance of two times that are written, points.
const TIMES_APART: f32 = 72.0;
/// Events of a kind that are nearer to each other than this are drawn as one, points.
const SAME_PLACE: f32 = 2.0;
/// Colour of what clips move.
const CLIP: Rgba = mark::SELECTED;
/// A mark that is not farther from the pointer than this is named, and dragged to, points.
const NEAR: f32 = 5.0;

/// The run so far, and the runs that were left.
pub struct Timeline<'a> {
    /// First step that can be reached.
    pub start: u64,
    /// Last step that was made.
    pub end: u64,
    /// The step that is shown.
    pub now: u64,
    /// Duration of a step, s.
    pub step_s: f64,
    /// What happened.
    pub events: &'a [Event],
    /// From and to which steps clips move ragdolls.
    pub clip_spans: Vec<[u64; 2]>,
    /// Steps that a person marked.
    pub bookmarks: &'a BTreeSet<u64>,
    /// The runs that were left.
    pub takes: &'a Takes,
}

impl Timeline<'_> {
    /// Whether what is shown is over, and something was recorded after it.
    pub fn is_past(&self) -> bool {
        self.now < self.end
    }

    /// Time of a step, s.
    pub fn time_s(&self, step: u64) -> f64 {
        step as f64 * self.step_s
    }

    /// From when to when the run lasts, s.
    pub fn run_s(&self) -> [f64; 2] {
        [self.time_s(self.start), self.time_s(self.end)]
    }

    /// Name of what is marked at a step.
    fn name_at(&self, step: u64) -> Option<&'static str> {
        let at_step = |event: &&Event| event.step == step;
        let event = self.events.iter().find(at_step);
        let bookmark = self.bookmarks.contains(&step).then_some("bookmark");
        event.map(|event| name(event.kind)).or(bookmark)
    }
}

/// What a person calls an event.
pub(super) fn name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Throw => "throw",
        EventKind::Hit => "first hit",
        EventKind::Blow => "hit",
        EventKind::Limit => "joint at its limit",
        EventKind::Rest => "at rest",
        EventKind::HandOver => "hand-over to physics",
        EventKind::Return => "return to animation",
    }
}

pub(super) fn timeline_ui(
    ui: &mut Ui,
    timeline: &Timeline<'_>,
    (span, keymap): (&mut TimeSpan, &Keymap),
    actions: &mut Vec<Action>,
) {
    let times = TIMES * text_scale(ui.ctx()).max(1.0);
    let size = vec2(ui.available_width(), HEIGHT - TIMES + times);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let run_s = timeline.run_s();
    let scale = Scale::of(
        timeline,
        span.of(run_s, timeline.time_s(timeline.now)),
        rect,
    );
    draw(ui, timeline, &scale, &response);
    response.widget_info(|| {
        let now = timeline.time_s(timeline.now);
        egui::WidgetInfo::slider(ui.is_enabled(), now, "Timeline")
    });
    note(&response, "Timeline");
    let pointer = response.interact_pointer_pos();
    if let Some(step) = pointer.map(|pointer| scale.target(timeline, pointer.x)) {
        if step != timeline.now && (response.dragged() || response.clicked()) {
            actions.push(Action::GoToStep(step));
        }
    }
    if let Some(pointer) = response.hover_pos() {
        span.take_wheel(ui, run_s, scale.time_s(pointer.x));
        response
            .clone()
            .on_hover_text_at_pointer(tip(timeline, &scale, pointer, keymap));
    }
    if response.double_clicked() {
        span.fit();
    }
}

fn tip(timeline: &Timeline<'_>, scale: &Scale, pointer: Pos2, keymap: &Keymap) -> String {
    let step = scale.target(timeline, pointer.x);
    let what = timeline.name_at(step);
    let is_led = |[from, to]: &[u64; 2]| (*from..*to).contains(&step);
    let what = what.or(timeline.clip_spans.iter().any(is_led).then_some("animated"));
    let what = what.map_or(String::new(), |name| format!(": {name}"));
    format!(
        "{:.3} s, step {step}{what}\nDrag to go there. Wheel: zoom. {}, {}, {}",
        timeline.time_s(step),
        keymap.with_key("Fit whole run", Trigger::FitTime),
        keymap.with_key("bookmark", Trigger::Bookmark),
        keymap.with_key("next marker", Trigger::NextMark),
    )
}

/// From times to places.
struct Scale {
    left: f32,
    right: f32,
    /// What is shown: from and to, s.
    shown_s: [f64; 2],
    /// Duration of a step, s.
    step_s: f64,
}

impl Scale {
    fn of(timeline: &Timeline<'_>, shown_s: [f64; 2], rect: Rect) -> Scale {
        Scale {
            left: rect.left() + INSET,
            right: (rect.right() - INSET).max(rect.left() + INSET + 1.0),
            shown_s,
            step_s: timeline.step_s,
        }
    }

    fn length_s(&self) -> f64 {
        self.shown_s[1] - self.shown_s[0]
    }

    /// Where a step is; at an edge if it is not shown.
    fn x(&self, step: u64) -> f32 {
        let part = (step as f64 * self.step_s - self.shown_s[0]) / self.length_s();
        self.left + (self.right - self.left) * part.clamp(0.0, 1.0) as f32
    }

    fn shows(&self, step: u64) -> bool {
        let time = step as f64 * self.step_s;
        let half = 0.5 * self.step_s;
        (self.shown_s[0] - half..=self.shown_s[1] + half).contains(&time)
    }

    fn time_s(&self, x: f32) -> f64 {
        let part = (x - self.left) / (self.right - self.left);
        self.shown_s[0] + f64::from(part.clamp(0.0, 1.0)) * self.length_s()
    }

    fn step(&self, x: f32) -> u64 {
        (self.time_s(x) / self.step_s).round().max(0.0) as u64
    }

    /// The step that is meant at a place: that of a mark nearby, within what was made.
    fn target(&self, timeline: &Timeline<'_>, x: f32) -> u64 {
        let marks = timeline.events.iter().map(|event| event.step);
        let marks = marks.chain(timeline.bookmarks.iter().copied());
        let marks = marks.filter(|step| self.shows(*step));
        let near = marks.map(|step| ((self.x(step) - x).abs(), step));
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        let step = match nearest {
            Some((distance, step)) if distance <= NEAR => step,
            _ => self.step(x),
        };
        step.clamp(timeline.start, timeline.end)
    }
}

fn draw(ui: &Ui, timeline: &Timeline<'_>, scale: &Scale, response: &Response) {
    let rect = response.rect;
    let (colors, painter) = (dressed(ui), ui.painter_at(rect));
    let middle = rect.top() + RAIL_AT;
    let bar = |from: f32, to: f32| {
        let low = pos2(from, middle - RAIL * 0.5);
        Rect::from_min_max(low, pos2(to, middle + RAIL * 0.5))
    };
    let fill = |from: f32, to: f32, color: Rgba| {
        painter.rect_filled(bar(from, to), CornerRadius::same(4), color32(color));
    };
    let (now, end) = (scale.x(timeline.now), scale.x(timeline.end));
    fill(scale.left - 2.0, scale.right + 2.0, colors.sunken);
    fill(scale.left - 2.0, end + 2.0, colors.control_hot);
    fill(scale.left - 2.0, now, colors.selection);
    for &[from, to] in &timeline.clip_spans {
        draw_clip(&painter, [scale.x(from), scale.x(to)], middle);
    }
    let body = egui::TextStyle::Body.resolve(ui.style());
    let text = FontId::proportional(11.0 * body.size / 13.0);
    draw_times(&painter, scale, &text, (middle, colors));
    for (x, kind) in apart(timeline.events, scale) {
        draw_event(&painter, pos2(x, middle), kind);
    }
    for step in timeline.bookmarks.iter().filter(|step| scale.shows(**step)) {
        draw_bookmark(&painter, pos2(scale.x(*step), middle), colors);
    }
    if scale.shows(timeline.now) {
        draw_handle(&painter, pos2(now, middle), response, colors);
    }
}

/// A strip above the rail while clips move ragdolls.
fn draw_clip(painter: &Painter, [from, to]: [f32; 2], middle: f32) {
    let corners = [pos2(from, middle - 9.0), pos2(to, middle - 6.0)];
    let strip = Rect::from_min_max(corners[0], corners[1]);
    painter.rect_filled(strip, CornerRadius::same(1), color32(CLIP));
}

/// Times at even distances below the rail.
fn draw_times(
    painter: &Painter,
    scale: &Scale,
    font: &FontId,
    (middle, colors): (f32, PanelColors),
) {
    let width = scale.right - scale.left;
    if width < TIMES_APART {
        // In so narrow a window there is no room for a single time.
        return;
    }
    let points_per_s = f64::from(width) / scale.length_s();
    let apart = even_step(f64::from(TIMES_APART) / points_per_s);
    let first = (scale.shown_s[0] / apart).ceil() as u64;
    let ink = color32(colors.text_weak);
    for count in first.. {
        let time = count as f64 * apart;
        if time > scale.shown_s[1] + 1e-9 {
            break;
        }
        let x = scale.left + ((time - scale.shown_s[0]) * points_per_s) as f32;
        let top = middle + RAIL * 0.5;
        painter.vline(x, top + 2.0..=top + 6.0, Stroke::new(1.0, ink));
        let text = format!("{} s", round(time));
        let x = x.clamp(scale.left + 8.0, scale.right - 12.0);
        painter.text(
            pos2(x, top + 6.0),
            Align2::CENTER_TOP,
            text,
            font.clone(),
            ink,
        );
    }
}

/// The smallest of 1, 2, 5, 10, … that is not below, in hundredths.
fn even_step(least: f64) -> f64 {
    let mut step = 0.01;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if step >= least || step > 1e6 {
            break;
        }
        step *= factor;
    }
    step
}

/// A time without needless decimals.
fn round(time: f64) -> f64 {
    (time * 1000.0).round() / 1000.0
}

/// Places of the events, without those that lie on one of their kind.
fn apart(events: &[Event], scale: &Scale) -> Vec<(f32, EventKind)> {
    let mut places: Vec<(f32, EventKind)> = Vec::new();
    for kind in EventKind::ALL {
        let mut last = f32::NEG_INFINITY;
        let of_kind = events.iter().filter(|event| event.kind == kind);
        for event in of_kind.filter(|event| scale.shows(event.step)) {
            let x = scale.x(event.step);
            if x - last >= SAME_PLACE {
                places.push((x, kind));
                last = x;
            }
        }
    }
    places
}

/// Each kind has a colour and a shape of its own.
pub(super) fn draw_event(painter: &Painter, at: Pos2, kind: EventKind) {
    let corner = |x: f32, y: f32| at + vec2(x, y);
    match kind {
        EventKind::Throw => {
            painter.circle_filled(at, 4.5, color32(body::BALL));
        }
        EventKind::Hit => {
            let star = [
                corner(0.0, -7.0),
                corner(6.0, 0.0),
                corner(0.0, 7.0),
                corner(-6.0, 0.0),
            ];
            polygon(painter, &star, mark::CONTACT_NORMAL);
        }
        EventKind::Blow => {
            let wedge = [corner(-3.5, 10.0), corner(3.5, 10.0), corner(0.0, 3.0)];
            polygon(painter, &wedge, mark::CONTACT_NORMAL);
        }
        EventKind::Limit => {
            let wedge = [corner(-3.5, -10.0), corner(3.5, -10.0), corner(0.0, -3.0)];
            polygon(painter, &wedge, mark::BROKEN_LIMIT);
        }
        EventKind::Rest => {
            let square = Rect::from_center_size(at, vec2(7.0, 7.0));
            painter.rect_filled(square, CornerRadius::same(1), color32(mark::WITHIN_LIMIT));
        }
        // They stand at the ends of the strip of the clips above the rail.
        EventKind::HandOver => {
            let wedge = [corner(0.0, -12.0), corner(6.0, -7.5), corner(0.0, -3.0)];
            polygon(painter, &wedge, CLIP);
        }
        EventKind::Return => {
            let wedge = [corner(0.0, -12.0), corner(-6.0, -7.5), corner(0.0, -3.0)];
            polygon(painter, &wedge, CLIP);
        }
    }
}

fn polygon(painter: &Painter, corners: &[Pos2], color: Rgba) {
    let color = color32(color);
    painter.add(Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE));
}

/// A flag above the rail.
fn draw_bookmark(painter: &Painter, at: Pos2, colors: PanelColors) {
    let ink = color32(colors.accent);
    painter.vline(at.x, at.y - 14.0..=at.y + 4.0, Stroke::new(1.5, ink));
    let flag = [
        at + vec2(0.0, -14.0),
        at + vec2(8.0, -11.0),
        at + vec2(0.0, -8.0),
    ];
    polygon(painter, &flag, colors.accent);
}

fn draw_handle(painter: &Painter, at: Pos2, response: &Response, colors: PanelColors) {
    let is_hot = response.hovered() || response.dragged();
    let radius = if is_hot { 7.0 } else { 6.0 };
    let halo = color32(with_alpha(colors.accent, 0.25));
    if response.dragged() {
        painter.circle_filled(at, 11.0, halo);
    }
    let rim = Stroke::new(2.0, color32(colors.accent));
    painter.circle(at, radius, color32(colors.text), rim);
    if response.has_focus() {
        painter.circle_stroke(at, 10.0, rim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_steps_are_inverse_and_marks_attract() {
        let bookmarks = BTreeSet::from([300]);
        let takes = Takes::default();
        let timeline = Timeline {
            start: 0,
            end: 600,
            now: 100,
            step_s: 1.0 / 60.0,
            events: &[Event {
                step: 50,
                kind: EventKind::Hit,
            }],
            clip_spans: vec![[0, 50]],
            bookmarks: &bookmarks,
            takes: &takes,
        };
        let rect = Rect::from_min_size(pos2(10.0, 0.0), vec2(616.0, HEIGHT));
        let scale = Scale::of(&timeline, timeline.run_s(), rect);
        for step in [0, 1, 299, 600] {
            assert_eq!(scale.step(scale.x(step)), step);
        }
        assert_eq!(scale.target(&timeline, scale.x(53)), 50);
        assert_eq!(scale.target(&timeline, scale.x(296)), 300);
        assert_eq!(scale.target(&timeline, scale.x(200)), 200);
        assert_eq!(scale.target(&timeline, 1e6), 600);
        let part = Scale::of(&timeline, [1.0, 2.0], rect);
        assert_eq!((part.step(part.left), part.step(part.right)), (60, 120));
        assert!(!part.shows(50) && part.shows(60) && !part.shows(300));
        assert_eq!(timeline.name_at(50), Some("first hit"));
        assert_eq!(timeline.name_at(300), Some("bookmark"));
        assert_eq!((even_step(0.03), even_step(0.9)), (0.05, 1.0));
    }
}
