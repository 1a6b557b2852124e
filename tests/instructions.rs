//! Instructions of fixed pieces of work, beside those that were kept: a regression that a
//! clock on a shared machine cannot see.
//!
//! `tests/run.sh` runs this as its own stage. `COUNTS=write cargo test --test instructions
//! -- --ignored` renews what is kept.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::{json, Map, Value};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

/// Counts may differ by this share: libraries of the system differ a little.
const MARGIN: f64 = 0.05;
/// What is counted: the timed part of a benchmark.
const FUNCTION: &str = "*bench::runs::advance*";
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/instructions.json");
const RENEW: &str = "COUNTS=write cargo test --test instructions -- --ignored";
/// Names the compiler that counts are kept of.
const TOOLCHAIN: &str = include_str!("../rust-toolchain.toml");

/// Pieces of work, as arguments of `ragdoll-lab bench`.
const WORK: [&str; 8] = [
    "mx-drop --precision f64 --ragdolls 4 --steps 60 --preset paper --rate 60",
    "mx-drop --precision f64 --ragdolls 4 --steps 60 --preset default",
    "mx-drop --precision f64 --ragdolls 4 --steps 60 --preset high",
    "mx-drop --precision f32 --ragdolls 16 --steps 60 --preset default",
    "mx-drop --precision f64 --ragdolls 2 --steps 90 --preset default --method multipliers",
    "mx-drop --precision f64 --ragdolls 2 --steps 90 --preset default --method reduced",
    "pile --ragdolls 3 --steps 60",
    "crowd --ragdolls 8 --steps 60",
];

#[test]
#[ignore = "a stage of tests/run.sh: needs valgrind and a release build"]
fn fixed_work_takes_no_more_instructions_than_before() {
    let build = Build::of_this_machine();
    if Command::new("valgrind").arg("--version").output().is_err() {
        return skip("no counter here; install valgrind", is_required());
    }
    let mut kept = read();
    let program = release_build();
    let counts = counts(&program);
    if std::env::var("COUNTS").as_deref() == Ok("write") {
        let counts = counts.map(|(work, count)| (work.to_owned(), count.into()));
        kept.insert(build.name, Value::Object(Map::from_iter(counts)));
        let text = serde_json::to_string_pretty(&json!(kept)).unwrap();
        return std::fs::write(KEPT, text + "\n").unwrap();
    }
    let Some(before) = kept.get(&build.name) else {
        let why = format!(
            "no counts are kept of {}; keep them with {RENEW}",
            build.name
        );
        return skip(&why, build.is_pinned || is_required());
    };
    let worse: Vec<String> = counts
        .iter()
        .filter_map(|(work, count)| compare(work, *count, before[work].as_u64()))
        .collect();
    assert!(
        worse.is_empty(),
        "more instructions than before:\n{}\nif that is wanted, keep them with\n  {RENEW}\nand say why in the commit",
        worse.join("\n")
    );
}

/// What is wrong with a count; says by itself what is better.
fn compare(work: &str, count: u64, before: Option<u64>) -> Option<String> {
    let Some(before) = before else {
        return Some(format!("  {work}: not kept yet"));
    };
    let change = count as f64 / before as f64 - 1.0;
    let line = format!(
        "{work}: {before} before, {count} now, {:+.1} %",
        100.0 * change
    );
    if change < -MARGIN {
        println!("improved: {line}; keep it with {RENEW}");
    }
    (change > MARGIN).then(|| format!("  {line}"))
}

/// Whether nothing may be skipped: in continuous integration, or where it is asked for.
fn is_required() -> bool {
    ["CI", "RAGDOLL_LAB_REQUIRE_COUNTS"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

fn skip(why: &str, must_count: bool) {
    assert!(!must_count, "instructions must be counted here, but: {why}");
    println!("skipped: {why}");
}

fn read() -> Map<String, Value> {
    match std::fs::read(KEPT) {
        Ok(text) => serde_json::from_slice(&text).expect("tests/data/instructions.json"),
        Err(_) => Map::new(),
    }
}

/// Compiler, target and profile: counts of other builds cannot be compared.
struct Build {
    name: String,
    /// Whether it is made by the compiler of `rust-toolchain.toml`, without other flags.
    is_pinned: bool,
}

impl Build {
    fn of_this_machine() -> Build {
        let version = Command::new("rustc").arg("-vV").output().unwrap();
        let version = text(&version.stdout);
        let of = |key: &str| {
            let mut values = version.lines().filter_map(|line| line.strip_prefix(key));
            values.next().unwrap_or("unknown").trim().to_owned()
        };
        let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
        let release = of("release:");
        let name = format!("rustc {release} {} release {flags}", of("host:"));
        Build {
            name: name.trim_end().to_owned(),
            is_pinned: TOOLCHAIN.contains(&format!("\"{release}\"")) && flags.is_empty(),
        }
    }
}

/// The program as it is shipped but for the window, which takes longest to build; builds it,
/// in a folder of its own, if need be.
fn release_build() -> PathBuf {
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

/// The counts of all work, taken side by side.
fn counts(program: &Path) -> [(&'static str, u64); WORK.len()] {
    thread::scope(|scope| {
        let counters = WORK.map(|work| (work, scope.spawn(move || count(program, work))));
        counters.map(|(work, counter)| (work, counter.join().unwrap()))
    })
}

/// Instructions that the timed part of a benchmark takes.
fn count(program: &Path, work: &str) -> u64 {
    let mut counter = Command::new("valgrind");
    counter.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    counter.arg(format!("--toggle-collect={FUNCTION}"));
    counter.arg(program).arg("bench").args(work.split(' '));
    counter.args(["--repeats", "1", "--json"]);
    let said = text(&checked(&mut counter).stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let (_, number) = collected.expect("callgrind says what it has collected");
    let count: u64 = number.trim().parse().unwrap();
    assert!(
        count > 0,
        "{work}: nothing is counted; is there still a function {FUNCTION}?"
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
