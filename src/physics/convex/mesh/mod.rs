//! Meshes of triangles that stand still: a tree of bounding boxes, edges that are felt, and
//! faces of many triangles that are one.

mod edges;
mod facets;
mod tree;

use super::axes::triangle_normal;
use super::manifold::Manifold;
use super::posed::Meeting;
use super::separation::Separation;
use super::{Convex, Core, Pose};
use crate::physics::math::HALF_TURN;
use facets::{holds, Facets};
use glam::DVec3;
use tree::{box_of, Tree};

/// Cosine above which a normal is that of the face.
const SAME: f64 = 1.0 - 1e-12;
/// Share of the height of a triangle within which a contact is on its edge.
const ON_EDGE: f64 = 1e-3;

/// A triangle mesh with a bounding box tree. Its triangles are thin and have two
/// sides; a body is on the side where its origin is.
#[derive(Debug, Clone, PartialEq)]
pub struct TriangleMesh {
    triangles: Vec<[DVec3; 3]>,
    /// Whether the edge from each corner to the next is a convex one, or a border.
    active: Vec<[bool; 3]>,
    facets: Facets,
    tree: Tree,
}

impl TriangleMesh {
    /// A mesh of these triangles, anticlockwise from the front, m. A triangle that
    /// names a missing vertex is left out.
    pub fn new(vertices: &[DVec3], triangles: &[[u32; 3]]) -> TriangleMesh {
        let corner = |index: u32| vertices.get(index as usize).copied();
        let triangles: Vec<[DVec3; 3]> = triangles
            .iter()
            .filter_map(|&[i, j, k]| Some([corner(i)?, corner(j)?, corner(k)?]))
            .collect();
        let neighbours = edges::neighbours(&triangles);
        TriangleMesh {
            active: edges::active_edges(&triangles, &neighbours),
            facets: Facets::of(&triangles, &neighbours),
            tree: Tree::of(&triangles),
            triangles,
        }
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Axis-aligned box round all triangles in the frame of the mesh: its lowest and its
    /// highest corner, m; the origin if there are none.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        self.tree.bounds()
    }

    /// A triangle in the frame of the mesh.
    ///
    /// One that is not in the mesh is a point.
    pub fn triangle(&self, index: usize) -> Convex {
        let core = self.triangles.get(index);
        Convex {
            core: core.map_or(Core::Point, |corners| Core::Triangle(*corners)),
            radius: 0.0,
        }
    }

    /// Calls `found` with each triangle whose box meets that from `low` to `high`
    /// (in the frame of the mesh, m), always in the same order.
    pub fn query(&self, low: DVec3, high: DVec3, mut found: impl FnMut(usize)) {
        let meets = |least: DVec3, most: DVec3| least.cmple(high).all() && low.cmple(most).all();
        self.tree.visit(meets, |index| {
            if self.meets_box(index, low, high) {
                found(index);
            }
        });
    }

    /// Calls `found` with each triangle that a ray may meet within a way, m, in the frame of
    /// the mesh, always in the same order. `direction` is a unit vector.
    pub fn query_along(&self, origin: DVec3, direction: DVec3, way: f64, found: impl FnMut(usize)) {
        let inverse = direction.recip();
        let stays = direction.cmpeq(DVec3::ZERO);
        let meets = |low: DVec3, high: DVec3| {
            let is_beside = low.cmpgt(origin) | high.cmplt(origin);
            if (stays & is_beside).any() {
                return false;
            }
            // Along an axis on which it stays it is between the two all the way.
            let [to_low, to_high] =
                [(low, f64::NEG_INFINITY), (high, f64::INFINITY)].map(|(side, all)| {
                    DVec3::select(stays, DVec3::splat(all), (side - origin) * inverse)
                });
            let entry = to_low
                .min(to_high)
                .to_array()
                .into_iter()
                .fold(0.0, f64::max);
            let exit = to_low
                .max(to_high)
                .to_array()
                .into_iter()
                .fold(way, f64::min);
            entry <= exit
        };
        self.tree.visit(meets, found);
    }

    /// Whether the box of a triangle meets that from `low` to `high`; no if there is no such
    /// triangle.
    pub fn meets_box(&self, index: usize, low: DVec3, high: DVec3) -> bool {
        self.triangles.get(index).is_some_and(|corners| {
            let (least, most) = box_of(corners);
            least.cmple(high).all() && low.cmple(most).all()
        })
    }

