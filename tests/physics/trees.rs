//! What makers of random trees share: where joints hang things, and how these move with them.

use crate::kit::on_body;
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{Hinge, Slider};
use ragdoll_lab::physics::{Attachment, BodyState, Frame, State};

/// A point of a body or of the world from which a joint hangs something.
pub struct Hook {
    pub point: Attachment,
    pub frame: Frame,
    carrier: BodyState,
    arm: DVec3,
}

/// How something hangs from a hook and moves against it.
pub struct Hung {
    pub orientation: DQuat,
    /// Angular velocity against the carrier, rad/s.
    pub turning: DVec3,
    /// How far it has slid along an axis of the carrier, m, and how fast, m/s.
    pub axis: DVec3,
    pub way: f64,
    pub speed: f64,
}

impl Hook {
    /// A point of a body, or else of the world.
    pub fn on(parent: Option<usize>, arm: DVec3, state: &State) -> Hook {
        let (point, frame, carrier) = match parent {
            Some(body) => (on_body(body, arm), Frame::Body(body), state.bodies[body]),
            None => {
                let still = BodyState {
                    orientation: DQuat::IDENTITY,
                    ..BodyState::default()
                };
                (Attachment::World(arm), Frame::World, still)
            }
        };
        Hook {
            point,
            frame,
            carrier,
            arm,
        }
    }

    /// Orientation of what carries it.
    pub fn orientation(&self) -> DQuat {
        self.carrier.orientation
    }

    /// The state of a body that hangs from it by its own point `arm`.
    pub fn hang(&self, arm: DVec3, hung: Hung) -> BodyState {
        let Hung {
            orientation,
            turning,
            axis,
            way,
            speed,
        } = hung;
        let carrier = &self.carrier;
        let spin = carrier.angular_velocity + turning;
        let along = carrier.orientation * axis;
        let lever = carrier.orientation * self.arm + along * way;
        let joint = carrier.position + lever;
        let from_joint = orientation * -arm;
        let of_joint = carrier.velocity + carrier.angular_velocity.cross(lever) + along * speed;
        BodyState {
            position: joint + from_joint,
            orientation,
            velocity: of_joint + spin.cross(from_joint),
            angular_velocity: spin,
        }
    }

    /// A hinge without limits on a point of a body.
    pub fn hinge(&self, (body, arm): (usize, DVec3), axis: DVec3, rest: DQuat) -> Hinge {
        Hinge {
            a: self.point,
            b: on_body(body, arm),
            parent: self.frame,
            child: Frame::Body(body),
            axis,
            rest,
            limit: None,
            counter: None,
            relaxation_factor: 1.0,
        }
    }

    /// A slider without limits on a point of a body.
    pub fn slider(&self, (body, arm): (usize, DVec3), axis: DVec3, rest: DQuat) -> Slider {
        Slider {
            a: self.point,
            b: on_body(body, arm),
            parent: self.frame,
            child: Frame::Body(body),
            axis,
            rest,
            turns: false,
            limit: None,
            turn_limit: None,
            counter: None,
            relaxation_factor: 1.0,
        }
    }
}
