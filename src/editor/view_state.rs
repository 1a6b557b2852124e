//! What is hidden and what is locked: a matter of the window, not of the document.
//!
//! Both are kept by id beside the document: they change nothing that is simulated,
//! so they are no steps of the history and are not saved with the scene.

use crate::scene::{Id, Scene};
use std::collections::BTreeSet;

/// What is hidden and what is locked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ViewState {
    /// Not drawn and not picked.
    pub hidden: BTreeSet<Id>,
    /// Drawn, but neither picked nor moved in the viewport.
    pub locked: BTreeSet<Id>,
}

impl ViewState {
    /// Whether a click in the viewport may pick a thing.
    pub fn can_pick(&self, id: Id) -> bool {
        !self.hidden.contains(&id) && !self.locked.contains(&id)
    }

    /// Those of a set that may be moved in the viewport.
    pub fn movable(&self, ids: &BTreeSet<Id>) -> BTreeSet<Id> {
        ids.iter()
            .copied()
            .filter(|id| self.can_pick(*id))
            .collect()
    }

    /// Drops what the scene does not have; ids do not come back for other things.
    pub fn retain_existing(&mut self, scene: &Scene) {
        let known = scene.ids();
        self.hidden.retain(|id| known.contains(id));
        self.locked.retain(|id| known.contains(id));
    }
}
