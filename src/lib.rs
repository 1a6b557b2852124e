//! Ragdoll Lab.

pub mod platform;
