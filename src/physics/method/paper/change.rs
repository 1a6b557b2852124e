//! Ending the iterations when one has changed little ("end the iterations if the current result
//! of the relaxation has only changed very slightly": Delannoy, section 3.2.3).
//!
//! What counts is the way of the thing that the iteration moved furthest: a position, a rotation
//! times the radius of gyration, and what a velocity changes moves in the substep. It says nothing
//! of what is still missing: slow relaxation ends with errors many times larger than the change.

use super::parameters::put;
use crate::physics::active::Active;
use crate::physics::method::parameter::{Kind, ParameterSpec, Range, Standard};
use crate::physics::model::Model;
use crate::physics::state::{BodyState, ParticleState, State};

/// What takes part, as it was before an iteration; scratch memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Before {
    particles: Vec<ParticleState>,
    bodies: Vec<BodyState>,
}

impl Before {
    /// Takes everything in.
    pub fn note(&mut self, state: &State, active: &Active) {
        self.particles.clear();
        let particles = active.particles().iter();
        self.particles
            .extend(particles.map(|&i| state.particles[i]));
        self.bodies.clear();
        let bodies = active.bodies().iter();
        self.bodies.extend(bodies.map(|&i| state.bodies[i]));
    }

    /// How far the iteration moved anything at most, m, in a substep of `h` seconds.
    pub fn change(&self, (model, state): (&Model, &State), active: &Active, h: f64) -> f64 {
        let particles = active.particles().iter().zip(&self.particles);
        let particles = particles.map(|(&i, before)| {
            let now = &state.particles[i];
            now.position.distance(before.position) + h * now.velocity.distance(before.velocity)
        });
        let bodies = active.bodies().iter().zip(&self.bodies);
        let bodies = bodies.map(|(&i, before)| {
            let (now, constant) = (&state.bodies[i], &model.bodies[i]);
            let radius = (constant.inertia.max_element() / constant.mass).sqrt();
            // Twice the sine of half the angle, which is the angle of a small rotation.
            let turn = 2.0
                * (now.orientation * before.orientation.conjugate())
                    .xyz()
                    .length();
            let spin = now.angular_velocity.distance(before.angular_velocity);
            now.position.distance(before.position)
                + h * now.velocity.distance(before.velocity)
                + radius * (turn + h * spin)
        });
        particles.chain(bodies).fold(0.0, f64::max)
    }
}

pub(super) const STOP_AT_CHANGE: ParameterSpec = ParameterSpec {
    key: "stop_at_change_m",
    label: "Stop when little changes",
    unit: "m",
    kind: Kind::Number(Range::closed(0.0, 1.0, (0.0, 0.001))),
    default: Standard::Off {
        label: "Stop at change",
        on: 1e-5,
    },
    only_with: None,
    help: "Iterations stop when one moves nothing further than this (Delannoy, section 3.2.3); \
           off = all iterations run. The errors that are left may be larger. Plots and Cost show \
           the number of iterations.",
    set: |settings, value| {
        put(settings, Some(value.number()), |s, least| {
            s.stop_at_change = least;
        });
    },
};
