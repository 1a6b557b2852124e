//! Text over the stage, painted with egui.

use super::camera::Camera;
use super::draw_list::Label;
use super::theme::{color32, StageColors};
use egui_macroquad::egui::{pos2, vec2, Align2, Color32, Galley, Painter, Pos2, Rect, TextStyle};
use macroquad::math::{vec2 as mq_vec2, Vec3};
use std::sync::Arc;

/// Gap between anchor and text, and around texts, points.
const GAP_PT: f32 = 4.0;

/// Paint `labels` facing the camera with a halo; of two that overlap the
/// nearer is kept. `rect`: the viewport in egui points.
pub fn paint_labels(
    painter: &Painter,
    rect: Rect,
    camera: &Camera,
    labels: &[Label],
    stage: &StageColors,
) {
    let font = TextStyle::Monospace.resolve(&painter.ctx().style());
    let eye = camera.eye();
    let mut order: Vec<&Label> = labels.iter().collect();
    order.sort_by(|a, b| {
        let near = |l: &Label| l.at.distance_squared(eye);
        near(a).total_cmp(&near(b))
    });
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    // What is wider than the viewport goes on in the next line.
    let width = (rect.width() - 2.0 * GAP_PT).max(1.0);
    let mut taken: Vec<Rect> = Vec::new();
    for label in order {
        let Some(anchor) = anchor_of(label.at, rect, camera) else {
            continue;
        };
        let color = color32(label.color);
        let layout =
            |color: Color32| painter.layout(label.text.clone(), font.clone(), color, width);
        let galley = layout(color);
        let place = Align2::CENTER_BOTTOM.anchor_size(anchor - vec2(0.0, GAP_PT), galley.size());
        if !rect.intersects(place) {
            continue;
        }
        // What stands at an edge is moved in, so that no word is cut.
        let place = moved_into(place, rect);
        if taken.iter().any(|other| other.intersects(place)) {
            continue;
        }
        taken.push(place.expand(GAP_PT));
        let halo = color32(stage.halo);
        paint_halo(&painter, place.min, &layout(halo), halo);
        painter.galley(place.min, galley, color);
    }
}

/// A rectangle moved as little as brings it into another that is large enough.
fn moved_into(place: Rect, rect: Rect) -> Rect {
    let to_left_top = (rect.max - place.max).min(vec2(0.0, 0.0));
    let place = place.translate(to_left_top);
    place.translate((rect.min - place.min).max(vec2(0.0, 0.0)))
}

/// Position of a world point in egui points.
fn anchor_of(at: Vec3, rect: Rect, camera: &Camera) -> Option<Pos2> {
    let pixel = camera.project(at, mq_vec2(rect.width(), rect.height()))?;
    Some(pos2(rect.min.x + pixel.x, rect.min.y + pixel.y))
}

fn paint_halo(painter: &Painter, at: Pos2, galley: &Arc<Galley>, color: Color32) {
    for step in 0..8 {
        let (sin, cos) = (step as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
        let shift = vec2(cos, sin) * 1.5;
        painter.galley(at + shift, galley.clone(), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::theme::Theme;
    use egui_macroquad::egui::{self, Shape};

    fn painted_texts(labels: &[Label]) -> Vec<String> {
        let ctx = egui::Context::default();
        let camera = Camera::default();
        let output = ctx.run(egui::RawInput::default(), |ctx| {
            let painter = ctx.layer_painter(egui::LayerId::background());
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0));
            paint_labels(&painter, rect, &camera, labels, &Theme::Dark.stage());
        });
        let mut texts: Vec<String> = output
            .shapes
            .iter()
            .filter_map(|s| match &s.shape {
                Shape::Text(t) => Some(t.galley.text().to_owned()),
                _ => None,
            })
            .collect();
        texts.dedup();
        texts
    }

    fn label(at: Vec3, text: &str) -> Label {
        Label {
            at,
            text: text.into(),
            color: [1.0; 4],
        }
    }

    #[test]
    fn nearer_of_two_overlapping_labels_wins() {
        let camera = Camera::default();
        let toward_eye = (camera.eye() - camera.target) * 0.2;
        let far = label(camera.target, "far");
        let near = label(camera.target + toward_eye, "near");
        assert_eq!(painted_texts(&[far, near]), ["near"]);
    }

    #[test]
    fn what_is_wider_than_the_view_is_wrapped_within_it() {
        let camera = Camera::default();
        let text = "Click the first body to join, or drag the anchor of the selected joint. ";
        let long = label(camera.target, &text.repeat(4));
        let ctx = egui::Context::default();
        let view = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0));
        let output = ctx.run(egui::RawInput::default(), |ctx| {
            let painter = ctx.layer_painter(egui::LayerId::background());
            paint_labels(
                &painter,
                view,
                &camera,
                std::slice::from_ref(&long),
                &Theme::Dark.stage(),
            );
        });
        let texts = output.shapes.iter().filter_map(|shape| match &shape.shape {
            Shape::Text(text) => Some(text.visual_bounding_rect()),
            _ => None,
        });
        let texts: Vec<Rect> = texts.collect();
        assert!(!texts.is_empty());
        for place in texts {
            assert!(view.contains_rect(place), "{place:?}");
        }
    }

    #[test]
    fn what_stands_at_an_edge_is_whole() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(300.0, 200.0));
        for (x, y) in [(60.0, 40.0), (380.0, 240.0), (200.0, 100.0)] {
            let place = Rect::from_min_size(pos2(x, y), vec2(90.0, 14.0));
            let moved = moved_into(place, rect);
            assert!(rect.contains_rect(moved), "{moved:?}");
            assert!(moved.size().x == 90.0 && (moved == place) == (x == 200.0));
        }
    }

    #[test]
    fn labels_apart_are_both_painted() {
        let camera = Camera::default();
        let a = label(camera.target, "a");
        let b = label(camera.target - Vec3::Y * 0.8, "b");
        assert_eq!(painted_texts(&[a, b]).len(), 2);
    }
}
