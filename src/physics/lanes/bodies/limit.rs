//! Rotation of a body against another within bounds (see
//! [`AngleLimit`]).
//!
//! Swing and twist, with the twist axis first, the swing `s = (0, b, c)`, `θ = |s|`,
//! and the half angle's `v` and `w`. The rates of (twist, b, c) are `G ω`; the inverse
//! of the matrix in [`swing_twist`](crate::physics::swing_twist) is
//! `G = [(1, m c, −m b), (−c, e + b² u, b c u), (b, b c u, e + c² u)]` with
//! `m = tan(θ/2)/θ`, `e = θ cot θ`, `u = (1 − e)/θ²`, and its determinant `θ / sin θ`.
//! Or the paper's clamp of components (Baltman & Radeztsky, equations 8.1 to 8.6).

use super::figure::Body;
use super::motion::Motion;
use super::rotation::{
    angle_per_sine, correction, correction_about, turn_of, vector_from_rotation,
};
use super::stop::{room_within, Stop, Turn};
use crate::physics::constraint::stop::{MOST_GRADIENT, RESTING_RAD_S};
use crate::physics::constraint::{AngleLimit, ConstraintRows, LimitModel};
use crate::physics::lanes::lane::{Cell, Lane};
use crate::physics::lanes::vector::{Quaternion, Vector};
use crate::physics::Settings;
use arrayvec::ArrayVec;
use glam::DVec3;
use std::f64::consts::{PI, TAU};

/// Most that one pass corrects of an angle, rad.
const MOST_TURN_RAD: f64 = 0.5;
/// Cosine of half of a swing near a half turn, which has no rates: `sin θ / θ < 0.05`.
const LEAST_COSINE: f64 = 0.075;

/// Bounds of a rotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// Parent and child.
    bodies: [usize; 2],
    /// Smallest angles about the parent's x, y, z, rad.
    min: [f64; 3],
    /// Largest angles, rad.
    max: [f64; 3],
    /// Sines of half of them.
    half_sines: [[f64; 3]; 2],
    /// Axis of the twist: 0 = x, 1 = y, 2 = z.
    twist_axis: usize,
    /// Inverse of the orientation of the child in the parent at the angles 0, x, y, z,
    /// w; `None` if that is the parent's own.
    back_to_rest: Option<[f64; 4]>,
    /// How angles are measured.
    model: LimitModel,
    /// Fraction of the error corrected.
    relaxation_factor: f64,
    /// The points of parent and child that a joint puts together, m.
    held: Option<[[f64; 3]; 2]>,
}

impl Limit {
    /// That of two bodies of a figure, by place.
    pub fn of(
        limit: &AngleLimit,
        settings: &Settings,
        bodies: [usize; 2],
        held: Option<[[f64; 3]; 2]>,
    ) -> Limit {
        let half_sines = |angles: DVec3| angles.to_array().map(|angle| libm::sin(0.5 * angle));
        Limit {
            bodies,
            min: limit.bounds()[0].to_array(),
            max: limit.bounds()[1].to_array(),
            held,
            half_sines: [limit.min, limit.max].map(half_sines),
            twist_axis: limit.twist_axis,
            back_to_rest: turn_of(limit.rest.conjugate()),
            model: limit.model_in(settings),
            relaxation_factor: limit.relaxation_factor() * settings.over_relaxation(),
        }
    }
}

/// Moves both bodies so that the rotation is within its bounds.
#[inline(always)]
pub fn relax<L: Lane>(limit: &Limit, motions: &mut [Motion<L>], bodies: &[Body]) {
    let mut joint = Joint::of(limit, motions, bodies);
    match limit.model {
        LimitModel::Component => joint.relax_components(),
        // Cones are solved elsewhere.
        LimitModel::SwingTwist | LimitModel::Cone => joint.relax_swing_twist(),
    }
    joint.put_back(motions);
}

/// Slows what would pass a bound within `h` seconds, and tells where it would.
#[inline(always)]
pub fn arrest<L: Lane>(
    limit: &Limit,
    h: f64,
    motions: &mut [Motion<L>],
    bodies: &[Body],
) -> L::Mask {
    let [parent, child] = limit.bodies;
    let spin = (motions[child].spin - motions[parent].spin).length_squared();
    let zero = spin.like(0.0);
    let mut passes = zero.lt(zero);
    // A turn of at most so many times this has no need of its angles.
    let slow = RESTING_RAD_S / MOST_GRADIENT;
    let may = zero.like(slow * slow).lt(spin);
    if limit.model != LimitModel::SwingTwist || !L::any(may) {
        return passes;
    }
    let angles = Angles::of(limit, motions, bodies);
    // The farthest that this turns within the time.
    let reach = spin.sqrt() * (MOST_GRADIENT * h);
    for axis in 0..3 {
        let range = [limit.min[axis], limit.max[axis]];
        let angle = angles.angle(axis);
        if range[0] < range[1] && L::any(may & room_within(angle, range).lt(reach)) {
            let stop = Stop::within(angles.turn(axis), (angle, range), limit.held);
            passes = passes | stop.arrest((h, 1.0), &mut None, motions, bodies);
        }
    }
    passes
}

