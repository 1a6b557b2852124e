//! Room for new things beside what stands where they were to be.

use super::solids::{shapes_of, PlacedShape};
use crate::compile::Compiled;
use crate::physics::convex::{bounds, distance};
use crate::physics::{ColliderId, Model};
use crate::scene::Id;
use glam::DVec3;
use std::collections::BTreeSet;

/// Overlap that does not count, m: what stands on something touches it.
const TOUCH_M: f64 = 1e-3;
/// So many places are tried, one beside the other.
const MOST_PLACES: usize = 64;

/// How far along x things of a scene have to go until they overlap nothing else, m, in steps
/// of their own width; none without such a place. What moves may touch the ground that it is
/// put on, so obstacles are in the way of obstacles alone.
pub(super) fn shift_to_room(compiled: &Compiled, things: &BTreeSet<Id>) -> Option<f64> {
    let Compiled { world, map } = compiled;
    let solids = owners(world.model()).flat_map(|owner| {
        let is_of = map.id_of(owner).is_some_and(|id| things.contains(&id));
        let shapes = shapes_of(world.model(), world.state(), owner).into_iter();
        shapes.map(move |placed| (is_of, Solid::of(owner, placed)))
    });
    let (own, others): (Vec<_>, Vec<_>) = solids.partition(|(is_of, _)| *is_of);
    let own: Vec<Solid> = own.into_iter().map(|(_, solid)| solid).collect();
    let whole = own.iter().map(|solid| (solid.low, solid.high));
    let (low, high) = whole.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    let width = (high.x - low.x).max(TOUCH_M);
    let reach = high + DVec3::X * (width * MOST_PLACES as f64);
    let others = others.into_iter().map(|(_, solid)| solid);
    let in_reach: Vec<Solid> = others.filter(|other| other.is_in(low, reach)).collect();
    let mut places = (0..MOST_PLACES).map(|place| place as f64 * width);
    places.find(|shift| {
        let moved = own.iter().map(|solid| solid.moved(DVec3::X * *shift));
        let mut moved = moved.into_iter();
        !moved.any(|solid| in_reach.iter().any(|other| solid.overlaps(other)))
    })
}

fn owners(model: &Model) -> impl Iterator<Item = ColliderId> {
    let bodies = (0..model.bodies.len()).map(ColliderId::Body);
    let particles = (0..model.particles.len()).map(ColliderId::Particle);
    let sticks = (0..model.sticks.len()).map(ColliderId::Stick);
    let obstacles = (0..model.obstacles.len()).map(ColliderId::Obstacle);
    bodies.chain(particles).chain(sticks).chain(obstacles)
}

/// A shape in its place with the box round it, m.
#[derive(Clone)]
struct Solid {
    is_obstacle: bool,
    placed: PlacedShape,
    low: DVec3,
    high: DVec3,
}

impl Solid {
    fn of(owner: ColliderId, placed: PlacedShape) -> Solid {
        let (low, high) = bounds(&placed.shape, &placed.pose);
        Solid {
            is_obstacle: matches!(owner, ColliderId::Obstacle(_)),
            placed,
            low,
            high,
        }
    }

    fn moved(&self, by: DVec3) -> Solid {
        let mut placed = self.placed.clone();
        placed.pose.position += by;
        Solid {
            placed,
            low: self.low + by,
            high: self.high + by,
            ..*self
        }
    }

    fn is_in(&self, low: DVec3, high: DVec3) -> bool {
        let shared = self.high.min(high) - self.low.max(low);
        shared.min_element() > TOUCH_M
    }

    fn overlaps(&self, other: &Solid) -> bool {
        let [a, b] = [&self.placed, &other.placed];
        self.is_obstacle == other.is_obstacle
            && self.is_in(other.low, other.high)
            && distance(&a.shape, &a.pose, &b.shape, &b.pose) < -TOUCH_M
    }
}
