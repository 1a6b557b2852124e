//! A row whose error is the sum of two others, which may move the same things.

use super::{ConstraintRow, Sense};
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
    /// m or rad.
    pub error: f64,
    /// What of the second derivative of the error at constant velocities the halves do not show,
    /// m/s² or rad/s²: where a gradient turns otherwise than what carries it.
    pub bending: f64,
    /// Equality or inequality.
    pub sense: Sense,
    /// Whether it is an angle.
    pub is_angle: bool,
}

/// What a unit push does to a particle or a body.
#[derive(Debug, Clone, Copy)]
struct Push {
    mover: Mover,
    /// N·s, and N·m·s about the centre of mass.
    linear: DVec3,
    angular: DVec3,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Mover {
    Particle(usize),
    Body(usize),
}

type Pushes = ArrayVec<Push, 4>;

impl Coupled {
    /// What a unit push does to each thing, all of it together.
    fn pushes(&self, state: &State) -> Pushes {
        let mut pushes = Pushes::new();
        for half in &self.halves {
            match *half {
                Half::Turn { frames, gradient } => {
                    for (frame, angular) in frames.into_iter().zip([-gradient, gradient]) {
                        if let Frame::Body(body) = frame {
                            add(&mut pushes, Mover::Body(body), DVec3::ZERO, angular);
                        }
                    }
                }
                Half::Way { points, gradient } => {
                    for (point, linear) in points.into_iter().zip([gradient, -gradient]) {
                        match point {
                            Attachment::Body { body, arm } => {
                                let lever = state.bodies[body].orientation * arm;
                                let angular = lever.cross(linear);
                                add(&mut pushes, Mover::Body(body), linear, angular);
                            }
                            Attachment::Particle(i) => {
                                add(&mut pushes, Mover::Particle(i), linear, DVec3::ZERO);
                            }
                            // Neither gears nor corners grip anything else that moves.
                            _ => {}
                        }
                    }
                }
            }
        }
        pushes
    }

    /// Rate of the error, m/s or rad/s.
    pub fn rate(&self, state: &State) -> f64 {
        let of = |push: &Push| match push.mover {
            Mover::Particle(i) => push.linear.dot(state.particles[i].velocity),
            Mover::Body(i) => {
                let body = &state.bodies[i];
                push.linear.dot(body.velocity) + push.angular.dot(body.angular_velocity)
            }
        };
        self.pushes(state).iter().map(of).sum()
    }

    /// Inverse of the mass or inertia that the error has behind it.
    pub fn inverse_mass(&self, model: &Model, state: &State) -> f64 {
        let of = |push: &Push| match push.mover {
            Mover::Particle(i) => {
                push.linear.length_squared() * state.inverse_mass_of_particle(model, i)
            }
            Mover::Body(body) => {
                let turned = state.inverse_inertia_times(model, body, push.angular);
                push.linear.length_squared() * state.inverse_mass_of_body(model, body)
                    + push.angular.dot(turned)
            }
        };
        self.pushes(state).iter().map(of).sum()
    }

    /// Applies an impulse along the error, or moves things as a push along it does.
    pub fn push(&self, model: &Model, state: &mut State, size: f64, level: Level) {
        for push in self.pushes(state) {
            match push.mover {
                Mover::Particle(i) => {
                    let change = push.linear * (size * state.inverse_mass_of_particle(model, i));
                    let particle = &mut state.particles[i];
                    match level {
                        Level::Position => particle.position += change,
                        Level::Velocity => particle.velocity += change,
                    }
                }
                Mover::Body(body) => push.push_body(model, state, body, size, level),
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

impl Push {
    fn push_body(self, model: &Model, state: &mut State, body: usize, size: f64, level: Level) {
        let linear = self.linear * (size * state.inverse_mass_of_body(model, body));
        let angular = state.inverse_inertia_times(model, body, self.angular * size);
        let body = &mut state.bodies[body];
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

fn add(pushes: &mut Pushes, mover: Mover, linear: DVec3, angular: DVec3) {
    match pushes.iter_mut().find(|push| push.mover == mover) {
        Some(push) => {
            push.linear += linear;
            push.angular += angular;
        }
        // Two halves have four sides.
        None => pushes.push(Push {
            mover,
            linear,
            angular,
        }),
    }
}
