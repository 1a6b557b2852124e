//! Alike ragdolls, several at a time.
//!
//! A ragdoll is far too small to keep the wide registers of a processor busy by itself,
//! and its joints must be solved one after the other. So ragdolls that are alike stand
//! side by side: a `Lane` holds one number of several of them, in single or in double
//! precision, or of one alone, and each kernel here is written once for any of them
//! (`bodies/{pin,limit,motion}`, `particles/{stick,motion}`, `contact`). Lanes never
//! exchange anything: a ragdoll comes to the same bits alone, in any lane, with any
//! neighbours, and on any thread.
//!
//! The state stays where it is for everything else. `batch` takes ragdolls from it for a
//! pass of a substep (motion and joints, or velocities), whatever touches them, and puts
//! them back for the contacts. `block` makes whole steps of those that stand apart from
//! everything but planes, in the innermost cache; `watched` makes the same steps one event at a
//! time. Who does is decided before each step from the state alone (`apart`, `batches`).
// On other processors ragdolls are stepped one after the other.
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code)
)]

mod apart;
mod batch;
mod batches;
mod block;
mod bodies;
mod contact;
mod figure;
mod instructions;
mod kind;
mod lane;
mod mover;
mod own_limbs;
#[cfg(not(debug_assertions))]
mod pair;
mod particles;
mod parts;
mod runner;
mod scenery;
mod share;
mod vector;
mod watched;
mod wide;

pub use batch::Pass;
pub use batches::RagdollBatches;
pub use instructions::Instructions;
pub use runner::{threads, Lanes};
pub use scenery::{duration_of_substep, has_crowd};
pub use watched::Touches;
