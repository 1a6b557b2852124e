//! What the operating system lends us: files, settings, dialogs and a display.
//!
//! Nothing here knows of physics, scenes or panels.

pub mod dialogs;
pub mod display;
mod file_error;
pub mod files;
pub mod settings;

pub use file_error::{FileError, FileKind};
