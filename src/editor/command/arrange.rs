//! The order of constraints, and which things collide.

use crate::compile::compile;
use crate::editor::error::EditError;
use crate::physics::constraint::ConstraintRows;
use crate::physics::order::order_of_solution;
use crate::physics::Order;
use crate::scene::{CollisionRule, Constraint, ConstraintKind, Id, Scene, Thing};
use std::collections::BTreeMap;

/// By what constraints are sorted; equals stay in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortPolicy {
    /// By number, which is the order of their making.
    Id,
    /// By name.
    Name,
    /// Sticks, distances, pins, hinges, welds, limits.
    Kind,
    /// From the world, or the root, to the leaves.
    RootToLeaf,
    /// From the leaves to the root: what is near the world has the last word.
    LeafToRoot,
    /// From the highest to the lowest.
    TopDown,
    /// From the lowest to the highest.
    BottomUp,
    /// The last one first.
    Reversed,
}

/// Moves a constraint to a place in the list; beyond the end is the end.
pub(super) fn place(scene: &mut Scene, id: Id, to: usize) -> Result<(), EditError> {
    let what = "constraint";
    let from = scene.constraints.iter().position(|c| c.id == id);
    let from = from.ok_or(EditError::Missing { what, id })?;
    let constraint = scene.constraints.remove(from);
    let to = to.min(scene.constraints.len());
    scene.constraints.insert(to, constraint);
    Ok(())
}

/// Sorts the constraints.
pub(super) fn sort(scene: &mut Scene, policy: SortPolicy) -> Result<(), EditError> {
    match policy {
        SortPolicy::Id => scene.constraints.sort_by_key(|c| c.id),
        SortPolicy::Name => scene.constraints.sort_by(|a, b| a.name.cmp(&b.name)),
        SortPolicy::Kind => scene.constraints.sort_by_key(rank),
        SortPolicy::Reversed => scene.constraints.reverse(),
        SortPolicy::RootToLeaf | SortPolicy::LeafToRoot => {
            let mut place = places_from_root(scene)?;
            if policy == SortPolicy::LeafToRoot {
                place
                    .values_mut()
                    .for_each(|place| *place = usize::MAX - *place);
            }
            scene.constraints.sort_by_key(|c| place.get(&c.id).copied());
        }
        SortPolicy::TopDown | SortPolicy::BottomUp => {
            let sign = if policy == SortPolicy::TopDown {
                -1.0
            } else {
                1.0
            };
            let height = heights(scene)?;
            let key = |c: &Constraint| sign * height.get(&c.id).copied().unwrap_or(0.0);
            scene.constraints.sort_by(|a, b| key(a).total_cmp(&key(b)));
        }
    }
    Ok(())
}

fn rank(constraint: &Constraint) -> u32 {
    match constraint.kind {
        ConstraintKind::Stick(_) => 0,
        ConstraintKind::Distance(_) => 1,
        ConstraintKind::Pin(_) => 2,
        ConstraintKind::Hinge(_) => 3,
        ConstraintKind::Fixed(_) => 4,
        ConstraintKind::Slider(_) => 5,
        ConstraintKind::Universal(_) => 6,
        ConstraintKind::Serial(_) => 7,
        ConstraintKind::Gear(_) => 8,
        ConstraintKind::Guide(_) => 9,
        ConstraintKind::Corner(_) => 10,
        ConstraintKind::AngleLimit(_) => 11,
        ConstraintKind::Surface(_) => 12,
    }
}

/// Place of each constraint in the solver's order from the root.
fn places_from_root(scene: &Scene) -> Result<BTreeMap<Id, usize>, EditError> {
    let (world, _) = compile(scene)?;
    let order = order_of_solution(world.model(), Order::RootToLeaf);
    let order = order.into_iter().enumerate();
    let placed = order.filter_map(|(place, i)| Some((scene.constraints.get(i)?.id, place)));
    Ok(placed.collect())
}

/// Height of the middle of each constraint at the start, m.
fn heights(scene: &Scene) -> Result<BTreeMap<Id, f64>, EditError> {
    let (world, _) = compile(scene)?;
    let built = scene.constraints.iter().zip(&world.model().constraints);
    let middle = built.map(|(constraint, built)| {
        let [a, b] = built.attachments().map(|side| side.position(world.state()));
        (constraint.id, 0.5 * (a.y + b.y))
    });
    Ok(middle.collect())
}

/// Sets or takes away the rule of a pair.
pub(super) fn set_collision(scene: &mut Scene, a: &Thing, b: &Thing, collide: Option<bool>) {
    let same = |rule: &CollisionRule| (&rule.a, &rule.b) == (a, b) || (&rule.a, &rule.b) == (b, a);
    let rules = &mut scene.collision_rules;
    let Some(collide) = collide else {
        if let Some(place) = rules.iter().position(same) {
            rules.remove(place);
        }
        return;
    };
    match rules.iter_mut().find(|rule| same(rule)) {
        Some(rule) => rule.collide = collide,
        None => rules.push(CollisionRule {
            a: a.clone(),
            b: b.clone(),
            collide,
        }),
    }
}
