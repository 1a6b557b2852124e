//! Triangles round a field: naive surface nets (Gibson 1998), whose vertices are then drawn
//! onto the surface and spread evenly over it.

use super::field::Field;
use glam::{IVec3, Vec3};
use std::collections::BTreeMap;

/// Times that vertices are moved to the middle of their neighbours.
const SPREADS: usize = 3;

/// A closed mesh without dress.
pub(super) struct Net {
    pub vertices: Vec<Vec3>,
    /// Anticlockwise from outside.
    pub triangles: Vec<[usize; 3]>,
}

/// The surface of a field by cells of an edge, m.
pub(super) fn surface_net(field: &Field, cell: f32) -> Net {
    let grid = Grid::new(field, cell);
    let mut net = grid.net();
    for _ in 0..SPREADS {
        spread(&mut net, field);
    }
    split(&net.0, net.1)
}

/// Vertices and squares between them.
type Squares = (Vec<Vec3>, Vec<[usize; 4]>);

/// Distances at the corners of cubes.
struct Grid {
    low: Vec3,
    cell: f32,
    size: IVec3,
    values: Vec<f32>,
}

impl Grid {
    fn new(field: &Field, cell: f32) -> Grid {
        let (low, high) = field.bounds();
        let low = low - 2.0 * cell;
        let size = ((high - low) / cell).ceil().as_ivec3() + IVec3::splat(3);
        let mut grid = Grid {
            low,
            cell,
            size,
            values: vec![f32::INFINITY; (size.x * size.y * size.z) as usize],
        };
        grid.fill(field);
        grid
    }

    /// Computes what lies in blocks near the surface; elsewhere only the sign counts.
    fn fill(&mut self, field: &Field) {
        const BLOCK: i32 = 6;
        let blocks = (self.size + IVec3::splat(BLOCK - 1)) / BLOCK;
        let half = 0.5 * (BLOCK - 1) as f32 * self.cell;
        // A girth that changes makes distances longer than they are.
        let reach = 1.3 * half * 3.0_f32.sqrt() + self.cell;
        for block in cells(blocks) {
            let first = block * BLOCK;
            let middle = self.corner(first) + half;
            let distance = field.distance(middle);
            for offset in cells(IVec3::splat(BLOCK)) {
                let at = first + offset;
                if at.cmpge(self.size).any() {
                    continue;
                }
                let index = self.index(at);
                self.values[index] = match distance.abs() > reach {
                    true => distance,
                    false => field.distance(self.corner(at)),
                };
            }
        }
    }

    fn corner(&self, at: IVec3) -> Vec3 {
        self.low + at.as_vec3() * self.cell
    }

    fn index(&self, at: IVec3) -> usize {
        ((at.z * self.size.y + at.y) * self.size.x + at.x) as usize
    }

    fn value(&self, at: IVec3) -> f32 {
        self.values[self.index(at)]
    }

    /// A vertex in every cube that the surface cuts, a square across every edge that it cuts.
    fn net(&self) -> Squares {
        let mut places = BTreeMap::new();
        let mut vertices = Vec::new();
        for cube in cells(self.size - 1) {
            if let Some(vertex) = self.vertex_in(cube) {
                places.insert(self.index(cube), vertices.len());
                vertices.push(vertex);
            }
        }
        let mut squares = Vec::new();
        for at in cells(self.size - 1) {
            for (axis, [u, v]) in AXES {
                let is_inside = self.value(at) < 0.0;
                if is_inside == (self.value(at + axis) < 0.0) || at.min_element() == 0 {
                    continue;
                }
                let round = [at, at - u, at - u - v, at - v];
                let corners = round.map(|cube| places.get(&self.index(cube)).copied());
                if let [Some(a), Some(b), Some(c), Some(d)] = corners {
                    squares.push(match is_inside {
                        true => [a, b, c, d],
                        false => [d, c, b, a],
                    });
                }
            }
        }
        (vertices, squares)
    }

    /// The middle of where the surface cuts the edges of a cube, m; none if it does not.
    fn vertex_in(&self, cube: IVec3) -> Option<Vec3> {
        let (mut sum, mut count) = (Vec3::ZERO, 0);
        for (axis, [u, v]) in AXES {
            for from in [cube, cube + u, cube + v, cube + u + v] {
                let (a, b) = (self.value(from), self.value(from + axis));
                if (a < 0.0) != (b < 0.0) {
                    let share = a / (a - b);
                    sum += self.corner(from) + axis.as_vec3() * (share * self.cell);
                    count += 1;
                }
            }
        }
        (count > 0).then(|| sum / count as f32)
    }
}

/// Each axis with the two that follow it in turn.
const AXES: [(IVec3, [IVec3; 2]); 3] = [
    (IVec3::X, [IVec3::Y, IVec3::Z]),
    (IVec3::Y, [IVec3::Z, IVec3::X]),
    (IVec3::Z, [IVec3::X, IVec3::Y]),
];

/// All places of a block, x first.
fn cells(size: IVec3) -> impl Iterator<Item = IVec3> {
    let rows = (0..size.z).flat_map(move |z| (0..size.y).map(move |y| (y, z)));
    rows.flat_map(move |(y, z)| (0..size.x).map(move |x| IVec3::new(x, y, z)))
}

/// Moves every vertex along the surface towards the middle of its neighbours.
fn spread((vertices, squares): &mut Squares, field: &Field) {
    let mut sums = vec![(Vec3::ZERO, 0); vertices.len()];
    for square in squares.iter() {
        for (i, &corner) in square.iter().enumerate() {
            for side in [1, 3] {
                let (sum, count) = &mut sums[corner];
                *sum += vertices[square[(i + side) % 4]];
                *count += 1;
            }
        }
    }
    for (vertex, (sum, count)) in vertices.iter_mut().zip(sums) {
        let normal = field.normal(*vertex);
        let way = sum / count.max(1) as f32 - *vertex;
        let along = way - normal * way.dot(normal);
        *vertex = field.onto_surface(*vertex + 0.6 * along);
    }
}

/// Cuts every square along its shorter diagonal.
fn split(vertices: &[Vec3], squares: Vec<[usize; 4]>) -> Net {
    let mut triangles = Vec::with_capacity(2 * squares.len());
    for [a, b, c, d] in squares {
        let length = |from: usize, to: usize| vertices[from].distance_squared(vertices[to]);
        triangles.extend(match length(a, c) <= length(b, d) {
            true => [[a, b, c], [a, c, d]],
            false => [[a, b, d], [b, c, d]],
        });
    }
    Net {
        vertices: vertices.to_vec(),
        triangles,
    }
}
