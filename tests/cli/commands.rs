//! Every command and exit code, through the real program.

use crate::common::hostile;
use crate::common::time::PATIENCE;
use ragdoll_lab::scene::{find, DEMONSTRATIONS, MAX_BYTES, SHIPPED};
use serde_json::Value;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// The keys of `run --json`.
const RUN_KEYS: [&str; 25] = [
    "scene",
    "method",
    "weighting",
    "steps",
    "seconds",
    "hash",
    "diverged",
    "diverged_reason",
    "bodies",
    "particles",
    "joints",
    "max_joint_error_m",
    "end_joint_error_m",
    "max_strain",
    "end_strain",
    "max_limit_violation_deg",
    "deepest_penetration_m",
    "max_pairs_left_out",
    "meshes_per_step",
    "kinetic_energy_j",
    "total_energy_j",
    "momentum",
    "at_rest",
    "travel_m",
    "step_us_median",
];

/// Two particles that a rod pushes beyond the range of sane speeds in one step.
const EXPLOSIVE: &str = r#"{"format": "ragdoll-scene", "version": 2,
 "solver": {"rate_hz": 10000, "substeps": 1},
 "particles": [{"id": 7, "mass_kg": 1, "position_m": [0, 0, 0]},
  {"id": 8, "mass_kg": 1, "position_m": [1, 0, 0]}],
 "constraints": [{"id": 9, "kind": {"stick": {"a": 7, "b": 8, "length_m": 1000}}}]}"#;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    let output = program().args(args).output().unwrap();
    assert!(!err(&output).contains("panicked"), "{args:?}");
    output
}

fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut command = program();
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.args(args).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("ended by itself")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Whether a line is `label:line:column: what; remedy`.
fn is_problem(line: &str, label: &str) -> bool {
    let Some(rest) = line.strip_prefix(&format!("{label}:")) else {
        return false;
    };
    let mut parts = rest.splitn(3, ':');
    let mut number = || parts.next().and_then(|n| n.parse::<usize>().ok());
    let place = number().zip(number());
    let message = parts.next().unwrap_or_default();
    place.is_some_and(|(line, column)| line > 0 && column > 0) && message.contains("; ")
}

