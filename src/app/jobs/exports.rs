//! The results of experiments and of the shot fan as files.

use super::Jobs;
use crate::app::action::Request;
use crate::app::effect::Effects;
use crate::lab::experiment::File;
use crate::platform::dialogs::FilePurpose;
use crate::platform::files;
use crate::scene::Scene;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Jobs {
    /// Asks for a folder for the files of an experiment; `folder` is proposed.
    pub fn ask_to_save_experiment(
        &mut self,
        name: &'static str,
        folder: &Path,
        effects: &mut Effects,
    ) {
        if self.experiments.report(name).is_none() {
            return effects.fail(format!("{name}: run it first"));
        }
        self.experiments.saved_next = Some(name);
        effects.ask(Request::SaveDialog(
            FilePurpose::Experiment,
            folder.join(name),
        ));
    }

    /// What writes what the command `experiment` writes into a folder, and where; `None` without
    /// results.
    pub fn writer_of_experiment(
        &mut self,
        folder: &Path,
    ) -> Option<(
        PathBuf,
        impl FnOnce() -> Result<(), String> + Send + 'static,
    )> {
        let name = self.experiments.saved_next.take()?;
        let report = self.experiments.report(name)?;
        let (files, beside) = (report.files.clone(), report.beside.clone());
        let (folder, own) = (folder.to_owned(), folder.join(name));
        let place = own.clone();
        let write = move || {
            write(&own, &files)?;
            write(&folder, &beside)
        };
        Some((place, write))
    }

    /// Asks for a file for the table of the fan, or for the picture of its curve; `folder`
    /// is proposed.
    pub fn ask_to_export_fan(&self, purpose: FilePurpose, folder: &Path, effects: &mut Effects) {
        if self.fan.fan().is_none() {
            return effects.fail("there is no shot fan yet; run one first");
        }
        let ending = purpose.extensions().first().copied().unwrap_or_default();
        let path = folder.join(format!("sweep.{ending}"));
        effects.ask(Request::SaveDialog(purpose, path));
    }

    /// What saves the table of the fan, or the picture of its curve; `None` without a fan.
    pub fn writer_of_fan(
        &self,
        purpose: FilePurpose,
        path: &Path,
    ) -> Option<impl FnOnce() -> Result<(), String> + Send + 'static> {
        let (fan, path) = (self.fan.fan()?, path.to_owned());
        let bytes = match purpose {
            FilePurpose::SweepTable => fan.results().csv().into_bytes(),
            _ => fan.picture().to_vec(),
        };
        Some(move || files::write_atomic(&path, &bytes).map_err(|error| error.to_string()))
    }

    /// Puts the command that shoots the same fan at a scene on the clipboard. `name`: its
    /// file or what it is called; `is_saved`: whether that holds the scene as it is.
    pub fn copy_fan_command(
        &self,
        scene: &Arc<Scene>,
        name: &str,
        is_saved: bool,
        effects: &mut Effects,
    ) {
        let order = match self.fan.options.order(scene) {
            Ok(order) => order,
            Err(error) => return effects.fail(error),
        };
        effects.ask(Request::CopyText(order.command(name)));
        effects.say(match is_saved {
            true => "copied the command to the clipboard",
            false => {
                "copied the command to the clipboard; it reads the saved file, so save the \
                 scene first"
            }
        });
    }
}

fn write(folder: &Path, all: &[File]) -> Result<(), String> {
    files::make_folder(folder).map_err(|error| {
        let place = folder.display();
        format!("{place}: cannot create this folder ({error}); choose another one")
    })?;
    for file in all {
        let written = files::write_atomic(&folder.join(file.name), &file.bytes);
        written.map_err(|error| error.to_string())?;
    }
    Ok(())
}
