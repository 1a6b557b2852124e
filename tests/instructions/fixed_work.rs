//! Fixed pieces of work take no more instructions than those that were kept: a regression that
//! a clock on a shared machine cannot see. `COUNTS=write cargo test --test instructions --
//! --ignored` renews what is kept.

use super::counter::{self, is_required, release_build, skip};
use serde_json::{json, Map, Value};
use std::path::Path;
use std::process::Command;
use std::thread;

/// Counts may differ by this share: libraries of the system differ a little.
const MARGIN: f64 = 0.05;
/// What is counted: the timed part of a benchmark.
const FUNCTION: &str = "*bench::runs::advance*";
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/instructions.json");
const RENEW: &str = "COUNTS=write cargo test --test instructions -- --ignored";
/// Names the compiler that counts are kept of.
const TOOLCHAIN: &str = include_str!("../../rust-toolchain.toml");

/// Pieces of work, as arguments of `ragdoll-lab bench`.
const WORK: [&str; 9] = [
    "mx-drop --precision f64 --ragdolls 4 --steps 60 --preset default",
    "mx-drop --precision f64 --ragdolls 4 --steps 60 --preset high",
    "mx-drop --precision f32 --ragdolls 16 --steps 60 --preset default",
    "mx-drop --precision f64 --ragdolls 16 --steps 60 --preset default",
    "mx-drop --precision f64 --ragdolls 4 --steps 60 --preset default --method impulse",
    "mx-drop --precision f64 --ragdolls 2 --steps 90 --preset default --method multipliers",
    "mx-drop --precision f64 --ragdolls 2 --steps 90 --preset default --method reduced",
    "pile --ragdolls 3 --steps 60",
    "crowd --ragdolls 8 --steps 60",
];

#[test]
#[ignore = "a stage of tests/run.sh: needs valgrind and a release build"]
fn fixed_work_takes_no_more_instructions_than_before() {
    let build = Build::of_this_machine();
    if !counter::is_there() {
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
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
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

/// The counts of all work, taken side by side.
fn counts(program: &Path) -> [(&'static str, u64); WORK.len()] {
    thread::scope(|scope| {
        let counters = WORK.map(|work| (work, scope.spawn(move || count(program, work))));
        counters.map(|(work, counter)| (work, counter.join().unwrap()))
    })
}

/// Instructions that the timed part of a benchmark takes.
fn count(program: &Path, work: &str) -> u64 {
    let arguments = ["bench"].into_iter().chain(work.split(' '));
    let arguments = arguments.chain(["--repeats", "1", "--json"]);
    counter::count(program, Some(FUNCTION), arguments)
}
