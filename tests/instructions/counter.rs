//! Counts the instructions of the program as it is shipped, by valgrind.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Whether there is something to count with.
pub fn is_there() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok()
}

/// Whether nothing may be skipped: in continuous integration, or where it is asked for.
pub fn is_required() -> bool {
    ["CI", "RAGDOLL_LAB_REQUIRE_COUNTS"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

pub fn skip(why: &str, must_count: bool) {
    assert!(!must_count, "instructions must be counted here, but: {why}");
    println!("skipped: {why}");
}

/// The program as it is shipped but for the window, which takes longest to build; builds it,
/// in a folder of its own, if need be.
pub fn release_build() -> PathBuf {
    let folder = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let mut build = Command::new(env!("CARGO"));
    build.args([
        "build",
        "--release",
        "--locked",
        "--quiet",
        "--no-default-features",
    ]);
    build
        .arg("--target-dir")
        .arg(Path::new(&folder).join("headless"));
    build.arg("--message-format=json-render-diagnostics");
    build.current_dir(env!("CARGO_MANIFEST_DIR"));
    let lines = text(&checked(&mut build).stdout);
    let messages = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut programs = messages.filter_map(|message| Some(message["executable"].as_str()?.into()));
    programs.next().expect("an executable")
}

/// Instructions of the program with some arguments, or of what it does inside a function.
pub fn count<A: AsRef<OsStr>>(
    program: &Path,
    function: Option<&str>,
    arguments: impl IntoIterator<Item = A>,
) -> u64 {
    let mut counter = Command::new("valgrind");
    counter.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    counter.args(function.map(|name| format!("--toggle-collect={name}")));
    counter.arg(program).args(arguments);
    let said = text(&checked(&mut counter).stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let (_, number) = collected.expect("callgrind says what it has collected");
    let count: u64 = number.trim().parse().unwrap();
    assert!(
        count > 0,
        "{counter:?}: nothing is counted; is there still a function {function:?}?"
    );
    count
}

fn checked(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}: {}",
        text(&output.stderr)
    );
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
