//! A clip on a skeleton.

use super::placement::Placement;
use super::pose::JointPose;
use super::skeleton::Skeleton;
use super::{Clip, Track};
use glam::DQuat;

/// A clip with the parts of a skeleton that it turns.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedClip {
    clip: Clip,
    /// Per part, its track.
    track_of: Vec<Option<usize>>,
    /// Ways of the root over those of the clip.
    scale: f64,
    travel: Placement,
}

impl FittedClip {
    /// A clip on a skeleton, by the names of its parts; ways grow with the height of the root.
    pub fn new(clip: Clip, skeleton: &Skeleton) -> FittedClip {
        let track = |name: &str| clip.tracks.iter().position(|track| track.part == name);
        let track_of = skeleton.bones().iter().map(|bone| track(&bone.name));
        let root = skeleton.bones()[0].centre;
        let scale = match clip.root_height_m > 0.0 {
            true => root.y / clip.root_height_m,
            false => 1.0,
        };
        let travel = clip.travel(root, scale);
        FittedClip {
            track_of: track_of.collect(),
            scale,
            travel,
            clip,
        }
    }

    /// The clip.
    pub fn clip(&self) -> &Clip {
        &self.clip
    }

    /// Number of parts that it turns.
    pub fn turned_parts(&self) -> usize {
        self.track_of.iter().flatten().count()
    }

    /// Whether it is over at a time.
    pub fn is_over(&self, time_s: f64) -> bool {
        !self.clip.loops && time_s >= self.clip.length_s
    }

    /// The pose at a time, s, within its loop.
    pub fn pose(&self, time_s: f64) -> JointPose {
        let (_, local_s) = self.clip.within(time_s);
        let (offset, turn) = self.clip.root_at(local_s);
        let turn_of = |track: &Option<usize>| {
            let track: Option<&Track> = track.map(|index| &self.clip.tracks[index]);
            track.map_or(DQuat::IDENTITY, |track| track.turn_at(local_s))
        };
        let mut turns: Vec<DQuat> = self.track_of.iter().map(turn_of).collect();
        if let Some(root) = turns.first_mut() {
            *root = turn;
        }
        JointPose {
            offset: offset * self.scale,
            turns,
        }
    }

    /// What the loops before a time, s, have moved the figure by.
    pub fn travelled(&self, time_s: f64) -> Placement {
        let (loops, _) = self.clip.within(time_s);
        self.travel.repeated(loops)
    }
}
