//! Flush triangles of a mesh: what rests on them rests on one plane.
//!
//! Flat ground has many triangles and one face. Of each such face the plane is known, and
//! which triangles belong to it, so that a contact with it is one with the plane, however
//! the ground is cut into triangles, slivers among them.

use super::edges::Neighbours;
use crate::physics::convex::axes::triangle_normal;
use crate::physics::convex::Pose;
use crate::physics::math::turn_from_y;
use glam::DVec3;

/// How far the corners of a facet may be from its plane, m: what rounding to single precision
/// leaves of a flat ground of a hundred metres.
const FLUSH_M: f64 = 1e-5;

/// Two or more flush triangles that hang together by their edges.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Facet {
    /// A point of its plane and a turn of the y axis to its normal, in the frame of the mesh.
    pub plane: Pose,
    pub normal: DVec3,
}

/// The facets of a mesh.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Facets {
    pub facets: Vec<Facet>,
    /// Of each triangle.
    pub of: Vec<Option<u32>>,
    /// Of each triangle, whether its facet ends at the edge from each corner to the next.
    pub borders: Vec<[bool; 3]>,
}

impl Facets {
    /// Finds the facets. They grow from the largest triangles, whose planes are known best.
    pub fn of(triangles: &[[DVec3; 3]], neighbours: &Neighbours) -> Facets {
        let area = |t: &[DVec3; 3]| (t[1] - t[0]).cross(t[2] - t[0]).length_squared();
        let areas = triangles.iter().map(area);
        let mut seeds: Vec<(f64, u32)> = areas.zip(0..).collect();
        seeds.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut facets = Facets {
            of: vec![None; triangles.len()],
            ..Facets::default()
        };
        let mut grown = Vec::new();
        for (_, seed) in seeds {
            if facets.of[seed as usize].is_none() {
                facets.grow(triangles, neighbours, seed, &mut grown);
            }
        }
        facets.find_borders(neighbours);
        facets
    }

    /// Makes a facet of a triangle and all that is flush with it, if there is any.
    fn grow(
        &mut self,
        triangles: &[[DVec3; 3]],
        neighbours: &Neighbours,
        seed: u32,
        grown: &mut Vec<u32>,
    ) {
        let corners = triangles[seed as usize];
        let (normal, foot) = (triangle_normal(corners), corners[0]);
        if normal == DVec3::ZERO {
            return;
        }
        let number = self.facets.len() as u32;
        let is_flush = |index: u32| {
            let corners = &triangles[index as usize];
            let near = |c: &DVec3| (*c - foot).dot(normal).abs() <= FLUSH_M;
            let (u, v) = (corners[1] - corners[0], corners[2] - corners[0]);
            // What is folded back is another facet.
            corners.iter().all(near) && u.cross(v).dot(normal) >= 0.0
        };
        grown.clear();
        grown.push(seed);
        self.of[seed as usize] = Some(number);
        let mut next = 0;
        while let Some(&index) = grown.get(next) {
            next += 1;
            for beyond in neighbours[index as usize].into_iter().flatten() {
                if self.of[beyond as usize].is_none() && is_flush(beyond) {
                    self.of[beyond as usize] = Some(number);
                    grown.push(beyond);
                }
            }
        }
        if grown.len() == 1 {
            self.of[seed as usize] = None;
            return;
        }
        let plane = Pose {
            position: foot,
            orientation: turn_from_y(normal),
        };
        self.facets.push(Facet { plane, normal });
    }

    fn find_borders(&mut self, neighbours: &Neighbours) {
        let ends = |(index, beyond): (usize, &[Option<u32>; 3])| {
            beyond.map(|beyond| beyond.is_none_or(|i| self.of[i as usize] != self.of[index]))
        };
        self.borders = neighbours.iter().enumerate().map(ends).collect();
    }
}

impl Facet {
    /// Whether the foot of a point on the plane is on one of its triangles.
    pub fn holds(&self, corners: &[DVec3; 3], point: DVec3) -> bool {
        holds(self.normal, corners, point)
    }
}

/// Whether the foot of a point on the plane of a triangle with that unit normal is on it.
pub(super) fn holds(normal: DVec3, corners: &[DVec3; 3], point: DVec3) -> bool {
    (0..3).all(|i| {
        let along = corners[(i + 1) % 3] - corners[i];
        let inward = normal.cross(along);
        // Neighbours overlap a little, so that no point is lost between them.
        (point - corners[i]).dot(inward) >= -FLUSH_M * along.length()
    })
}
