//! What can be measured of a world: energy, momentum, errors, penetration.

use super::constraint::{Constraint, ConstraintRows, Role};
use super::contact::Contact;
use super::disjoint_sets::DisjointSets;
use super::kinematic;
use super::model::{Model, Obstacle, Settings};
use super::state::{Rest, State};
use glam::DVec3;

/// Kinetic energy of all but what follows a path, J.
pub fn kinetic_energy(model: &Model, state: &State) -> f64 {
    let particles = (0..state.particles.len()).map(|i| energy_of_particle(model, state, i));
    let bodies = free_bodies(model).map(|i| energy_of_body(model, state, i));
    // The sum of nothing is −0.
    0.0 + particles.sum::<f64>() + bodies.sum::<f64>()
}

/// The bodies that follow no path, by index.
fn free_bodies(model: &Model) -> impl Iterator<Item = usize> + '_ {
    (0..model.bodies.len()).filter(|&i| !model.bodies[i].is_kinematic())
}

/// Kinetic energy of a particle, J.
pub fn energy_of_particle(model: &Model, state: &State, particle: usize) -> f64 {
    let speed_squared = state.particles[particle].velocity.length_squared();
    0.5 * model.particles[particle].mass * speed_squared
}

/// Kinetic energy of a body, J.
pub fn energy_of_body(model: &Model, state: &State, body: usize) -> f64 {
    let motion = &state.bodies[body];
    let w = motion.angular_velocity;
    let spin = State::inertia_times(model, body, motion.orientation, w);
    0.5 * model.bodies[body].mass * motion.velocity.length_squared() + 0.5 * w.dot(spin)
}

/// Potential energy against the origin, J; fixed particles and what follows a path do not count.
pub fn potential_energy(model: &Model, state: &State) -> f64 {
    let gravity = model.settings.common.gravity;
    let particles = model
        .particles
        .iter()
        .zip(&state.particles)
        .filter(|(m, _)| !m.fixed);
    let bodies = free_bodies(model).map(|i| (&model.bodies[i], &state.bodies[i]));
    -particles
        .map(|(m, s)| m.mass * gravity.dot(s.position))
        .sum::<f64>()
        - bodies
            .map(|(m, s)| m.mass * gravity.dot(s.position))
            .sum::<f64>()
}

/// Energy that the springs of drives and the gases in surfaces hold, J.
pub fn elastic_energy(model: &Model, state: &State) -> f64 {
    let drives = model.drives.iter();
    let gases = model.constraints.iter().map(|constraint| match constraint {
        Constraint::Membrane(membrane) => membrane.gas_energy(state),
        _ => 0.0,
    });
    0.0 + drives.map(|drive| drive.energy(state)).sum::<f64>() + gases.sum::<f64>()
}

/// Linear momentum of all but what follows a path, kg·m/s.
pub fn momentum(model: &Model, state: &State) -> DVec3 {
    let particles = model.particles.iter().zip(&state.particles);
    let bodies = free_bodies(model).map(|i| (&model.bodies[i], &state.bodies[i]));
    particles.map(|(m, s)| s.velocity * m.mass).sum::<DVec3>()
        + bodies.map(|(m, s)| s.velocity * m.mass).sum::<DVec3>()
}

/// Angular momentum about the origin of all but what follows a path, kg·m²/s.
pub fn angular_momentum(model: &Model, state: &State) -> DVec3 {
    let particles = model.particles.iter().zip(&state.particles);
    let bodies = free_bodies(model).map(|i| (i, (&model.bodies[i], &state.bodies[i])));
    particles
        .map(|(m, s)| s.position.cross(s.velocity) * m.mass)
        .sum::<DVec3>()
        + bodies
            .map(|(i, (m, s))| {
                s.position.cross(s.velocity) * m.mass
                    + State::inertia_times(model, i, s.orientation, s.angular_velocity)
            })
            .sum::<DVec3>()
}

/// Whether a constraint is a joint: it holds points together, or one on an axis.
pub fn is_joint(constraint: &Constraint) -> bool {
    constraint.role() == Role::Joint
}

/// Largest distance of two points that a joint holds together, or of one from its axis, line or
/// plane, m.
pub fn joint_error(model: &Model, state: &State) -> f64 {
    joint_error_of(&model.constraints, state, &model.settings)
}

/// The same of the joints among some constraints, m.
pub fn joint_error_of(constraints: &[Constraint], state: &State, settings: &Settings) -> f64 {
    let joints = constraints
        .iter()
        .filter(|c| matches!(c.role(), Role::Joint | Role::Guide));
    let errors = joints.map(|c| c.residual(state, settings).length);
    errors.fold(0.0, f64::max)
}

/// Largest strain of a stick, a distance or a surface that keeps its volume, as a share of its
/// length; `None` without any.
pub fn strain(model: &Model, state: &State) -> Option<f64> {
    let strains = model.constraints.iter().filter_map(|c| c.strain(state));
    strains.reduce(f64::max)
}

/// Largest violation of an angle limit in the angles of its own model, rad; `None`
/// without any limit.
pub fn limit_violation(model: &Model, state: &State) -> Option<f64> {
    let limits = model.constraints.iter().filter(|c| match c {
        Constraint::AngleLimit(_) | Constraint::Corner(_) => true,
        Constraint::Hinge(hinge) => hinge.limit.is_some(),
        Constraint::Serial(serial) => serial.limits_turns(),
        _ => false,
    });
    let violations = limits.map(|c| c.limit_violation(state, &model.settings));
    violations.reduce(f64::max)
}

/// The island of each articulation: the first of those that contacts which carry load join
/// it with.
pub fn islands(model: &Model, contacts: &[Contact]) -> Vec<usize> {
    let mut joined = DisjointSets::new(model.articulations);
    for contact in contacts.iter().filter(|contact| contact.loaded()) {
        let sides = [contact.a, contact.b].map(|side| side.core.articulation(model));
        if let [Some(a), Some(b)] = sides {
            joined.join(a, b);
        }
    }
    (0..model.articulations).map(|i| joined.root(i)).collect()
}

/// Whether everything is below the sleep thresholds for long enough, and no path goes on.
pub fn at_rest(model: &Model, state: &State) -> bool {
    state.rest.iter().all(Rest::is_at_rest) && !path_goes_on(model, state)
}

/// Whether a body follows a path that is not at its end.
pub fn path_goes_on(model: &Model, state: &State) -> bool {
    kinematic::goes_on(model, state)
}

/// Whether something moves by itself, as a belt or on a path, and may put in any energy.
pub fn is_carried(model: &Model, state: &State) -> bool {
    model.obstacles.iter().any(Obstacle::is_belt) || path_goes_on(model, state)
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