fn path_in(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_string()
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_shipped_scene_runs_and_reports_all_keys_twice_alike() {
    for scene in SHIPPED {
        let args = ["run", scene.name, "--seconds", "2", "--json"];
        let [first, second] = [run(&args), run(&args)].map(|output| {
            assert_eq!(code(&output), 0, "{}: {}", scene.name, err(&output));
            assert_eq!(out(&output).lines().count(), 1);
            serde_json::from_str::<Value>(&out(&output)).unwrap()
        });
        let keys: Vec<_> = first.as_object().unwrap().keys().collect();
        assert_eq!(keys, RUN_KEYS);
        assert_eq!(first["hash"], second["hash"], "{}", scene.name);
        assert_eq!(first["hash"].as_str().unwrap().len(), 16);
        assert_eq!(first["diverged"], false);
        assert_eq!(first["max_pairs_left_out"], 0, "{}", scene.name);
    }
}

#[test]
fn options_of_run_reach_the_solver() {
    let result = |args: &[&str]| -> Value {
        let output = run(&[&["run", "chain", "--json"], args].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        serde_json::from_str(&out(&output)).unwrap()
    };
    let base = result(&["--steps", "30"]);
    assert_eq!(base["steps"], 30);
    assert_eq!(base["seconds"], 0.5);
    for args in [
        ["--weighting", "uniform"],
        ["--iterations", "3"],
        ["--substeps", "2"],
        ["--rate", "50"],
        ["--preset", "high"],
        ["--set", "solver.substeps=2"],
        ["--set", "gravity_m_s2[1]=-1.6"],
        ["--set", "particles[3].mass_kg=7"],
    ] {
        let changed = result(&["--steps", "30", args[0], args[1]]);
        assert_ne!(changed["hash"], base["hash"], "{args:?}");
    }
    let half = result(&["--steps", "1", "--weighting", "0.5"]);
    assert_eq!(half["weighting"], 0.5);
    // Where nothing is weighted there is no weighting to report.
    let exact = result(&["--steps", "1", "--method", "multipliers"]);
    assert!(exact["weighting"].is_null(), "{exact}");
    let threads = result(&["--steps", "30", "--threads", "4", "--method", "verlet"]);
    assert_eq!(threads["hash"], base["hash"]);
}

#[test]
fn bad_usage_ends_with_2_and_says_why_on_stderr() {
    for args in [
        &["run"][..],
        &["run", "chain", "--seconds", "-1"],
        &["run", "chain", "--seconds", "nan"],
        &["run", "chain", "--seconds", "1", "--steps", "1"],
        &["run", "chain", "--steps", "0"],
        &["run", "chain", "--steps", "1e3"],
        &["run", "chain", "--weighting", "1.5"],
        &["run", "chain", "--weighting", "light"],
        &["run", "chain", "--iterations", "0"],
        &["run", "chain", "--substeps", "99999999999"],
        &["run", "chain", "--rate", "0"],
        &["run", "chain", "--rate", "inf"],
        &["run", "chain", "--threads", "0"],
        &["run", "chain", "--preset", "papre"],
        &["run", "chain", "--method", "euler"],
        &["run", "chain", "--csv", "-", "--json"],
        &["run", "chain", "--bogus"],
        &["check"],
        &["migrate"],
        &["shot", "chain"],
        &["shot", "chain", "--size", "0x0", "-o", "a.png"],
        &["runn"],
        &["--frames", "0"],
        &["schema", "chain"],
    ] {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(out(&output).is_empty(), "{args:?}");
        assert!(!err(&output).is_empty(), "{args:?}");
    }
    let range = err(&run(&["run", "chain", "--substeps", "0"]));
    assert!(range.contains("from 1 to 1000"), "{range}");
}

#[test]
fn an_unknown_scene_gets_a_suggestion() {
    for args in [
        &["run", "chian"][..],
        &["check", "chian"],
        &["migrate", "chian"],
        &["shot", "chian", "-o", "a.png"],
        &["chian"],
    ] {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}");
        let said = out(&output) + &err(&output);
        assert!(said.contains("did you mean the shipped scene `chain`?"));
    }
}

#[test]
fn check_accepts_shipped_scenes() {
    let names = SHIPPED.iter().map(|scene| scene.name);
    let output = run(&["check"].into_iter().chain(names).collect::<Vec<_>>());
    assert_eq!(code(&output), 0);
    assert!(out(&output).is_empty());
    assert!(err(&output).contains("no problems"));
}

/// Of the wrong form, without penalty contacts, and without drag.
#[test]
fn check_tells_of_misprints_without_effect() {
    let less = r#""method": "paper""#;
    let velocity = r#""method": "paper", "state_form": "velocity""#;
    for (printed, method, why) in [
        ("4.2", velocity, "it needs the state form velocity-less"),
        ("4.6", less, "it needs the state form velocity"),
        ("5.5", less, "it needs penalty contacts"),
        ("4.1", less, "it needs drag"),
    ] {
        let text = find("mx-throw").unwrap().text;
        let solver = format!("\"solver\": {{{method}, \"as_printed\": [\"{printed}\"]}},");
        let text = text.replacen("\"ragdolls\"", &format!("{solver} \"ragdolls\""), 1);
        let output = run_with_input(&["check", "-"], text.as_bytes());
        let said = err(&output);
        assert_eq!(code(&output), 0, "{said}");
        let note = format!("note: <stdin>: {printed} as printed has no effect: {why}");
        assert!(said.lines().any(|line| line == note), "{said}");
    }
    for shipped in DEMONSTRATIONS {
        let said = err(&run(&["check", shipped.name]));
        assert!(!said.contains("no effect"), "{said}");
    }
}

#[test]
fn check_names_what_the_method_cannot_simulate() {
    let text = hostile::SOUND.replacen(
        "\"solver\": {",
        "\"solver\": {\"precision\": \"f32\", \"order\": \"reversed\", ",
        1,
    );
    let output = run_with_input(&["check", "-"], text.as_bytes());
    assert_eq!(code(&output), 2);
    let said = out(&output);
    assert!(said.contains("solver.precision"), "{said}");
    assert!(said.lines().all(|line| is_problem(line, "<stdin>")));
    assert_eq!(code(&run_with_input(&["run", "-"], text.as_bytes())), 2);
}

#[test]
fn check_names_a_place_for_every_hostile_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = path_in(&folder, "scene.json");
    for (name, bytes) in hostile::corpus() {
        std::fs::write(&file, &bytes).unwrap();
        let start = Instant::now();
        let output = run(&["check", &file]);
        assert!(start.elapsed() < PATIENCE, "{name}: {:?}", start.elapsed());
        assert_eq!(code(&output), 2, "{name}");
        let text = out(&output);
        assert!(!text.is_empty(), "{name}");
        // A file beyond the limit is not read, so nothing in it has a place.
        let too_large = bytes.len() > MAX_BYTES;
        for line in text.lines() {
            assert!(too_large || is_problem(line, &file), "{name}: {line}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = path_in(&folder, "pipe.json");
    assert!(Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .unwrap()
        .success());
    let missing = path_in(&folder, "missing.json");
    let itself = path_in(&folder, "");
    for name in [&pipe, &missing, &itself, "/dev/zero"] {
        for command in ["run", "check", "migrate"] {
            let start = Instant::now();
            let output = run(&[command, name]);
            assert_eq!(code(&output), 2, "{command} {name}");
            assert!(start.elapsed() < PATIENCE, "{command} {name}");
            let said = out(&output) + &err(&output);
            assert!(said.contains(name) && said.contains("; "), "{said}");
        }
    }
}

#[test]
fn a_file_wins_over_a_shipped_scene_and_a_folder_does_not() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("pile")).unwrap();
    std::fs::write(folder.path().join("chain"), find("rope").unwrap().text).unwrap();
    let title = |name: &str| {
        let mut command = program();
        command.current_dir(folder.path());
        let args = ["run", name, "--steps", "1", "--json"];
        let output = command.args(args).output().unwrap();
        let result: Value = serde_json::from_str(&out(&output)).unwrap();
        result["scene"].as_str().unwrap().to_string()
    };
    assert_eq!(title("chain"), "Rope");
    assert_eq!(title("pile"), "Pile");
}

#[test]
fn outputs_that_cannot_be_written_end_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let missing = path_in(&folder, "no/such/folder.json");
    let itself = folder.path().to_str().unwrap();
    for target in [missing.as_str(), itself] {
        for args in [
            &["run", "chain", "--steps", "1", "--csv", target][..],
            &["run", "chain", "--steps", "1", "--save-final", target],
            &["migrate", "chain", "-o", target],
            &["shot", "chain", "-o", target],
        ] {
            let output = run(args);
            assert_eq!(code(&output), 1, "{args:?}");
            assert!(err(&output).contains(target), "{args:?}");
        }
    }
}

