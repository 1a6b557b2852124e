//! Soft bodies: closed surfaces between particles, which keep what is inside.

use super::{Maker, MOST_CELLS_OF_JELLY, MOST_POINTS_HUNG};
use crate::editor::things::Things;
use crate::scene::Id;
use glam::DVec3;
use std::f64::consts::TAU;

/// A cube of particles and weak sticks that keeps the volume inside its surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jelly {
    /// Middle of its lower side, m.
    pub base_m: [f64; 3],
    /// Its edge, m.
    pub edge_m: f64,
    /// Cells along an edge; 1 to [`MOST_CELLS_OF_JELLY`].
    pub cells: u32,
    /// Mass of the whole, kg.
    pub mass_kg: f64,
    /// Strength of its sticks, above 0 to 1; those across a cell have six tenths of it.
    pub strength: f64,
}

impl Default for Jelly {
    fn default() -> Jelly {
        Jelly {
            base_m: [0.0; 3],
            edge_m: 0.6,
            cells: 4,
            mass_kg: 12.0,
            strength: 0.2,
        }
    }
}

/// How much of the error of its volume a jelly corrects in an iteration.
const VOLUME_STRENGTH: f64 = 0.5;
/// Strength of the sticks across a cell, as a share of that of its edges.
const ACROSS: f64 = 0.6;

impl Jelly {
    /// Makes it; nothing without a cell.
    pub fn things(&self) -> Things {
        let mut maker = Maker::default();
        let cells = self.cells.min(MOST_CELLS_OF_JELLY);
        if cells == 0 {
            return maker.things;
        }
        let points = cells + 1;
        let corner = DVec3::from(self.base_m) - DVec3::new(0.5, 0.0, 0.5) * self.edge_m;
        let grid = grid(points);
        let mass_kg = self.mass_kg / grid.len() as f64;
        for at in &grid {
            let share = at.map(|i| f64::from(i) / f64::from(cells));
            let place = corner + DVec3::from(share) * self.edge_m;
            maker.particle("jelly/point".into(), mass_kg, place.to_array());
        }
        let id = |[x, y, z]: [u32; 3]| -> Id { (x * points + y) * points + z + 1 };
        let is_in = |at: [u32; 3]| at.iter().all(|i| *i < points);
        for at in &grid {
            for step in [[1, 0, 0], [0, 1, 0], [0, 0, 1]] {
                let to = moved(*at, step);
                if is_in(to) {
                    maker.weak_stick("jelly/edge".into(), [id(*at), id(to)], self.strength);
                }
            }
            if is_in(moved(*at, [1; 3])) {
                for [from, to] in DIAGONALS {
                    let ends = [id(moved(*at, from)), id(moved(*at, to))];
                    maker.weak_stick("jelly/brace".into(), ends, ACROSS * self.strength);
                }
            }
        }
        maker.surface("jelly".into(), skin_of(cells, id), |surface| {
            surface.volume_strength = Some(VOLUME_STRENGTH);
        });
        maker.things
    }
}

/// The four diagonals of a cell.
const DIAGONALS: [[[u32; 3]; 2]; 4] = [
    [[0, 0, 0], [1, 1, 1]],
    [[1, 0, 0], [0, 1, 1]],
    [[0, 1, 0], [1, 0, 1]],
    [[0, 0, 1], [1, 1, 0]],
];

/// All places of a grid with so many points along each side.
fn grid(points: u32) -> Vec<[u32; 3]> {
    let along = 0..points;
    let line = |x: u32, y: u32| (0..points).map(move |z| [x, y, z]);
    let plane = |x: u32| (0..points).flat_map(move |y| line(x, y));
    along.flat_map(plane).collect()
}

fn moved([x, y, z]: [u32; 3], by: [u32; 3]) -> [u32; 3] {
    [x + by[0], y + by[1], z + by[2]]
}

/// Two triangles for each face of a cell on the outside, anticlockwise from there.
fn skin_of(cells: u32, id: impl Fn([u32; 3]) -> Id) -> Vec<[Id; 3]> {
    let mut triangles = Vec::new();
    for axis in 0..3 {
        for is_far in [false, true] {
            for u in 0..cells {
                for v in 0..cells {
                    let corner = |du: u32, dv: u32| {
                        let mut at = [0; 3];
                        at[axis] = if is_far { cells } else { 0 };
                        at[(axis + 1) % 3] = u + du;
                        at[(axis + 2) % 3] = v + dv;
                        id(at)
                    };
                    let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                    triangles.extend(match is_far {
                        true => [[a, b, c], [a, c, d]],
                        false => [[a, c, b], [a, d, c]],
                    });
                }
            }
        }
    }
    triangles
}

