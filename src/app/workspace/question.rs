//! What waits for an answer before anything else goes on.

use super::recovery::Found;
use super::Workspace;
use crate::app::action::Answer;
use crate::app::effect::Effects;
use std::path::PathBuf;

/// A question that waits for its answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// None.
    None,
    /// What to do with unsaved changes.
    Unsaved,
    /// What to do since the file on disk is another one.
    ChangedOnDisk,
    /// Which scenes of programs that died are to be restored.
    Recover(Vec<Found>),
    /// Whether to go on reading a file of this name.
    Reading(String),
    /// None that can be answered: a file of this name is being written.
    Writing(String),
}

/// What waits for the answer to the question about unsaved changes, or happens
/// when there are none.
#[derive(Debug, Clone, PartialEq)]
pub enum Leaving {
    /// Begin an empty scene.
    New,
    /// Ask for a file and open it.
    AskForFile,
    /// Open a file.
    OpenFile(PathBuf),
    /// Open a shipped scene by name.
    OpenShipped(&'static str),
    /// Open what was left behind, by its place in that list.
    Restore(usize),
    /// Play the shot on the clipboard.
    PasteShot,
    /// Open the page of the lesson that was turned to.
    TurnPage,
    /// Open the scene of the experiment of that name.
    Watch(&'static str),
    /// End the program.
    Quit,
}

impl Workspace {
    /// What may happen now; with unsaved changes a question waits first.
    pub fn leave(&mut self, leaving: Leaving) -> Option<Leaving> {
        self.leave_after_save = false;
        if self.document.is_changed() {
            self.leaving = Some(leaving);
            return None;
        }
        Some(leaving)
    }

    /// What may happen once the scene has been saved.
    pub fn leave_saved(&mut self) -> Option<Leaving> {
        let may = std::mem::take(&mut self.leave_after_save);
        self.leaving.take_if(|_| may)
    }

    /// The file dialog was closed without a choice.
    pub fn dialog_cancelled(&mut self) {
        self.leave_after_save = false;
        self.leaving = None;
    }

    /// Whether the question about unsaved changes waits for its answer.
    pub fn asks_about_changes(&self) -> bool {
        self.leaving.is_some() && !self.leave_after_save
    }

    /// The question about this document that waits for its answer.
    pub fn question(&self) -> Question {
        if self.asks_about_changes() {
            Question::Unsaved
        } else if self.on_disk.asks() {
            Question::ChangedOnDisk
        } else if self.recovering && !self.recovery.found().is_empty() {
            Question::Recover(self.recovery.found().to_vec())
        } else {
            Question::None
        }
    }

    /// Answers its question; what may happen now.
    pub fn answer(&mut self, answer: Answer, effects: &mut Effects) -> Option<Leaving> {
        match answer {
            Answer::Save => {
                self.leave_after_save = self.leaving.is_some();
                if self.leave_after_save {
                    self.save(effects);
                }
            }
            Answer::Discard => return self.leaving.take(),
            Answer::Reload | Answer::Keep | Answer::SaveAs => {
                return self.answer_about_disk(answer, effects)
            }
            Answer::Restore(index) => {
                self.recovering = false;
                return self.leave(Leaving::Restore(index));
            }
            Answer::Forget(index) => self.recovery.discard(index),
            Answer::Cancel => self.close_question(),
        }
        None
    }

    /// Answers the question with what changes nothing.
    fn close_question(&mut self) {
        match self.question() {
            Question::Unsaved => self.dialog_cancelled(),
            Question::ChangedOnDisk => {
                self.on_disk.ask_no_more();
                self.dialog_cancelled();
            }
            Question::Recover(_) => self.recovering = false,
            Question::Reading(_) | Question::Writing(_) | Question::None => {}
        }
    }

    /// Offers what was left behind.
    pub(super) fn ask_what_to_restore(&mut self, effects: &mut Effects) {
        self.recovering = !self.recovery.found().is_empty();
        if !self.recovering {
            effects.say("no unsaved scenes to restore");
        }
    }
}
