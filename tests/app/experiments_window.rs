//! The same experiment from the window and from the command: the same hashes, the same files.

use crate::common::time::PATIENCE;
use crate::ui_kit::open;
use ragdoll_lab::app::action::Action;
use ragdoll_lab::app::action::ExperimentAction;
use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::program::Program;
use ragdoll_lab::lab::experiment::{Effort, CASES};
use ragdoll_lab::platform::dialogs::FilePurpose;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

fn tiny() -> Effort {
    Effort {
        nudges: 2,
        ..Effort::tiny()
    }
}

fn ask(program: &mut Program, action: ExperimentAction) {
    program.perform(Action::Experiment(action));
}

/// Lets frames pass until nothing goes on beside the window.
fn wait(program: &mut Program) {
    let began = Instant::now();
    while program.is_busy() {
        assert!(began.elapsed() < PATIENCE, "it never ends");
        std::thread::sleep(Duration::from_millis(5));
        program.advance(0.0);
    }
}

/// Runs an experiment in the window and saves it in a folder.
fn from_window(name: &'static str, folder: &Path) {
    let mut program = open("chain");
    ask(&mut program, ExperimentAction::SetEffort(Box::new(tiny())));
    ask(&mut program, ExperimentAction::Run(name));
    assert!(program.is_busy());
    wait(&mut program);
    assert!(program.jobs.experiments.report(name).is_some(), "{name}");
    program.requests.clear();
    ask(&mut program, ExperimentAction::Save(name));
    let asked = &program.requests[..];
    assert!(matches!(
        asked,
        [Request::SaveDialog(FilePurpose::Experiment, _)]
    ));
    program.save_chosen(FilePurpose::Experiment, folder);
    let (text, is_error) = program.ui.message.clone().unwrap();
    assert!(!is_error, "{text}");
}

fn from_command(name: &str, folder: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.args(["experiment", name, "--tiny", "--nudges", "2", "--out"]);
    assert!(command.arg(folder).output().unwrap().status.success());
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn window_and_command_write_the_same() {
    for case in CASES.iter() {
        let name = case.name;
        let (window, command) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        from_window(name, window.path());
        from_command(name, command.path());
        assert_eq!(names(window.path()), names(command.path()));
        let [own, theirs] = [&window, &command].map(|folder| folder.path().join(name));
        assert_eq!(names(&own), names(&theirs));
        let manifest = |folder: &Path| -> Value {
            serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap()
        };
        let (here, there) = (manifest(&own), manifest(&theirs));
        for key in ["state_hash", "data_hash", "scene_hash", "command"] {
            assert_eq!(here[key], there[key], "{name}: {key}");
        }
        let is_timed = here["timing_columns"] != serde_json::json!([]);
        for file in names(&own).iter().filter(|_| !is_timed) {
            let read = |folder: &Path| fs::read(folder.join(file)).unwrap();
            assert!(read(&own) == read(&theirs), "{name}: {file}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let mut program = open("chain");
    ask(&mut program, ExperimentAction::Save("velocity"));
    assert!(program.ui.message.clone().unwrap().1, "nothing to save yet");
    ask(&mut program, ExperimentAction::SetEffort(Box::new(tiny())));
    ask(&mut program, ExperimentAction::Run("velocity"));
    wait(&mut program);
    ask(&mut program, ExperimentAction::Save("velocity"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    program.save_chosen(FilePurpose::Experiment, &file);
    let (text, is_error) = program.ui.message.clone().unwrap();
    assert!(
        is_error && text.contains("cannot create this folder"),
        "{text}"
    );
}
