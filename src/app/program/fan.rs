//! The shot fan: shot, played, exported.

use super::{FilePurpose, Program, Request};
use crate::app::fan::{FanAction, FanOptions, FanValues, COUNT, FREE_RANGE, NUDGES};
use crate::platform::files;
use std::path::Path;

impl Program {
    pub(super) fn fan(&mut self, action: FanAction) {
        match action {
            FanAction::Run => self.run_fan(),
            FanAction::Cancel => {
                if self.fan.cancel() {
                    self.say("the shot fan is cancelled".into());
                }
            }
            FanAction::Clear => self.fan.clear(),
            FanAction::SetOptions(options) => self.fan.options = sound(*options),
            FanAction::Show(shown) => self.fan.is_shown = shown,
            FanAction::Play(index) => self.play_fan_shot(index),
            FanAction::ExportTable => self.ask_to_export_fan(FilePurpose::SweepTable, "sweep.csv"),
            FanAction::ExportPlot => self.ask_to_export_fan(FilePurpose::SweepPlot, "sweep.png"),
            FanAction::CopyCommand => self.copy_fan_command(),
        }
    }

    fn run_fan(&mut self) {
        let scene = self.document.scene().clone();
        if let Err(error) = self.fan.run(&scene) {
            self.fail(error);
        }
    }

    /// Tells what has become of the fan that was shot, and whether it is still of this scene.
    pub(super) fn take_fan_news(&mut self) {
        if self.fan.take_news() {
            match (self.fan.trouble(), self.fan.fan()) {
                (Some(trouble), _) => self.fail(trouble.to_owned()),
                (None, Some(fan)) => {
                    let shots = fan.shots().len();
                    self.say(format!(
                        "{shots} shots over {}; click one to play it",
                        fan.path()
                    ));
                }
                (None, None) => {}
            }
        }
        self.fan.compare(self.document.scene());
    }

    /// Makes a shot a take and plays it.
    fn play_fan_shot(&mut self, index: usize) {
        let Some((fan, shot)) = self
            .fan
            .fan()
            .and_then(|fan| Some((fan, fan.shots().get(index)?)))
        else {
            return;
        };
        let key = fan.path().rsplit('.').next().unwrap_or_default();
        let name = format!("{key} {}", fan.value(index));
        let (recording, seconds) = (shot.recording.clone(), shot.seconds);
        let takes = &mut self.session.takes;
        let place = takes.keep(recording, seconds, shot.result.clone());
        takes.rename(place, &name);
        self.play_take(place);
        self.session.playing = true;
    }

    fn ask_to_export_fan(&mut self, purpose: FilePurpose, name: &str) {
        if self.fan.fan().is_none() {
            return self.fail("there is no shot fan yet; run one first".into());
        }
        let path = self.folder().join(name);
        self.requests.push(Request::SaveDialog(purpose, path));
    }

    /// Saves the table of the fan, or the picture of its curve.
    pub(super) fn export_fan(&mut self, purpose: FilePurpose, path: &Path) {
        let Some(fan) = self.fan.fan() else {
            return;
        };
        let written = match purpose {
            FilePurpose::SweepTable => files::write_atomic(path, fan.results().csv().as_bytes()),
            _ => files::write_atomic(path, fan.picture()),
        };
        match written {
            Ok(()) => self.say(format!("saved {}", path.display())),
            Err(error) => self.fail(error.to_string()),
        }
    }

    fn copy_fan_command(&mut self) {
        let scene = match &self.path {
            Some(path) => path.display().to_string(),
            None => self.title.clone(),
        };
        let order = match self.fan.options.order(self.document.scene()) {
            Ok(order) => order,
            Err(error) => return self.fail(error),
        };
        self.requests.push(Request::CopyText(order.command(&scene)));
        match self.document.is_changed() {
            false => self.say("the command is on the clipboard".into()),
            true => self.say(
                "the command is on the clipboard; it reads the saved scene, so save this one first"
                    .into(),
            ),
        }
    }
}

/// Options with all numbers in range.
fn sound(mut options: FanOptions) -> FanOptions {
    options.count = COUNT.clamp(options.count as f64) as usize;
    options.nudges = NUDGES.clamp(f64::from(options.nudges)) as u32;
    if let FanValues::Range { from, to } = &mut options.values {
        (*from, *to) = (FREE_RANGE.clamp(*from), FREE_RANGE.clamp(*to));
    }
    options
}
