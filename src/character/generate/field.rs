//! A whole body as a distance: every part flows into the one that it hangs on, and into no
//! other, so that legs beside each other stay apart.

use super::form::Form;
use super::solid::Solid;
use glam::Vec3;

/// Most parts of a body.
pub(super) const MOST_PARTS: usize = 32;

/// The distance from a body.
#[derive(Debug)]
pub(super) struct Field {
    parts: Vec<FieldPart>,
}

#[derive(Debug)]
struct FieldPart {
    solids: Vec<(Solid, Vec3, f32)>,
    own_blend: f32,
    blend: f32,
    /// Comes before it.
    parent: Option<usize>,
}

impl Field {
    /// That of parts with their forms and parents; of more than [`MOST_PARTS`] the first.
    pub fn new(forms: impl IntoIterator<Item = (Form, Option<usize>)>) -> Field {
        let part = |(form, parent): (Form, Option<usize>)| FieldPart {
            solids: with_bounds(&form.solids),
            own_blend: form.own_blend,
            blend: form.blend,
            parent,
        };
        Field {
            parts: forms.into_iter().take(MOST_PARTS).map(part).collect(),
        }
    }

    /// The lowest and the highest corner of a box round it, m.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let solids = self.parts.iter().flat_map(|part| &part.solids);
        let boxes = solids.map(|(_, center, radius)| (*center - *radius, *center + *radius));
        boxes
            .reduce(|(low, high), (l, h)| (low.min(l), high.max(h)))
            .unwrap_or_default()
    }

    /// Distance of a point from each part alone, m.
    pub fn distances(&self, point: Vec3) -> [f32; MOST_PARTS] {
        let mut own = [f32::INFINITY; MOST_PARTS];
        for (distance, part) in own.iter_mut().zip(&self.parts) {
            *distance = part.distance(point);
        }
        own
    }

    /// About how far a point lies outside, m; negative inside.
    pub fn distance(&self, point: Vec3) -> f32 {
        let own = self.distances(point);
        let mut whole = own;
        let mut least = f32::INFINITY;
        for (i, part) in self.parts.iter().enumerate().rev() {
            let below = whole[i];
            match part.parent {
                Some(parent) => {
                    let joined = smooth_least(own[parent], below, part.blend);
                    whole[parent] = whole[parent].min(joined);
                }
                None => least = least.min(below),
            }
        }
        least
    }

    /// The way outward at a point; unit, or none where there is none.
    pub fn normal(&self, point: Vec3) -> Vec3 {
        self.slope(point).normalize_or_zero()
    }

    /// The nearest point of the surface, from one that lies near it, m.
    pub fn onto_surface(&self, mut point: Vec3) -> Vec3 {
        for _ in 0..3 {
            let slope = self.slope(point);
            let steepness = slope.length_squared().max(0.05);
            point -= slope * (self.distance(point) / steepness);
        }
        point
    }

    fn slope(&self, point: Vec3) -> Vec3 {
        /// Half the distance of the points that are compared, m.
        const STEP: f32 = 1.5e-3;
        let along =
            |way: Vec3| self.distance(point + way * STEP) - self.distance(point - way * STEP);
        Vec3::new(along(Vec3::X), along(Vec3::Y), along(Vec3::Z)) / (2.0 * STEP)
    }
}

impl FieldPart {
    fn distance(&self, point: Vec3) -> f32 {
        let mut least = f32::INFINITY;
        for (solid, center, radius) in &self.solids {
            // Far away the ball round it tells enough.
            let far = point.distance(*center) - radius;
            let distance = match far > 0.2 {
                true => far,
                false => solid.distance(point),
            };
            least = smooth_least(least, distance, self.own_blend);
        }
        least
    }
}

fn with_bounds(solids: &[Solid]) -> Vec<(Solid, Vec3, f32)> {
    let bound = |solid: &Solid| {
        let (center, radius) = solid.bound();
        (*solid, center, radius)
    };
    solids.iter().map(bound).collect()
}

/// The smaller of two distances, rounded where they differ by less than `blend`, m.
fn smooth_least(a: f32, b: f32, blend: f32) -> f32 {
    let gap = (a - b).abs();
    if gap >= blend || !gap.is_finite() {
        return a.min(b);
    }
    let near = blend - gap;
    a.min(b) - near * near / (4.0 * blend)
}
