//! A run that cannot be believed says so: joints that stand open, energy from nowhere, strain.

use ragdoll_lab::lab::{run, RunSettings};
use ragdoll_lab::scene::{parse, Preset, Scene, SHIPPED};
use serde_json::json;
use std::process::Command;

fn report(scene: &Scene, seconds: f64) -> ragdoll_lab::lab::RunReport {
    run(scene, RunSettings::Seconds(seconds), |_| ())
        .unwrap()
        .report
}

/// A chain of rods from a pin, the last of which has this mass, kg; others have 1.
fn chain(last_kg: f64, solver: serde_json::Value) -> Scene {
    let rods = 6;
    let bodies: Vec<_> = (0..rods)
        .map(|i| {
            json!({
                "id": 10 + i,
                "shape": {"capsule": {"radius_m": 0.02, "length_m": 0.2}},
                "mass_kg": if i + 1 == rods { last_kg } else { 1.0 },
                "position_m": [0.0, 3.0 - 0.24 * f64::from(i), 0.0],
            })
        })
        .collect();
    let pins: Vec<_> = (0..rods)
        .map(|i| {
            let above = match i {
                0 => json!({"world": [0.0, 3.12, 0.0]}),
                _ => json!({"body": {"id": 9 + i, "point_m": [0.0, -0.12, 0.0]}}),
            };
            let below = json!({"body": {"id": 10 + i, "point_m": [0.0, 0.12, 0.0]}});
            json!({"id": 100 + i, "name": format!("pin {i}"), "kind": {"pin": {"a": above, "b": below}}})
        })
        .collect();
    let scene = json!({
        "format": "ragdoll-scene",
        "version": 2,
        "solver": solver,
        "bodies": bodies,
        "constraints": pins,
    });
    parse(scene.to_string().as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_chain_that_comes_apart_is_no_success() {
    let light = report(&chain(1.0, json!({})), 2.0);
    assert_eq!((light.diverged, light.diverged_reason), (false, None));
    let heavy = report(&chain(1e6, json!({})), 4.0);
    assert!(heavy.diverged && !heavy.ends_early, "{heavy:?}");
    let reason = heavy.diverged_reason.unwrap();
    assert!(reason.starts_with("pin "), "{reason}");
    assert!(
        reason.contains("is open by") && reason.contains("in step"),
        "{reason}"
    );
}

#[test]
fn energy_from_nowhere_is_no_success() {
    // Balls that begin inside each other are thrown apart by the papers' velocity form.
    let balls: Vec<_> = (0..60)
        .map(|i| {
            let at = f64::from(i % 8) * 1e-3;
            json!({
                "id": 10 + i,
                "shape": {"sphere": {"radius_m": 0.1}},
                "mass_kg": 1.0,
                "position_m": [at, 1.0 + at * 0.5, -at],
            })
        })
        .collect();
    let scene = json!({
        "format": "ragdoll-scene",
        "version": 2,
        "solver": {"method": "paper", "preset": "baltman-velocity"},
        "bodies": balls,
    });
    let scene = parse(scene.to_string().as_bytes()).unwrap();
    let burst = report(&scene, 1.0);
    let reason = burst.diverged_reason.unwrap_or_default();
    assert!(
        burst.diverged && reason.contains("came from nowhere"),
        "{reason}"
    );
}

#[test]
fn what_a_kinematic_body_crushes_is_no_success() {
    let press = |way_m: f64| {
        json!({
            "format": "ragdoll-scene",
            "version": 2,
            "obstacles": [{"id": 1, "shape": {"plane": {}}}],
            "bodies": [
                {"id": 2, "name": "press", "shape": {"box": {"size_m": [1, 0.2, 1]}},
                    "mass_kg": 1, "position_m": [0, 1, 0], "kinematic": {"keys": [
                        {"time_s": 0}, {"time_s": 1, "shift_m": [0, -way_m, 0]}]}},
                {"id": 3, "name": "nut", "shape": {"sphere": {"radius_m": 0.1}},
                    "mass_kg": 1, "position_m": [0, 0.1, 0]},
            ],
        })
    };
    for (way_m, is_crushed) in [(0.69, false), (0.8, true)] {
        let scene = parse(press(way_m).to_string().as_bytes()).unwrap();
        let pressed = report(&scene, 1.5);
        assert_eq!(pressed.diverged, is_crushed, "{pressed:?}");
        let reason = pressed.diverged_reason.unwrap_or_default();
        assert_eq!(
            reason.contains("nut is crushed by press"),
            is_crushed,
            "{reason}"
        );
    }
}

#[test]
fn strain_of_sticks_is_told() {
    let shipped = |name: &str| {
        let found = SHIPPED.iter().find(|shipped| shipped.name == name);
        parse(found.unwrap().text.as_bytes()).unwrap()
    };
    let whole = report(&shipped("rope"), 2.0);
    assert!(
        whole.max_strain.is_some_and(|strain| strain < 0.1),
        "{whole:?}"
    );
    assert!(!whole.diverged);
    // The velocity form of the paper does not hold the sticks of a rope.
    let mut rope = shipped("rope");
    rope.solver.choose_preset(Preset::BaltmanVelocity);
    let stretched = report(&rope, 1.0);
    let strain = stretched.max_strain.unwrap();
    assert!(strain > 1.0 && stretched.diverged, "{strain}");
    let reason = stretched.diverged_reason.unwrap_or_default();
    assert!(reason.contains("is open by"), "{reason}");
}

#[test]
fn throws_and_blasts_put_in_what_they_put_in() {
    for name in ["first-throw", "mx-throw", "humanoid-thin", "cannon", "top"] {
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == name).unwrap();
        let scene = parse(shipped.text.as_bytes()).unwrap();
        let report = report(&scene, 3.0);
        assert_eq!(report.diverged_reason, None, "{name}");
    }
}

#[test]
fn the_command_ends_with_1_and_a_scene_with_misprints_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain.json");
    let scene = chain(1e6, json!({}));
    std::fs::write(&file, ragdoll_lab::scene::to_text(&scene).unwrap()).unwrap();
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_ragdoll-lab");
        Command::new(program)
            .arg("run")
            .args(arguments)
            .output()
            .unwrap()
    };
    let output = run(&[file.to_str().unwrap(), "--seconds", "4", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["diverged"], json!(true));
    assert!(line["diverged_reason"]
        .as_str()
        .unwrap()
        .contains("is open by"));
    let output = run(&["printed-7.4", "--seconds", "3"]);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("misprints are switched on"), "{told}");
}

/// Under its own settings, `default` and `high`, every shipped scene is sound.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_shipped_scene_is_sound() {
    for shipped in SHIPPED {
        for preset in [None, Some("default"), Some("high")] {
            let mut scene = parse(shipped.text.as_bytes()).unwrap();
            if let Some(preset) = preset {
                let verlet = ragdoll_lab::physics::method::find("verlet").unwrap();
                scene.solver.choose_method(verlet);
                let preset = ragdoll_lab::scene::Preset::named(preset).unwrap();
                scene.solver.choose_preset(preset);
            }
            let report = report(&scene, 5.0);
            assert_eq!(report.diverged_reason, None, "{} {preset:?}", shipped.name);
        }
    }
}
