//! Where bodies start, if that is not where all joints are 0.

use super::joint::{Joint, Moves};
use super::place::Place;
use super::Assembly;
use crate::exchange::rig::turns::Stood;
use crate::exchange::wxyz;
use glam::{DQuat, DVec3};

/// Where a body is and how it moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    pub place: Place,
    /// m/s.
    pub velocity: DVec3,
    /// rad/s, about axes of the world.
    pub spin: DVec3,
}

impl Motion {
    /// At rest.
    pub const fn at(place: Place) -> Motion {
        Motion {
            place,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// That of another frame that is carried along.
    pub fn carry(&self, inner: Place) -> Motion {
        let place = self.place.of(inner);
        let arm = place.position - self.place.position;
        Motion {
            place,
            velocity: self.velocity + self.spin.cross(arm),
            spin: self.spin,
        }
    }
}

/// How the second body of a joint is against the first, seen from that.
struct Moved {
    turn: DQuat,
    way: DVec3,
    spin: DVec3,
    velocity: DVec3,
}

impl Assembly {
    /// How a body starts; none is the world.
    pub fn motion_of(&self, body: Option<usize>) -> Motion {
        body.map_or(Motion::at(Place::ORIGIN), |body| self.parts[body].motion)
    }

    /// Has a body start so.
    pub fn start(&mut self, body: usize, motion: Motion) {
        self.parts[body].motion = motion;
        let own = &mut self.scene.bodies[body];
        own.position_m = motion.place.position.to_array();
        own.orientation = wxyz(motion.place.turn);
        own.velocity_m_s = motion.velocity.to_array().map(|x| x + 0.0);
        own.angular_velocity_deg_s = motion.spin.to_array().map(|x| x.to_degrees() + 0.0);
    }

    /// Has the second body of a joint start where the first one and the moves put it.
    pub fn hang(&mut self, joint: &Joint) {
        let Some(second) = joint.bodies[1] else {
            return;
        };
        let first = self.motion_of(joint.bodies[0]);
        let moved = moved(&joint.moves, joint.rest);
        let at = first.carry(Place {
            position: joint.anchors[0] + moved.way,
            turn: (moved.turn).normalize(),
        });
        let spin = first.spin + first.place.turn * moved.spin;
        let arm = at.place.turn * -joint.anchors[1];
        self.start(
            second,
            Motion {
                place: Place {
                    position: at.place.position + arm,
                    turn: at.place.turn,
                },
                velocity: at.velocity + first.place.turn * moved.velocity + spin.cross(arm),
                spin,
            },
        );
    }
}

fn moved(moves: &Moves, rest: DQuat) -> Moved {
    match moves {
        Moves::Ball { turned, spin, .. } => {
            let turn = rest * *turned;
            Moved {
                turn,
                way: DVec3::ZERO,
                spin: turn * *spin,
                velocity: DVec3::ZERO,
            }
        }
        Moves::Axes(axes) => {
            let stood = Stood::of(axes);
            let mut moved = Moved {
                turn: stood.turn * rest,
                way: stood.end,
                spin: DVec3::ZERO,
                velocity: DVec3::ZERO,
            };
            for (own, &(axis, point)) in axes.iter().zip(&stood.axes) {
                if own.slides {
                    moved.velocity += axis * own.rate;
                } else {
                    moved.spin += axis * own.rate;
                    moved.velocity += (axis * own.rate).cross(stood.end - point);
                }
            }
            moved
        }
    }
}
