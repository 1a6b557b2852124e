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

impl Look {
    /// A place along right, up and backward.
    pub fn local(&self, place: Vec3) -> Vec3 {
        vec3(
            place.dot(self.right),
            place.dot(self.up),
            place.dot(self.backward),
        )
    }

    /// A place that is given so, in the world.
    pub fn world(&self, local: Vec3) -> Vec3 {
        self.right * local.x + self.up * local.y + self.backward * local.z
    }
}

/// Longer side of the box round places in a picture of that aspect, normalised, as a share of
/// the shorter side of the picture.
pub(super) fn longer_side(places: impl Iterator<Item = Vec2> + Clone, aspect: f32) -> f32 {
    let low = places.clone().reduce(Vec2::min);
    let high = places.reduce(Vec2::max);
    // In halves of the height.
    let size = high.unwrap_or_default() - low.unwrap_or_default();
    let size = size * vec2(aspect, 1.0);
    size.max_element() / (2.0 * aspect.min(1.0))
}

/// What the edges of a part of the picture ask of an eye so that some points are in it, along
/// the axes of the look.
///
/// A point is right of the left edge if `x - e >= low slope (e_z - z)`, which is linear in
/// the eye: each edge is held by one of the points, and the eye is as near as the two that
/// hold opposite edges let it be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edges {
    /// What the eye must be right of and above when it is at depth zero.
    over: Vec2,
    /// What it must be left of and below then.
    under: Vec2,
    /// The edges, as tangents.
    low: Vec2,
    high: Vec2,
    /// Depth of the nearest point and of the farthest.
    nearest: f32,
    farthest: f32,
}

impl Edges {
    /// `None` without any point.
    pub fn of(points: &[Vec3], look: Look, free: FreePart) -> Option<Edges> {
        let extreme = |of: &dyn Fn(Vec3) -> f32| {
            let each = points.iter().map(|p| of(look.local(*p)));
            each.reduce(f32::max)
        };
        let [low, high] = [free.low * look.slopes, free.high * look.slopes];
        Some(Edges {
            over: vec2(
                extreme(&|p| p.x + high.x * p.z)?,
                extreme(&|p| p.y + high.y * p.z)?,
            ),
            under: vec2(
                -extreme(&|p| -(p.x + low.x * p.z))?,
                -extreme(&|p| -(p.y + low.y * p.z))?,
            ),
            low,
            high,
            nearest: extreme(&|p| p.z)?,
            farthest: -extreme(&|p| -p.z)?,
        })
    }

    /// Depth of the nearest eye that sees all points.
    pub fn depth(&self) -> f32 {
        let room = (self.over - self.under) / (self.high - self.low);
        room.max_element().max(self.nearest)
    }

    /// Depth of the middle of the points.
    pub fn middle(&self) -> f32 {
        0.5 * (self.nearest + self.farthest)
    }

    /// Between which places an eye at a depth sees all points: the lower left one and the
    /// upper right one.
    pub fn span(&self, depth: f32) -> (Vec2, Vec2) {
        let low = self.over - self.high * depth;
        let high = self.under - self.low * depth;
        // They are the same at the least depth, but for rounding.
        (low.min(high), high.max(low))
    }
}

/// The nearest eye that sees all points within a part of the picture, and the depth of
/// their middle before it, at least so much, m; `None` without any point.
pub(super) fn eye_for(
    points: &[Vec3],
    look: Look,
    free: FreePart,
    least: f32,
) -> Option<(Vec3, f32)> {
    let edges = Edges::of(points, look, free)?;
    let between = edges.middle();
    let depth = edges.depth().max(between + least);
    let (low, high) = edges.span(depth);
    let middle = 0.5 * (low + high);
    let eye = look.world(middle.extend(depth));
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
