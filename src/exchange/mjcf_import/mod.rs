//! Scenes from MuJoCo's XML: <https://mujoco.readthedocs.io/en/stable/XMLreference.html>.
//!
//! A body becomes a body with the largest of its shapes that collide, a joint a constraint. What
//! a scene does not hold is named. Files in which z is up are turned, so that y is.

mod assemble;
mod attributes;
mod bodies;
mod drives;
mod frame;
mod geom;
mod joints;

use crate::scene::Scene;
use roxmltree::{Document, ParsingOptions};
use std::fmt;

/// Most elements of a file.
const MOST_NODES: u32 = 500_000;

/// A scene with what was left out or changed for it, one sentence each.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The scene.
    pub scene: Scene,
    /// What of the file is not in it.
    pub left_out: Vec<String>,
}

/// Why a file is no scene: where, what, and what to do.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportError {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: &'static str,
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImportError {
            line,
            column,
            message,
            remedy,
        } = self;
        write!(f, "{line}:{column}: {message}; {remedy}")
    }
}

impl std::error::Error for ImportError {}

/// The scene that a file of MuJoCo describes.
///
/// # Errors
/// What of the file cannot be read, with its place.
pub fn scene_from_mjcf(text: &str, name: &str) -> Result<Imported, ImportError> {
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        ImportError {
            line: place.row,
            column: place.col,
            message: error.to_string(),
            remedy: "mend the XML, or save it again with the program that wrote it",
        }
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "mujoco" {
        let message = format!("it begins with `{}`", root.tag_name().name());
        return Err(attributes::error(
            root,
            message,
            "give a file that begins with `mujoco`",
        ));
    }
    assemble::scene(root, name)
}
