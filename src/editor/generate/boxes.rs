//! Things of boxes: stack, pyramid, wall, dominoes, stairs. All stand on height
//! `base_m[1]`; rows lie along x.

use super::{block, Maker, MOST, MOST_ROWS};
use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::scene::{Obstacle, Shape};

/// Boxes on top of each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stack {
    /// Middle of its foot, m.
    pub base_m: [f64; 3],
    /// Number of boxes.
    pub boxes: u32,
    /// Edges of a box, m.
    pub size_m: [f64; 3],
    /// Mass of a box, kg.
    pub mass_kg: f64,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            base_m: [0.0; 3],
            boxes: 5,
            size_m: [0.4; 3],
            mass_kg: 5.0,
        }
    }
}

impl Stack {
    /// Makes it.
    pub fn things(&self) -> Things {
        let mut maker = Maker::default();
        for i in 0..self.boxes.min(MOST) {
            let up = self.size_m[1] * (f64::from(i) + 0.5);
            maker.block("stack", self.base_m, [0.0, up], (self.size_m, self.mass_kg));
        }
        maker.things
    }
}

/// Rows of boxes that get shorter by one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pyramid {
    /// Middle of its foot, m.
    pub base_m: [f64; 3],
    /// Boxes of the lowest row; at most [`MOST_ROWS`].
    pub rows: u32,
    /// Edges of a box, m.
    pub size_m: [f64; 3],
    /// Mass of a box, kg.
    pub mass_kg: f64,
}

impl Default for Pyramid {
    fn default() -> Pyramid {
        Pyramid {
            base_m: [0.0; 3],
            rows: 5,
            size_m: [0.4; 3],
            mass_kg: 5.0,
        }
    }
}

impl Pyramid {
    /// Makes it.
    pub fn things(&self) -> Things {
        let rows = self.rows.min(MOST_ROWS);
        let mut maker = Maker::default();
        for row in 0..rows {
            let count = rows - row;
            let up = self.size_m[1] * (f64::from(row) + 0.5);
            for i in 0..count {
                let along = centred(i, count) * self.size_m[0];
                let sizes = (self.size_m, self.mass_kg);
                maker.block("pyramid", self.base_m, [along, up], sizes);
            }
        }
        maker.things
    }
}

/// A wall of bricks in bond; every other row begins and ends with half a brick, so that
/// nothing sticks out at its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wall {
    /// Middle of its foot, m.
    pub base_m: [f64; 3],
    /// Number of boxes; two halves count as one.
    pub boxes: u32,
    /// Boxes per row.
    pub columns: u32,
    /// Edges of a box, m.
    pub size_m: [f64; 3],
    /// Mass of a box, kg.
    pub mass_kg: f64,
}

impl Default for Wall {
    fn default() -> Wall {
        Wall {
            base_m: [0.0; 3],
            boxes: 30,
            columns: 6,
            size_m: [0.4, 0.2, 0.2],
            mass_kg: 4.0,
        }
    }
}

impl Wall {
    /// Makes it.
    pub fn things(&self) -> Things {
        let mut maker = Maker::default();
        let columns = self.columns.clamp(1, MOST);
        let boxes = self.boxes.min(MOST);
        for row in 0..boxes.div_ceil(columns) {
            let count = columns.min(boxes - row * columns);
            let up = self.size_m[1] * (f64::from(row) + 0.5);
            let mut along = -0.5 * f64::from(columns);
            for share in shares_of_row(count, row % 2 == 1) {
                let size = [share * self.size_m[0], self.size_m[1], self.size_m[2]];
                let place = [(along + 0.5 * share) * self.size_m[0], up];
                maker.block("wall", self.base_m, place, (size, share * self.mass_kg));
                along += share;
            }
        }
        maker.things
    }
}

/// Lengths of the boxes of a row, in boxes.
fn shares_of_row(count: u32, has_halves: bool) -> impl Iterator<Item = f64> {
    let halves = usize::from(has_halves);
    let half = || std::iter::repeat_n(0.5, halves);
    let whole = std::iter::repeat_n(1.0, count as usize - halves);
    half().chain(whole).chain(half())
}

/// A row of dominoes along x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dominoes {
    /// Where the first one stands, m.
    pub base_m: [f64; 3],
    /// Number of dominoes.
    pub count: u32,
    /// From one to the next, m.
    pub spacing_m: f64,
    /// Thickness, height and width, m.
    pub size_m: [f64; 3],
    /// Mass of each, kg.
    pub mass_kg: f64,
}

impl Default for Dominoes {
    fn default() -> Dominoes {
        Dominoes {
            base_m: [0.0; 3],
            count: 15,
            spacing_m: 0.25,
            size_m: [0.08, 0.5, 0.25],
            mass_kg: 1.0,
        }
    }
}

impl Dominoes {
    /// Makes them.
    pub fn things(&self) -> Things {
        let mut maker = Maker::default();
        for i in 0..self.count.min(MOST) {
            let place = [f64::from(i) * self.spacing_m, 0.5 * self.size_m[1]];
            maker.block("domino", self.base_m, place, (self.size_m, self.mass_kg));
        }
        maker.things
    }
}

/// Stairs that rise along +z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stairs {
    /// Middle of the foot of the first step, m.
    pub base_m: [f64; 3],
    /// Number of steps.
    pub steps: u32,
    /// Width, height and depth of a step, m.
    pub step_m: [f64; 3],
}

impl Default for Stairs {
    fn default() -> Stairs {
        Stairs {
            base_m: [0.0; 3],
            steps: 8,
            step_m: [1.5, 0.18, 0.28],
        }
    }
}

impl Stairs {
    /// Makes them, an obstacle.
    pub fn things(&self) -> Things {
        Things::one(Item::Obstacle(Obstacle {
            id: 1,
            name: "stairs".into(),
            shape: Shape::Stairs {
                steps: self.steps.min(MOST),
                step_m: self.step_m,
            },
            position_m: self.base_m,
            orientation: [1.0, 0.0, 0.0, 0.0],
            material: None,
            color: None,
            belt_m_s: [0.0; 3],
        }))
    }
}

/// Place of one of so many about their middle.
fn centred(i: u32, count: u32) -> f64 {
    f64::from(i) - 0.5 * (f64::from(count) - 1.0)
}

impl Maker {
    /// A box so far along x and up from a base.
    fn block(
        &mut self,
        group: &str,
        base: [f64; 3],
        [along, up]: [f64; 2],
        (size, mass): ([f64; 3], f64),
    ) {
        let name = format!("{group}/box {}", self.next_id());
        let place = [base[0] + along, base[1] + up, base[2]];
        self.body(name, block(size), mass, place);
    }
}
