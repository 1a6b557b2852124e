//! Standing: breath, and a small sway over planted feet.

use super::arms::hang;
use super::legs::{reach, Leg};
use super::{looped, sine, x, y, z, Moment, ROOT_HEIGHT_M};
use crate::character::clip::Clip;
use glam::{DQuat, DVec3};

/// Two breaths and one sway.
const LENGTH_S: f64 = 8.0;
/// How far the pelvis sways to each side, m.
const SWAY_M: f64 = 0.012;
/// How far knees let the pelvis down, m.
const DOWN_M: f64 = 0.006;

/// Standing at ease; it loops.
pub fn idle() -> Clip {
    looped("idle", LENGTH_S, 64, DVec3::ZERO, |time_s| {
        stand(time_s / LENGTH_S)
    })
}

/// The pose at a phase of the loop, 0 to 1.
pub(super) fn stand(phase: f64) -> Moment {
    let (sway, breath) = (sine(phase), sine(2.0 * phase));
    let mut moment = Moment {
        offset: DVec3::new(SWAY_M * sway, -DOWN_M, 0.004 * sine(phase + 0.15)),
        root: z(0.8 * sway),
        ..Moment::default()
    };
    moment.turn("lower_torso", z(-0.6 * sway) * x(0.5 + 0.3 * breath));
    moment.turn("upper_torso", z(-0.4 * sway) * x(0.6 - 1.2 * breath));
    moment.turn("head", y(3.0 * sine(phase + 0.1)) * x(1.0 + 0.7 * breath));
    moment.turn("l_shoulder", z(1.2 * breath));
    moment.turn("r_shoulder", z(-1.2 * breath));
    let pelvis = DVec3::Y * ROOT_HEIGHT_M + moment.offset;
    for leg in [Leg::Left, Leg::Right] {
        hang(&mut moment, leg, 2.0 + 1.0 * breath, 14.0);
        let ankle = DVec3::new(leg.sign() * 0.1, 0.08, 0.0);
        reach(&mut moment, pelvis, leg, ankle, DQuat::IDENTITY);
    }
    moment
}
