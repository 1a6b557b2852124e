//! Ground of triangles: a hill, a street, a room.

mod hill;
mod room;
mod street;
mod surface;

use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::scene::{Color, Id, Obstacle, Shape};
use surface::Surface;

/// Most cells along a side of a landscape.
pub const MOST_CELLS: u32 = 200;

/// Which landscape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LandscapeKind {
    /// A hill among smaller ones.
    #[default]
    Hill,
    /// A street between houses and a low wall, with kerbs and a parked car.
    Street,
    /// Two walls of a room with a door and a window, furniture and a gallery.
    Room,
}

/// Ground of triangles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landscape {
    /// Middle of it, m.
    pub base_m: [f64; 3],
    /// Which.
    pub kind: LandscapeKind,
    /// Length of a side, m.
    pub size_m: f64,
    /// Height of the hill, of the houses, of the room, m.
    pub height_m: f64,
    /// Cells along a side into which the ground is cut, at most [`MOST_CELLS`].
    pub cells: u32,
    /// Which of many hills.
    pub seed: u32,
}

impl Default for Landscape {
    fn default() -> Landscape {
        Landscape {
            base_m: [0.0; 3],
            kind: LandscapeKind::Hill,
            size_m: 24.0,
            height_m: 4.0,
            cells: 32,
            seed: 1,
        }
    }
}

impl Landscape {
    /// Makes it: obstacles that are meshes.
    pub fn things(&self) -> Things {
        let landscape = Landscape {
            cells: self.cells.clamp(1, MOST_CELLS),
            ..*self
        };
        let parts = match self.kind {
            LandscapeKind::Hill => hill::parts(&landscape),
            LandscapeKind::Street => street::parts(&landscape),
            LandscapeKind::Room => room::parts(&landscape),
        };
        let items = (1..)
            .zip(parts)
            .map(|(id, part)| part.into_item(id, self.base_m));
        Things {
            items: items.collect(),
            ..Things::default()
        }
    }
}

/// A mesh of a landscape.
struct Part {
    name: &'static str,
    surface: Surface,
    rgb: [u8; 3],
}

impl Part {
    fn into_item(self, id: Id, position_m: [f64; 3]) -> Item {
        Item::Obstacle(Obstacle {
            id,
            name: self.name.into(),
            shape: Shape::Mesh(self.surface.into_mesh()),
            position_m,
            orientation: [1.0, 0.0, 0.0, 0.0],
            material: None,
            color: Some(Color { rgb: self.rgb }),
            belt_m_s: [0.0; 3],
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene;

    /// The shipped scenes have what the generator makes with the numbers stated here.
    #[test]
    fn the_shipped_landscapes_are_made_with_these_numbers() {
        for (name, landscape) in shipped() {
            let text = scene::find(name).unwrap().text;
            let scene = scene::parse(text.as_bytes()).unwrap();
            for item in landscape.things().items {
                let Item::Obstacle(made) = item else {
                    unreachable!("landscapes are obstacles")
                };
                let found = scene.obstacles.iter().find(|o| o.name == made.name);
                assert!(found.unwrap().shape == made.shape, "{name}: {}", made.name);
            }
        }
    }

    fn shipped() -> [(&'static str, Landscape); 3] {
        let of_kind = |kind, size_m, height_m, cells| Landscape {
            kind,
            size_m,
            height_m,
            cells,
            ..Landscape::default()
        };
        [
            ("hill", of_kind(LandscapeKind::Hill, 24.0, 4.0, 32)),
            ("street", of_kind(LandscapeKind::Street, 24.0, 4.5, 24)),
            ("room", of_kind(LandscapeKind::Room, 6.0, 3.0, 12)),
        ]
    }
}
