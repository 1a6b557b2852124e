//! Which constraints belong to the same articulation.

use super::model::Model;

/// The constraints of a model by articulation.
#[derive(Debug, Clone, Default)]
pub struct Joints {
    /// Articulation of each constraint; `None` where nothing moves.
    articulation: Vec<Option<usize>>,
    /// Constraints by articulation, then as listed.
    sorted: Vec<usize>,
}

impl Joints {
    /// Those of a model.
    pub fn of(model: &Model) -> Joints {
        let constraints = 0..model.constraints.len();
        let articulation: Vec<_> = constraints.map(|i| model.articulation_of(i)).collect();
        let mut sorted: Vec<usize> = (0..articulation.len()).collect();
        sorted.sort_by_key(|&i| articulation[i]);
        Joints {
            articulation,
            sorted,
        }
    }

    /// Articulation of a constraint; `None` if it holds nothing that moves.
    pub fn articulation_of(&self, constraint: usize) -> Option<usize> {
        self.articulation[constraint]
    }

    /// All constraints of the articulation of a constraint, as listed.
    pub fn joined_with(&self, constraint: usize) -> &[usize] {
        let articulation = self.articulation[constraint];
        let from = self
            .sorted
            .partition_point(|&i| self.articulation[i] < articulation);
        let to = self
            .sorted
            .partition_point(|&i| self.articulation[i] <= articulation);
        &self.sorted[from..to]
    }
}
