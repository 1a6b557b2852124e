//! An open scene with its history.

use super::command::{Command, EditError};
use crate::scene::Scene;
use std::sync::Arc;

/// Most steps that can be taken back.
const DEPTH: usize = 500;

/// A state of the scene before a change.
#[derive(Debug, Clone)]
struct Entry {
    label: &'static str,
    scene: Arc<Scene>,
}

/// An open scene with its history.
#[derive(Debug, Clone)]
pub struct Document {
    scene: Arc<Scene>,
    saved: Arc<Scene>,
    undo: Vec<Entry>,
    redo: Vec<Entry>,
    /// Label of the gesture (a drag, a field being typed in) that is going on;
    /// its changes are one step.
    gesture: Option<&'static str>,
    revision: u64,
}

impl Document {
    /// A document that was just opened or made.
    pub fn new(scene: Scene) -> Document {
        let scene = Arc::new(scene);
        Document {
            saved: scene.clone(),
            scene,
            undo: Vec::new(),
            redo: Vec::new(),
            gesture: None,
            revision: 0,
        }
    }

    /// The scene as it is now.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// A number that changes with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether there are changes that have not been saved.
    pub fn is_changed(&self) -> bool {
        !Arc::ptr_eq(&self.scene, &self.saved) && *self.scene != *self.saved
    }

    /// Notes that the scene was saved as it is.
    pub fn mark_saved(&mut self) {
        self.saved = self.scene.clone();
    }

    /// Carries out a command. Commands of one gesture with the same label become
    /// one step of the history; a command that changes nothing leaves none.
    ///
    /// # Errors
    /// The scene lacks what the command refers to; nothing is changed then.
    pub fn apply(&mut self, command: &Command) -> Result<(), EditError> {
        let mut scene = (*self.scene).clone();
        command.apply(&mut scene)?;
        if scene == *self.scene {
            return Ok(());
        }
        if self.gesture != Some(command.label()) {
            self.undo.push(Entry {
                label: command.label(),
                scene: self.scene.clone(),
            });
            if self.undo.len() > DEPTH {
                self.undo.remove(0);
            }
        }
        self.gesture = Some(command.label());
        self.redo.clear();
        self.replace(Arc::new(scene));
        Ok(())
    }

    /// Ends the gesture: the next change is a step of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Label of the step that [`Document::undo`] would take back.
    pub fn undo_label(&self) -> Option<&'static str> {
        self.undo.last().map(|entry| entry.label)
    }

    /// Label of the step that [`Document::redo`] would make again.
    pub fn redo_label(&self) -> Option<&'static str> {
        self.redo.last().map(|entry| entry.label)
    }

    /// Takes the last step back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.gesture = None;
        let Some(entry) = self.undo.pop() else {
            return false;
        };
        self.redo.push(Entry {
            label: entry.label,
            scene: self.scene.clone(),
        });
        self.replace(entry.scene);
        true
    }

    /// Makes the last step taken back again; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.gesture = None;
        let Some(entry) = self.redo.pop() else {
            return false;
        };
        self.undo.push(Entry {
            label: entry.label,
            scene: self.scene.clone(),
        });
        self.replace(entry.scene);
        true
    }

    fn replace(&mut self, scene: Arc<Scene>) {
        self.scene = scene;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scene::{Figure, Launcher};

    fn speed(speed_m_s: f64) -> Command {
        Command::SetLauncher(
            Launcher {
                speed_m_s,
                ..Launcher::default()
            },
            "Speed",
        )
    }

    #[test]
    fn a_drag_is_one_step_and_two_drags_are_two() {
        let mut document = Document::new(Scene::default());
        let original = document.scene().clone();
        for v in [2.0, 3.0, 4.0] {
            document.apply(&speed(v)).unwrap();
        }
        document.end_gesture();
        document.apply(&speed(5.0)).unwrap();
        assert!(document.undo());
        assert_eq!(document.scene().launcher.as_ref().unwrap().speed_m_s, 4.0);
        assert!(document.undo());
        assert_eq!(*document.scene(), original);
        assert!(!document.undo() && !document.is_changed());
        assert!(document.redo() && document.redo() && !document.redo());
        assert_eq!(document.scene().launcher.as_ref().unwrap().speed_m_s, 5.0);
    }

    #[test]
    fn a_command_that_changes_nothing_leaves_no_step() {
        let mut document = Document::new(Scene::default());
        document.apply(&speed(2.0)).unwrap();
        document.end_gesture();
        document.apply(&speed(2.0)).unwrap();
        assert!(document.undo() && !document.undo());
    }

    #[test]
    fn a_command_without_its_object_is_refused_and_changes_nothing() {
        let mut document = Document::new(Scene::default());
        let command = Command::SetFigure(7, Figure::Hitman {}, "Figure");
        assert_eq!(document.apply(&command), Err(EditError::NoRagdoll(7)));
        assert_eq!(document.revision(), 0);
    }
}
