//! Trajectories: their columns, and that NumPy finds in them what the program reports. Without
//! NumPy the tests that need it say so; `NUMPY_PYTHON` may name a Python that has it.

use crate::export::run_python;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.arg("run").args(args).output().unwrap()
}

fn good(args: &[&str]) -> Value {
    let result = run(&[args, &["--json"]].concat());
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    assert_eq!(result.status.code(), Some(0), "{said}");
    serde_json::from_slice(&result.stdout).unwrap()
}

/// The Python with NumPy, if there is one.
fn python() -> Option<String> {
    let python = std::env::var("NUMPY_PYTHON").unwrap_or_else(|_| "python3".into());
    let has_numpy = Command::new(&python).args(["-c", "import numpy"]).output();
    has_numpy.ok()?.status.success().then_some(python)
}

const SKIPPED: &str = "skipped: no Python with NumPy; NUMPY_PYTHON may name one";

/// A table as its columns and rows.
fn table(path: &Path) -> (Vec<String>, Vec<Vec<Option<f64>>>) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let columns = lines.next().unwrap().split(',').map(String::from).collect();
    let row = |line: &str| line.split(',').map(|cell| cell.parse().ok()).collect();
    (columns, lines.map(row).collect())
}

#[test]
fn a_table_has_named_columns_and_a_row_for_every_stride() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let file = path.to_str().unwrap();
    let args = [
        "mx-throw",
        "--steps",
        "100",
        "--trajectory",
        file,
        "--every",
        "10",
    ];
    let report = good(&[&args[..], &["--contacts"]].concat());
    let (columns, rows) = table(&path);
    let number = |row: &[Option<f64>], name: &str| {
        let place = columns.iter().position(|column| column == name);
        row[place.unwrap_or_else(|| panic!("no {name} in {columns:?}"))]
    };
    let distinct: std::collections::BTreeSet<_> = columns.iter().collect();
    assert_eq!(distinct.len(), columns.len());
    assert_eq!(rows.len(), 11);
    assert!(rows.iter().all(|row| row.len() == columns.len()));
    let (first, last) = (&rows[0], &rows[10]);
    assert_eq!(number(first, "time_s"), Some(0.0));
    assert_eq!(number(last, "time_s"), report["seconds"].as_f64());
    for key in ["kinetic_energy_j", "total_energy_j"] {
        assert_eq!(number(last, key), report[key].as_f64(), "{key}");
    }
    // The ball is there when it is thrown.
    assert!(number(last, "ball_mass_kg").is_some());
    assert!(number(last, "pelvis_x_position_m").is_some());
    assert!(number(last, "pelvis_contacts").is_some());
}

#[test]
fn what_cannot_be_written_is_refused_before_the_run() {
    let result = run(&["mx-throw", "--trajectory", "out.txt"]);
    assert_eq!(result.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&result.stderr).contains(".csv or .npz"));
    assert_eq!(run(&["mx-throw", "--every", "2"]).status.code(), Some(2));
}

/// Energies from masses, inertias and motion, without the program's own columns of them.
const ENERGIES: &str = r#"
import json, sys, numpy
run = numpy.load(sys.stdin.read())
q = run["body_orientation"][-1]
w, v = q[:, :1], q[:, 1:]
xx, yy, zz, xy, xz, yz = run["body_inertia_kg_m2"].T
inertia = numpy.moveaxis(numpy.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), 2, 0)
def turned(vector):
    # From the world to the body.
    t = 2.0 * numpy.cross(-v, vector)
    return vector + w * t + numpy.cross(-v, t)
spin = turned(run["body_angular_velocity_rad_s"][-1])
kinetic = 0.0
total = run["elastic_energy_j"][-1]
for kind in ("body", "particle"):
    mass = run[f"{kind}_mass_kg"]
    speed = run[f"{kind}_velocity_m_s"][-1]
    kinetic += 0.5 * (mass * (speed * speed).sum(axis=1)).sum()
    moves = mass if kind == "body" else mass * (1.0 - run["particle_is_fixed"])
    total -= (moves * (run[f"{kind}_position_m"][-1] @ run["gravity_m_s2"])).sum()
