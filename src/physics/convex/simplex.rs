//! The point of a simplex that is nearest to the origin.
//!
//! Source: Ericson, "Real-Time Collision Detection" (2005), sections 5.1.2 to
//! 5.1.6: the Voronoi regions of its corners, edges and faces.

use glam::DVec3;

/// A point of the Minkowski difference and the two points it comes from.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Vertex {
    pub at: DVec3,
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// Up to four vertices with the weights of the nearest point.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Simplex {
    pub vertices: [Vertex; 4],
    pub weights: [f64; 4],
    pub count: usize,
}

impl Simplex {
    pub fn push(&mut self, vertex: Vertex) {
        if let Some(place) = self.vertices.get_mut(self.count) {
            *place = vertex;
            self.count += 1;
        }
    }

    /// Keeps the face that holds the point nearest to the origin, with its
    /// weights, and returns that point; `None` if the origin is inside.
    pub fn reduce(&mut self) -> Option<DVec3> {
        let all = self.vertices;
        let (kept, nearest) = match self.count {
            0 | 1 => (Part::new([(0, 1.0), (0, 0.0), (0, 0.0)], 1), all[0].at),
            2 => on_segment(&all, 0, 1),
            3 => on_triangle(&all, [0, 1, 2]),
            _ => on_tetrahedron(&all)?,
        };
        for (place, &(index, weight)) in kept.of.iter().take(kept.count).enumerate() {
            self.vertices[place] = all[index];
            self.weights[place] = weight;
        }
        self.count = kept.count;
        Some(nearest)
    }

    /// The points of both cores that make up the nearest point.
    pub fn witnesses(&self) -> (DVec3, DVec3) {
        let weighted = self.vertices.iter().zip(self.weights).take(self.count);
        weighted.fold((DVec3::ZERO, DVec3::ZERO), |(a, b), (vertex, weight)| {
            (a + vertex.on_a * weight, b + vertex.on_b * weight)
        })
    }
}

/// Vertices of a face, by index, with their weights.
struct Part {
    of: [(usize, f64); 3],
    count: usize,
}

impl Part {
    fn new(of: [(usize, f64); 3], count: usize) -> Part {
        Part { of, count }
    }
}

fn on_segment(all: &[Vertex; 4], i: usize, j: usize) -> (Part, DVec3) {
    let (p, q) = (all[i].at, all[j].at);
    let along = q - p;
    let (ahead, length_squared) = (-p.dot(along), along.length_squared());
    if ahead <= 0.0 {
        return (Part::new([(i, 1.0), (0, 0.0), (0, 0.0)], 1), p);
    }
    if ahead >= length_squared {
        return (Part::new([(j, 1.0), (0, 0.0), (0, 0.0)], 1), q);
    }
    let t = ahead / length_squared;
    let part = Part::new([(i, 1.0 - t), (j, t), (0, 0.0)], 2);
    (part, p + along * t)
}

fn on_triangle(all: &[Vertex; 4], [i, j, k]: [usize; 3]) -> (Part, DVec3) {
    let (p, q, r) = (all[i].at, all[j].at, all[k].at);
    let normal = (q - p).cross(r - p);
    let area = normal.length_squared();
    // Signed areas of the triangles that the origin makes with the edges.
    let (u, v, w) = (
        normal.dot(q.cross(r)),
        normal.dot(r.cross(p)),
        normal.dot(p.cross(q)),
    );
    let sum = u + v + w;
    if u > 0.0 && v > 0.0 && w > 0.0 && area > 0.0 && sum > 0.0 {
        let part = Part::new([(i, u / sum), (j, v / sum), (k, w / sum)], 3);
        // Along the normal: exact however near the origin is.
        return (part, normal * (normal.dot(p) / area));
    }
    let mut best = on_segment(all, i, j);
    for other in [on_segment(all, j, k), on_segment(all, k, i)] {
        if other.1.length_squared() < best.1.length_squared() {
            best = other;
        }
    }
    best
}

fn on_tetrahedron(all: &[Vertex; 4]) -> Option<(Part, DVec3)> {
    const FACES: [([usize; 3], usize); 4] = [
        ([0, 1, 2], 3),
        ([0, 2, 3], 1),
        ([0, 3, 1], 2),
        ([1, 3, 2], 0),
    ];
    let mut best: Option<(Part, DVec3)> = None;
    for (face, opposite) in FACES {
        let [p, q, r] = face.map(|index| all[index].at);
        let normal = (q - p).cross(r - p);
        let (origin, inside) = (-p.dot(normal), (all[opposite].at - p).dot(normal));
        // A flat tetrahedron has no inside: every face is looked at.
        let flat = inside * inside <= 1e-28 * normal.length_squared() * (q - p).length_squared();
        if !flat && origin * inside >= 0.0 {
            continue;
        }
        let found = on_triangle(all, face);
        let nearer = |other: &(Part, DVec3)| found.1.length_squared() < other.1.length_squared();
        if best.as_ref().is_none_or(nearer) {
            best = Some(found);
        }
    }
    best
}
