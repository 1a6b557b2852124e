//! From where a set of points fills a part of the picture.

use super::camera::Bounds;
use macroquad::math::{vec2, vec3, Vec2, Vec3};

/// A part of the picture in normalised device coordinates, -1 to 1, y up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreePart {
    /// Lower left corner.
    pub low: Vec2,
    /// Upper right corner.
    pub high: Vec2,
}

impl FreePart {
    /// The whole picture.
    pub const WHOLE: FreePart = FreePart {
        low: vec2(-1.0, -1.0),
        high: vec2(1.0, 1.0),
    };
    /// Least size either way; what leaves less free covers everything anyway.
    const LEAST: f32 = 0.2;

    /// What margins of the picture, as shares of its width and height, leave free in its
    /// middle: left, right, bottom and top.
    pub fn within(left: f32, right: f32, bottom: f32, top: f32) -> FreePart {
        let span = |low: f32, high: f32| {
            let (low, high) = (low.max(0.0) * 2.0 - 1.0, 1.0 - high.max(0.0) * 2.0);
            match high - low >= FreePart::LEAST {
                true => (low, high),
                false => (-1.0, 1.0),
            }
        };
        let ((x0, x1), (y0, y1)) = (span(left, right), span(bottom, top));
        FreePart {
            low: vec2(x0, y0),
            high: vec2(x1, y1),
        }
    }

    /// The same with a margin inside, as a share of its size.
    pub fn shrunk(self, margin: f32) -> FreePart {
        let inset = (self.high - self.low) * margin;
        FreePart {
            low: self.low + inset,
            high: self.high - inset,
        }
    }

    /// Whether a point of the picture is in it.
    pub fn contains(&self, ndc: Vec2) -> bool {
        ndc.cmpge(self.low).all() && ndc.cmple(self.high).all()
    }
}

/// How a camera looks: where right, up and backward lead, and the tangents of half its
/// opening angles, across and up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub right: Vec3,
    pub up: Vec3,
    pub backward: Vec3,
    pub slopes: Vec2,
}

/// The nearest eye that sees all points within a part of the picture, and the depth of
/// their middle before it, at least so much, m; `None` without any point.
///
/// A point is right of the left edge if `x - e >= low slope (e_z - z)`, which is linear in
/// the eye: each edge is held by one of the points, and the eye is as near as the two that
/// hold opposite edges let it be.
pub(super) fn eye_for(
    points: &[Vec3],
    look: Look,
    free: FreePart,
    least: f32,
) -> Option<(Vec3, f32)> {
    let local = |p: &Vec3| vec3(p.dot(look.right), p.dot(look.up), p.dot(look.backward));
    let extreme = |of: &dyn Fn(Vec3) -> f32| {
        let each = points.iter().map(|p| of(local(p)));
        each.reduce(f32::max)
    };
    let [low, high] = [free.low * look.slopes, free.high * look.slopes];
    // What the eye must be right of, and left of, when it is at depth zero.
    let right_of = extreme(&|p| p.x + high.x * p.z)?;
    let left_of = -extreme(&|p| -(p.x + low.x * p.z))?;
    let above = extreme(&|p| p.y + high.y * p.z)?;
    let below = -extreme(&|p| -(p.y + low.y * p.z))?;
    let nearest = extreme(&|p| p.z)?;
    let farthest = -extreme(&|p| -p.z)?;
    let between = 0.5 * (nearest + farthest);
    let depth = ((right_of - left_of) / (high.x - low.x))
        .max((above - below) / (high.y - low.y))
        .max(nearest)
        .max(between + least);
    let middle = |over: f32, under: f32, low: f32, high: f32| {
        0.5 * ((over - high * depth) + (under - low * depth))
    };
    let x = middle(right_of, left_of, low.x, high.x);
    let y = middle(above, below, low.y, high.y);
    let eye = look.right * x + look.up * y + look.backward * depth;
    Some((eye, depth - between))
}

/// The corners of a box.
pub fn corners(bounds: Bounds) -> [Vec3; 8] {
    let Bounds { min, max } = bounds;
    [
        min,
        vec3(max.x, min.y, min.z),
        vec3(min.x, max.y, min.z),
        vec3(max.x, max.y, min.z),
        vec3(min.x, min.y, max.z),
        vec3(max.x, min.y, max.z),
        vec3(min.x, max.y, max.z),
        max,
    ]
}
