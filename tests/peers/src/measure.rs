//! Errors and energies, from positions, rotations and velocities alone: the same code
//! for every engine.

use crate::case::Case;
use crate::engine::{Engine, LimitMeasure, Setup};
use ragdoll_lab::lab::bench::measure::{kinetic_energy, Errors, Measures};
use ragdoll_lab::physics::collide::deepest_penetration;
use ragdoll_lab::physics::{Constraint, Model, State};
use serde::Serialize;

/// Distance from its start above which a brick counts as displaced, m.
const DISPLACED_M: f64 = 0.05;

/// What was found in a run.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Found {
    /// In the wall the kinetic energy is that of the median body.
    #[serde(flatten)]
    pub errors: Errors,
    /// Bricks more than 5 cm from their start at the end; `None` without a wall.
    pub displaced: Option<usize>,
}

/// Advances an engine and looks at every state.
///
/// # Errors
/// It leaves the range of sane numbers.
pub fn watch(
    setup: &Setup,
    engine: &mut dyn Engine,
    limits: LimitMeasure,
    steps: u64,
) -> Result<Found, String> {
    let model = setup.world.model();
    let mut state = setup.world.state().clone();
    let mut measures = Measures::new(&setup.map);
    let (mut sum, mut count, mut worst) = (0.0, 0_u64, 0.0_f64);
    let mut deepest_m: f64 = 0.0;
    for step in 0..steps {
        engine.step();
        if !engine.is_sane() {
            return Err(format!("numbers are no longer sane after {step} steps"));
        }
        engine.show(&mut state);
        measures.observe(model, &state);
        if setup.case != Case::MxDrop {
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
    let mut errors = Errors {
        limit_mean_deg: (sum / count.max(1) as f64).to_degrees(),
        limit_worst_deg: worst.to_degrees(),
        penetration_worst_mm: errors.penetration_worst_mm.max(deepest_m * 1e3),
        ..errors
    };
    let is_wall = setup.case == Case::Wall;
    if is_wall {
        errors.kinetic_energy_median_j = median_energy(model, &state);
    }
    let displaced = is_wall.then(|| displaced(setup.world.state(), &state));
    Ok(Found { errors, displaced })
}

/// Kinetic energy of the median body, J.
fn median_energy(model: &Model, state: &State) -> f64 {
    let bodies = 0..state.bodies.len();
    let mut energies: Vec<_> = bodies
        .map(|body| kinetic_energy(model, state, body..body + 1))
        .collect();
    energies.sort_by(f64::total_cmp);
    energies.get(energies.len() / 2).copied().unwrap_or(0.0)
}

/// Number of bricks that are not where they were; the last body is the ball.
fn displaced(start: &State, end: &State) -> usize {
    let bricks = start.bodies.len().saturating_sub(1);
    let bodies = start.bodies.iter().zip(&end.bodies).take(bricks);
    let far = bodies.filter(|(a, b)| a.position.distance(b.position) > DISPLACED_M);
    far.count()
}
