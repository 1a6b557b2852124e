//! Ragdoll Lab.
pub mod scene;
