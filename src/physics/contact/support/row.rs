//! A contact of two bodies, or of a body and what stands still, packed for a velocity solve.
//!
//! Its normal and two directions across it each know how they turn the bodies, so that a visit
//! is a few products; levers and inertia stay as they are at the start of the substep.

use super::super::solver_body::{BodyPlace, SolverBodies, SolverBody, STILL};
use super::super::{Contact, NO_SLIDE, SLOP_M};
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
        let levers = [arms[0].cross(along), arms[1].cross(along)];
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

/// What a contact touches.
#[derive(Debug, Clone, Copy)]
struct Sides {
    /// Bodies, by index among those that are packed.
    bodies: [usize; 2],
    /// Their inverse masses, 1/kg.
    inverse_masses: [f64; 2],
}

impl Sides {
    fn of<'b>(&self, bodies: &'b [SolverBody]) -> [&'b SolverBody; 2] {
        let [a, b] = self.bodies;
        [&bodies[a], &bodies[b]]
    }

    fn push(&self, direction: &Direction, bodies: &mut [SolverBody], push: f64) {
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

/// The normal of a contact, see the head of this file.
#[derive(Debug, Clone)]
pub(super) struct NormalRow {
    /// Index of the contact.
    contact: usize,
    /// Index of the first contact of its manifold.
    pub manifold: usize,
    sides: Sides,
    normal: Direction,
    /// Inverse of the mass that opposes a push along the normal, 1/kg.
    inverse_mass: f64,
    /// That mass, kg; zero of what nothing moves.
    mass: f64,
    /// Distance of the surfaces, m.
    gap: f64,
    /// Depth that is left for later, m.
    left_depth: f64,
    /// Speed at which the gap may close within the substep, m/s.
    closing: f64,
    /// What presses, N·s.
    impulse: f64,
    /// Position push, kg·m.
    push: f64,
}

/// The friction of a contact, see the head of this file.
#[derive(Debug, Clone)]
pub(super) struct FrictionRow {
    sides: Sides,
    tangents: [Direction; 2],
    /// Inverse of the mass that opposes pushes along the tangents, and one along the first by the
    /// second, 1/kg.
    inverse_masses: [f64; 3],
    /// Coulomb coefficient.
    coefficient: f64,
    /// How fast a belt carries along the tangents, m/s.
    belt: DVec2,
    /// Along the tangents, N·s.
    impulse: DVec2,
}

/// Packs a contact whose bodies are packed, by its index; `manifold` is the first of its
/// manifold. The motion to come takes `h` seconds.
pub(super) fn pack(
    (index, manifold): (usize, usize),
    contact: &Contact,
    bodies: &SolverBodies,
    h: f64,
) -> (NormalRow, FrictionRow) {
    let body_of = |core: Attachment| match core {
        Attachment::Body { body, .. } => bodies.slot_of_body(body),
        _ => STILL,
    };
    let indices = [body_of(contact.a.core), body_of(contact.b.core)];
    let sides = indices.map(|i| &bodies.bodies[i]);
    let places = indices.map(|i| &bodies.places[i]);
    let arm_of = |at: Attachment, body: &BodyPlace| match at {
        Attachment::Body { arm, .. } => body.rotation * arm,
        _ => DVec3::ZERO,
    };
    let [a, b] = places;
    let cores = [arm_of(contact.a.core, a), arm_of(contact.b.core, b)];
    let surfaces = [
        arm_of(contact.a.surface(), a),
        arm_of(contact.b.surface(), b),
    ];
    let place = |core: Attachment, body: &BodyPlace, arm: DVec3| match core {
        Attachment::World(point) => point,
        _ => body.position + arm,
    };
    let between = place(contact.a.core, a, cores[0]) - place(contact.b.core, b, cores[1]);
    let gap = between.dot(contact.normal) - contact.reach;
    let (t, u) = contact.normal.any_orthonormal_pair();
    let normal = Direction::new(contact.normal, cores, sides);
    let (first, second) = (
        Direction::new(t, surfaces, sides),
        Direction::new(u, surfaces, sides),
    );
    let inverse_masses = sides.map(|body| body.inverse_mass);
    let inverse_mass = inverse_masses[0] + inverse_masses[1];
    let sides = Sides {
        bodies: indices,
        inverse_masses,
    };
    let opposing = inverse_mass + normal.inverse_mass_of_turns(&normal);
    let along_normal = NormalRow {
        contact: index,
        manifold,
        sides,
        inverse_mass: opposing,
        mass: if opposing == 0.0 { 0.0 } else { 1.0 / opposing },
        normal,
        gap,
        left_depth: contact.left_depth,
        closing: gap.max(0.0) / h,
        impulse: contact.normal_impulse,
        push: 0.0,
    };
    let across = FrictionRow {
        sides,
        inverse_masses: [
            inverse_mass + first.inverse_mass_of_turns(&first),
            inverse_mass + second.inverse_mass_of_turns(&second),
            first.inverse_mass_of_turns(&second),
        ],
        coefficient: contact.material.friction,
        belt: DVec2::new(contact.belt.dot(t), contact.belt.dot(u)),
        impulse: DVec2::new(
            contact.friction_impulse.dot(t),
            contact.friction_impulse.dot(u),
        ),
        tangents: [first, second],
    };
    (along_normal, across)
}

impl NormalRow {
    /// Whether it overlaps by more than rest needs.
    pub fn is_deep(&self) -> bool {
        self.gap < -SLOP_M - self.left_depth
    }

    /// What it presses with, N·s.
    pub fn impulse(&self) -> f64 {
        self.impulse
    }

    /// Applies the impulse that it starts with.
    pub fn warm_start(&self, bodies: &mut [SolverBody]) {
        self.sides.push(&self.normal, bodies, self.impulse);
    }

    /// Removes approach that closes more than the gap; returns the change of speed, m/s.
    pub fn press(&mut self, bodies: &mut [SolverBody]) -> f64 {
        let speed = self.normal.apart(self.sides.of(bodies)) + self.closing;
        if speed >= 0.0 && self.impulse == 0.0 {
            return 0.0;
        }
        let wanted = (self.impulse - speed * self.mass).max(0.0);
        let change = wanted - self.impulse;
        self.impulse = wanted;
        self.sides.push(&self.normal, bodies, change);
        (change * self.inverse_mass).abs()
    }

    /// Pushes its bodies out of each other by a share of its depth; motions are displacements.
    pub fn push_out(&mut self, bodies: &mut [SolverBody], share: f64) {
        let depth = -self.gap - SLOP_M;
        let left = self.left_depth.max((1.0 - share) * depth);
        let room = self.normal.apart(self.sides.of(bodies)) + left - depth;
        if room >= 0.0 && self.push == 0.0 {
            return;
        }
        let wanted = (self.push - room * self.mass).max(0.0);
        let change = wanted - self.push;
        self.push = wanted;
        self.sides.push(&self.normal, bodies, change);
    }
}

impl FrictionRow {
    /// Applies the impulse that it starts with.
    pub fn warm_start(&self, bodies: &mut [SolverBody]) {
        self.push(bodies, self.impulse);
    }

    /// Slip along the tangents, m/s.
    pub fn slip(&self, bodies: &[SolverBody]) -> DVec2 {
        let sides = self.sides.of(bodies);
        let [t, u] = &self.tangents;
        DVec2::new(t.apart(sides), u.apart(sides)) - self.belt
    }

    /// Whether it rubs, or may, where so much presses, N·s.
    pub fn rubs(&self, pressing: f64) -> bool {
        pressing > 0.0 || self.impulse != DVec2::ZERO
    }

    /// Takes back a slip by friction within the cone of what presses, N·s.
    pub fn rub(&mut self, bodies: &mut [SolverBody], slip: DVec2, pressing: f64) {
        let most = self.coefficient * pressing;
        let squared = slip.length_squared();
        let [tt, uu, tu] = self.inverse_masses;
        if tt == 0.0 {
            return;
        }
        let mut wanted = self.impulse;
        if squared > NO_SLIDE * NO_SLIDE {
            // Of a unit vector along the slip it is this over the square: no root is needed.
            let inverse_mass =
                tt * slip.x * slip.x + uu * slip.y * slip.y + 2.0 * tu * slip.x * slip.y;
            wanted -= slip * (squared / inverse_mass);
        }
        let wanted = wanted.clamp_length_max(most);
        let change = wanted - self.impulse;
        self.impulse = wanted;
        self.push(bodies, change);
    }

    fn push(&self, bodies: &mut [SolverBody], push: DVec2) {
        if push != DVec2::ZERO {
            let [t, u] = &self.tangents;
            self.sides.push(t, bodies, push.x);
            self.sides.push(u, bodies, push.y);
        }
    }
}

/// Gives a contact its impulses.
pub(super) fn tell(normal: &NormalRow, across: &FrictionRow, contacts: &mut [Contact]) {
    let contact = &mut contacts[normal.contact];
    let [t, u] = &across.tangents;
    contact.normal_impulse = normal.impulse;
    contact.friction_impulse = t.along * across.impulse.x + u.along * across.impulse.y;
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DMat3;

    /// What held a load before and no longer presses must let go, even where nothing slides.
    #[test]
    fn friction_stays_within_its_cone_without_a_slip() {
        let body = SolverBody {
            linear: DVec3::ZERO,
            angular: DVec3::ZERO,
            inverse_mass: 1.0,
            inverse_inertia: DMat3::IDENTITY,
        };
        let mut bodies = [body, SolverBody::default()];
        let [a, b] = &bodies;
        let along = |direction| Direction::new(direction, [DVec3::ZERO; 2], [a, b]);
        let mut row = FrictionRow {
            sides: Sides {
                bodies: [0, 1],
                inverse_masses: [1.0, 0.0],
            },
            tangents: [along(DVec3::X), along(DVec3::Z)],
            inverse_masses: [1.0, 1.0, 0.0],
            coefficient: 0.5,
            belt: DVec2::ZERO,
            impulse: DVec2::new(3.0, 4.0),
        };
        row.rub(&mut bodies, DVec2::ZERO, 4.0);
        assert!((row.impulse - DVec2::new(1.2, 1.6)).length() < 1e-15);
        let given_back = DVec3::new(-1.8, 0.0, -2.4);
        assert!((bodies[0].linear - given_back).length() < 1e-15);
    }
}
