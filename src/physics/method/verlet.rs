//! Particle Verlet integration with Gauss-Seidel relaxation.
//!
//! A substep: coast (Verlet: the old displacement plus gravity), relax all
//! constraints in order and the contacts last, as often as wanted, then take the
//! velocity from the displacement, and let impacts bounce.
//! Sources: Jakobsen, sections 2 to 4; Delannoy, section 4.3 (mass weighting).

use super::{Method, MethodInfo, Parameter, PresetValues};
use crate::physics::constraint::{relaxation_weights, Contact};
use crate::physics::joint_damping::{damp_joints, jointed_pairs, JointedPair};
use crate::physics::math::{decay, rotation_from_vector, vector_from_rotation};
use crate::physics::model::{Model, Order};
use crate::physics::report::kinetic_energy;
use crate::physics::state::{BodyState, State};
use glam::{DQuat, DVec3};

pub(super) const INFO: MethodInfo = MethodInfo {
    id: "verlet",
    label: "Particle Verlet relaxation",
    summary: "Verlet particles with stick and pin constraints relaxed in order, \
              uniformly (Jakobsen) or by mass (Delannoy)",
    rigid_bodies: false,
    parameters: &[
        Parameter {
            key: "rate_hz",
            help: "steps per second",
        },
        Parameter {
            key: "substeps",
            help: "equal parts of a step, each solved by itself",
        },
        Parameter {
            key: "iterations",
            help: "relaxation passes per substep (Jakobsen, section 4; Delannoy, section 4.4.2)",
        },
        Parameter {
            key: "weighting",
            help: "0 = uniform (Delannoy, eq. 4.6) to 1 = mass-weighted (eq. 4.7)",
        },
        Parameter {
            key: "over_relaxation",
            help: "factor on each correction (Jakobsen, section 7)",
        },
        Parameter {
            key: "linear_drag_per_s",
            help: "decay of velocities (Delannoy, section 4.3)",
        },
        Parameter {
            key: "angular_drag_per_s",
            help: "decay of the spin of balls",
        },
        Parameter {
            key: "joint_damping_per_s",
            help: "decay of the relative turning of joined limbs",
        },
    ],
    presets: &[
        PresetValues {
            name: "default",
            rate_hz: 60.0,
            substeps: 4,
            iterations: 10,
        },
        PresetValues {
            name: "high",
            rate_hz: 60.0,
            substeps: 8,
            iterations: 20,
        },
        PresetValues {
            name: "paper",
            rate_hz: 60.0,
            substeps: 1,
            iterations: 100,
        },
    ],
    create: || Box::new(Verlet::default()),
};

/// Sweeps of the velocity pass; two limbs hit at once need a few.
const BOUNCE_SWEEPS: u32 = 16;
/// Change of speed at which the velocity pass has settled, m/s.
const BOUNCE_SETTLED_M_S: f64 = 1e-9;
/// Rounding of a kinetic energy, relative.
const ENERGY_ROUNDING: f64 = 1e-12;

/// The method's scratch memory; all of it is rebuilt within a substep.
#[derive(Debug, Clone, Default)]
pub struct Verlet {
    weights: Vec<[f64; 2]>,
    jointed: Vec<JointedPair>,
    orientations_before: Vec<DQuat>,
    particles_coasted: Vec<DVec3>,
    bodies_coasted: Vec<BodyState>,
}

impl Method for Verlet {
    fn prepare(&mut self, model: &Model) {
        self.jointed = jointed_pairs(model);
        self.weights = model
            .constraints
            .iter()
            .map(|c| relaxation_weights(model, c.attachments(), model.settings.weighting))
            .collect();
    }

