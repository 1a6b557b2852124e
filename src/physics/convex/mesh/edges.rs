//! Which triangles of a mesh share an edge, and which edges stand out.

use crate::physics::convex::axes::triangle_normal;
use crate::physics::convex::places::numbered_places;
use glam::DVec3;

/// Sine of the bend below which a convex edge is as good as flat.
const ACTIVE_SINE: f64 = 0.087;

/// Of each triangle, the one beyond the edge from each corner to the next; none at a border,
/// or where more than two meet.
pub(super) type Neighbours = Vec<[Option<u32>; 3]>;

/// Finds what lies beyond each edge. Edges are matched by place, since files repeat
/// vertices.
pub(super) fn neighbours(triangles: &[[DVec3; 3]]) -> Neighbours {
    let places = numbered_places(triangles.as_flattened());
    let mut edges: Vec<([u32; 2], u32, usize)> = Vec::with_capacity(3 * triangles.len());
    for (index, corners) in places.chunks_exact(3).enumerate() {
        for i in 0..3 {
            let (p, q) = (corners[i], corners[(i + 1) % 3]);
            edges.push(([p.min(q), p.max(q)], index as u32, i));
        }
    }
    edges.sort_unstable();
    let mut beyond: Neighbours = vec![[None; 3]; triangles.len()];
    for sharers in edges.chunk_by(|a, b| a.0 == b.0) {
        if let [(_, one, i), (_, other, j)] = *sharers {
            beyond[one as usize][i] = Some(other);
            beyond[other as usize][j] = Some(one);
        }
    }
    beyond
}

/// Of each triangle, which edges stand out: those without a neighbour, with more than one,
/// and those where the faces bend away from each other.
pub(super) fn active_edges(triangles: &[[DVec3; 3]], neighbours: &Neighbours) -> Vec<[bool; 3]> {
    let is_active = |index: usize, i: usize| {
        let corners = &triangles[index];
        let Some(neighbour) = neighbours[index][i] else {
            return true;
        };
        let neighbour = &triangles[neighbour as usize];
        let along = (corners[(i + 1) % 3] - corners[i]).normalize_or_zero();
        let [mine, theirs] = [corners, neighbour].map(|t| triangle_normal(*t));
        let bend = mine.cross(theirs).dot(along);
        bend > ACTIVE_SINE || (mine.dot(theirs) < 0.0 && bend > -ACTIVE_SINE)
    };
    (0..triangles.len())
        .map(|index| [0, 1, 2].map(|i| is_active(index, i)))
        .collect()
}
