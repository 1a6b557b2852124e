//! A pose as the turns of joints, and the mixing of poses.

use crate::physics::math::{rotation_from_vector, vector_from_rotation};
use glam::{DQuat, DVec3};

/// Where the root of a figure is, and how its parts are turned against their parents.
#[derive(Debug, Clone, PartialEq)]
pub struct JointPose {
    /// From the place of the root at the start pose, in the frame of the figure, m.
    pub offset: DVec3,
    /// Per part, its turn against its parent from the start pose; that of the root against
    /// the figure.
    pub turns: Vec<DQuat>,
}

impl JointPose {
    /// The way from this pose to another one: `share` of a part is 0 where it stays as it is
    /// here and 1 where it is as there, to the bit; `root` that of the place of the root.
    pub fn toward(&self, other: &JointPose, root: f64, share: impl Fn(usize) -> f64) -> JointPose {
        let pairs = self.turns.iter().zip(&other.turns).enumerate();
        JointPose {
            offset: match root {
                0.0 => self.offset,
                1.0 => other.offset,
                _ => self.offset.lerp(other.offset, root),
            },
            turns: pairs
                .map(|(part, (a, b))| interpolate(*a, *b, share(part)))
                .collect(),
        }
    }

    /// How far two poses are apart: the root mean square of the angles between the turns of
    /// all parts but the root, rad.
    pub fn distance(&self, other: &JointPose) -> f64 {
        let pairs = self.turns.iter().zip(&other.turns).skip(1);
        let squares = pairs.map(|(a, b)| vector_from_rotation(a.conjugate() * *b).length_squared());
        let count = self.turns.len().saturating_sub(1).max(1);
        (squares.sum::<f64>() / count as f64).sqrt()
    }
}

/// The turn that lies `share` of the shortest way from one to another (Shoemake, 1985); the
/// ends themselves at 0 and 1, to the bit.
pub fn interpolate(from: DQuat, to: DQuat, share: f64) -> DQuat {
    if share == 0.0 || from == to {
        return from;
    }
    if share == 1.0 {
        return to;
    }
    let way = vector_from_rotation(from.conjugate() * to);
    (from * rotation_from_vector(way * share)).normalize()
}

/// From 0 to 1 with rates of zero at both ends, as `x` goes from 0 to 1.
pub fn ease(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}
