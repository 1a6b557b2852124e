//! The desktop application: window, input and panels.
//!
//! [`program`] decides what each action does and knows no window; `window` has
//! the only loop; panels draw and ask.

#![deny(clippy::indexing_slicing, clippy::string_slice)]

pub mod action;
mod aim;
pub mod effect;
mod geometry;
pub mod guide;
mod job;
pub mod jobs;
pub mod keymap;
pub mod messages;
pub mod panels;
pub mod panes;
mod pick;
pub mod playback;
pub mod program;
pub mod quality;
pub mod stage;
pub mod tool;
pub mod ui;
mod window;
pub mod workbench;
pub mod workspace;

pub use window::{film, open, shot};
