//! Unit meshes that the vertex shaders stretch to each body.
//!
//! A vertex holds a direction (unit sphere, unit circle or cube corner), a
//! normal, and for round bodies the end it belongs to, 1 to -1 along the tube
//! between. A vertex of a rounded box or cylinder holds the corner or the rim of its
//! core and [`ROUNDED`].

use macroquad::math::{vec3, Vec3};
use std::f32::consts::{PI, TAU};

/// Side of the vertices of a rounded box or cylinder.
const ROUNDED: f32 = 2.0;

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
    /// Rings of the tube between the two ends of a capsule.
    pub tube: usize,
}

/// How finely a body is drawn, from near to far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Fine,
    Smooth,
    Middle,
    Rough,
    Speck,
}

/// All levels, from fine to rough.
pub(super) const LEVELS: [Level; 5] = [
    Level::Fine,
    Level::Smooth,
    Level::Middle,
    Level::Rough,
    Level::Speck,
];

impl Level {
    /// The roughest level of which nobody sees the corners, for a radius on the picture,
    /// px. A polygon of n sides as large as its circle misses that by at most 0.01, 0.02,
    /// 0.05 and 0.25 radii in the levels but the finest: 0.25 px here.
    pub fn of(radius_px: f32) -> Level {
        match radius_px {
            r if r <= 1.0 => Level::Speck,
            r if r <= 3.8 => Level::Rough,
            r if r <= 8.8 => Level::Middle,
            r if r <= 29.0 => Level::Smooth,
            _ => Level::Fine,
        }
    }

    /// What is of this level in a list as long as [`LEVELS`] and in its order.
    pub fn pick<T>(self, [fine, smooth, middle, rough, speck]: [T; LEVELS.len()]) -> T {
        match self {
            Level::Fine => fine,
            Level::Smooth => smooth,
            Level::Middle => middle,
            Level::Rough => rough,
            Level::Speck => speck,
        }
    }

