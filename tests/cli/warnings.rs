//! What `check` warns of: what goes wrong with a sound scene in its own method. A warning is a line on
//! standard error and no failure.

use ragdoll_lab::editor::doctor::{examine, Check};
use ragdoll_lab::scene::{parse, Scene, SHIPPED};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Share of the shipped scenes that may have a warning.
const MOST_WARNED: f64 = 1.0 / 3.0;

fn warned(name: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/warned");
    data.join(name)
}

/// What `check` says of a file, which has to be sound.
fn checked(file: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    let output = command.arg("check").arg(file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

fn found(text: &str) -> Vec<Check> {
    let scene: Scene = parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let found = examine(&scene).unwrap();
    found.into_iter().map(|finding| finding.check).collect()
}

#[test]
fn scenes_that_go_wrong_are_warned_of_and_pass() {
    for (name, what) in [
        ("chain-1-100.json", "a ratio of 100 to 1"),
        ("chain-1-1000-hangs.json", "a ratio of 1000 to 1"),
        ("heavyswing1000.json", "a ratio of 1000 to 1"),
        ("motor-against-stop.json", "has no largest torque"),
        ("hinge-179.json", "only 1° before half a turn"),
        ("hanging-cloth-sticks.json", "too few iterations"),
    ] {
        let said = checked(&warned(name));
        let mut lines = said.lines();
        let is_warned = lines.any(|line| line.starts_with("warning: ") && line.contains(what));
        assert!(is_warned, "{name}: {said}");
        assert!(said.contains("no problems, "), "{name}: {said}");
    }
}

/// The same chain held by joints that are exact may have a larger ratio.
#[test]
fn the_ratio_of_masses_is_that_of_the_method() {
    let text = fs::read_to_string(warned("chain-1-100.json")).unwrap();
    let with = |mass: &str, method: &str| {
        let text = text.replace("\"mass_kg\":10,", mass);
        let text = text.replace(
            "\"solver\":{",
            &format!("\"solver\":{{\"method\":\"{method}\","),
        );
        found(&text).contains(&Check::MassRatio)
    };
    let [heavy, medium, light] = ["\"mass_kg\":10,", "\"mass_kg\":3,", "\"mass_kg\":0.9,"];
    assert!(with(heavy, "verlet") && with(heavy, "multipliers") && with(heavy, "reduced"));
    assert!(with(medium, "verlet") && !with(medium, "multipliers"));
    assert!(!with(light, "verlet"));
}

/// Two boxes on the floor, the upper one of a mass and a size.
fn stack(mass_kg: f64, size_m: f64, more: &str) -> String {
    let middle_m = 0.2 + 0.5 * size_m;
    format!(
        r#"{{"format": "ragdoll-scene", "version": 2, {more}
        "obstacles": [{{"id": 1, "shape": {{"plane": {{}}}}}}],
        "bodies": [
          {{"id": 2, "shape": {{"box": {{"size_m": [0.2, 0.2, 0.2]}}}}, "mass_kg": 1, "position_m": [0, 0.1, 0]}},
          {{"id": 3, "shape": {{"box": {{"size_m": [{size_m}, {size_m}, {size_m}]}}}}, "mass_kg": {mass_kg},
            "position_m": [0, {middle_m}, 0]}}]}}"#
    )
}

#[test]
fn a_heavy_body_is_told_on_a_light_one_only() {
    assert_eq!(found(&stack(11.0, 0.2, "")), [Check::HeavyOnLight]);
    assert_eq!(found(&stack(9.0, 0.2, "")), []);
    assert_eq!(found(&stack(0.01, 0.2, "")), []);
}

#[test]
fn a_body_that_gravity_moves_by_its_size_in_a_substep_is_told() {
    assert_eq!(found(&stack(0.001, 2e-4, "")), [Check::SmallBody]);
    assert_eq!(found(&stack(0.001, 2e-3, "")), []);
    let coarse = r#""solver": {"method": "paper"},"#;
    assert!(found(&stack(0.001, 1e-2, coarse)).contains(&Check::SmallBody));
}

