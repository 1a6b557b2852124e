//! Motion without constraints (Baltman & Radeztsky, section 4).
//!
//! Velocities come first and positions move with the new ones: Verlet's own
//! trajectory (4.1, and 4.6 with its two lines in this order); `flight` makes the parabola
//! of it, and [`rotation`](crate::physics::rotation) turns bodies.

use super::share::Share;
use crate::physics::math::{decay, turned, vector_from_rotation};
use crate::physics::model::{Model, RotationUpdate, StateForm};
use crate::physics::rotation::{spin_of, tumble};
use crate::physics::state::State;
use glam::{DQuat, DVec3};

impl Share {
    /// Drag, gravity, and the motion of `h` seconds.
    pub(super) fn coast(&mut self, model: &Model, state: &mut State, h: f64) {
        self.orientations_before.clear();
        let bodies = self.awake.bodies.iter();
        let orientations = bodies.map(|&i| state.bodies[i].orientation);
        self.orientations_before.extend(orientations);
        self.accelerate(model, state, h);
        if explicit(model) {
            self.advance_as_printed(model, state, h);
        } else {
            self.advance(model, state, h);
        }
        self.particles_coasted.clear();
        let particles = self.awake.particles.iter();
        self.particles_coasted
            .extend(particles.map(|&i| state.particles[i].position));
        self.bodies_coasted.clear();
        let bodies = self.awake.bodies.iter();
        self.bodies_coasted.extend(bodies.map(|&i| state.bodies[i]));
    }

    /// Notes the velocities before any force acts, which 4.6 as printed needs.
    pub(super) fn note_velocities(&mut self, state: &State) {
        self.velocities_before.clear();
        let particles = self.awake.particles.iter();
        let particles = particles.map(|&i| state.particles[i].velocity);
        let bodies = self.awake.bodies.iter();
        let bodies = bodies.map(|&i| state.bodies[i].velocity);
        self.velocities_before.extend(particles.chain(bodies));
    }

    /// 4.6 as printed: `x ← x + v h + (F/m) h²/2` with the velocity before the
    /// forces, which makes springs gain energy.
    fn advance_as_printed(&self, model: &Model, state: &mut State, h: f64) {
        let common = &model.settings.common;
        let way = |before: DVec3, after: DVec3, drag: f64| {
            let by_forces = after - before * decay(drag, h);
            (before + by_forces * 0.5) * h
        };
        let awake = &self.awake;
        let (particles, bodies) = self.velocities_before.split_at(awake.particles.len());
        for (&i, &before) in awake.particles.iter().zip(particles) {
            let particle = &mut state.particles[i];
            particle.position += way(before, particle.velocity, common.linear_drag);
        }
        for (&i, &before) in awake.bodies.iter().zip(bodies) {
            let drag = model.bodies[i].linear_drag.unwrap_or(common.linear_drag);
            let body = &mut state.bodies[i];
            body.position += way(before, body.velocity, drag);
            turn(model, state, i, h);
        }
    }

    /// Velocity from the displacement, taken against the coasting motion, so that
    /// what nothing pushed keeps its velocity free of rounding.
    pub(super) fn derive_velocities(&self, model: &Model, state: &mut State, h: f64) {
        let particles = self.awake.particles.iter().zip(&self.particles_coasted);
        for (&i, coasted) in particles {
            let particle = &mut state.particles[i];
            particle.velocity += (particle.position - *coasted) / h;
        }
        let before = self.bodies_coasted.iter().zip(&self.orientations_before);
        for (&i, (coasted, &start)) in self.awake.bodies.iter().zip(before) {
            let body = &mut state.bodies[i];
            body.velocity += (body.position - coasted.position) / h;
            if body.orientation != coasted.orientation {
                body.angular_velocity = derived_spin(model, i, [start, body.orientation], h);
            }
        }
    }

    /// Takes drag and gravity into the velocities.
    pub(super) fn accelerate(&self, model: &Model, state: &mut State, h: f64) {
        let (common, verlet) = (&model.settings.common, model.settings.verlet());
        let coasting = common.coasting(h);
        let spin_kept = decay(common.angular_drag, h);
        for &i in &self.awake.particles {
            let particle = &mut state.particles[i];
            particle.velocity = coasting.velocity(particle.velocity);
        }
        let resets = verlet.misprints.rotation_base && verlet.form == StateForm::VelocityLess;
        for &i in &self.awake.bodies {
            let (constant, body) = (&model.bodies[i], &mut state.bodies[i]);
            let own = constant.linear_drag;
            let coasting = own.map_or(coasting, |_| common.coasting_of(constant, h));
            body.velocity = coasting.velocity(body.velocity);
            let spin_kept = constant
                .angular_drag
                .map_or(spin_kept, |drag| decay(drag, h));
            body.angular_velocity *= spin_kept;
            if resets {
                body.angular_velocity = DVec3::ZERO;
            }
        }
    }

    /// Moves everything with its velocity for `h` seconds.
    pub(super) fn advance(&self, model: &Model, state: &mut State, h: f64) {
        for &i in &self.awake.particles {
            let particle = &mut state.particles[i];
            particle.position += particle.velocity * h;
        }
        for &i in &self.awake.bodies {
            let body = &mut state.bodies[i];
            body.position += body.velocity * h;
            turn(model, state, i, h);
        }
    }
}

/// Whether positions move as 4.6 is printed; the other forms do not use it.
pub(super) fn explicit(model: &Model) -> bool {
    let settings = model.settings.verlet();
    settings.misprints.explicit_velocity && settings.form == StateForm::Velocity
}

fn turn(model: &Model, state: &mut State, body: usize, h: f64) {
    let tumbles = model.settings.verlet().rotation == RotationUpdate::Midpoint;
    let spin = state.bodies[body].angular_velocity;
    match tumbles {
        true => tumble(model, state, body, [spin; 2], h),
        false if spin == DVec3::ZERO => {}
        false => {
            let orientation = &mut state.bodies[body].orientation;
            *orientation = turned(*orientation, spin * h);
        }
    }
}

/// Angular velocity at the end of a substep that led from one orientation to
/// another: the mean one holds in the middle, and its angular momentum stays.
fn derived_spin(model: &Model, body: usize, [before, after]: [DQuat; 2], h: f64) -> DVec3 {
    let mean = vector_from_rotation(after * before.conjugate()) / h;
    if model.bodies[body].is_round()
        || model.settings.verlet().rotation == RotationUpdate::TorqueOnly
    {
        return mean;
    }
    let middle = turned(after, mean * (-0.5 * h));
    let momentum = State::inertia_times(model, body, middle, mean);
    spin_of(model, body, after, momentum)
}
