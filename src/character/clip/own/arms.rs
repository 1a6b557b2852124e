//! Arms that hang.

use super::legs::Leg as Side;
use super::Moment;

/// How far arms are from hanging straight down, degrees.
const APART_DEG: f64 = 14.0;

/// Lets the arm of a side hang, swung forward and bent at the elbow by these angles, degrees.
pub(super) fn hang(moment: &mut Moment, side: Side, forward_deg: f64, bent_deg: f64) {
    let sign = side.sign();
    let [upper, lower, hand] = match side {
        Side::Left => ["l_upper_arm", "l_lower_arm", "l_hand"],
        Side::Right => ["r_upper_arm", "r_lower_arm", "r_hand"],
    };
    let down = super::z(-sign * (90.0 - APART_DEG));
    moment.turn(upper, super::x(-forward_deg) * down);
    moment.turn(lower, super::y(-sign * bent_deg));
    moment.turn(hand, super::y(-sign * 8.0));
}