#[test]
fn a_body_that_is_faster_than_the_finest_division_of_a_step_is_told() {
    let at = |speed: f64| {
        format!(
            r#"{{"format": "ragdoll-scene", "version": 2, "bodies": [{{"id": 2, "mass_kg": 1,
            "shape": {{"sphere": {{"radius_m": 0.01}}}}, "velocity_m_s": [{speed}, 0, 0]}}]}}"#
        )
    };
    assert_eq!(found(&at(1000.0)), [Check::SmallBody]);
    assert_eq!(found(&at(5.0)), []);
}

/// A box on a hinge with such stops and such a motor.
fn hinge(more: &str) -> String {
    format!(
        r#"{{"format": "ragdoll-scene", "version": 2,
        "bodies": [{{"id": 1, "shape": {{"box": {{"size_m": [0.1, 1, 0.1]}}}}, "mass_kg": 1}}],
        "constraints": [{{"id": 2, "kind": {{"hinge": {{"a": {{"world": [0, 0.5, 0]}},
          "b": {{"body": {{"id": 1, "point_m": [0, 0.5, 0]}}}}, "axis": [0, 0, 1] {more}}}}}}}]}}"#
    )
}

#[test]
fn motors_without_a_bound_are_told_where_they_meet_a_stop() {
    let motor = |speed: f64, more: &str| {
        hinge(&format!(
            r#", "limit_max_deg": 90, "drive": {{"motor": {{"speed_deg_s": {speed} {more}}}}}"#
        ))
    };
    assert_eq!(found(&motor(90.0, "")), [Check::UnboundMotor]);
    assert_eq!(found(&motor(-90.0, "")), []);
    assert_eq!(found(&motor(90.0, r#", "most_n_m": 5"#)), []);
}

#[test]
fn stops_near_half_a_turn_are_told_and_one_at_it_is_none() {
    for (stop, near) in [(150.0, false), (171.0, true), (180.0, false)] {
        let stops = format!(r#", "limit_min_deg": -{stop}, "limit_max_deg": {stop}"#);
        let expected: &[Check] = if near { &[Check::NearHalfTurn] } else { &[] };
        assert_eq!(found(&hinge(&stops)), expected, "{stop}");
    }
}

#[test]
fn inertias_that_differ_a_hundredfold_across_a_joint_are_told() {
    let with = |size_m: f64| {
        format!(
            r#"{{"format": "ragdoll-scene", "version": 2,
            "bodies": [
              {{"id": 1, "shape": {{"box": {{"size_m": [0.5, 0.5, 0.5]}}}}, "mass_kg": 5}},
              {{"id": 2, "shape": {{"sphere": {{"radius_m": {size_m}}}}}, "mass_kg": 1,
                "position_m": [0.5, 0, 0]}}],
            "constraints": [{{"id": 3, "kind": {{"pin": {{"a": {{"body": {{"id": 1, "point_m": [0.5, 0, 0]}}}},
              "b": {{"body": {{"id": 2}}}}}}}}}}]}}"#
        )
    };
    assert_eq!(found(&with(0.02)), [Check::InertiaRatio]);
    assert_eq!(found(&with(0.2)), []);
}

/// A warning that nearly every scene has warns of nothing.
#[test]
fn few_shipped_scenes_are_warned_of() {
    let mut count = 0;
    for shipped in SHIPPED {
        let mut checks = found(shipped.text);
        checks.retain(|check| check.is_of_motion());
        if !checks.is_empty() {
            count += 1;
            println!("{}: {} {:?}", shipped.name, checks.len(), {
                checks.dedup();
                checks
            });
        }
    }
    println!("{count} of {}", SHIPPED.len());
    assert!(f64::from(count) <= MOST_WARNED * SHIPPED.len() as f64);
}
