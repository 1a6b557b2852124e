//! Strain is one quantity: the same figure in the report, the tables, the plots and a comparison.

use ragdoll_lab::lab::telemetry_table::table;
use ragdoll_lab::lab::{Comparison, History, Quantity, Simulation, Telemetry, Variant};
use ragdoll_lab::physics::report;
use ragdoll_lab::scene::{find, parse, to_text, Scene};
use serde_json::{json, Value};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

const KG: f64 = 1.0;
const G: f64 = 9.81;
const LINK_M: f64 = 0.5;
const STIFFNESS: f64 = 1000.0;
/// The first of three links carries three particles.
const HANGS: f64 = 3.0 * KG * G / (STIFFNESS * LINK_M);

/// A rope of three links, each a spring, that hangs from a fixed particle.
fn rope() -> Scene {
    let particles: Vec<_> = (0..4_u32)
        .map(|i| {
            let place = [0.0, -LINK_M * f64::from(i), 0.0];
            json!({"id": 1 + i, "mass_kg": KG, "position_m": place, "fixed": i == 0})
        })
        .collect();
    let sticks: Vec<_> = (0..3_u32)
        .map(|i| json!({"id": 11 + i, "kind": {"stick": {"a": 1 + i, "b": 2 + i}}}))
        .collect();
    let scene = json!({
        "format": "ragdoll-scene", "version": 2, "gravity_m_s2": [0.0, -G, 0.0],
        "solver": {
            "method": "springs", "stiffness_n_m": STIFFNESS, "damping_n_s_m": 60.0,
            "linear_drag_per_s": 0, "sleeping": false,
        },
        "particles": particles, "constraints": sticks,
    });
    parse(scene.to_string().as_bytes()).unwrap()
}

/// A body that hangs from a pin: nothing in it can be strained.
fn pendulum() -> Scene {
    let scene = json!({
        "format": "ragdoll-scene", "version": 2,
        "bodies": [{"id": 1, "shape": {"box": {"size_m": [0.1, 0.4, 0.1]}}, "mass_kg": 1,
                    "position_m": [0.2, 0, 0]}],
        "constraints": [{"id": 2, "kind": {"pin": {"a": {"world": [0, 0, 0]},
            "b": {"body": {"id": 1, "point_m": [-0.2, 0, 0]}}}}}],
    });
    parse(scene.to_string().as_bytes()).unwrap()
}