#[test]
fn a_diverging_run_names_thing_and_step_and_ends_with_1() {
    let args = ["run", "-", "--steps", "50", "--json"];
    let output = run_with_input(&args, EXPLOSIVE.as_bytes());
    assert_eq!(code(&output), 1, "{}", err(&output));
    let result: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(result["diverged"], true);
    assert_eq!(result["steps"], 0);
    assert!(err(&output)
        .contains("particle 7 diverged in step 1: its position or speed is out of range"));
    let output = run_with_input(&["run", "-", "--steps", "50"], EXPLOSIVE.as_bytes());
    let text = out(&output);
    let line = text.lines().find(|line| line.starts_with("diverged"));
    assert!(line.is_some_and(|line| line.ends_with("yes")), "{text}");
}

#[test]
fn the_table_over_time_has_a_header_with_units_and_a_row_per_step() {
    let output = run(&["run", "humanoid-thin", "--steps", "90", "--csv", "-"]);
    assert_eq!(code(&output), 0);
    let text = out(&output);
    let lines: Vec<_> = text.lines().collect();
    let header = "time_s,kinetic_energy_j,total_energy_j,joint_error_m,strain,travel_m";
    assert_eq!(lines[0], header);
    assert_eq!(lines.len(), 91);
    for line in &lines[1..] {
        let values = line.split(',').map(|v| v.parse::<f64>().unwrap());
        assert_eq!(values.count(), 6);
    }
    assert!(err(&output).contains("hash"), "the report moves to stderr");
    let folder = tempfile::tempdir().unwrap();
    let file = path_in(&folder, "a.csv");
    run(&["run", "humanoid-thin", "--steps", "90", "--csv", &file]);
    assert_eq!(std::fs::read_to_string(file).unwrap(), text);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_final_state_is_a_sound_scene_that_runs_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = path_in(&folder, "final.json");
    for scene in SHIPPED {
        let output = run(&["run", scene.name, "--seconds", "2", "--save-final", &file]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        assert_eq!(code(&run(&["check", &file])), 0, "{}", scene.name);
        assert_eq!(code(&run(&["run", &file, "--steps", "5"])), 0);
    }
}

#[test]
fn migrate_gives_canonical_text_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = path_in(&folder, "scene.json");
    for scene in SHIPPED {
        let printed = run(&["migrate", scene.name]);
        assert_eq!(code(&printed), 0);
        assert_eq!(out(&printed), scene.text, "{}", scene.name);
        assert_eq!(code(&run(&["migrate", scene.name, "-o", &file])), 0);
        assert_eq!(code(&run(&["migrate", &file, "-o", &file])), 0);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), scene.text);
        let piped = run_with_input(&["migrate", "-"], scene.text.as_bytes());
        assert_eq!(out(&piped), scene.text);
    }
    assert_eq!(code(&run_with_input(&["migrate", "-"], b"{}")), 2);
}

