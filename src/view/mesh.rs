//! Unit meshes that the vertex shaders stretch to each body.
//!
//! A vertex holds a direction (unit sphere, unit circle or cube corner), a
//! normal, and for round bodies the end it belongs to.

use macroquad::math::{vec3, Vec3};
use std::f32::consts::{PI, TAU};

/// Vertices of seven floats (position, normal, side) and triangle indices.
#[derive(Clone, Debug, Default)]
pub(super) struct Mesh {
    pub vertices: Vec<f32>,
    pub indices: Vec<u16>,
}

/// Fineness of round meshes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// Vertices around the axis.
    pub segments: usize,
    /// Rings per half sphere.
    pub rings: usize,
}

impl Mesh {
    fn push(&mut self, position: Vec3, normal: Vec3, side: f32) {
        let (p, n) = (position, normal);
        self.vertices.extend([p.x, p.y, p.z, n.x, n.y, n.z, side]);
    }

    /// Next free index.
    fn next(&self) -> u16 {
        (self.vertices.len() / 7) as u16
    }

    /// Join two rows of `segments + 1` vertices each; `upper` is nearer +Y.
    fn stitch(&mut self, upper: u16, lower: u16, segments: usize) {
        for s in 0..segments as u16 {
            let (a, b, c, d) = (upper + s, upper + s + 1, lower + s, lower + s + 1);
            self.indices.extend([a, b, c, b, d, c]);
        }
    }
}

/// Sphere cut at the equator; side +1 and -1 move apart to make a capsule.
pub(super) fn round(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    let rows = detail.rings * 2 + 2;
    for row in 0..rows {
        let is_upper = row <= detail.rings;
        let step = if is_upper { row } else { row - 1 };
        let polar = step as f32 / (detail.rings * 2) as f32 * PI;
        for s in 0..=detail.segments {
            let normal = on_sphere(polar, s as f32 / detail.segments as f32 * TAU);
            mesh.push(normal, normal, if is_upper { 1.0 } else { -1.0 });
        }
    }
    let width = detail.segments as u16 + 1;
    for row in 0..rows as u16 - 1 {
        mesh.stitch(row * width, (row + 1) * width, detail.segments);
    }
    mesh
}

/// Wall and two flat ends of a cylinder of radius 1 between y = -1 and 1.
pub(super) fn cylinder(segments: usize) -> Mesh {
    let mut mesh = Mesh::default();
    let ring = |s: usize| on_sphere(PI * 0.5, s as f32 / segments as f32 * TAU);
    for y in [1.0, -1.0] {
        for s in 0..=segments {
            mesh.push(ring(s) + Vec3::Y * y, ring(s), 0.0);
        }
    }
    mesh.stitch(0, segments as u16 + 1, segments);
    for y in [1.0, -1.0] {
        let hub = mesh.next();
        mesh.push(Vec3::Y * y, Vec3::Y * y, 0.0);
        for s in 0..=segments {
            mesh.push(ring(s) + Vec3::Y * y, Vec3::Y * y, 0.0);
        }
        for s in 0..segments as u16 {
            let (a, b) = (hub + 1 + s, hub + 2 + s);
            mesh.indices
                .extend(if y > 0.0 { [hub, b, a] } else { [hub, a, b] });
        }
    }
    mesh
}

/// Cube between -1 and 1.
pub(super) fn cuboid() -> Mesh {
    let mut mesh = Mesh::default();
    for normal in [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z] {
        let (u, v) = normal.any_orthonormal_pair();
        let base = mesh.next();
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            mesh.push(normal + u * a + v * b, normal, 0.0);
        }
        let flips = u.cross(v).dot(normal) < 0.0;
        let quad = if flips {
            [0, 2, 1, 0, 3, 2]
        } else {
            [0, 1, 2, 0, 2, 3]
        };
        mesh.indices.extend(quad.map(|i| base + i));
    }
    mesh
}

fn on_sphere(polar: f32, around: f32) -> Vec3 {
    let (sin, cos) = polar.sin_cos();
    vec3(sin * around.cos(), cos, sin * around.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each triangle's own normal must agree with its vertices' normals.
    fn assert_faces_outward(mesh: &Mesh) {
        let read = |i: u16, o: usize| {
            let at = i as usize * 7 + o;
            vec3(
                mesh.vertices[at],
                mesh.vertices[at + 1],
                mesh.vertices[at + 2],
            )
        };
        for t in mesh.indices.chunks(3) {
            let [a, b, c] = [t[0], t[1], t[2]].map(|i| read(i, 0));
            let face = (b - a).cross(c - a);
            let vertex = read(t[0], 3) + read(t[1], 3) + read(t[2], 3);
            assert!(face.dot(vertex) >= -1e-6, "triangle {t:?} faces inward");
        }
    }

    #[test]
    fn all_triangles_face_outward() {
        let detail = Detail {
            segments: 12,
            rings: 4,
        };
        assert_faces_outward(&round(detail));
        assert_faces_outward(&cylinder(12));
        assert_faces_outward(&cuboid());
    }

    #[test]
    fn cuboid_corners_are_at_one() {
        let mesh = cuboid();
        assert_eq!(mesh.indices.len(), 36);
        assert!(mesh
            .vertices
            .chunks(7)
            .all(|v| v[..3].iter().all(|x| x.abs() == 1.0)));
    }
}
