//! Scenes for other simulators: what is in the files, and that MuJoCo moves them as we do.

use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::{mjcf, urdf, Export};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::scene::{find, parse, Scene};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// A chain of each kind of joint from the world on, one of them named the other way round,
/// all in motion or about to be, and a hull that flies.
const CHAIN: &str = r#"{"format": "ragdoll-scene", "version": 1,
  "gravity_m_s2": [1, -9.81, 2],
  "solver": {"method": "reduced", "rate_hz": 1000, "substeps": 1, "rule": "runge-kutta-4",
    "linear_drag_per_s": 0, "angular_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": false},
  "bodies": [
    {"id": 1, "shape": {"box": {"size_m": [0.4, 0.1, 0.1]}}, "mass_kg": 2, "position_m": [0.3, 2, 0]},
    {"id": 2, "shape": {"capsule": {"radius_m": 0.05, "length_m": 0.3, "axis": "x"}}, "mass_kg": 1, "position_m": [0.8, 2, 0]},
    {"id": 3, "shape": {"box": {"size_m": [0.1, 0.4, 0.1]}}, "mass_kg": 1.5, "position_m": [1, 1.7, 0], "orientation": [0.8, 0, 0.6, 0]},
    {"id": 4, "shape": {"cylinder": {"radius_m": 0.06, "length_m": 0.3}}, "mass_kg": 1, "position_m": [1, 1.3, 0]},
    {"id": 5, "shape": {"sphere": {"radius_m": 0.08}}, "mass_kg": 0.5, "position_m": [1.3, 1.3, 0]},
    {"id": 6, "shape": {"hull": {"points_m": [[0.3, 0.3, 0.3], [-0.3, -0.3, 0.3], [-0.3, 0.3, -0.3], [0.3, -0.3, -0.3]]}},
      "mass_kg": 3, "position_m": [5, 2, 0], "velocity_m_s": [1, 3, 0], "angular_velocity_deg_s": [100, 50, 20]}],
  "constraints": [
    {"id": 11, "kind": {"hinge": {"a": {"world": [0.1, 2, 0]}, "b": {"body": {"id": 1, "point_m": [-0.2, 0, 0]}}, "axis": [0, 0, 1]}}},
    {"id": 12, "kind": {"universal": {"a": {"body": {"id": 1, "point_m": [0.25, 0, 0]}}, "b": {"body": {"id": 2, "point_m": [-0.25, 0, 0]}},
      "axis": [0, 0, 1], "cross_axis": [0, 1, 0]}}},
    {"id": 13, "kind": {"pin": {"a": {"body": {"id": 2, "point_m": [0.2, 0, 0]}}, "b": {"body": {"id": 3, "point_m": [0, 0.3, 0]}}}}},
    {"id": 14, "kind": {"hinge": {"a": {"body": {"id": 4, "point_m": [0, 0.2, 0]}}, "b": {"body": {"id": 3, "point_m": [0, -0.2, 0]}},
      "axis": [1, 0, 0], "rest": [0.8, 0, 0.6, 0]}}},
    {"id": 15, "kind": {"slider": {"a": {"body": {"id": 4}}, "b": {"body": {"id": 5}}, "axis": [1, 0, 0]}}}]}"#;

/// A forearm with a spring and a damper at its elbow.
const SPRING: &str = r#"{"format": "ragdoll-scene", "version": 1,
  "solver": {"method": "reduced", "rate_hz": 1000, "substeps": 1, "rule": "runge-kutta-4",
    "linear_drag_per_s": 0, "angular_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": false},
  "bodies": [{"id": 1, "shape": {"box": {"size_m": [0.4, 0.1, 0.1]}}, "mass_kg": 2, "position_m": [0.3, 2, 0]}],
  "constraints": [{"id": 11, "kind": {"hinge": {"a": {"world": [0.1, 2, 0]}, "b": {"body": {"id": 1, "point_m": [-0.2, 0, 0]}},
    "axis": [0, 0, 1], "limit_min_deg": -90, "limit_max_deg": 90,
    "drive": {"spring": {"stiffness_n_m_per_rad": 20, "damping_n_m_s_per_rad": 0.5, "target_deg": 40}}}}}]}"#;

