//! Editing a scene: commands, and a history that takes back every one of them.
//!
//! A command is the only way to change a scene. The history keeps whole scenes,
//! which are small and shared, so nothing needs an inverse.

mod command;
mod document;

pub use command::{Command, EditError};
pub use document::Document;
