//! Two points of two bodies together (Baltman & Radeztsky, section 7; see
//! [`Pin`](crate::physics::constraint::Pin) for the signs).
//!
//! `C = a − b`, `P = −(K_a + K_b)⁻¹ C` with `K = 1/m − [r]× I⁻¹ [r]×`; `a` moves by `P / m_a` and turns by `I_a⁻¹ (r_a × P)`, `b` against it.

use super::figure::Body;
use super::motion::Motion;
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::vector::{Symmetric, Vector};

/// Two points together.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The points in their frames, m.
    pub arms: [[f64; 3]; 2],
    /// Factors on the inverse masses.
    pub weights: [f64; 2],
    /// Fraction of the error corrected.
    pub relaxation_factor: f64,
}

/// Moves both bodies so that the points meet
#[inline(always)]
pub fn relax<L: Lane>(pin: &Pin, motions: &mut [Motion<L>], bodies: &[Body]) {
    let [a, b] = pin.bodies;
    let levers = [
        lever(&motions[a], pin.arms[0]),
        lever(&motions[b], pin.arms[1]),
    ];
    let error = motions[a].position + levers[0] - (motions[b].position + levers[1]);
    let error = error * error.x.like(pin.relaxation_factor);
    let push = -block_of(pin, motions, bodies, levers).solve(error);
    move_by(
        &mut motions[a],
        &bodies[a],
        levers[0],
        push * push.x.like(pin.weights[0]),
    );
    move_by(
        &mut motions[b],
        &bodies[b],
        levers[1],
        push * push.x.like(-pin.weights[1]),
    );
}

/// What of a pin velocities do not change.
#[derive(Clone, Copy)]
pub struct Grip<L> {
    levers: [Vector<L>; 2],
    /// Of both points, 1/kg.
    inverse_mass: Symmetric<L>,
}

impl<L: Lane> Grip<L> {
    #[inline(always)]
    pub fn of(pin: &Pin, motions: &[Motion<L>], bodies: &[Body]) -> Grip<L> {
        let [a, b] = pin.bodies;
        let levers = [
            lever(&motions[a], pin.arms[0]),
            lever(&motions[b], pin.arms[1]),
        ];
        Grip {
            inverse_mass: block_of(pin, motions, bodies, levers),
            levers,
        }
    }

    /// Takes away the velocity that parts the points, as passes over stops need it.
    #[inline(always)]
    pub fn settle(&self, pin: &Pin, factor: f64, motions: &mut [Motion<L>], bodies: &[Body]) {
        let [a, b] = pin.bodies;
        let levers = self.levers;
        let of_a = motions[a].velocity_at(Some(levers[0]));
        let of_b = motions[b].velocity_at(Some(levers[1]));
        let error = (of_a - of_b) * of_a.x.like(factor);
        let push = -self.inverse_mass.solve(error);
        let to_a = push * push.x.like(pin.weights[0]);
        let to_b = push * push.x.like(-pin.weights[1]);
        motions[a].push_velocity(&bodies[a], Some(levers[0]), to_a);
        motions[b].push_velocity(&bodies[b], Some(levers[1]), to_b);
    }
}

/// The inverse mass of both points of a pin, 1/kg.
#[inline(always)]
fn block_of<L: Lane>(
    pin: &Pin,
    motions: &[Motion<L>],
    bodies: &[Body],
    levers: [Vector<L>; 2],
) -> Symmetric<L> {
    let [a, b] = pin.bodies;
    let one = levers[0].x.like(1.0);
    inverse_mass_of(&motions[a], &bodies[a], levers[0]) * (one * pin.weights[0])
        + inverse_mass_of(&motions[b], &bodies[b], levers[1]) * (one * pin.weights[1])
}

/// From the centre of mass to a point of a body, m.
#[inline(always)]
pub fn lever<L: Lane>(motion: &Motion<L>, arm: [f64; 3]) -> Vector<L> {
    motion.orientation.rotate(motion.position.like(arm))
}

/// The matrix that takes a push to the displacement of a point, 1/kg.
#[inline(always)]
pub fn inverse_mass_of<L: Lane>(motion: &Motion<L>, body: &Body, lever: Vector<L>) -> Symmetric<L> {
    let one = lever.x.like(1.0);
    if body.round {
        // −[r]× [r]× = r² − r rᵀ
        let inverse_inertia = one * body.inverse_inertia[0];
        let of_turning = lever.length_squared() * inverse_inertia;
        return Symmetric::diagonal(of_turning + body.inverse_mass)
            - Symmetric::outer(lever, inverse_inertia);
    }
    let i = motion.inverse_inertia(body);
    let r = lever;
    // Columns of I⁻¹ [r]×, then −[r]× times them.
    let first = Vector::new(
        i.xy * r.z - i.xz * r.y,
        i.yy * r.z - i.yz * r.y,
        i.yz * r.z - i.zz * r.y,
    );
    let second = Vector::new(
        i.xz * r.x - i.xx * r.z,
        i.yz * r.x - i.xy * r.z,
        i.zz * r.x - i.xz * r.z,
    );
    let third = Vector::new(
        i.xx * r.y - i.xy * r.x,
        i.xy * r.y - i.yy * r.x,
        i.xz * r.y - i.yz * r.x,
    );
    let (first, second, third) = (first.cross(r), second.cross(r), third.cross(r));
    let mass = one * body.inverse_mass;
    Symmetric {
        xx: first.x + mass,
        yy: second.y + mass,
        zz: third.z + mass,
        xy: second.x,
        xz: third.x,
        yz: third.y,
    }
}

/// Moves and turns a body by a push at the end of a lever, kg·m.
#[inline(always)]
pub fn move_by<L: Lane>(motion: &mut Motion<L>, body: &Body, lever: Vector<L>, push: Vector<L>) {
    motion.position += push * push.x.like(body.inverse_mass);
    motion.turn(body, lever.cross(push));
}
