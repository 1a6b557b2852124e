//! What the method derives from a model.

use crate::physics::constraint::{relaxation_weights, ConstraintRows};
use crate::physics::disjoint_sets::DisjointSets;
use crate::physics::joint_damping::{jointed_pairs, JointedPair};
use crate::physics::joints::Joints;
use crate::physics::model::Model;
use crate::physics::order::order_of_solution;

/// What stays the same until the model changes.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Constraint indices in the order of solution.
    pub order: Vec<usize>,
    pub weights: Vec<[f64; 2]>,
    pub joints: Joints,
    pub jointed: Vec<JointedPair>,
    /// Place of the first row of each constraint in the memory of the state.
    pub first_row: Vec<usize>,
    pub rows_in_memory: usize,
}

impl Plan {
    pub fn of(model: &Model) -> Plan {
        let settings = model.settings.verlet();
        let order = order_of_solution(model, settings.order);
        let jointed = jointed_pairs(model);
        let weighting = settings.weighting;
        let weights = |c: &_| relaxation_weights(model, ConstraintRows::attachments(c), weighting);
        let mut rows_in_memory = 0;
        let mut first_row = vec![0; model.constraints.len()];
        for &i in &order {
            first_row[i] = rows_in_memory;
            rows_in_memory += model.constraints[i].row_count();
        }
        Plan {
            weights: model.constraints.iter().map(weights).collect(),
            joints: Joints::of(model),
            order,
            jointed,
            first_row,
            rows_in_memory,
        }
    }
}

/// Per articulation, the first of those that must be solved by one thread: nearly always
/// each alone. But a weighted point may be of particles that
/// nothing joins, and so may the ends of a stick.
pub(super) fn together(model: &Model, jointed: &[JointedPair]) -> Vec<usize> {
    let bodies_from = model.particles.len();
    let articulation = |mover: usize| match mover.checked_sub(bodies_from) {
        None => model.particles[mover].articulation,
        Some(body) => model.bodies[body].articulation,
    };
    let mut sets = DisjointSets::new(model.articulations);
    for constraint in &model.constraints {
        let mut first = None;
        for side in constraint.attachments() {
            side.each_mover(bodies_from, |mover| {
                let articulation = articulation(mover);
                sets.join(*first.get_or_insert(articulation), articulation);
            });
        }
    }
    for pair in jointed {
        let first = pair.articulation(model);
        if let JointedPair::Sticks(sticks) = *pair {
            for stick in sticks.map(|stick| &model.sticks[stick]) {
                for end in [stick.a, stick.b] {
                    sets.join(first, articulation(end));
                }
            }
        }
    }
    (0..model.articulations).map(|i| sets.root(i)).collect()
}
