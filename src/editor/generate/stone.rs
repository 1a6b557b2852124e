//! Stones: hulls of points by chance.

use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::physics::convex::{Hull, MOST_CORNERS};
use crate::physics::random::SplitMix64;
use crate::scene::{Body, HullPoints, Shape};
use glam::DVec3;

/// Fewest points that a stone is made from.
pub const LEAST_POINTS: u32 = 6;
/// Most points that a stone is made from.
pub const MOST_STONE_POINTS: u32 = MOST_CORNERS as u32;
/// How far inside of an even ball a point may lie, as a share of its radius.
const ROUGHNESS: f64 = 0.25;

/// A stone that lies on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stone {
    /// Where it lies, m.
    pub base_m: [f64; 3],
    /// Extents, m.
    pub size_m: [f64; 3],
    /// Of what it is made, kg/m³.
    pub density_kg_m3: f64,
    /// Points that it is the hull of, [`LEAST_POINTS`] to [`MOST_STONE_POINTS`].
    pub points: u32,
    /// Which of many.
    pub seed: u32,
}

impl Default for Stone {
    fn default() -> Stone {
        Stone {
            base_m: [0.0; 3],
            size_m: [0.5, 0.35, 0.4],
            density_kg_m3: 2600.0,
            points: 24,
            seed: 1,
        }
    }
}

impl Stone {
    /// Makes it: a body.
    pub fn things(&self) -> Things {
        let points = self.points();
        let Ok(hull) = Hull::of(&points) else {
            return Things::default();
        };
        let middle = hull.inside().centre;
        let corners = || hull.corners().iter().map(|&corner| corner - middle);
        let lowest = corners().fold(0.0, |low: f64, corner| low.min(corner.y));
        let shape = Shape::Hull(HullPoints::new(corners().map(|c| c.to_array()).collect()));
        let position = DVec3::from(self.base_m) - DVec3::Y * lowest;
        Things::one(Item::Body(Body {
            density_kg_m3: Some(self.density_kg_m3),
            position_m: position.to_array(),
            ..Body::new(1, "stone".into(), shape)
        }))
    }

    /// Points spread evenly over a ball by the golden angle, each by chance some way inside.
    fn points(&self) -> Vec<DVec3> {
        /// π (3 − √5), rad.
        const GOLDEN: f64 = 2.399_963_229_728_653;
        let count = self.points.clamp(LEAST_POINTS, MOST_STONE_POINTS);
        let mut chance = SplitMix64::new(u64::from(self.seed));
        let half = DVec3::from(self.size_m) * 0.5;
        let point = |i: u32| {
            let y = 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(count);
            let across = (1.0 - y * y).max(0.0).sqrt();
            let angle = GOLDEN * f64::from(i) + chance.between(-0.4, 0.4);
            let place = DVec3::new(across * libm::cos(angle), y, across * libm::sin(angle));
            place * half * (1.0 - ROUGHNESS * chance.unit())
        };
        (0..count).map(point).collect()
    }
}