fn run(scene: &Scene, folder: &Path, arguments: &[&str]) -> Output {
    let file = folder.join("scene.json");
    std::fs::write(&file, to_text(scene).unwrap()).unwrap();
    let program = env!("CARGO_BIN_EXE_ragdoll-lab");
    let output = Command::new(program)
        .arg("run")
        .arg(&file)
        .args(["--seconds", "4"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

fn words(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The column of strain in the table over time, as numbers.
fn column(csv: &str) -> Vec<f64> {
    let mut lines = csv.lines();
    let heads = lines.next().unwrap().split(',');
    let place = heads.into_iter().position(|head| head == "strain").unwrap();
    let cell = |line: &str| line.split(',').nth(place).unwrap().parse().unwrap();
    lines.map(cell).collect()
}

#[test]
fn a_rope_under_load_is_strained_alike_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let scene = rope();
    let csv = folder.path().join("run.csv");
    let arguments = ["--json", "--csv", csv.to_str().unwrap()];
    let report: Value =
        serde_json::from_str(&words(&run(&scene, folder.path(), &arguments))).unwrap();
    let [end, most] = ["end_strain", "max_strain"].map(|key| report[key].as_f64().unwrap());
    assert!((end / HANGS - 1.0).abs() < 1e-3, "{end}, not {HANGS}");
    let column = column(&std::fs::read_to_string(&csv).unwrap());
    assert_eq!(*column.last().unwrap(), end);
    assert_eq!(column.iter().copied().fold(0.0, f64::max), most);
    let text = words(&run(&scene, folder.path(), &[]));
    let told = format!("strain at the end        {:.3} %", 100.0 * end);
    assert!(text.contains(&told), "{told}: {text}");

    let scene = Arc::new(scene);
    let mut leader = Simulation::new(&scene).unwrap();
    let mut history = History::within(20_000_000, scene, &leader);
    let stiffer = format!("solver.stiffness_n_m={}", 2.0 * STIFFNESS);
    let variant = Variant::new("stiffer", &[&stiffer]).unwrap();
    let mut beside = Comparison::new(vec![variant], false, &history, &leader);
    let mut telemetry = Telemetry::default();
    telemetry.observe(&leader);
    for _ in 0..column.len() {
        history.step(&mut leader);
        telemetry.observe(&leader);
        while !beside.follow(&history, &leader, 10) {}
    }
    let last = |telemetry: &Telemetry| {
        let sample = telemetry.sample(telemetry.end()).unwrap();
        Quantity::Strain.of(sample).unwrap()
    };
    assert_eq!(last(&telemetry), 100.0 * end);
    let half = last(&beside.sides()[0].telemetry);
    assert!((half / (50.0 * HANGS) - 1.0).abs() < 1e-3, "{half}");
    let table = table(&telemetry, Some(&beside));
    let row = table.rows.last().unwrap();
    assert_eq!(
        table.number(row, "as set: strain_percent"),
        Some(100.0 * end)
    );
    assert_eq!(table.number(row, "stiffer: strain_percent"), Some(half));
}

#[test]
fn a_scene_without_sticks_shows_no_strain() {
    let folder = tempfile::tempdir().unwrap();
    let scene = pendulum();
    let csv = folder.path().join("run.csv");
    let output = run(&scene, folder.path(), &["--csv", csv.to_str().unwrap()]);
    assert!(!words(&output).contains("strain"), "{output:?}");
    let rows = std::fs::read_to_string(&csv).unwrap();
    assert!(!rows.contains("strain"), "{rows}");
    let output = run(&scene, folder.path(), &["--json"]);
    let report: Value = serde_json::from_str(&words(&output)).unwrap();
    assert_eq!(report["max_strain"], Value::Null);
    assert_eq!(report["end_strain"], Value::Null);
    let mut telemetry = Telemetry::default();
    telemetry.observe(&Simulation::new(&scene).unwrap());
    let table = table(&telemetry, None);
    let mut keys = table.columns.iter().map(|column| &column.key);
    assert!(keys.all(|key| !key.contains("strain")));
}

/// What has only a largest length counts what is over it, as a share of that length; a loose
/// rope counts nothing, however near its ends are to each other.
#[test]
fn what_has_only_a_largest_length_counts_what_is_over_it() {
    let strain = |apart_m: f64| {
        let scene = json!({
            "format": "ragdoll-scene", "version": 2,
            "particles": [{"id": 1, "mass_kg": 1, "position_m": [0, 0, 0]},
                          {"id": 2, "mass_kg": 1, "position_m": [apart_m, 0, 0]}],
            "constraints": [{"id": 3, "kind": {"distance": {"a": {"particle": 1},
                "b": {"particle": 2}, "max_m": 2.0}}}],
        });
        let scene = parse(scene.to_string().as_bytes()).unwrap();
        Simulation::new(&scene).unwrap().metrics.strain
    };
    assert_eq!(strain(0.01), Some(0.0));
    assert_eq!(strain(2.0), Some(0.0));
    assert!((strain(2.5).unwrap() - 0.25).abs() < 1e-12);
}

/// A surface that keeps its volume counts the change of its size; all else of the shipped soft
/// things is held by sticks.
#[test]
fn a_kept_volume_counts_as_a_change_of_size() {
    let scene = parse(find("jelly-cube").unwrap().text.as_bytes()).unwrap();
    let simulation = Simulation::new(&scene).unwrap();
    let (model, mut state) = (simulation.world.model(), simulation.world.state().clone());
    assert!(report::strain(model, &state).unwrap() < 1e-6);
    for particle in &mut state.particles {
        particle.position *= 1.1;
    }
    let strain = report::strain(model, &state).unwrap();
    assert!((strain - 0.1).abs() < 1e-6, "{strain}");
}
