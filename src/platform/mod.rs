//! What the operating system lends us: files, settings, dialogs and a display.
//!
//! Nothing here knows of physics, scenes or panels.

mod file_error;
pub mod files;

pub use file_error::{FileError, FileKind};
