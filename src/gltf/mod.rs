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

use crate::budget::{self, Account, Bound};
use crate::text::part;
use document::Document;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

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
            message: part(&message.into()),
            remedy,
        }
    }

    /// A mistake that the program which wrote the file has made.
    fn torn(message: impl Into<String>) -> GltfError {
        GltfError::whole(message, "export it again")
    }
}

impl From<&'static Bound> for GltfError {
    fn from(bound: &'static Bound) -> GltfError {
        GltfError::whole(bound.to_string(), bound.remedy)
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
    /// The contents of files and of texts in the file, each once.
    contents: Vec<Vec<u8>>,
    /// Which of them each buffer has.
    buffers: Vec<usize>,
    /// Numbers that have been read.
    numbers: RefCell<Account>,
}

impl Gltf {
    /// Reads a file. `fetch` has the buffers that lie beside it.
    ///
    /// # Errors
    /// What of the file cannot be read.
    pub fn read(bytes: &[u8], fetch: Fetch<'_>) -> Result<Gltf, GltfError> {
        let (text, packed) = container::chunks(bytes)?;
        let (objects, entries) = budget::count_json(text);
        budget::GLTF_OBJECTS.allow(objects)?;
        budget::GLTF_ENTRIES.allow(entries)?;
        let document: Document = serde_json::from_slice(text).map_err(|error| GltfError {
            line: error.line(),
            message: part(&format!("not a glTF file: {error}")),
            remedy: "export it again as glTF 2.0",
        })?;
        refuse_extensions(&document.extensions_required)?;
        budget::GLTF_BUFFERS.allow(document.buffers.len())?;
        let mut length = Account::of(&budget::GLTF_BYTES);
        let (mut contents, mut buffers, mut known) = (Vec::new(), Vec::new(), BTreeMap::new());
        for buffer in &document.buffers {
            let uri = buffer.uri.as_deref();
            if let Some(content) = known.get(&uri) {
                buffers.push(*content);
                continue;
            }
            let content = container::content(uri, packed, fetch)?;
            length.add(content.len())?;
            known.insert(uri, contents.len());
            buffers.push(contents.len());
            contents.push(content);
        }
        drop(known);
        Ok(Gltf {
            document,
            contents,
            buffers,
            numbers: RefCell::new(Account::of(&budget::GLTF_NUMBERS)),
        })
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
