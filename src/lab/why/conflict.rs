//! Constraints that work against each other, in words.

use super::words::{thing_of, words_of};
use crate::lab::Simulation;
use crate::physics::conflict::{Conflict, ConflictWatch};
use crate::physics::ledger::Cause;
use crate::scene::{Id, Scene};
use serde::Serialize;

/// Two constraints that undo each other; the keys are those of `ragdoll-lab why --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConflictLine {
    /// What they are and do.
    #[serde(skip)]
    pub conflict: Conflict,
    /// The things of the scene that they belong to.
    #[serde(skip)]
    pub things: [Option<Id>; 2],
    /// Both in words.
    pub names: [String; 2],
    /// Of what each corrected, the share that the other undid, 0 to 1.
    pub undone: [f64; 2],
    /// Error of each at the end of a step, in the mean, m.
    pub left_m: [f64; 2],
    /// The same of angles, degrees.
    pub left_deg: [f64; 2],
}

impl ConflictLine {
    /// In a sentence.
    pub fn sentence(&self) -> String {
        let [first, second] = &self.names;
        let [a, b] = self.undone.map(|share| (100.0 * share).round());
        let how_much = match a == b {
            true => format!("each undoes {a} % of the other's correction"),
            false => format!("{a} % and {b} % of their corrections are undone"),
        };
        format!("{first} works against {second}: {how_much}")
    }
}

/// Those of a watch, the worst first.
pub(super) fn lines(
    watch: &ConflictWatch,
    scene: &Scene,
    simulation: &Simulation,
) -> Vec<ConflictLine> {
    let (map, world) = (&simulation.map, &simulation.world);
    let model = world.model();
    let line = |conflict: Conflict| ConflictLine {
        things: conflict
            .constraints
            .map(|index| thing_of(scene, map, Cause::Constraint(index))),
        names: conflict
            .constraints
            .map(|index| words_of(scene, map, model, Cause::Constraint(index))),
        undone: conflict.undone,
        left_m: conflict.left.map(|left| left.length),
        left_deg: conflict.left.map(|left| left.angle.to_degrees()),
        conflict,
    };
    let conflicts = watch.conflicts(world.state());
    conflicts.into_iter().map(line).collect()
}
