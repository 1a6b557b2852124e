//! What can be measured of a world: energy, momentum, errors, penetration.

use super::constraint::Constraint;
use super::model::Model;
use super::state::State;
use glam::DVec3;

/// Kinetic energy, J.
pub fn kinetic_energy(model: &Model, state: &State) -> f64 {
    let particles = model.particles.iter().zip(&state.particles);
    let bodies = model.bodies.iter().zip(&state.bodies);
    particles
        .map(|(m, s)| 0.5 * m.mass * s.velocity.length_squared())
        .sum::<f64>()
        + bodies
            .map(|(m, s)| {
                0.5 * m.mass * s.velocity.length_squared()
                    + 0.5 * m.inertia * s.angular_velocity.length_squared()
            })
            .sum::<f64>()
}

/// Potential energy against the origin, J; fixed particles do not count.
pub fn potential_energy(model: &Model, state: &State) -> f64 {
    let gravity = model.settings.gravity;
    let particles = model
        .particles
        .iter()
        .zip(&state.particles)
        .filter(|(m, _)| !m.fixed);
    let bodies = model.bodies.iter().zip(&state.bodies);
    -particles
        .map(|(m, s)| m.mass * gravity.dot(s.position))
        .sum::<f64>()
        - bodies
            .map(|(m, s)| m.mass * gravity.dot(s.position))
            .sum::<f64>()
}

/// Linear momentum, kg·m/s.
pub fn momentum(model: &Model, state: &State) -> DVec3 {
    let particles = model.particles.iter().zip(&state.particles);
    let bodies = model.bodies.iter().zip(&state.bodies);
    particles.map(|(m, s)| s.velocity * m.mass).sum::<DVec3>()
        + bodies.map(|(m, s)| s.velocity * m.mass).sum::<DVec3>()
}

/// Largest distance of two points that a pin holds together, m.
pub fn joint_error(model: &Model, state: &State) -> f64 {
    largest_error(model, state, |c| matches!(c, Constraint::Pin(_)))
}

fn largest_error(model: &Model, state: &State, wanted: impl Fn(&Constraint) -> bool) -> f64 {
    let errors = model
        .constraints
        .iter()
        .filter(|c| wanted(c))
        .map(|c| c.error(state));
    errors.fold(0.0, f64::max)
}

/// Whether everything is below the sleep thresholds for long enough.
pub fn at_rest(state: &State) -> bool {
    use super::island::SLEEP_AFTER_S;
    state
        .rest
        .iter()
        .all(|rest| rest.asleep || rest.quiet_s >= SLEEP_AFTER_S - 1e-9)
}

/// Centre of mass and its velocity of some particles and bodies, m and m/s;
/// `None` without any mass.
pub fn centre_of_mass(
    model: &Model,
    state: &State,
    particles: &[usize],
    bodies: &[usize],
) -> Option<(DVec3, DVec3)> {
    let mut mass = 0.0;
    let mut moment = DVec3::ZERO;
    let mut momentum = DVec3::ZERO;
    let mut add = |m: f64, position: DVec3, velocity: DVec3| {
        mass += m;
        moment += position * m;
        momentum += velocity * m;
    };
    for &i in particles {
        add(
            model.particles[i].mass,
            state.particles[i].position,
            state.particles[i].velocity,
        );
    }
    for &i in bodies {
        add(
            model.bodies[i].mass,
            state.bodies[i].position,
            state.bodies[i].velocity,
        );
    }
    (mass > 0.0).then(|| (moment / mass, momentum / mass))
}
