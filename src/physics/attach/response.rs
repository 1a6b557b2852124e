//! How an attachment answers pushes along one direction, worked out once for pushes of any
//! size.

use super::{Attachment, Frame, Level};
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;

/// How an attachment answers pushes along one direction.
pub struct Response {
    side: Attachment,
    direction: DVec3,
    /// Inverse of the mass that opposes a push, 1/kg.
    pub inverse_mass: f64,
    /// How far a unit push moves the centre of a body, 1/kg.
    moved: f64,
    /// How far a unit push turns a body, 1/(kg·m).
    turned: DVec3,
}

impl Response {
    /// Pushes along the direction: kg·m on positions, kg·m/s on velocities.
    pub fn push(&self, model: &Model, state: &mut State, size: f64, level: Level) {
        let Attachment::Body { body, .. } = self.side else {
            self.side.push(model, state, self.direction * size, level);
            return;
        };
        let moved = self.direction * (self.moved * size);
        match level {
            Level::Position => state.bodies[body].position += moved,
            Level::Velocity => state.bodies[body].velocity += moved,
        }
        Frame::Body(body).rotate(state, self.turned * size, level);
    }
}

impl Attachment {
    /// How it answers pushes along the unit vector `direction`: worked out once, for
    /// pushes of any size.
    pub fn response(&self, model: &Model, state: &State, direction: DVec3) -> Response {
        let mut response = Response {
            side: *self,
            direction,
            inverse_mass: 0.0,
            moved: 0.0,
            turned: DVec3::ZERO,
        };
        if let Attachment::Body { body, arm } = *self {
            let lever = (state.bodies[body].orientation * arm).cross(direction);
            response.moved = state.inverse_mass_of_body(model, body);
            response.turned = state.inverse_inertia_times(model, body, lever);
            response.inverse_mass = response.moved + lever.dot(response.turned);
        } else {
            response.inverse_mass = self.inverse_mass_along(model, state, direction);
        }
        response
    }
}
