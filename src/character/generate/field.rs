//! A whole body as a distance: every part flows into the one that it hangs on, and into no
//! other, so that legs beside each other stay apart.

use super::form::Form;
use super::solid::Solid;
use glam::Vec3;

/// Most parts of a body.
pub(super) const MOST_PARTS: usize = 32;

/// The distance from a body.
#[derive(Debug, Clone)]
pub(super) struct Field {
    parts: Vec<FieldPart>,
    /// How far outside the body the surface lies, m.
    swelling: f32,
}

#[derive(Debug, Clone)]
struct FieldPart {
    solids: Vec<Solid>,
    /// A ball round it, m.
    center: Vec3,
    reach: f32,
    own_blend: f32,
    blend: f32,
    /// Comes before it.
    parent: Option<usize>,
}

impl Field {
    /// That of parts with their forms and parents; of more than [`MOST_PARTS`] the first.
    pub fn new(forms: impl IntoIterator<Item = (Form, Option<usize>)>) -> Field {
        Field {
            parts: forms
                .into_iter()
                .take(MOST_PARTS)
                .map(FieldPart::new)
                .collect(),
            swelling: 0.0,
        }
    }

    /// The same body, thicker by this all round, m.
    pub fn swollen(&self, swelling: f32) -> Field {
        Field {
            swelling,
            ..self.clone()
        }
    }

    /// The lowest and the highest corner of a box round it, m.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let solids = self.parts.iter().flat_map(|part| &part.solids);
        let balls = solids.map(Solid::bound);
        let boxes = balls.map(|(center, radius)| (center - radius, center + radius));
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
        least - self.swelling
    }

    /// The way outward at a point; unit, or none where there is none.
    pub fn normal(&self, point: Vec3) -> Vec3 {
        self.slope(point).normalize_or_zero()
    }

    /// The nearest point of the surface, from one that lies near it, m.
    pub fn onto_surface(&self, mut point: Vec3) -> Vec3 {
        for _ in 0..3 {
            point -= self.normal(point) * self.distance(point);
        }
        point
    }

    /// Where a straight way from near the surface meets it, m.
    pub fn outward(&self, mut point: Vec3, way: Vec3) -> Vec3 {
        for _ in 0..12 {
            point -= way * self.distance(point);
        }
        point
    }

    fn slope(&self, point: Vec3) -> Vec3 {
        /// Distance of the corners of the tetrahedron that is looked at, m.
        const STEP: f32 = 1e-3;
        const CORNERS: [Vec3; 4] = [
            Vec3::new(1.0, 1.0, 1.0),
            Vec3::new(1.0, -1.0, -1.0),
            Vec3::new(-1.0, 1.0, -1.0),
            Vec3::new(-1.0, -1.0, 1.0),
        ];
        let toward = |corner: Vec3| corner * self.distance(point + corner * STEP);
        CORNERS.map(toward).into_iter().sum::<Vec3>() / (4.0 * STEP)
    }
}

/// What lies farther away counts as no farther than this, m: more than any blend.
const FAR: f32 = 0.25;

impl FieldPart {
    fn new((form, parent): (Form, Option<usize>)) -> FieldPart {
        let balls = form.solids.iter().map(Solid::bound);
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (center, radius) in balls {
            (low, high) = (low.min(center - radius), high.max(center + radius));
        }
        FieldPart {
            center: 0.5 * (low + high),
            reach: 0.5 * (high - low).length(),
            solids: form.solids,
            own_blend: form.own_blend,
            blend: form.blend,
            parent,
        }
    }

    fn distance(&self, point: Vec3) -> f32 {
        let far = self.reach + FAR;
        if point.distance_squared(self.center) > far * far {
            return FAR;
        }
        let solids = self.solids.iter().map(|solid| solid.distance(point));
        solids.fold(f32::INFINITY, |least, distance| {
            smooth_least(least, distance, self.own_blend)
        })
    }
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
