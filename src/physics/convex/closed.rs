//! Whether triangles close a solid, and what is wrong if they do not.

use super::mass::MassProperties;
use super::places::numbered_places;
use glam::DVec3;
use std::fmt;

/// Share of the cube of the extent below which a solid has no volume.
const FLAT: f64 = 1e-12;

/// Why triangles close no solid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// A triangle has an edge beyond which nothing lies.
    Hole {
        /// The triangle.
        triangle: usize,
        /// Which of its corners the edge begins at, 0 to 2.
        edge: usize,
    },
    /// More than two triangles meet at an edge.
    Crowded {
        /// One of the triangles.
        triangle: usize,
        /// Which of its corners the edge begins at, 0 to 2.
        edge: usize,
    },
    /// A triangle is turned over against its neighbour.
    Flipped {
        /// The triangle.
        triangle: usize,
        /// Its neighbour.
        neighbour: usize,
    },
    /// All triangles are turned inside out.
    InsideOut,
    /// They enclose nothing.
    NoVolume,
}

impl Flaw {
    /// What to do about it.
    pub fn remedy(self) -> &'static str {
        match self {
            Flaw::Hole { .. } => "fill the hole with triangles",
            Flaw::Crowded { .. } => "separate the solids that share the edge",
            Flaw::Flipped { .. } => "reverse the order of its corners",
            Flaw::InsideOut => "reverse the corner order of all triangles",
            Flaw::NoVolume => "give it a thickness",
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Hole { triangle, edge } => write!(
                f,
                "there is a hole at the edge from corner {edge} of triangle {triangle}"
            ),
            Flaw::Crowded { triangle, edge } => write!(
                f,
                "more than two triangles share the edge from corner {edge} of triangle {triangle}"
            ),
            Flaw::Flipped {
                triangle,
                neighbour,
            } => write!(
                f,
                "triangle {triangle} faces the opposite way to its neighbour {neighbour}"
            ),
            Flaw::InsideOut => write!(f, "all triangles face inward"),
            Flaw::NoVolume => write!(f, "the triangles enclose no volume"),
        }
    }
}

/// Mass properties of the solid of density one inside the triangles between some vertices.
///
/// # Errors
/// What is wrong if they do not close one; of several flaws the one that comes first.
pub fn solid_of(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Result<MassProperties, Flaw> {
    flaw_of_edges(vertices, triangles).map_or(Ok(()), Err)?;
    let corner = |index: u32| vertices.get(index as usize).copied();
    let corners = triangles.iter();
    let corners = corners.filter_map(|&[i, j, k]| Some([corner(i)?, corner(j)?, corner(k)?]));
    let solid = MassProperties::of_solid(corners);
    let far = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = (vertices.iter()).fold(far, |(l, h), &p| (l.min(p), h.max(p)));
    let extent = (high - low).length();
    if solid.mass.abs() <= FLAT * extent * extent * extent || !solid.mass.is_finite() {
        Err(Flaw::NoVolume)
    } else if solid.mass < 0.0 {
        Err(Flaw::InsideOut)
    } else {
        Ok(solid)
    }
}

/// The first edge that does not join just two triangles that run along it in opposite ways.
fn flaw_of_edges(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Option<Flaw> {
    let place = numbered_places(vertices);
    let mut edges: Vec<([u32; 2], usize, usize, bool)> = Vec::with_capacity(3 * triangles.len());
    for (triangle, corners) in triangles.iter().enumerate() {
        let places = corners.map(|corner| place.get(corner as usize).copied().unwrap_or(u32::MAX));
        for edge in 0..3 {
            let (from, to) = (places[edge], places[(edge + 1) % 3]);
            edges.push(([from.min(to), from.max(to)], triangle, edge, from < to));
        }
    }
    edges.sort_unstable();
    let flaws = edges
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|sharers| match *sharers {
            [(_, triangle, edge, _)] => Some((triangle, Flaw::Hole { triangle, edge })),
            [(_, neighbour, _, one), (_, triangle, _, other)] if one == other => Some((
                triangle,
                Flaw::Flipped {
                    triangle,
                    neighbour,
                },
            )),
            [_, _] | [] => None,
            [(_, triangle, edge, _), ..] => Some((triangle, Flaw::Crowded { triangle, edge })),
        });
    flaws
        .min_by_key(|(triangle, _)| *triangle)
        .map(|(_, flaw)| flaw)
}
