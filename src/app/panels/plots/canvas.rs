//! Plots in the window: the layout of the files on an egui painter, in the letters and
//! colours of the panels.

use crate::app::panels::widgets::{dressed, text_scale};
use crate::app::panels::{color_of, RUNS};
use crate::lab::plot::{
    Anchor, Canvas, Colour, Frame, Lettering, Panel, Place, Rect, Shared, Stroke, Style, SERIES,
};
use crate::view::theme::{bytes, legible_on, HEADING_FAMILY};
use egui_macroquad::egui::{
    self, epaint::TextShape, Color32, CornerRadius, FontFamily, FontId, Galley, Painter, Pos2,
    Response, Sense, Shape, StrokeKind, Ui, Vec2,
};
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

/// Size of the letters at normal text size, points.
const LETTERS: f32 = 11.0;
/// Height of capitals of the panels' letters, in sizes.
const CAPITALS: f32 = 0.727;

/// A painter on which plots are drawn.
pub struct EguiCanvas<'a> {
    painter: &'a Painter,
}

impl EguiCanvas<'_> {
    /// Draws with `painter`, in points.
    pub fn new(painter: &Painter) -> EguiCanvas<'_> {
        EguiCanvas { painter }
    }

    fn galley(&self, text: &str, size: f64, bold: bool, color: Color32) -> Arc<Galley> {
        let family = match bold {
            true => FontFamily::Name(HEADING_FAMILY.into()),
            false => FontFamily::Proportional,
        };
        let font = FontId::new(size as f32, family);
        self.painter.layout_no_wrap(text.into(), font, color)
    }
}

impl Canvas for EguiCanvas<'_> {
    fn line(&mut self, places: &[Place], stroke: &Stroke) {
        let points: Vec<Pos2> = places.iter().copied().map(pos).collect();
        if stroke.dash.is_empty() {
            self.painter.line(points, pen(stroke));
            return;
        }
        let of_parity = |parity: usize| {
            let lengths = stroke.dash.iter().skip(parity).step_by(2);
            lengths.map(|length| *length as f32).collect::<Vec<_>>()
        };
        let (dashes, gaps) = (of_parity(0), of_parity(1));
        let dashed = Shape::dashed_line_with_offset(&points, pen(stroke), &dashes, &gaps, 0.0);
        self.painter.extend(dashed);
    }

    fn disc(&mut self, middle: Place, radius: f64, fill: Colour, rim: &Stroke) {
        let (middle, radius) = (pos(middle), radius as f32);
        self.painter.circle(middle, radius, ink(fill), pen(rim));
    }

    fn polygon(&mut self, corners: &[Place], fill: Colour, rim: &Stroke) {
        let corners = corners.iter().copied().map(pos).collect();
        let polygon = Shape::convex_polygon(corners, ink(fill), pen(rim));
        self.painter.add(polygon);
    }

    fn rectangle(&mut self, rect: Rect, fill: Option<Colour>, frame: Option<&Stroke>) {
        let (rect, sharp) = (to_egui(rect), CornerRadius::ZERO);
        if let Some(fill) = fill {
            self.painter.rect_filled(rect, sharp, ink(fill));
        }
        if let Some(frame) = frame {
            let kind = StrokeKind::Middle;
            self.painter.rect_stroke(rect, sharp, pen(frame), kind);
        }
    }

    fn text(&mut self, at: Place, text: &str, lettering: &Lettering) {
        let color = ink(lettering.colour);
        let galley = self.galley(text, lettering.size, lettering.bold, color);
        let along = match lettering.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5 * galley.size().x,
            Anchor::End => galley.size().x,
        };
        let first = galley.rows.first().and_then(|row| row.glyphs.first());
        let baseline = first.map_or(galley.size().y, |glyph| glyph.pos.y);
        let middle = baseline - 0.5 * CAPITALS * lettering.size as f32;
        let (corner, angle) = match lettering.upwards {
            true => (pos(at) + Vec2::new(-middle, along), -FRAC_PI_2),
            false => (pos(at) - Vec2::new(along, middle), 0.0),
        };
        let text = TextShape::new(corner, galley, color).with_angle(angle);
        self.painter.add(text);
    }

    fn text_width(&self, text: &str, size: f64, bold: bool) -> f64 {
        let galley = self.galley(text, size, bold, Color32::PLACEHOLDER);
        f64::from(galley.size().x)
    }
}

/// A plot of the window, as wide as there is room.
pub struct PlotView<'a> {
    /// What is drawn.
    pub panel: &'a Panel,
    /// What it has in common with the plots below and above it.
    pub shared: Shared,
    /// Its height, points.
    pub height: f32,
    /// What the pointer may do in it.
    pub sense: Sense,
}

impl PlotView<'_> {
    /// Draws the plot; returns where values are in it, and what the pointer does there.
    pub fn show(&self, ui: &mut Ui) -> (Frame, Response) {
        let size = Vec2::new(ui.available_width(), self.height).max(Vec2::splat(1.0));
        let (rect, response) = ui.allocate_exact_size(size, self.sense);
        let painter = ui.painter_at(rect);
        let mut canvas = EguiCanvas::new(&painter);
        let (rect, style) = (from_egui(rect), style_of(ui));
        let frame = (self.panel).draw_beside(&mut canvas, rect, &style, &self.shared);
        (frame, response)
    }
}

/// The inks of the panels as they are dressed now. The lines have the colours of the runs
/// that are compared; the last one, of what is no run, is grey.
pub fn style_of(ui: &Ui) -> Style {
    let colors = dressed(ui);
    let line = |number: usize| match number < RUNS {
        true => legible_on(colors.ground, color_of(number)),
        false => colors.text_weak,
    };
    let series: [_; SERIES] = std::array::from_fn(|number| bytes(line(number)));
    Style {
        ground: bytes(colors.raised),
        ink: bytes(colors.text),
        frame: bytes(colors.text_weak),
        grid: bytes(colors.hairline),
        series,
        letters: f64::from(LETTERS * text_scale(ui.ctx())),
    }
}

/// A rectangle of a plot in points.
pub fn to_egui(rect: Rect) -> egui::Rect {
    let size = Vec2::new(rect.width as f32, rect.height as f32);
    egui::Rect::from_min_size(pos([rect.left, rect.top]), size)
}

fn from_egui(rect: egui::Rect) -> Rect {
    Rect {
        left: rect.left().into(),
        top: rect.top().into(),
        width: rect.width().into(),
        height: rect.height().into(),
    }
}

/// A place of a plot in points.
pub fn pos([across, along]: Place) -> Pos2 {
    Pos2::new(across as f32, along as f32)
}

/// A colour of a plot as egui wants it.
pub fn ink([red, green, blue]: Colour) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

fn pen(stroke: &Stroke) -> egui::Stroke {
    egui::Stroke::new(stroke.width as f32, ink(stroke.colour))
}