#[test]
fn lists_name_everything_and_have_a_json_form() {
    let scenes = out(&run(&["scenes"]));
    let json = out(&run(&["scenes", "--json"]));
    for (scene, line) in SHIPPED.iter().zip(json.lines()) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(scenes.contains(scene.name));
        assert_eq!(line["name"], scene.name);
        assert!(!line["description"].as_str().unwrap().is_empty());
    }
    let methods = out(&run(&["methods"]));
    assert!(methods.contains("verlet") && methods.contains("iterations"));
    for line in out(&run(&["methods", "--json"])).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        for key in ["id", "label", "summary", "parameters", "presets"] {
            assert!(line.get(key).is_some(), "{key}");
        }
    }
}

#[test]
fn methods_list_every_preset_with_its_note_and_parameters() {
    let text = out(&run(&["methods"]));
    let lines = out(&run(&["methods", "--json"]));
    let methods: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<_> = methods.iter().map(|m| m["id"].as_str().unwrap()).collect();
    let all = "verlet impulse springs multipliers reduced paper";
    assert_eq!(ids.join(" "), all);
    for method in &methods {
        let id = method["id"].as_str().unwrap();
        let output = run(&["run", "mx-throw", "--steps", "1", "--method", id]);
        assert_eq!(code(&output), 0, "{id}: {}", err(&output));
        for preset in method["presets"].as_array().unwrap() {
            let note = preset["note"].as_str().unwrap();
            assert!(!note.is_empty() && text.contains(note), "{note}");
            let numbers = [
                "rate_hz",
                "substeps",
                "linear_drag_per_s",
                "angular_drag_per_s",
            ];
            for key in numbers {
                assert!(preset[key].is_number(), "{id} {key}");
            }
            // Every name is one that a scene file takes.
            let name = preset["name"].as_str().unwrap();
            let mut args = vec!["run", "mx-throw", "--steps", "1", "--method", id];
            args.extend(["--preset", name]);
            let choices: Vec<_> = ["state_form", "limit_model", "contacts", "integrator"]
                .iter()
                .filter_map(|key| Some(format!("solver.{key}={}", preset[key].as_str()?)))
                .collect();
            for setting in &choices {
                args.extend(["--set", setting]);
            }
            let output = run(&args);
            assert_eq!(code(&output), 0, "{}", err(&output));
        }
    }
    let presets = |i: usize| methods[i]["presets"].as_array().unwrap().len();
    assert_eq!((presets(0), presets(1), presets(5)), (2, 2, 4));
}

