//! Joints that break, and hold again.

use super::{change_own, tidy};
use crate::scene::Ragdoll;

/// The ragdoll with the joint of a part to its parent broken, or whole again.
pub fn break_off(ragdoll: &Ragdoll, part: &str, broken_off: bool) -> Ragdoll {
    let mut changed = ragdoll.clone();
    change_own(&mut changed, part, |own| own.broken_off = broken_off);
    tidy(&mut changed);
    changed
}
