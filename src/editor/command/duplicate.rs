//! Copies of things beside them.

use super::{Edit, Motion};
use crate::editor::error::EditError;
use crate::editor::item::check_ids;
use crate::editor::things::{whole, Things};
use crate::scene::{Id, MAX_THINGS};
use std::collections::BTreeSet;

impl Edit<'_> {
    /// Copies things with the particles of their sticks and the constraints among
    /// them. What a copied constraint grips outside the set stays the same thing.
    pub(super) fn duplicate(
        &mut self,
        ids: &BTreeSet<Id>,
        offset_m: [f64; 3],
        count: u32,
    ) -> Result<(), EditError> {
        check_ids(self.scene, ids)?;
        let set = whole(self.scene, ids);
        if set.len() * count as usize > MAX_THINGS {
            let reason = format!("a scene cannot hold {count} copies");
            return Err(EditError::refused("duplicate", reason, "make fewer copies"));
        }
        let original = Things::gather(self.scene, &set);
        for copy in 1..=count {
            let far = offset_m.map(|offset| offset * f64::from(copy));
            let added = original.clone().insert_into(self.scene, &mut self.ids);
            self.transform(&added.iter().copied().collect(), &Motion::Move(far))?;
            self.outcome.added.extend(added);
        }
        Ok(())
    }
}
