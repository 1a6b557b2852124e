//! A constraint that has no kernel: its own rows, one ragdoll after the other, so that every kind
//! keeps its figure in the batch.

use super::motion::Motion;
use crate::physics::constraint::{relaxation_weights, ConstraintRows, MOST_BODIES};
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::vector::{Quaternion, Vector};
use crate::physics::{BodyModel, BodyState, Constraint, Model, State};
use arrayvec::ArrayVec;
use glam::{DQuat, DVec3};
use std::cell::RefCell;
use std::ops::Range;

thread_local! {
    /// The bodies of one constraint of one ragdoll.
    static ONE: RefCell<State> = RefCell::new(State::default());
}

/// A constraint, and what it needs of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// It names bodies by their places in the list.
    constraint: Constraint,
    /// Places in the figure of the bodies that it names.
    bodies: Vec<usize>,
    /// Factors on the inverse masses of its two sides.
    weights: [f64; 2],
    /// Whether it has stops that are met ahead.
    has_stops: bool,
    /// The settings, and those bodies.
    model: Model,
}

impl Rows {
    /// Those of a constraint; `None` if it names a body that is not of the figure.
    pub fn of(model: &Model, figure: &Range<usize>, constraint: &Constraint) -> Option<Rows> {
        let weighting = model.settings.weighting();
        let mut own = constraint.clone();
        let mut named: Vec<usize> = Vec::new();
        for body in own.bodies_mut() {
            let place = named.iter().position(|named| named == body);
            let place = place.unwrap_or_else(|| {
                named.push(*body);
                named.len() - 1
            });
            *body = place;
        }
        let mass_of = |&body: &usize| {
            let of = &model.bodies[body];
            BodyModel {
                inertia: of.inertia,
                axes: of.axes,
                ..BodyModel::round(of.mass, 1.0, None, of.surface)
            }
        };
        named
            .iter()
            .all(|body| figure.contains(body))
            .then(|| Rows {
                constraint: own,
                has_stops: constraint.has_stops(&model.settings),
                weights: relaxation_weights(model, constraint.attachments(), weighting),
                model: Model {
                    settings: model.settings.clone(),
                    bodies: named.iter().map(mass_of).collect(),
                    ..Model::default()
                },
                bodies: named.iter().map(|body| body - figure.start).collect(),
            })
    }
}

/// One pass over it in each lane.
#[inline(always)]
pub fn relax<L: Lane>(rows: &Rows, motions: &mut [Motion<L>]) {
    each_lane(rows, motions, |state| {
        relax_one(rows, state);
        false
    });
}

/// Slows what would pass a stop within a time in each lane, and tells where it would.
#[inline(always)]
pub fn arrest<L: Lane>(rows: &Rows, time: (f64, f64), motions: &mut [Motion<L>]) -> L::Mask {
    match rows.has_stops {
        true => each_lane(rows, motions, |state| arrest_one(rows, time, state)),
        false => {
            let zero = motions[0].position.x.like(0.0);
            zero.lt(zero)
        }
    }
}

/// Takes away the velocities that lead it apart in each lane.
#[inline(always)]
pub fn settle<L: Lane>(rows: &Rows, factor: f64, motions: &mut [Motion<L>]) {
    each_lane(rows, motions, |state| {
        settle_one(rows, factor, state);
        false
    });
}

/// Does something with the bodies of each lane, and tells where it says so.
#[inline(always)]
fn each_lane<L: Lane>(
    rows: &Rows,
    motions: &mut [Motion<L>],
    act: impl Fn(&mut State) -> bool,
) -> L::Mask {
    let zero = motions[0].position.x.like(0.0);
    let mut said = zero;
    ONE.with_borrow_mut(|state| {
        let (mut last, mut says) = (ArrayVec::new(), false);
        for lane in 0..L::COUNT {
            let now = rows
                .bodies
                .iter()
                .map(|&body| body_of(&motions[body], lane));
            let now: ArrayVec<BodyState, MOST_BODIES> = now.collect();
            // Lanes without a ragdoll repeat the one before.
            if !same_bits(&now, &last) {
                state.bodies.clear();
                state.bodies.extend(now.iter().copied());
                says = act(state);
            }
            for (&body, moved) in rows.bodies.iter().zip(&state.bodies) {
                put_into(&mut motions[body], lane, moved);
            }
            said.set_lane(lane, f64::from(u8::from(says)));
            last = now;
        }
    });
    zero.lt(said)
}

fn same_bits(some: &[BodyState], others: &[BodyState]) -> bool {
    let bits = |body: &BodyState| {
        let [x, y, z] = body.position.to_array().map(f64::to_bits);
        let [i, j, k, w] = body.orientation.to_array().map(f64::to_bits);
        let [u, v, s] = body.velocity.to_array().map(f64::to_bits);
        let [p, q, r] = body.angular_velocity.to_array().map(f64::to_bits);
        [x, y, z, i, j, k, w, u, v, s, p, q, r]
    };
    some.iter().map(bits).eq(others.iter().map(bits))
}

/// One pass over it. Not inlined: it is made once for all types of lanes.
#[inline(never)]
fn relax_one(rows: &Rows, state: &mut State) {
    rows.constraint.relax(&rows.model, state, rows.weights);
}

#[inline(never)]
fn arrest_one(rows: &Rows, time: (f64, f64), state: &mut State) -> bool {
    let mut answer = rows.constraint.answer(&rows.model, state, None);
    answer.arrest(&rows.model, state, time) > 0.0
}

#[inline(never)]
fn settle_one(rows: &Rows, factor: f64, state: &mut State) {
    let answer = rows.constraint.answer(&rows.model, state, None);
    answer.settle(&rows.model, state, (rows.weights, factor));
}

/// How a body of a lane moves.
#[inline(always)]
fn body_of<L: Lane>(motion: &Motion<L>, lane: usize) -> BodyState {
    let of = |vector: Vector<L>| {
        DVec3::new(
            vector.x.lane(lane),
            vector.y.lane(lane),
            vector.z.lane(lane),
        )
    };
    let turned = of(motion.orientation.vector).extend(motion.orientation.w.lane(lane));
    BodyState {
        position: of(motion.position),
        orientation: DQuat::from_vec4(turned),
        velocity: of(motion.velocity),
        angular_velocity: of(motion.spin),
    }
}

#[inline(always)]
fn put_into<L: Lane>(motion: &mut Motion<L>, lane: usize, body: &BodyState) {
    let put = |vector: &mut Vector<L>, value: DVec3| {
        vector.x.set_lane(lane, value.x);
        vector.y.set_lane(lane, value.y);
        vector.z.set_lane(lane, value.z);
    };
    put(&mut motion.position, body.position);
    put(&mut motion.velocity, body.velocity);
    put(&mut motion.spin, body.angular_velocity);
    let Quaternion { vector, w } = &mut motion.orientation;
    put(vector, body.orientation.xyz());
    w.set_lane(lane, body.orientation.w);
}
