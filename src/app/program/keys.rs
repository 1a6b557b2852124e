//! Keys: what a chord does, and other chords for it.

use super::Program;
use crate::app::action::Action;
use crate::app::keymap::{Chord, KeyChange};

impl Program {
    /// A key went down. `typing`: a text field has the focus, so that only chords with
    /// Ctrl act that the field does not use itself.
    pub fn press(&mut self, chord: Chord, typing: bool) {
        if self.panels.help.listens() {
            if let Some(change) = self.panels.help.hear(chord, &self.keymap) {
                self.change_keys(change);
            }
        } else if !typing || chord.acts_while_typing() {
            if let Some(trigger) = self.keymap.find(chord) {
                self.perform(Action::Do(trigger));
            }
        }
    }

    /// Changes which key does what, and remembers it.
    pub(super) fn change_keys(&mut self, change: KeyChange) {
        self.keymap.change(change);
        self.settings.key_preset = self.keymap.preset();
        self.settings.keys = self.keymap.own();
    }
}
