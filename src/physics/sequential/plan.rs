//! What is derived from a model.

use super::rods::Runs;
use crate::physics::constraint::{relaxation_weights, stop, Constraint, ConstraintRows};
use crate::physics::joint_damping::{jointed_pairs, JointedPair};
use crate::physics::joints::Joints;
use crate::physics::model::Model;
use crate::physics::order::order_of_solution;

/// What stays the same until the model changes.
#[derive(Debug, Default)]
pub struct Plan {
    /// Constraint indices in the order of solution.
    pub order: Vec<usize>,
    pub weights: Vec<[f64; 2]>,
    /// The joint that holds the bodies of a limit together, by index.
    pub holders: Vec<Option<usize>>,
    /// The same constraints as runs.
    pub runs: Runs,
    pub joints: Joints,
    pub jointed: Vec<JointedPair>,
    /// Surfaces with a gas inside, by index.
    pub gases: Vec<usize>,
    /// Triangles on which the air presses, by index.
    pub airy: Vec<usize>,
    /// Place of the first row of each constraint in the memory of the state, where
    /// impulses are kept.
    pub first_row: Vec<usize>,
    /// Place of the first drive.
    pub first_drive: usize,
    pub rows_in_memory: usize,
}

impl Plan {
    pub fn of(model: &Model, keeps_rows: bool) -> Plan {
        let order = order_of_solution(model, model.settings.method.order());
        let jointed = jointed_pairs(model);
        let weighting = model.settings.weighting();
        let weights = |c: &_| relaxation_weights(model, ConstraintRows::attachments(c), weighting);
        let weights: Vec<_> = model.constraints.iter().map(weights).collect();
        let joints = Joints::of(model);
        let mut rows = 0;
        let mut first_row = vec![0; model.constraints.len()];
        if keeps_rows {
            for &i in &order {
                first_row[i] = rows;
                rows += model.constraints[i].row_count();
            }
        }
        Plan {
            runs: Runs::of(model, &order, &weights),
            weights,
            holders: holders(model, &joints),
            joints,
            gases: order
                .iter()
                .copied()
                .filter(|&i| has_gas(&model.constraints[i]))
                .collect(),
            airy: airy(model),
            order,
            jointed,
            first_row,
            first_drive: rows,
            rows_in_memory: rows + model.drives.len(),
        }
    }
}

/// The joint that holds the bodies of each limit together, by index.
fn holders(model: &Model, joints: &Joints) -> Vec<Option<usize>> {
    let all = model.constraints.iter().enumerate();
    all.map(|(i, constraint)| match constraint {
        Constraint::AngleLimit(limit) => stop::holder_of(model, limit, joints.joined_with(i)),
        _ => None,
    })
    .collect()
}

fn airy(model: &Model) -> Vec<usize> {
    let triangles = model.triangles.iter().enumerate();
    let airy = triangles.filter(|(_, triangle)| triangle.air_density > 0.0 && !triangle.torn);
    airy.map(|(i, _)| i).collect()
}

fn has_gas(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Membrane(membrane) if membrane.gas.is_some())
}
