//! Keys: what a chord does, and other chords for it.

use super::Program;
use crate::app::action::{Action, Trigger};
use crate::app::keymap::{Chord, KeyChange};
use crate::app::tool::Tool;

impl Program {
    /// A key went down. `typing`: a text field has the focus, so that only chords with
    /// Ctrl act that the field does not use itself.
    pub fn press(&mut self, chord: Chord, typing: bool) {
        if self.panels.help.listens() {
            if let Some(change) = self.panels.help.hear(chord, &self.keymap) {
                self.change_keys(change);
            }
        } else if !typing || chord.acts_while_typing() {
            match self.keymap.find(chord) {
                // Whoever builds must not throw by chance; a repeated shot is asked for.
                Some(Trigger::Throw) if self.tool != Tool::Throw => self.say_how_to_throw(chord),
                Some(trigger) => self.perform(Action::Do(trigger)),
                None => {}
            }
        }
    }

    fn say_how_to_throw(&mut self, chord: Chord) {
        let tool = self.keymap.with_key("the tool Throw", Trigger::ToolThrow);
        let repeat = self
            .keymap
            .with_key("repeat the last shot", Trigger::RepeatShot);
        self.say(format!("{chord} throws with {tool}; any tool can {repeat}"));
    }

    /// Changes which key does what, and remembers it.
    pub(super) fn change_keys(&mut self, change: KeyChange) {
        self.keymap.change(change);
        self.settings.key_preset = self.keymap.preset();
        self.settings.keys = self.keymap.own();
    }
}
