//! The order in which constraints are solved within an iteration.

use super::constraint::{Constraint, ConstraintRows};
use super::model::Model;
use super::random::SplitMix64;

/// Order in which constraints are solved within an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As listed.
    #[default]
    Listed,
    /// From last to first.
    Reversed,
    /// Forward and backward in turn.
    Alternating,
    /// What is nearer to the world or to the first member of its articulation first.
    RootToLeaf,
    /// Shuffled by this seed, the same in each iteration.
    Shuffled(u64),
}

/// Constraint indices in the order of solution. Reversed and alternating orders are
/// those of the list, walked backward by the method.
pub fn order_of_solution(model: &Model, by: Order) -> Vec<usize> {
    let mut order: Vec<usize> = (0..model.constraints.len()).collect();
    match by {
        Order::Listed | Order::Reversed | Order::Alternating => {}
        Order::RootToLeaf => {
            let depth = depths(model);
            order.sort_by_key(|&i| (depth[i], i));
        }
        Order::Shuffled(seed) => shuffle(&mut order, seed),
    }
    order
}

/// How many constraints lead from each constraint to the world or, where nothing
/// does, to the first mover of its articulation.
fn depths(model: &Model) -> Vec<usize> {
    let depth_of = |constraint: &Constraint| {
        let sides = constraint.attachments();
        let movers = sides.iter().filter_map(|side| side.first_free_mover(model));
        movers.map(|mover| model.tree.link(mover).depth).min()
    };
    let constraints = model.constraints.iter();
    constraints.map(|c| depth_of(c).unwrap_or(0)).collect()
}

/// The algorithm of Fisher and Yates.
fn shuffle(order: &mut [usize], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}
