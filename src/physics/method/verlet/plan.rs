//! What the method derives from a model.

use crate::physics::constraint::{relaxation_weights, ConstraintRows};
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
