//! Ids for new things.

use crate::scene::{Id, Scene};
use std::collections::BTreeSet;

/// Gives out ids that are not in use.
pub(super) struct FreshIds {
    used: BTreeSet<Id>,
    last: Id,
}

impl FreshIds {
    /// Ids for a scene, above `floor` so that those of deleted things do not come back.
    pub(super) fn new(scene: &Scene, floor: Id) -> FreshIds {
        let used = scene.ids();
        let last = used.last().copied().unwrap_or(0).max(floor);
        FreshIds { used, last }
    }

    /// The next one: above all others or, when those run out, the first gap.
    pub(super) fn next(&mut self) -> Id {
        let id = match self.last.checked_add(1) {
            Some(id) => {
                self.last = id;
                id
            }
            None => (1..).find(|id| !self.used.contains(id)).unwrap_or(Id::MAX),
        };
        self.used.insert(id);
        id
    }
}
