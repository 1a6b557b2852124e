//! What an angular constraint turns: the world or a body.

use super::{Attachment, Level};
use crate::physics::math::turned;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// What an angular constraint turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// The world.
    World,
    /// A body, by index.
    Body(usize),
}

impl Frame {
    /// The frame that an attachment is fixed in; `None` for particles, which do
    /// not turn.
    pub fn of(attachment: Attachment) -> Option<Frame> {
        match attachment {
            Attachment::World(_) => Some(Frame::World),
            Attachment::Body { body, .. } => Some(Frame::Body(body)),
            _ => None,
        }
    }

    /// The number of its body, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut usize> {
        match self {
            Frame::World => None,
            Frame::Body(body) => Some(body),
        }
    }

    /// A point of it.
    pub fn origin(self) -> Attachment {
        match self {
            Frame::World => Attachment::World(DVec3::ZERO),
            Frame::Body(body) => Attachment::centre_of(body),
        }
    }

    /// What it carries at a point of the world, m.
    pub fn grip_at(self, state: &State, point: DVec3) -> Attachment {
        match self {
            Frame::World => Attachment::World(point),
            Frame::Body(body) => {
                let own = &state.bodies[body];
                let arm = own.orientation.conjugate() * (point - own.position);
                Attachment::Body { body, arm }
            }
        }
    }

    /// Orientation, frame to world.
    pub fn orientation(self, state: &State) -> DQuat {
        match self {
            Frame::World => DQuat::IDENTITY,
            Frame::Body(body) => state.bodies[body].orientation,
        }
    }

    /// Angular velocity in the world, rad/s.
    pub fn angular_velocity(self, state: &State) -> DVec3 {
        match self {
            Frame::World => DVec3::ZERO,
            Frame::Body(body) => state.bodies[body].angular_velocity,
        }
    }

    /// Inverse inertia times a vector of the world.
    pub fn inverse_inertia_times(self, model: &Model, state: &State, vector: DVec3) -> DVec3 {
        match self {
            Frame::World => DVec3::ZERO,
            Frame::Body(body) => state.inverse_inertia_times(model, body, vector),
        }
    }

    /// Turns by an angular push: kg·m² on positions, an angular impulse, kg·m²/s,
    /// on velocities.
    pub fn turn(self, model: &Model, state: &mut State, push: DVec3, level: Level) {
        if let Frame::Body(body) = self {
            let turn = state.inverse_inertia_times(model, body, push);
            self.rotate(state, turn, level);
        }
    }

    /// Turns by a rotation vector, rad, or changes the angular velocity by it, rad/s.
    pub fn rotate(self, state: &mut State, turn: DVec3, level: Level) {
        let Frame::Body(body) = self else {
            return;
        };
        let b = &mut state.bodies[body];
        match level {
            Level::Position if turn == DVec3::ZERO => {}
            Level::Position => {
                b.orientation = turned(b.orientation, turn);
            }
            Level::Velocity => b.angular_velocity += turn,
        }
    }
}
