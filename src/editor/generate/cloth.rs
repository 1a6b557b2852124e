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
}

/// A patch of cloth: particles, sticks along both threads and across.
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
    /// Radius of the points, m; 0 does not collide.
    pub radius_m: f64,
    /// Whether there are sticks across, which keep it from shearing.
    pub braced: bool,
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
            radius_m: 0.0,
            braced: true,
            pins: ClothPins::TwoCorners,
        }
    }
}

impl Cloth {
    /// Makes it; nothing with fewer than two points on a side.
    pub fn things(&self) -> Things {
        let [columns, rows] = self.points.map(|count| count.min(MOST_POINTS));
        let mut maker = Maker::default();
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
                if self.braced && right && down {
                    let other = [id(column + 1, row), id(column, row + 1)];
                    let across = [here, id(column + 1, row + 1)];
                    maker.stick("cloth/brace".into(), across, 0.0);
                    maker.stick("cloth/brace".into(), other, 0.0);
                }
            }
        }
        maker.things
    }

    fn add_points(&self, maker: &mut Maker, columns: u32, rows: u32) {
        let [corner, along, across] = [self.corner_m, self.along_m, self.across_m].map(DVec3::from);
        let mass_kg = self.mass_kg / f64::from(columns * rows);
        let share = |i: u32, count: u32| f64::from(i) / f64::from(count - 1);
        for row in 0..rows {
            for column in 0..columns {
                let place = corner + along * share(column, columns) + across * share(row, rows);
                let id = maker.particle("cloth/point".into(), mass_kg, place.to_array());
                maker.set_radius(id, self.radius_m);
                let side = column == 0 || column + 1 == columns;
                let held = match self.pins {
                    ClothPins::None => false,
                    ClothPins::TwoCorners => row == 0 && side,
                    ClothPins::FourCorners => (row == 0 || row + 1 == rows) && side,
                    ClothPins::Edge => row == 0,
                };
                if held {
                    maker.fix(id);
                }
            }
        }
    }
}

impl Maker {
    fn set_radius(&mut self, id: Id, radius_m: f64) {
        use crate::editor::item::Item;
        if let Some(Item::Particle(particle)) = self.things.items.get_mut(id as usize - 1) {
            particle.radius_m = radius_m;
        }
    }
}
