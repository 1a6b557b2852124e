//! An open scene with its history and its selection.

use super::command::{Applied, Command, Outcome};
use super::error::EditError;
use super::history::{History, HistoryLine, State};
use super::selection::Selection;
use crate::compile::Compiled;
use crate::scene::{Id, Scene};
use std::sync::Arc;

/// What is going on between the press and the release of a button.
#[derive(Debug, Clone)]
struct Gesture {
    label: String,
    scene: Arc<Scene>,
    selection: Selection,
}

/// What has become of a command on the document.
#[derive(Debug)]
pub struct Done {
    /// What the command did beyond what it was asked for.
    pub outcome: Outcome,
    /// The scene that came out, if it had to be compiled to know that it can be simulated.
    pub compiled: Option<Box<Compiled>>,
}

/// An open scene with its history and its selection.
#[derive(Debug, Clone)]
pub struct Document {
    scene: Arc<Scene>,
    /// As it was saved last; nothing if the file holds something else.
    saved: Option<Arc<Scene>>,
    selection: Selection,
    history: History,
    gesture: Option<Gesture>,
    /// Label of the last step while changes with the same label still join it.
    joining: Option<String>,
    revision: u64,
    changed: bool,
    /// The highest id that was ever in use.
    highest: Id,
}

impl Document {
    /// A document that was just opened or made.
    pub fn new(scene: Scene) -> Document {
        let highest = scene.ids().last().copied().unwrap_or(0);
        let scene = Arc::new(scene);
        Document {
            saved: Some(scene.clone()),
            history: History::new(scene.clone()),
            scene,
            selection: Selection::default(),
            gesture: None,
            joining: None,
            revision: 0,
            changed: false,
            highest,
        }
    }

    /// The scene as it is now.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Selects; ids that the scene does not have are dropped. Not a step of the
    /// history, but undo and redo bring back what was selected at each step.
    pub fn select(&mut self, mut selection: Selection) {
        selection.retain_existing(&self.scene);
        self.selection = selection;
        self.joining = None;
    }

    /// A number that changes with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether there are changes that have not been saved and would be missed: the aim is
    /// saved with the others, but nobody is asked about it.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Whether the scene is saved as it is, the aim included.
    pub fn is_saved_as_it_is(&self) -> bool {
        self.saved.as_ref() == Some(&self.scene)
    }

