//! Things made from a few numbers, to be inserted as one command.
//!
//! Ids count from 1 within what is made; [`Things`] renews them. All counts are at
//! most [`MOST`]; numbers out of range are refused when the things are inserted.

mod blueprint;
mod boxes;
mod cloth;
mod dressed;
mod figure;
mod gltf;
mod landscape;
mod line;
mod mesh;
mod obj;
mod soft;
mod stone;

pub use blueprint::{BlueprintKind, Blueprints};
pub use boxes::{Dominoes, Pyramid, Stack, Stairs, Wall};
pub use cloth::{Cloth, ClothPins};
pub use dressed::{Cape, Flag};
pub use figure::{figures, ragdoll};
pub use gltf::gltf_obstacle;
pub use landscape::{Landscape, LandscapeKind, MOST_CELLS};
pub use line::{Chain, Rope};
pub use mesh::MeshError;
pub use obj::mesh_obstacle;
pub use soft::{Jelly, Ring};
pub use stone::{Stone, LEAST_POINTS, MOST_STONE_POINTS};

use super::item::Item;
use super::things::Things;
use crate::scene::{
    Body, Constraint, ConstraintKind, Grip, Id, Particle, Pin, Shape, Stick, Surface,
};

/// Most things of a kind that a generator makes along one direction.
pub const MOST: u32 = 1000;

/// Most rows of a pyramid, which has as many boxes in the lowest one.
pub const MOST_ROWS: u32 = 100;

/// Most points along one side of a cloth.
pub const MOST_POINTS: u32 = 100;

/// Most points along one side of a flag or a cape, and round a ring.
pub const MOST_POINTS_HUNG: u32 = 50;

/// Most cells along an edge of a jelly.
pub const MOST_CELLS_OF_JELLY: u32 = 12;

/// Things under construction, numbered from 1.
#[derive(Default)]
struct Maker {
    things: Things,
    /// Strain at which the sticks that it makes tear; none where they never do.
    tear_strain: Option<f64>,
}

impl Maker {
    /// One whose sticks tear beyond a strain, if that is not 0.
    fn of_sticks_that_tear(strain: f64) -> Maker {
        Maker {
            tear_strain: (strain > 0.0).then_some(strain),
            ..Maker::default()
        }
    }

    fn next_id(&self) -> Id {
        self.things.items.len() as Id + 1
    }

    fn particle(&mut self, name: String, mass_kg: f64, position_m: [f64; 3]) -> Id {
        let id = self.next_id();
        self.things.items.push(Item::Particle(Particle {
            id,
            name,
            mass_kg,
            position_m,
            velocity_m_s: [0.0; 3],
            radius_m: 0.0,
            fixed: false,
            material: None,
            color: None,
        }));
        id
    }

    /// Holds a particle of these things where it is.
    fn fix(&mut self, id: Id) {
        if let Some(Item::Particle(particle)) = self.things.items.get_mut(id as usize - 1) {
            particle.fixed = true;
        }
    }

    fn stick(&mut self, name: String, [a, b]: [Id; 2], radius_m: f64) {
        let stick = Stick {
            radius_m,
            tear_strain: self.tear_strain,
            ..Stick::new(a, b)
        };
        self.constraint(name, ConstraintKind::Stick(stick));
    }

    /// A stick without thickness, with a strength of its own.
    fn weak_stick(&mut self, name: String, ends: [Id; 2], strength: f64) {
        self.stick(name, ends, 0.0);
        if let Some(Item::Constraint(Constraint {
            kind: ConstraintKind::Stick(stick),
            ..
        })) = self.things.items.last_mut()
        {
            stick.strength = strength;
        }
    }

    /// A surface with these triangles, which may be changed.
    fn surface(
        &mut self,
        name: String,
        triangles: Vec<[Id; 3]>,
        change: impl FnOnce(&mut Surface),
    ) {
        let mut surface = Surface::new(triangles);
        change(&mut surface);
        self.constraint(name, ConstraintKind::Surface(surface));
    }

    fn pin(&mut self, name: String, a: Grip, b: Grip) {
        self.constraint(name, ConstraintKind::Pin(Pin::new(a, b)));
    }

    fn constraint(&mut self, name: String, kind: ConstraintKind) {
        let id = self.next_id();
        self.things
            .items
            .push(Item::Constraint(Constraint { id, name, kind }));
    }

    fn body(&mut self, name: String, shape: Shape, mass_kg: f64, position_m: [f64; 3]) -> Id {
        let id = self.next_id();
        self.things.items.push(Item::Body(Body {
            mass_kg: Some(mass_kg),
            position_m,
            ..Body::new(id, name, shape)
        }));
        id
    }
}

/// A box of these edges.
fn block(size_m: [f64; 3]) -> Shape {
    Shape::Box {
        size_m,
        rounding_m: 0.0,
    }
}
