//! Scenes for other simulators: what is in the files, and that MuJoCo moves them as we do.

use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::{mjcf, physics_gltf, urdf, Export};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::scene::{find, parse, Scene};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// A chain of each kind of joint from the world on, one of them named the other way round,
/// all in motion or about to be, and a hull that flies.
pub const CHAIN: &str = r#"{"format": "ragdoll-scene", "version": 2,
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
pub const SPRING: &str = r#"{"format": "ragdoll-scene", "version": 2,
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
    to: fn(&ragdoll_lab::physics::World, &ragdoll_lab::compile::IdMap, &Scene) -> Export,
) -> Export {
    let (world, map) = compile(scene).unwrap();
    to(&world, &map, scene)
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
fn things_are_called_as_in_the_scene_and_no_two_alike() {
    let names = |scene: &Scene| -> Vec<String> {
        let text = exported(scene, mjcf).text;
        let bodies = text.split("<body name=\"").skip(1);
        let names = bodies.map(|rest| rest.split('"').next().unwrap().to_owned());
        names.collect()
    };
    let dummy = names(&scene(find("mx-throw").unwrap().text));
    assert!(dummy.contains(&"head".to_owned()), "{dummy:?}");
    let machine = names(&scene(find("trebuchet").unwrap().text));
    for name in ["beam", "counterweight", "head of MX 1", "head of MX 2"] {
        assert!(machine.contains(&name.to_owned()), "{name}: {machine:?}");
    }
    let mut alike = scene(CHAIN);
    let given = ["brick", "brick (2)", "brick", "world", "a \"<b>\"", ""];
    for (body, name) in alike.bodies.iter_mut().zip(given) {
        body.name = name.to_owned();
    }
    let quoted = "a &quot;&lt;b&gt;&quot;";
    // What a joint of "brick" leaves free would be called "brick 1".
    for first in ["brick", "brick 1"] {
        alike.bodies[0].name = first.to_owned();
        let wanted = [
            first,
            "brick (2)",
            "brick (3)",
            "world (2)",
            quoted,
            "body 6",
        ];
        assert_eq!(names(&alike), wanted);
    }
}

/// Each of these is told of as left out.
pub fn assert_named(left_out: &[String], whats: &[&str]) {
    for what in whats {
        let is_named = left_out.iter().any(|line| line.contains(what));
        assert!(is_named, "{what}: {left_out:?}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    for (name, what) in [
        ("rope", "particles"),
        ("clockwork", "gear"),
        ("hill", "mesh"),
    ] {
        let left_out = exported(&scene(find(name).unwrap().text), mjcf).left_out;
        assert_named(&left_out, &[what]);
    }
    let left_out = exported(&scene(CHAIN), urdf).left_out;
    assert_named(
        &left_out,
        &["are not connected", "gravity of 1", "the initial state"],
    );
}

/// What glTF with rigid bodies holds of a dummy with muscles, by the schema of its extensions.
#[test]
fn a_dummy_with_muscles_is_a_gltf_scene_of_bodies_and_joints() {
    let scene = scene(find("muscles").unwrap().text);
    let export = exported(&scene, physics_gltf);
    assert_eq!(export.left_out, Vec::<String>::new());
    let file: Value = serde_json::from_str(&export.text).unwrap();
    assert_eq!(file["asset"]["version"], "2.0");
    let nodes = file["nodes"].as_array().unwrap();
    let physics = |node: &Value| node["extensions"]["KHR_physics_rigid_bodies"].clone();
    let moving = nodes
        .iter()
        .filter(|node| physics(node)["motion"].is_object());
    assert_eq!(moving.clone().count(), 3 * 18 + 3);
    let mass: f64 = moving
        .map(|node| physics(node)["motion"]["mass"].as_f64().unwrap())
        .sum();
    assert!((mass - 3.0 * 80.0 - 3.0 * 6.0).abs() < 1e-9, "{mass}");
    // Each node but those of the scene hangs on one other.
    let mut parents = vec![0; nodes.len()];
    for node in nodes {
        for child in node["children"].as_array().into_iter().flatten() {
            parents[child.as_u64().unwrap() as usize] += 1;
        }
    }
    for root in file["scenes"][0]["nodes"].as_array().unwrap() {
        parents[root.as_u64().unwrap() as usize] += 1;
    }
    assert!(parents.iter().all(|&count| count == 1), "{parents:?}");
    let all = &file["extensions"]["KHR_physics_rigid_bodies"];
    let joints = all["physicsJoints"].as_array().unwrap();
    let used: Vec<Value> = nodes
        .iter()
        .map(|node| physics(node)["joint"].clone())
        .collect();
    let used = used.iter().filter(|joint| joint.is_object());
    assert_eq!(used.clone().count(), 3 * 17);
    let mut driven = 0;
    for joint in used {
        assert!((joint["connectedNode"].as_u64().unwrap() as usize) < nodes.len());
        let joint = &joints[joint["joint"].as_u64().unwrap() as usize];
        let limits = joint["limits"].as_array().unwrap();
        assert_eq!(limits[0]["linearAxes"], serde_json::json!([0, 1, 2]));
        // Every angular axis has one limit.
        let axes = limits
            .iter()
            .filter_map(|limit| limit["angularAxes"].as_array());
        let mut axes: Vec<u64> = axes.flatten().map(|axis| axis.as_u64().unwrap()).collect();
        axes.sort_unstable();
        assert_eq!(axes, [0, 1, 2]);
        for drive in joint["drives"].as_array().into_iter().flatten() {
            assert_eq!(
                (&drive["type"], &drive["mode"]),
                (&"angular".into(), &"force".into())
            );
            assert!(drive["maxForce"].as_f64().unwrap() > 0.0);
            driven += 1;
        }
    }
    assert_eq!(driven, 2 * (51 - 14));
    // Shapes are not degenerate.
    for shape in file["extensions"]["KHR_implicit_shapes"]["shapes"]
        .as_array()
        .unwrap()
    {
        let kind = shape["type"].as_str().unwrap();
        if kind == "plane" {
            continue;
        }
        let numbers = shape[kind].as_object().unwrap().values();
        let numbers = numbers.flat_map(|number| match number {
            Value::Array(all) => all.clone(),
            one => vec![one.clone()],
        });
        assert!(numbers.clone().count() > 0, "{shape}");
        for number in numbers {
            assert!(number.as_f64().unwrap() > 0.0, "{shape}");
        }
    }
    let left_out = exported(&self::scene(find("hill").unwrap().text), physics_gltf).left_out;
    assert!(left_out[0].contains("is not a primitive"), "{left_out:?}");
}

/// Muscles are springs and dampers of the joints there; what they end at is named.
#[test]
fn muscles_are_exported_to_mujoco() {
    let text = r#"{"format": "ragdoll-scene", "version": 2, "ragdolls": [{"id": 1,
        "figure": {"thesis": {"build": "rigid"}}, "muscles": {"strength": 0.5, "friction_n_m": 2}}]}"#;
    let export = exported(&scene(text), mjcf);
    let joints = count(&export.text, "type=\"ball\"");
    assert!(joints > 0);
    for key in ["stiffness=", "damping=", "frictionloss=\"2\""] {
        assert_eq!(count(&export.text, key), joints, "{key}");
    }
    assert_eq!(count(&export.text, "springref"), 0);
    let what = format!("{} limits of spring torques or forces", 3 * joints);
    assert_eq!(export.left_out, [what]);
}

