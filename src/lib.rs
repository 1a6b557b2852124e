//! Ragdoll Lab.
pub mod cli;
pub mod compile;
pub mod lab;
pub mod physics;
pub mod platform;
pub mod scene;
