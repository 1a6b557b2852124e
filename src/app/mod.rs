//! The desktop application: window, input and panels.
//!
//! [`program`] decides what each action does and knows no window; `shell` is
//! the only loop; panels draw and ask.

pub mod action;
mod aim;
pub mod compare;
pub mod experiments;
pub mod fan;
pub mod glue;
mod input;
mod job;
pub mod keymap;
pub mod limb;
pub mod messages;
pub mod panels;
mod pick;
mod picture;
pub mod program;
pub mod quality;
pub mod recovery;
mod script;
mod session;
mod shell;
mod source;
mod stage;
pub mod takes;
mod tally;
mod threads;
pub mod tool;
mod trail;
mod window;

pub use shell::{open, shot};
