//! Editing: what plays follows each change of the document.

use super::Program;
use crate::compile::Compiled;
use crate::editor::{Command, Document, Done, EditError};
use crate::physics::method;
use crate::scene::Scene;

impl Program {
    /// Changes the scene and lets what plays follow.
    pub(super) fn edit(
        &mut self,
        command: &Command,
        by: fn(&mut Document, &Command) -> Result<Done, EditError>,
    ) {
        let before = self.workspace.document.clone();
        match by(&mut self.workspace.document, command) {
            Ok(Done { outcome, compiled }) => {
                let followed = self.follow_or_return(before, compiled);
                let added = (!outcome.added.is_empty()).then(|| command.label());
                if let (true, Some(told)) = (followed, outcome.aside().or(added)) {
                    self.ui.say(told);
                }
            }
            Err(error) => self.ui.fail(error.to_string()),
        }
    }

    ///
    /// Returns whether it went anywhere.
    pub(super) fn travel_history(&mut self, travel: impl Fn(&mut Document) -> bool) -> bool {
        let before = self.workspace.document.clone();
        travel(&mut self.workspace.document) && self.follow_or_return(before, None)
    }

    /// Lets what plays follow a change of the document; if it cannot, the document with its
    /// whole history goes back to what it was. Whether it could.
    fn follow_or_return(&mut self, before: Document, compiled: Option<Box<Compiled>>) -> bool {
        let scene = self.workspace.document.scene();
        self.workspace.view_state.retain_existing(scene);
        let followed = self.playback.follow(before.scene(), scene, compiled);
        if let Err(error) = followed {
            self.workspace.document = before;
            self.ui.fail(error);
            return false;
        }
        let method = |scene: &Scene| scene.solver.method.clone();
        let world = &self.playback.session.simulation.world;
        if method(before.scene()) != method(scene) && world.state().step > 0 {
            let drift = world.drift();
            let label = method::find(&scene.solver.method).map_or("", |m| m.label);
            self.ui.say(format!(
                "{label} continues from here; nothing moved by more than {:.2} mm",
                1e3 * drift.length
            ));
        }
        true
    }
}

/// Takes the last step back, and says which one it was.
pub(super) fn undo(program: &mut Program) {
    // A gesture that is aborted is no step yet.
    let document = &program.workspace.document;
    let label = document.undo_label().filter(|_| !document.in_gesture());
    let text = label.map(|label| format!("Undone: {}", in_sentence(label)));
    travel_and_say(program, Document::undo, text);
}

/// Makes the last step taken back again, and says which one it was.
pub(super) fn redo(program: &mut Program) {
    let label = program.workspace.document.redo_label();
    let text = label.map(|label| format!("Redone: {}", in_sentence(label)));
    travel_and_say(program, Document::redo, text);
}

/// Goes through the history of edits; says a text if it went and nothing else was said.
fn travel_and_say(
    program: &mut Program,
    travel: impl Fn(&mut Document) -> bool,
    text: Option<String>,
) {
    let said = program.ui.messages.said();
    let went = program.travel_history(travel) && program.ui.messages.said() == said;
    if let Some(text) = text.filter(|_| went) {
        program.ui.say(text);
    }
}

/// A label as it stands within a sentence: abbreviations stay as they are.
fn in_sentence(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    match letters.clone().next() {
        Some(second) if second.is_lowercase() => first.chain(letters).collect(),
        _ => label.to_owned(),
    }
}
