//! Whether limbs of a ragdoll may meet each other within a step: only planes are known where
//! ragdolls step side by side.

use super::parts::Now;
use crate::physics::convex::{Convex, Meeting, Posed};
use crate::physics::model::Model;
use crate::physics::{ColliderId, Pose};
use glam::{DQuat, DVec3};

/// Limbs that come nearer than this may meet, m: what gravity and joints do to one of them and not
/// to the other within a step. What is missed overlaps a little until the next step.
const ROOM_M: f64 = 0.002;

/// Limbs of a ragdoll that collide with each other.
#[derive(Debug, Clone, Default)]
pub struct OwnLimbs {
    limbs: Vec<ColliderId>,
    /// Places among the limbs.
    pairs: Vec<[usize; 2]>,
}

/// A limb where it is, and how it moves.
#[derive(Debug, Clone)]
pub struct Limb {
    posed: Posed,
    /// Radius of a ball about its position that holds it, m.
    reach: f64,
    velocity: DVec3,
    angular_velocity: DVec3,
}

impl Limb {
    fn of(model: &Model, (particles, bodies): Now<'_>, limb: ColliderId) -> Option<Limb> {
        match limb {
            ColliderId::Body(i) => {
                let (body, shape) = (&bodies[i], model.bodies[i].shape.as_ref()?);
                let pose = Pose {
                    position: body.position,
                    orientation: body.orientation,
                };
                Some(Limb {
                    posed: Posed::new(shape, &pose),
                    reach: shape.bounding_radius(),
                    velocity: body.velocity,
                    angular_velocity: body.angular_velocity,
                })
            }
            ColliderId::Particle(i) => {
                let (particle, radius) = (&particles[i], model.particles[i].radius);
                let at = [particle; 2].map(|of| (of.position, of.velocity));
                Some(Limb::between(at, &Convex::sphere(radius)))
            }
            ColliderId::Stick(i) => {
                let stick = &model.sticks[i];
                let ends = [stick.a, stick.b].map(|i| &particles[i]);
                let half_axis = (ends[1].position - ends[0].position) * 0.5;
                let shape = Convex::limb(half_axis, stick.radius, stick.flat);
                Some(Limb::between(
                    ends.map(|of| (of.position, of.velocity)),
                    &shape,
                ))
            }
            _ => None,
        }
    }

    /// Between two particles, by their places and velocities.
    fn between([(a, of_a), (b, of_b)]: [(DVec3, DVec3); 2], shape: &Convex) -> Limb {
        let axis = b - a;
        let squared = axis.length_squared();
        let turning = axis.cross(of_b - of_a);
        let pose = Pose {
            position: a.midpoint(b),
            orientation: DQuat::IDENTITY,
        };
        Limb {
            posed: Posed::new(shape, &pose),
            reach: shape.bounding_radius(),
            velocity: of_a.midpoint(of_b),
            angular_velocity: match squared > 0.0 {
                true => turning / squared,
                false => DVec3::ZERO,
            },
        }
    }

    fn position(&self) -> DVec3 {
        self.posed.position()
    }

    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity.cross(point - self.position())
    }

    /// How fast any point of it moves at most, as seen from what moves with a velocity, m/s.
    fn speed_from(&self, velocity: DVec3) -> f64 {
        (self.velocity - velocity).length() + self.angular_velocity.length() * self.reach
    }

    /// Whether it may come nearer than `room`, m, to another one within `step_s` seconds.
    fn may_meet(&self, other: &Limb, room: f64, step_s: f64) -> bool {
        let fastest = self.speed_from(other.velocity) + other.speed_from(other.velocity);
        let far = room + fastest * step_s;
        let reach = self.reach + other.reach + far;
        if self.position().distance_squared(other.position()) > reach * reach
            || self.posed.gap_along_centres(&other.posed) > far
        {
            return false;
        }
        let meeting = Meeting::new(&self.posed, &other.posed, far);
        if meeting.distance() > far {
            return false;
        }
        let (normal, [on_self, on_other]) = meeting.nearest();
        let speed = (self.velocity_at(on_self) - other.velocity_at(on_other)).dot(normal);
        meeting.distance() + speed.min(0.0) * step_s < room
    }
}

impl OwnLimbs {
    /// Of these pairs of a model.
    pub fn of(pairs: &[[ColliderId; 2]]) -> OwnLimbs {
        let mut limbs: Vec<ColliderId> = pairs.iter().flatten().copied().collect();
        limbs.sort_unstable();
        limbs.dedup();
        // It is one of them.
        let place = |limb: &ColliderId| limbs.binary_search(limb).unwrap_or_default();
        let pairs = pairs
            .iter()
            .map(|pair| pair.each_ref().map(place))
            .collect();
        OwnLimbs { limbs, pairs }
    }

    /// Number of the limbs.
    pub fn count(&self) -> usize {
        self.limbs.len()
    }

    /// Whether any two of them may meet within a step, which the ground may stop within it;
    /// `scratch` has room for all.
    pub fn may_meet(
        &self,
        (model, now): (&Model, Now<'_>),
        may_be_stopped: bool,
        scratch: &mut Vec<Limb>,
    ) -> bool {
        scratch.clear();
        let limbs = self.limbs.iter();
        scratch.extend(limbs.filter_map(|&limb| Limb::of(model, now, limb)));
        if scratch.len() < self.limbs.len() {
            return true;
        }
        let step_s = model.settings.common.step_s;
        let speeds = scratch.iter().map(|limb| limb.speed_from(DVec3::ZERO));
        let stopped = match may_be_stopped {
            true => speeds.fold(0.0, f64::max) * step_s,
            false => 0.0,
        };
        let mut pairs = self.pairs.iter();
        pairs.any(|&[a, b]| scratch[a].may_meet(&scratch[b], ROOM_M + stopped, step_s))
    }
}
