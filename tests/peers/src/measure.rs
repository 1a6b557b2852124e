//! Errors and energies, from positions, rotations and velocities alone: the same code
//! for every engine.

use crate::engine::{Case, Engine, LimitMeasure, Setup};
use ragdoll_lab::lab::bench::measure::{Errors, Measures};
use ragdoll_lab::physics::collide::deepest_penetration;
use ragdoll_lab::physics::Constraint;

/// Advances an engine and looks at every state.
///
/// # Errors
/// It leaves the range of sane numbers.
pub fn watch(
    setup: &Setup,
    engine: &mut dyn Engine,
    limits: LimitMeasure,
    steps: u64,
) -> Result<Errors, String> {
    let model = setup.world.model();
    let mut state = setup.world.state().clone();
    let mut measures = Measures::new(&setup.map);
    let (mut sum, mut count, mut worst) = (0.0, 0_u64, 0.0_f64);
    let mut deepest_m: f64 = 0.0;
    for step in 0..steps {
        if !engine.step() {
            return Err(format!("numbers are no longer sane after {step} steps"));
        }
        engine.show(&mut state);
        measures.observe(model, &state);
        if setup.case == Case::Pile {
            deepest_m = deepest_m.max(deepest_penetration(model, &state));
        }
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
    Ok(Errors {
        limit_mean_deg: (sum / count.max(1) as f64).to_degrees(),
        limit_worst_deg: worst.to_degrees(),
        penetration_worst_mm: errors.penetration_worst_mm.max(deepest_m * 1e3),
        ..errors
    })
}
