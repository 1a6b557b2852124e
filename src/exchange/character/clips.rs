//! Clips of a character from the animations of its model.

use super::{rounded, wxyz};
use crate::character::rig::{Figure, Motion, MotionFrame};
use crate::scene::{Animation, Clip, ClipKey, ClipTrack, RootKey, PROGRAM_CLIPS};
use glam::DQuat;

/// Keys may be left out that change no turn by more than this, rad.
const TURN_RAD: f64 = 0.004;
/// The same of places, m for a figure as tall as a human.
const WAY_M: f64 = 0.002;
/// Longest way from a key to the next, frames.
const LONGEST: usize = 60;
/// A clip begins again at its end if that is its beginning within this, rad.
const ALIKE_RAD: f64 = 0.06;

/// What the animations of a model make of a ragdoll: the one that is called idle plays, or else
/// the first. None without animations.
pub(super) fn animation(figure: &Figure) -> Option<Animation> {
    let mut clips: Vec<Clip> = Vec::new();
    for motion in &figure.motions {
        let mut clip = clip_of(figure, motion);
        if clips.iter().any(|other| other.name == clip.name) {
            clip.name = format!("{} {}", clip.name, clips.len() + 1);
        }
        clips.push(clip);
    }
    let is_idle = |clip: &&Clip| clip.name.to_lowercase().contains("idle");
    let playing = clips.iter().find(is_idle).or(clips.first())?;
    let name = playing.name.clone();
    Some(Animation {
        clips,
        ..Animation::of(name)
    })
}

fn clip_of(figure: &Figure, motion: &Motion) -> Clip {
    let against_parent = |frame: &MotionFrame, part: usize| match figure.parts[part].parent {
        Some(parent) => frame.turns[parent].conjugate() * frame.turns[part],
        None => frame.turns[part],
    };
    let tracks = (1..figure.parts.len()).map(|part| {
        let turns: Vec<(f64, DQuat)> = (motion.frames.iter())
            .map(|frame| (frame.time, against_parent(frame, part)))
            .collect();
        let between = |a: usize, b: usize, i: usize| {
            let share = (turns[i].0 - turns[a].0) / (turns[b].0 - turns[a].0);
            angle(shortest(turns[a].1, turns[b].1, share), turns[i].1) < TURN_RAD
        };
        ClipTrack {
            part: figure.parts[part].role.part().into(),
            keys: (needed(turns.len(), between).into_iter())
                .map(|i| ClipKey {
                    time_s: rounded_s(turns[i].0),
                    turn: short(turns[i].1),
                })
                .collect(),
        }
    });
    let way = WAY_M * figure.height / 1.78;
    let frames = &motion.frames;
    let between = |a: usize, b: usize, i: usize| {
        let share = (frames[i].time - frames[a].time) / (frames[b].time - frames[a].time);
        let offset = frames[a].offset.lerp(frames[b].offset, share);
        let turn = shortest(frames[a].turns[0], frames[b].turns[0], share);
        offset.distance(frames[i].offset) < way && angle(turn, frames[i].turns[0]) < TURN_RAD
    };
    let root = needed(frames.len(), between);
    Clip {
        name: name_of(&motion.name),
        length_s: rounded_s(motion.length),
        loops: is_loop(motion),
        root_height_m: figure.parts.first().map(|root| rounded(root.position)[1]),
        root: (root.into_iter())
            .map(|i| RootKey {
                time_s: rounded_s(frames[i].time),
                offset_m: rounded(frames[i].offset),
                turn: short(frames[i].turns[0]),
            })
            .collect(),
        tracks: tracks.collect(),
    }
}

/// A clip of the program keeps its name.
fn name_of(name: &str) -> String {
    match PROGRAM_CLIPS.contains(&name) {
        true => format!("{name} of the model"),
        false => name.to_owned(),
    }
}

/// Which of so many keys are needed: from each the farthest that still tells all between.
fn needed(count: usize, tells: impl Fn(usize, usize, usize) -> bool) -> Vec<usize> {
    let mut kept = vec![0];
    let mut at = 0;
    while at + 1 < count {
        let mut next = at + 1;
        while next + 1 < count
            && next - at < LONGEST
            && (at + 1..=next).all(|i| tells(at, next + 1, i))
        {
            next += 1;
        }
        kept.push(next);
        at = next;
    }
    kept
}

/// Whether the end is the beginning, but for the place.
fn is_loop(motion: &Motion) -> bool {
    let (Some(first), Some(last)) = (motion.frames.first(), motion.frames.last()) else {
        return false;
    };
    let pairs = first.turns.iter().zip(&last.turns);
    motion.frames.len() > 2 && pairs.into_iter().all(|(a, b)| angle(*a, *b) < ALIKE_RAD)
}

fn angle(a: DQuat, b: DQuat) -> f64 {
    2.0 * libm::acos(a.dot(b).abs().min(1.0))
}

fn shortest(a: DQuat, b: DQuat, share: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    a.lerp(b, share).normalize()
}

/// A unit quaternion with few digits.
fn short(turn: DQuat) -> [f64; 4] {
    wxyz(turn).map(|x| (x * 1e7).round() / 1e7 + 0.0)
}

fn rounded_s(time: f64) -> f64 {
    (time * 1e5).round() / 1e5
}