#[test]
fn set_changes_any_field_of_any_shipped_scene() {
    let result = |args: &[&str]| -> Value {
        let output = run(&[&["run", "mx-throw", "--steps", "120", "--json"], args].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        serde_json::from_str(&out(&output)).unwrap()
    };
    let base = result(&[]);
    assert!(base["max_limit_violation_deg"].is_number());
    for setting in [
        "ragdolls[0].figure.mx.inertia=box",
        "ragdolls[0].figure.mx.contact=spheres",
        "ragdolls[0].figure={\"hitman\": {}}",
        "ragdolls[0].position_m[1]=0.5",
        "ragdolls[0].self_collision=false",
        "solver.limit_model=component",
        "solver.method=impulse",
        "solver.preset=baltman",
        "launcher.speed_m_s=3",
        "launcher.fire_at_s=null",
    ] {
        let changed = result(&["--set", setting]);
        assert_ne!(changed["hash"], base["hash"], "{setting}");
    }
    assert_eq!(result(&["--set", "name=Other"])["hash"], base["hash"]);
    // A preset first, then what is set.
    let both = result(&["--preset", "paper", "--set", "solver.rate_hz=60"]);
    assert_eq!(both["seconds"], 2.0);
    // The name of today, and the names that were those of the other presets.
    let today = result(&["--preset", "baltman", "--set", "solver.rate_hz=60"]);
    assert_eq!(both["hash"], today["hash"]);
    for old in ["soft", "velocity"] {
        let by_option = result(&["--preset", old]);
        assert_eq!(by_option["hash"], result(&["--method", "impulse"])["hash"]);
        let by_path = result(&["--set", &format!("solver.preset={old}")]);
        assert_eq!(by_option["hash"], by_path["hash"]);
    }
    let printed = [
        "--preset",
        "baltman",
        "--set",
        "solver.as_printed=[\"4.2\"]",
    ];
    assert_ne!(result(&printed)["hash"], result(&printed[..2])["hash"]);
    let twice = [
        "--set",
        "solver.substeps=9",
        "--set",
        "solver.substeps=null",
    ];
    assert_eq!(result(&twice)["hash"], base["hash"]);
    for scene in SHIPPED {
        let output = run(&[
            "run",
            scene.name,
            "--steps",
            "1",
            "--set",
            "solver.sleeping=false",
        ]);
        assert_eq!(code(&output), 0, "{}: {}", scene.name, err(&output));
    }
}

#[test]
fn what_cannot_be_set_ends_with_2_and_says_why() {
    for (setting, expected) in [
        ("solver.contcts=penalty", "did you mean `contacts`?"),
        ("solver.contacts=rubber", "unknown name `rubber`"),
        ("solver.substeps=many", "write a whole number"),
        ("solver.substeps=0", "out of range (1 to 1000)"),
        ("ragdolls[3].heading_deg=1", "from 0 to 0"),
        ("launcher.speed_m_s=-1", "out of range"),
        ("solver.method=magic", "unknown method `magic`"),
        ("solver.substeps", "PATH=VALUE"),
        ("solver..substeps=1", "is not a path"),
    ] {
        for command in ["run", "shot"] {
            let mut args = vec![command, "mx-throw", "--set", setting];
            if command == "shot" {
                args.extend(["-o", "/tmp/never.png"]);
            }
            let output = run(&args);
            assert_eq!(code(&output), 2, "{args:?}: {}", err(&output));
            assert!(err(&output).contains(expected), "{}", err(&output));
            assert!(out(&output).is_empty());
        }
    }
}

#[test]
fn schema_help_and_version_go_to_stdout() {
    let schema = run(&["schema"]);
    assert_eq!(code(&schema), 0);
    let schema: Value = serde_json::from_str(&out(&schema)).unwrap();
    assert!(schema["properties"]["constraints"].is_object());
    for args in [&["--help"][..], &["run", "--help"], &["check", "--help"]] {
        let output = run(args);
        assert_eq!(code(&output), 0);
        assert!(out(&output).contains("Example"), "{args:?}");
        assert!(!out(&output).contains('\u{1b}'), "no colours");
    }
    let version = out(&run(&["--version"]));
    assert_eq!(
        version.trim(),
        concat!("ragdoll-lab ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    // More than a pipe holds, so that the rest meets a closed pipe.
    let args = ["run", "rope", "--steps", "3000", "--csv", "-"];
    let mut command = program();
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.args(args).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut first = [0; 6];
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(&first, b"time_s");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(!err(&output).contains("panicked"));
}

#[test]
fn a_full_disk_behind_stdout_ends_with_1() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let stdout = std::fs::OpenOptions::new().write(true).open(full).unwrap();
    let status = program().arg("schema").stdout(stdout).output().unwrap();
    assert_eq!(code(&status), 1);
    assert!(err(&status).contains("standard output"));
}

#[test]
fn why_adds_up_and_names_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let table = path_in(&folder, "why.csv");
    let asked = ["why", "mx-drop", "--body", "pelvis", "--to", "1"];
    let shown = run(&[&asked[..], &["--csv", &table]].concat());
    assert_eq!(code(&shown), 0, "{}", err(&shown));
    assert!(out(&shown).starts_with("pelvis, 0.000 to 1.000 s, "));
    assert!(out(&shown).contains("gravity"));
    let json = out(&run(&[&asked[..], &["--json"]].concat()));
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    let causes = answer["causes"].as_array().unwrap();
    for axis in 0..3 {
        let number = |value: &serde_json::Value| value[axis].as_f64().unwrap();
        let given: f64 = causes.iter().map(|c| number(&c["momentum_n_s"])).sum();
        let change = number(&answer["momentum_after_n_s"]) - number(&answer["momentum_before_n_s"]);
        assert!((given - change).abs() < 1e-9, "{given} {change}");
    }
    let rows = std::fs::read_to_string(table).unwrap();
    assert_eq!(rows.lines().count(), 1 + causes.len());
    let unknown = run(&["why", "mx-throw", "--body", "nobody"]);
    assert_eq!(code(&unknown), 2);
    assert!(err(&unknown).contains("pelvis"), "{}", err(&unknown));
    let backwards = run(&["why", "mx-throw", "--from", "2", "--to", "1"]);
    assert_eq!(code(&backwards), 2);
}

/// The ledger of a run has every cause of every step; what it gave a thing is how it moves.
#[test]
fn the_ledger_of_a_run_adds_up_to_its_momentum() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ledger.csv");
    let path = file.to_str().unwrap();
    let plain = run(&["run", "chain", "--steps", "60", "--json"]);
    let output = run(&["run", "chain", "--steps", "60", "--json", "--ledger", path]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let [report, same] = [&output, &plain].map(|output| {
        let report: Value = serde_json::from_str(&out(output)).unwrap();
        report
    });
    assert_eq!(report["hash"], same["hash"]);
    let mut rows = csv::Reader::from_path(&file).unwrap();
    let mut momentum = [0.0; 3];
    for row in rows.records() {
        let row = row.unwrap();
        for (sum, field) in momentum.iter_mut().zip(row.iter().skip(4)) {
            *sum += field.parse::<f64>().unwrap();
        }
    }
    for (sum, axis) in momentum.into_iter().zip(0..3) {
        let end = report["momentum"][axis].as_f64().unwrap();
        assert!((sum - end).abs() < 1e-9, "{axis}: {sum} {end}");
    }
}