/// What a script prints as JSON that reads a text.
pub fn run_python(python: &str, script: &str, text: &str) -> Value {
    let mut child = Command::new(python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A Python with MuJoCo: `MUJOCO_PYTHON`, or the usual one.
pub fn python() -> Option<String> {
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
    let theirs = run_python(python, script, &export.text);
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

/// A motor that spins a wheel up with all that it may, and then holds its speed against friction.
const MOTOR: &str = r#"{"format": "ragdoll-scene", "version": 2,
  "solver": {"method": "reduced", "rate_hz": 1000, "substeps": 1, "rule": "runge-kutta-4",
    "linear_drag_per_s": 0, "angular_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": false},
  "bodies": [{"id": 1, "shape": {"box": {"size_m": [0.4, 0.4, 0.1]}}, "mass_kg": 3, "position_m": [0, 2, 0]}],
  "constraints": [{"id": 11, "kind": {"hinge": {"a": {"world": [0, 2, 0]}, "b": {"body": {"id": 1}},
    "axis": [0, 0, 1], "drive": {"motor": {"speed_deg_s": 200, "most_n_m": 0.5}}}}}]}"#;

/// Motors are velocity servos with a largest force there, and come back as motors.
#[test]
fn mujoco_spins_a_motor_up_as_we_do() {
    let scene = scene(MOTOR);
    let export = exported(&scene, mjcf);
    assert_eq!(export.left_out, Vec::<String>::new());
    assert_eq!(count(&export.text, "<velocity "), 1);
    let back = ragdoll_lab::exchange::mjcf_import::scene_from_mjcf(&export.text, "back").unwrap();
    assert_eq!(back.left_out, Vec::<String>::new());
    let drive = |scene: &Scene| match &scene.constraints[0].kind {
        ragdoll_lab::scene::ConstraintKind::Hinge(hinge) => hinge.drive,
        other => panic!("{other:?}"),
    };
    let [own, other] = [drive(&scene), drive(&back.scene)].map(|drive| drive.motor.unwrap());
    assert!((own.speed_deg_s - other.speed_deg_s).abs() < 1e-9);
    assert_eq!(own.most_n_m, other.most_n_m);
    let Some(python) = python() else {
        println!("skipped: no Python with MuJoCo; MUJOCO_PYTHON may name one");
        return;
    };
    let script = r#"
import json, sys, mujoco
model = mujoco.MjModel.from_xml_string(sys.stdin.read())
model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, 0)
rates = []
for _ in range(1000):
    mujoco.mj_step(model, data)
    rates.append(data.qvel[0])
print(json.dumps(rates))
"#;
    let theirs = run_python(&python, script, &export.text);
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut most: f64 = 0.0;
    for step in 0..1000 {
        simulation.step();
        let ours = simulation.world.state().bodies[0].angular_velocity.z;
        most = most.max((ours - theirs[step].as_f64().unwrap()).abs());
    }
    println!("motor: {most:.6} rad/s apart");
    // A step of the largest torque, at the moment when the speed is reached.
    assert!(most < 0.5 / 0.08 * 1e-3, "{most} rad/s");
    let last = theirs[999].as_f64().unwrap();
    assert!((last - 200_f64.to_radians()).abs() < 1e-6, "{last} rad/s");
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
