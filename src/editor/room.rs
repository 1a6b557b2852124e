//! Room for new things beside what stands where they were to be.

use super::solids::shapes_of;
use crate::compile::{Compiled, IdMap};
use crate::physics::convex::PlacedShape;
use crate::physics::convex::{bounds, distance, distance_to_plane};
use crate::physics::{ColliderId, Model, ObstacleShape, Pose};
use crate::scene::Id;
use glam::DVec3;
use std::collections::BTreeSet;

/// Overlap that does not count, m: what stands on something touches it.
const TOUCH_M: f64 = 1e-3;
/// So many places are tried along x, one beside the other: a row is built so...
const MOST_IN_ROW: i32 = 8;
/// ... as far as it stays near, m; two places at least.
const ROW_M: f64 = 3.0;
/// Then places round about, up to so many widths away.
const MOST_AROUND: i32 = 6;
/// So often a thing is lifted over what it is in.
const MOST_LIFTS: usize = 24;
/// New places are whole parts of a metre, so that their numbers are short.
const PARTS_OF_M: f64 = 1e3;

/// How far things of a scene have to go until they overlap nothing else, m: to the side in steps
/// of their own width, and up onto a slope or a box; in the worst case over everything. None for
/// things that can overlap nothing. What moves may touch the ground that it is put on.
pub(super) fn shift_to_room(compiled: &Compiled, things: &BTreeSet<Id>) -> Option<DVec3> {
    let Compiled { world, map } = compiled;
    let model = world.model();
    let solids = owners(model).flat_map(|owner| {
        let is_of = map.id_of(owner).is_some_and(|id| things.contains(&id));
        let shapes = shapes_of(model, world.state(), owner).into_iter();
        shapes.map(move |placed| (is_of, Solid::of(owner, placed)))
    });
    let (own, others): (Vec<_>, Vec<_>) = solids.partition(|(is_of, _)| *is_of);
    let own: Vec<Solid> = own.into_iter().map(|(_, solid)| solid).collect();
    let whole = own.iter().map(|solid| (solid.low, solid.high));
    let (low, high) = whole.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    let size = (high - low).max(DVec3::splat(TOUCH_M));
    let reach = DVec3::new(
        size.x * f64::from(MOST_IN_ROW),
        f64::MAX,
        size.z * f64::from(MOST_AROUND),
    );
    let others = others.into_iter().map(|(_, solid)| solid);
    let room = Room {
        others: others
            .filter(|other| other.is_in(low - reach, high + reach))
            .collect(),
        planes: planes(model, map, things),
        most_lift: size.y,
    };
    let free = places(size.x).find_map(|[along, across]| {
        let aside = DVec3::new(f64::from(along) * size.x, 0.0, f64::from(across) * size.z);
        room.free_above(&own, rounded_out(aside))
    });
    Some(free.unwrap_or_else(|| room.over_all(low)))
}

/// Places on a grid, the nearest first; but first a row along x, of things so wide, m.
fn places(width: f64) -> impl Iterator<Item = [i32; 2]> {
    let near = (ROW_M / width) as i32 + 1;
    let row = (0..near.clamp(2, MOST_IN_ROW)).map(|along| [along, 0]);
    let around = (1..=MOST_AROUND).flat_map(|far| {
        let square = (-far..=far).flat_map(move |x| (-far..=far).map(move |z| [x, z]));
        square.filter(move |[x, z]| x.abs().max(z.abs()) == far)
    });
    row.chain(around)
}

/// The next whole part of a metre away from zero.
fn rounded_out(shift: DVec3) -> DVec3 {
    let out = |x: f64| {
        let parts = (x.abs() * PARTS_OF_M - 1e-6).ceil();
        (parts / PARTS_OF_M).copysign(x)
    };
    DVec3::new(out(shift.x), out(shift.y), out(shift.z))
}

fn owners(model: &Model) -> impl Iterator<Item = ColliderId> {
    let bodies = (0..model.bodies.len()).map(ColliderId::Body);
    let particles = (0..model.particles.len()).map(ColliderId::Particle);
    let sticks = (0..model.sticks.len()).map(ColliderId::Stick);
    let triangles = (0..model.triangles.len()).map(ColliderId::Triangle);
    let obstacles = (0..model.obstacles.len()).map(ColliderId::Obstacle);
    let movers = bodies.chain(particles).chain(sticks).chain(triangles);
    movers.chain(obstacles)
}

/// The planes that are not new themselves.
fn planes(model: &Model, map: &IdMap, things: &BTreeSet<Id>) -> Vec<Pose> {
    let is_old = |index: usize| {
        let id = map.id_of(ColliderId::Obstacle(index));
        id.is_none_or(|id| !things.contains(&id))
    };
    let obstacles = model.obstacles.iter().enumerate();
    obstacles
        .filter(|(index, obstacle)| obstacle.shape == ObstacleShape::Plane && is_old(*index))
        .map(|(_, obstacle)| obstacle.pose())
        .collect()
}

/// What new things may not overlap.
struct Room {
    others: Vec<Solid>,
    planes: Vec<Pose>,
    /// Farther up no thing is lifted where it was to stand, m.
    most_lift: f64,
}

impl Room {
    /// Where things are free when they are moved aside and, if need be, lifted out of what
    /// does not move; none if they are not.
    fn free_above(&self, own: &[Solid], aside: DVec3) -> Option<DVec3> {
        let mut shift = aside;
        for _ in 0..MOST_LIFTS {
            let moved: Vec<Solid> = own.iter().map(|solid| solid.moved(shift)).collect();
            let depth = self.depth(&moved);
            if depth <= TOUCH_M {
                let is_free = !moved.iter().any(|solid| self.is_in_way(solid));
                return is_free.then_some(shift);
            }
            shift = rounded_out(shift + DVec3::Y * depth);
            if shift.y > self.most_lift {
                return None;
            }
        }
        None
    }

    /// How deep what moves is in obstacles, m.
    fn depth(&self, moved: &[Solid]) -> f64 {
        let movers = || moved.iter().filter(|solid| !solid.is_obstacle);
        let in_planes = movers().flat_map(|solid| {
            let gap = |plane| distance_to_plane(&solid.placed.shape, &solid.placed.pose, plane);
            self.planes.iter().map(move |plane| -gap(plane))
        });
        let obstacles = || self.others.iter().filter(|other| other.is_obstacle);
        let in_solids = movers().flat_map(|solid| obstacles().map(|other| solid.depth_in(other)));
        in_planes.chain(in_solids).fold(0.0, f64::max)
    }

    fn is_in_way(&self, solid: &Solid) -> bool {
        let met = self.others.iter();
        let mut met = met.filter(|other| solid.is_obstacle || !other.is_obstacle);
        met.any(|other| solid.depth_in(other) > TOUCH_M)
    }

    /// The way up over everything near. `low`: the lowest corner of the things.
    fn over_all(&self, low: DVec3) -> DVec3 {
        let tops = self.others.iter().map(|other| other.high.y);
        let top = tops.fold(low.y, f64::max);
        rounded_out(DVec3::Y * (top - low.y))
    }
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
        shared.min_element() > -TOUCH_M
    }

    /// How deep it is in another one, m; 0 where they do not overlap.
    fn depth_in(&self, other: &Solid) -> f64 {
        if !self.is_in(other.low, other.high) {
            return 0.0;
        }
        let [a, b] = [&self.placed, &other.placed];
        (-distance(&a.shape, &a.pose, &b.shape, &b.pose)).max(0.0)
    }
}
