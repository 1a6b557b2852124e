//! Texts of hostile files and arguments on the terminal: nothing in them is hidden.

use ragdoll_lab::scene;
use ragdoll_lab::text::is_hidden;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A key that turns the direction of the line it is quoted in.
const BIDI_KEY: &str = r#"{"format": "ragdoll-scene", "version": 2,
 "particles": [{"id": 5, "mass_kg": 1, "position_m": [0, 1, 0], "@": 1}]}"#;

/// A scene that runs and has a name of several lines, one of them turned.
const NAMED: &str = r#"{"format": "ragdoll-scene", "version": 2, "name": "one\ntwo@three",
 "obstacles": [{"id": 1, "shape": {"plane": {}}}],
 "ragdolls": [{"id": 2, "name": "ragdoll@", "figure": {"mx": {}}}]}"#;
/// Its name.
const NAME: &str = "one\ntwo\u{202e}three";

/// A scene as a file of that name, `@` in its text made an override of the direction.
fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text.replace('@', "\u{202e}")).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What a command says on both streams, after a look that nothing in it is hidden.
fn said(code: i32, words: &[&str]) -> [String; 2] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    let output: Output = command.args(words).stdin(Stdio::null()).output().unwrap();
    let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(code), "{words:?}: {texts:?}");
    for text in &texts {
        let hidden = text.contains(|c| is_hidden(c) && c != '\n');
        assert!(!hidden, "{words:?}: {text:?}");
    }
    texts
}

#[test]
fn a_key_that_turns_the_line_is_escaped() {
    let folder = TempDir::new().unwrap();
    let scene = file(&folder, "bidi.json", BIDI_KEY);
    let [problems, _] = said(2, &["check", &scene]);
    assert!(problems.contains(r"\u{202e}"), "{problems}");
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(said(2, &["run", &scene])[1].contains(r"\u{202e}"));
}

#[test]
fn names_of_things_are_escaped_and_stay_on_their_line() {
    let folder = TempDir::new().unwrap();
    let scene = file(&folder, "named.json", NAMED);
    let [report, _] = said(0, &["run", &scene, "--steps", "2"]);
    let expected = r"one\ntwo\u{202e}three";
    let first = report.lines().next().unwrap();
    assert!(
        first.starts_with("scene ") && first.ends_with(expected),
        "{report}"
    );
    let [table, _] = said(0, &["limits", &scene]);
    assert!(table.starts_with("ragdoll 2 ragdoll\\u{202e}\n"), "{table}");
}

#[test]
fn json_is_escaped_and_reads_as_the_same() {
    let folder = TempDir::new().unwrap();
    let scene = file(&folder, "named.json", NAMED);
    let parsed = |words: &[&str]| serde_json::from_str::<Value>(&said(0, words)[0]).unwrap();
    assert_eq!(
        parsed(&["run", &scene, "--steps", "2", "--json"])["scene"],
        NAME
    );
    let limits = parsed(&["limits", &scene, "--json"]);
    assert_eq!(limits["scene"], NAME);
    assert_eq!(limits["ragdolls"][0]["name"], "ragdoll\u{202e}");
    let migrated = parsed(&["migrate", &scene]);
    assert_eq!(migrated["name"], NAME);
    // A file has the same bytes as a pipe, and as what the window saves.
    let saved = folder.path().join("saved.json");
    said(0, &["migrate", &scene, "-o", saved.to_str().unwrap()]);
    let saved = fs::read_to_string(saved).unwrap();
    assert_eq!(saved, said(0, &["migrate", &scene])[0]);
    let parsed = scene::parse(saved.as_bytes()).unwrap();
    assert_eq!(scene::to_text(&parsed).unwrap(), saved);
}

#[test]
fn arguments_and_names_of_files_are_escaped() {
    let folder = TempDir::new().unwrap();
    let hostile = "\u{1b}[31m\u{202e}x\r";
    let missing = folder.path().join(format!("{hostile}\n.json"));
    let missing = missing.to_str().unwrap();
    let output = folder.path().join(hostile).join("a.json");
    for words in [
        &["check", missing][..],
        &["run", missing],
        &["plot", missing, "-o", "a.svg"],
        &["sweep", missing, "--set", "launcher.speed_m_s=1,2"],
        &["sweep", "--merge", missing],
        &["run", "chain", "--set", hostile],
        &["run", "chain", hostile],
        &["shot", missing, "-o", "a.png"],
        &[&format!("runn{}", '\u{200b}')],
        &[hostile],
    ] {
        let message = said(2, words).concat();
        let escaped = message.contains(r"\u{1b}[31m\u{202e}x\r") || message.contains("200b");
        assert!(escaped, "{words:?}: {message}");
    }
    let words = ["migrate", "chain", "-o", output.to_str().unwrap()];
    assert!(said(1, &words)[1].contains(r"\u{1b}[31m"));
}

#[cfg(unix)]
#[test]
fn a_file_with_a_hostile_name_is_read_and_named_on_one_line() {
    let folder = TempDir::new().unwrap();
    let name = "a\nb\u{1b}]0;c\u{7}.json";
    let scene = file(&folder, name, BIDI_KEY);
    let [problems, _] = said(2, &["check", &scene]);
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(
        problems.contains(r"a\nb\u{1b}]0;c\u{7}.json:2:"),
        "{problems}"
    );
    let out = Path::new(&scene).with_file_name("out\n");
    let words = ["humanoid-medium", "--set", "launcher.speed_m_s=8,9"];
    let tail = ["--limit", "0.1", "--nudges", "0", "--out"];
    let sweep = [&["sweep"], &words[..], &tail, &[out.to_str().unwrap()]].concat();
    let [done, _] = said(0, &sweep);
    assert_eq!(done.lines().count(), 1, "{done}");
    let [done, _] = said(0, &[&sweep[..], &["--resume", "--json"]].concat());
    assert_eq!(serde_json::from_str::<Value>(&done).unwrap()["cases"], 2);
}
