//! Errors and energies, from positions, rotations and velocities alone: the same code
//! for every engine.

use crate::engine::{Engine, LimitMeasure, Setup};
use ragdoll_lab::lab::bench::measure::Measures;
use ragdoll_lab::physics::Constraint;
use serde::Serialize;

/// Errors of a run as `ragdoll-lab bench mx-drop` defines them.
#[derive(Debug, Clone, Serialize)]
pub struct Errors {
    pub sep_mean_mm: f64,
    pub sep_worst_median_mm: f64,
    pub sep_worst_mm: f64,
    pub limit_mean_deg: f64,
    pub limit_worst_deg: f64,
    pub penetration_worst_mm: f64,
    pub kinetic_energy_median_j: f64,
    pub blown: usize,
}

/// Advances an engine and looks at every state.
pub fn watch(setup: &Setup, engine: &mut dyn Engine, limits: LimitMeasure, steps: u64) -> Errors {
    let model = setup.world.model();
    let mut state = setup.world.state().clone();
    let mut measures = Measures::new(&setup.map);
    let (mut sum, mut count, mut worst) = (0.0, 0_u64, 0.0_f64);
    for _ in 0..steps {
        engine.step();
        engine.show(&mut state);
        measures.observe(model, &state);
        for constraint in &model.constraints {
            if let Constraint::AngleLimit(limit) = constraint {
                let angle = limits(limit, &model.settings, &state);
                sum += angle;
                count += 1;
                worst = worst.max(angle);
            }
        }
    }
    let errors = measures.errors(model, &state);
    Errors {
        sep_mean_mm: errors.sep_mean_mm,
        sep_worst_median_mm: errors.sep_worst_median_mm,
        sep_worst_mm: errors.sep_worst_mm,
        limit_mean_deg: (sum / count.max(1) as f64).to_degrees(),
        limit_worst_deg: worst.to_degrees(),
        penetration_worst_mm: errors.penetration_worst_mm,
        kinetic_energy_median_j: errors.kinetic_energy_median_j,
        blown: errors.blown,
    }
}
