//! Where a mesh is when its bones have moved.
//!
//! The picture does this on the graphics card with dual quaternions; here it is done for
//! tests and for whoever needs the points themselves.

use super::skin::{Bone, Mesh, Vertex};
use glam::{Quat, Vec3, Vec4};

/// Where a bone is and how it is turned, bone to world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Origin of its frame, m.
    pub position: Vec3,
    /// Bone to world; unit.
    pub rotation: Quat,
}

/// How the motions of the bones of a vertex are mixed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Blend {
    /// The places to which each bone would move the vertex: limbs that twist lose girth.
    Linear,
    /// The rigid motions themselves, as dual quaternions (Kavan and others, 2007).
    #[default]
    DualQuaternion,
}

/// From the bind pose of a bone to where it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// Turn about the origin of the figure; unit.
    pub rotation: Quat,
    /// What is then added, m.
    pub translation: Vec3,
}

impl Motion {
    /// That of a bone.
    pub fn of(bone: &Bone, pose: Pose) -> Motion {
        let rotation = pose.rotation * bone.rotation.conjugate();
        Motion {
            rotation,
            translation: pose.position - rotation * bone.position,
        }
    }

    /// Where it moves a point, m.
    pub fn point(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }
}

/// Motions of all bones; one that has no pose stays where it is.
pub fn motions(bones: &[Bone], poses: &[Pose]) -> Vec<Motion> {
    let bind = |bone: &Bone| Pose {
        position: bone.position,
        rotation: bone.rotation,
    };
    let bones = bones.iter().enumerate();
    bones
        .map(|(i, bone)| Motion::of(bone, poses.get(i).copied().unwrap_or(bind(bone))))
        .collect()
}

/// Place and normal of every vertex of a mesh, m.
pub fn skinned(mesh: &Mesh, motions: &[Motion], blend: Blend) -> Vec<[Vec3; 2]> {
    let moved = |vertex: &Vertex| match blend {
        Blend::Linear => linear(vertex, motions),
        Blend::DualQuaternion => dual_quaternion(vertex, motions),
    };
    mesh.vertices.iter().map(moved).collect()
}

/// The motions that move a vertex, with their weights.
fn shares<'a>(
    vertex: &'a Vertex,
    motions: &'a [Motion],
) -> impl Iterator<Item = (f32, Motion)> + 'a {
    let pairs = vertex.bones.iter().zip(vertex.weights);
    let moving = pairs.filter(|(_, weight)| *weight > 0.0);
    moving.filter_map(|(bone, weight)| Some((weight, *motions.get(usize::from(*bone))?)))
}

fn linear(vertex: &Vertex, motions: &[Motion]) -> [Vec3; 2] {
    let (mut position, mut normal) = (Vec3::ZERO, Vec3::ZERO);
    for (weight, motion) in shares(vertex, motions) {
        position += motion.point(vertex.position) * weight;
        normal += motion.rotation * vertex.normal * weight;
    }
    [position, normal.normalize_or_zero()]
}

/// Kavan and others, algorithm 1.
fn dual_quaternion(vertex: &Vertex, motions: &[Motion]) -> [Vec3; 2] {
    let (mut real, mut dual) = (Vec4::ZERO, Vec4::ZERO);
    for (
        weight,
        Motion {
            rotation,
            translation,
        },
    ) in shares(vertex, motions)
    {
        let own = Vec4::from(rotation);
        // Of the two quaternions of a turn the one on the side of the others.
        let weight = if own.dot(real) < 0.0 { -weight } else { weight };
        real += own * weight;
        let moved = Quat::from_vec4(translation.extend(0.0)) * rotation;
        dual += Vec4::from(moved) * (0.5 * weight);
    }
    let length = real.length().max(f32::MIN_POSITIVE);
    let (real, dual) = (real / length, dual / length);
    let (turn, shift) = (real.truncate(), dual.truncate());
    let translation = 2.0 * (real.w * shift - dual.w * turn + turn.cross(shift));
    let rotation = Quat::from_vec4(real);
    [
        rotation * vertex.position + translation,
        rotation * vertex.normal,
    ]
}
