//! Waving with the right hand.

use super::idle::stand;
use super::{looped, sine, x, y, z};
use crate::character::clip::{ease, interpolate, Clip};
use glam::{DQuat, DVec3};

/// The arm is raised, waves, and is let down.
const LENGTH_S: f64 = 4.0;
/// How long it takes to raise the arm, and to let it down, s.
const RAISING_S: f64 = 0.8;
/// Swings of the hand per second, 1/s.
const SWINGS_PER_S: f64 = 1.75;

/// Standing and waving; it loops.
pub fn wave() -> Clip {
    looped("wave", LENGTH_S, 64, DVec3::ZERO, |time_s| {
        let mut moment = stand(time_s / LENGTH_S);
        let raised = ease(time_s / RAISING_S) * ease((LENGTH_S - time_s) / RAISING_S);
        let swing = sine(SWINGS_PER_S * (time_s - RAISING_S));
        for (part, turn) in &mut moment.turns {
            let wanted = waving(part, swing);
            if let Some(wanted) = wanted {
                *turn = interpolate(*turn, wanted, raised);
            }
        }
        moment
    })
}

/// How a part is turned while the hand is up, if it takes part.
fn waving(part: &str, swing: f64) -> Option<DQuat> {
    match part {
        "upper_torso" => Some(z(2.5) * x(0.5)),
        "head" => Some(z(-4.0) * y(-6.0)),
        "r_shoulder" => Some(z(-8.0)),
        // The upper arm a little below the horizontal and turned so that the elbow bends up.
        "r_upper_arm" => Some(y(25.0) * z(8.0) * x(-90.0)),
        "r_lower_arm" => Some(y(85.0 + 26.0 * swing)),
        "r_hand" => Some(y(12.0 * swing)),
        _ => None,
    }
}
