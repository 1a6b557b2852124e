//! Opening and saving, and the question about unsaved changes.

use super::reading::Then;
use super::safety::OnDisk;
use super::{FilePurpose, Program, Request};
use crate::app::action::Answer;
use crate::app::compare::CompareOptions;
use crate::app::session::Session;
use crate::app::source::{build_session, new_scene, read_scene, read_shipped, title_of, Source};
use crate::editor::{preset_of, Document, ViewState};
use crate::platform::files::{self, Fingerprint};
use crate::scene::{self, Scene};
use std::path::{Path, PathBuf};

/// What waits for the answer to the question about unsaved changes, or happens
/// when there are none.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Leaving {
    New,
    AskForFile,
    OpenFile(PathBuf),
    OpenShipped(&'static str),
    Restore(usize),
    PasteShot,
    Watch(&'static str),
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
            Leaving::New => {
                self.open_read(Ok(new_scene()));
                // There is nothing to see yet, and all to build.
                self.session.playing = false;
            }
            Leaving::AskForFile => self.requests.push(Request::OpenDialog(FilePurpose::Scene)),
            Leaving::OpenFile(path) => self.read(&path, Then::Open),
            Leaving::OpenShipped(name) => self.open_read(read_shipped(name)),
            Leaving::Restore(index) => self.restore(index),
            Leaving::PasteShot => self.requests.push(Request::PasteShot),
            Leaving::Watch(name) => self.watch_experiment(name),
            Leaving::Quit => self.requests.push(Request::Quit),
        }
    }

    /// Opens a scene; on any problem the open one stays as it was.
    pub fn open_source(&mut self, source: &str) {
        self.open_read(read_scene(source));
    }

    /// Takes the file chosen in a dialog; the question about unsaved changes has
    /// been answered by then.
    pub fn open_chosen(&mut self, purpose: FilePurpose, path: &Path) {
        match purpose {
            FilePurpose::Scene => self.read(path, Then::Open),
            FilePurpose::Preset => self.read(path, Then::Place),
            FilePurpose::Mesh => self.import(path),
            FilePurpose::Limits => self.import_limits(path),
            // These are only written.
            FilePurpose::Plots(_)
            | FilePurpose::Experiment
            | FilePurpose::SweepTable
            | FilePurpose::SweepPlot => {}
        }
    }

    pub(super) fn open_read(&mut self, read: Result<Source, String>) {
        let built =
            read.and_then(|source| Ok((build_session(&source.title, &source.scene)?, source)));
        match built {
            Ok((session, source)) => self.open_built(source, session),
            Err(error) => self.fail(error),
        }
    }

    /// Makes a scene that was read the open one.
    pub(super) fn open_built(&mut self, source: Source, session: Session) {
        let speed = self.session.speed;
        self.session = session;
        self.session.speed = speed;
        self.document = Document::new(source.scene);
        self.view_state = ViewState::default();
        self.fan.clear();
        // What was set otherwise may not be in this scene.
        self.comparison = None;
        self.compare_options = CompareOptions::default();
        if let Some(path) = &source.path {
            self.settings.remember(path);
        }
        self.say(format!("opened {}", source.title));
        self.on_disk = OnDisk::new(source.path.as_deref(), source.on_disk);
        (self.title, self.path) = (source.title, source.path);
        self.requests.push(Request::LookFrom(None));
    }

    /// Whether the question about unsaved changes waits for its answer.
    pub(super) fn asks_about_changes(&self) -> bool {
        self.leaving.is_some() && !self.leave_after_save
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Save | Answer::Discard => self.answer_about_changes(answer),
            Answer::Reload | Answer::Keep | Answer::SaveAs => self.answer_about_disk(answer),
            Answer::Restore(index) => {
                self.recovering = false;
                self.leave(Leaving::Restore(index));
            }
            Answer::Forget(index) => self.recovery.discard(index),
            Answer::Cancel => self.close_question(),
        }
    }

    fn answer_about_changes(&mut self, answer: Answer) {
        let Some(leaving) = self.leaving.take() else {
            return;
        };
        if answer == Answer::Discard {
            self.leave_now(leaving);
        } else {
            self.leaving = Some(leaving);
            self.leave_after_save = true;
            self.save();
        }
    }

    /// Saves under the present name, unless something else was saved there meanwhile.
    pub(super) fn save(&mut self) {
        match self.path.clone() {
            Some(path) if self.on_disk.is_another(&path) => self.on_disk.ask_before_saving(),
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
        let path = self.folder().join("preset.json");
        let request = Request::SaveDialog(FilePurpose::Preset, path);
        self.requests.push(request);
    }

    /// Asks for a file to take things from.
    pub(super) fn ask_for(&mut self, purpose: FilePurpose) {
        self.requests.push(Request::OpenDialog(purpose));
    }

    /// The folder of the open file; the current one without a file.
    pub fn folder(&self) -> PathBuf {
        let folder = self.path.as_deref().and_then(Path::parent);
        folder.unwrap_or(Path::new(".")).to_owned()
    }

    fn suggested_path(&self) -> PathBuf {
        let path = self.path.clone();
        path.unwrap_or_else(|| PathBuf::from(format!("{}.json", self.title.replace(' ', "-"))))
    }

    /// Saves to the file chosen in a dialog.
    pub fn save_chosen(&mut self, purpose: FilePurpose, path: &Path) {
        match purpose {
            FilePurpose::Preset => self.save_preset(path),
            FilePurpose::Limits => self.export_limits(path),
            FilePurpose::Plots(format) => self.export_plots(format, path),
            FilePurpose::Experiment => self.save_experiment(path),
            FilePurpose::SweepTable | FilePurpose::SweepPlot => self.export_fan(purpose, path),
            FilePurpose::Scene | FilePurpose::Mesh => self.save_to(path),
        }
    }

    /// Saves the selection as a scene of its own.
    fn save_preset(&mut self, path: &Path) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let ids = self.document.selection().ids();
        let written = preset_of(self.document.scene(), ids, &name)
            .map_err(|error| error.to_string())
            .and_then(|preset| write_scene(path, &preset));
        match written {
            Ok(_) => self.say(format!("saved the selection as {}", path.display())),
            Err(error) => self.fail(error),
        }
    }

    /// Saves the scene; the old file is intact on any problem.
    pub fn save_to(&mut self, path: &Path) {
        let written = match write_scene(path, self.document.scene()) {
            Ok(written) => written,
            Err(error) => {
                self.dialog_cancelled();
                return self.fail(error);
            }
        };
        self.document.mark_saved();
        self.recovery.look_again();
        self.title = title_of(path);
        self.path = Some(path.to_owned());
        self.on_disk = OnDisk::new(Some(path), Some(written));
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

/// Writes a scene file; returns by what it is known again.
fn write_scene(path: &Path, scene: &Scene) -> Result<Fingerprint, String> {
    let text = scene::to_text(scene).map_err(|problems| problems.to_string())?;
    files::write_atomic(path, text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(Fingerprint::of(text.as_bytes()))
}
