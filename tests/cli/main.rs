//! The command line, as a person types it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod budgets;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod ended;
mod export;
mod hidden;
mod import;
mod import_gltf;
mod import_mjcf;
mod import_sound;
mod import_urdf;
mod last_state;
mod memory;
mod mutants;
mod round_trips;
mod start;
mod state;
mod trajectory;
mod validators;
mod warnings;