fn scene(text: &str) -> Scene {
    parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn exported(
    scene: &Scene,
    to: fn(&ragdoll_lab::physics::World, &ragdoll_lab::compile::IdMap, &str) -> Export,
) -> Export {
    let (world, map) = compile(scene).unwrap();
    to(&world, &map, &scene.name)
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

#[test]
fn a_dummy_is_exported_with_all_that_it_is() {
    let scene = scene(find("mx-throw").unwrap().text);
    let export = exported(&scene, mjcf);
    let text = &export.text;
    assert_eq!(export.left_out, Vec::<String>::new());
    assert_eq!((count(text, "<body "), count(text, "<inertial ")), (18, 18));
    assert_eq!(count(text, "<freejoint"), 1);
    // Three turns of each of 17 joints, but those whose range is a single angle.
    assert_eq!(count(text, "type=\"hinge\""), 51 - 14);
    assert_eq!(count(text, "range="), count(text, "type=\"hinge\""));
    assert!(!text.contains("NaN") && !text.contains("inf"));
    let export = exported(&scene, urdf);
    assert_eq!(count(&export.text, "<mass "), 18 + 51 - 14 - 17);
    assert_eq!(
        count(&export.text, "<child "),
        count(&export.text, "<parent ")
    );
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    for (name, what) in [
        ("rope", "particles"),
        ("clockwork", "gear"),
        ("hill", "mesh"),
    ] {
        let left_out = exported(&scene(find(name).unwrap().text), mjcf).left_out;
        assert!(
            left_out.iter().any(|line| line.contains(what)),
            "{left_out:?}"
        );
    }
    let left_out = exported(&scene(CHAIN), urdf).left_out;
    assert!(left_out[0].contains("do not hang together"), "{left_out:?}");
}

/// A Python with MuJoCo: `MUJOCO_PYTHON`, or the usual one.
fn python() -> Option<String> {
    let python = std::env::var("MUJOCO_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut command = Command::new(&python);
    let command = command.args(["-c", "import mujoco"]).stderr(Stdio::null());
    command.status().ok().filter(|status| status.success())?;
    Some(python)
}

/// Farthest that a body is from where MuJoCo has it after a second, m; both integrate by
/// Runge and Kutta, a thousand steps.
fn apart_from_mujoco(python: &str, text: &str) -> f64 {
    let scene = scene(text);
    let export = exported(&scene, mjcf);
    let script = r#"
import json, sys, mujoco
model = mujoco.MjModel.from_xml_string(sys.stdin.read())
model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, 0)
for _ in range(1000):
    mujoco.mj_step(model, data)
mujoco.mj_forward(model, data)
print(json.dumps({model.body(i).name: list(data.xpos[i]) for i in range(1, model.nbody)}))
"#;
    let mut child = Command::new(python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(export.text.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let theirs: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut simulation = Simulation::new(&scene).unwrap();
    for _ in 0..1000 {
        simulation.step();
    }
    let mut most: f64 = 0.0;
    for (id, &body) in &simulation.map.bodies {
        let ours = simulation.world.state().bodies[body].position.to_array();
        let their = &theirs[format!("body {id}")];
        let off = (0..3).map(|k| (ours[k] - their[k].as_f64().unwrap()).abs());
        most = most.max(off.fold(0.0, f64::max));
    }
    most
}

#[test]
fn mujoco_moves_joints_as_reduced_coordinates_do() {
    let Some(python) = python() else {
        println!("skipped: no Python with MuJoCo; MUJOCO_PYTHON may name one");
        return;
    };
    let [chain, spring] = [CHAIN, SPRING].map(|text| apart_from_mujoco(&python, text));
    println!("chain {:.6} mm, spring {:.6} mm", 1e3 * chain, 1e3 * spring);
    assert!(chain < 1e-6, "{chain} m");
    // Drives act once a step: first order in it.
    assert!(spring < 1e-3, "{spring} m");
}
