//! The way of an impulse from where something hit, through the joints, outward.

use crate::physics::ledger::{Book, Cause};
use std::collections::BTreeMap;

/// How much momentum passed through what moves, and through joints, in a span of time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImpulsePath {
    /// Of each mover, half of all that joints and contacts gave it, each with its size: what
    /// comes in on one side and leaves on the other has passed once. N·s.
    pub movers: BTreeMap<usize, f64>,
    /// Of each joint, by the index of its constraint, what it gave to one side, N·s.
    pub joints: BTreeMap<usize, f64>,
}

impl ImpulsePath {
    /// That of the movers that count.
    pub(super) fn of(book: &Book, counts: impl Fn(usize) -> bool) -> ImpulsePath {
        let mut path = ImpulsePath::default();
        for (mover, cause, entry) in book.entries().filter(|(mover, ..)| counts(*mover)) {
            let size = entry.momentum.length();
            match cause {
                Cause::Constraint(index) => {
                    let joint = path.joints.entry(index).or_default();
                    *joint = joint.max(size);
                }
                Cause::Normal(_) | Cause::Friction(_) | Cause::Bounce(_) => {}
                _ => continue,
            }
            *path.movers.entry(mover).or_default() += 0.5 * size;
        }
        path
    }

    /// The most that passed through anything, N·s.
    pub fn most(&self) -> f64 {
        self.movers.values().copied().fold(0.0, f64::max)
    }
}
