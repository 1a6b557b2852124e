//! Verlet integration of particles and rigid bodies with Gauss-Seidel relaxation.
//!
//! Four forms share their constraints and contacts: see [`StateForm`]. Sources:
//! Jakobsen, sections 2 to 4; Delannoy, section 4.3 (mass weighting); Baltman &
//! Radeztsky (rigid bodies), sections 4 to 10.

mod bounce;
mod coast;
mod contacts;
mod impulse;
mod info;
mod penalty;
mod relaxation;
mod stops;

use super::Method;
use crate::physics::constraint::{relaxation_weights, Contact, Kind};
use crate::physics::hold::PullRow;
use crate::physics::joint_damping::{jointed_pairs, JointedPair};
use crate::physics::joints::Joints;
use crate::physics::model::{Model, StateForm};
use crate::physics::order::order_of_solution;
use crate::physics::probe::{show, Deed, Probe};
use crate::physics::state::{BodyState, State};
use glam::{DQuat, DVec3};
use impulse::Row;
pub(super) use info::INFO;

/// What is derived from the model, and scratch memory that a substep rebuilds.
#[derive(Debug, Clone, Default)]
pub struct Verlet {
    /// Constraint indices in the order of solution.
    order: Vec<usize>,
    weights: Vec<[f64; 2]>,
    joints: Joints,
    jointed: Vec<JointedPair>,
    orientations_before: Vec<DQuat>,
    /// Of particles, then bodies; only for 4.6 as printed.
    velocities_before: Vec<DVec3>,
    particles_coasted: Vec<DVec3>,
    bodies_coasted: Vec<BodyState>,
    rows: Vec<Row>,
    forces: Vec<penalty::Force>,
    bounces: bounce::Bounces,
    stops: Vec<stops::Stop>,
    pull: Option<PullRow>,
}

impl Method for Verlet {
    fn prepare(&mut self, model: &Model) {
        self.order = order_of_solution(model);
        self.joints = Joints::of(model);
        self.jointed = jointed_pairs(model);
        self.weights = model
            .constraints
            .iter()
            .map(|c| relaxation_weights(model, c.attachments(), model.settings.weighting))
            .collect();
    }

    fn substep(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        probe: &mut dyn Probe,
    ) {
        self.note_velocities(model, state);
        penalty::push(model, state, contacts, &mut self.forces, h);
        self.record_stops(model, state);
        self.pull = PullRow::new(model, state, h);
        match model.settings.form {
            StateForm::VelocityLess => self.substep_velocity_less(model, state, contacts, h, probe),
            StateForm::Velocity => self.substep_velocity(model, state, contacts, h, probe),
            StateForm::Impulse => self.substep_impulse(model, state, contacts, h, probe),
            StateForm::Soft => self.substep_soft(model, state, contacts, h, probe),
        }
        self.bounces.bounce(model, state, contacts);
        self.bounce_at_stops(model, state);
        show(probe, Deed::Bounce, state);
        if let Some(pull) = &self.pull {
            pull.remember(state);
        }
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

/// Number of things that move, for the probe.
fn movers(state: &State) -> usize {
    state.bodies.len() + state.particles.len()
}
