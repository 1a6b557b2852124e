//! Ragdoll Lab.
pub mod physics;
pub mod scene;
