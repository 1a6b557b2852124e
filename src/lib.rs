//! Ragdoll Lab.
