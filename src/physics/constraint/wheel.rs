//! Rolling without slip, which bounds velocities and no positions (nonholonomic).
//!
//! What touches the plane is at `d` from the centre of something round. It does not slip if
//! `v + ω × d = 0`. Along the normal `n` of the plane that is the rate of the height of the
//! centre, `C = n·(x + d − p)`; along two directions `t` in the plane it is the rate of nothing,
//! so that these rows have rates and no errors: `J = (t, d × t)`. Where `d` turns otherwise than
//! the body, `J` turns too: `J̇ v = (ḋ × t)·ω`.
//!
//! A ball has `d = −r n`. A disc about the axis `a` touches with the lowest point of its rim,
//! `d = −r u / |u|` with `u = n − (n·a) a`. Sources: Gästrin, section 5 (constraints on velocities
//! beside those on positions); Goldstein, "Classical mechanics", section 1.3.

use super::coupled::{Coupled, Half};
use super::{ConstraintRow, Sense};
use crate::physics::attach::{Attachment, Frame};
use crate::physics::state::State;
use glam::DVec3;

/// Sine of the angle between the axis of a disc and the normal below which the disc lies flat and
/// has no lowest point.
const FLAT: f64 = 1e-6;

/// Something round that rolls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wheel {
    /// Radius, m.
    pub radius: f64,
    /// Unit axis of a disc in the frame of the body; none of a ball.
    pub axis: Option<DVec3>,
}

/// A plane of the world and the centre of what rolls on it.
#[derive(Debug, Clone, Copy)]
pub struct Rolling {
    /// A point of the plane.
    pub plane: Attachment,
    /// The centre.
    pub centre: Attachment,
    /// Unit normal in the world.
    pub normal: DVec3,
    /// What rolls.
    pub wheel: Wheel,
}

impl Rolling {
    /// How high the lowest point is over the plane, m.
    pub fn height(&self, state: &State) -> f64 {
        let [arm, _] = self.arm(state);
        let apart = self.centre.position(state) - self.plane.position(state);
        (apart + arm).dot(self.normal)
    }

    /// A row: 0 and 1 along the plane, 2 across it.
    pub fn row(&self, index: usize, state: &State) -> ConstraintRow {
        let (along, across) = self.normal.any_orthonormal_pair();
        let direction = match index {
            0 => along,
            1 => across,
            _ => self.normal,
        };
        let [arm, arm_rate] = self.arm(state);
        let frame = self.frame();
        let spin = frame.angular_velocity(state);
        ConstraintRow::Coupled(Coupled {
            halves: [
                Half::Way {
                    points: [self.plane, self.centre],
                    gradient: -direction,
                },
                Half::Turn {
                    frames: [Frame::World, frame],
                    gradient: arm.cross(direction),
                },
            ],
            error: if index < 2 { 0.0 } else { self.height(state) },
            sense: Sense::Equality,
            is_angle: false,
            curving: arm_rate.cross(direction).dot(spin),
        })
    }

    fn frame(&self) -> Frame {
        Frame::of(self.centre).unwrap_or(Frame::World)
    }

    /// From the centre to the lowest point, m, and how that changes, m/s.
    fn arm(&self, state: &State) -> [DVec3; 2] {
        let Wheel { radius, axis } = self.wheel;
        let n = self.normal;
        let Some(axis) = axis else {
            return [n * -radius, DVec3::ZERO];
        };
        let frame = self.frame();
        let a = frame.orientation(state) * axis;
        let a_rate = frame.angular_velocity(state).cross(a);
        let u = n - a * n.dot(a);
        let size = u.length();
        if size < FLAT {
            return [a.any_orthonormal_vector() * -radius, DVec3::ZERO];
        }
        let u_rate = -(a * n.dot(a_rate) + a_rate * n.dot(a));
        let down = u / size;
        let turning = (u_rate - down * down.dot(u_rate)) / size;
        [down * -radius, turning * -radius]
    }
}
