//! Rougher meshes of a skin, for figures that are far away: the vertices in each cell of a grid
//! become one (Rossignac and Borrel, "Multi-resolution 3D approximations for rendering complex
//! scenes", 1993), namely the one that lies nearest to the planes of all their triangles (Garland
//! and Heckbert, "Surface simplification using quadric error metrics", 1997).
//!
//! Only what hangs together within a cell and moves with the same bone becomes one, so that legs
//! beside each other, or a sleeve and the arm in it, stay apart. All corners in one place get one
//! new place, so seams of a texture do not open, and each side of a seam keeps its own place on
//! the picture. No vertex moves farther than the diagonal of a cell, and a closed surface stays
//! closed. The same mesh gives the same bits.

use glam::{DMat3, DVec3, Vec3};

/// A mesh that is made rougher.
#[derive(Debug, Clone, Copy)]
pub struct Surface<'a> {
    /// Places of the vertices, m.
    pub places: &'a [Vec3],
    /// The bone that moves each most.
    pub bones: &'a [u8],
    /// Corners of the triangles.
    pub triangles: &'a [[u16; 3]],
}

/// A rougher mesh, of vertices of the one that it was made from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rough {
    /// Its vertices.
    pub vertices: Vec<Origin>,
    /// Corners of its triangles.
    pub triangles: Vec<[u16; 3]>,
}

/// From which vertices of the finer mesh one is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The one that gives its place and what moves it.
    pub place: u16,
    /// The one that gives its normal and its place on the picture.
    pub look: u16,
}

/// Cells of the levels, as shares of the largest extent of the mesh; each is twice the one
/// before, so that cells lie within cells.
const CELLS: [f32; 3] = [1.0 / 128.0, 1.0 / 64.0, 1.0 / 32.0];
/// Most triangles of a level, as a share of those of the finer one: else it is left out.
const WORTH: f32 = 0.6;

/// The rougher meshes that are worth having, from fine to rough; none where the mesh is rough
/// itself, or has corners that are not there.
pub fn levels(surface: Surface<'_>) -> Vec<Rough> {
    let count = surface.places.len();
    let is_there = |corner: &u16| usize::from(*corner) < count;
    let is_whole = surface.bones.len() == count
        && surface.places.iter().all(|place| place.is_finite())
        && surface.triangles.iter().flatten().all(is_there);
    if !is_whole || count > usize::from(u16::MAX) + 1 {
        return Vec::new();
    }
    let welded = Welded::of(surface);
    let (low, high) = bounds(surface.places);
    let extent = (high - low).max_element();
    let mut levels: Vec<Rough> = Vec::new();
    let mut finer = surface.triangles.len();
    for share in CELLS {
        let cell = share * extent;
        if cell <= 0.0 {
            break;
        }
        let rough = welded.rough(low, cell);
        let is_worth = rough.triangles.len() as f32 <= WORTH * finer as f32;
        if is_worth && !rough.triangles.is_empty() {
            finer = rough.triangles.len();
            levels.push(rough);
        }
    }
    levels
}

fn bounds(places: &[Vec3]) -> (Vec3, Vec3) {
    let all = places.iter().map(|place| (*place, *place));
    all.reduce(|(low, high), (l, h)| (low.min(l), high.max(h)))
        .unwrap_or_default()
}

/// A mesh whose vertices in one place are one point.
struct Welded<'a> {
    surface: Surface<'a>,
    /// The point of each vertex.
    point_of: Vec<usize>,
    /// The first vertex of each point.
    first: Vec<usize>,
    /// The planes of the triangles round each point.
    planes: Vec<Planes>,
}