/// Adds the bounds and locks of its three angles.
#[inline(always)]
pub fn find_stops<L: Lane, const N: usize>(
    limit: &Limit,
    motions: &[Motion<L>],
    bodies: &[Body],
    stops: &mut ArrayVec<Stop<L>, N>,
) {
    if limit.model != LimitModel::SwingTwist {
        return;
    }
    let angles = Angles::of(limit, motions, bodies);
    for axis in 0..3 {
        let range = [limit.min[axis], limit.max[axis]];
        let turn = angles.turn(axis);
        stops.push(match range[0] < range[1] {
            true => Stop::within(turn, (angles.angle(axis), range), limit.held),
            false => Stop::locked(turn),
        });
    }
}

/// The three angles of a limit, which velocities do not change.
struct Angles<'a, L: Lane> {
    limit: &'a Limit,
    /// Orientation of the parent, in axes led by that of the twist.
    parent: Quaternion<L>,
    split: Split<L>,
    swing: [L; 2],
}

impl<'a, L: Lane> Angles<'a, L> {
    #[inline(always)]
    fn of(limit: &'a Limit, motions: &[Motion<L>], bodies: &'a [Body]) -> Angles<'a, L> {
        let joint = Joint::of(limit, motions, bodies);
        let split = Split::of(joint.rotation);
        Angles {
            limit,
            parent: joint.parent,
            split,
            swing: split.swing(),
        }
    }

    /// Place of one of them after that of the twist, which follow it cyclically.
    #[inline(always)]
    fn place(&self, axis: usize) -> usize {
        (axis + 3 - self.limit.twist_axis) % 3
    }

    /// One of them, rad.
    #[inline(always)]
    fn angle(&self, axis: usize) -> L {
        match self.place(axis) {
            0 => {
                let (min, max) = (self.limit.min[axis], self.limit.max[axis]);
                within_half_turn(self.split.twist(), min, max)
            }
            place => self.swing[place - 1],
        }
    }

    /// The turn that changes it.
    #[inline(always)]
    fn turn(&self, axis: usize) -> Turn<L> {
        let gradient = match self.place(axis) {
            0 => self.split.twist_gradient(),
            place => self.split.swing_gradient(place, self.swing),
        };
        Turn {
            bodies: self.limit.bodies,
            gradient: self
                .parent
                .rotate(gradient)
                .led_by((3 - self.limit.twist_axis) % 3),
        }
    }
}

/// Two bodies while the rotation between them is corrected. All of it is in axes led by
/// that of the twist; vectors are in the parent's frame.
struct Joint<'a, L: Lane> {
    limit: &'a Limit,
    /// Parent and child.
    bodies: [&'a Body; 2],
    /// Orientation of the parent.
    parent: Quaternion<L>,
    /// Rotation of the child from where the angles are 0.
    rotation: Quaternion<L>,
    /// Where it has been corrected.
    turned: L::Mask,
}

