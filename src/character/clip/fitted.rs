//! A clip on a skeleton.

use super::placement::Placement;
use super::pose::JointPose;
use super::skeleton::Skeleton;
use super::{Clip, Track};
use glam::DQuat;
use std::sync::Arc;

/// A clip with the parts of a skeleton that it turns.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedClip {
    /// Shared by all figures that play it.
    clip: Arc<Clip>,
    loops: bool,
    /// Per part, its track.
    track_of: Vec<Option<usize>>,
    /// Ways of the root over those of the clip.
    scale: f64,
    travel: Placement,
}

impl FittedClip {
    /// A clip on a skeleton, by the names of its parts; ways grow with the height of the root.
    pub fn new(clip: impl Into<Arc<Clip>>, skeleton: &Skeleton) -> FittedClip {
        FittedClip::looping(clip, None, skeleton)
    }

    /// The same, looping or not, or as the clip says.
    pub fn looping(
        clip: impl Into<Arc<Clip>>,
        loops: Option<bool>,
        skeleton: &Skeleton,
    ) -> FittedClip {
        let clip = clip.into();
        let loops = loops.unwrap_or(clip.loops);
        let track = |name: &str| clip.tracks.iter().position(|track| track.part == name);
        let track_of = skeleton.bones().iter().map(|bone| track(&bone.name));
        let root = skeleton.bones()[0].centre;
        let scale = match clip.root_height_m > 0.0 {
            true => root.y / clip.root_height_m,
            false => 1.0,
        };
        let travel = match loops {
            true => clip.travel(root, scale),
            false => Placement::default(),
        };
        FittedClip {
            track_of: track_of.collect(),
            loops,
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
        !self.loops && time_s >= self.clip.length_s
    }

    /// Number of whole loops at a time, and the time within the loop, s.
    pub fn within(&self, time_s: f64) -> (u64, f64) {
        let length_s = self.clip.length_s;
        let time_s = time_s.max(0.0);
        if !self.loops {
            return (0, time_s.min(length_s));
        }
        let loops = (time_s / length_s).floor();
        let local_s = (time_s - loops * length_s).clamp(0.0, length_s);
        (loops as u64, local_s)
    }

    /// The pose at a time, s, within its loop.
    pub fn pose(&self, time_s: f64) -> JointPose {
        let (_, local_s) = self.within(time_s);
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
        let (loops, _) = self.within(time_s);
        self.travel.repeated(loops)
    }
}
