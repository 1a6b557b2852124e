//! Getting up from the back and from the front, over feet that stay where they are.

use super::arms::hang;
use super::idle::stand;
use super::legs::{reach, Leg};
use super::{x, Moment, ROOT_HEIGHT_M};
use crate::character::clip::{ease, interpolate, Clip};
use glam::DVec3;

/// What the figure does at a time; between two of them it eases.
struct Stage {
    time_s: f64,
    /// Height and way of the centre of the pelvis, m.
    pelvis: [f64; 2],
    /// How the pelvis is pitched, degrees; forward counts.
    pitch: f64,
    /// Height and way of the ankles, m, and the pitch of the feet, degrees.
    ankle: [f64; 3],
    /// How the trunk is bent forward, degrees.
    bend: f64,
    /// How the arms are swung forward, degrees.
    arms: f64,
}

const fn stage(
    time_s: f64,
    pelvis: [f64; 2],
    pitch: f64,
    ankle: [f64; 3],
    bend: f64,
    arms: f64,
) -> Stage {
    Stage {
        time_s,
        pelvis,
        pitch,
        ankle,
        bend,
        arms,
    }
}

/// Lying, sitting, squatting, standing.
const FROM_THE_BACK: [Stage; 4] = [
    stage(0.0, [0.11, 0.0], -88.0, [0.10, 0.84, -60.0], 0.0, 0.0),
    stage(0.9, [0.13, 0.0], -22.0, [0.08, 0.48, 0.0], 30.0, -35.0),
    stage(1.6, [0.36, 0.36], 30.0, [0.08, 0.48, 0.0], 30.0, 60.0),
    stage(
        2.4,
        [ROOT_HEIGHT_M - 0.006, 0.48],
        0.0,
        [0.08, 0.48, 0.0],
        0.0,
        2.0,
    ),
];

/// Lying, on hands and feet, squatting, standing.
const FROM_THE_FRONT: [Stage; 4] = [
    stage(0.0, [0.11, 0.0], 88.0, [0.10, -0.84, 70.0], 0.0, 10.0),
    stage(0.8, [0.48, -0.12], 72.0, [0.13, -0.40, 45.0], 12.0, 85.0),
    stage(1.5, [0.40, -0.44], 38.0, [0.08, -0.32, 0.0], 25.0, 60.0),
    stage(
        2.3,
        [ROOT_HEIGHT_M - 0.006, -0.32],
        0.0,
        [0.08, -0.32, 0.0],
        0.0,
        2.0,
    ),
];

/// Getting up from the back; it ends standing as in the idle clip.
pub fn rise_back() -> Clip {
    rising("rise-back", &FROM_THE_BACK)
}

/// Getting up from the front; it ends standing as in the idle clip.
pub fn rise_front() -> Clip {
    rising("rise-front", &FROM_THE_FRONT)
}

fn rising(name: &str, stages: &[Stage; 4]) -> Clip {
    let length_s = stages[3].time_s;
    super::sampled((name, length_s), 48, |time_s| {
        let mut moment = pose(stages, time_s);
        // The last third goes over into how it will stand.
        let share = ease((time_s - stages[2].time_s) / (length_s - stages[2].time_s));
        let standing = stand(0.0);
        for (part, turn) in &mut moment.turns {
            let theirs = standing.turns.iter().find(|(name, _)| name == part);
            if let (Some((_, theirs)), false) = (theirs, part.ends_with("leg")) {
                *turn = interpolate(*turn, *theirs, share);
            }
        }
        moment
    })
}

fn pose(stages: &[Stage], time_s: f64) -> Moment {
    let later = stages.partition_point(|stage| stage.time_s <= time_s);
    let a = &stages[later.saturating_sub(1).min(stages.len() - 2)];
    let b = &stages[later.clamp(1, stages.len() - 1)];
    let share = ease((time_s - a.time_s) / (b.time_s - a.time_s));
    let mix = |a: f64, b: f64| a + (b - a) * share;
    let [height, way] = [0, 1].map(|i| mix(a.pelvis[i], b.pelvis[i]));
    let [ankle_height, ankle_way, foot] = [0, 1, 2].map(|i| mix(a.ankle[i], b.ankle[i]));
    let bend = mix(a.bend, b.bend);
    let mut moment = Moment {
        offset: DVec3::new(0.0, height - ROOT_HEIGHT_M, way),
        root: x(mix(a.pitch, b.pitch)),
        ..Moment::default()
    };
    moment.turn("lower_torso", x(0.5 * bend));
    moment.turn("upper_torso", x(0.5 * bend));
    moment.turn("head", x(-0.4 * bend));
    for leg in [Leg::Left, Leg::Right] {
        hang(&mut moment, leg, mix(a.arms, b.arms), 14.0);
        let ankle = DVec3::new(leg.sign() * 0.1, ankle_height, ankle_way);
        reach(
            &mut moment,
            DVec3::new(0.0, height, way),
            leg,
            ankle,
            x(foot),
        );
    }
    moment
}
