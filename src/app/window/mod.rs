//! The window and its loop: input, panels, time, drawing.

mod clipboard;
mod clock;
mod diagnostics;
mod dropped;
mod film;
mod glue;
mod input;
mod kept_settings;
mod open;
mod picture;
mod placement;
mod record;
mod screenshot;
mod script;
mod shell;

pub use film::film;
pub use open::{open, shot};