    fn substep(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact], h: f64) {
        self.coast(model, state, h);
        for iteration in 0..model.settings.iterations {
            self.relax_constraints(model, state, iteration);
            for contact in contacts.iter_mut() {
                contact.relax(model, state);
            }
        }
        self.derive_velocities(model, state, h);
        damp_joints(model, state, &self.jointed, h);
        bounce(model, state, contacts, h);
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Verlet {
    fn coast(&mut self, model: &Model, state: &mut State, h: f64) {
        for i in 0..state.particles.len() {
            if state.inverse_mass_of_particle(model, i) > 0.0 {
                let particle = &mut state.particles[i];
                particle.velocity = model.settings.coasting_velocity(particle.velocity, h);
                particle.position += particle.velocity * h;
            }
        }
        self.orientations_before.clear();
        self.orientations_before
            .extend(state.bodies.iter().map(|b| b.orientation));
        let spin_kept = decay(model.settings.angular_drag, h);
        for i in 0..state.bodies.len() {
            if state.inverse_mass_of_body(model, i).0 > 0.0 {
                let body = &mut state.bodies[i];
                body.velocity = model.settings.coasting_velocity(body.velocity, h);
                body.position += body.velocity * h;
                body.angular_velocity *= spin_kept;
                let turn = rotation_from_vector(body.angular_velocity * h);
                body.orientation = (turn * body.orientation).normalize();
            }
        }
        self.particles_coasted.clear();
        self.particles_coasted
            .extend(state.particles.iter().map(|p| p.position));
        self.bodies_coasted.clone_from(&state.bodies);
    }

    fn relax_constraints(&self, model: &Model, state: &mut State, iteration: u32) {
        let backward = match model.settings.order {
            Order::Listed => false,
            Order::Reversed => true,
            Order::Alternating => iteration % 2 == 1,
        };
        let count = model.constraints.len();
        for place in 0..count {
            let i = if backward { count - 1 - place } else { place };
            let over_relaxation = model.settings.over_relaxation;
            model.constraints[i].relax(model, state, self.weights[i], over_relaxation);
        }
    }

    /// Displacement over time, taken against the coasting motion, so that what
    /// nothing pushed keeps its velocity free of rounding.
    fn derive_velocities(&self, model: &Model, state: &mut State, h: f64) {
        for (i, coasted) in self.particles_coasted.iter().enumerate() {
            if state.inverse_mass_of_particle(model, i) > 0.0 {
                let particle = &mut state.particles[i];
                particle.velocity += (particle.position - *coasted) / h;
            }
        }
        for (i, coasted) in self.bodies_coasted.iter().enumerate() {
            if state.inverse_mass_of_body(model, i).0 > 0.0 {
                let body = &mut state.bodies[i];
                body.velocity += (body.position - coasted.position) / h;
                if body.orientation != coasted.orientation {
                    let turn = body.orientation * self.orientations_before[i].conjugate();
                    body.angular_velocity = vector_from_rotation(turn) / h;
                }
            }
        }
    }
}

/// The velocity pass of the contacts: first the bounces alone, then with their
/// friction. Friction only ever takes energy; where it would give some, as between
/// the two sides of a wedge, the bounces stay without it.
fn bounce(model: &Model, state: &mut State, contacts: &mut [Contact], h: f64) {
    settle_bounces(model, state, contacts, h, false);
    contacts.iter_mut().for_each(Contact::limit_rub);
    if contacts.iter().any(|c| c.rub_limit > 0.0) {
        let most = kinetic_energy(model, state) * (1.0 + ENERGY_ROUNDING);
        let without = (state.clone(), contacts.to_vec());
        settle_bounces(model, state, contacts, h, true);
        if kinetic_energy(model, state) > most {
            state.clone_from(&without.0);
            contacts.clone_from_slice(&without.1);
        }
    }
    for contact in contacts.iter().filter(|c| c.normal_push > 0.0) {
        contact.resist_rolling(model, state, h);
    }
}

/// Repeats the bounces until contacts that share a body agree.
fn settle_bounces(
    model: &Model,
    state: &mut State,
    contacts: &mut [Contact],
    h: f64,
    rubbing: bool,
) {
    for _ in 0..BOUNCE_SWEEPS {
        let mut change: f64 = 0.0;
        for contact in contacts.iter_mut() {
            if rubbing {
                contact.rub(model, state);
            }
            change = change.max(contact.bounce(model, state, h));
        }
        if change < BOUNCE_SETTLED_M_S {
            break;
        }
    }
}
