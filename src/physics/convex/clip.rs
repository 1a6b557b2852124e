//! Where two faces lie over each other, seen along the contact normal.
//!
//! Clipping by half planes after Sutherland and Hodgman, "Reentrant polygon
//! clipping" (1974). Each point is numbered by the corners or edges that make it,
//! so that it keeps its number from step to step.

use super::face::{Corner, Face, RIM};
use crate::physics::shape::nearest_of_segments;
use arrayvec::ArrayVec;
use glam::DVec3;

/// Most points: each side of one polygon adds at most one to the other.
const MOST: usize = 2 * RIM;
/// Sine of the angle past which two edges cross in one point.
const CROSSING: f64 = 0.3;
/// Number of a point that neither a corner nor two edges make.
const UNNAMED: u32 = 3 << 24;

/// Visits the points of the overlap of two faces: on `a`, on `b`, and their numbers. `slop`
/// is how far a point may lie outside, m, so that flush faces do not change corners at every
/// tremor; `strip` is how far apart two nearly parallel edges may run and still meet in a line.
pub(super) fn overlap(
    [a, b]: [&Face; 2],
    normal: DVec3,
    slop: f64,
    strip: f64,
    mut found: impl FnMut(DVec3, DVec3, u32),
) {
    let has_plane = |face: &Face| face.normal != DVec3::ZERO;
    if has_plane(b) {
        clip(a, b, normal, slop, false, |point| {
            let on_b = onto(point.at, b, normal);
            found(point.at, on_b, point.id);
        });
    } else if has_plane(a) {
        clip(b, a, normal, slop, true, |point| {
            let on_a = onto(point.at, a, normal);
            found(on_a, point.at, point.id);
        });
    } else if let ([a0, a1], [b0, b1]) = (a.corners(), b.corners()) {
        edges([*a0, *a1], [*b0, *b1], normal, strip, found);
    }
}

/// The point of the plane of `face` over or under `point`.
fn onto(point: DVec3, face: &Face, normal: DVec3) -> DVec3 {
    let slope = face.normal.dot(normal);
    let corner = face.corners().first().map_or(point, |corner| corner.at);
    point - normal * (face.normal.dot(point - corner) / slope)
}

/// A corner of the clipped polygon and the edge that leads on from it.
#[derive(Debug, Clone, Copy)]
struct Point {
    at: DVec3,
    id: u32,
    edge: Edge,
}

/// An edge by the numbers of its ends, and whether it is one of the clipper.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Edge {
    ends: [u8; 2],
    of_clipper: bool,
}

impl Edge {
    fn new(p: Corner, q: Corner, of_clipper: bool) -> Edge {
        Edge {
            ends: [p.id.min(q.id), p.id.max(q.id)],
            of_clipper,
        }
    }

    fn number(self) -> u32 {
        u32::from(self.ends[0]) << 6 | u32::from(self.ends[1])
    }
}

#[derive(Default)]
struct Polygon {
    points: ArrayVec<Point, MOST>,
}

impl Polygon {
    fn push(&mut self, at: DVec3, id: u32, edge: Edge) {
        if !self.points.is_full() {
            self.points.push(Point { at, id, edge });
        }
    }
}

/// Number of a corner of `a` or `b`.
fn corner_number(id: u8, of_b: bool) -> u32 {
    (1 + u32::from(of_b)) << 24 | u32::from(id)
}

