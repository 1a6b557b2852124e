//! Scene files: their text, their faults, presets and parameters.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod difference;
mod format;
mod hostile_text;
mod parameters;
mod presets;
