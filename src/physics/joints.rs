//! Which constraints belong to the same assembly.

use super::constraint::Kind;
use super::model::Model;

/// The constraints of a model by assembly.
#[derive(Debug, Clone, Default)]
pub struct Joints {
    /// Assembly of each constraint; `None` where nothing moves.
    assembly: Vec<Option<usize>>,
    /// Constraints by assembly, then as listed.
    sorted: Vec<usize>,
}

impl Joints {
    /// Those of a model.
    pub fn of(model: &Model) -> Joints {
        let assembly = |i: usize| {
            let sides = model.constraints[i].attachments();
            sides.into_iter().find_map(|side| side.assembly(model))
        };
        let assembly: Vec<_> = (0..model.constraints.len()).map(assembly).collect();
        let mut sorted: Vec<usize> = (0..assembly.len()).collect();
        sorted.sort_by_key(|&i| assembly[i]);
        Joints { assembly, sorted }
    }

    /// Assembly of a constraint; `None` if it holds nothing that moves.
    pub fn assembly_of(&self, constraint: usize) -> Option<usize> {
        self.assembly[constraint]
    }

    /// All constraints of the assembly of a constraint, as listed.
    pub fn joined_with(&self, constraint: usize) -> &[usize] {
        let assembly = self.assembly[constraint];
        let from = self
            .sorted
            .partition_point(|&i| self.assembly[i] < assembly);
        let to = self
            .sorted
            .partition_point(|&i| self.assembly[i] <= assembly);
        &self.sorted[from..to]
    }
}