    /// Notes that the scene was saved as it is.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.scene.clone());
        self.changed = false;
    }

    /// Notes that the scene is saved nowhere as it is.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
        self.changed = true;
    }

    /// Puts another scene in place of the present one, and compares it with the saved
    /// one here, not in every frame.
    fn set_scene(&mut self, scene: Arc<Scene>) {
        self.scene = scene;
        self.revision += 1;
        let saved = self.saved.as_ref();
        self.changed = !saved.is_some_and(|saved| differs_in_aim_alone(saved, &self.scene));
    }

    /// Limits the history to so many steps and so many bytes; one step always stays.
    pub fn set_caps(&mut self, most_steps: usize, most_bytes: usize) {
        self.history.set_caps(most_steps, most_bytes);
    }

    /// Carries out a command as a step, or as part of the last one if that has the
    /// same label and [`Document::end_gesture`] has not been called since. A command
    /// that changes nothing leaves no step; what it adds is selected.
    ///
    /// # Errors
    /// The command is refused; nothing is changed then.
    pub fn apply(&mut self, command: &Command) -> Result<Done, EditError> {
        self.commit();
        let Applied {
            changed,
            compiled,
            outcome,
        } = command.applied(&self.scene, self.highest)?;
        let Some(scene) = changed else {
            return Ok(Done { outcome, compiled });
        };
        let label = command.label();
        let (scene, before) = (Arc::new(scene), self.selection.clone());
        self.replace(scene.clone());
        self.select_added(&outcome);
        if let Command::Separate(ids) = command {
            // The first part of each is the one that was there.
            ids.iter().for_each(|&id| self.selection.add(id));
        }
        if self.joining.as_deref() == Some(&label) && outcome.added.is_empty() {
            self.join(scene);
        } else {
            let after = self.selection.clone();
            self.history.push(State {
                label: label.clone(),
                scene,
                before,
                after,
            });
            self.joining = Some(label);
        }
        Ok(Done { outcome, compiled })
    }

    /// Makes the scene part of the last step, which goes if nothing is left of it.
    fn join(&mut self, scene: Arc<Scene>) {
        let previous = self.history.present().checked_sub(1);
        let origin = previous.and_then(|index| self.history.state(index));
        if origin.is_some_and(|origin| origin.scene == scene) {
            self.history.drop_present();
            self.joining = None;
        } else {
            self.history.amend(scene, self.selection.clone());
        }
    }

    /// Ends the joining of changes: the next one is a step of its own.
    pub fn end_gesture(&mut self) {
        self.joining = None;
    }

    /// Begins a gesture, a drag or a field being typed in, that becomes one step. One
    /// that is going on is committed.
    pub fn begin(&mut self, label: impl Into<String>) {
        self.commit();
        self.joining = None;
        self.gesture = Some(Gesture {
            label: label.into(),
            scene: self.scene.clone(),
            selection: self.selection.clone(),
        });
    }

    /// Whether a gesture is going on.
    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Puts what the command makes of the scene at the beginning of the gesture in
    /// place of what the gesture has done so far. Without a gesture it is a step.
    ///
    /// # Errors
    /// The command is refused; what the gesture has done so far stays.
    pub fn change(&mut self, command: &Command) -> Result<Done, EditError> {
        let Some(gesture) = &self.gesture else {
            return self.apply(command);
        };
        // The ids of what the gesture adds are the same in each of its changes.
        let floor = self.highest;
        let Applied {
            changed,
            compiled,
            outcome,
        } = command.applied(&gesture.scene, floor)?;
        let selection = gesture.selection.clone();
        let scene = changed.map_or_else(|| gesture.scene.clone(), Arc::new);
        if *scene != *self.scene {
            self.set_scene(scene);
        }
        self.selection = selection;
        self.selection.retain_existing(&self.scene);
        self.select_added(&outcome);
        Ok(Done { outcome, compiled })
    }

    /// Ends the gesture; what it changed is one step, and nothing is none. False if
    /// there was no step to make.
    pub fn commit(&mut self) -> bool {
        let Some(gesture) = self.gesture.take() else {
            return false;
        };
        if *self.scene == *gesture.scene {
            self.scene = gesture.scene;
            return false;
        }
        self.note_ids();
        self.history.push(State {
            label: gesture.label,
            scene: self.scene.clone(),
            before: gesture.selection,
            after: self.selection.clone(),
        });
        true
    }

    /// Ends the gesture and takes back what it did; false if there was none.
    pub fn abort(&mut self) -> bool {
        let Some(gesture) = self.gesture.take() else {
            return false;
        };
        if !Arc::ptr_eq(&self.scene, &gesture.scene) {
            self.set_scene(gesture.scene);
        }
        self.selection = gesture.selection;
        true
    }

    /// Label of the step that [`Document::undo`] would take back.
    pub fn undo_label(&self) -> Option<&str> {
        let present = self.history.present();
        let state = self.history.state(present).filter(|_| present > 0);
        state.map(|state| state.label.as_str())
    }

    /// Label of the step that [`Document::redo`] would make again.
    pub fn redo_label(&self) -> Option<&str> {
        let state = self.history.state(self.history.present() + 1);
        state.map(|state| state.label.as_str())
    }

    /// Takes the last step back; false if there is none. A gesture is aborted first
    /// and counts as the step.
    pub fn undo(&mut self) -> bool {
        if self.abort() {
            return true;
        }
        let present = self.history.present();
        present > 0 && self.go_to(present - 1)
    }

    /// Makes the last step taken back again; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.commit();
        self.go_to(self.history.present() + 1)
    }

    /// All states from the oldest that is kept, with the present one marked.
    pub fn history(&self) -> Vec<HistoryLine> {
        self.history.lines()
    }

    /// Goes to a state by its place in [`Document::history`]; false if there is none
    /// or it is the present one. Selects what was selected there.
    pub fn go_to(&mut self, index: usize) -> bool {
        self.commit();
        self.joining = None;
        let present = self.history.present();
        if index == present || index >= self.history.len() {
            return false;
        }
        // Backward: as it was before the step that is taken back last.
        let selection = if index < present {
            self.history
                .state(index + 1)
                .map(|state| state.before.clone())
        } else {
            self.history.state(index).map(|state| state.after.clone())
        };
        self.history.go(index);
        if let Some(state) = self.history.state(index) {
            let scene = state.scene.clone();
            self.replace(scene);
        }
        self.select(selection.unwrap_or_default());
        true
    }

    fn replace(&mut self, scene: Arc<Scene>) {
        self.set_scene(scene);
        self.note_ids();
        self.selection.retain_existing(&self.scene);
    }

    fn note_ids(&mut self) {
        let last = self.scene.ids().last().copied();
        self.highest = self.highest.max(last.unwrap_or(0));
    }

    fn select_added(&mut self, outcome: &Outcome) {
        if !outcome.added.is_empty() {
            self.selection = Selection::of(outcome.added.iter().copied());
        }
    }
}

/// Whether two scenes are the same, or would be with the same direction of the throw.
fn differs_in_aim_alone(a: &Scene, b: &Scene) -> bool {
    let aimed = |scene: &Scene, direction: [f64; 3]| {
        let mut scene = scene.clone();
        if let Some(launcher) = &mut scene.launcher {
            launcher.direction = direction;
        }
        scene
    };
    match (&a.launcher, &b.launcher) {
        (Some(before), Some(after)) if before.direction != after.direction => {
            aimed(a, after.direction) == *b
        }
        _ => a == b,
    }
}
