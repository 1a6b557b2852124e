//! Where the parts of a figure are joined, and where a pose puts them.

use super::placement::Placement;
use super::pose::JointPose;
use crate::physics::convex::Pose;
use crate::physics::math::vector_from_rotation;
use glam::{DQuat, DVec3};

/// A part of a figure at its start pose.
#[derive(Debug, Clone, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// Index of the part that it hangs on; none for the root.
    pub parent: Option<usize>,
    /// Its centre in the figure, m.
    pub centre: DVec3,
    /// Its orientation in the figure.
    pub orientation: DQuat,
    /// Where it hangs on its parent in the figure, m; of the root, its centre.
    pub pin: DVec3,
}

/// The parts of a figure, and an order in which parents come before their children.
#[derive(Debug, Clone, PartialEq)]
pub struct Skeleton {
    bones: Vec<Bone>,
    order: Vec<usize>,
}

/// How a part moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PartVelocity {
    /// Of its centre, m/s.
    pub linear: DVec3,
    /// About the world's axes, rad/s.
    pub angular: DVec3,
}

impl Skeleton {
    /// The skeleton of these parts; none unless the first is the only root and all others
    /// hang on it, directly or not.
    pub fn new(bones: Vec<Bone>) -> Option<Skeleton> {
        let mut order = Vec::with_capacity(bones.len());
        let mut is_known = vec![false; bones.len()];
        while order.len() < bones.len() {
            let known = order.len();
            for (index, bone) in bones.iter().enumerate() {
                let follows = match bone.parent {
                    None => index == 0,
                    Some(parent) => is_known.get(parent).copied().unwrap_or(false),
                };
                if follows && !is_known[index] {
                    is_known[index] = true;
                    order.push(index);
                }
            }
            if order.len() == known {
                return None;
            }
        }
        (!bones.is_empty()).then_some(Skeleton { bones, order })
    }

    /// The parts.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// Parents before their children.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Whether a part hangs on another one, directly or not, or is it.
    pub fn is_outward_of(&self, part: usize, inner: usize) -> bool {
        let mut at = Some(part);
        while let Some(now) = at {
            if now == inner {
                return true;
            }
            at = self.bones[now].parent;
        }
        false
    }

    /// The pose in which the figure starts.
    pub fn start(&self) -> JointPose {
        JointPose {
            offset: DVec3::ZERO,
            turns: vec![DQuat::IDENTITY; self.bones.len()],
        }
    }

    /// Where a pose puts the parts: forward kinematics along the pins, so that they coincide.
    /// `placement` is from the figure to the world.
    pub fn place(&self, pose: &JointPose, placement: &Placement) -> Vec<Pose> {
        let mut turns = vec![DQuat::IDENTITY; self.bones.len()];
        let mut places = vec![DVec3::ZERO; self.bones.len()];
        for &part in &self.order {
            let bone = &self.bones[part];
            match bone.parent {
                None => {
                    turns[part] = (placement.turn * pose.turns[part]).normalize();
                    places[part] = placement.point(bone.centre + pose.offset);
                }
                Some(parent) => {
                    turns[part] = (turns[parent] * pose.turns[part]).normalize();
                    let pin =
                        places[parent] + turns[parent] * (bone.pin - self.bones[parent].centre);
                    places[part] = pin - turns[part] * (bone.pin - bone.centre);
                }
            }
        }
        let parts = self.bones.iter().zip(turns).zip(places);
        parts
            .map(|((bone, turn), position)| Pose {
                position,
                orientation: (turn * bone.orientation).normalize(),
            })
            .collect()
    }

    /// The pose in which parts are that lie so in the world; what their pins lack is ignored.
    pub fn pose_of(&self, parts: &[Pose], placement: &Placement) -> JointPose {
        let turn = |part: usize| {
            let orientation = parts[part].orientation * self.bones[part].orientation.conjugate();
            placement.turn.conjugate() * orientation
        };
        let against_parent = |(part, bone): (usize, &Bone)| match bone.parent {
            None => turn(part).normalize(),
            Some(parent) => (turn(parent).conjugate() * turn(part)).normalize(),
        };
        JointPose {
            offset: placement.point_before(parts[0].position) - self.bones[0].centre,
            turns: self.bones.iter().enumerate().map(against_parent).collect(),
        }
    }
}

/// Velocities of parts that get from one place to another within `h` seconds: `v = Δx / h`, as
/// Verlet's memory of an animation has it (Jakobsen, section 7), and for turns alike.
pub fn velocities(from: &[Pose], to: &[Pose], h: f64) -> Vec<PartVelocity> {
    let pairs = from.iter().zip(to);
    pairs
        .map(|(a, b)| PartVelocity {
            linear: (b.position - a.position) / h,
            angular: vector_from_rotation(b.orientation * a.orientation.conjugate()) / h,
        })
        .collect()
}
