//! Saving: the scene, and the selection as a scene of its own.

use super::question::Leaving;
use super::saved::{another, OnDisk};
use super::source::title_of;
use super::Workspace;
use crate::app::action::{Action, Request};
use crate::app::effect::Effects;
use crate::editor::{preset_of, Document};
use crate::platform::dialogs::FilePurpose;
use crate::platform::files::{self, Fingerprint};
use crate::scene::{self, Scene};
use std::path::{Path, PathBuf};

/// What became of a scene that was to be saved.
pub enum Saved {
    /// It is in its file.
    As(Fingerprint),
    /// It is not, since the file holds something else than it did.
    NotOver(Fingerprint),
}

impl Workspace {
    /// Saves under the present name, unless something else was saved there meanwhile.
    pub fn save(&mut self, effects: &mut Effects) {
        match self.path.clone() {
            Some(path) => effects.perform(Action::SaveTo(path)),
            None => self.ask_to_save(effects),
        }
    }

    /// Asks under which name the scene is to be saved.
    pub fn ask_to_save(&mut self, effects: &mut Effects) {
        let path = self.path.clone();
        let suggested = || PathBuf::from(format!("{}.json", self.title.replace(' ', "-")));
        let path = path.unwrap_or_else(suggested);
        effects.ask(Request::SaveDialog(FilePurpose::Scene, path));
    }

    /// Asks under which name the selection is to be saved.
    pub(super) fn ask_to_save_preset(&mut self, effects: &mut Effects) {
        if self.document.selection().is_empty() {
            return effects.fail("nothing is selected; select the bodies for the preset");
        }
        let path = self.folder().join("preset.json");
        effects.ask(Request::SaveDialog(FilePurpose::Preset, path));
    }

    /// What writes the scene as it is now. `whatever`: also over what another program has written
    /// to its file.
    pub fn writer(
        &self,
        path: &Path,
        whatever: bool,
    ) -> impl FnOnce() -> Result<Saved, String> + Send + 'static {
        let is_own = self.path.as_deref() == Some(path);
        let known = self.on_disk.known.filter(|_| is_own && !whatever);
        let (path, scene) = (path.to_owned(), self.document.scene().clone());
        move || match another(known, || Fingerprint::of_file(&path)) {
            Some(found) => Ok(Saved::NotOver(found)),
            None => write_scene(&path, &scene).map(Saved::As),
        }
    }

    /// The scene has been written, or could not be; then the old file is intact. What may happen
    /// now.
    pub fn saved(
        &mut self,
        path: &Path,
        written: Result<Saved, String>,
        effects: &mut Effects,
    ) -> Option<Leaving> {
        let written = match written {
            Ok(Saved::As(written)) => written,
            Ok(Saved::NotOver(found)) => {
                self.on_disk.ask_before_saving(found);
                return None;
            }
            Err(error) => {
                self.dialog_cancelled();
                effects.fail(error);
                return None;
            }
        };
        self.document.mark_saved();
        self.recovery.look_again();
        self.title = title_of(path);
        self.path = Some(path.to_owned());
        self.on_disk = OnDisk::new(Some(path), Some(written));
        effects.perform(Action::Remember(path.to_owned()));
        effects.say_saved("saved", path);
        self.leave_saved()
    }
}

/// What saves the selection of a document as a scene of its own.
pub fn preset_writer(
    document: &Document,
    path: &Path,
) -> impl FnOnce() -> Result<(), String> + Send + 'static {
    let path = path.to_owned();
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let preset = preset_of(document.scene(), document.selection().ids(), &name);
    move || {
        let preset = preset.map_err(|error| error.to_string())?;
        write_scene(&path, &preset).map(drop)
    }
}

/// Writes a scene file; returns by what it is known again.
fn write_scene(path: &Path, scene: &Scene) -> Result<Fingerprint, String> {
    let text = scene::to_text(scene).map_err(|problems| problems.to_string())?;
    files::write_atomic(path, text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(Fingerprint::of(text.as_bytes()))
}
