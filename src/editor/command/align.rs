//! Putting things down onto what is below them.

use super::{Edit, Motion};
use crate::compile::{compile, IdMap};
use crate::editor::error::EditError;
use crate::editor::item::check_ids;
use crate::editor::references::connected;
use crate::editor::solids::{gap, shapes_of};
use crate::physics::convex::bounds;
use crate::physics::convex::PlacedShape;
use crate::physics::{ColliderId, Model, Obstacle, State, World};
use crate::scene::Id;
use std::collections::BTreeSet;

/// Shifts below this are none, m.
const STILL: f64 = 1e-7;
/// Least step on the way down, m, so that a wall beside it holds nothing up.
const STEP: f64 = 0.005;
/// Most steps up or down.
const MOST_STEPS: usize = 4000;
/// So far below nothing is looked for, m.
const DEEPEST: f64 = 1e4;

impl Edit<'_> {
    /// Puts each of the things down with what hangs on it.
    pub(super) fn align_to_ground(&mut self, ids: &BTreeSet<Id>) -> Result<(), EditError> {
        check_ids(self.scene, ids)?;
        let mut left = ids.clone();
        while let Some(&first) = left.iter().next() {
            let group = connected(self.scene, &[first].into());
            left.retain(|id| !group.contains(id));
            let (world, map) = compile(self.scene)?;
            let drop = drop_of(&world, &map, &group);
            if let Some(drop) = drop.filter(|drop| drop.abs() > STILL) {
                let shift = [0.0, -drop, 0.0];
                self.transform(&group, &Motion::Move(shift))?;
            }
        }
        Ok(())
    }
}

/// How far a group can fall until it lies on something, m; negative to get out of
/// what it is in. `None` if nothing of it has a shape.
fn drop_of(world: &World, map: &IdMap, group: &BTreeSet<Id>) -> Option<f64> {
    let (model, state) = (world.model(), world.state());
    let shapes = shapes(model, state, map, group);
    if shapes.is_empty() {
        return None;
    }
    let own = |index: usize| group.iter().any(|id| is_part(map, *id, index));
    let others: Vec<&Obstacle> = (model.obstacles.iter().enumerate())
        .filter(|(index, _)| !own(*index))
        .map(|(_, obstacle)| obstacle)
        .collect();
    let lowest = lowest(&shapes);
    let gap = |fallen: f64| nearest(&shapes, &others, fallen);
    let mut fallen = 0.0;
    for _ in 0..MOST_STEPS {
        let overlap = -gap(fallen);
        if overlap <= 0.0 {
            break;
        }
        fallen -= overlap + 0.5 * STILL;
    }
    for _ in 0..MOST_STEPS {
        let free = gap(fallen);
        if free > DEEPEST || fallen > DEEPEST {
            break;
        }
        let next = fallen + free.max(STEP);
        if gap(next) < 0.0 {
            return Some(last_free(gap, fallen, next));
        }
        fallen = next;
    }
    // Nothing is below: on height 0.
    Some(lowest)
}

/// The lowest place between a free one and one that overlaps.
fn last_free(gap: impl Fn(f64) -> f64, mut free: f64, mut overlaps: f64) -> f64 {
    /// Halvings until only rounding is left of the least step.
    const HALVINGS: usize = 45;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (free + overlaps);
        if gap(middle) < 0.0 {
            overlaps = middle;
        } else {
            free = middle;
        }
    }
    free
}

fn is_part(map: &IdMap, id: Id, obstacle: usize) -> bool {
    (map.obstacles.get(&id)).is_some_and(|parts| parts.contains(&obstacle))
}

/// Least gap when the shapes have fallen so far, m.
fn nearest(shapes: &[PlacedShape], obstacles: &[&Obstacle], fallen: f64) -> f64 {
    let mut least = f64::INFINITY;
    for mut placed in shapes.iter().cloned() {
        placed.pose.position.y -= fallen;
        for obstacle in obstacles {
            least = least.min(gap(&placed, obstacle));
        }
    }
    least
}

fn lowest(shapes: &[PlacedShape]) -> f64 {
    let low = |placed: &PlacedShape| bounds(&placed.shape, &placed.pose).0.y;
    shapes.iter().map(low).fold(f64::INFINITY, f64::min)
}

/// What of a group has a shape.
fn shapes(model: &Model, state: &State, map: &IdMap, group: &BTreeSet<Id>) -> Vec<PlacedShape> {
    let mut owners = Vec::new();
    for id in group {
        owners.extend(map.body(*id));
        owners.extend(map.particles.get(id).map(|&i| ColliderId::Particle(i)));
        owners.extend(map.sticks.get(id).map(|&i| ColliderId::Stick(i)));
        let parts = map.obstacles.get(id).cloned().unwrap_or(0..0);
        owners.extend(parts.map(ColliderId::Obstacle));
        if let Some(ragdoll) = map.ragdolls.iter().find(|r| r.id == *id) {
            owners.extend(ragdoll.bodies.clone().map(ColliderId::Body));
            owners.extend(ragdoll.sticks.clone().map(ColliderId::Stick));
        }
    }
    let found = owners.into_iter();
    found
        .flat_map(|owner| shapes_of(model, state, owner))
        .collect()
}