/// A ring of thin skin that a gas keeps blown up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ring {
    /// Its middle, m.
    pub middle_m: [f64; 3],
    /// Radius of the circle inside its tube, m.
    pub radius_m: f64,
    /// Radius of its tube, m; smaller than the other one.
    pub tube_m: f64,
    /// Points round the whole, and round the tube; 3 to [`MOST_POINTS_HUNG`].
    pub points: [u32; 2],
    /// Mass of the whole, kg.
    pub mass_kg: f64,
}

impl Default for Ring {
    fn default() -> Ring {
        Ring {
            middle_m: [0.0, 0.4, 0.0],
            radius_m: 0.4,
            tube_m: 0.13,
            points: [28, 12],
            mass_kg: 2.0,
        }
    }
}

/// Pressure of the gas in a ring and of the air outside, Pa.
const GAS_PA: f64 = 104_000.0;
const OUTSIDE_PA: f64 = 101_325.0;

impl Ring {
    /// Makes it; nothing with fewer than three points round it or its tube.
    pub fn things(&self) -> Things {
        let mut maker = Maker::default();
        let [around, across] = self.points.map(|count| count.min(MOST_POINTS_HUNG));
        if around < 3 || across < 3 {
            return maker.things;
        }
        let tube_m = self.tube_m.min(0.9 * self.radius_m);
        let mass_kg = self.mass_kg / f64::from(around * across);
        for i in 0..around {
            let (sin, cos) = libm::sincos(TAU * f64::from(i) / f64::from(around));
            let outward = DVec3::new(cos, 0.0, sin);
            for j in 0..across {
                let (up, out) = libm::sincos(TAU * f64::from(j) / f64::from(across));
                let place = outward * (self.radius_m + tube_m * out) + DVec3::Y * (tube_m * up);
                let place = DVec3::from(self.middle_m) + place;
                maker.particle("ring/point".into(), mass_kg, place.to_array());
            }
        }
        let id = |i: u32, j: u32| -> Id { (i % around) * across + j % across + 1 };
        let mut triangles = Vec::new();
        for i in 0..around {
            for j in 0..across {
                let [a, b] = [id(i, j), id(i, j + 1)];
                let [c, d] = [id(i + 1, j + 1), id(i + 1, j)];
                for ends in [[a, d], [a, b]] {
                    maker.stick("ring/thread".into(), ends, 0.0);
                }
                for ends in [[a, c], [b, d]] {
                    maker.stick("ring/brace".into(), ends, 0.0);
                }
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        maker.surface("ring".into(), triangles, |surface| {
            surface.gas_pa = Some(GAS_PA);
            surface.outside_pa = OUTSIDE_PA;
        });
        maker.things
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::editor::item::Item;
    use crate::scene::ConstraintKind;
    use std::collections::BTreeMap;

    /// Volume inside the one surface of these things, m³: positive if it faces outward.
    fn volume(things: &Things) -> f64 {
        let places: BTreeMap<Id, DVec3> = (things.items.iter())
            .filter_map(|item| match item {
                Item::Particle(particle) => Some((particle.id, particle.position_m.into())),
                _ => None,
            })
            .collect();
        let surface = things.items.iter().find_map(|item| match item {
            Item::Constraint(constraint) => match &constraint.kind {
                ConstraintKind::Surface(surface) => Some(surface),
                _ => None,
            },
            _ => None,
        });
        let triangles = &surface.unwrap().triangles;
        let mut sides = BTreeMap::new();
        for [a, b, c] in triangles {
            for side in [[a, b], [b, c], [c, a]] {
                *sides.entry(side).or_insert(0) += 1;
            }
        }
        for ([a, b], count) in &sides {
            assert_eq!(sides.get(&[*b, *a]), Some(count), "an open side");
        }
        let corner = |id: &Id| places[id];
        let cones = triangles.iter().map(|[a, b, c]| {
            let [a, b, c] = [a, b, c].map(corner);
            a.dot(b.cross(c)) / 6.0
        });
        cones.sum()
    }

    #[test]
    fn surfaces_are_closed_and_face_outward() {
        let jelly = volume(&Jelly::default().things());
        assert!((jelly - 0.216).abs() < 1e-12, "{jelly}");
        let ring = volume(&Ring::default().things());
        // A torus of many flats holds a little less.
        let exact = 0.5 * TAU * TAU * 0.4 * 0.13 * 0.13;
        assert!((0.93..1.0).contains(&(ring / exact)), "{ring} {exact}");
    }
}
