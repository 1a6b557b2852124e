//! Scenes from glTF with the extensions `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`.
//!
//! A node with a motion becomes a body, of the colliders of what hangs on it up to the next such
//! node; colliders that hang on none become obstacles. A joint leaves free what its limits do not
//! hold. What a scene does not hold is named.

mod bodies;
mod collisions;
mod joints;

use super::assembly::{short, Assembly, Imported};
use crate::gltf::{Fetch, Gltf, GltfError};
use crate::scene::Scene;
use bodies::Nodes;

/// The scene that the rigid bodies of a file make; it begins as the file does.
///
/// # Errors
/// What of the file is not as the extensions have it.
pub fn scene_from_gltf(gltf: &Gltf, name: &str) -> Result<Imported, GltfError> {
    let physics = gltf.physics()?;
    let scene = Scene {
        name: short(name),
        ..Scene::default()
    };
    let mut assembly = Assembly::new(scene, Vec::new());
    let nodes = Nodes::read(gltf, &physics, &mut assembly)?;
    let joined = joints::join(&physics, &nodes, &mut assembly)?;
    collisions::rules(&physics, &nodes, &joined, &mut assembly)?;
    Ok(assembly.finish()?)
}

/// The same of a file that has not been read; none of one with a skin, which is a figure, or without
/// rigid bodies.
///
/// # Errors
/// What of the file cannot be read.
pub fn scene_from_file(
    name: &str,
    bytes: &[u8],
    fetch: Fetch<'_>,
) -> Result<Option<Imported>, GltfError> {
    let gltf = Gltf::read(bytes, fetch)?;
    let is_fit = gltf.has_physics() && !gltf.has_skin();
    is_fit.then(|| scene_from_gltf(&gltf, name)).transpose()
}

/// An entry of a list of the file.
fn entry<'x, T>(list: &'x [T], index: usize, what: &str, of: &str) -> Result<&'x T, GltfError> {
    list.get(index).ok_or_else(|| {
        let message = format!("{of}: there is no {what} {index}");
        GltfError::whole(message, "correct the index, or export the file again")
    })
}
