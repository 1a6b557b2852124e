//! The clips of the program, made by formulas for the rigid ragdoll in its start pose: a
//! T-pose that faces +z with its left at +x, all parts parallel to the figure.

mod arms;
mod idle;
mod legs;
mod rise;
mod walk;
mod wave;

pub use idle::idle;
pub use rise::{rise_back, rise_front};
pub use walk::walk;
pub use wave::wave;

use super::{Clip, Key, RootKey, Track};
use crate::physics::math::rotation_from_vector;
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;
use std::sync::{Arc, LazyLock};

/// Names of the clips of the program.
pub const NAMES: [&str; 5] = ["idle", "walk", "wave", "rise-back", "rise-front"];

/// Height of the centre of the pelvis of the ragdoll at its start pose, m.
const ROOT_HEIGHT_M: f64 = 0.975;

/// The clip of the program with this name, which is made once: a crowd walks by one.
pub fn named(name: &str) -> Option<Arc<Clip>> {
    static MADE: LazyLock<[Arc<Clip>; NAMES.len()]> =
        LazyLock::new(|| [idle(), walk(), wave(), rise_back(), rise_front()].map(Arc::new));
    let place = NAMES.iter().position(|own| *own == name)?;
    Some(MADE[place].clone())
}

/// The turns of all parts at a moment.
#[derive(Default)]
struct Moment {
    offset: DVec3,
    root: DQuat,
    turns: Vec<(&'static str, DQuat)>,
}

impl Moment {
    fn turn(&mut self, part: &'static str, turn: DQuat) {
        self.turns.push((part, turn));
    }
}

/// A clip that loops, from what it is at `keys` equal parts of its length; its end is its
/// begin, moved by `travel`, m.
fn looped(
    name: &str,
    length_s: f64,
    keys: u32,
    travel: DVec3,
    moment: impl Fn(f64) -> Moment,
) -> Clip {
    let mut clip = sampled((name, length_s), keys, |time_s| {
        // The same bits at both ends.
        moment(if time_s >= length_s { 0.0 } else { time_s })
    });
    clip.loops = true;
    if let Some(last) = clip.root.last_mut() {
        last.offset += travel;
    }
    clip
}

/// A clip of a name and a length, s, from what it is at the ends of `keys` equal parts of it.
fn sampled((name, length_s): (&str, f64), keys: u32, moment: impl Fn(f64) -> Moment) -> Clip {
    let mut clip = Clip {
        name: name.into(),
        length_s,
        loops: false,
        root_height_m: ROOT_HEIGHT_M,
        root: Vec::new(),
        tracks: Vec::new(),
    };
    for key in 0..=keys {
        let time_s = length_s * (f64::from(key) / f64::from(keys));
        let now = moment(time_s);
        clip.root.push(RootKey {
            time_s,
            offset: now.offset,
            turn: now.root,
        });
        for (place, (part, turn)) in now.turns.into_iter().enumerate() {
            if key == 0 {
                let (part, keys) = (part.into(), Vec::new());
                clip.tracks.push(Track { part, keys });
            }
            clip.tracks[place].keys.push(Key { time_s, turn });
        }
    }
    clip
}

/// A turn about the x axis, degrees.
fn x(degrees: f64) -> DQuat {
    rotation_from_vector(DVec3::X * degrees.to_radians())
}

/// A turn about the y axis, degrees.
fn y(degrees: f64) -> DQuat {
    rotation_from_vector(DVec3::Y * degrees.to_radians())
}

/// A turn about the z axis, degrees.
fn z(degrees: f64) -> DQuat {
    rotation_from_vector(DVec3::Z * degrees.to_radians())
}

/// A wave from −1 to 1 that is 0 and rises at the phase 0; `phase` in whole waves.
fn sine(phase: f64) -> f64 {
    libm::sin(phase * TAU)
}
