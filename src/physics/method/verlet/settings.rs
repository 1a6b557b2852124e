//! Settings of Verlet relaxation.

use crate::physics::iteration_budget::IterationBudget;
use crate::physics::method::{OwnSettings, Relaxation, RelaxationMut};
use crate::physics::order::Order;

/// What Verlet relaxation alone is set to, all of which may change between steps.
#[derive(Debug, Clone, PartialEq)]
pub struct VerletSettings {
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// 0 = uniform to 1 = mass-weighted relaxation.
    pub weighting: f64,
    /// Factor on relaxation corrections.
    pub over_relaxation: f64,
    /// Order of solution.
    pub order: Order,
}

impl VerletSettings {
    /// Mass-weighted relaxation in fifteen passes.
    pub const STANDARD: VerletSettings = VerletSettings {
        iterations: 15,
        weighting: 1.0,
        over_relaxation: 1.0,
        order: Order::Listed,
    };
}

impl Default for VerletSettings {
    fn default() -> VerletSettings {
        VerletSettings::STANDARD
    }
}

impl OwnSettings for VerletSettings {
    fn relaxation(&self) -> Option<Relaxation> {
        Some(Relaxation {
            iterations: self.iterations,
            weighting: self.weighting,
            over_relaxation: self.over_relaxation,
            moves_places: true,
        })
    }

    fn relaxation_mut(&mut self) -> Option<RelaxationMut<'_>> {
        Some(RelaxationMut {
            iterations: &mut self.iterations,
            weighting: Some(&mut self.weighting),
            over_relaxation: Some(&mut self.over_relaxation),
        })
    }

    fn budget(&self) -> IterationBudget {
        IterationBudget::BY_LOAD
    }

    fn order(&self) -> Order {
        self.order
    }

    fn is_batchable(&self) -> bool {
        self.order == Order::Listed
    }

    fn goes_on_from(&self, before: &VerletSettings) -> bool {
        self.order == before.order
    }
}
