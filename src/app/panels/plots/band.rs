//! The chaos band: differences within it are chance.

use super::canvas::{pos, to_egui};
use crate::app::panels::widgets::dressed;
use crate::lab::plot::{Frame, Point};
use crate::view::theme::{color32, with_alpha};
use egui_macroquad::egui::{pos2, Mesh, Pos2, Rect, Shape, Ui};

/// Opacity of the shade, through which lines and grid are seen.
const OPACITY: f32 = 0.15;

/// Shades what lies below a line of a plot.
pub fn shade(ui: &Ui, plot: Rect, frame: &Frame, line: &[Point]) {
    let color = color32(with_alpha(dressed(ui).text_weak, OPACITY));
    let bottom = to_egui(frame.inside).bottom();
    let places = line
        .iter()
        .map(|point| frame.place(point.x, point.y.median));
    let places: Vec<Option<Pos2>> = places.map(|place| place.map(pos)).collect();
    let mut mesh = Mesh::default();
    for pair in places.windows(2) {
        let &[Some(from), Some(to)] = pair else {
            continue;
        };
        let first = mesh.vertices.len() as u32;
        for corner in [from, to, pos2(from.x, bottom), pos2(to.x, bottom)] {
            mesh.colored_vertex(corner, color);
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
    }
    ui.painter_at(plot).add(Shape::mesh(mesh));
}