kinetic += 0.5 * numpy.einsum("bi,bij,bj->", spin, inertia, spin)
print(json.dumps({
    "kinetic_energy_j": kinetic, "total_energy_j": total + kinetic,
    "rows": len(run["time_s"]), "bodies": len(run["body_names"]),
    "names": run["body_names"].tolist() + run["particle_names"].tolist(),
    "finite": bool(numpy.isfinite(run["joint_gap_m"]).all()),
}))
"#;

#[test]
fn numpy_finds_the_energies_that_the_run_reports() {
    let Some(python) = python() else {
        println!("{SKIPPED}");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.npz");
    let file = path.to_str().unwrap();
    for scene in [
        "mx-throw",
        "thesis-rigid",
        "humanoid-medium",
        "clockwork",
        "rope",
    ] {
        let report = good(&[
            scene,
            "--steps",
            "150",
            "--trajectory",
            file,
            "--every",
            "3",
        ]);
        let found = run_python(&python, ENERGIES, file);
        assert_eq!(found["rows"], 51, "{scene}");
        assert_eq!(found["bodies"], report["bodies"], "{scene}");
        assert_eq!(found["finite"], true, "{scene}");
        for key in ["kinetic_energy_j", "total_energy_j"] {
            let [own, theirs] = [&report[key], &found[key]].map(|value| value.as_f64().unwrap());
            let off = (own - theirs).abs() / own.abs().max(1.0);
            assert!(off < 1e-12, "{scene}: {key}: {own} {theirs}");
        }
    }
}

#[test]
fn a_table_and_arrays_hold_the_same() {
    let Some(python) = python() else {
        println!("{SKIPPED}");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let [csv, npz] = ["out.csv", "out.npz"].map(|name| folder.path().join(name));
    for path in [&csv, &npz] {
        let file = path.to_str().unwrap();
        good(&[
            "thesis-rigid",
            "--steps",
            "40",
            "--contacts",
            "--trajectory",
            file,
        ]);
    }
    let script = r#"
import json, sys, numpy
csv, npz = sys.stdin.read().split("\n")
table = numpy.genfromtxt(csv, delimiter=",", names=True)
run = numpy.load(npz)
same = lambda a, b: bool(numpy.array_equal(a, b, equal_nan=True))
names = run["body_names"]
print(json.dumps([
    same(table["time_s"], run["time_s"]),
    all(same(table[f"{name}_y_position_m"], run["body_position_m"][:, i, 1])
        for i, name in enumerate(names)),
    all(same(table[f"{name}_z_contact_impulse_n_s"], run["body_contact_impulse_n_s"][:, i, 2])
        for i, name in enumerate(names)),
    all(same(table[f"{name}_xy_inertia_kg_m2"][-1], run["body_inertia_kg_m2"][i, 3])
        for i, name in enumerate(names)),
]))
"#;
    let paths = format!("{}\n{}", csv.display(), npz.display());
    let found = run_python(&python, script, &paths);
    assert_eq!(found, serde_json::json!([true, true, true, true]));
}

/// The script that the manual names runs, and finds what the thesis says.
#[test]
fn the_script_repeats_two_figures_of_the_thesis() {
    let Some(python) = python() else {
        println!("{SKIPPED}");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/trajectories.py");
    let output = Command::new(python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_ragdoll-lab"))
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |line: &str| {
        let line = told.lines().find(|told| told.contains(line)).unwrap();
        line.split(' ')
            .rev()
            .nth(1)
            .unwrap()
            .parse::<f64>()
            .unwrap()
    };
    assert!(
        number(": 16 m/s: travel") > number(": 8 m/s: travel"),
        "{told}"
    );
    // The exact period of the linearised chain (`tests/data/chain5.json`); blind to the mass,
    // it is that of a chain of equal links.
    assert!(
        (number("mass-weighted: period") / 1.7504 - 1.0).abs() < 0.005,
        "{told}"
    );
    assert!(
        (number(": uniform: period") / 1.6880 - 1.0).abs() < 0.005,
        "{told}"
    );
}