    /// A corner and the unit normal of a triangle in the frame of the mesh; none of one that
    /// has no area.
    pub fn face(&self, index: usize) -> Option<(DVec3, DVec3)> {
        let corners = self.triangles.get(index)?;
        let normal = triangle_normal(*corners);
        (normal != DVec3::ZERO).then_some((corners[0], normal))
    }

    /// How far along a line, m, the plane of a triangle is met within the triangle, and the unit
    /// normal of that; in the frame of the mesh, with a unit vector as direction.
    pub fn met_by_line(
        &self,
        index: usize,
        origin: DVec3,
        direction: DVec3,
    ) -> Option<(f64, DVec3)> {
        let (corner, normal) = self.face(index)?;
        let way = (corner - origin).dot(normal) / direction.dot(normal);
        let corners = self.triangles.get(index)?;
        let is_met = way.is_finite() && holds(normal, corners, origin + direction * way);
        is_met.then_some((way, normal))
    }

    /// The facet of a triangle: what is flush with it and hangs together with it. `None` of a
    /// triangle that is alone in its plane.
    pub fn facet(&self, index: usize) -> Option<u32> {
        self.facets.of.get(index).copied().flatten()
    }

    /// Whether the facet of a triangle ends at one of its edges.
    pub fn is_at_border(&self, index: usize) -> bool {
        let borders = self.facets.borders.get(index);
        borders.is_none_or(|borders| borders.contains(&true))
    }

    /// The plane of a facet in the frame of the mesh, with the side up on which a point is.
    pub fn plane(&self, facet: u32, seen_from: DVec3) -> Pose {
        let facet = &self.facets.facets[facet as usize];
        let mut plane = facet.plane;
        if (seen_from - plane.position).dot(facet.normal) < 0.0 {
            plane.orientation *= HALF_TURN;
        }
        plane
    }

    /// Whether a triangle of a facet is where a point of its plane is.
    pub fn holds(&self, facet: u32, index: usize, point: DVec3) -> bool {
        self.facets.facets[facet as usize].holds(&self.triangles[index], point)
    }

    /// Contact patch of a shape with one triangle: as [`Meeting::manifold`], but at an
    /// edge that is flat or concave with the normal of the face, so that nothing catches
    /// on the inner edges of a flat floor. `meeting` must be that of the shape with
    /// [`TriangleMesh::triangle`] of this index at `mesh_pose`, with at least the margin
    /// as cutoff.
    pub fn manifold(
        &self,
        index: usize,
        mesh_pose: &Pose,
        meeting: &Meeting,
        margin: f64,
    ) -> Option<Manifold> {
        let origin = meeting.origin;
        let felt = meeting.patch(&meeting.found, margin)?;
        let corners = self
            .triangles
            .get(index)?
            .map(|c| mesh_pose.orientation * c);
        let face = triangle_normal(corners);
        if face == DVec3::ZERO || felt.normal.dot(face).abs() >= SAME {
            return Some(felt.moved(origin));
        }
        let deepest = felt.deepest()?;
        let place = deepest.core_b + origin - mesh_pose.position;
        if self.on_active_edge(index, mesh_pose.orientation.conjugate() * place) {
            return Some(felt.moved(origin));
        }
        let front = (meeting.a.centre - meeting.b.centre).dot(face) >= 0.0;
        let normal = if front { face } else { -face };
        // A point of its own only where the shape is not over the face: past its
        // edge the neighbour knows better how the ground runs.
        let depth = (deepest.core_a - deepest.core_b).dot(normal);
        let flat = Separation {
            normal,
            gap: margin + meeting.radii,
            on_a: deepest.core_a,
            on_b: deepest.core_a - normal * depth,
        };
        meeting.patch(&flat, margin).map(|m| m.moved(origin))
    }

    /// Whether a point of a triangle is on an edge that may be felt.
    fn on_active_edge(&self, index: usize, point: DVec3) -> bool {
        let (Some(corners), Some(active)) = (self.triangles.get(index), self.active.get(index))
        else {
            return true;
        };
        (0..3).any(|i| {
            let [p, q, r] = [0, 1, 2].map(|k| corners[(i + k) % 3]);
            let along = (q - p).normalize_or_zero();
            let height = (r - p) - along * (r - p).dot(along);
            let share = (point - p).dot(height) / height.length_squared().max(f64::MIN_POSITIVE);
            active[i] && share <= ON_EDGE
        })
    }
}
