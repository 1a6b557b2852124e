//! Patches of cloth.

use super::{Maker, MOST_POINTS};
use crate::editor::things::Things;
use crate::scene::Id;
use glam::DVec3;

/// Which points of a cloth are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClothPins {
    /// None.
    None,
    /// The two corners of the first edge.
    #[default]
    TwoCorners,
    /// All four corners.
    FourCorners,
    /// The whole first edge.
    Edge,
    /// All four edges.
    AllRound,
}

/// A patch of cloth: particles, sticks along both threads and across, a surface between them,
/// and sticks over every second point, which keep it from bending.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cloth {
    /// Its first corner, m.
    pub corner_m: [f64; 3],
    /// From there along the first edge, m.
    pub along_m: [f64; 3],
    /// From there along the other edge, m.
    pub across_m: [f64; 3],
    /// Points along the first and along the other edge; 2 to [`MOST_POINTS`].
    pub points: [u32; 2],
    /// Mass of the whole, kg.
    pub mass_kg: f64,
    /// Thickness, m; 0 does not collide.
    pub thickness_m: f64,
    /// Whether it collides with itself.
    pub meets_itself: bool,
    /// Whether there are sticks across, which keep it from shearing.
    pub braced: bool,
    /// Strength of the sticks over every second point, 0 to 1; 0 makes none.
    pub bending: f64,
    /// Strain at which its sticks tear; 0 for never.
    pub tear_strain: f64,
    /// Which points are held.
    pub pins: ClothPins,
}

impl Default for Cloth {
    fn default() -> Cloth {
        Cloth {
            corner_m: [-0.5, 2.0, 0.0],
            along_m: [1.0, 0.0, 0.0],
            across_m: [0.0, 0.0, 1.0],
            points: [9, 9],
            mass_kg: 0.5,
            thickness_m: 0.02,
            meets_itself: false,
            braced: true,
            bending: 0.0,
            tear_strain: 0.0,
            pins: ClothPins::TwoCorners,
        }
    }
}

impl Cloth {
    /// Makes it; nothing with fewer than two points on a side.
    pub fn things(&self) -> Things {
        let [columns, rows] = self.points.map(|count| count.min(MOST_POINTS));
        let mut maker = Maker::of_sticks_that_tear(self.tear_strain);
        if columns < 2 || rows < 2 {
            return maker.things;
        }
        self.add_points(&mut maker, columns, rows);
        let id = |column: u32, row: u32| -> Id { row * columns + column + 1 };
        for row in 0..rows {
            for column in 0..columns {
                let here = id(column, row);
                let (right, down) = (column + 1 < columns, row + 1 < rows);
                if right {
                    maker.stick("cloth/thread".into(), [here, id(column + 1, row)], 0.0);
                }
                if down {
                    maker.stick("cloth/thread".into(), [here, id(column, row + 1)], 0.0);
                }
                if column + 2 < columns {
                    self.keep_straight(&mut maker, [here, id(column + 2, row)]);
                }
                if row + 2 < rows {
                    self.keep_straight(&mut maker, [here, id(column, row + 2)]);
                }
                if self.braced && right && down {
                    let other = [id(column + 1, row), id(column, row + 1)];
                    let across = [here, id(column + 1, row + 1)];
                    maker.stick("cloth/brace".into(), across, 0.0);
                    maker.stick("cloth/brace".into(), other, 0.0);
                }
            }
        }
        self.add_surface(&mut maker, id, columns, rows);
        maker.things
    }

    fn keep_straight(&self, maker: &mut Maker, ends: [Id; 2]) {
        if self.bending > 0.0 {
            maker.weak_stick("cloth/bend".into(), ends, self.bending);
        }
    }

    /// Two triangles for each mesh; of neighbours, the diagonals cross.
    fn add_surface(&self, maker: &mut Maker, id: impl Fn(u32, u32) -> Id, columns: u32, rows: u32) {
        if self.thickness_m <= 0.0 {
            return;
        }
        let mut triangles = Vec::new();
        for row in 0..rows - 1 {
            for column in 0..columns - 1 {
                let [a, b] = [id(column, row), id(column + 1, row)];
                let [c, d] = [id(column + 1, row + 1), id(column, row + 1)];
                triangles.extend(match (row + column) % 2 {
                    0 => [[a, d, c], [a, c, b]],
                    _ => [[a, d, b], [b, d, c]],
                });
            }
        }
        maker.surface("cloth".into(), triangles, |surface| {
            surface.thickness_m = self.thickness_m;
            surface.meets_itself = self.meets_itself;
        });
    }

    fn add_points(&self, maker: &mut Maker, columns: u32, rows: u32) {
        let [corner, along, across] = [self.corner_m, self.along_m, self.across_m].map(DVec3::from);
        let mass_kg = self.mass_kg / f64::from(columns * rows);
        let share = |i: u32, count: u32| f64::from(i) / f64::from(count - 1);
        for row in 0..rows {
            for column in 0..columns {
                let place = corner + along * share(column, columns) + across * share(row, rows);
                let id = maker.particle("cloth/point".into(), mass_kg, place.to_array());
                let side = column == 0 || column + 1 == columns;
                let held = match self.pins {
                    ClothPins::None => false,
                    ClothPins::TwoCorners => row == 0 && side,
                    ClothPins::FourCorners => (row == 0 || row + 1 == rows) && side,
                    ClothPins::Edge => row == 0,
                    ClothPins::AllRound => row == 0 || row + 1 == rows || side,
                };
                if held {
                    maker.fix(id);
                }
            }
        }
    }
}