    /// Fineness of round meshes of this level.
    pub fn detail(self) -> Detail {
        let (segments, rings, tube) = match self {
            Level::Fine => (32, 9, 9),
            Level::Smooth => (24, 6, 5),
            Level::Middle => (12, 3, 1),
            Level::Rough => (8, 2, 0),
            Level::Speck => (4, 1, 0),
        };
        Detail {
            segments,
            rings,
            tube,
        }
    }
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

/// What a polygon is enlarged by, to cover as much as its circle: thin limbs far away
/// would be dotted lines otherwise. Where there are many corners nothing is to be seen
/// of that.
fn swelling(corners: usize) -> f32 {
    const MANY: usize = 32;
    let angle = TAU / corners as f32;
    match corners < MANY {
        true => (angle / angle.sin()).sqrt(),
        false => 1.0,
    }
}

/// Sphere cut at the equator; side +1 and -1 move apart to make a capsule, and the
/// rings between them, all at the equator, follow in proportion.
pub(super) fn round(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    let half = |row: usize| row as f32 / (detail.rings * 2) as f32 * PI;
    let upper = (0..=detail.rings).map(|row| (half(row), 1.0));
    let tube = (1..=detail.tube).map(|i| 1.0 - 2.0 * i as f32 / (detail.tube + 1) as f32);
    let lower = (detail.rings..=detail.rings * 2).map(|row| (half(row), -1.0));
    let tube = tube.map(|side| (PI * 0.5, side));
    let rows: Vec<(f32, f32)> = upper.chain(tube).chain(lower).collect();
    let swelling = swelling(detail.segments);
    for (polar, side) in &rows {
        for s in 0..=detail.segments {
            let normal = on_sphere(*polar, s as f32 / detail.segments as f32 * TAU);
            mesh.push(normal * swelling, normal, *side);
        }
    }
    let width = detail.segments as u16 + 1;
    for row in 0..rows.len() as u16 - 1 {
        mesh.stitch(row * width, (row + 1) * width, detail.segments);
    }
    mesh
}

/// Sphere cut into eighths that move apart to the corners of a box. `segments` is a
/// multiple of four.
pub(super) fn rounded_box(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    let quarter = detail.segments / 4;
    let columns = 4 * (quarter + 1);
    for row in 0..2 * (detail.rings + 1) {
        let is_upper = row <= detail.rings;
        let step = if is_upper { row } else { row - 1 };
        let polar = step as f32 / (detail.rings * 2) as f32 * PI;
        // The first column once more closes the round.
        for column in (0..columns).chain([0]) {
            let (eighth, s) = (column / (quarter + 1), column % (quarter + 1));
            let around = (eighth as f32 + s as f32 / quarter as f32) * 0.25 * TAU;
            let middle = (eighth as f32 + 0.5) * 0.25 * TAU;
            let corner = vec3(
                middle.cos().signum(),
                if is_upper { 1.0 } else { -1.0 },
                middle.sin().signum(),
            );
            mesh.push(corner, on_sphere(polar, around), ROUNDED);
        }
    }
    let rows = 2 * (detail.rings + 1) as u16;
    for row in 0..rows - 1 {
        let width = columns as u16 + 1;
        mesh.stitch(row * width, (row + 1) * width, columns);
    }
    // Top and bottom lie between the poles of the four eighths.
    let step = quarter as u16 + 1;
    let bottom = (rows - 1) * (columns as u16 + 1);
    let [a, b, c, d] = [0, 1, 2, 3].map(|eighth| eighth * step);
    mesh.indices.extend([a, c, b, a, d, c]);
    mesh.indices
        .extend([a, b, c, a, c, d].map(|pole| bottom + pole));
    mesh
}

/// Ring round two rims at y = -1 and 1, with flat ends within.
pub(super) fn rounded_cylinder(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    let half = |row: usize| row as f32 / (detail.rings * 2) as f32 * PI;
    let upper = (0..=detail.rings).map(|row| (half(row), 1.0));
    let lower = (detail.rings..=detail.rings * 2).map(|row| (half(row), -1.0));
    let rows: Vec<(f32, f32)> = upper.chain(lower).collect();
    for &(polar, y) in &rows {
        for s in 0..=detail.segments {
            let around = s as f32 / detail.segments as f32 * TAU;
            let rim = on_sphere(PI * 0.5, around) + Vec3::Y * y;
            mesh.push(rim, on_sphere(polar, around), ROUNDED);
        }
    }
    let width = detail.segments as u16 + 1;
    let last = rows.len() as u16 - 1;
    for row in 0..last {
        mesh.stitch(row * width, (row + 1) * width, detail.segments);
    }
    for (y, rim) in [(1.0, 0), (-1.0, last * width)] {
        let hub = mesh.next();
        mesh.push(Vec3::Y * y, Vec3::Y * y, ROUNDED);
        for s in 0..detail.segments as u16 {
            let (a, b) = (rim + s, rim + s + 1);
            mesh.indices
                .extend(if y > 0.0 { [hub, b, a] } else { [hub, a, b] });
        }
    }
    mesh
}

/// Ramp between -1 and 1 that rises along +Z.
pub(super) fn wedge() -> Mesh {
    let mut mesh = Mesh::default();
    let at = |x: f32, y: f32, z: f32| vec3(x, y, z);
    let [low_left, low_right] = [at(-1., -1., -1.), at(1., -1., -1.)];
    let [foot_left, foot_right] = [at(-1., -1., 1.), at(1., -1., 1.)];
    let [top_left, top_right] = [at(-1., 1., 1.), at(1., 1., 1.)];
    let faces: [(Vec3, &[Vec3]); 5] = [
        (
            vec3(0., 1., -1.).normalize(),
            &[low_right, low_left, top_left, top_right],
        ),
        (Vec3::NEG_Y, &[low_left, low_right, foot_right, foot_left]),
        (Vec3::Z, &[foot_left, foot_right, top_right, top_left]),
        (Vec3::X, &[low_right, top_right, foot_right]),
        (Vec3::NEG_X, &[low_left, foot_left, top_left]),
    ];
    for (normal, corners) in faces {
        let base = mesh.next();
        for corner in corners {
            mesh.push(*corner, normal, 0.0);
        }
        for i in 2..corners.len() as u16 {
            mesh.indices.extend([base, base + i - 1, base + i]);
        }
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
        let read = |i: u16, o: usize| Vec3::from_slice(&mesh.vertices[i as usize * 7 + o..]);
        let place = |i: u16| match mesh.vertices[i as usize * 7 + 6] == ROUNDED {
            true => read(i, 0) + read(i, 3),
            false => read(i, 0),
        };
        for t in mesh.indices.chunks(3) {
            let [a, b, c] = [t[0], t[1], t[2]].map(place);
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
            tube: 3,
        };
        assert_faces_outward(&round(detail));
        assert_faces_outward(&cylinder(12));
        assert_faces_outward(&cuboid());
        assert_faces_outward(&rounded_box(detail));
        assert_faces_outward(&rounded_cylinder(detail));
        assert_faces_outward(&wedge());
    }

    /// Volume by the divergence theorem: a hole or a face turned inward would show.
    #[test]
    fn rounded_shapes_and_a_wedge_are_closed() {
        let volume = |mesh: &Mesh, core: Vec3, radius: f32| -> f32 {
            let place = |i: &u16| {
                let v = &mesh.vertices[*i as usize * 7..];
                Vec3::from_slice(v) * core + Vec3::from_slice(&v[3..]) * radius
            };
            let tetrahedron = |t: &[u16]| place(&t[0]).dot(place(&t[1]).cross(place(&t[2]))) / 6.0;
            mesh.indices.chunks(3).map(tetrahedron).sum()
        };
        let detail = Detail {
            segments: 48,
            rings: 24,
            tube: 0,
        };
        let (core, r) = (vec3(0.5, 0.3, 0.0), 0.2);
        let faces = core.x * core.y + core.y * core.z + core.z * core.x;
        let exact = 8.0 * core.x * core.y * core.z
            + 8.0 * faces * r
            + 2.0 * PI * r * r * (core.x + core.y + core.z)
            + 4.0 / 3.0 * PI * r * r * r;
        let found = volume(&rounded_box(detail), core, r);
        // The polygon round an edge has 0.3 % less area than its circle.
        assert!((found / exact - 1.0).abs() < 5e-3, "{found} {exact}");
        // A disc, a band round it and half a ring, whose middle Pappus asks for.
        let (core, middle) = (vec3(0.5, 0.3, 0.5), 4.0 * r / (3.0 * PI));
        let exact = PI * core.x * core.x * 2.0 * (core.y + r)
            + PI * ((core.x + r) * (core.x + r) - core.x * core.x) * 2.0 * core.y
            + PI * PI * r * r * (core.x + middle);
        let found = volume(&rounded_cylinder(detail), core, r);
        assert!((found / exact - 1.0).abs() < 5e-3, "{found} {exact}");
        let half = vec3(0.5, 0.25, 1.0);
        let ramp = volume(&wedge(), half, 0.0);
        assert!((ramp / 0.5 - 1.0).abs() < 1e-5, "{ramp}");
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
