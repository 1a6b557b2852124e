//! Poses of a run as the keys of a clip.

use crate::character::clip::JointPose;
use crate::compile::figure_frame;
use crate::physics::Pose;
use crate::scene::{Animation, Clip, ClipKey, ClipTrack, Ragdoll, RootKey};
use glam::DQuat;

/// From one recorded pose to the next, s.
const APART_S: f64 = 0.5;
/// Name of a clip of recorded poses.
const NAME: &str = "poses";

/// The ragdoll with the pose in which its parts lie as the last key of a clip of its own, which
/// it plays; the first pose begins the clip. None for a ragdoll of particles.
pub fn with_pose(ragdoll: &Ragdoll, parts: &[Pose]) -> Option<Ragdoll> {
    let (skeleton, placement) = figure_frame(ragdoll)?;
    if skeleton.bones().len() != parts.len() {
        return None;
    }
    let pose = skeleton.pose_of(parts, &placement);
    let mut ragdoll = ragdoll.clone();
    // What has a pose begins as physics has it, and not in its clip.
    ragdoll.pose = None;
    let mut animation = ragdoll.animation.take();
    let animation = animation.get_or_insert_with(|| Animation::of(NAME));
    let names = skeleton.bones().iter().map(|bone| bone.name.as_str());
    match animation.clips.iter_mut().find(|clip| clip.name == NAME) {
        Some(clip) => append(clip, &pose, names),
        None => animation.clips.push(begun(&pose, names)),
    }
    animation.clip = NAME.into();
    ragdoll.animation = Some(animation.clone());
    Some(ragdoll)
}

fn begun<'a>(pose: &JointPose, names: impl Iterator<Item = &'a str>) -> Clip {
    let track = |(part, turn): (&str, &DQuat)| ClipTrack {
        part: part.into(),
        keys: vec![ClipKey {
            time_s: 0.0,
            turn: numbers(*turn),
        }],
    };
    Clip {
        name: NAME.into(),
        length_s: APART_S,
        loops: false,
        root_height_m: None,
        root: vec![RootKey {
            time_s: 0.0,
            offset_m: pose.offset.to_array(),
            turn: numbers(pose.turns[0]),
        }],
        tracks: names.zip(&pose.turns).skip(1).map(track).collect(),
    }
}

fn append<'a>(clip: &mut Clip, pose: &JointPose, names: impl Iterator<Item = &'a str>) {
    let last_s = clip.root.iter().map(|key| key.time_s);
    let time_s = last_s.fold(0.0, f64::max) + APART_S;
    clip.length_s = clip.length_s.max(time_s);
    clip.root.push(RootKey {
        time_s,
        offset_m: pose.offset.to_array(),
        turn: numbers(pose.turns[0]),
    });
    for (part, turn) in names.zip(&pose.turns).skip(1) {
        if let Some(track) = clip.tracks.iter_mut().find(|track| track.part == part) {
            let turn = numbers(*turn);
            track.keys.push(ClipKey { time_s, turn });
        }
    }
}

/// A rotation as the document writes it.
fn numbers(q: DQuat) -> [f64; 4] {
    [q.w, q.x, q.y, q.z]
}
