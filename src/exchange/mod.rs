//! Worlds for other simulators, scenes from their files, and ragdolls from models.
//!
//! What a format or a scene cannot hold is left out and said: an [`Export`] and an [`Imported`] list
//! it. Lengths are metres,
//! angles radians, masses kilograms, and y is up, as here.

mod assembly;
mod bone_names;
pub mod character;
pub mod dummy;
pub mod gltf_import;
mod mjcf;
pub mod mjcf_import;
mod physics_gltf;
mod rig;
mod skinned;
mod urdf;
pub mod urdf_import;

pub use assembly::xml::ImportError;
pub use assembly::Imported;
pub use bone_names::BoneNames;
pub use skinned::Skinned;

use crate::compile::IdMap;
use crate::physics::World;
use crate::scene::Scene;
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
/// same ranges: alike along each axis, narrower or wider between them. Motors, and springs that end
/// at a force, are actuators. Positions and velocities are the keyframe `start`, and what actuators
/// are given.
pub fn mjcf(world: &World, map: &IdMap, scene: &Scene) -> Export {
    let rig = rig::of(world, (map, scene), &["world"]);
    mjcf::export(world.model(), &rig, title(scene))
}

/// The bodies, joints and obstacles of a world as it is now, as glTF 2.0 with the extensions
/// `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`.
///
/// Ball joints with limits become three turns, each with its own limit and drive. Boxes lose
/// their rounding, hulls and meshes their shape.
/// Motors and friction are drives with as much damping as their largest torque allows.
pub fn physics_gltf(world: &World, map: &IdMap, scene: &Scene) -> Export {
    let rig = rig::of(world, (map, scene), &[]);
    physics_gltf::export(world.model(), &rig, title(scene))
}

/// The largest tree of joints of a world in the Unified Robot Description Format, with its zero
/// pose: neither the start nor what stands about is in it. z is up there.
///
/// Joints with several turns become joints one after the other, between links of a milligram. What
/// is free hangs from a link `base`, which says where it is; what hangs from the world from `world`.
pub fn urdf(world: &World, map: &IdMap, scene: &Scene) -> Export {
    urdf::export(
        world.model(),
        &rig::of(world, (map, scene), &["base", "world"]),
        title(scene),
    )
}

/// The scene in a text of another simulator, by the ending of its file: `xml` is MuJoCo's, `urdf` a
/// robot; none of another ending.
///
/// # Errors
/// What of it cannot be read, with its place.
pub fn scene_from_text(
    ending: &str,
    name: &str,
    bytes: &[u8],
) -> Option<Result<Imported, ImportError>> {
    let read = match ending.to_ascii_lowercase().as_str() {
        "xml" => mjcf_import::scene_from_mjcf,
        "urdf" => urdf_import::scene_from_urdf,
        _ => return None,
    };
    let text = std::str::from_utf8(bytes).map_err(|_| ImportError {
        line: 1,
        column: 1,
        message: "it is not UTF-8 text".into(),
        remedy: "save it as UTF-8",
    });
    Some(text.and_then(|text| read(text, name)))
}

/// What a scene is called in a file that must call it something.
fn title(scene: &Scene) -> &str {
    match scene.name.as_str() {
        "" => "scene",
        name => name,
    }
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
