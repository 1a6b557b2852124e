//! The limit table of a ragdoll as a file.

use crate::app::action::{shown_ragdoll, Action, Panel, Request};
use crate::app::effect::Effects;
use crate::app::workbench::Workbench;
use crate::editor::limits::csv;
use crate::editor::{counted, Command, Document, Item};
use crate::platform::dialogs::FilePurpose;
use crate::platform::files;
use crate::scene::Ragdoll;
use std::path::Path;

/// The ragdoll whose table is shown; says so if there is none.
fn ragdoll_of_table(
    document: &Document,
    workbench: &Workbench,
    effects: &mut Effects,
) -> Option<Ragdoll> {
    let (scene, selection) = (document.scene(), document.selection());
    let shown = shown_ragdoll(scene, selection, workbench.limb.as_ref());
    let ragdoll = shown.map(|(ragdoll, _)| ragdoll.clone());
    if ragdoll.is_none() {
        effects.fail("the scene has no rigid ragdoll; create one first");
    }
    ragdoll
}

/// Asks for a file to take the numbers from.
pub(super) fn ask_to_import_limits(
    document: &Document,
    workbench: &Workbench,
    effects: &mut Effects,
) {
    if ragdoll_of_table(document, workbench, effects).is_some() {
        effects.ask(Request::OpenDialog(FilePurpose::Limits));
    }
}

/// Asks under which name the table is to be saved.
pub(super) fn ask_to_export_limits(
    document: &Document,
    folder: &Path,
    workbench: &Workbench,
    effects: &mut Effects,
) {
    if ragdoll_of_table(document, workbench, effects).is_some() {
        let path = folder.join("limits.csv");
        effects.ask(Request::SaveDialog(FilePurpose::Limits, path));
    }
}

/// Saves the table as it is shown.
pub fn export_limits(
    document: &Document,
    path: &Path,
    workbench: &Workbench,
    effects: &mut Effects,
) {
    let Some(ragdoll) = ragdoll_of_table(document, workbench, effects) else {
        return;
    };
    let materials = &document.scene().materials;
    let text = csv::write(&ragdoll, materials, workbench.limits.shown);
    match files::write_atomic(path, text.as_bytes()) {
        Ok(()) => effects.say_saved("exported the limit table as", path),
        Err(error) => effects.fail(error.to_string()),
    }
}

/// Takes the numbers of a file; on any fault none of them.
pub fn import_limits(
    document: &Document,
    path: &Path,
    workbench: &Workbench,
    effects: &mut Effects,
) {
    let Some(ragdoll) = ragdoll_of_table(document, workbench, effects) else {
        return;
    };
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(error) => return effects.fail(error.to_string()),
    };
    match csv::read(&ragdoll, &document.scene().materials, &text) {
        Ok(changed) => {
            effects.perform(Action::ShowTableErrors(Vec::new()));
            let item = Item::Ragdoll(changed);
            effects.say(format!("imported the limits from {}", path.display()));
            // Last, so that a refusal is what stays to be read.
            effects.perform(Action::Edit(Command::replace(item, "Import limit table")));
        }
        Err(faults) => {
            let count = counted(faults.len(), "error");
            effects.perform(Action::ShowTableErrors(faults));
            effects.perform(Action::ShowPanel(Panel::Limits));
            let place = path.display();
            effects.fail(format!("{place}: {count}; nothing imported"));
        }
    }
}
