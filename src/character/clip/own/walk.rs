//! Walking, from where the feet are: while a foot is on the ground it rolls there over heel
//! and toes without sliding, and the legs follow by inverse kinematics.

use super::arms::hang;
use super::legs::{reach, Leg};
use super::{looped, sine, x, y, z, Moment, ROOT_HEIGHT_M};
use crate::character::clip::{ease, Clip};
use glam::DVec3;

/// Of two steps, s.
const LENGTH_S: f64 = 1.1;
/// Way of two steps, m.
const STRIDE_M: f64 = 1.3;
/// Part of the time for which a foot is on the ground.
const STANCE: f64 = 0.62;
/// How far a foot is in front of the pelvis when its heel lands, m.
const LANDING_M: f64 = 0.335;
/// Parts of the stance at which the sole lies down and the heel rises.
const FLAT: [f64; 2] = [0.17, 0.52];
/// How the foot is turned when its heel lands and when its toes leave, degrees; toes down
/// counts.
const PITCH_DEG: [f64; 2] = [-20.0, 42.0];
/// How far the ankle rises beyond a straight way in the swing, m.
const LIFT_M: f64 = 0.07;
/// How far the feet are from the middle, m.
const APART_M: f64 = 0.075;
/// How far the pelvis is below that of a straight stance on average, and how far it moves up
/// and down, m.
const PELVIS_M: [f64; 2] = [0.030, 0.014];

/// Height of the ankle over a flat sole, m.
const ANKLE_M: f64 = 0.08;
/// Radius of the ends of the foot, m, and how far they are from the ankle along the foot.
const ROUND_M: f64 = 0.04;
const HEEL_M: f64 = -0.03;
const BALL_M: f64 = 0.14;

/// Walking forward at 1.18 m/s; it loops, and its root moves on.
pub fn walk() -> Clip {
    looped("walk", LENGTH_S, 48, DVec3::Z * STRIDE_M, |time_s| {
        step(time_s / LENGTH_S)
    })
}

/// The pose at a phase, 0 to 1: at 0 the left heel lands, at a half the right one.
fn step(phase: f64) -> Moment {
    // Highest in the middle of each stance, over the foot that stands.
    let up = -sine(2.0 * phase + 0.25 - 0.06);
    let aside = sine(phase - 0.06);
    let twist = sine(phase + 0.25);
    let mut moment = Moment {
        offset: DVec3::new(
            0.022 * aside,
            -PELVIS_M[0] + PELVIS_M[1] * up,
            STRIDE_M * phase,
        ),
        // The hip of the leg in front goes forward, and that of the leg in the air sinks.
        root: y(-4.0 * twist) * z(2.5 * aside) * x(3.0),
        ..Moment::default()
    };
    moment.turn("lower_torso", y(4.0 * twist) * z(-1.5 * aside));
    moment.turn("upper_torso", y(5.0 * twist) * z(-aside) * x(0.5));
    moment.turn("head", y(-5.0 * twist) * x(-3.0 + 1.0 * up));
    let pelvis = DVec3::Y * ROOT_HEIGHT_M + moment.offset;
    for leg in [Leg::Left, Leg::Right] {
        let own_phase = match leg {
            Leg::Left => phase,
            Leg::Right => phase + 0.5,
        };
        // Arms swing against the legs, a little late.
        let forward = -sine(own_phase + 0.25 - 0.03);
        hang(
            &mut moment,
            leg,
            3.0 + 20.0 * forward,
            20.0 + 12.0 * forward,
        );
        let (ankle, pitch_deg) = ankle_at(own_phase - own_phase.floor());
        // Where this leg's last landing was.
        let landed = STRIDE_M * (phase - (own_phase - own_phase.floor()));
        let place = DVec3::new(leg.sign() * APART_M, ankle[0], ankle[1] + landed);
        reach(&mut moment, pelvis, leg, place, x(pitch_deg));
    }
    moment
}

/// Height and way of an ankle, m, and the pitch of its foot, degrees, at a phase after its
/// landing; the way counts from where the pelvis was then.
fn ankle_at(phase: f64) -> ([f64; 2], f64) {
    if phase < STANCE {
        return standing(phase / STANCE);
    }
    let swing = (phase - STANCE) / (1.0 - STANCE);
    let ([high, from], _) = standing(1.0);
    let ([low, to], _) = standing(0.0);
    let to = to + STRIDE_M;
    // The speeds at both ends are those of the roll.
    let rate = (1.0 - STANCE) / STANCE;
    let near = 1e-4;
    let slope = |at: f64, index: usize| {
        let ends = [(at - near).max(0.0), (at + near).min(1.0)];
        let [a, b] = ends.map(|at| standing(at).0[index]);
        (b - a) / (ends[1] - ends[0]) * rate
    };
    let way = hermite([from, to], [slope(1.0, 1), slope(0.0, 1)], swing);
    let height = hermite([high, low], [slope(1.0, 0), slope(0.0, 0)], swing);
    let lift = LIFT_M * ease(2.0 * swing) * ease(2.0 - 2.0 * swing);
    let pitch = PITCH_DEG[1] + (PITCH_DEG[0] - PITCH_DEG[1]) * ease(swing / 0.85);
    ([height + lift, way], pitch)
}

/// The same while the foot is on the ground: rolling over the heel, flat, over the ball.
fn standing(part: f64) -> ([f64; 2], f64) {
    let flat_at = LANDING_M;
    if part < FLAT[0] {
        let pitch = PITCH_DEG[0] * 2.0 * (1.0 - ease(0.5 + 0.5 * part / FLAT[0]));
        return (rolled(HEEL_M, flat_at, pitch), pitch);
    }
    let raised = ((part - FLAT[1]) / (1.0 - FLAT[1])).max(0.0);
    let pitch = PITCH_DEG[1] * raised * raised;
    (rolled(BALL_M, flat_at, pitch), pitch)
}

/// Height and way of the ankle of a foot that has rolled over one of its round ends, without
/// sliding, to a pitch, degrees; `flat_at` is where the ankle is when it lies flat.
fn rolled(end: f64, flat_at: f64, pitch_deg: f64) -> [f64; 2] {
    let centre = flat_at + end + ROUND_M * pitch_deg.to_radians();
    let arm = x(pitch_deg) * DVec3::new(0.0, ANKLE_M - ROUND_M, -end);
    [ROUND_M + arm.y, centre + arm.z]
}

fn hermite([a, b]: [f64; 2], [from, to]: [f64; 2], t: f64) -> f64 {
    let (t2, t3) = (t * t, t * t * t);
    a * (2.0 * t3 - 3.0 * t2 + 1.0)
        + b * (3.0 * t2 - 2.0 * t3)
        + from * (t3 - 2.0 * t2 + t)
        + to * (t3 - t2)
}
