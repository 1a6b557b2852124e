//! Motion without constraints (Baltman & Radeztsky, section 4).
//!
//! Velocities come first and positions move with the new ones: Verlet's own
//! trajectory (4.1, and 4.6 with its two lines in this order); `flight` makes the parabola
//! of it, and [`rotation`](crate::physics::rotation) turns bodies.

use super::share::Share;
use crate::physics::math::{decay, turned, vector_from_rotation};
use crate::physics::model::Model;
use crate::physics::rotation::{spin_of, tumble};
use crate::physics::state::State;
use glam::{DQuat, DVec3};

impl Share {
    /// Drag, gravity, and the motion of `h` seconds.
    pub fn integrate(&mut self, model: &Model, state: &mut State, h: f64) {
        self.integrate_velocities(model, state, h);
        self.move_freely(model, state, h);
    }

    /// The motion of `h` seconds, once drag and gravity are in the velocities; notes where it
    /// took everything.
    pub fn move_freely(&mut self, model: &Model, state: &mut State, h: f64) {
        self.orientations_before.clear();
        let bodies = self.awake.bodies.iter();
        let orientations = bodies.map(|&i| state.bodies[i].orientation);
        self.orientations_before.extend(orientations);
        self.integrate_positions(model, state, h);
        self.particles_integrated.clear();
        let particles = self.awake.particles.iter();
        self.particles_integrated
            .extend(particles.map(|&i| state.particles[i].position));
        self.bodies_integrated.clear();
        let bodies = self.awake.bodies.iter();
        self.bodies_integrated
            .extend(bodies.map(|&i| state.bodies[i]));
    }

    /// Velocity from the displacement, taken against the free motion, so that
    /// what nothing pushed keeps its velocity free of rounding.
    pub fn derive_velocities(&self, model: &Model, state: &mut State, h: f64) {
        let particles = self.awake.particles.iter().zip(&self.particles_integrated);
        for (&i, integrated) in particles {
            let particle = &mut state.particles[i];
            particle.velocity += (particle.position - *integrated) / h;
        }
        let before = self.bodies_integrated.iter().zip(&self.orientations_before);
        for (&i, (integrated, &start)) in self.awake.bodies.iter().zip(before) {
            let body = &mut state.bodies[i];
            body.velocity += (body.position - integrated.position) / h;
            if body.orientation != integrated.orientation {
                body.angular_velocity = derived_spin(model, i, [start, body.orientation], h);
            }
        }
    }

    /// Takes drag and gravity into the velocities.
    pub fn integrate_velocities(&self, model: &Model, state: &mut State, h: f64) {
        let common = &model.settings.common;
        let free_flight = common.free_flight(h);
        let spin_kept = decay(common.angular_drag, h);
        for &i in &self.awake.particles {
            let particle = &mut state.particles[i];
            particle.velocity = free_flight.velocity(particle.velocity);
        }
        for &i in &self.awake.bodies {
            let (constant, body) = (&model.bodies[i], &mut state.bodies[i]);
            let free_flight = match constant.has_common_drag() {
                true => free_flight.into(),
                false => common.free_flight_of(constant, body.orientation, h),
            };
            body.velocity = free_flight.velocity(body.velocity);
            let spin_kept = constant
                .angular_drag
                .map_or(spin_kept, |drag| decay(drag, h));
            body.angular_velocity *= spin_kept;
        }
    }

    /// Moves everything with its velocity for `h` seconds.
    pub fn integrate_positions(&self, model: &Model, state: &mut State, h: f64) {
        for &i in &self.awake.particles {
            let particle = &mut state.particles[i];
            particle.position += particle.velocity * h;
        }
        for &i in &self.awake.bodies {
            let body = &mut state.bodies[i];
            body.position += body.velocity * h;
            let spin = body.angular_velocity;
            tumble(model, state, i, [spin; 2], h);
        }
    }
}

/// Angular velocity at the end of a substep that led from one orientation to
/// another: the mean one holds in the middle, and its angular momentum stays.
fn derived_spin(model: &Model, body: usize, [before, after]: [DQuat; 2], h: f64) -> DVec3 {
    let turn = after * before.conjugate();
    let mean = vector_from_rotation(turn) / h;
    if model.bodies[body].is_round() {
        return mean;
    }
    let middle = turned(after, mean * (-0.5 * h));
    let momentum = State::inertia_times(model, body, middle, mean);
    spin_of(model, body, after, momentum)
}
