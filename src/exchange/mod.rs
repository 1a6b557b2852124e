//! Worlds for other simulators, and ragdolls from models.
//!
//! What a format cannot hold is left out and said: an [`Export`] lists it. Lengths are metres,
//! angles radians, masses kilograms, and y is up, as here.

mod bone_names;
pub mod character;
pub mod dummy;
mod mjcf;
pub mod mjcf_import;
mod physics_gltf;
mod rig;
mod skinned;
mod urdf;

pub use bone_names::BoneNames;
pub use skinned::Skinned;

use crate::compile::IdMap;
use crate::physics::World;
use glam::DQuat;

/// A world as a file of another simulator.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// The file.
    pub text: String,
    /// What of the world is not in it, one sentence each.
    pub left_out: Vec<String>,
}

/// The bodies, joints and obstacles of a world as it is now, in MuJoCo's XML.
///
/// Ball joints with limits become three turns one after the other, the twist last, with the
/// same ranges: alike along each axis, narrower or wider between them. Positions and velocities
/// are the keyframe `start`.
pub fn mjcf(world: &World, map: &IdMap, name: &str) -> Export {
    let rig = rig::of(world, map);
    mjcf::export(world.model(), &rig, name)
}

/// The bodies, joints and obstacles of a world as it is now, as glTF 2.0 with the extensions
/// `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`.
///
/// Ball joints with limits become three turns, each with its own limit and drive. A plane
/// becomes a box of a kilometre; boxes lose their rounding, hulls and meshes their shape.
/// Motors and friction are drives with as much damping as their largest torque allows.
pub fn physics_gltf(world: &World, map: &IdMap, name: &str) -> Export {
    let rig = rig::of(world, map);
    physics_gltf::export(world.model(), &rig, name)
}

/// The first tree of joints of a world in the Unified Robot Description Format, with its zero
/// pose: neither the start nor what stands about is in it.
///
/// Joints with several turns become joints one after the other, between links of a milligram.
pub fn urdf(world: &World, map: &IdMap, name: &str) -> Export {
    urdf::export(&rig::of(world, map), name)
}

/// A turn as documents have it: w, x, y, z, and never the negative zero.
fn wxyz(turn: DQuat) -> [f64; 4] {
    [turn.w, turn.x, turn.y, turn.z].map(|x| x + 0.0)
}

/// Numbers in full, with spaces between them.
fn numbers(all: &[f64]) -> String {
    let all: Vec<String> = all.iter().map(|x| (x + 0.0).to_string()).collect();
    all.join(" ")
}
