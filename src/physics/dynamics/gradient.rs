//! Gradients of scalar errors by the motion of what they hold.

use super::slots::{Slots, Spatial};
use crate::physics::attach::{Attachment, Frame, LimbPoint};
use crate::physics::constraint::coupled::{Coupled, Half};
use crate::physics::constraint::ConstraintRow;
use crate::physics::state::State;
use glam::DVec3;

/// A part of a gradient: of one mover. As an impulse it is what a unit push along the error
/// does there; its product with a velocity is the rate of the error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    /// Slot of the mover.
    pub slot: usize,
    /// The gradient.
    pub of: Spatial,
}

/// Adds the gradient of the place of a point along a direction.
pub fn of_point(
    blocks: &mut Vec<Block>,
    state: &State,
    slots: &Slots,
    point: Attachment,
    direction: DVec3,
) {
    of_lever(
        blocks,
        state,
        slots,
        (point, lever(state, point)),
        direction,
    );
}

/// The arm of a point of a body, in the world, m; nothing of anything else.
#[inline]
fn lever(state: &State, point: Attachment) -> DVec3 {
    match point {
        Attachment::Body { body, arm } => state.bodies[body].orientation * arm,
        _ => DVec3::ZERO,
    }
}

/// The same of a point whose arm is known.
#[inline]
fn of_lever(
    blocks: &mut Vec<Block>,
    state: &State,
    slots: &Slots,
    (point, lever): (Attachment, DVec3),
    direction: DVec3,
) {
    let mut particle = |i: usize, linear: DVec3| {
        blocks.push(Block {
            slot: slots.of_mover(i),
            of: Spatial {
                linear,
                angular: DVec3::ZERO,
            },
        });
    };
    match point {
        Attachment::World(_) => {}
        Attachment::Particle(i) => particle(i, direction),
        Attachment::Particles { ix, weight } => {
            for (i, c) in ix.into_iter().zip(weight).filter(|(_, c)| *c != 0.0) {
                particle(i, direction * c);
            }
        }
        Attachment::Limb {
            a,
            b,
            place,
            offset,
        } => {
            let shares = LimbPoint::new(state, a, b, place, offset).shares(direction);
            particle(a, shares[0]);
            particle(b, shares[1]);
        }
        Attachment::Body { body, .. } => blocks.push(Block {
            slot: slots.of_body(body),
            of: Spatial {
                linear: direction,
                angular: lever.cross(direction),
            },
        }),
    }
}

/// Adds the gradient of a turn about an axis.
pub fn of_turn(blocks: &mut Vec<Block>, slots: &Slots, frame: Frame, axis: DVec3) {
    if let Frame::Body(body) = frame {
        blocks.push(Block {
            slot: slots.of_body(body),
            of: Spatial {
                linear: DVec3::ZERO,
                angular: axis,
            },
        });
    }
}

/// A scalar error of a constraint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScalarRow {
    /// m or rad.
    pub error: f64,
    /// Second derivative of the error at constant velocities, m/s² or rad/s²; of turns with
    /// what turns their axes.
    pub curving: f64,
    /// Whether it is an angle.
    pub is_angle: bool,
}

/// Splits a row into scalar ones, and adds the blocks of each; `take` hears of each and of
/// what has been added.
#[inline]
pub fn split(
    row: &ConstraintRow,
    state: &State,
    slots: &Slots,
    blocks: &mut Vec<Block>,
    mut take: impl FnMut(ScalarRow, &[Block]),
) {
    match *row {
        ConstraintRow::Point { a, b, error } => {
            let [a, b] = [a, b].map(|point| (point, lever(state, point)));
            let curving = centripetal(state, a) - centripetal(state, b);
            for (k, axis) in DVec3::AXES.into_iter().enumerate() {
                let begin = blocks.len();
                of_lever(blocks, state, slots, a, axis);
                of_lever(blocks, state, slots, b, -axis);
                let row = ScalarRow {
                    error: error[k],
                    curving: curving[k],
                    is_angle: false,
                };
                take(row, &blocks[begin..]);
            }
        }
        ConstraintRow::Linear {
            a,
            b,
            direction,
            carrier,
            error,
            ..
        } => {
            let begin = blocks.len();
            of_point(blocks, state, slots, a, direction);
            of_point(blocks, state, slots, b, -direction);
            let apart = a.position(state) - b.position(state);
            let rate = a.velocity(state) - b.velocity(state);
            let turning = match carrier {
                Some(frame) => {
                    let spin = frame.angular_velocity(state);
                    -2.0 * spin.cross(rate).dot(direction)
                }
                None => {
                    let across = rate - direction * rate.dot(direction);
                    // The direction leads away from `b` or towards it: the sign of the distance.
                    across.length_squared() / apart.dot(direction)
                }
            };
            let [a, b] = [a, b].map(|point| (point, lever(state, point)));
            let centripetal = centripetal(state, a) - centripetal(state, b);
            let curving =
                centripetal.dot(direction) + if turning.is_finite() { turning } else { 0.0 };
            let row = ScalarRow {
                error,
                curving,
                is_angle: false,
            };
            take(row, &blocks[begin..]);
        }
        ConstraintRow::Angular {
            a,
            b,
            axis,
            axis_spin,
            error,
            ..
        } => {
            let begin = blocks.len();
            of_turn(blocks, slots, b, axis);
            of_turn(blocks, slots, a, -axis);
            let carrier = a.angular_velocity(state);
            let relative = b.angular_velocity(state) - carrier;
            let row = ScalarRow {
                error,
                curving: (carrier + axis_spin).cross(axis).dot(relative),
                is_angle: true,
            };
            take(row, &blocks[begin..]);
        }
        ConstraintRow::Coupled(coupled) => {
            let begin = blocks.len();
            let row = split_coupled(&coupled, state, slots, blocks);
            take(row, &blocks[begin..]);
        }
    }
}

/// The sum of two rows.
fn split_coupled(
    coupled: &Coupled,
    state: &State,
    slots: &Slots,
    blocks: &mut Vec<Block>,
) -> ScalarRow {
    let mut curving = coupled.bending;
    for half in &coupled.halves {
        match *half {
            Half::Turn {
                frames: [a, b],
                gradient,
            } => {
                of_turn(blocks, slots, b, gradient);
                of_turn(blocks, slots, a, -gradient);
                let carrier = a.angular_velocity(state);
                let relative = b.angular_velocity(state) - carrier;
                curving += carrier.cross(gradient).dot(relative);
            }
            Half::Way {
                points: [a, b],
                gradient,
            } => {
                of_point(blocks, state, slots, a, gradient);
                of_point(blocks, state, slots, b, -gradient);
                let [a, b] = [a, b].map(|point| (point, lever(state, point)));
                let carrier = Frame::of(a.0).map_or(DVec3::ZERO, |a| a.angular_velocity(state));
                let rate = a.0.velocity(state) - b.0.velocity(state);
                let centripetal = centripetal(state, a) - centripetal(state, b);
                curving += (centripetal - carrier.cross(rate) * 2.0).dot(gradient);
            }
        }
    }
    ScalarRow {
        error: coupled.error,
        curving,
        is_angle: coupled.is_angle,
    }
}

/// Acceleration of a point whose mover turns and does not accelerate, m/s².
fn centripetal(state: &State, (point, lever): (Attachment, DVec3)) -> DVec3 {
    match point {
        Attachment::Body { body, .. } => {
            let spin = state.bodies[body].angular_velocity;
            spin.cross(spin.cross(lever))
        }
        _ => DVec3::ZERO,
    }
}