impl<'a> Welded<'a> {
    fn of(surface: Surface<'a>) -> Welded<'a> {
        // Minus zero is zero.
        let key = |vertex: usize| (surface.places[vertex] + 0.0).to_array().map(f32::to_bits);
        let mut order: Vec<usize> = (0..surface.places.len()).collect();
        order.sort_by_key(|vertex| (key(*vertex), *vertex));
        let mut point_of = vec![0; order.len()];
        let mut first: Vec<usize> = Vec::new();
        for vertex in order {
            if first.last().is_none_or(|last| key(*last) != key(vertex)) {
                first.push(vertex);
            }
            point_of[vertex] = first.len() - 1;
        }
        let mut planes = vec![Planes::default(); first.len()];
        for triangle in surface.triangles {
            let corners = triangle.map(usize::from);
            let plane = Planes::of(corners.map(|corner| surface.places[corner].as_dvec3()));
            for corner in corners {
                planes[point_of[corner]].add(plane);
            }
        }
        Welded {
            surface,
            point_of,
            first,
            planes,
        }
    }

    fn place(&self, point: usize) -> Vec3 {
        self.surface.places[self.first[point]]
    }

    /// The mesh by cells of an edge from a corner, m.
    fn rough(&self, low: Vec3, cell: f32) -> Rough {
        let room = |point: usize| {
            let at = ((self.place(point) - low) / cell).floor().as_ivec3();
            (at, self.surface.bones[self.first[point]])
        };
        let rooms: Vec<_> = (0..self.first.len()).map(room).collect();
        let mut clusters = Sets::new(self.first.len());
        for [a, b] in self.edges() {
            let [a, b] = [self.point_of[a], self.point_of[b]];
            if rooms[a] == rooms[b] {
                clusters.join(a, b);
            }
        }
        let cluster_of: Vec<usize> = (self.point_of.iter())
            .map(|point| clusters.find(*point))
            .collect();
        let chosen = self.chosen(&mut clusters);
        // Vertices that hang together within a cluster look alike.
        let mut patches = Sets::new(cluster_of.len());
        for [a, b] in self.edges() {
            if cluster_of[a] == cluster_of[b] {
                patches.join(a, b);
            }
        }
        let looks = self.looks(&cluster_of, &chosen, &mut patches);
        let mut rough = Rough::default();
        let mut names = vec![None; cluster_of.len()];
        for triangle in self.surface.triangles {
            let corners = triangle.map(usize::from);
            let [a, b, c] = corners.map(|corner| cluster_of[corner]);
            if a == b || b == c || c == a {
                continue;
            }
            rough.triangles.push(corners.map(|corner| {
                let patch = patches.find(corner);
                *names[patch].get_or_insert_with(|| {
                    rough.vertices.push(Origin {
                        place: self.first[chosen[cluster_of[corner]]] as u16,
                        look: looks[patch] as u16,
                    });
                    (rough.vertices.len() - 1) as u16
                })
            }));
        }
        rough
    }

    fn edges(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let triangles = self.surface.triangles.iter();
        triangles.flat_map(|triangle| {
            let [a, b, c] = triangle.map(usize::from);
            [[a, b], [b, c], [c, a]]
        })
    }

    /// Of each cluster the point that lies nearest to all planes round its points.
    fn chosen(&self, clusters: &mut Sets) -> Vec<usize> {
        let mut sums = vec![Planes::default(); self.first.len()];
        for (point, planes) in self.planes.iter().enumerate() {
            sums[clusters.find(point)].add(*planes);
        }
        let mut best = vec![(f64::INFINITY, 0); self.first.len()];
        for point in 0..self.first.len() {
            let cluster = clusters.find(point);
            let miss = sums[cluster].miss(self.place(point).as_dvec3());
            if miss < best[cluster].0 {
                best[cluster] = (miss, point);
            }
        }
        best.into_iter().map(|(_, point)| point).collect()
    }

    /// Of each patch the vertex that is nearest to where its cluster goes.
    fn looks(&self, cluster_of: &[usize], chosen: &[usize], patches: &mut Sets) -> Vec<usize> {
        let mut best = vec![(f32::INFINITY, 0); cluster_of.len()];
        for (vertex, cluster) in cluster_of.iter().enumerate() {
            let patch = patches.find(vertex);
            let goal = self.place(chosen[*cluster]);
            let way = self.surface.places[vertex].distance_squared(goal);
            if way < best[patch].0 {
                best[patch] = (way, vertex);
            }
        }
        best.into_iter().map(|(_, vertex)| vertex).collect()
    }
}

/// Planes, weighted by the areas of their triangles: p·A p + 2 b·p + c is the sum of the squared
/// distances of a point from them.
#[derive(Debug, Clone, Copy, Default)]
struct Planes {
    a: DMat3,
    b: DVec3,
    c: f64,
}

impl Planes {
    fn of([p, q, r]: [DVec3; 3]) -> Planes {
        let normal = (q - p).cross(r - p);
        let area = normal.length();
        let normal = normal.normalize_or_zero();
        let offset = -normal.dot(p);
        Planes {
            a: DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z) * area,
            b: normal * (offset * area),
            c: offset * offset * area,
        }
    }

