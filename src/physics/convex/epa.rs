//! Penetration depth of two cores that overlap, one of them curved.
//!
//! Source: the expanding polytope of van den Bergen, "Collision Detection in
//! Interactive 3D Environments" (2004), section 4.3.8. The polytope inside the
//! Minkowski difference bounds the depth from below, each direction looked along
//! bounds it from above, and the best direction so far is the answer whenever the
//! search ends.

use super::axes::separation_along;
use super::gjk::difference;
use super::separation::Separation;
use super::simplex::Vertex;
use super::support::Placed;
use glam::DVec3;

const MOST_VERTICES: usize = 84;
/// A convex polytope of triangles has two faces per vertex.
const MOST_FACES: usize = 2 * MOST_VERTICES;
/// Share of the size to which the depth is found.
const ACCURACY: f64 = 1e-10;
/// Cosine between two normals above which both are that of the same face.
const ALIGNED: f64 = 1.0 - 1e-6;
/// Share of the size below which a polytope is flat.
const FLAT: f64 = 1e-9;

#[derive(Debug, Clone, Copy, Default)]
struct Face {
    corners: [u8; 3],
    normal: DVec3,
    /// Of the plane from the origin, m; negative if the origin is outside.
    distance: f64,
}

struct Polytope {
    vertices: [Vertex; MOST_VERTICES],
    vertex_count: usize,
    faces: [Face; MOST_FACES],
    face_count: usize,
}

/// Least penetration of two cores, given that of a good guess.
pub(super) fn deepest(a: &Placed, b: &Placed, guess: Separation) -> Separation {
    let size = a.size + b.size;
    let Some(mut polytope) = Polytope::start(a, b, FLAT * size) else {
        return guess;
    };
    let mut best = guess;
    while let Some(index) = polytope.nearest_face() {
        let face = polytope.faces[index];
        if face.distance >= -best.gap - ACCURACY * size {
            return polytope.met_at(face, best);
        }
        // The normal leads out of the difference; `a` has to go the other way.
        let gap = separation_along(a, b, -face.normal);
        if gap > best.gap {
            best = Separation::supported(a, -face.normal, gap);
        }
        let vertex = difference(a, b, -face.normal);
        let gained = vertex.at.dot(face.normal) - face.distance > 1e-13 * size;
        if !gained || !polytope.expand(index, vertex, 1e-14 * size) {
            break;
        }
    }
    climbed(a, b, best)
}

/// Turns the direction to where the separation is largest nearby: for polytopes so
/// thin that rounding ends the search.
fn climbed(a: &Placed, b: &Placed, mut best: Separation) -> Separation {
    let mut step = 0.1;
    while step > 1e-7 {
        let (u, v) = best.normal.any_orthonormal_pair();
        let tried = [u, -u, v, -v, u + v, u - v, v - u, -u - v].map(|aside| {
            let normal = (best.normal + aside * step).normalize();
            (separation_along(a, b, normal), normal)
        });
        let (gap, normal) = tried
            .into_iter()
            .fold((best.gap, best.normal), |most, next| {
                if next.0 > most.0 {
                    next
                } else {
                    most
                }
            });
        if gap > best.gap {
            best = Separation::supported(a, normal, gap);
        } else {
            step *= 0.5;
        }
    }
    best
}

