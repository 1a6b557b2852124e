//! The point of a simplex that is nearest to the origin.
//!
//! Source: Ericson, "Real-Time Collision Detection" (2005), sections 5.1.2 to
//! 5.1.6: the Voronoi regions of its corners, edges and faces.

use glam::DVec3;

/// Squared share of height to length below which a triangle is its edges: its
/// normal would be rounding.
const SLIVER: f64 = 1e-14;

/// A point of the Minkowski difference and the point of the first core it comes
/// from.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Vertex {
    pub at: DVec3,
    pub on_a: DVec3,
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

    /// The point of the first core that belongs to the nearest point.
    pub fn point_of_a(&self) -> DVec3 {
        let weighted = self.vertices.iter().zip(self.weights).take(self.count);
        weighted.map(|(vertex, weight)| vertex.on_a * weight).sum()
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
    let longest = [q - p, r - q, p - r].map(DVec3::length_squared);
    let longest = longest.into_iter().fold(0.0, f64::max);
    if u > 0.0 && v > 0.0 && w > 0.0 && area > SLIVER * longest * longest {
        // Along the normal: exact however near the origin is.
        let nearest = normal * (normal.dot(p) / area);
        return (Part::new(weights(all, [i, j, k], nearest), 3), nearest);
    }
    let mut best = on_segment(all, i, j);
    for other in [on_segment(all, j, k), on_segment(all, k, i)] {
        if other.1.length_squared() < best.1.length_squared() {
            best = other;
        }
    }
    best
}

/// Weights of a point of a triangle, right along its longest edge however thin it is.
fn weights(all: &[Vertex; 4], [i, j, k]: [usize; 3], point: DVec3) -> [(usize, f64); 3] {
    let length = |p: usize, q: usize| (all[q].at - all[p].at).length_squared();
    let (ij, jk, ki) = (length(i, j), length(j, k), length(k, i));
    let [i, j, k] = if ij >= jk && ij >= ki {
        [i, j, k]
    } else if jk >= ki {
        [j, k, i]
    } else {
        [k, i, j]
    };
    let (along, aside) = (all[j].at - all[i].at, all[k].at - all[i].at);
    let from = point - all[i].at;
    let length_squared = along.length_squared();
    let height = aside - along * (aside.dot(along) / length_squared);
    let w = (from.dot(height) / height.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let v = ((from - aside * w).dot(along) / length_squared).clamp(0.0, 1.0 - w);
    [(i, 1.0 - v - w), (j, v), (k, w)]
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
        let flat = inside * inside <= 1e-22 * normal.length_squared() * (q - p).length_squared();
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
