//! A run that is ended by the system keeps what it has measured.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
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

#[test]
fn a_run_that_is_ended_keeps_its_tables_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
        .current_dir(folder.path())
        .args(["run", "chain", "--seconds", "100000"])
        .args(["--csv", "rows.csv", "--ledger", "ledger.csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    // Until both have rows.
    while files(folder.path())
        .iter()
        .filter(|(_, length)| *length > 0)
        .count()
        < 2
    {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "nothing was written"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let asked = Command::new("kill")
        .arg(run.id().to_string())
        .status()
        .unwrap();
    assert!(asked.success());
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("run: stopped after"), "{said}");
    assert!(output.stdout.is_empty(), "a part of a run is no result");
    let names: Vec<String> = files(folder.path())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["ledger.csv", "rows.csv"]);
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
