//! The window and its loop: input, panels, time, drawing.

mod clipboard;
mod clock;
mod glue;
mod input;
mod open;
mod picture;
mod screenshot;
mod script;
mod shell;

pub use open::{open, shot};
