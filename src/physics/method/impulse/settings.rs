//! Settings of the method.

use crate::physics::iteration_budget::IterationBudget;
use crate::physics::method::{OwnSettings, Relaxation, RelaxationMut};

/// What the method alone is set to, all of which may change between steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpulseSettings {
    /// Sweeps over all velocities before the motion of a substep, and again after it.
    pub iterations: u32,
}

impl Default for ImpulseSettings {
    fn default() -> ImpulseSettings {
        ImpulseSettings { iterations: 1 }
    }
}

impl OwnSettings for ImpulseSettings {
    fn relaxation(&self) -> Option<Relaxation> {
        Some(Relaxation {
            iterations: self.iterations,
            weighting: 1.0,
            over_relaxation: 1.0,
            moves_places: false,
        })
    }

    fn relaxation_mut(&mut self) -> Option<RelaxationMut<'_>> {
        Some(RelaxationMut {
            iterations: &mut self.iterations,
            weighting: None,
            over_relaxation: None,
        })
    }

    fn budget(&self) -> IterationBudget {
        IterationBudget::BY_LOAD
    }
}
