//! How a run ends: what has left the range of sane numbers is said to have diverged, and no
//! state is saved that could not be opened again.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A ball that nothing stops: 110 km below after 150 s.
const FALL: &str = r#"{"format": "ragdoll-scene", "version": 2,
 "solver": {"linear_drag_per_s": 0},
 "bodies": [{"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1}]}"#;

/// A misprint of a paper that throws joints apart without much speed.
const APART: &str = r#"{"format": "ragdoll-scene", "version": 2,
 "solver": {"method": "paper", "preset": "baltman-velocity", "as_printed": ["7.1"]},
 "obstacles": [{"id": 1, "shape": {"plane": {}}}],
 "ragdolls": [{"id": 10, "figure": {"mx": {"limits": "mirrored", "inertia": "human"}},
  "position_m": [0, 0.5, 0], "stands_until_hit": false}]}"#;

fn run(scene: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.arg("run").arg(scene).args(more).output().unwrap()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Two figures in thousands of passes, which turn each limb so often within a step that
/// the length of its orientation drifts.
const OFTEN_TURNED: &str = r#"{"format": "ragdoll-scene", "version": 2,
 "solver": {"iterations": 1800},
 "obstacles": [{"id": 1, "shape": {"plane": {}}}],
 "ragdolls": [{"id": 10, "figure": {"mx": {}}, "position_m": [90, 0, 0],
   "stands_until_hit": false},
  {"id": 1800, "figure": {"mx": {}}, "position_m": [1, 0, 0], "stands_until_hit": false}]}"#;

#[test]
fn orientations_stay_rotations_however_often_they_are_corrected() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, end) = (
        folder.path().join("often.json"),
        folder.path().join("e.json"),
    );
    fs::write(&scene, OFTEN_TURNED).unwrap();
    for steps in ["1", "5"] {
        let save = ["--save-final", end.to_str().unwrap(), "--steps", steps];
        let output = run(&scene, &save);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{steps}: {}",
            text_of(&output.stderr)
        );
    }
}

#[test]
fn a_state_that_could_not_be_opened_is_not_saved_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, end) = (
        folder.path().join("fall.json"),
        folder.path().join("e.json"),
    );
    fs::write(&scene, FALL).unwrap();
    fs::write(&end, "what was there").unwrap();
    let save = ["--save-final", end.to_str().unwrap(), "--seconds"];
    let far = run(&scene, &[&save[..], &["150"]].concat());
    assert_eq!(far.status.code(), Some(1));
    let message = text_of(&far.stderr);
    assert!(message.contains("bodies[0].position_m[1]"), "{message}");
    assert!(message.contains("out of range"), "{message}");
    assert_eq!(fs::read_to_string(&end).unwrap(), "what was there");
    let near = run(&scene, &[&save[..], &["100"]].concat());
    assert_eq!(near.status.code(), Some(0), "{}", text_of(&near.stderr));
    let again = run(&end, &["--steps", "1"]);
    assert_eq!(again.status.code(), Some(0), "{}", text_of(&again.stderr));
}

#[test]
fn what_is_thrown_far_apart_has_diverged_and_every_number_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("apart.json");
    fs::write(&scene, APART).unwrap();
    let output = run(&scene, &["--seconds", "2", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["diverged"], true, "{report}");
    assert_eq!(output.status.code(), Some(1));
    for key in ["max_joint_error_m", "total_energy_j", "travel_m"] {
        assert!(report[key].is_f64(), "{key}: {report}");
    }
    assert!(
        report["max_joint_error_m"].as_f64().unwrap() < 2e6,
        "{report}"
    );
}