impl<'a, L: Lane> Joint<'a, L> {
    #[inline(always)]
    fn of(limit: &'a Limit, motions: &[Motion<L>], bodies: &'a [Body]) -> Joint<'a, L> {
        let [parent, child] = limit.bodies;
        let lead = limit.twist_axis;
        let [parent_now, child_now] = [
            motions[parent].orientation.led_by(lead),
            motions[child].orientation.led_by(lead),
        ];
        let relative = parent_now.conjugate() * child_now;
        let zero = relative.w.like(0.0);
        Joint {
            limit,
            bodies: [&bodies[parent], &bodies[child]],
            parent: parent_now,
            rotation: match limit.back_to_rest {
                None => relative,
                Some(back) => relative * relative.like(back).led_by(lead),
            },
            turned: zero.lt(zero),
        }
    }

    /// Rotation of the child in the parent's frame.
    #[inline(always)]
    fn child(&self) -> Quaternion<L> {
        match self.limit.back_to_rest {
            None => self.rotation,
            Some(back) => {
                let back = self.rotation.like(back).led_by(self.limit.twist_axis);
                self.rotation * back.conjugate()
            }
        }
    }

    /// Lets the bodies be turned as they are here.
    #[inline(always)]
    fn put_back(&self, motions: &mut [Motion<L>]) {
        if !L::any(self.turned) {
            return;
        }
        let [parent, child] = self.limit.bodies;
        let back = (3 - self.limit.twist_axis) % 3;
        motions[parent].orientation = self.parent.led_by(back);
        // The rotation between both holds the parent's length, and so the product its square:
        // along a chain of joints, pass after pass, what rounding adds to it would grow.
        let after = (self.parent * self.child()).kept_at_unit().led_by(back);
        let before = motions[child].orientation;
        motions[child].orientation = Quaternion::select(self.turned, after, before);
    }

    #[inline(always)]
    fn relax_swing_twist(&mut self) {
        for axis in 0..3 {
            let bounds = (self.limit.min[axis], self.limit.max[axis]);
            // The places after the twist axis follow it cyclically.
            match (axis + 3 - self.limit.twist_axis) % 3 {
                0 => self.relax_twist(bounds),
                place => self.relax_swing(place, bounds),
            }
        }
    }

    #[inline(always)]
    fn relax_twist(&mut self, (min, max): (f64, f64)) {
        let split = Split::of(self.rotation);
        let angle = within_half_turn(split.twist(), min, max);
        let error = beyond(angle, min, max);
        if L::any(!error.same(error.like(0.0))) {
            self.turn(split.twist_gradient(), error);
        }
    }

    /// The first or the second component of the swing.
    #[inline(always)]
    fn relax_swing(&mut self, place: usize, (min, max): (f64, f64)) {
        let split = Split::of(self.rotation);
        let swing = split.swing();
        let angle = if place == 1 { swing[0] } else { swing[1] };
        let error = beyond(angle, min, max);
        if L::any(!error.same(error.like(0.0))) {
            self.turn(split.swing_gradient(place, swing), error);
        }
    }

    /// Takes away an error of an angle with this gradient; where it is zero, nothing
    /// changes.
    #[inline(always)]
    fn turn(&mut self, gradient: Vector<L>, error: L) {
        let zero = error.like(0.0);
        let counts = !error.same(zero);
        let error = (error * self.limit.relaxation_factor)
            .max(zero.like(-MOST_TURN_RAD))
            .min(zero.like(MOST_TURN_RAD));
        let [parent, rotation] = if self.bodies[0].round && self.bodies[1].round {
            self.turned_alike(gradient, error)
        } else {
            self.turned_each(gradient, error)
        };
        self.parent = Quaternion::select(counts, parent, self.parent);
        self.rotation = Quaternion::select(counts, rotation, self.rotation);
        self.turned = self.turned | counts;
    }

    /// Parent and rotation without the error, if both bodies turn about the gradient.
    #[inline(always)]
    fn turned_alike(&self, gradient: Vector<L>, error: L) -> [Quaternion<L>; 2] {
        let [parent, child] = self.bodies;
        let (parent, child) = (parent.inverse_inertia[0], child.inverse_inertia[0]);
        let squared = gradient.length_squared();
        let half = error * -0.5 / squared;
        let of_parent = half * (-parent / (parent + child));
        [
            self.parent * correction_about((gradient, squared), of_parent),
            correction_about((gradient, squared), half) * self.rotation,
        ]
    }

    /// Parent and rotation without the error.
    #[inline(always)]
    fn turned_each(&self, gradient: Vector<L>, error: L) -> [Quaternion<L>; 2] {
        let [parent, child] = self.bodies;
        let way = self.child();
        let of_parent = self.turn_of(parent, gradient);
        let of_child = way.rotate(self.turn_of(child, way.rotate_back(gradient)));
        let factor = -error / gradient.dot(of_parent + of_child);
        let (of_parent, of_child) = (of_parent * factor, of_child * factor);
        [
            self.parent * correction(-of_parent),
            correction(of_parent) * (correction(of_child) * self.rotation),
        ]
    }

    /// What an angular push does to a body, both in its frame.
    #[inline(always)]
    fn turn_of(&self, body: &Body, push: Vector<L>) -> Vector<L> {
        let lead = self.limit.twist_axis;
        let [x, y, z] = body.inverse_inertia;
        let moments = [[x, y, z], [y, z, x], [z, x, y]][lead];
        match body.axes {
            None => push.scaled(moments),
            Some(axes) => {
                let axes = self.rotation.like(axes).led_by(lead);
                axes.rotate(axes.rotate_back(push).scaled(moments))
            }
        }
    }

    /// The whole correction of the clamp.
    #[inline(always)]
    fn relax_components(&mut self) {
        let rotation = self.rotation.positive();
        let v = rotation.vector;
        let [low, high] = self.limit.half_sines;
        let (low, high) = (
            v.like(low).led_by(self.limit.twist_axis),
            v.like(high).led_by(self.limit.twist_axis),
        );
        let clamped = Vector::new(
            v.x.max(low.x).min(high.x),
            v.y.max(low.y).min(high.y),
            v.z.max(low.z).min(high.z),
        );
        let inside = clamped.x.same(v.x) & clamped.y.same(v.y) & clamped.z.same(v.z);
        if !L::any(!inside) {
            return;
        }
        let zero = v.x.like(0.0);
        let real = (v.x.like(1.0) - clamped.length_squared()).max(zero).sqrt();
        let target = Quaternion {
            vector: clamped,
            w: real,
        };
        let turn = vector_from_rotation(rotation * target.normalized().conjugate());
        let squared = turn.length_squared();
        let counts = !inside & zero.lt(squared);
        let squared = L::select(counts, squared, squared.like(1.0));
        let angle = squared.sqrt();
        let axis = turn * (angle.like(1.0) / angle);
        self.turn(axis, L::select(counts, angle, zero));
    }
}

