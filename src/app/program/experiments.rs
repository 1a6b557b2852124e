//! The experiments of the papers: run, watched, saved.

use super::{FilePurpose, Leaving, Program, Request};
use crate::app::compare::{CompareOptions, Layout};
use crate::app::experiments::{case_of, ExperimentAction, MOST_NUDGES};
use crate::app::source::Source;
use crate::editor::counted;
use crate::lab::experiment::{BodyKind, Case, Effort, File, Watch};
use crate::platform::files;
use std::fs;
use std::path::Path;

impl Program {
    pub(super) fn experiment(&mut self, action: ExperimentAction) {
        match action {
            ExperimentAction::Run(name) => self.run_experiment(name),
            ExperimentAction::Cancel => {
                if self.experiments.cancel() {
                    self.say("the experiment is cancelled".into());
                }
            }
            ExperimentAction::Watch(name) => self.leave(Leaving::Watch(name)),
            ExperimentAction::Save(name) => self.ask_to_save_experiment(name),
            ExperimentAction::SetEffort(effort) => self.set_effort(*effort),
        }
    }

    fn run_experiment(&mut self, name: &str) {
        let Some(case) = case_of(name) else {
            return;
        };
        match self.experiments.run(case) {
            Ok(()) => self.say(format!("{}: running…", case.title)),
            Err(error) => self.fail(format!("{name}: cannot begin ({error}); try again")),
        }
    }

    fn set_effort(&mut self, mut effort: Effort) {
        effort.nudges = effort.nudges.min(MOST_NUDGES);
        if effort.bodies.is_empty() {
            effort.bodies = Effort::default().bodies;
        }
        self.experiments.effort = effort;
    }

    /// Tells what has become of the experiment that ran.
    pub(super) fn take_experiment_news(&mut self) {
        let Some(ended) = self.experiments.take_news() else {
            return;
        };
        let title = ended.case.title;
        if let Some(trouble) = ended.trouble {
            return self.fail(format!("{title}: {trouble}"));
        }
        let report = self.experiments.report(ended.case.name);
        let findings = report.map_or(0, |report| report.findings.len());
        self.say(format!("{title}: {}", counted(findings, "finding")));
    }

    /// Opens the scene of an experiment with some of its values side by side.
    pub(super) fn watch_experiment(&mut self, name: &str) {
        let watched = case_of(name).and_then(|case| Some((case, self.watch_of(case)?)));
        let Some((case, watch)) = watched else {
            return self.fail(format!(
                "{name}: there is nothing to see with these bodies; choose another one"
            ));
        };
        let source = Source {
            title: case.title.into(),
            path: None,
            on_disk: None,
            scene: watch.scene,
        };
        self.open_read(Ok(source));
        self.comparison = None;
        self.set_compare_options(CompareOptions {
            leader: Some(watch.leader),
            variants: watch.variants,
            layout: Layout::Panes,
            band: false,
        });
        self.session.playing = true;
    }

    /// What is to be seen with the first of the chosen bodies that fits.
    fn watch_of(&self, case: &Case) -> Option<Watch> {
        let chosen = self.experiments.effort.bodies.iter();
        let mut bodies = chosen.chain(&BodyKind::ALL);
        bodies.find_map(|body| case.watch(*body))
    }

    fn ask_to_save_experiment(&mut self, name: &'static str) {
        if self.experiments.report(name).is_none() {
            return self.fail(format!("{name}: run it first"));
        }
        self.experiments.saved_next = Some(name);
        let request = Request::SaveDialog(FilePurpose::Experiment, self.folder().join(name));
        self.requests.push(request);
    }

    /// Writes what the command `experiment` writes into a folder.
    pub(super) fn save_experiment(&mut self, folder: &Path) {
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
            Ok(()) => self.say(format!("saved {}", own.display())),
            Err(error) => self.fail(error),
        }
    }
}

fn write(folder: &Path, all: &[File]) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| {
        let place = folder.display();
        format!("{place}: this folder cannot be made: {error}; choose another one")
    })?;
    for file in all {
        let written = files::write_atomic(&folder.join(file.name), &file.bytes);
        written.map_err(|error| error.to_string())?;
    }
    Ok(())
}
