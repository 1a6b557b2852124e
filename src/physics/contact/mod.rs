//! Contact of two surfaces: no penetration, friction, restitution, rolling resistance.
//!
//! `gap = (a − b)·n − reach ≥ 0` with one unit normal `n` from `b` to `a`. A
//! push `λ ≥ 0` along `n` is accumulated over the iterations, on positions or on
//! velocities; friction cancels the sliding of the surface points since the start of
//! the substep, or their slip, by at most `μ λ`. After the solve one velocity pass
//! sets the normal speed to `−e · approach`. Contacts always count with true masses.
//! What was placed inside something else is moved out before the motion ([`Parting`]); what free
//! bodies bear on each other is solved before it, too ([`Support`]).
//! A pass packs what it needs ([`ContactSolver`]) and visits it many times.
//! Sources: Baltman & Radeztsky, section 9 with the signs of 9.1, 9.5 and 9.6
//! mended; Müller et al. 2020, section 3.6 (restitution after the solve).

mod bounce;
mod grip;
mod islands;
mod parting;
mod passes;
mod row;
mod softness;
mod solve;
mod solver;
mod solver_body;
mod support;

use crate::physics::attach::Attachment;
use crate::physics::convex::Convex;
use crate::physics::model::{Model, Surface};
use crate::physics::state::State;
use crate::physics::tetrahedron::Tetrahedron;
use crate::physics::ColliderId;
pub use bounce::Bounces;
use glam::DVec3;
pub use parting::{note_what_came_out, parted_depth, Parting};
pub use passes::softness;
pub use softness::Softness;
pub use solver::ContactSolver;
pub use support::Support;

/// Depth that a resting contact keeps, so that it is found again, m.
pub const SLOP_M: f64 = 0.000_5;
/// Most speed at which an overlap of the start of a substep is undone, m/s.
pub const RECOVERY_SPEED_M_S: f64 = 3.0;
/// Distance at which surfaces count as touching, m.
pub const TOUCH_M: f64 = 1e-4;
/// Slide without a direction, m or m/s.
const NO_SLIDE: f64 = 1e-15;
/// Approach below which an impact does not bounce, m/s.
pub const RESTING_SPEED_M_S: f64 = 0.5;

/// One side of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// Whose surface it is.
    pub owner: ColliderId,
    /// Point on the axis or at the centre, on which the normal push acts.
    pub core: Attachment,
    /// Of a body, the point of the surface on which friction acts, from the centre of
    /// mass, body frame, m. Of a tetrahedron, the weights of its last three particles there.
    pub surface_arm: DVec3,
    /// From the core to the surface, against the normal or along it, m.
    pub radius: f64,
}

/// Position, m, and velocity, m/s, of the points that a contact grips.
struct Gripped {
    core: [DVec3; 2],
    surface: [DVec3; 2],
}

/// A contact: where two things grip each other, and what happens there in a substep.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The side that the normal points to.
    pub a: Side,
    /// The side that the normal leaves.
    pub b: Side,
    /// Unit normal from `b` to `a`.
    pub normal: DVec3,
    /// Distance of the two cores along the normal when the surfaces touch, m.
    pub reach: f64,
    /// Combined surface.
    pub material: Surface,
    /// Normal speed of `a` against `b` before the solve, m/s; negative = approaching.
    pub approach: f64,
    /// Velocity of the surface of `a` along that of `b` before the solve, m/s.
    pub slip_before: DVec3,
    /// How fast a belt carries `a` along the surface of `b`, m/s.
    pub belt: DVec3,
    /// Whether the surfaces meet within this substep if nothing else happens.
    pub touches: bool,
    /// The same with the approach that gravity adds; what is met is not in free flight.
    pub is_met: bool,
    /// Surface point of `a` from that of `b` at the start of the substep, m.
    pub start: DVec3,
    /// Depth at the start of the substep that it leaves for later, m: a thing that
    /// was put into another comes out of it slowly.
    pub left_depth: f64,
    /// Which point of the contact patch of the two things it is.
    pub feature: u32,
    /// Whether joints hold one of the two things.
    pub jointed: bool,
    /// Whether velocities are solved for it before the motion, instead of positions after it:
    /// nothing jointed or held touches what it joins.
    pub supports: bool,
    /// Accumulated normal position push, kg·m.
    pub normal_push: f64,
    /// Accumulated friction position push, kg·m.
    pub friction_push: DVec3,
    /// Normal impulse of the solve, kg·m/s.
    pub normal_impulse: f64,
    /// Friction impulse of the solve, kg·m/s.
    pub friction_impulse: DVec3,
    /// Normal impulse of the velocity pass, kg·m/s.
    pub bounce: f64,
    /// Friction impulse of the velocity pass, kg·m/s.
    pub rub: DVec3,
}

