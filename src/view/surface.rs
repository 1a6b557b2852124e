//! Triangle meshes that stand still: flat faces with their feature edges.

use macroquad::math::Vec3;

/// Floats of a vertex: position, normal, and distances from the three edges.
pub(super) const FLOATS: usize = 9;
/// Cosine of the bend beyond which an edge is drawn.
const SHARP: f32 = 0.7;
/// Stands for the distance from an edge that is not drawn, m.
const HIDDEN: f32 = 1e3;

/// A triangle mesh, ready to be drawn. Made once, drawn in each frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    pub(super) vertices: Vec<f32>,
}

impl Surface {
    /// Surface of these triangles in their own frame, m. Triangles without area are
    /// left out. Edges are drawn where the surface ends or bends.
    pub fn new(triangles: impl IntoIterator<Item = [Vec3; 3]>) -> Surface {
        let faces: Vec<([Vec3; 3], Vec3)> = triangles
            .into_iter()
            .map(|corners| (corners, normal_of(corners)))
            .filter(|(_, normal)| *normal != Vec3::ZERO)
            .collect();
        let mut vertices = Vec::with_capacity(faces.len() * 3 * FLOATS);
        let sorted = sorted_edges(&faces);
        for (corners, normal) in &faces {
            let drawn = edges(*corners).map(|edge| is_drawn(&sorted, edge));
            push_face(&mut vertices, *corners, *normal, drawn);
        }
        Surface { vertices }
    }

    /// Number of vertices, three for each triangle.
    pub(super) fn vertex_count(&self) -> usize {
        self.vertices.len() / FLOATS
    }
}

/// The edges of all faces with the normals of these, in order.
fn sorted_edges(faces: &[([Vec3; 3], Vec3)]) -> Vec<(EdgeKey, Vec3)> {
    let of_face = |(corners, normal): &([Vec3; 3], Vec3)| {
        let normal = *normal;
        edges(*corners).map(|edge| (edge_key(edge), normal))
    };
    let mut all: Vec<_> = faces.iter().flat_map(of_face).collect();
    all.sort_unstable_by_key(|(key, _)| *key);
    all
}

/// Whether an edge is drawn: where the surface ends or bends.
fn is_drawn(sorted: &[(EdgeKey, Vec3)], edge: [Vec3; 2]) -> bool {
    let key = edge_key(edge);
    let from = sorted.partition_point(|(other, _)| *other < key);
    let sharers = sorted.iter().skip(from);
    let mut normals = sharers.take_while(|(other, _)| *other == key);
    match (normals.next(), normals.next(), normals.next()) {
        (Some((_, one)), Some((_, other)), None) => one.dot(*other).abs() < SHARP,
        _ => true,
    }
}

fn push_face(vertices: &mut Vec<f32>, corners: [Vec3; 3], normal: Vec3, drawn: [bool; 3]) {
    let [p, q, r] = corners;
    let double_area = (q - p).cross(r - p).length();
    let lengths = edges(corners).map(|[from, to]| from.distance(to));
    for (place, corner) in corners.into_iter().enumerate() {
        vertices.extend(corner.to_array());
        vertices.extend(normal.to_array());
        let sides = drawn.into_iter().zip(lengths).enumerate();
        vertices.extend(sides.map(|(edge, (is_drawn, length))| match is_drawn {
            false => HIDDEN,
            true if place == (edge + 2) % 3 => double_area / length,
            true => 0.0,
        }));
    }
}

/// The edges from each corner to the next.
fn edges([p, q, r]: [Vec3; 3]) -> [[Vec3; 2]; 3] {
    [[p, q], [q, r], [r, p]]
}

fn normal_of([p, q, r]: [Vec3; 3]) -> Vec3 {
    (q - p).cross(r - p).normalize_or_zero()
}

/// The bits of both ends.
type EdgeKey = ([u32; 3], [u32; 3]);

/// What an edge is known by, the same from both of its faces. Edges are matched by
/// place, since files repeat vertices.
fn edge_key(ends: [Vec3; 2]) -> EdgeKey {
    // Adding 0 makes one of the two zeros.
    let [p, q] = ends.map(|end| end.to_array().map(|x| (x + 0.0).to_bits()));
    (p.min(q), p.max(q))
}

#[cfg(test)]
mod tests {
    use super::*;
    use macroquad::math::vec3;

    /// Distances from the edges that are drawn, of each vertex.
    fn drawn(surface: &Surface) -> Vec<Vec<f32>> {
        let shown = |v: &[f32]| v[6..].iter().copied().filter(|d| *d < HIDDEN).collect();
        surface.vertices.chunks(FLOATS).map(shown).collect()
    }

    #[test]
    fn the_diagonal_of_a_flat_square_is_not_drawn() {
        let [a, b, c, d] = [(0., 0.), (0., 2.), (2., 2.), (2., 0.)].map(|(x, z)| vec3(x, 0., z));
        let square = Surface::new([[a, b, c], [a, c, d]]);
        assert_eq!(square.vertex_count(), 6);
        assert!(drawn(&square).iter().all(|edges| edges.len() == 2));
        assert!(square.vertices.chunks(FLOATS).all(|v| v[4] == 1.0));
        // Across from the two drawn edges at the corner b lie a and c, 2 m away.
        assert_eq!(drawn(&square)[0], [0.0, 2.0]);
    }

    #[test]
    fn a_fold_is_drawn_and_a_face_without_area_is_not() {
        let [a, b] = [Vec3::ZERO, Vec3::X];
        let fold = Surface::new([[a, b, Vec3::Y], [b, a, Vec3::Z], [a, b, b]]);
        assert_eq!(fold.vertex_count(), 6);
        assert!(drawn(&fold).iter().all(|edges| edges.len() == 3));
    }
}
