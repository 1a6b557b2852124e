//! A contact of two bodies, or of a body and what stands still, packed for a velocity solve.
//!
//! Its normal and two directions across it each know how they turn the bodies, so that a visit
//! is a few products; levers and inertia stay as they are at the start of the substep.

use super::super::solver_body::SolverBody;
use super::super::{Contact, SLOP_M};
use crate::physics::attach::Attachment;
use glam::{DVec2, DVec3};

/// A direction in which two bodies can be pushed apart.
#[derive(Debug, Clone, Copy)]
struct Direction {
    /// Unit vector that the first is pushed along, and the second against.
    along: DVec3,
    /// Of each body, the lever times that direction, m.
    levers: [DVec3; 2],
    /// Of each body, how a push turns it, 1/(kg·m).
    turns: [DVec3; 2],
}

impl Direction {
    fn new(along: DVec3, arms: [DVec3; 2], [a, b]: [&SolverBody; 2]) -> Direction {
        let levers = arms.map(|arm| arm.cross(along));
        Direction {
            along,
            levers,
            turns: [a.inverse_inertia * levers[0], b.inverse_inertia * levers[1]],
        }
    }

    /// Inverse of the mass that opposes a push along this by one along another, 1/kg, besides
    /// what the masses of the bodies oppose.
    fn inverse_mass_of_turns(&self, other: &Direction) -> f64 {
        self.levers[0].dot(other.turns[0]) + self.levers[1].dot(other.turns[1])
    }

    /// How fast, or how far, the first moves from the second along this.
    fn apart(&self, [a, b]: [&SolverBody; 2]) -> f64 {
        self.along.dot(a.linear - b.linear) + self.levers[0].dot(a.angular)
            - self.levers[1].dot(b.angular)
    }
}

/// A contact, see the head of this file.
#[derive(Debug, Clone)]
pub(super) struct SupportRow {
    /// Index of the contact.
    contact: usize,
    /// Index of the first contact of its manifold.
    pub manifold: usize,
    /// What it touches, by index; what stands still is behind all bodies.
    bodies: [usize; 2],
    /// Their inverse masses, 1/kg.
    inverse_masses: [f64; 2],
    normal: Direction,
    tangents: [Direction; 2],
    /// Inverse of the mass that opposes a push along the normal, 1/kg.
    inverse_mass: f64,
    /// The same of pushes along the tangents, and of one along the first by the second.
    inverse_masses_across: [f64; 3],
    /// Distance of the surfaces, m.
    gap: f64,
    /// Depth that is left for later, m.
    left_depth: f64,
    /// Speed at which the gap may close within the substep, m/s.
    closing: f64,
    friction: f64,
    normal_impulse: f64,
    /// Along the tangents.
    friction_impulse: DVec2,
    /// Position push along the normal, kg·m.
    push: f64,
}

impl SupportRow {
    /// Packs a contact whose bodies are packed, by its index; `manifold` is the first of its
    /// manifold. The motion to come takes `h` seconds.
    pub fn new(
        (index, manifold): (usize, usize),
        contact: &Contact,
        bodies: &[SolverBody],
        h: f64,
    ) -> SupportRow {
        let still = bodies.len() - 1;
        let sides = [&contact.a, &contact.b];
        let body_of = |core: Attachment| match core {
            Attachment::Body { body, .. } => body,
            _ => still,
        };
        let indices = sides.map(|side| body_of(side.core));
        let [a, b] = indices.map(|i| &bodies[i]);
        let arm_of = |at: Attachment, body: &SolverBody| match at {
            Attachment::Body { arm, .. } => body.rotation * arm,
            _ => DVec3::ZERO,
        };
        let cores = [arm_of(contact.a.core, a), arm_of(contact.b.core, b)];
        let surfaces = [
            arm_of(contact.a.surface(), a),
            arm_of(contact.b.surface(), b),
        ];
        let place = |core: Attachment, body: &SolverBody, arm: DVec3| match core {
            Attachment::World(point) => point,
            _ => body.position + arm,
        };
        let places = [
            place(contact.a.core, a, cores[0]),
            place(contact.b.core, b, cores[1]),
        ];
        let gap = (places[0] - places[1]).dot(contact.normal) - contact.reach;
        let (t, u) = contact.normal.any_orthonormal_pair();
        let normal = Direction::new(contact.normal, cores, [a, b]);
        let tangents = [t, u].map(|along| Direction::new(along, surfaces, [a, b]));
        let inverse_mass = a.inverse_mass + b.inverse_mass;
        SupportRow {
            contact: index,
            manifold,
            bodies: indices,
            inverse_masses: [a.inverse_mass, b.inverse_mass],
            inverse_mass: inverse_mass + normal.inverse_mass_of_turns(&normal),
            inverse_masses_across: [
                inverse_mass + tangents[0].inverse_mass_of_turns(&tangents[0]),
                inverse_mass + tangents[1].inverse_mass_of_turns(&tangents[1]),
                tangents[0].inverse_mass_of_turns(&tangents[1]),
            ],
            normal,
            tangents,
            gap,
            left_depth: contact.left_depth,
            closing: gap.max(0.0) / h,
            friction: contact.material.friction,
            normal_impulse: contact.normal_impulse,
            friction_impulse: DVec2::new(
                contact.friction_impulse.dot(t),
                contact.friction_impulse.dot(u),
            ),
            push: 0.0,
        }
    }

