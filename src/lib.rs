//! Ragdoll Lab.
pub mod compile;
pub mod lab;
pub mod physics;
pub mod scene;
