//! Meshes of triangles that stand still, with a tree of bounding boxes.

use super::manifold::Manifold;
use super::posed::Meeting;
use super::separation::Separation;
use super::{Convex, Core, Pose};
use glam::DVec3;
use std::collections::BTreeMap;

/// Most triangles in a leaf of the tree.
const LEAF: usize = 4;
/// Sine of the bend below which a convex edge is as good as flat.
const ACTIVE_SINE: f64 = 0.087;
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
    nodes: Vec<Node>,
    /// Triangles in the order of the leaves.
    order: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq)]
struct Node {
    low: DVec3,
    high: DVec3,
    /// Triangles of a leaf as a range of the order, or the two nodes below.
    content: Content,
}

#[derive(Debug, Clone, PartialEq)]
enum Content {
    Leaf(usize, usize),
    Branch(usize, usize),
}

impl TriangleMesh {
    /// A mesh of these triangles, anticlockwise from the front, m. A triangle that
    /// names a missing vertex is left out.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> TriangleMesh {
        let corner = |index: u32| vertices.get(index as usize).copied();
        let triangles: Vec<[DVec3; 3]> = triangles
            .into_iter()
            .filter_map(|[i, j, k]| Some([corner(i)?, corner(j)?, corner(k)?]))
            .collect();
        let mut mesh = TriangleMesh {
            active: active_edges(&triangles),
            order: (0..triangles.len()).collect(),
            nodes: Vec::new(),
            triangles,
        };
        if !mesh.triangles.is_empty() {
            mesh.build(0, mesh.triangles.len());
        }
        mesh
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Axis-aligned box round all triangles in the frame of the mesh: its lowest and its
    /// highest corner, m; the origin if there are none.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        let root = self.nodes.first();
        root.map_or_else(Default::default, |node| (node.low, node.high))
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
        if !self.nodes.is_empty() {
            self.query_below(0, low, high, &mut found);
        }
    }

    fn query_below(&self, node: usize, low: DVec3, high: DVec3, found: &mut impl FnMut(usize)) {
        let node = &self.nodes[node];
        if !(node.low.cmple(high).all() && low.cmple(node.high).all()) {
            return;
        }
        match node.content {
            Content::Branch(left, right) => {
                self.query_below(left, low, high, found);
                self.query_below(right, low, high, found);
            }
            Content::Leaf(from, to) => {
                for &index in &self.order[from..to] {
                    let (least, most) = box_of(&self.triangles[index]);
                    if least.cmple(high).all() && low.cmple(most).all() {
                        found(index);
                    }
                }
            }
        }
    }

    /// Builds the tree over a range of the order; returns its node.
    fn build(&mut self, from: usize, to: usize) -> usize {
        let boxes = self.order[from..to]
            .iter()
            .map(|&i| box_of(&self.triangles[i]));
        let far = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = boxes.fold(far, |(l, h), (p, q)| (l.min(p), h.max(q)));
        let node = self.nodes.len();
        self.nodes.push(Node {
            low,
            high,
            content: Content::Leaf(from, to),
        });
        if to - from > LEAF {
            let extent = high - low;
            let axis = if extent.x >= extent.y && extent.x >= extent.z {
                DVec3::X
            } else if extent.y >= extent.z {
                DVec3::Y
            } else {
                DVec3::Z
            };
            let triangles = &self.triangles;
            let place = |index: usize| triangles[index].iter().map(|c| c.dot(axis)).sum::<f64>();
            self.order[from..to].sort_by(|&i, &j| place(i).total_cmp(&place(j)).then(i.cmp(&j)));
            let middle = from + (to - from) / 2;
            let left = self.build(from, middle);
            let right = self.build(middle, to);
            self.nodes[node].content = Content::Branch(left, right);
        }
        node
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
        let face = super::axes::triangle_normal(corners);
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

fn box_of(corners: &[DVec3; 3]) -> (DVec3, DVec3) {
    let [p, q, r] = *corners;
    (p.min(q).min(r), p.max(q).max(r))
}

/// Which edges stand out: those without a neighbour, with more than one, and those
/// where the faces bend away from each other.
fn active_edges(triangles: &[[DVec3; 3]]) -> Vec<[bool; 3]> {
    // Edges are matched by place, since files repeat vertices.
    let key = |p: DVec3| p.to_array().map(|c| (c + 0.0).to_bits());
    let mut users: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let edge = |corners: &[DVec3; 3], i: usize| {
        let (p, q) = (key(corners[i]), key(corners[(i + 1) % 3]));
        (p.min(q), p.max(q))
    };
    for (index, corners) in triangles.iter().enumerate() {
        for i in 0..3 {
            users.entry(edge(corners, i)).or_default().push(index);
        }
    }
    let is_active = |index: usize, i: usize| {
        let corners = &triangles[index];
        let Some([one, other]) = users.get(&edge(corners, i)).map(Vec::as_slice) else {
            return true;
        };
        let neighbour = &triangles[if *one == index { *other } else { *one }];
        let along = (corners[(i + 1) % 3] - corners[i]).normalize_or_zero();
        let [mine, theirs] = [corners, neighbour].map(|t| super::axes::triangle_normal(*t));
        let bend = mine.cross(theirs).dot(along);
        bend > ACTIVE_SINE || (mine.dot(theirs) < 0.0 && bend > -ACTIVE_SINE)
    };
    (0..triangles.len())
        .map(|index| [0, 1, 2].map(|i| is_active(index, i)))
        .collect()
}
