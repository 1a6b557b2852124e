//! The muscles of ragdolls: what suits their joints, and the drives that they become.
//!
//! A joint parts a ragdoll into two sides. Each of them, held level from the joint by standard
//! gravity, turns it by `m g r`. The muscles are measured by the geometric mean `W` of the two:
//! a wrist that carries a hand then gets less than a knee, an ankle more than the foot asks for,
//! and all of it grows with mass and size. At strength 1 the stiffness is `20 W` per radian and
//! the torque ends at `3 W`. The damping is critical, `c = 2 √(k I)`, for the moment of inertia
//! with which the two sides turn against each other, `I = I₁ I₂ / (I₁ + I₂)`.
//! Source: own; muscles are an outlook of Delannoy, 5.2, and Gästrin, 8.2.

use super::build::Builder;
use super::drive::drives_of_pin;
use super::rigid::{self, RigidFigure, RigidJoint};
use crate::scene::{BendDrive, BendSpring, Muscle, Ragdoll};
use glam::DVec3;

/// Standard gravity, m/s².
const GRAVITY: f64 = 9.80665;
/// Stiffness over the torque of the weights, 1/rad.
const STIFFNESS: f64 = 20.0;
/// Largest torque over that of the weights.
const MOST: f64 = 3.0;

/// The muscles of a joint of a ragdoll with all their numbers, as strong as they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MuscleInForce {
    /// Share of stiffness, damping and largest torque that the other numbers have: 0 to 1.
    pub strength: f64,
    /// N·m/rad.
    pub stiffness: f64,
    /// N·m·s/rad.
    pub damping: f64,
    /// Largest torque about each axis of the parent, N·m.
    pub most: f64,
    /// Torque of friction about each axis of the parent, N·m.
    pub friction: f64,
}

impl MuscleInForce {
    fn of(given: Muscle, figure: &RigidFigure, joint: &RigidJoint) -> MuscleInForce {
        let strength = given.strength.unwrap_or(0.0);
        let suits = Suits::of(figure, joint);
        let or = |given: Option<f64>, suits: f64| strength * given.unwrap_or(suits);
        let stiffness = or(given.stiffness_n_m_per_rad, STIFFNESS * suits.torque);
        let critical = 2.0 * (stiffness * suits.inertia).sqrt();
        let damping = given.damping_n_m_s_per_rad.map(|given| strength * given);
        MuscleInForce {
            strength,
            stiffness,
            damping: damping.unwrap_or(critical),
            most: or(given.most_n_m, MOST * suits.torque),
            friction: given.friction_n_m.unwrap_or(0.0),
        }
    }

    /// The drive of the joint, which leads it to `target`: that at the start if there is none.
    fn drive(&self, target: Option<[f64; 4]>) -> BendDrive {
        let spring = BendSpring {
            stiffness_n_m_per_rad: self.stiffness,
            damping_n_m_s_per_rad: self.damping,
            target,
            most_n_m: Some(self.most),
        };
        BendDrive {
            spring: (self.strength > 0.0).then_some(spring),
            friction_n_m: self.friction,
        }
    }
}

/// What the muscles of a joint are measured by.
struct Suits {
    /// Geometric mean of the torques of the weights on either side, N·m.
    torque: f64,
    /// Moment of inertia with which the sides turn against each other, kg·m².
    inertia: f64,
}

impl Suits {
    fn of(figure: &RigidFigure, joint: &RigidJoint) -> Suits {
        let hangs = figure.beyond(joint);
        let [a, b] = [true, false].map(|side| Side::of(figure, joint, &hangs, side));
        Suits {
            torque: (a.torque * b.torque).sqrt(),
            inertia: a.inertia * b.inertia / (a.inertia + b.inertia),
        }
    }
}

/// What is on one side of a joint.
struct Side {
    /// Torque of its weight about the joint where it is level, N·m.
    torque: f64,
    /// Mean moment of inertia about the joint, kg·m².
    inertia: f64,
}

impl Side {
    fn of(figure: &RigidFigure, joint: &RigidJoint, hangs: &[bool], side: bool) -> Side {
        let parts = figure.parts.iter().zip(hangs);
        let parts = parts.filter_map(|(part, &hangs)| (hangs == side).then_some(part));
        let mut moment = DVec3::ZERO;
        let mut inertia = 0.0;
        for part in parts {
            let arm = part.centre - joint.point;
            moment += part.mass * arm;
            // A third of the trace: `tr I + 2 m r²`.
            let trace = part.inertia.element_sum() + 2.0 * part.mass * arm.length_squared();
            inertia += trace / 3.0;
        }
        let torque = GRAVITY * moment.length();
        Side { torque, inertia }
    }
}

impl RigidFigure {
    /// Per part, whether it hangs on the child of a joint.
    fn beyond(&self, joint: &RigidJoint) -> Vec<bool> {
        let mut hangs = vec![false; self.parts.len()];
        hangs[joint.child] = true;
        // Joints come in any order, and a figure has few.
        for _ in 0..self.joints.len() {
            for other in &self.joints {
                hangs[other.child] |= hangs[other.parent];
            }
        }
        hangs
    }
}

/// The muscles of each joint of a ragdoll by the name of the part that hangs on it; none of a
/// figure of particles.
pub fn muscles_in_force(ragdoll: &Ragdoll) -> Vec<(&'static str, MuscleInForce)> {
    let Some(figure) = rigid::figure_of(ragdoll) else {
        return Vec::new();
    };
    let joints = figure.joints.iter();
    let in_force = joints.map(|joint| {
        let part = figure.parts[joint.child].name;
        let own = ragdoll.parts.iter().find(|own| own.part == part);
        let given = own.map_or(ragdoll.muscles, |own| own.muscle.or(ragdoll.muscles));
        (part, MuscleInForce::of(given, &figure, joint))
    });
    in_force.collect()
}

impl Builder<'_> {
    /// The drives that the muscles of all ragdolls are, whose joints have been built.
    pub(super) fn add_muscles(&mut self) {
        for (ragdoll, map) in self.scene.ragdolls.iter().zip(&self.map.ragdolls) {
            if is_limp(ragdoll) {
                continue;
            }
            for (part, muscle) in muscles_in_force(ragdoll) {
                let Some((place, pin)) = map.joint_of(part, &self.model) else {
                    continue;
                };
                let own = ragdoll.parts.iter().find(|own| own.part == part);
                let drive = muscle.drive(own.and_then(|own| own.target));
                let drives = drives_of_pin(place, pin, &drive, &self.state);
                self.model.drives.extend(drives);
            }
        }
    }
}

/// Whether none of its joints has a muscle that does anything.
fn is_limp(ragdoll: &Ragdoll) -> bool {
    let mut own = ragdoll.parts.iter();
    ragdoll.muscles.is_limp() && own.all(|own| own.muscle.is_limp())
}
