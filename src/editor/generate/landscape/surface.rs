//! Triangles of a landscape in the making.

use crate::scene::Mesh;

/// Places are rounded to this fraction of a metre, so that files stay short.
const GRAIN: f64 = 1e3;

/// Vertices and triangles so far, m.
#[derive(Debug, Default)]
pub(super) struct Surface {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Surface {
    pub fn into_mesh(self) -> Mesh {
        Mesh::new(self.vertices, self.triangles)
    }

    /// The number of the next vertex.
    fn next(&self) -> u32 {
        self.vertices.len() as u32
    }

    fn vertex(&mut self, place: [f64; 3]) {
        // Adding 0 makes a negative zero positive.
        let rounded = place.map(|x| (x * GRAIN).round() / GRAIN + 0.0);
        self.vertices.push(rounded);
    }

    /// A sheet of cells, two triangles each: `place` is asked for its points by their numbers
    /// along both sides, of which the second turns anticlockwise from the first as seen from
    /// behind.
    pub fn sheet(
        &mut self,
        [across, along]: [u32; 2],
        mut place: impl FnMut(u32, u32) -> [f64; 3],
    ) {
        let first = self.next();
        for i in 0..=across {
            for j in 0..=along {
                self.vertex(place(i, j));
            }
        }
        let at = |i: u32, j: u32| first + i * (along + 1) + j;
        for i in 0..across {
            for j in 0..along {
                let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
                // Diagonals take turns, so that no slope leans to one side.
                self.triangles.extend(match (i + j) % 2 {
                    0 => [[a, b, c], [a, c, d]],
                    _ => [[a, b, d], [b, c, d]],
                });
            }
        }
    }

    /// A profile in the xy plane, from right to left seen along −z where it looks up, drawn
    /// along z from −half to half a length.
    pub fn drawn(&mut self, profile: &[[f64; 2]], length: f64, cells: u32) {
        let along = |j: u32| length * (f64::from(j) / f64::from(cells) - 0.5);
        let points = profile.len().saturating_sub(1) as u32;
        self.sheet([points, cells], |i, j| {
            let [x, y] = profile.get(i as usize).copied().unwrap_or_default();
            [x, y, along(j)]
        });
    }

    /// A closed box between two corners.
    pub fn block(&mut self, [x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3]) {
        const SIDES: [[u32; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        let first = self.next();
        for z in [z0, z1] {
            for y in [y0, y1] {
                self.vertex([x0, y, z]);
                self.vertex([x1, y, z]);
            }
        }
        for [a, b, c, d] in SIDES.map(|side| side.map(|corner| first + corner)) {
            self.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }

    /// A closed prism: a convex outline in the zy plane, anticlockwise seen from +x, from one x
    /// to another.
    pub fn prism(&mut self, outline: &[[f64; 2]], [from, to]: [f64; 2]) {
        let (near, count) = (self.next(), outline.len() as u32);
        let far = near + count;
        for x in [from, to] {
            for &[z, y] in outline {
                self.vertex([x, y, z]);
            }
        }
        for i in 0..count {
            let next = (i + 1) % count;
            let [a, b, c, d] = [near + i, near + next, far + next, far + i];
            self.triangles.extend([[a, c, b], [a, d, c]]);
        }
        for i in 2..count {
            self.triangles.push([near, near + i - 1, near + i]);
            self.triangles.push([far, far + i, far + i - 1]);
        }
    }

    /// A closed octahedron with corners at chance distances along the axes.
    pub fn boulder(&mut self, [x, y, z]: [f64; 3], mut reach: impl FnMut() -> f64) {
        let first = self.next();
        self.vertex([x + reach(), y, z]);
        self.vertex([x - reach(), y, z]);
        self.vertex([x, y + reach(), z]);
        self.vertex([x, y - reach(), z]);
        self.vertex([x, y, z + reach()]);
        self.vertex([x, y, z - reach()]);
        for (i, j, k) in (0..8).map(|n: u32| (n & 1, n >> 1 & 1, n >> 2 & 1)) {
            let [a, b, c] = [first + i, first + 2 + j, first + 4 + k];
            let is_mirrored = (i + j + k) % 2 == 1;
            self.triangles
                .push(if is_mirrored { [a, c, b] } else { [a, b, c] });
        }
    }
}
