//! Crowds: many equal ragdolls, several at a time, in single precision.
//!
//! A ragdoll is far too small to keep the wide registers of a processor busy by itself,
//! and its joints must be solved one after the other. So ragdolls that are alike stand
//! side by side: a `Lane` holds one number of sixteen of them, and each kernel here is that
//! of the general path, written for such numbers (`bodies/{pin,limit,motion}`,
//! `particles/{stick,motion}` and `contact` for `constraint/{pin,angle_limit,distance,
//! contact}.rs` and `method/verlet/{coast,bounce}.rs`). Lanes never exchange anything: a
//! ragdoll comes to the same bits alone, in any lane, with any neighbours, and on any
//! thread.
//!
//! The state stays where it is for everything else: `block` takes the bodies or particles
//! of one block of ragdolls from it, makes all substeps of a step in the innermost cache, and
//! puts them back. Positions are counted from an origin near each ragdoll, which is
//! found anew from its first one in each step, so that far away is as exact as here.
//!
//! Who may stand in a crowd is decided before each step by each ragdoll alone
//! (`apart`, `crowd`): whatever is held, asleep, near anything but a plane, or of a
//! kind that the kernels do not know, goes the general way.

mod apart;
mod block;
mod bodies;
mod contact;
mod crowd;
mod figure;
mod lane;
mod mover;
mod pair;
mod particles;
mod parts;
mod scenery;
mod vector;

pub use block::Outcome;
pub use crowd::{threads, Crowd, Lanes};
pub use scenery::suits;
