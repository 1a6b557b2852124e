//! Cloths that hang on something: a flag on its pole, a cape on a dummy.

use super::cloth::{Cloth, ClothPins};
use super::{figures, ragdoll, MOST_POINTS_HUNG};
use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::scene::{Axis, Constraint, ConstraintKind, Grip, Id, Obstacle, Pin, Shape, Surface};
use glam::DVec3;

/// Radius of the pole of a flag, m, and how far it stands out above.
const POLE_M: [f64; 2] = [0.04, 0.1];

/// A flag with its pole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flag {
    /// Foot of the pole, m.
    pub base_m: [f64; 3],
    /// Its length away from the pole, and its height there, m.
    pub size_m: [f64; 2],
    /// Height of its upper edge above the foot of the pole, m.
    pub top_m: f64,
    /// Points along and up; 2 to [`MOST_POINTS_HUNG`](super::MOST_POINTS_HUNG).
    pub points: [u32; 2],
    /// Mass of the cloth, kg.
    pub mass_kg: f64,
    /// Strength of the sticks that keep it from bending, 0 to 1.
    pub bending: f64,
}

impl Default for Flag {
    fn default() -> Flag {
        Flag {
            base_m: [0.0; 3],
            size_m: [1.5, 0.9],
            top_m: 2.9,
            points: [19, 12],
            mass_kg: 0.4,
            bending: 0.1,
        }
    }
}

impl Flag {
    /// Makes it; the pole alone if the cloth has fewer than two points on a side.
    pub fn things(&self) -> Things {
        let [radius_m, above_m] = POLE_M;
        let base = DVec3::from(self.base_m);
        let upper = base + DVec3::new(radius_m + 0.01, self.top_m, 0.0);
        let mut things = Cloth {
            corner_m: upper.to_array(),
            along_m: [0.0, -self.size_m[1], 0.0],
            across_m: [self.size_m[0], 0.0, 0.0],
            points: [self.points[1], self.points[0]].map(|count| count.min(MOST_POINTS_HUNG)),
            mass_kg: self.mass_kg,
            bending: self.bending,
            pins: ClothPins::Edge,
            ..Cloth::default()
        }
        .things();
        let length_m = self.top_m + above_m;
        things.items.push(Item::Obstacle(Obstacle {
            id: things.items.len() as Id + 1,
            name: "pole".into(),
            shape: Shape::Cylinder {
                radius_m,
                length_m,
                axis: Axis::Y,
            },
            position_m: (base + DVec3::Y * (0.5 * length_m)).to_array(),
            orientation: [1.0, 0.0, 0.0, 0.0],
            material: None,
            color: None,
            belt_m_s: [0.0; 3],
        }));
        things
    }
}

/// A dummy that wears a cape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cape {
    /// Between the feet of the dummy, m.
    pub base_m: [f64; 3],
    /// Length of the cape, m.
    pub length_m: f64,
    /// Points along its upper edge and down; 2 to [`MOST_POINTS_HUNG`](super::MOST_POINTS_HUNG).
    pub points: [u32; 2],
    /// Mass of the cape, kg.
    pub mass_kg: f64,
}

impl Default for Cape {
    fn default() -> Cape {
        Cape {
            base_m: [0.0; 3],
            length_m: 1.0,
            points: [9, 20],
            mass_kg: 0.7,
        }
    }
}

/// Where the upper edge of a cape is sewn to the upper torso of the MX ragdoll, from its
/// left to its right: half the width, height above the centre, and how far behind it, m.
const SEAM_M: [f64; 3] = [0.15, 0.11, -0.125];
/// Height of the centre of the upper torso at the start pose, m.
const CHEST_M: f64 = 1.345;

impl Cape {
    /// Makes both; nothing with fewer than two points on a side.
    pub fn things(&self) -> Things {
        let figures = figures();
        let Some((name, figure)) = figures.last() else {
            return Things::default();
        };
        let points = self.points.map(|count| count.min(MOST_POINTS_HUNG));
        let [half, above, behind] = SEAM_M;
        let corner = DVec3::from(self.base_m) + DVec3::new(-half, CHEST_M + above, behind);
        let mut things = Cloth {
            corner_m: corner.to_array(),
            along_m: [2.0 * half, 0.0, 0.0],
            across_m: [0.0, -self.length_m, 0.0],
            points,
            mass_kg: self.mass_kg,
            pins: ClothPins::None,
            ..Cloth::default()
        }
        .things();
        if things.items.is_empty() {
            return things;
        }
        for item in &mut things.items {
            if let Item::Constraint(Constraint {
                kind: ConstraintKind::Surface(Surface { meets_joined, .. }),
                ..
            }) = item
            {
                *meets_joined = true;
            }
        }
        let wearer = things.items.len() as Id + 1;
        for mut item in ragdoll(name, figure.clone(), self.base_m, 0.0).items {
            if let Item::Ragdoll(ragdoll) = &mut item {
                ragdoll.id = wearer;
            }
            things.items.push(item);
        }
        // The middle hangs free: a neck is there.
        let last = points[0] - 1;
        let mut sewn = vec![0, last / 4, last - last / 4, last];
        sewn.dedup();
        for column in sewn {
            let across = f64::from(column) / f64::from(last);
            let part = Grip::Part {
                ragdoll: wearer,
                part: "upper_torso".into(),
                at: 0.0,
                point_m: [half * (2.0 * across - 1.0), above, behind],
            };
            let id = things.items.len() as Id + 1;
            things.items.push(Item::Constraint(Constraint {
                id,
                name: "cape/seam".into(),
                kind: ConstraintKind::Pin(Pin::new(Grip::Particle(column + 1), part)),
            }));
        }
        things
    }
}