/// A rotation as a swing that follows a twist.
#[derive(Clone, Copy)]
struct Split<L> {
    /// Sine and cosine of half the twist.
    half_twist: [L; 2],
    /// The two components of the swing's quaternion.
    half_swing: [L; 2],
    /// Cosine of half the swing.
    cosine: L,
    /// The inverse of that.
    inverse: L,
}

impl<L: Lane> Split<L> {
    #[inline(always)]
    fn of(rotation: Quaternion<L>) -> Split<L> {
        let (v, w) = (rotation.vector, rotation.w);
        // A half turn across the axis: any twist will do.
        let size = w.abs().max(w.like(L::Cell::LEAST_TWIST));
        let w = size.copysign(w);
        let cosine = (w * w + v.x * v.x).sqrt();
        let inverse = w.like(1.0) / cosine;
        Split {
            half_twist: [v.x * inverse.copysign(w), size * inverse],
            // The rotation times the inverse of its twist.
            half_swing: [
                (v.y * w - v.z * v.x) * inverse,
                (v.z * w + v.y * v.x) * inverse,
            ],
            cosine,
            inverse,
        }
    }

    #[inline(always)]
    fn twist(&self) -> L {
        let [sine, cosine] = self.half_twist;
        sine * angle_per_sine(cosine)
    }

    /// The two components of the swing.
    #[inline(always)]
    fn swing(&self) -> [L; 2] {
        let per_sine = angle_per_sine(self.cosine);
        let [b, c] = self.half_swing;
        [b * per_sine, c * per_sine]
    }

    #[inline(always)]
    fn is_near_half_turn(&self) -> L::Mask {
        self.cosine.lt(self.cosine.like(LEAST_COSINE))
    }

    /// `m c` is the component of the half angle over its cosine.
    #[inline(always)]
    fn twist_gradient(&self) -> Vector<L> {
        let [b, c] = self.half_swing;
        let zero = b.like(0.0);
        let inverse = L::select(self.is_near_half_turn(), zero, self.inverse);
        Vector::new(zero.like(1.0), c * inverse, -(b * inverse))
    }

    /// Gradient of the first or the second component of the swing.
    #[inline(always)]
    fn swing_gradient(&self, place: usize, [b, c]: [L; 2]) -> Vector<L> {
        let one = b.like(1.0);
        // θ / tan θ = (cos θ/2 − 1 / (2 cos θ/2)) θ / sin θ/2
        let e = (self.cosine - self.inverse * 0.5) * angle_per_sine(self.cosine);
        let squared = b * b + c * c;
        // Of no swing the numerator is zero but for rounding.
        let u = (one - e) / squared.max(one.like(1e-12));
        let mixed = b * c * u;
        let exact = match place {
            1 => Vector::new(-c, e + b * b * u, mixed),
            _ => Vector::new(b, mixed, e + c * c * u),
        };
        let zero = one.like(0.0);
        let plain = match place {
            1 => Vector::new(zero, one, zero),
            _ => Vector::new(zero, zero, one),
        };
        Vector::select(self.is_near_half_turn(), plain, exact)
    }
}

/// How far an angle is beyond its bounds; both bounds of an equality are its value.
#[inline(always)]
pub fn beyond<L: Lane>(angle: L, min: f64, max: f64) -> L {
    angle - angle.max(angle.like(min)).min(angle.like(max))
}

/// The turn nearest to the middle of a range among those that are one rotation.
#[inline(always)]
pub fn within_half_turn<L: Lane>(angle: L, min: f64, max: f64) -> L {
    let ahead = angle.like(0.5 * (min + max)) - angle;
    let (zero, turn) = (angle.like(0.0), angle.like(TAU));
    let up = L::select(angle.like(PI).le(ahead), turn, zero);
    let down = L::select(ahead.le(angle.like(-PI)), turn, zero);
    angle + up - down
}
