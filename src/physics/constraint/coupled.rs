//! A row whose error is the sum of two others, which may move the same bodies.

use super::ConstraintRow;
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::math::turned;
use crate::physics::model::Model;
use crate::physics::state::State;
use arrayvec::ArrayVec;
use glam::DVec3;

/// One of the two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Half {
    /// It grows with `gradient · (ω_b − ω_a)`.
    Turn {
        /// Parent and child.
        frames: [Frame; 2],
        /// Gradient in the world.
        gradient: DVec3,
    },
    /// It grows with `gradient · (v_a − v_b)` of two points.
    Way {
        /// The two points.
        points: [Attachment; 2],
        /// Gradient in the world.
        gradient: DVec3,
    },
}

impl Half {
    /// So many times a scalar row; none of a row of points.
    pub fn of(row: &ConstraintRow, factor: f64) -> Option<Half> {
        match *row {
            ConstraintRow::Angular { a, b, axis, .. } => Some(Half::Turn {
                frames: [a, b],
                gradient: axis * factor,
            }),
            ConstraintRow::Linear {
                a, b, direction, ..
            } => Some(Half::Way {
                points: [a, b],
                gradient: direction * factor,
            }),
            ConstraintRow::Point { .. } | ConstraintRow::Coupled(_) => None,
        }
    }
}

/// A row of two halves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coupled {
    /// The two.
    pub halves: [Half; 2],
    /// m or rad; it must be zero.
    pub error: f64,
    /// Whether it is an angle.
    pub is_angle: bool,
}

/// What a unit push does to a body.
#[derive(Debug, Clone, Copy)]
struct Push {
    body: usize,
    /// N·s, and N·m·s about the centre of mass.
    linear: DVec3,
    angular: DVec3,
}

type Pushes = ArrayVec<Push, 4>;

impl Coupled {
    /// What a unit push does to each body, all of it together.
    fn pushes(&self, state: &State) -> Pushes {
        let mut pushes = Pushes::new();
        for half in &self.halves {
            match *half {
                Half::Turn { frames, gradient } => {
                    for (frame, angular) in frames.into_iter().zip([-gradient, gradient]) {
                        if let Frame::Body(body) = frame {
                            add(&mut pushes, body, DVec3::ZERO, angular);
                        }
                    }
                }
                Half::Way { points, gradient } => {
                    for (point, linear) in points.into_iter().zip([gradient, -gradient]) {
                        if let Attachment::Body { body, arm } = point {
                            let lever = state.bodies[body].orientation * arm;
                            add(&mut pushes, body, linear, lever.cross(linear));
                        }
                    }
                }
            }
        }
        pushes
    }

    /// Rate of the error, m/s or rad/s.
    pub fn rate(&self, state: &State) -> f64 {
        let of = |push: &Push| {
            let body = &state.bodies[push.body];
            push.linear.dot(body.velocity) + push.angular.dot(body.angular_velocity)
        };
        self.pushes(state).iter().map(of).sum()
    }

    /// Inverse of the mass or inertia that the error has behind it.
    pub fn inverse_mass(&self, model: &Model, state: &State) -> f64 {
        let of = |push: &Push| {
            let turned = state.inverse_inertia_times(model, push.body, push.angular);
            push.linear.length_squared() * state.inverse_mass_of_body(model, push.body)
                + push.angular.dot(turned)
        };
        self.pushes(state).iter().map(of).sum()
    }

    /// Applies an impulse along the error, or moves bodies as a push along it does.
    pub fn push(&self, model: &Model, state: &mut State, size: f64, level: Level) {
        for push in self.pushes(state) {
            let linear = push.linear * (size * state.inverse_mass_of_body(model, push.body));
            let angular = state.inverse_inertia_times(model, push.body, push.angular * size);
            let body = &mut state.bodies[push.body];
            match level {
                Level::Position => {
                    body.position += linear;
                    body.orientation = turned(body.orientation, angular);
                }
                Level::Velocity => {
                    body.velocity += linear;
                    body.angular_velocity += angular;
                }
            }
        }
    }

    /// Takes away an error or its rate.
    pub(super) fn remove(&self, model: &Model, state: &mut State, error: f64, level: Level) {
        let inverse_mass = self.inverse_mass(model, state);
        if inverse_mass > 0.0 {
            self.push(model, state, -error / inverse_mass, level);
        }
    }
}

fn add(pushes: &mut Pushes, body: usize, linear: DVec3, angular: DVec3) {
    match pushes.iter_mut().find(|push| push.body == body) {
        Some(push) => {
            push.linear += linear;
            push.angular += angular;
        }
        // Two halves have four sides.
        None => pushes.push(Push {
            body,
            linear,
            angular,
        }),
    }
}
