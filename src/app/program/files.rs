//! Opening and saving, and the question about unsaved changes.

use super::{FilePurpose, Program, Request};
use crate::app::action::Answer;
use crate::app::source::{
    build_session, new_scene, read_file, read_scene, read_shipped, title_of, Source,
};
use crate::editor::{Document, ViewState};
use crate::platform::files;
use crate::scene;
use std::path::{Path, PathBuf};

/// What waits for the answer to the question about unsaved changes, or happens
/// when there are none.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Leaving {
    New,
    AskForFile,
    OpenFile(PathBuf),
    OpenShipped(&'static str),
    Quit,
}

impl Program {
    pub(super) fn leave(&mut self, leaving: Leaving) {
        self.leave_after_save = false;
        if self.document.is_changed() {
            self.leaving = Some(leaving);
        } else {
            self.leave_now(leaving);
        }
    }

    fn leave_now(&mut self, leaving: Leaving) {
        match leaving {
            Leaving::New => self.open_read(Ok(new_scene())),
            Leaving::AskForFile => self.requests.push(Request::OpenDialog(FilePurpose::Scene)),
            Leaving::OpenFile(path) => self.open_read(read_file(&path)),
            Leaving::OpenShipped(name) => self.open_read(read_shipped(name)),
            Leaving::Quit => self.requests.push(Request::Quit),
        }
    }

    /// Opens a scene; on any problem the open one stays as it was.
    pub fn open_source(&mut self, source: &str) {
        self.open_read(read_scene(source));
    }

    /// Opens the file chosen in a dialog; the question about unsaved changes has
    /// been answered by then.
    pub fn open_chosen(&mut self, path: &Path) {
        self.open_read(read_file(path));
    }

    fn open_read(&mut self, read: Result<Source, String>) {
        let built =
            read.and_then(|source| Ok((build_session(&source.title, &source.scene)?, source)));
        match built {
            Ok((session, Source { title, path, scene })) => {
                let speed = self.session.speed;
                self.session = session;
                self.session.speed = speed;
                self.document = Document::new(scene);
                self.view_state = ViewState::default();
                if let Some(path) = &path {
                    self.settings.remember(path);
                }
                self.say(format!("opened {title}"));
                (self.title, self.path) = (title, path);
                self.requests.push(Request::LookFrom(None));
            }
            Err(error) => self.fail(error),
        }
    }

    /// Whether the question about unsaved changes waits for its answer.
    pub(super) fn asks_about_changes(&self) -> bool {
        self.leaving.is_some() && !self.leave_after_save
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        let Some(leaving) = self.leaving.take() else {
            return;
        };
        match answer {
            Answer::Cancel => self.leave_after_save = false,
            Answer::Discard => self.leave_now(leaving),
            Answer::Save => {
                self.leaving = Some(leaving);
                self.leave_after_save = true;
                self.save();
            }
        }
    }

    pub(super) fn save(&mut self) {
        match self.path.clone() {
            Some(path) => self.save_to(&path),
            None => self.ask_to_save(),
        }
    }

    /// Asks under which name the scene is to be saved.
    pub(super) fn ask_to_save(&mut self) {
        let request = Request::SaveDialog(FilePurpose::Scene, self.suggested_path());
        self.requests.push(request);
    }

    /// Asks under which name the selection is to be saved.
    pub(super) fn ask_to_save_preset(&mut self) {
        if self.document.selection().is_empty() {
            return self.fail("nothing is selected; select what the preset is to hold".into());
        }
        let request = Request::SaveDialog(FilePurpose::Preset, PathBuf::from("preset.json"));
        self.requests.push(request);
    }

    /// Asks for a file to take things from.
    pub(super) fn ask_for(&mut self, purpose: FilePurpose) {
        self.requests.push(Request::OpenDialog(purpose));
    }

    fn suggested_path(&self) -> PathBuf {
        let path = self.path.clone();
        path.unwrap_or_else(|| PathBuf::from(format!("{}.json", self.title.replace(' ', "-"))))
    }

    /// Saves the scene; the old file is intact on any problem.
    pub fn save_to(&mut self, path: &Path) {
        let written = scene::to_text(self.document.scene())
            .map_err(|problems| problems.to_string())
            .and_then(|text| {
                files::write_atomic(path, text.as_bytes()).map_err(|error| error.to_string())
            });
        if let Err(error) = written {
            self.dialog_cancelled();
            return self.fail(error);
        }
        self.document.mark_saved();
        self.title = title_of(path);
        self.path = Some(path.to_owned());
        self.settings.remember(path);
        self.say(format!("saved {}", path.display()));
        if std::mem::take(&mut self.leave_after_save) {
            if let Some(leaving) = self.leaving.take() {
                self.leave_now(leaving);
            }
        }
    }

    /// The file dialog was closed without a choice.
    pub fn dialog_cancelled(&mut self) {
        self.leave_after_save = false;
        self.leaving = None;
    }
}
