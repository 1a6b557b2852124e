//! Experiments that are files: they give what their code gave before, and bad ones are refused.

use ragdoll_lab::lab::experiment::file::shipped;
use ragdoll_lab::lab::experiment::{claims, find, parse, BodyKind, Effort, Result as Data};
use ragdoll_lab::lab::table::Table;
use serde_json::{json, Value};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn before(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/experiments");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The file of an experiment that comes with the program.
fn shipped_file(name: &str) -> Value {
    let file = shipped().iter().find(|file| file.name == name).unwrap();
    serde_json::from_str(file.text).unwrap()
}

#[test]
fn every_shipped_file_is_sound_and_has_its_name() {
    for file in shipped() {
        let definition =
            parse(file.text.as_bytes()).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        assert_eq!(definition.case("x").name, file.name);
        assert_eq!(find(file.name).unwrap().title, definition.case("x").title);
    }
}

/// What the experiments gave that were code until then: the figures of `figures.json`.
#[test]
fn files_give_the_figures_of_the_code_before_them() {
    let figures: Value = serde_json::from_str(&before("figures.json")).unwrap();
    let effort = Effort {
        bodies: vec![BodyKind::Particles],
        nudges: 1,
        aims: 4,
        threads: 2,
        ..Effort::tiny()
    };
    let keys = [
        "travel_signed_m",
        "aimed_push_m_s",
        "aimed_impulse_n_s",
        "rounding_m",
        "tap_m",
    ];
    for (name, rows) in figures.as_object().unwrap() {
        let table = find(name).unwrap().run(&effort, &()).unwrap().table;
        let rows = rows.as_array().unwrap();
        assert_eq!(table.rows.len(), rows.len(), "{name}");
        for (new, old) in table.rows.iter().zip(rows) {
            let old = |i: usize| old[i].as_str().unwrap();
            assert_eq!(table.words(new, "body"), old(0));
            assert_eq!(table.words(new, "throw"), old(1));
            for (place, key) in keys.into_iter().enumerate() {
                let old: f64 = old(3 + place).parse().unwrap();
                let new = table.number(new, key).unwrap();
                // Only the last digits that a text keeps may differ.
                assert!(
                    (new - old).abs() <= 1e-12 * old.abs(),
                    "{name} {key}: {new} {old}"
                );
            }
        }
    }
}

/// The throws of a run of the code before, judged by the file: claims, effects and verdicts are
/// those that the code gave. Only the strong throws have no source now, since the thesis has none.
#[test]
fn files_give_the_verdicts_of_the_code_before_them() {
    let old = Table::from_csv(&before("claims.csv")).unwrap();
    for name in ["velocity", "body-type"] {
        let shots = Table::from_csv(&before(&format!("{name}-shots.csv"))).unwrap();
        let case = find(name).unwrap();
        let data = Data {
            table: shots.clone(),
            curves: None,
            shots: Some(shots),
            notes: Vec::new(),
            manifest: Value::Null,
            state_hash: 0,
        };
        let new = claims(&[(case, data)]);
        let new = Table::from_csv(&new.csv()).unwrap();
        let of_it = |row: &&Vec<_>| old.words(row, "experiment") == name;
        let old: Vec<_> = old.rows.iter().filter(of_it).cloned().collect();
        assert!(!old.is_empty());
        assert_eq!(new.rows, old, "{name}");
    }
}

/// A copy with another name, another range and one claim, as a researcher makes it.
fn own() -> Value {
    let mut file = shipped_file("velocity");
    file["name"] = json!("my-speed");
    file["sweep"]["vary"] = json!("launcher.speed_m_s=5,9");
    file["claims"].as_array_mut().unwrap().truncate(1);
    file
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_file_of_ones_own_runs_without_code() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    fs::write(place.join("my.json"), own().to_string()).unwrap();
    assert!(run(&["check", "my.json"], place).status.success());
    let command = ["experiment", "my.json", "--tiny", "--out", "out"];
    let ran = run(&command, place);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let said = text(&ran.stdout);
    assert!(
        said.contains("my-speed (particles): a fast ball makes"),
        "{said}"
    );
    let out = place.join("out/my-speed");
    let table = Table::from_csv(&fs::read_to_string(out.join("data.csv")).unwrap()).unwrap();
    assert!(table.kinds("case").contains(&"9 m/s"));
    // The plot is drawn again from the table and the file beside it.
    let drawn = run(&["plot", "out/my-speed/data.csv", "-o", "again.svg"], place);
    assert!(drawn.status.success(), "{}", text(&drawn.stderr));
    let [plot, again] =
        [out.join("plot.svg"), place.join("again.svg")].map(|p| fs::read(p).unwrap());
    assert!(plot == again);
    // What is finished is kept until the file changes.
    let resumed = |place: &Path| {
        let ran = run(&[&command[..], &["--resume"]].concat(), place);
        text(&ran.stderr).contains("already done")
    };
    assert!(resumed(place));
    let mut changed = own();
    changed["sweep"]["vary"] = json!("launcher.speed_m_s=5,10");
    fs::write(place.join("my.json"), changed.to_string()).unwrap();
    assert!(!resumed(place));
}

/// A target of a name of its own is thrown at whatever kinds of body are chosen.
#[test]
fn targets_of_other_names_are_always_thrown_at() {
    let mut file = own();
    file["targets"][1]["name"] = json!("stiff");
    file["throws"] = json!([{"name": "standard"}]);
    file["plot"] = json!([{"axis": "m", "lines": [{"name": "", "measure": "travel"}]}]);
    let definition = parse(file.to_string().as_bytes()).unwrap();
    let data = definition.case("x").run(&Effort::tiny(), &()).unwrap();
    assert_eq!(data.table.kinds("body"), ["particles", "stiff"]);
    let plot = definition.case("x").plot(&data.table);
    let names: Vec<&str> = plot.panels[0].series.iter().map(|s| &*s.name).collect();
    assert_eq!(names, ["particle humanoid", "rigid humanoid"]);
}

#[test]
fn bad_files_are_refused_with_place_and_remedy() {
    let with = |path: &str, value: Value| {
        let mut file = own();
        let (holder, key) = path.rsplit_once('/').unwrap();
        let holder = file.pointer_mut(holder).unwrap();
        match key.parse::<usize>() {
            Ok(index) => holder[index] = value,
            Err(_) => holder[key] = value,
        }
        file
    };
    for (file, place, remedy) in [
        (
            with("/version", json!(2)),
            "format",
            "set format to ragdoll-experiment",
        ),
        (with("/name", json!("My Speed")), "name", "a-z, 0-9 and -"),
        (with("/name", json!("all")), "name", "and not all"),
        (
            with("/scene", json!("no-such")),
            "scene",
            "`ragdoll-lab scenes` lists",
        ),
        (with("/claims", json!([])), "claims", "add an entry"),
        (
            with("/claims/0/trend", json!("grows")),
            "claims[0].trend",
            "README.md",
        ),
        (
            with("/claims/0/counts_from", json!({"amount": 0})),
            "claims[0].counts_from",
            "above 0",
        ),
        (
            with("/claims/0/measure", json!("rounding")),
            "claims[0].measure",
            "use travel",
        ),
        (
            with("/plot/0/lines/2/throw", json!("x")),
            "plot[0].lines[2].throw",
            "name a throw",
        ),
        (
            with("/throws/1/name", json!("standard")),
            "throws[1].name",
            "another name",
        ),
        (
            with("/throws/1/targets/0", json!("x")),
            "throws[1].targets",
            "name targets",
        ),
        (
            with("/sweep/vary", json!("launcher.sped_m_s=1,2")),
            "sweep.vary",
            "did you mean",
        ),
        (
            with("/sweep/vary", Value::Null),
            "sweep.values",
            "give vary",
        ),
        (
            with("/sweep/vary", json!("launcher.speed_m_s=-1,2")),
            "sweep",
            "speed_m_s",
        ),
        (
            with("/sweep/vary", json!("launcher.speed_m_s=1:2:2000")),
            "sweep",
            "use fewer values",
        ),
        (
            with("/targets/0/set", json!(["ragdolls=[]"])),
            "scene",
            "needs a launcher and a ragdoll",
        ),
        (
            with("/targets/0/front_m", json!(0.8)),
            "scene",
            "move the launcher away",
        ),
    ] {
        let text = serde_json::to_string_pretty(&file).unwrap();
        let problem = parse(text.as_bytes()).unwrap_err().to_string();
        let (lines, _) = problem.split_once(':').unwrap();
        assert!(lines.parse::<usize>().is_ok(), "{problem}");
        assert!(
            problem.contains(&format!("{place}: ")),
            "{place}: {problem}"
        );
        assert!(problem.contains(remedy), "{remedy}: {problem}");
    }
    // More text than is read, and text after the end.
    let large = " ".repeat((4 << 20) + 1);
    let problem = parse(large.as_bytes()).unwrap_err().to_string();
    assert!(
        problem.contains("more than 4 MiB of an experiment"),
        "{problem}"
    );
    assert!(parse(format!("{}x", own()).as_bytes()).is_err());
}

#[test]
fn the_command_names_the_file_that_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let mut file = own();
    file["name"] = json!("velocity");
    fs::write(place.join("my.json"), file.to_string()).unwrap();
    let twice = run(&["experiment", "velocity", "my.json"], place);
    assert_eq!(twice.status.code(), Some(2));
    let said = text(&twice.stderr);
    assert!(
        said.contains("my.json: another experiment is called velocity"),
        "{said}"
    );
    fs::write(place.join("my.json"), "{").unwrap();
    for command in ["experiment", "check"] {
        let ran = run(&[command, "my.json"], place);
        assert_eq!(ran.status.code(), Some(2), "{command}");
    }
    let said = text(&run(&["experiment", "my.json"], place).stderr);
    assert!(said.starts_with("my.json:1:"), "{said}");
    let missing = run(&["experiment", "missing.json"], place);
    assert_eq!(missing.status.code(), Some(2));
}

