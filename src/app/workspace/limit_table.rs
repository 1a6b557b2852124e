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

/// What saves the table as it is shown; `None` if there is none.
pub fn writer_of_limits(
    document: &Document,
    path: &Path,
    workbench: &Workbench,
    effects: &mut Effects,
) -> Option<impl FnOnce() -> Result<(), String> + Send + 'static> {
    let ragdoll = ragdoll_of_table(document, workbench, effects)?;
    let (scene, path) = (document.scene().clone(), path.to_owned());
    let shown = workbench.limits.shown;
    Some(move || {
        let text = csv::write(&ragdoll, &scene.materials, shown);
        files::write_atomic(&path, text.as_bytes()).map_err(|error| error.to_string())
    })
}

/// A ragdoll with the numbers of a file, or the faults of that.
pub type Table = Result<Ragdoll, Vec<csv::LimitsTableError>>;

/// What reads the numbers of a file for the ragdoll that is shown; `None` if there is none.
pub fn reader_of_limits(
    document: &Document,
    path: &Path,
    workbench: &Workbench,
    effects: &mut Effects,
) -> Option<impl FnOnce() -> Result<Table, String> + Send + 'static> {
    let ragdoll = ragdoll_of_table(document, workbench, effects)?;
    let (scene, path) = (document.scene().clone(), path.to_owned());
    Some(move || {
        let text = files::read_text(&path).map_err(|error| error.to_string())?;
        Ok(csv::read(&ragdoll, &scene.materials, &text))
    })
}

/// Takes the numbers of a file; on any fault none of them.
pub fn take_limits(path: &Path, table: Table, effects: &mut Effects) {
    match table {
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
