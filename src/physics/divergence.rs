//! When a run counts as diverged: what no scene does by itself, and no number can mend.

use super::active::Active;
use super::attach::Attachment;
use super::constraint::{Constraint, ConstraintRows, Role};
use super::model::{ColliderId, Model};
use super::report::{energy_of_body, energy_of_particle};
use super::state::State;
use super::step::SharedParts;
use glam::DVec3;
use std::fmt;

/// Speed above which a run counts as diverged, m/s.
pub const SPEED_CAP_M_S: f64 = 1e5;
/// Spin above which a run counts as diverged, rad/s.
pub const SPIN_CAP_RAD_S: f64 = 1e6;
/// Distance from the origin above which a run counts as diverged, m: ten times what a
/// scene file may hold.
pub const DISTANCE_CAP_M: f64 = 1e6;
/// Distance of two points that a joint holds together above which a run counts as diverged,
/// m: more than what is joined passes in a step of 1/60 s at six kilometres a second.
pub const JOINT_ERROR_CAP_M: f64 = 100.0;
/// Energy per mass that a step may give to all that moves, beyond what gravity and air do,
/// J/kg: nothing else in a world is a source of it. Half a square of 450 m/s is far above
/// what rounding, overlaps at the start and compliant joints let go of.
pub const ENERGY_GAIN_CAP_J_PER_KG: f64 = 1e5;

/// Steps between two looks at joints and energy, which cost a third of the step of a small
/// crowd; what runs away shows in any step.
const STEPS_BETWEEN_LOOKS: u64 = 32;

/// Why a step cannot be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DivergenceCause {
    /// Something is too far, too fast, or no number at all.
    OutOfRange,
    /// A joint holds nothing together any more.
    OpenJoint,
    /// More energy came into the world than anything gave.
    EnergyGained,
    /// A method that promises closed joints could not close one.
    NotHeld,
}

impl fmt::Display for DivergenceCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DivergenceCause::OutOfRange => "its position or speed is out of range",
            DivergenceCause::OpenJoint => "one of its joint errors exceeds 100 m",
            DivergenceCause::EnergyGained => "it gained energy from nowhere",
            DivergenceCause::NotHeld => "one of its joints could not be closed",
        })
    }
}

/// What diverged first in a step, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divergence {
    /// What it is about.
    pub owner: ColliderId,
    /// What is wrong with it.
    pub cause: DivergenceCause,
}

/// Looks through the end of a step; `None` if all is well.
pub(super) fn find(
    model: &Model,
    before: &State,
    after: &State,
    parts: &SharedParts,
) -> Option<Divergence> {
    let because = |cause| move |owner| Divergence { owner, cause };
    let in_batch = parts.batches.iter().find(|report| !report.sane);
    let insane = in_batch.map(|report| report.first);
    let insane = insane.or_else(|| out_of_range(&parts.active, after));
    let insane = insane.map(because(DivergenceCause::OutOfRange));
    let insane = insane.or_else(|| parts.not_held.map(because(DivergenceCause::NotHeld)));
    if insane.is_some() || !before.step.is_multiple_of(STEPS_BETWEEN_LOOKS) {
        return insane;
    }
    open_joint(model, after)
        .map(because(DivergenceCause::OpenJoint))
        .or_else(|| from_nowhere(model, before, after).map(because(DivergenceCause::EnergyGained)))
}

fn out_of_range(active: &Active, state: &State) -> Option<ColliderId> {
    // Comparisons that are false for NaN, so that non-finite values are caught too.
    let sane = |position: DVec3, velocity: DVec3| {
        position.length() < DISTANCE_CAP_M && velocity.length() < SPEED_CAP_M_S
    };
    let particle_is_sane = |&&i: &&usize| {
        let p = &state.particles[i];
        sane(p.position, p.velocity)
    };
    let body_is_sane = |&&i: &&usize| {
        let b = &state.bodies[i];
        let turns = b.orientation.is_finite() && b.angular_velocity.length() < SPIN_CAP_RAD_S;
        turns && sane(b.position, b.velocity)
    };
    let particle = active.particles().iter().find(|i| !particle_is_sane(i));
    let body = active.bodies().iter().find(|i| !body_is_sane(i));
    particle
        .map(|&i| ColliderId::Particle(i))
        .or(body.map(|&i| ColliderId::Body(i)))
}

fn open_joint(model: &Model, state: &State) -> Option<ColliderId> {
    let open = |joint: &&Constraint| {
        let [a, b] = joint.attachments();
        let apart = || a.position(state).distance(b.position(state));
        let is_open = || match (joint.role(), joint.most_apart()) {
            (Role::Limit | Role::Other, _) | (Role::Stick, None) => false,
            // Of points that belong together, that is all of their error.
            (Role::Stick, Some(most)) | (_, Some(most @ 0.0)) => apart() > most + JOINT_ERROR_CAP_M,
            _ => joint.residual(state, &model.settings).length > JOINT_ERROR_CAP_M,
        };
        let awake = |articulation: usize| !state.rest[articulation].asleep;
        let articulation = a.articulation(model).or_else(|| b.articulation(model));
        articulation.is_some_and(awake) && is_open()
    };
    let joint = model.constraints.iter().find(open)?;
    let mut sides = joint.attachments().into_iter();
    sides.find_map(|side| match side {
        Attachment::World(_) => None,
        Attachment::Particle(i) | Attachment::Limb { a: i, .. } => Some(ColliderId::Particle(i)),
        Attachment::Particles { ix, .. } => Some(ColliderId::Particle(ix[0])),
        Attachment::Body { body, .. } => Some(ColliderId::Body(body)),
    })
}

/// What gained most, if all together gained more than they may.
fn from_nowhere(model: &Model, before: &State, after: &State) -> Option<ColliderId> {
    let common = &model.settings.common;
    // Drag brings everything to the speed of the air, and no further.
    let cap = ENERGY_GAIN_CAP_J_PER_KG + common.air_velocity.length_squared();
    let awake = |articulation: usize| !after.rest[articulation].asleep;
    let mut gain = Gain::default();
    for (i, particle) in model.particles.iter().enumerate() {
        if !particle.fixed && awake(particle.articulation) {
            let (from, to) = (&before.particles[i], &after.particles[i]);
            let fallen = common.gravity.dot(to.position - from.position);
            let energy = |state| energy_of_particle(model, state, i);
            let gained = energy(after) - energy(before) - particle.mass * fallen;
            gain.add(ColliderId::Particle(i), particle.mass, gained);
        }
    }
    for (i, body) in model.bodies.iter().enumerate() {
        if awake(body.articulation) {
            let (from, to) = (&before.bodies[i], &after.bodies[i]);
            let fallen = common.gravity.dot(to.position - from.position);
            let energy = |state| energy_of_body(model, state, i);
            let gained = energy(after) - energy(before) - body.mass * fallen;
            gain.add(ColliderId::Body(i), body.mass, gained);
        }
    }
    gain.most
        .filter(|_| gain.energy > cap * gain.mass)
        .map(|(owner, _)| owner)
}

/// What things gained together.
#[derive(Default)]
struct Gain {
    /// Their mass, kg.
    mass: f64,
    /// Their energy after less that before, J.
    energy: f64,
    /// Who gained most, and how much, J.
    most: Option<(ColliderId, f64)>,
}

impl Gain {
    fn add(&mut self, owner: ColliderId, mass: f64, energy: f64) {
        self.mass += mass;
        self.energy += energy;
        if self.most.is_none_or(|(_, most)| energy > most) {
            self.most = Some((owner, energy));
        }
    }
}
