//! What one thread solves of the constraints: all that takes part, or some articulations.

use super::plan::Plan;
use super::rods::Runs;
use super::stops::LimitBounce;
use super::velocity_row::VelocityRow;
use crate::physics::active::Active;
use crate::physics::constraint::stop::Answer;
use crate::physics::constraint::{stop, ConstraintRows};
use crate::physics::joint_damping::JointedPair;
use crate::physics::model::Model;
use crate::physics::state::BodyState;
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// Some articulations, and the scratch memory of their substep.
#[derive(Debug, Clone, Default)]
pub struct Share {
    pub plan: Arc<Plan>,
    pub awake: Awake,
    pub orientations_before: Vec<DQuat>,
    pub particles_integrated: Vec<DVec3>,
    pub bodies_integrated: Vec<BodyState>,
    /// Rows of velocities.
    pub rows: Vec<VelocityRow>,
    /// Those that a sweep goes on with, by index.
    pub unsettled: Vec<usize>,
    /// The articulations whose rates a pass still changed.
    pub restless: Vec<usize>,
    pub limit_bounces: Vec<LimitBounce>,
    /// Constraints that have come to a stop, by articulation.
    pub struck: Vec<usize>,
    /// How the joints of one articulation answer stops.
    pub answers: Vec<Answer>,
    /// For constraints of many particles.
    pub many: Vec<DVec3>,
}

/// What of the model takes part, each in the order of the whole.
#[derive(Debug, Clone, Default)]
pub struct Awake {
    pub particles: Vec<usize>,
    pub bodies: Vec<usize>,
    pub order: Vec<usize>,
    /// The same constraints as runs.
    pub runs: Runs,
    /// Limits that bounce at their stops.
    pub elastic: Vec<usize>,
    /// What has stops that are met ahead.
    pub stops: Vec<usize>,
    /// Surfaces with a gas inside.
    pub gases: Vec<usize>,
    /// Triangles on which the air presses.
    pub airy: Vec<usize>,
    pub jointed: Vec<JointedPair>,
}

impl Awake {
    /// Number of things that move.
    pub fn movers(&self) -> usize {
        self.particles.len() + self.bodies.len()
    }
}

impl Share {
    /// Takes in all that is active but for the articulations for which `others` holds.
    pub fn choose(
        &mut self,
        model: &Model,
        plan: &Arc<Plan>,
        active: &Active,
        others: impl Fn(usize) -> bool,
    ) {
        let joints = &plan.joints;
        let is_own = |articulation: usize| active.has(articulation) && !others(articulation);
        let takes_part = |&i: &usize| joints.articulation_of(i).is_some_and(is_own);
        let bounces = |&i: &usize| model.constraints[i].restitution() != 0.0 && takes_part(&i);
        let awake = &mut self.awake;
        refill(&mut awake.particles, active.particles(), |&i| {
            is_own(model.particles[i].articulation)
        });
        refill(&mut awake.bodies, active.bodies(), |&i| {
            is_own(model.bodies[i].articulation)
        });
        refill(&mut awake.order, &plan.order, takes_part);
        awake.runs.refill(&plan.runs, &plan.order, takes_part);
        refill(&mut awake.jointed, &plan.jointed, |pair| {
            is_own(pair.articulation(model))
        });
        refill(&mut awake.gases, &plan.gases, takes_part);
        refill(&mut awake.airy, &plan.airy, |&i| {
            is_own(model.articulation_of_triangle(i))
        });
        let settings = &model.settings;
        let has_stops = |&i: &usize| {
            stop::are_met_ahead(settings)
                && model.constraints[i].has_stops(settings)
                && takes_part(&i)
        };
        refill(&mut awake.stops, &plan.order, has_stops);
        awake.elastic.clear();
        awake.elastic.reserve(model.constraints.len());
        awake
            .elastic
            .extend((0..model.constraints.len()).filter(bounces));
        self.plan = plan.clone();
    }

    /// Takes in those articulations of the whole for which a condition holds.
    pub fn take(&mut self, model: &Model, whole: &Share, holds: impl Fn(usize) -> bool) {
        let joints = &whole.plan.joints;
        let of_constraint = |&i: &usize| joints.articulation_of(i).is_some_and(&holds);
        let (awake, all) = (&mut self.awake, &whole.awake);
        refill(&mut awake.particles, &all.particles, |&i| {
            holds(model.particles[i].articulation)
        });
        refill(&mut awake.bodies, &all.bodies, |&i| {
            holds(model.bodies[i].articulation)
        });
        refill(&mut awake.order, &all.order, of_constraint);
        awake.runs.refill(&all.runs, &all.order, of_constraint);
        refill(&mut awake.elastic, &all.elastic, of_constraint);
        refill(&mut awake.stops, &all.stops, of_constraint);
        refill(&mut awake.gases, &all.gases, of_constraint);
        refill(&mut awake.airy, &all.airy, |&i| {
            holds(model.articulation_of_triangle(i))
        });
        refill(&mut awake.jointed, &all.jointed, |pair| {
            holds(pair.articulation(model))
        });
        self.plan = whole.plan.clone();
    }
}

/// Those of a list for which a condition holds, with room for all.
fn refill<T: Copy>(list: &mut Vec<T>, all: &[T], holds: impl Fn(&T) -> bool) {
    list.clear();
    list.reserve(all.len());
    list.extend(all.iter().filter(|item| holds(item)));
}
