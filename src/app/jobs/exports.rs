//! The results of experiments and of the shot fan as files.

use super::Jobs;
use crate::app::action::Request;
use crate::app::effect::Effects;
use crate::lab::experiment::File;
use crate::platform::dialogs::FilePurpose;
use crate::platform::files;
use crate::scene::Scene;
use std::path::Path;
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

    /// Writes what the command `experiment` writes into a folder.
    pub fn save_experiment(&mut self, folder: &Path, effects: &mut Effects) {
        let Some(name) = self.experiments.saved_next.take() else {
            return;
        };
        let Some(report) = self.experiments.report(name) else {
            return;
        };
        let own = folder.join(name);
        let written = write(&own, &report.files)
            .and_then(|()| write(folder, std::slice::from_ref(&report.page)));
        match written {
            Ok(()) => effects.say_saved("saved", &own),
            Err(error) => effects.fail(error),
        }
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

    /// Saves the table of the fan, or the picture of its curve.
    pub fn export_fan(&self, purpose: FilePurpose, path: &Path, effects: &mut Effects) {
        let Some(fan) = self.fan.fan() else {
            return;
        };
        let written = match purpose {
            FilePurpose::SweepTable => files::write_atomic(path, fan.results().csv().as_bytes()),
            _ => files::write_atomic(path, fan.picture()),
        };
        match written {
            Ok(()) => effects.say_saved("saved", path),
            Err(error) => effects.fail(error.to_string()),
        }
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
