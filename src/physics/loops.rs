//! Loops of constraints: more than one way from a mover to another or to the world.

use super::constraint::{Constraint, ConstraintRows};
use super::disjoint_sets::DisjointSets;
use super::model::Model;

/// The constraints that close a loop, in their order. Limits and gears close none, since they go
/// with joints, nor do membranes and broken joints, which hold nothing together.
pub fn closing(model: &Model) -> impl Iterator<Item = usize> + '_ {
    let bodies_from = model.particles.len();
    let world = bodies_from + model.bodies.len();
    let mut sets = DisjointSets::new(world + 1);
    let is_held = |mover: &usize| model.particles.get(*mover).is_some_and(|p| p.fixed);
    let mut closes = move |constraint: &Constraint| {
        if matches!(
            constraint,
            Constraint::AngleLimit(_)
                | Constraint::Gear(_)
                | Constraint::Membrane(_)
                | Constraint::Broken(_)
        ) {
            return false;
        }
        let [a, b] = constraint.attachments().map(|side| {
            let mover = side.first_free_mover(model).filter(|m| !is_held(m));
            mover.unwrap_or(world)
        });
        let closes = sets.root(a) == sets.root(b);
        sets.join(a, b);
        closes
    };
    let all = model.constraints.iter().enumerate();
    all.filter_map(move |(index, constraint)| closes(constraint).then_some(index))
}
