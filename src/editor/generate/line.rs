//! Ropes of particles and chains of bodies.

use super::{Maker, MOST};
use crate::editor::things::Things;
use crate::scene::{Axis, Grip, Shape};
use glam::{DQuat, DVec3};

/// A rope of particles and sticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rope {
    /// One end, m.
    pub from_m: [f64; 3],
    /// The other end, m.
    pub to_m: [f64; 3],
    /// Number of sticks.
    pub sticks: u32,
    /// Mass of the whole, kg.
    pub mass_kg: f64,
    /// Radius, m; 0 does not collide.
    pub radius_m: f64,
    /// Which ends are held.
    pub held: [bool; 2],
    /// Strength of the sticks over every second point, which keep it from bending, 0 to 1; 0
    /// makes none.
    pub bending: f64,
    /// Strain at which its sticks tear; 0 for never.
    pub tear_strain: f64,
}

impl Default for Rope {
    fn default() -> Rope {
        Rope {
            from_m: [0.0, 2.5, 0.0],
            to_m: [1.5, 2.5, 0.0],
            sticks: 12,
            mass_kg: 1.0,
            radius_m: 0.02,
            held: [true, false],
            bending: 0.0,
            tear_strain: 0.0,
        }
    }
}

impl Rope {
    /// Makes it.
    pub fn things(&self) -> Things {
        let sticks = self.sticks.min(MOST);
        let mut maker = Maker::of_sticks_that_tear(self.tear_strain);
        if sticks == 0 {
            return maker.things;
        }
        let [from, to] = [self.from_m, self.to_m].map(DVec3::from);
        let mass_kg = self.mass_kg / f64::from(sticks + 1);
        let mut ids = Vec::new();
        for i in 0..=sticks {
            let place = from.lerp(to, f64::from(i) / f64::from(sticks));
            ids.push(maker.particle(format!("rope/point {}", i + 1), mass_kg, place.to_array()));
        }
        for (held, end) in self.held.into_iter().zip([ids.first(), ids.last()]) {
            if let Some(&end) = end.filter(|_| held) {
                maker.fix(end);
            }
        }
        for (i, (&a, &b)) in ids.iter().zip(ids.iter().skip(1)).enumerate() {
            maker.stick(format!("rope/stick {}", i + 1), [a, b], self.radius_m);
        }
        if self.bending > 0.0 {
            for (&a, &b) in ids.iter().zip(ids.iter().skip(2)) {
                maker.weak_stick("rope/bend".into(), [a, b], self.bending);
            }
        }
        maker.things
    }
}

/// A chain of capsules joined by pins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chain {
    /// Where it hangs, m.
    pub from_m: [f64; 3],
    /// Its other end, m.
    pub to_m: [f64; 3],
    /// Number of links.
    pub links: u32,
    /// Mass of a link, kg.
    pub mass_kg: f64,
    /// Mass of the last link, kg.
    pub last_mass_kg: f64,
    /// Radius of a link, m; less where links are short.
    pub radius_m: f64,
    /// Whether the first end hangs from the world.
    pub held: bool,
}

impl Default for Chain {
    fn default() -> Chain {
        Chain {
            from_m: [0.0, 2.5, 0.0],
            to_m: [1.5, 2.5, 0.0],
            links: 5,
            mass_kg: 1.0,
            last_mass_kg: 1.0,
            radius_m: 0.04,
            held: true,
        }
    }
}

impl Chain {
    /// Makes it.
    pub fn things(&self) -> Things {
        let links = self.links.min(MOST);
        let mut maker = Maker::default();
        let [from, to] = [self.from_m, self.to_m].map(DVec3::from);
        let step = (to - from) / f64::from(links.max(1));
        let length = step.length();
        let radius_m = self.radius_m.min(0.4 * length);
        let shape = Shape::Capsule {
            radius_m,
            length_m: length - 2.0 * radius_m,
            axis: Axis::Y,
        };
        // The upper end is that of +y.
        let turn = DQuat::from_rotation_arc(DVec3::Y, -step.normalize_or(DVec3::NEG_Y));
        let at = |end: f64| [0.0, end * 0.5 * length, 0.0];
        let grip = |id, end| Grip::Body {
            id,
            point_m: at(end),
        };
        let mut last = None;
        for i in 0..links {
            let centre = from + step * (f64::from(i) + 0.5);
            let mass = if i + 1 == links {
                self.last_mass_kg
            } else {
                self.mass_kg
            };
            let name = format!("chain/link {}", i + 1);
            let id = maker.body(name, shape.clone(), mass, centre.to_array());
            maker.turn(id, turn);
            let a = match last {
                Some(last) => Some(grip(last, -1.0)),
                None => self.held.then_some(Grip::World(self.from_m)),
            };
            if let Some(a) = a {
                maker.pin(format!("chain/pin {}", i + 1), a, grip(id, 1.0));
            }
            last = Some(id);
        }
        maker.things
    }
}

impl Maker {
    /// Turns a body of these things.
    fn turn(&mut self, id: crate::scene::Id, turn: DQuat) {
        use crate::editor::item::Item;
        if let Some(Item::Body(body)) = self.things.items.get_mut(id as usize - 1) {
            body.orientation = [turn.w, turn.x, turn.y, turn.z];
        }
    }
}
