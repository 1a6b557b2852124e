//! The program in a real window under Xvfb, with real keys and mouse.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad_scenes;
mod characters;
mod clipboard;
#[path = "../common/mod.rs"]
mod common;
mod editor;
mod experiments;
mod film;
mod first_light;
mod heavy;
mod joints;
mod lessons;
mod monkey;
mod placement;
mod probe;
mod recovery;
mod skinning;
