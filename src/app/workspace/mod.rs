//! The open document: what is edited, where it is saved, and what is not saved yet.

mod clipboard;
mod editing;
mod limit_table;
mod models;
mod question;
pub mod recovery;
mod saved;
mod saving;
pub mod source;

pub use editing::{aim_at, create};
pub use limit_table::{reader_of_limits, take_limits, writer_of_limits, Table};
pub use models::{map_bone, Models};
pub use question::{Leaving, Question};
pub use saving::{preset_writer, Saved};

use super::action::Trigger;
use super::effect::Effects;
use super::workbench::Workbench;
use crate::editor::{Document, Selection, Things, ViewState};
use crate::scene::DEMONSTRATIONS;
use limit_table::{ask_to_export_limits, ask_to_import_limits};
use recovery::Recovery;
use saved::{watch_file, OnDisk};
use source::Source;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The open document.
pub struct Workspace {
    /// The scene with its history and its selection.
    pub document: Document,
    /// What is hidden and locked in the viewport.
    pub view_state: ViewState,
    /// Name of the file or of the shipped scene.
    pub title: String,
    /// Models from which its characters were made.
    pub models: Models,
    path: Option<PathBuf>,
    on_disk: OnDisk,
    clipboard: Option<Things>,
    leaving: Option<Leaving>,
    leave_after_save: bool,
    recovery: Recovery,
    recovering: bool,
}

impl Workspace {
    /// A scene that was read.
    pub fn new(source: Source) -> Workspace {
        Workspace {
            document: Document::new(source.scene),
            view_state: ViewState::default(),
            title: source.title,
            models: Models::of(source.rigging),
            on_disk: OnDisk::new(source.path.as_deref(), source.on_disk),
            path: source.path,
            clipboard: None,
            leaving: None,
            leave_after_save: false,
            recovery: Recovery::default(),
            recovering: false,
        }
    }

    /// Puts another scene in place of the open one; the clipboard stays.
    pub fn open(&mut self, source: Source) {
        self.document = Document::new(source.scene);
        self.view_state = ViewState::default();
        self.on_disk = OnDisk::new(source.path.as_deref(), source.on_disk);
        (self.title, self.path) = (source.title, source.path);
        self.models = Models::of(source.rigging);
    }

    /// Its file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether it is a shipped scene that shows what an equation does as it is printed.
    pub fn is_demonstration(&self) -> bool {
        let is_shipped = DEMONSTRATIONS.iter().any(|scene| scene.name == self.title);
        let is_printed = !self.document.scene().solver.as_printed.is_empty();
        self.path.is_none() && is_shipped && is_printed
    }

    /// The folder of the open file; the current one without a file.
    pub fn folder(&self) -> PathBuf {
        let folder = self.path().and_then(Path::parent);
        folder.unwrap_or(Path::new(".")).to_owned()
    }

    /// Does what goes on beside editing: unsaved changes are kept, files that others change
    /// are noticed. `now` is the time of any clock.
    pub fn keep_up(&mut self, now: Duration, effects: &mut Effects) {
        let about = self.about();
        if let Some(problem) = self.recovery.keep(&self.document, about, now) {
            effects.fail(problem);
        }
        watch_file(self, now);
    }

    /// Carries out an action of the table; false if it is another part's.
    pub fn trigger(
        &mut self,
        trigger: Trigger,
        workbench: &Workbench,
        effects: &mut Effects,
    ) -> bool {
        let document = &self.document;
        match trigger {
            Trigger::Recover => self.ask_what_to_restore(effects),
            Trigger::SavePreset => self.ask_to_save_preset(effects),
            Trigger::ImportLimits => ask_to_import_limits(document, workbench, effects),
            Trigger::ExportLimits => {
                ask_to_export_limits(document, &self.folder(), workbench, effects);
            }
            Trigger::Cut => self.cut(effects),
            Trigger::Copy => {
                self.copy(effects);
            }
            Trigger::Paste => self.paste(effects),
            Trigger::Duplicate => clipboard::duplicate(document, effects),
            Trigger::Delete => clipboard::delete(document, effects),
            Trigger::Rename => editing::ask_for_name(document, effects),
            Trigger::Group => editing::group(document, effects),
            Trigger::Ungroup => editing::ungroup(document, effects),
            Trigger::AlignToGround => editing::align_to_ground(document, effects),
            Trigger::MakeBodies => editing::make_bodies(document, effects),
            Trigger::Merge => editing::merge(document, effects),
            Trigger::Separate => editing::separate(document, effects),
            Trigger::SelectAll => self.select_all(effects),
            Trigger::SelectInverse => self.select_with(Selection::inverted, effects),
            Trigger::SelectConnected => self.select_with(Selection::connected, effects),
            Trigger::SelectSameKind => self.select_with(Selection::same_kind, effects),
            Trigger::SelectSameMaterial => self.select_with(Selection::same_material, effects),
            Trigger::Hide => self.hide_selected(effects),
            Trigger::ShowAll => self.view_state.hidden.clear(),
            Trigger::Lock => self.lock_selected(effects),
            Trigger::UnlockAll => self.view_state.locked.clear(),
            Trigger::BreakJoint => editing::break_joints(document, effects),
            Trigger::SwapJoint => editing::swap_joint(document, effects),
            Trigger::CreateLauncher => {
                editing::create_launcher(document, workbench.new_place_m(), effects);
            }
            _ => return false,
        }
        true
    }
}