impl Polytope {
    /// A tetrahedron in the Minkowski difference; `None` if that is flat.
    fn start(a: &Placed, b: &Placed, flat: f64) -> Option<Polytope> {
        let reach = |direction: DVec3| difference(a, b, -direction);
        let farther = |direction: DVec3, from: DVec3| {
            let (one, other) = (reach(direction), reach(-direction));
            let far = |p: Vertex| (p.at - from).dot(direction).abs();
            if far(one) >= far(other) {
                one
            } else {
                other
            }
        };
        let found = [reach(DVec3::X), reach(-DVec3::X)];
        let [p, q] = found.map(|vertex| vertex.at);
        let across = (q - p).try_normalize()?.any_orthonormal_vector();
        let mut third = farther(across, p);
        if (third.at - p).cross(q - p).length() <= flat * (q - p).length() {
            third = farther(across.cross((q - p).normalize_or_zero()), p);
        }
        let normal = (q - p).cross(third.at - p).try_normalize()?;
        let fourth = farther(normal, p);
        let s = fourth.at;
        if (s - p).dot(normal).abs() <= flat {
            return None;
        }
        let mut polytope = Polytope {
            vertices: [Vertex::default(); MOST_VERTICES],
            vertex_count: 4,
            faces: [Face::default(); MOST_FACES],
            face_count: 0,
        };
        polytope.vertices[..4].copy_from_slice(&[found[0], found[1], third, fourth]);
        let outward = (s - p).dot(normal) < 0.0;
        for [i, j, k] in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            polytope.add_face(if outward { [i, j, k] } else { [i, k, j] });
        }
        Some(polytope)
    }

    /// The same separation with the points that are deepest, if the face shows them: of many
    /// that lie in the plane of a face of `a` only those under `b` do.
    fn met_at(&self, face: Face, found: Separation) -> Separation {
        let [p, q, r] = face.corners.map(|index| self.vertices[usize::from(index)]);
        let origin = face.normal * face.distance;
        let area = |u: Vertex, v: Vertex| {
            let (u, v) = (u.at - origin, v.at - origin);
            u.cross(v).dot(face.normal).max(0.0)
        };
        let weights = [area(q, r), area(r, p), area(p, q)];
        let whole: f64 = weights.iter().sum();
        if face.normal.dot(found.normal) > -ALIGNED || whole <= 0.0 {
            return found;
        }
        let weighted = [p, q, r].into_iter().zip(weights);
        let on_a = weighted
            .map(|(vertex, weight)| vertex.on_a * (weight / whole))
            .sum();
        Separation {
            on_a,
            on_b: on_a - found.normal * found.gap,
            ..found
        }
    }

    fn nearest_face(&self) -> Option<usize> {
        let distance = |&index: &usize| self.faces[index].distance;
        (0..self.face_count).min_by(|i, j| distance(i).total_cmp(&distance(j)))
    }

    /// Takes `vertex`, seen from the face `first`, into the hull; false if that is
    /// full or goes flat.
    fn expand(&mut self, first: usize, vertex: Vertex, visible: f64) -> bool {
        if self.vertex_count == MOST_VERTICES {
            return false;
        }
        let new = self.vertex_count as u8;
        self.vertices[self.vertex_count] = vertex;
        self.vertex_count += 1;
        let mut hole = Hole::default();
        let mut next = Some(first);
        // Only from neighbour to neighbour, so that the hole stays in one piece.
        while let Some(index) = next {
            let [i, j, k] = self.faces[index].corners;
            for [from, to] in [[i, j], [j, k], [k, i]] {
                if !hole.toggle(from, to) {
                    return false;
                }
            }
            self.face_count -= 1;
            self.faces[index] = self.faces[self.face_count];
            next = self.faces[..self.face_count].iter().position(|face| {
                vertex.at.dot(face.normal) - face.distance > visible && hole.borders(face)
            });
        }
        let edges = hole.edges;
        edges[..hole.count]
            .iter()
            .all(|&[from, to]| self.add_face([from, to, new]))
    }

    /// Adds a face, anticlockwise from outside; false if it is a sliver.
    fn add_face(&mut self, corners: [u8; 3]) -> bool {
        let [p, q, r] = corners.map(|index| self.vertices[usize::from(index)].at);
        let (u, v) = (q - p, r - p);
        let area = u.cross(v);
        let sliver = area.length_squared() <= 1e-20 * u.length_squared() * v.length_squared();
        if sliver || self.face_count == MOST_FACES {
            return false;
        }
        let normal = area.normalize();
        self.faces[self.face_count] = Face {
            corners,
            normal,
            distance: normal.dot(p),
        };
        self.face_count += 1;
        true
    }
}

/// Border of the faces that a new vertex sees.
struct Hole {
    edges: [[u8; 2]; MOST_VERTICES],
    count: usize,
}

impl Default for Hole {
    fn default() -> Hole {
        Hole {
            edges: [[0; 2]; MOST_VERTICES],
            count: 0,
        }
    }
}

impl Hole {
    fn place(&self, edge: [u8; 2]) -> Option<usize> {
        self.edges[..self.count].iter().position(|e| *e == edge)
    }

    /// An edge between two removed faces is inside the hole. False if full.
    fn toggle(&mut self, from: u8, to: u8) -> bool {
        if let Some(place) = self.place([to, from]) {
            self.count -= 1;
            self.edges[place] = self.edges[self.count];
            return true;
        }
        let fits = self.count < MOST_VERTICES;
        if fits {
            self.edges[self.count] = [from, to];
            self.count += 1;
        }
        fits
    }

    fn borders(&self, face: &Face) -> bool {
        let [i, j, k] = face.corners;
        let across = [[j, i], [k, j], [i, k]];
        across.into_iter().any(|edge| self.place(edge).is_some())
    }
}
