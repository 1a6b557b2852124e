//! Legs whose feet are where they are wanted: inverse kinematics of two links.

use super::Moment;
use glam::{DQuat, DVec3};

/// Where a leg hangs on the pelvis, from the centre of that, m; x outward.
const HIP: DVec3 = DVec3::new(0.09, -0.045, 0.0);
/// From the hip to the knee, m.
const THIGH_M: f64 = 0.43;
/// From the knee to the ankle, m.
const SHANK_M: f64 = 0.42;
/// Least bend of the knee, as what its links reach of their sum.
const MOST_REACH: f64 = 0.9995;

/// A leg.
#[derive(Clone, Copy)]
pub(super) enum Leg {
    Left,
    Right,
}

impl Leg {
    /// 1 on the left and −1 on the right: the sign of its x.
    pub(super) fn sign(self) -> f64 {
        match self {
            Leg::Left => 1.0,
            Leg::Right => -1.0,
        }
    }

    fn names(self) -> [&'static str; 3] {
        match self {
            Leg::Left => ["l_upper_leg", "l_lower_leg", "l_foot"],
            Leg::Right => ["r_upper_leg", "r_lower_leg", "r_foot"],
        }
    }
}

/// Turns a leg so that its ankle is at a place, m, and its foot is turned so, both in the
/// frame of the figure; `pelvis` is the centre of the pelvis there.
///
/// The knee bends about its x axis only, forward. Beyond its reach the leg is straight.
pub(super) fn reach(moment: &mut Moment, pelvis: DVec3, leg: Leg, ankle: DVec3, foot: DQuat) {
    let hip = DVec3::new(leg.sign() * HIP.x, HIP.y, HIP.z);
    let way = moment.root.conjugate() * (ankle - pelvis) - hip;
    let length = way.length().min((THIGH_M + SHANK_M) * MOST_REACH);
    let squares = length * length - THIGH_M * THIGH_M - SHANK_M * SHANK_M;
    let knee = libm::acos((squares / (2.0 * THIGH_M * SHANK_M)).clamp(-1.0, 1.0));
    let outward = libm::atan2(way.x, -way.y);
    let level = super::z(-outward.to_degrees()) * way;
    let down = -(THIGH_M + SHANK_M * libm::cos(knee));
    let bent = [down, -SHANK_M * libm::sin(knee)];
    let forward = libm::atan2(-level.z, -level.y) - libm::atan2(-bent[1], -bent[0]);
    let upper = super::z(outward.to_degrees()) * super::x(forward.to_degrees());
    let lower = super::x(knee.to_degrees());
    let shank = moment.root * upper * lower;
    let [thigh_name, shank_name, foot_name] = leg.names();
    moment.turn(thigh_name, upper);
    moment.turn(shank_name, lower);
    moment.turn(foot_name, (shank.conjugate() * foot).normalize());
}