    /// Whether it overlaps by more than rest needs.
    pub fn is_deep(&self) -> bool {
        self.gap < -SLOP_M - self.left_depth
    }

    /// Whether it carries load.
    pub fn presses(&self) -> bool {
        self.normal_impulse > 0.0
    }

    /// Applies the impulses that it starts with.
    pub fn warm_start(&self, bodies: &mut [SolverBody]) {
        if self.presses() {
            self.push_along(&self.normal, bodies, self.normal_impulse);
            self.push_across(bodies, self.friction_impulse);
        }
    }

    /// Removes approach that closes more than the gap; returns the change of speed, m/s.
    pub fn press(&mut self, bodies: &mut [SolverBody]) -> f64 {
        let speed = self.normal.apart(self.sides(bodies)) + self.closing;
        if self.inverse_mass == 0.0 || (speed >= 0.0 && self.normal_impulse == 0.0) {
            return 0.0;
        }
        let wanted = (self.normal_impulse - speed / self.inverse_mass).max(0.0);
        let change = wanted - self.normal_impulse;
        self.normal_impulse = wanted;
        self.push_along(&self.normal, bodies, change);
        (change * self.inverse_mass).abs()
    }

    /// Slip along the tangents, m/s.
    pub fn slip(&self, bodies: &[SolverBody]) -> DVec2 {
        let sides = self.sides(bodies);
        DVec2::new(self.tangents[0].apart(sides), self.tangents[1].apart(sides))
    }

    /// Takes back a slip by friction within the cone.
    pub fn rub(&mut self, bodies: &mut [SolverBody], slip: DVec2) {
        let most = self.friction * self.normal_impulse;
        let speed = slip.length();
        if speed <= 1e-15 || self.inverse_mass == 0.0 {
            return;
        }
        let along = slip / speed;
        let [tt, uu, tu] = self.inverse_masses_across;
        let inverse_mass =
            tt * along.x * along.x + uu * along.y * along.y + 2.0 * tu * along.x * along.y;
        let wanted =
            (self.friction_impulse - along * (speed / inverse_mass)).clamp_length_max(most);
        let change = wanted - self.friction_impulse;
        self.friction_impulse = wanted;
        self.push_across(bodies, change);
    }

    /// Pushes its bodies out of each other by a share of its depth; motions are displacements.
    pub fn push_out(&mut self, bodies: &mut [SolverBody], share: f64) {
        let depth = -self.gap - SLOP_M;
        let left = self.left_depth.max((1.0 - share) * depth);
        let room = self.normal.apart(self.sides(bodies)) + left - depth;
        if self.inverse_mass == 0.0 || (room >= 0.0 && self.push == 0.0) {
            return;
        }
        let wanted = (self.push - room / self.inverse_mass).max(0.0);
        let change = wanted - self.push;
        self.push = wanted;
        self.push_along(&self.normal, bodies, change);
    }

    /// Gives the contact its impulses.
    pub fn tell(&self, contacts: &mut [Contact]) {
        let contact = &mut contacts[self.contact];
        let [t, u] = &self.tangents;
        contact.normal_impulse = self.normal_impulse;
        contact.friction_impulse =
            t.along * self.friction_impulse.x + u.along * self.friction_impulse.y;
    }

    fn sides<'b>(&self, bodies: &'b [SolverBody]) -> [&'b SolverBody; 2] {
        self.bodies.map(|i| &bodies[i])
    }

    fn push_across(&self, bodies: &mut [SolverBody], push: DVec2) {
        if push != DVec2::ZERO {
            let [t, u] = &self.tangents;
            self.push_along(t, bodies, push.x);
            self.push_along(u, bodies, push.y);
        }
    }

    fn push_along(&self, direction: &Direction, bodies: &mut [SolverBody], push: f64) {
        if push != 0.0 {
            let each = self.bodies.into_iter().zip([push, -push]);
            for (side, (i, push)) in each.enumerate() {
                let body = &mut bodies[i];
                body.linear += direction.along * (push * self.inverse_masses[side]);
                body.angular += direction.turns[side] * push;
            }
        }
    }
}
