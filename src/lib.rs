//! Ragdoll Lab.

pub mod app;
pub mod view;
