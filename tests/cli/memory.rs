//! Little files that ask for much: with bounded memory they are refused or simulated, and
//! never end the program by its lack of memory.

use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What `check` may have, KiB.
const OF_A_CHECK: u32 = 512 * 1024;
/// What a run may have, KiB.
const OF_A_RUN: u32 = 2 * 1024 * 1024;

/// Runs the program with so much address space.
fn within(kib: u32, arguments: &[&str]) -> Output {
    run_within(kib, "", arguments)
}

/// Runs the program with so much address space, by way of another program if one is named.
pub fn run_within(kib: u32, by_way_of: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {kib}; exec {by_way_of} \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_ragdoll-lab")]);
    command.args(arguments).output().unwrap()
}

fn scene(folder: &Path, name: &str, content: Value) -> PathBuf {
    let mut scene = json!({"format": "ragdoll-scene", "version": 2});
    for (key, value) in content.as_object().unwrap() {
        scene[key] = value.clone();
    }
    let path = folder.join(format!("{name}.json"));
    std::fs::write(&path, scene.to_string()).unwrap();
    path
}

fn bodies(shape: &Value, count: u32) -> Value {
    let body = |i: u32| {
        let place = [i % 11, 1_000 + i % 7, i % 13].map(|x| f64::from(x) * 1e-3);
        json!({"id": i + 1, "shape": shape, "mass_kg": 1, "position_m": place})
    };
    (0..count).map(body).collect()
}

fn many(count: u32, thing: impl Fn(u32) -> Value) -> Value {
    (1..=count).map(thing).collect()
}

/// Whether it ended as a program does that has understood its task; what it said.
#[track_caller]
fn assert_ended_well(name: &str, output: &Output, codes: &[i32]) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    assert!(
        code.is_some_and(|c| codes.contains(&c)),
        "{name}: {code:?} {said}"
    );
    said + &String::from_utf8_lossy(&output.stdout)
}

/// The exit code of a check, and what it says among other things.
type Verdict = (i32, &'static str);
const SOUND: Verdict = (0, "no problems");
const PARTED: Verdict = (0, "overlap by");
const REFUSED: Verdict = (2, "exceed the maximum");

#[test]
fn a_check_of_much_takes_half_a_gigabyte_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let ball = json!({"sphere": {"radius_m": 0.1}});
    let cube = json!({"box": {"size_m": [0.2, 0.2, 0.2]}});
    let figure = |i| json!({"id": i, "figure": {"mx": {}}});
    let stairs = |i| {
        let steps = json!({"steps": 1_000, "step_m": [1, 0.1, 0.1]});
        json!({"id": i, "shape": {"stairs": steps}})
    };
    let walker = |i| {
        let place = [3 * (i % 64), 0, 3 * (i / 64)];
        let animation = json!({"clip": "walk", "get_up": {}});
        json!({"id": i, "figure": {"mx": {}}, "position_m": place, "animation": animation})
    };
    let cases = [
        ("balls", json!({"bodies": bodies(&ball, 5_000)}), PARTED),
        ("boxes", json!({"bodies": bodies(&cube, 5_000)}), PARTED),
        (
            "figures",
            json!({"ragdolls": many(100_000, figure)}),
            REFUSED,
        ),
        ("walkers", json!({"ragdolls": many(3_000, walker)}), SOUND),
        (
            "stairs",
            json!({"obstacles": many(10_000, stairs)}),
            REFUSED,
        ),
    ];
    for (name, content, (code, says)) in cases {
        let path = scene(folder.path(), name, content);
        let output = within(OF_A_CHECK, &["check", path.to_str().unwrap()]);
        let said = assert_ended_well(name, &output, &[code]);
        assert!(said.contains(says), "{name}: {said}");
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_run_of_much_in_one_place_takes_two_gigabytes_at_most_and_says_what_it_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let cube = json!({"box": {"size_m": [0.2, 0.2, 0.2]}});
    let path = scene(
        folder.path(),
        "boxes",
        json!({"bodies": bodies(&cube, 5_000)}),
    );
    let output = within(
        OF_A_RUN,
        &["run", path.to_str().unwrap(), "--steps", "1", "--json"],
    );
    assert_ended_well("boxes", &output, &[0]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["max_pairs_left_out"].as_u64().unwrap() > 10_000_000);
}

/// The most memory that the program had, KiB.
#[cfg(target_os = "linux")]
fn peak_kib(arguments: &[&str]) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.stdout(std::process::Stdio::null());
    let mut program = command.args(arguments).spawn().unwrap();
    let status = format!("/proc/{}/status", program.id());
    let mut peak = 0;
    while program.try_wait().unwrap().is_none() {
        let told = std::fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(number.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    peak
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_with_its_table_takes_no_more_memory_the_longer_it_lasts() {
    let run = |steps| peak_kib(&["run", "top", "--steps", steps, "--csv", "-"]);
    let (short, long) = (run("10000"), run("200000"));
    assert!(short > 1_000, "{short} KiB");
    // A row of the table alone has some hundred bytes.
    assert!(long < short + 2_048, "{short} KiB, and then {long} KiB");
}

#[test]
fn what_overlaps_at_the_start_is_told_by_check_and_is_no_problem() {
    let folder = tempfile::tempdir().unwrap();
    let ball = json!({"sphere": {"radius_m": 0.1}});
    let path = scene(folder.path(), "two", json!({"bodies": bodies(&ball, 2)}));
    let output = within(OF_A_CHECK, &["check", path.to_str().unwrap()]);
    let said = assert_ended_well("two", &output, &[0]);
    let (warning, sum) = said.trim().rsplit_once('\n').unwrap();
    assert!(
        warning.starts_with("warning: ") && warning.contains("overlap by 198 mm"),
        "{said}"
    );
    assert_eq!(sum, "1 scene checked, no problems, 1 warning");
}