/// The examples of the pages are whole files.
#[test]
fn examples_of_the_pages_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["assets/experiments/README.md", "docs/manual/experiments.md"] {
        let page = fs::read_to_string(root.join(page)).unwrap();
        let example = page.split("```json\n").nth(1).unwrap();
        let example = example.split("```").next().unwrap();
        parse(example.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    }
}

/// The masses by volume are those of cylinders `π r² h` of one density, and weigh together what
/// figure 4.9 prints: 390 lb.
#[test]
fn masses_by_volume_have_one_density() {
    let size = [
        ("head", 5.0, 10.0),
        ("neck", 2.0, 5.0),
        ("upper_torso", 10.0, 28.0),
        ("spine", 2.0, 5.0),
        ("basin", 10.0, 7.0),
        ("l_upper_leg", 3.0, 30.0),
        ("r_upper_leg", 3.0, 30.0),
        ("l_lower_leg", 3.0, 30.0),
        ("r_lower_leg", 3.0, 30.0),
    ];
    let file = shipped_file("mass-by-volume");
    let set = file["sweep"]["values"][1]["set"][0].as_str().unwrap();
    let parts: Value = serde_json::from_str(set.split_once('=').unwrap().1).unwrap();
    let mass = |name: &str| {
        let part = parts
            .as_array()
            .unwrap()
            .iter()
            .find(|part| part["part"] == name);
        part.unwrap()["mass_kg"].as_f64().unwrap()
    };
    let whole: f64 = size.iter().map(|(name, ..)| mass(name)).sum();
    assert!(
        (whole / (390.0 * 0.453_592_37) - 1.0).abs() < 1e-8,
        "{whole}"
    );
    let volume = |radius: f64, length: f64| radius * radius * length;
    let volumes: f64 = size
        .iter()
        .map(|&(_, radius, length)| volume(radius, length))
        .sum();
    for (name, radius, length) in size {
        let share = volume(radius, length) / volumes;
        assert!((mass(name) / whole / share - 1.0).abs() < 1e-8, "{name}");
    }
}
