//! Unlit marks on the stage: lines, arrows, rings, flags and patches.

use super::{DrawList, Label};
use crate::view::theme::Rgba;
use macroquad::math::Vec3;

/// Whether bodies hide a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layer {
    /// Hidden behind bodies, as a thing on the stage is.
    #[default]
    InScene,
    /// Always visible.
    OnTop,
}

/// Dashes of a line, metres along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dash {
    /// Length of a dash, m.
    pub on_m: f32,
    /// Length of a gap, m.
    pub off_m: f32,
}

/// Polyline of constant width on the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Corners, world, m.
    pub points: Vec<Vec3>,
    /// Colour.
    pub color: Rgba,
    /// Opacity at each point, multiplied into the colour; missing ones are 1.
    pub fade: Vec<f32>,
    /// Width, px.
    pub width_px: f32,
    /// Dashes; solid if `None`.
    pub dash: Option<Dash>,
    /// Whether bodies hide it.
    pub layer: Layer,
    /// Width at the last point relative to the first; 0 makes a tip.
    pub taper: Taper,
}

/// How the width of a line runs from its first to its last point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taper {
    /// Constant.
    #[default]
    None,
    /// To nothing: the head of an arrow.
    ToPoint,
}

/// Unlit patch of triangles from a hub to a rim.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fan {
    /// Corner of all triangles, world, m.
    pub hub: Vec3,
    /// The other corners in turn, m.
    pub rim: Vec<Vec3>,
    /// Colour.
    pub color: Rgba,
    /// Whether bodies hide it.
    pub layer: Layer,
}

/// Straight arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Foot, world, m.
    pub from: Vec3,
    /// Tip, world, m.
    pub to: Vec3,
    /// Colour.
    pub color: Rgba,
    /// Width of the shaft, px; the head is four times as wide.
    pub width_px: f32,
    /// Whether bodies hide it.
    pub layer: Layer,
}

/// Circle, for example around the foot of a contact normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Centre, world, m.
    pub center: Vec3,
    /// Normal of its plane; unit.
    pub normal: Vec3,
    /// Radius, m.
    pub radius: f32,
    /// Colour.
    pub color: Rgba,
    /// Width of the stroke, px.
    pub width_px: f32,
    /// Whether bodies hide it.
    pub layer: Layer,
}

impl Line {
    /// Solid line in the scene. `points` in m, `width_px` in px.
    pub fn new(points: Vec<Vec3>, color: Rgba, width_px: f32) -> Self {
        Self {
            points,
            color,
            width_px,
            ..Self::default()
        }
    }
}

impl DrawList {
    /// Add an arrow; nothing if it is shorter than a micrometre.
    pub fn arrow(&mut self, arrow: Arrow) {
        /// Head: share of the length, and width over the shaft's.
        const HEAD: (f32, f32) = (0.25, 4.0);
        let span = arrow.to - arrow.from;
        if span.length() < 1e-6 {
            return;
        }
        let neck = arrow.to - span * HEAD.0;
        let shaft = Line::new(vec![arrow.from, neck], arrow.color, arrow.width_px);
        let tip = Line::new(vec![neck, arrow.to], arrow.color, arrow.width_px * HEAD.1);
        self.lines.push(Line {
            layer: arrow.layer,
            ..shaft
        });
        self.lines.push(Line {
            layer: arrow.layer,
            taper: Taper::ToPoint,
            ..tip
        });
    }

    /// Add a ring.
    pub fn ring(&mut self, ring: Ring) {
        const SIDES: usize = 40;
        let (u, v) = ring.normal.any_orthonormal_pair();
        let points = (0..=SIDES).map(|i| {
            let (sin, cos) = (i as f32 / SIDES as f32 * std::f32::consts::TAU).sin_cos();
            ring.center + (u * cos + v * sin) * ring.radius
        });
        let line = Line::new(points.collect(), ring.color, ring.width_px);
        self.lines.push(Line {
            layer: ring.layer,
            ..line
        });
    }

    /// Plant a flag with a number at `foot`, m: a travelled distance.
    pub fn flag(&mut self, foot: Vec3, text: impl Into<String>, color: Rgba) {
        /// Height of the pole, and drop and length of the cloth, m.
        const POLE: f32 = 0.55;
        const CLOTH: (f32, f32) = (0.07, 0.2);
        let top = foot + Vec3::Y * POLE;
        self.lines.push(Line::new(vec![foot, top], color, 2.0));
        let hoist = top - Vec3::Y * CLOTH.0;
        let fly = hoist + Vec3::X * CLOTH.1;
        self.lines.push(Line {
            taper: Taper::ToPoint,
            ..Line::new(vec![hoist, fly], color, 14.0)
        });
        self.labels.push(Label {
            at: top,
            text: text.into(),
            color,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Rgba = [1.0; 4];

    #[test]
    fn arrow_is_a_shaft_and_a_tapered_head_that_ends_at_the_tip() {
        let mut list = DrawList::default();
        list.arrow(Arrow {
            from: Vec3::ZERO,
            to: Vec3::X,
            color: INK,
            width_px: 2.0,
            layer: Layer::OnTop,
        });
        assert_eq!(list.lines.len(), 2);
        assert_eq!(list.lines[1].taper, Taper::ToPoint);
        assert_eq!(list.lines[1].points[1], Vec3::X);
    }

    #[test]
    fn ring_closes_at_its_radius() {
        let mut list = DrawList::default();
        list.ring(Ring {
            center: Vec3::Y,
            normal: Vec3::Y,
            radius: 0.5,
            color: INK,
            width_px: 1.0,
            layer: Layer::InScene,
        });
        let points = &list.lines[0].points;
        let last = points[points.len() - 1];
        assert!((points[0] - last).length() < 1e-5);
        assert!(points
            .iter()
            .all(|p| ((*p - Vec3::Y).length() - 0.5).abs() < 1e-5));
    }
}