/// Visits the corners of the part of `subject` inside the sides of `clipper`.
fn clip(
    subject: &Face,
    clipper: &Face,
    normal: DVec3,
    slop: f64,
    swapped: bool,
    visit: impl FnMut(&Point),
) {
    let (mut polygon, mut kept) = (&mut Polygon::default(), &mut Polygon::default());
    let corners = subject.corners();
    for (index, &corner) in corners.iter().enumerate() {
        let next = following(corners, index);
        let id = corner_number(corner.id, swapped);
        polygon.push(corner.at, id, Edge::new(corner, next, false));
    }
    let turn = if clipper.normal.dot(normal) < 0.0 {
        -1.0
    } else {
        1.0
    };
    let sides = clipper.corners();
    let winding = winding(clipper) * turn;
    for (index, &from) in sides.iter().enumerate() {
        let to = following(sides, index);
        let outward = (to.at - from.at).cross(normal) * winding;
        let Some(outward) = outward.try_normalize() else {
            continue;
        };
        let points = polygon.points.as_slice();
        let outside = points.iter().map(|point| (point.at - from.at).dot(outward));
        let outside: ArrayVec<f64, MOST> = outside.collect();
        if outside.iter().all(|&distance| distance <= slop) {
            continue;
        }
        let side = Edge::new(from, to, true);
        kept.points.clear();
        for (place, point) in points.iter().enumerate() {
            let next = following(points, place);
            let (here, there) = (outside[place], following(&outside, place));
            if here <= slop {
                kept.push(point.at, point.id, point.edge);
            }
            // An edge on its own has no way back.
            let leads_on = points.len() > 2 || place + 1 < points.len();
            if leads_on && (here <= slop) != (there <= slop) {
                let t = (here / (here - there)).clamp(0.0, 1.0);
                let id = meeting(point.edge, side, swapped);
                let edge = if here <= slop { side } else { point.edge };
                kept.push(point.at.lerp(next.at, t), id, edge);
            }
        }
        std::mem::swap(&mut polygon, &mut kept);
    }
    polygon.points.iter().for_each(visit);
}

/// The item after that of an index, round a polygon.
fn following<T: Copy>(round: &[T], index: usize) -> T {
    let next = if index + 1 < round.len() {
        index + 1
    } else {
        0
    };
    round[next]
}

/// 1 if the corners go anticlockwise seen against the face normal, else −1.
fn winding(face: &Face) -> f64 {
    let corners = face.corners();
    let Some(first) = corners.first() else {
        return 1.0;
    };
    let mut area = DVec3::ZERO;
    for pair in corners.windows(2) {
        area += (pair[0].at - first.at).cross(pair[1].at - first.at);
    }
    if area.dot(face.normal) < 0.0 {
        -1.0
    } else {
        1.0
    }
}

/// Number of the point where an edge of the polygon meets a side of the clipper.
fn meeting(edge: Edge, side: Edge, swapped: bool) -> u32 {
    if !edge.of_clipper {
        let (a, b) = if swapped { (side, edge) } else { (edge, side) };
        return UNNAMED | a.number() << 12 | b.number();
    }
    let shared = edge.ends.into_iter().find(|end| side.ends.contains(end));
    shared.map_or(UNNAMED, |id| corner_number(id, !swapped))
}

/// Two edges: the ends of the line along which they meet, or their crossing.
fn edges(
    a: [Corner; 2],
    b: [Corner; 2],
    normal: DVec3,
    strip: f64,
    mut found: impl FnMut(DVec3, DVec3, u32),
) {
    let flat = |v: DVec3| v - normal * v.dot(normal);
    let origin = a[0].at;
    let [a0, a1, b0, b1] = [a[0], a[1], b[0], b[1]].map(|c| flat(c.at - origin));
    let (u, v) = (a1 - a0, b1 - b0);
    let (length, other) = (u.length(), v.length());
    let shortest = 1e-6 * (length + other);
    if length <= shortest || other <= shortest {
        return;
    }
    let sine = u.cross(v).length() / (length * other);
    let (mut s, t) = nearest_of_segments(a0, a1, b0, b1);
    let id = UNNAMED | Edge::new(a[0], a[1], false).number() << 12;
    let id = id | Edge::new(b[0], b[1], false).number();
    let (mut low, mut high) = (s, s);
    if sine <= CROSSING {
        let along = |p: DVec3| (p - a0).dot(u) / (length * length);
        let (p, q) = (along(b0), along(b1));
        low = p.min(q).clamp(0.0, 1.0);
        high = p.max(q).clamp(0.0, 1.0);
        s = s.clamp(low, high);
        // Towards a crossing the line shrinks to a point.
        let reach = strip / (length * sine).max(1e-12 * strip);
        (low, high) = (low.max(s - reach), high.min(s + reach));
    }
    let on_b = |s: f64| {
        let place = (a0 + u * s - b0).dot(v) / (other * other);
        b[0].at.lerp(b[1].at, place.clamp(0.0, 1.0))
    };
    if sine > CROSSING {
        found(a[0].at.lerp(a[1].at, s), b[0].at.lerp(b[1].at, t), id);
    } else {
        found(a[0].at.lerp(a[1].at, low), on_b(low), id);
        found(a[0].at.lerp(a[1].at, high), on_b(high), id | 1 << 26);
    }
}
