//! Keys: what a chord does.

use super::Program;
use crate::app::action::{Action, Chord, Tool, Trigger};

impl Program {
    /// A key went down. `typing`: a text field has the focus, so that only chords with
    /// Ctrl act that the field does not use itself.
    pub fn press(&mut self, chord: Chord, typing: bool) {
        let ui = &mut self.ui;
        if ui.panels.sheets.help.listens() {
            if let Some(change) = ui.panels.sheets.help.hear(chord, &ui.keymap) {
                ui.change_keys(change);
            }
        } else if !typing || chord.acts_while_typing() {
            match ui.keymap.find(chord) {
                // Whoever builds must not throw by chance; a repeated shot is asked for.
                Some(Trigger::Throw) if self.workbench.tool != Tool::Throw => {
                    let tool = ui.keymap.with_key("the Throw tool", Trigger::ToolThrow);
                    let repeat = ui
                        .keymap
                        .with_key("repeat the last throw", Trigger::RepeatShot);
                    ui.say(format!(
                        "{chord} throws only with {tool}; every tool can {repeat}"
                    ));
                }
                // Who wants to find a scene types its name next.
                Some(Trigger::PanelScenes) => ui.find_scene(),
                Some(trigger) => self.perform(Action::Do(trigger)),
                None => {}
            }
        }
    }
}
