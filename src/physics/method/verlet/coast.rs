//! Motion without constraints (Baltman & Radeztsky, section 4).
//!
//! Velocities come first and positions move with the new ones: Verlet's own
//! trajectory (4.1, and 4.6 with its two lines in this order). Rotation keeps the
//! angular momentum `L = I ω` through the middle of the substep:
//! `ω_h = I(exp(ω h/2) q)⁻¹ L`, `q ← exp(ω_h h) q`, `ω ← I(q)⁻¹ L`.

use super::Verlet;
use crate::physics::math::{decay, rotation_from_vector, vector_from_rotation};
use crate::physics::model::{Model, RotationUpdate, StateForm};
use crate::physics::state::State;
use glam::{DQuat, DVec3};

impl Verlet {
    /// Drag, gravity, and the motion of `h` seconds.
    pub(super) fn coast(&mut self, model: &Model, state: &mut State, h: f64) {
        self.orientations_before.clear();
        self.orientations_before
            .extend(state.bodies.iter().map(|b| b.orientation));
        accelerate(model, state, h);
        if explicit(model) {
            self.advance_as_printed(model, state, h);
        } else {
            advance(model, state, h);
        }
        self.particles_coasted.clear();
        self.particles_coasted
            .extend(state.particles.iter().map(|p| p.position));
        self.bodies_coasted.clone_from(&state.bodies);
    }

    /// Notes the velocities before any force acts, where 4.6 as printed needs them.
    pub(super) fn note_velocities(&mut self, model: &Model, state: &State) {
        self.velocities_before.clear();
        if explicit(model) {
            let particles = state.particles.iter().map(|p| p.velocity);
            let bodies = state.bodies.iter().map(|b| b.velocity);
            self.velocities_before.extend(particles.chain(bodies));
        }
    }

    /// 4.6 as printed: `x ← x + v h + (F/m) h²/2` with the velocity before the
    /// forces, which makes springs gain energy.
    fn advance_as_printed(&self, model: &Model, state: &mut State, h: f64) {
        let settings = &model.settings;
        let way = |before: DVec3, after: DVec3, drag: f64| {
            let by_forces = after - before * decay(drag, h);
            (before + by_forces * 0.5) * h
        };
        let (particles, bodies) = self.velocities_before.split_at(state.particles.len());
        for (i, &before) in particles.iter().enumerate() {
            if state.inverse_mass_of_particle(model, i) > 0.0 {
                let particle = &mut state.particles[i];
                particle.position += way(before, particle.velocity, settings.linear_drag);
            }
        }
        for (i, &before) in bodies.iter().enumerate() {
            if state.inverse_mass_of_body(model, i) > 0.0 {
                let drag = model.bodies[i].linear_drag.unwrap_or(settings.linear_drag);
                let body = &mut state.bodies[i];
                body.position += way(before, body.velocity, drag);
                turn(model, state, i, h);
            }
        }
    }

    /// Velocity from the displacement, taken against the coasting motion, so that
    /// what nothing pushed keeps its velocity free of rounding.
    pub(super) fn derive_velocities(&self, model: &Model, state: &mut State, h: f64) {
        for (i, coasted) in self.particles_coasted.iter().enumerate() {
            if state.inverse_mass_of_particle(model, i) > 0.0 {
                let particle = &mut state.particles[i];
                particle.velocity += (particle.position - *coasted) / h;
            }
        }
        for (i, coasted) in self.bodies_coasted.iter().enumerate() {
            if state.inverse_mass_of_body(model, i) > 0.0 {
                let body = &mut state.bodies[i];
                body.velocity += (body.position - coasted.position) / h;
                if body.orientation != coasted.orientation {
                    let before = self.orientations_before[i];
                    body.angular_velocity = derived_spin(model, i, [before, body.orientation], h);
                }
            }
        }
    }
}

/// Whether positions move as 4.6 is printed; the other forms do not use it.
fn explicit(model: &Model) -> bool {
    model.settings.misprints.explicit_velocity && model.settings.form == StateForm::Velocity
}

/// Takes drag and gravity into the velocities.
pub(super) fn accelerate(model: &Model, state: &mut State, h: f64) {
    for i in 0..state.particles.len() {
        if state.inverse_mass_of_particle(model, i) > 0.0 {
            let particle = &mut state.particles[i];
            particle.velocity = model.settings.coasting_velocity(particle.velocity, h);
        }
    }
    for i in 0..state.bodies.len() {
        if state.inverse_mass_of_body(model, i) > 0.0 {
            let constant = &model.bodies[i];
            let drag = constant.angular_drag.unwrap_or(model.settings.angular_drag);
            let body = &mut state.bodies[i];
            let settings = &model.settings;
            body.velocity = settings.coasting_velocity_of(constant, body.velocity, h);
            body.angular_velocity *= decay(drag, h);
            if settings.misprints.rotation_base && settings.form == StateForm::VelocityLess {
                body.angular_velocity = DVec3::ZERO;
            }
        }
    }
}

/// Moves everything with its velocity for `h` seconds.
pub(super) fn advance(model: &Model, state: &mut State, h: f64) {
    for i in 0..state.particles.len() {
        if state.inverse_mass_of_particle(model, i) > 0.0 {
            let particle = &mut state.particles[i];
            particle.position += particle.velocity * h;
        }
    }
    for i in 0..state.bodies.len() {
        if state.inverse_mass_of_body(model, i) > 0.0 {
            let body = &mut state.bodies[i];
            body.position += body.velocity * h;
            turn(model, state, i, h);
        }
    }
}

fn turn(model: &Model, state: &mut State, body: usize, h: f64) {
    let (q, w) = (
        state.bodies[body].orientation,
        state.bodies[body].angular_velocity,
    );
    if w == DVec3::ZERO {
        return;
    }
    let tumbles =
        !model.bodies[body].is_round() && model.settings.rotation == RotationUpdate::Midpoint;
    if !tumbles {
        state.bodies[body].orientation = turned(q, w, h);
        return;
    }
    let momentum = State::inertia_times(model, body, q, w);
    let half_way = spin_of(model, body, turned(q, w, 0.5 * h), momentum);
    let q = turned(q, half_way, h);
    state.bodies[body].orientation = q;
    state.bodies[body].angular_velocity = spin_of(model, body, q, momentum);
}

/// Angular velocity at the end of a substep that led from one orientation to
/// another: the mean one holds in the middle, and its angular momentum stays.
fn derived_spin(model: &Model, body: usize, [before, after]: [DQuat; 2], h: f64) -> DVec3 {
    let mean = vector_from_rotation(after * before.conjugate()) / h;
    if model.bodies[body].is_round() || model.settings.rotation == RotationUpdate::TorqueOnly {
        return mean;
    }
    let middle = turned(after, mean, -0.5 * h);
    let momentum = State::inertia_times(model, body, middle, mean);
    spin_of(model, body, after, momentum)
}

fn turned(orientation: DQuat, rate: DVec3, h: f64) -> DQuat {
    (rotation_from_vector(rate * h) * orientation).normalize()
}

/// Angular velocity of a body with an angular momentum at an orientation, rad/s.
fn spin_of(model: &Model, body: usize, orientation: DQuat, momentum: DVec3) -> DVec3 {
    let constant = &model.bodies[body];
    let principal = orientation * constant.axes;
    principal * ((principal.conjugate() * momentum) / constant.inertia)
}
