//! Contact patches: a normal and up to four points that carry the load.

use super::axes::separation_along;
use super::clip::overlap;
use super::face::supporting_face;
use super::separation::Separation;
use super::support::{Form, Placed};
use arrayvec::ArrayVec;
use glam::DVec3;

/// Most points of a patch.
pub const MOST_POINTS: usize = 4;
/// Most candidates for them: a clipped polygon and the nearest points.
const MOST_CANDIDATES: usize = 33;
/// Share of the size within which gaps count as equal, so that rounding does not
/// choose the points.
const LEVEL: f64 = 4e-6;
/// Share of the size by which flush faces may overhang.
const SLOP: f64 = 1e-4;
/// Share by which a later point must be better than an earlier one.
const LEAD: f64 = 1.001;

/// One point of a contact patch. The gap there is
/// `(core_a − core_b) · normal − (a.radius + b.radius)`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ManifoldPoint {
    /// On or in the core of `a`, in the world, m.
    pub core_a: DVec3,
    /// On or in the core of `b`, or on the plane, in the world, m.
    pub core_b: DVec3,
    /// Which corners or edges make the point; the same from step to step.
    pub feature: u32,
}

/// Where two shapes touch.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifold {
    /// Unit normal from `b` to `a`.
    pub normal: DVec3,
    points: ArrayVec<ManifoldPoint, MOST_POINTS>,
}

impl Manifold {
    /// The points, by feature.
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points
    }

    /// Whether two faces lie on each other, and not an edge or a corner.
    pub fn is_of_faces(&self) -> bool {
        self.points.len() > 2
    }

    /// The point with the least gap.
    pub fn deepest(&self) -> Option<&ManifoldPoint> {
        let gap = |point: &&ManifoldPoint| self.core_gap(point);
        let points = self.points().iter();
        points.min_by(|p, q| gap(p).total_cmp(&gap(q)))
    }

    /// Signed distance of the cores at a point, m: less the radii, the gap.
    pub fn core_gap(&self, point: &ManifoldPoint) -> f64 {
        (point.core_a - point.core_b).dot(self.normal)
    }
}

/// The patch of two cores for a known normal.
pub(super) fn patch(
    a: &Placed,
    b: &Placed,
    found: &Separation,
    radii: f64,
    margin: f64,
) -> Option<Manifold> {
    let most = margin + radii;
    if found.gap > most {
        return None;
    }
    let (normal, level) = (found.normal, LEVEL * (a.size + b.size));
    let mut candidates = Candidates::new(normal);
    if let Form::Point = a.form {
        candidates.push(a.centre, found.on_b, 0);
        return candidates.chosen(most, level);
    }
    if let Form::Point = b.form {
        candidates.push(b.centre + normal * found.gap, b.centre, 0);
        return candidates.chosen(most, level);
    }
    let size = a.size.min(b.size);
    let (face_a, face_b) = (supporting_face(a, -normal), supporting_face(b, normal));
    let strip = (0.02 * radii).max(1e-3 * size);
    let deepest = separation_along(a, b, normal);
    let take = |core_a: DVec3, core_b: DVec3, feature| {
        // A point that overhangs by the slop on a slope is no deeper than the core.
        let too_deep = (deepest - (core_a - core_b).dot(normal)).max(0.0);
        candidates.push(core_a, core_b - normal * too_deep, feature);
    };
    overlap([&face_a, &face_b], normal, SLOP * size, strip, take);
    if candidates.least_gap() > found.gap + level {
        candidates.push(found.on_a, found.on_b, 0);
    }
    candidates.chosen(most, level)
}

/// Points from which those of a patch are chosen.
pub(super) struct Candidates {
    normal: DVec3,
    points: ArrayVec<ManifoldPoint, MOST_CANDIDATES>,
}

impl Candidates {
    pub fn new(normal: DVec3) -> Candidates {
        Candidates {
            normal,
            points: ArrayVec::new(),
        }
    }

    pub fn push(&mut self, core_a: DVec3, core_b: DVec3, feature: u32) {
        if !self.points.is_full() {
            self.points.push(ManifoldPoint {
                core_a,
                core_b,
                feature,
            });
        }
    }

    fn gap(&self, point: &ManifoldPoint) -> f64 {
        (point.core_a - point.core_b).dot(self.normal)
    }

    fn least_gap(&self) -> f64 {
        let gaps = self.points.iter().map(|p| self.gap(p));
        gaps.fold(f64::INFINITY, f64::min)
    }

    /// The patch of those points whose core gap is at most `most`.
    pub fn chosen(&mut self, most: f64, level: f64) -> Option<Manifold> {
        self.keep_distinct(most, level);
        self.points.sort_unstable_by_key(|point| point.feature);
        if self.points.len() > MOST_POINTS {
            self.keep_widest(level);
            self.points.sort_unstable_by_key(|point| point.feature);
        }
        (!self.points.is_empty()).then(|| Manifold {
            normal: self.normal,
            points: self.points.iter().copied().take(MOST_POINTS).collect(),
        })
    }

    /// Drops points past the margin, and those on top of an earlier one.
    fn keep_distinct(&mut self, most: f64, near: f64) {
        let mut count = 0;
        for place in 0..self.points.len() {
            let point = self.points[place];
            let same = |kept: &ManifoldPoint| {
                (kept.core_a - point.core_a).length_squared() <= near * near
                    && (kept.core_b - point.core_b).length_squared() <= near * near
            };
            let double = self.points[..count].iter().any(same);
            if !double && self.gap(&point) <= most {
                self.points[count] = point;
                count += 1;
            }
        }
        self.points.truncate(count);
    }

    /// Keeps the deepest point, the one farthest from it, and one far to each
    /// side of the line between them.
    fn keep_widest(&mut self, level: f64) {
        let least = self.least_gap();
        let points = &self.points;
        let Some(&first) = points.iter().find(|p| self.gap(p) <= least + level) else {
            return;
        };
        let flat = |p: &ManifoldPoint| {
            let from_first = p.core_a - first.core_a;
            from_first - self.normal * from_first.dot(self.normal)
        };
        let Some(second) = greatest(points, |p| flat(p).length_squared()) else {
            return;
        };
        let across = flat(&second).cross(self.normal);
        let sides = [
            greatest(points, |p| flat(p).dot(across)),
            greatest(points, |p| -flat(p).dot(across)),
        ];
        self.points.clear();
        self.points.extend([first, second]);
        self.points.extend(sides.into_iter().flatten());
    }
}

/// The first of the points with about the greatest positive value.
fn greatest(
    points: &[ManifoldPoint],
    value: impl Fn(&ManifoldPoint) -> f64,
) -> Option<ManifoldPoint> {
    let mut best: Option<(f64, ManifoldPoint)> = None;
    for point in points {
        let worth = value(point);
        if worth > best.map_or(0.0, |(most, _)| most * LEAD) {
            best = Some((worth, *point));
        }
    }
    best.map(|(_, point)| point)
}

impl Manifold {
    /// The patch as seen from the world, where the origin of the pair is `origin`.
    pub(super) fn moved(mut self, origin: DVec3) -> Manifold {
        for point in &mut self.points {
            point.core_a += origin;
            point.core_b += origin;
        }
        self
    }
}