    fn add(&mut self, other: Planes) {
        self.a += other.a;
        self.b += other.b;
        self.c += other.c;
    }

    fn miss(&self, point: DVec3) -> f64 {
        point.dot(self.a * point) + 2.0 * self.b.dot(point) + self.c
    }
}

/// Sets that are joined; each is known by one of its members.
struct Sets {
    above: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Sets {
        Sets {
            above: (0..count).collect(),
        }
    }

    /// The member by which the set of one is known.
    fn find(&mut self, mut member: usize) -> usize {
        while self.above[member] != member {
            self.above[member] = self.above[self.above[member]];
            member = self.above[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        // The lower one stays, whatever the order.
        self.above[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A ball of 1 m with a seam down one side, where corners are there twice.
    fn ball(rings: usize, sides: usize) -> (Vec<Vec3>, Vec<[u16; 3]>) {
        let place = |ring: usize, side: usize| {
            let (down, round) = (
                ring as f64 / rings as f64 * std::f64::consts::PI,
                (side % sides) as f64 / sides as f64 * std::f64::consts::TAU,
            );
            let out = if ring.is_multiple_of(rings) {
                0.0
            } else {
                libm::sin(down)
            };
            DVec3::new(
                out * libm::cos(round),
                libm::cos(down),
                out * libm::sin(round),
            )
            .as_vec3()
        };
        let rows = (0..=rings).flat_map(|ring| (0..=sides).map(move |side| (ring, side)));
        let places = rows.map(|(ring, side)| place(ring, side)).collect();
        let at = |ring: usize, side: usize| (ring * (sides + 1) + side) as u16;
        let mut triangles = Vec::new();
        for ring in 0..rings {
            for side in 0..sides {
                let [a, b] = [at(ring, side), at(ring, side + 1)];
                let [c, d] = [at(ring + 1, side), at(ring + 1, side + 1)];
                if ring > 0 {
                    triangles.push([a, b, d]);
                }
                if ring + 1 < rings {
                    triangles.push([a, d, c]);
                }
            }
        }
        (places, triangles)
    }

    /// Whether every edge has as many triangles on one side as on the other.
    fn is_closed(places: &[Vec3], triangles: &[[u16; 3]]) -> bool {
        let key = |i: u16| (places[usize::from(i)] + 0.0).to_array().map(f32::to_bits);
        let mut edges = BTreeMap::new();
        for [a, b, c] in triangles.iter().map(|triangle| triangle.map(key)) {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from, to)).or_insert(0) += 1;
            }
        }
        let other = |(from, to): &([u32; 3], [u32; 3])| edges.get(&(*to, *from)).copied();
        edges
            .iter()
            .all(|(edge, count)| other(edge) == Some(*count))
    }

    fn places_of(rough: &Rough, places: &[Vec3]) -> Vec<Vec3> {
        let place = |origin: &Origin| places[usize::from(origin.place)];
        rough.vertices.iter().map(place).collect()
    }

    #[test]
    fn levels_get_rougher_stay_closed_and_keep_the_shape() {
        let (places, triangles) = ball(160, 200);
        let bones = vec![0; places.len()];
        assert!(is_closed(&places, &triangles));
        let surface = Surface {
            places: &places,
            bones: &bones,
            triangles: &triangles,
        };
        let levels = levels(surface);
        // Its edges are about as long as the first cells.
        assert_eq!(levels.len(), 2);
        let mut finer = triangles.len();
        for (rough, share) in levels.iter().zip([CELLS[1], CELLS[2]]) {
            assert!(rough.triangles.len() * 10 <= finer * 6);
            finer = rough.triangles.len();
            let own = places_of(rough, &places);
            assert!(is_closed(&own, &rough.triangles));
            // Chords of a circle of 1 m, none longer than two cells with their diagonals.
            let longest = 2.0 * 3.0_f32.sqrt() * 2.0 * share;
            let depth = 1.0 - (1.0 - 0.25 * longest * longest).sqrt();
            for triangle in &rough.triangles {
                let middle = triangle.map(|i| own[usize::from(i)]).iter().sum::<Vec3>() / 3.0;
                assert!(1.0 - middle.length() <= depth, "{middle} {depth}");
            }
            for origin in &rough.vertices {
                let [place, look] = [origin.place, origin.look].map(|i| places[usize::from(i)]);
                assert!(place.distance(look) <= 3.0_f32.sqrt() * 2.0 * share);
            }
        }
        assert_eq!(levels, super::levels(surface));
    }

    /// Two sheets in the same cells: of different bones, and of one bone but apart.
    #[test]
    fn what_does_not_hang_together_or_moves_otherwise_stays_apart() {
        let sheet = |height: f32| {
            let rows = (0..60).flat_map(|z| (0..60).map(move |x| (x, z)));
            rows.map(move |(x, z)| Vec3::new(x as f32, height, z as f32) / 60.0)
        };
        let mut triangles: Vec<[u16; 3]> = Vec::new();
        for first in [0, 3600] {
            for (x, z) in (0..59).flat_map(|z| (0..59).map(move |x| (x, z))) {
                let at = |x: u16, z: u16| first + z * 60 + x;
                triangles.push([at(x, z), at(x, z + 1), at(x + 1, z)]);
                triangles.push([at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)]);
            }
        }
        let places: Vec<Vec3> = sheet(0.0).chain(sheet(0.01)).collect();
        let bones: Vec<u8> = (0..7200).map(|i| u8::from(i % 60 < 30)).collect();
        let surface = Surface {
            places: &places,
            bones: &bones,
            triangles: &triangles,
        };
        let roughest = levels(surface).pop().unwrap();
        for triangle in &roughest.triangles {
            let heights = triangle.map(|i| {
                let origin = roughest.vertices[usize::from(i)];
                places[usize::from(origin.place)].y
            });
            assert!(heights.iter().all(|height| *height == heights[0]));
        }
        let x_of = |origin: &Origin| places[usize::from(origin.place)].x;
        let of = |bone: u8| {
            let own = roughest.vertices.iter();
            let own = own.filter(|origin| bones[usize::from(origin.place)] == bone);
            own.map(x_of)
                .fold((f32::INFINITY, 0.0_f32), |(low, high), x| {
                    (low.min(x), high.max(x))
                })
        };
        let ((_, left), (right, _)) = (of(1), of(0));
        assert!(left < 0.5 && right >= 0.5, "{left} {right}");
    }

    #[test]
    fn what_is_no_mesh_has_no_levels() {
        let places = [Vec3::ZERO, Vec3::X, Vec3::splat(f32::NAN)];
        for (places, triangles) in [
            (&places[..], [[0, 1, 2]]),
            (&places[..2], [[0, 1, 7]]),
            (&places[..2], [[0, 1, 1]]),
        ] {
            let bones = vec![0; places.len()];
            let surface = Surface {
                places,
                bones: &bones,
                triangles: &triangles,
            };
            assert_eq!(levels(surface), []);
        }
    }
}
