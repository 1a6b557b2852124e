//! A run that is ended by the system keeps what it has measured.
#![cfg(unix)]

use crate::common::time::PATIENCE;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The files of a folder with their lengths.
fn files(folder: &Path) -> Vec<(String, u64)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<(String, u64)> = entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, entry.metadata().unwrap().len())
        })
        .collect();
    files.sort();
    files
}

/// Begins a run without end that writes two tables into a folder, and waits until both have rows.
/// `before`: words before those of the program.
fn run_in(folder: &Path, before: &[&str]) -> Child {
    let words = [before, &[env!("CARGO_BIN_EXE_ragdoll-lab"), "run", "chain"]].concat();
    let run = Command::new(words[0])
        .current_dir(folder)
        .args(&words[1..])
        .args(["--seconds", "100000", "--csv", "rows.csv"])
        .args(["--ledger", "ledger.csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let written = |(_, length): &&(String, u64)| *length > 0;
    while files(folder).iter().filter(written).count() < 2 {
        assert!(begun.elapsed() < PATIENCE, "nothing was written");
        std::thread::sleep(Duration::from_millis(20));
    }
    run
}

/// Words before a run that hears all signals, also where the tests themselves run under `nohup`.
const HEARS_ALL: &[&str] = if cfg!(target_os = "linux") {
    &["env", "--default-signal=HUP"]
} else {
    &[]
};

fn send(signal: &str, run: &Child) {
    let id = run.id().to_string();
    let asked = Command::new("kill").args(["-s", signal, &id]).status();
    assert!(asked.unwrap().success());
}

#[test]
fn a_run_that_is_ended_keeps_its_tables_under_their_names() {
    for signal in ["TERM", "INT", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let run = run_in(folder.path(), HEARS_ALL);
        send(signal, &run);
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{signal}: {said}");
        assert!(said.contains("run: stopped after"), "{said}");
        assert!(output.stdout.is_empty(), "a part of a run is no result");
        let names: Vec<String> = files(folder.path())
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["ledger.csv", "rows.csv"], "{signal}");
        for name in names {
            let text = fs::read_to_string(folder.path().join(&name)).unwrap();
            let columns = text.lines().next().unwrap().split(',').count();
            let last = text.lines().last().unwrap();
            assert!(
                text.ends_with('\n') && last.split(',').count() >= columns,
                "{name}: {last}"
            );
            assert!(text.lines().count() > 100, "{name}");
        }
    }
}

#[test]
fn a_run_under_nohup_outlives_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = run_in(folder.path(), &["nohup"]);
    send("HUP", &run);
    std::thread::sleep(Duration::from_millis(300));
    assert!(run.try_wait().unwrap().is_none());
    send("TERM", &run);
    assert_eq!(run.wait_with_output().unwrap().status.code(), Some(1));
}

#[test]
fn what_a_killed_run_leaves_is_gone_after_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let killed = run_in(folder.path(), &[]);
    send("KILL", &killed);
    killed.wait_with_output().unwrap();
    assert_eq!(files(folder.path()).len(), 2);
    let run = run_in(folder.path(), &[]);
    // The ones of the run that goes on stay.
    let saved = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
        .current_dir(folder.path())
        .args(["run", "chain", "--seconds", "1", "--csv", "short.csv"])
        .output();
    assert!(saved.unwrap().status.success());
    assert_eq!(files(folder.path()).len(), 3);
    send("TERM", &run);
    run.wait_with_output().unwrap();
    let names = files(folder.path()).into_iter().map(|(name, _)| name);
    assert!(names.eq(["ledger.csv", "rows.csv", "short.csv"]));
}
