//! What the operating system lends us: files, settings, dialogs, signals, cores, a terminal and a display.
//!
//! Nothing here knows of physics, scenes or panels.

pub mod arguments;
#[cfg(feature = "window")]
pub mod dialogs;
#[cfg(feature = "window")]
pub mod display;
mod file_error;
pub mod files;
pub mod film;
#[cfg(feature = "window")]
pub mod folders;
pub mod line_log;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod recovery;
pub mod scheduling;
pub mod settings;
pub mod signals;
pub mod terminal;

pub use file_error::{FileError, FileKind};
