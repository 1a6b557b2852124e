//! Cut, copy, paste, duplicate and delete.

use super::editing::selected;
use super::Workspace;
use crate::app::action::{Action, Trigger};
use crate::app::effect::Effects;
use crate::editor::{Command, Document, Things};

/// From a thing to its duplicate, m.
const DUPLICATE_OFFSET_M: [f64; 3] = [0.5, 0.0, 0.0];

impl Workspace {
    /// Whether there is something to paste.
    pub fn can_paste(&self) -> bool {
        self.clipboard.is_some()
    }

    /// Copies the selection to the clipboard; false if there was nothing to copy.
    pub(super) fn copy(&mut self, effects: &mut Effects) -> bool {
        let Some(ids) = selected(&self.document, effects) else {
            return false;
        };
        match Things::copy(self.document.scene(), &ids) {
            Ok(things) if things.items.is_empty() => {
                effects.fail("a joint cannot be copied alone; select the bodies it joins too");
                false
            }
            Ok(things) => {
                self.clipboard = Some(things);
                true
            }
            Err(error) => {
                effects.fail(error.to_string());
                false
            }
        }
    }

    pub(super) fn cut(&mut self, effects: &mut Effects) {
        if self.copy(effects) {
            delete(&self.document, effects);
        }
    }

    pub(super) fn paste(&self, effects: &mut Effects) {
        let Some(things) = self.clipboard.clone() else {
            let text = "the clipboard is empty; {} first";
            return effects.fail_with_key(text, "copy something", Trigger::Copy);
        };
        effects.perform(Action::Edit(Command::InsertBeside(things, "Copy")));
    }
}

/// Copies the selection beside itself.
pub(super) fn duplicate(document: &Document, effects: &mut Effects) {
    if let Some(ids) = selected(document, effects) {
        effects.perform(Action::Edit(Command::Duplicate {
            ids,
            offset_m: DUPLICATE_OFFSET_M,
            count: 1,
        }));
    }
}

pub(super) fn delete(document: &Document, effects: &mut Effects) {
    if let Some(ids) = selected(document, effects) {
        effects.perform(Action::Edit(Command::Remove(ids)));
    }
}
