//! How the parts of a figure move in the animations of its model.

use super::fit::{FittedPart, Placement};
use crate::gltf::clips::{turn_of, Clip};
use crate::gltf::model::Model;
use glam::{DQuat, DVec3};

/// A motion of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Its name.
    pub name: String,
    /// How long it lasts, s.
    pub length: f64,
    /// The parts from time to time.
    pub frames: Vec<MotionFrame>,
}

/// The parts of a figure at a time of a motion.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionFrame {
    /// When, s.
    pub time: f64,
    /// From where the centre of the root is at the start pose, m.
    pub offset: DVec3,
    /// How each part is turned, part to figure.
    pub turns: Vec<DQuat>,
}

/// The animations of a model on the parts of its figure, which turn as their bones do.
pub(super) fn motions(model: &Model, parts: &[FittedPart], placement: &Placement) -> Vec<Motion> {
    let rest: Vec<DQuat> = (model.joints.iter())
        .map(|joint| turn_of(&joint.to_scene))
        .collect();
    let motion = |clip: &Clip| Motion {
        name: clip.name.clone(),
        length: clip.length_s,
        frames: (clip.frames.iter())
            .map(|frame| {
                // From the start pose, in the frame of the figure.
                let turned = |bone: usize| {
                    let turn = frame.joints[bone].1 * rest[bone].conjugate();
                    placement.turn * turn * placement.turn.conjugate()
                };
                let turns = parts
                    .iter()
                    .map(|part| turned(part.bone) * part.orientation);
                let offset = parts.first().map_or(DVec3::ZERO, |root| {
                    let joint = placement.point(frame.joints[root.bone].0);
                    let start = placement.point(model.joints[root.bone].place());
                    let arm = root.position - root.joint;
                    joint - start + turned(root.bone) * arm - arm
                });
                MotionFrame {
                    time: frame.time_s,
                    offset,
                    turns: turns.map(DQuat::normalize).collect(),
                }
            })
            .collect(),
    };
    model.clips.iter().map(motion).collect()
}