impl Side {
    /// Point of the surface, on which friction acts.
    pub fn surface(&self) -> Attachment {
        match (self.core, self.owner) {
            (Attachment::Body { body, .. }, _) => Attachment::Body {
                body,
                arm: self.surface_arm,
            },
            (Attachment::Particles { ix, .. }, ColliderId::Tetrahedron(_)) => {
                let weight = self.surface_weights();
                Attachment::Particles { ix, weight }
            }
            (core, _) => core,
        }
    }

    /// Of a tetrahedron, the weights of its particles at the point of the surface.
    fn surface_weights(&self) -> [f64; 4] {
        let [b, c, d] = self.surface_arm.to_array();
        [1.0 - b - c - d, b, c, d]
    }

    /// Index of its body, if it is one.
    pub fn body(&self) -> Option<usize> {
        match self.core {
            Attachment::Body { body, .. } => Some(body),
            _ => None,
        }
    }

    /// Where it is and how it moves. Lets friction grip the point of the surface that is
    /// in the direction `outward` (a unit vector) from the core: a body turns under its
    /// contact. A limb has no spin about its axis and is gripped there.
    fn grip(&mut self, model: &Model, state: &State, outward: DVec3) -> Gripped {
        let Attachment::Body { body, arm } = self.core else {
            let point = |at: Attachment| [at.position(state), at.velocity(state)];
            let core = point(self.core);
            let ColliderId::Tetrahedron(i) = self.owner else {
                let surface = core;
                return Gripped { core, surface };
            };
            self.grip_surface_of(&model.tetrahedra[i].carrier, state, outward);
            let surface = point(self.surface());
            return Gripped { core, surface };
        };
        let body = &state.bodies[body];
        let outward = outward * self.radius;
        self.surface_arm = arm + body.orientation.conjugate() * outward;
        let arm = body.orientation * arm;
        let point = |arm: DVec3| {
            let velocity = body.velocity + body.angular_velocity.cross(arm);
            [body.position + arm, velocity]
        };
        Gripped {
            core: point(arm),
            surface: point(arm + outward),
        }
    }

    fn grip_surface_of(&mut self, carrier: &Tetrahedron, state: &State, outward: DVec3) {
        let Attachment::Particles { weight, .. } = self.core else {
            return;
        };
        let outward = carrier.pose(state).orientation.conjugate() * outward;
        let [_, b, c, d] = weight;
        self.surface_arm = DVec3::new(b, c, d) + carrier.weights_along(outward * self.radius);
    }
}

/// Least radius of a thing, m; 0 for an obstacle.
pub(in crate::physics) fn least_radius(model: &Model, owner: ColliderId) -> f64 {
    let inner = |shape: &Option<Convex>| shape.as_ref().map_or(0.0, Convex::inner_radius);
    match owner {
        ColliderId::Particle(i) => model.particles[i].radius,
        ColliderId::Stick(i) => model.sticks[i].radius,
        ColliderId::Tetrahedron(i) => inner(&model.tetrahedra[i].shape),
        ColliderId::Triangle(i) => model.triangles[i].radius,
        ColliderId::Body(i) => inner(&model.bodies[i].shape),
        ColliderId::Piece(i) => model.pieces[i].shape.inner_radius(),
        ColliderId::Obstacle(_) => 0.0,
    }
}

impl Contact {
    /// Sum of the radii of both sides, m.
    pub fn radii(&self, model: &Model) -> f64 {
        least_radius(model, self.a.owner) + least_radius(model, self.b.owner)
    }

    /// Radius that a rolling side rolls on, m.
    fn rolling_radius(&self) -> f64 {
        self.a.radius.max(self.b.radius)
    }

    /// Whether one side is an obstacle, which is always the second.
    pub fn is_with_obstacle(&self) -> bool {
        matches!(self.b.owner, ColliderId::Obstacle(_))
    }

