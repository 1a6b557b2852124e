//! The limit table of a ragdoll as a file.

use super::{FilePurpose, Program, Request};
use crate::app::limb::shown_ragdoll;
use crate::app::panels::Panel;
use crate::editor::limits::csv;
use crate::editor::{counted, Command, Item};
use crate::platform::files;
use crate::scene::Ragdoll;
use std::path::Path;

impl Program {
    /// The ragdoll whose table is shown; says so if there is none.
    fn ragdoll_of_table(&mut self) -> Option<Ragdoll> {
        let (scene, selection) = (self.document.scene(), self.document.selection());
        let shown = shown_ragdoll(scene, selection, self.limb.as_ref());
        let ragdoll = shown.map(|(ragdoll, _)| ragdoll.clone());
        if ragdoll.is_none() {
            self.fail("the scene has no ragdoll of rigid bodies; create one first".into());
        }
        ragdoll
    }

    /// Asks for a file to take the numbers from.
    pub(super) fn ask_to_import_limits(&mut self) {
        if self.ragdoll_of_table().is_some() {
            self.ask_for(FilePurpose::Limits);
        }
    }

    /// Asks under which name the table is to be saved.
    pub(super) fn ask_to_export_limits(&mut self) {
        if self.ragdoll_of_table().is_some() {
            let path = self.folder().join("limits.csv");
            let request = Request::SaveDialog(FilePurpose::Limits, path);
            self.requests.push(request);
        }
    }

    /// Saves the table as it is shown.
    pub(super) fn export_limits(&mut self, path: &Path) {
        let Some(ragdoll) = self.ragdoll_of_table() else {
            return;
        };
        let text = csv::write(
            &ragdoll,
            &self.document.scene().materials,
            self.limit_options.shown,
        );
        match files::write_atomic(path, text.as_bytes()) {
            Ok(()) => self.say(format!("saved the limit table as {}", path.display())),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Takes the numbers of a file; on any fault none of them.
    pub(super) fn import_limits(&mut self, path: &Path) {
        let Some(ragdoll) = self.ragdoll_of_table() else {
            return;
        };
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(error) => return self.fail(error.to_string()),
        };
        match csv::read(&ragdoll, &self.document.scene().materials, &text) {
            Ok(changed) => {
                self.panels.limits.show_faults(Vec::new());
                let item = Item::Ragdoll(changed);
                self.edit(&Command::replace(item, "Import a limit table"));
                self.say(format!("took the limits of {}", path.display()));
            }
            Err(faults) => {
                let count = counted(faults.len(), "fault");
                self.fail(format!(
                    "{}: {count}; nothing was taken over",
                    path.display()
                ));
                self.panels.limits.show_faults(faults);
                self.panels.dock.show(Panel::Limits);
            }
        }
    }
}
