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
use crate::physics::active::Active;
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
    /// Place of the first row of each constraint in the memory of the state.
    first_row: Vec<usize>,
    rows_in_memory: usize,
    awake: Awake,
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

/// What of the model takes part, each in the order of the whole.
#[derive(Debug, Clone, Default)]
struct Awake {
    particles: Vec<usize>,
    bodies: Vec<usize>,
    order: Vec<usize>,
    /// Limits that bounce at their stops.
    elastic: Vec<usize>,
    jointed: Vec<JointedPair>,
    /// Whether the memory of the state may still hold impulses of what sleeps.
    memory_is_old: bool,
}

impl Awake {
    /// Number of things that move, for the probe.
    fn movers(&self) -> usize {
        self.particles.len() + self.bodies.len()
    }
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
        self.rows_in_memory = 0;
        self.first_row = vec![0; model.constraints.len()];
        for &i in &self.order {
            self.first_row[i] = self.rows_in_memory;
            self.rows_in_memory += model.constraints[i].part_count();
        }
    }

    fn choose(&mut self, model: &Model, active: &Active) {
        let joints = &self.joints;
        let takes_part = |&i: &usize| joints.assembly_of(i).is_some_and(|a| active.has(a));
        let bounces = |&i: &usize| model.constraints[i].restitution() != 0.0 && takes_part(&i);
        let is_awake = |pair: &JointedPair| active.has(pair.assembly(model));
        let awake = &mut self.awake;
        refill(&mut awake.particles, active.particles(), |_| true);
        refill(&mut awake.bodies, active.bodies(), |_| true);
        refill(&mut awake.order, &self.order, takes_part);
        refill(&mut awake.jointed, &self.jointed, is_awake);
        awake.elastic.clear();
        awake.elastic.reserve(model.constraints.len());
        awake
            .elastic
            .extend((0..model.constraints.len()).filter(bounces));
        awake.memory_is_old = true;
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

/// Those of a list for which a condition holds, with room for all.
fn refill<T: Copy>(list: &mut Vec<T>, all: &[T], holds: impl Fn(&T) -> bool) {
    list.clear();
    list.reserve(all.len());
    list.extend(all.iter().filter(|item| holds(item)));
}