    /// Whether both sides are bodies.
    pub fn is_of_bodies(&self) -> bool {
        self.a.owner.is_of_body() && self.b.owner.is_of_body()
    }

    /// Takes in how its two sides lie and move at the start of a substep of `h` seconds;
    /// where they grip each other, and the normal, stay. Nothing has been pushed yet.
    pub fn begin_substep(&mut self, model: &Model, state: &State, h: f64) {
        let (a, b) = (
            self.a.grip(model, state, -self.normal),
            self.b.grip(model, state, self.normal),
        );
        self.belt = self.belt_of(model);
        self.start = a.surface[0] - b.surface[0] + self.belt * h;
        self.approach = (a.core[1] - b.core[1]).dot(self.normal);
        self.slip_before = a.surface[1] - b.surface[1] - self.belt;
        let gap = (a.core[0] - b.core[0]).dot(self.normal) - self.reach;
        self.touches = gap + self.approach.min(0.0) * h <= TOUCH_M;
        self.left_depth = (-gap - SLOP_M - RECOVERY_SPEED_M_S * h).max(0.0);
        if self.is_with_obstacle() && self.approach < -RESTING_SPEED_M_S {
            // The speed at the impact, not that at the start of the fall to it.
            self.approach += model.settings.common.gravity.dot(self.normal) * h;
        }
        self.is_met = gap + self.approach.min(0.0) * h <= TOUCH_M;
        self.supports = false;
        self.normal_push = 0.0;
        self.friction_push = DVec3::ZERO;
        self.normal_impulse = 0.0;
        self.friction_impulse = DVec3::ZERO;
        self.bounce = 0.0;
        self.rub = DVec3::ZERO;
    }

    /// The part of the belt of an obstacle along the surface, m/s.
    fn belt_of(&self, model: &Model) -> DVec3 {
        let ColliderId::Obstacle(index) = self.b.owner else {
            return DVec3::ZERO;
        };
        let belt = model.obstacles[index].belt;
        belt - self.normal * belt.dot(self.normal)
    }

    /// Distance of the surfaces along the normal, m; negative = penetration.
    pub fn gap(&self, state: &State) -> f64 {
        let between = self.a.core.position(state) - self.b.core.position(state);
        between.dot(self.normal) - self.reach
    }

    /// Normal speed of the surfaces, m/s; negative = approaching.
    pub fn normal_speed(&self, state: &State) -> f64 {
        (self.a.core.velocity(state) - self.b.core.velocity(state)).dot(self.normal)
    }

    /// Total normal impulse of the substep, kg·m/s.
    pub fn impulse(&self) -> f64 {
        self.normal_impulse + self.bounce
    }

    /// Whether it carried load in the substep.
    pub fn loaded(&self) -> bool {
        self.normal_impulse > 0.0 || self.bounce > 0.0
    }

    /// Whether it bounced in the substep: what comes slower only lies down.
    pub fn bounced(&self) -> bool {
        self.loaded() && self.approach < -RESTING_SPEED_M_S
    }

    /// Takes the position pushes as the impulses that they become when velocities
    /// are taken from the displacements of a substep of `h` seconds. One that supports has its
    /// impulses already.
    pub fn take_impulse(&mut self, h: f64) {
        if !self.supports {
            self.normal_impulse = self.normal_push / h;
            self.friction_impulse = self.friction_push / h;
        }
    }

    /// Visits what it touches and can move, counting particles, then bodies.
    pub(in crate::physics) fn each_mover(&self, bodies_from: usize, mut visit: impl FnMut(usize)) {
        for side in [&self.a, &self.b] {
            side.core.each_mover(bodies_from, &mut visit);
        }
    }

    /// Whether it meets fast enough to bounce.
    pub fn bounces(&self) -> bool {
        self.normal_impulse > 0.0 && self.approach < -RESTING_SPEED_M_S
    }

    /// Whether it bounces and rubs.
    pub fn rubs(&self) -> bool {
        self.bounces() && self.material.friction > 0.0
    }

    /// Share of the slip that friction of the bounce takes: from none at the speed from
    /// which things bounce to all at twice that speed, so that a hair's breadth in speed is
    /// none in the motion.
    fn rub_share(&self) -> f64 {
        (-self.approach / RESTING_SPEED_M_S - 1.0).clamp(0.0, 1.0)
    }
}
