//! glTF 2.0 files, as text (`.gltf`) or packed (`.glb`).
//!
//! [`Gltf`] is a file whose buffers have been read; [`Gltf::places`] has its nodes with where they
//! are, [`Gltf::triangles`] the triangles of a part of a mesh, [`model`] a skinned figure, and
//! [`physics`] rigid bodies.
//! [`mod@write`] makes such files. Every number of a file is checked before it is used, since it may
//! come from anywhere.

mod accessor;
pub mod clips;
mod container;
pub mod document;
pub mod model;
pub mod physics;
mod picture;
mod places;
mod sheet;
mod skeleton;
mod triangles;
pub mod write;

pub use picture::Picture;
pub use places::Placed;

use document::Document;
use std::fmt;

/// Most bytes of all buffers together.
pub const MOST_BYTES: usize = 64 << 20;
/// Most elements of an accessor, and most vertices or triangles of a file.
const MOST_NUMBERS: usize = 400_000;

/// Reads a file that a glTF file names; the text says why that is not possible.
pub type Fetch<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GltfError {
    /// Line from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: &'static str,
}

impl GltfError {
    /// A mistake of the whole file.
    pub fn whole(message: impl Into<String>, remedy: &'static str) -> GltfError {
        GltfError {
            line: 0,
            message: message.into(),
            remedy,
        }
    }

    /// A mistake that the program which wrote the file has made.
    fn torn(message: impl Into<String>) -> GltfError {
        GltfError::whole(message, "export it again")
    }
}

impl fmt::Display for GltfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

impl std::error::Error for GltfError {}

/// A file with the contents of its buffers.
#[derive(Debug)]
pub struct Gltf {
    /// What the file describes.
    pub document: Document,
    buffers: Vec<Vec<u8>>,
}

impl Gltf {
    /// Reads a file. `fetch` has the buffers that lie beside it.
    ///
    /// # Errors
    /// What of the file cannot be read.
    pub fn read(bytes: &[u8], fetch: Fetch<'_>) -> Result<Gltf, GltfError> {
        let (text, packed) = container::chunks(bytes)?;
        let document: Document = serde_json::from_slice(text).map_err(|error| GltfError {
            line: error.line(),
            message: format!("not a glTF file: {error}"),
            remedy: "export it again as glTF 2.0",
        })?;
        refuse_extensions(&document.extensions_required)?;
        let mut buffers = Vec::new();
        let mut length = 0;
        for buffer in &document.buffers {
            let content = container::content(buffer.uri.as_deref(), packed, fetch)?;
            length += content.len();
            if length > MOST_BYTES {
                let message = format!("buffers of more than {} MiB", MOST_BYTES >> 20);
                return Err(GltfError::whole(message, "use a coarser mesh"));
            }
            buffers.push(content);
        }
        Ok(Gltf { document, buffers })
    }
}

/// Extensions that change nothing but the looks, or are read, do no harm.
fn refuse_extensions(required: &[String]) -> Result<(), GltfError> {
    const HARMLESS: [&str; 6] = [
        physics::BODIES,
        physics::SHAPES,
        "KHR_materials_",
        "KHR_texture_",
        "KHR_lights_",
        "EXT_texture_",
    ];
    let harms = |name: &&String| !HARMLESS.iter().any(|start| name.starts_with(start));
    match required.iter().find(harms) {
        None => Ok(()),
        Some(name) => Err(GltfError::whole(
            format!(
                "the file needs the extension `{}`",
                crate::text::short(name)
            ),
            "export it without compression",
        )),
    }
}

fn at<'a, T>(list: &'a [T], index: usize, what: &str) -> Result<&'a T, GltfError> {
    let missing = || GltfError::torn(format!("there is no {what} {index}"));
    list.get(index).ok_or_else(missing)
}
