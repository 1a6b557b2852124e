//! Scenes from MuJoCo's XML: <https://mujoco.readthedocs.io/en/stable/XMLreference.html>.
//!
//! What a scene does not hold is named. Files in which z is up are turned, so that y is. Bodies
//! start as the first keyframe says.

mod assemble;
mod attributes;
mod bodies;
mod drives;
mod frame;
mod geom;
mod joints;
mod meshes;
mod start;

use super::assembly::xml::{self, ImportError};
use super::assembly::Imported;

/// The scene that a file of MuJoCo describes.
///
/// # Errors
/// What of the file cannot be read, with its place.
pub fn scene_from_mjcf(text: &str, name: &str) -> Result<Imported, ImportError> {
    let document = xml::document(text, "mujoco", "use a file with the root element `mujoco`")?;
    assemble::scene(document.root_element(), name)
}
