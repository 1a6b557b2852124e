//! Ragdoll Lab.

pub mod app;
pub mod cli;
pub mod compile;
pub mod editor;
pub mod lab;
pub mod physics;
pub mod platform;
pub mod scene;
pub mod view;
