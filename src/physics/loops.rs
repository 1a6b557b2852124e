//! Loops of constraints: more than one way from a mover to another or to the world.

use super::constraint::{Constraint, ConstraintRows};
use super::disjoint_sets::DisjointSets;
use super::model::Model;

/// The first constraint that closes a loop. Limits close none, since each goes with
/// the joint that it limits.
pub fn first_loop(model: &Model) -> Option<usize> {
    let bodies_from = model.particles.len();
    let world = bodies_from + model.bodies.len();
    let mut sets = DisjointSets::new(world + 1);
    let is_held = |mover: &usize| model.particles.get(*mover).is_some_and(|p| p.fixed);
    model.constraints.iter().position(|constraint| {
        if matches!(constraint, Constraint::AngleLimit(_)) {
            return false;
        }
        let [a, b] = constraint.attachments().map(|side| {
            let mover = side.first_mover(bodies_from).filter(|m| !is_held(m));
            mover.unwrap_or(world)
        });
        let closes = sets.root(a) == sets.root(b);
        sets.join(a, b);
        closes
    })
}
