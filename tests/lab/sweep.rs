//! Sweeps: the cases themselves, and the folders that are shared, killed and merged.

use ragdoll_lab::lab::pool::as_they_come;
use ragdoll_lab::lab::shot::End;
use ragdoll_lab::lab::sweep::{Axis, Order, Results, Row, RowLines, Sweep};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::scene::{self, Setting};
use serde_json::{json, Value};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const SPEED: &str = "launcher.speed_m_s=10:20:3";
const TYPES: &str = "ragdolls[0].figure.thesis.body_type=thin,medium,wide";
/// The files that are the same however a sweep is made.
const LASTING: [&str; 6] = [
    "scene.json",
    "sweep.json",
    "rows.jsonl",
    "data.csv",
    "plot.svg",
    "manifest.json",
];

fn order(axes: &[&str]) -> Order {
    let scene = scene::find("humanoid-medium").unwrap().text;
    Order {
        scene: Arc::new(scene::parse(scene.as_bytes()).unwrap()),
        fixed: vec![Setting::parse("solver.iterations=4").unwrap()],
        axes: axes.iter().map(|text| Axis::parse(text).unwrap()).collect(),
        nudges: 1,
        nudge_m: 1e-9,
        limit_s: 0.6,
    }
}

pub fn sweep(axes: &[&str]) -> Sweep {
    Sweep::new(order(axes)).unwrap()
}

pub fn row(sweep: &Sweep, index: usize) -> Row {
    sweep.measure(index).unwrap().0.row
}

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.arg("sweep").args(words).stdin(Stdio::null());
    command
}

fn run(words: &[&str]) -> Output {
    let output = program(words).output().unwrap();
    assert!(!err(&output).contains("panicked"), "{words:?}");
    output
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs something that is to end with this exit code; returns its stderr.
pub fn ends_with(code: i32, words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{words:?}: {}",
        err(&output)
    );
    err(&output)
}

pub fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

fn lines_of(folder: &str) -> usize {
    let text = fs::read(Path::new(folder).join("rows.jsonl")).unwrap_or_default();
    text.iter().filter(|&&byte| byte == b'\n').count()
}

pub fn assert_same_files(a: &str, b: &str) {
    for name in LASTING {
        let read = |folder: &str| fs::read(Path::new(folder).join(name)).unwrap();
        assert!(read(a) == read(b), "{name}");
    }
}

/// Begins a sweep in a folder and waits until it has so many rows.
fn begun(words: &[&str], folder: &str, rows: usize) -> Child {
    let mut child = program(words)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while lines_of(folder) < rows && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn the_last_axis_changes_from_case_to_case() {
    let sweep = sweep(&[SPEED, TYPES]);
    assert_eq!(sweep.count(), 9);
    let words = |index| Value::from_iter(sweep.values(index).into_iter().cloned()).to_string();
    assert_eq!(words(0), r#"[10,"thin"]"#);
    assert_eq!(words(1), r#"[10,"medium"]"#);
    assert_eq!(words(3), r#"[15,"thin"]"#);
    assert_eq!(words(8), r#"[20,"wide"]"#);
    let scene = sweep.scene(8).unwrap();
    let launcher = scene.launcher.unwrap();
    assert_eq!((launcher.speed_m_s, launcher.fire_at_s), (20.0, Some(0.0)));
    assert_eq!(scene.solver.iterations, Some(4));
}

#[test]
fn a_shot_of_a_sweep_can_be_played_again() {
    let sweep = sweep(&[SPEED]);
    let shot = sweep.shot(2).unwrap();
    let row = row(&sweep, 2);
    assert_eq!(row.hash, format!("{:016x}", shot.recording.hash));
    assert_eq!(row.steps, shot.recording.steps);
    assert_eq!(row.end, shot.outcome.end);
    assert_eq!(shot.values, row.values);
    let mut again = Simulation::new(&shot.recording.scene).unwrap();
    for _ in 0..shot.recording.steps {
        again.step();
    }
    assert_eq!(again.world.state().hash(), shot.recording.hash);
    assert_eq!(again.world.state(), shot.simulation.world.state());
}

#[test]
fn a_row_tells_travel_with_its_range_and_how_the_shot_ended() {
    let sweep = sweep(&["launcher.position_m[0]=0,9"]);
    let (hit, miss) = (row(&sweep, 0), row(&sweep, 1));
    assert_eq!((hit.end, miss.end), (End::TimeLimit, End::Miss));
    assert_eq!(hit.shots, 2);
    let travel = hit.travel_m.unwrap();
    assert!(hit.travel_min_m.unwrap() <= travel && travel <= hit.travel_max_m.unwrap());
    assert!(hit.chaos_band_m.unwrap() < 0.01 && hit.push_m_s.unwrap() > 0.1);
    assert_eq!(
        (miss.travel_m, miss.impulse_n_s, miss.time_to_rest_s),
        (None, None, None)
    );
    let line = serde_json::to_string(&hit).unwrap();
    assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), hit);
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let sweep = sweep(&[SPEED]);
    let measured = |threads| {
        let mut rows = Vec::new();
        let measure = |index| row(&sweep, index);
        as_they_come(
            threads,
            sweep.count(),
            || true,
            measure,
            |row| rows.push(row),
        );
        let results = Results::new(&sweep, rows);
        (results.csv(), results.plot().svg(&results.title()))
    };
    assert_eq!(measured(1), measured(3));
}

#[test]
fn a_sweep_can_be_cancelled() {
    let sweep = sweep(&["launcher.speed_m_s=10:20:1000"]);
    let begun = AtomicUsize::new(0);
    let still = || begun.load(Ordering::Relaxed) < 3;
    let shoot = |index| {
        begun.fetch_add(1, Ordering::Relaxed);
        sweep.shot(index)
    };
    let mut taken = 0;
    as_they_come(2, sweep.count(), still, shoot, |shot| {
        shot.unwrap();
        taken += 1;
    });
    // The other thread may have begun one more before it heard.
    assert!((3..=4).contains(&taken), "{taken} shots were taken");
}

#[test]
fn every_bad_value_is_named_before_anything_is_shot() {
    let sweep = sweep(&[
        "launcher.speed_m_s=5,-1,20000",
        "solver.preset=paper,rubber",
    ]);
    let all: Vec<usize> = (0..sweep.count()).collect();
    let complaints = sweep.complaints(&all, 2).join("\n");
    for bad in [
        "launcher.speed_m_s=-1: ",
        "launcher.speed_m_s=20000: ",
        "solver.preset=rubber: ",
    ] {
        assert_eq!(complaints.matches(bad).count(), 1, "{bad}: {complaints}");
    }
    assert!(sweep.complaints(&[0], 1).is_empty());
    assert!(sweep.measure(1).is_err() && sweep.shot(1).is_err());
}

#[test]
fn what_is_missing_in_the_scene_is_refused_with_a_remedy() {
    let mut bare = order(&[SPEED]);
    Arc::make_mut(&mut bare.scene).ragdolls.clear();
    let refused = Sweep::new(bare).unwrap().check(0).unwrap_err();
    assert!(
        refused.contains("no ragdoll to throw at; add one"),
        "{refused}"
    );
    let mut unarmed = order(&["solver.substeps=1,2"]);
    Arc::make_mut(&mut unarmed.scene).launcher = None;
    let refused = Sweep::new(unarmed).unwrap().check(0).unwrap_err();
    assert!(refused.contains("no launcher; add one"), "{refused}");
    for (axes, expected) in [
        ([SPEED, "launcher.speed_m_s=1,2"], "set twice"),
        ([SPEED, "solver.iterations=1,2"], "set twice"),
        ([SPEED, "launcher.fire_at_s=1,2"], "at time 0"),
        (
            ["launcher.speed_m_s=1:9:100000", "solver.substeps=1:20:20"],
            "1000000 cases",
        ),
    ] {
        let refused = Sweep::new(order(&axes)).unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
}

#[test]
fn plots_have_a_line_for_each_value_of_the_second_axis() {
    let sweep = sweep(&["launcher.speed_m_s=5:20:2:log", TYPES]);
    let rows = (0..6).map(|index| {
        let mut row = row(&sweep, 0);
        row.index = index;
        (row.travel_m, row.travel_min_m, row.travel_max_m) =
            (Some(index as f64), Some(0.0), Some(9.0));
        row
    });
    let results = Results::new(&sweep, rows.collect());
    let plot = results.plot();
    let travel = &plot.panels[0];
    let names: Vec<_> = travel.series.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(
        names,
        ["body_type=thin", "body_type=medium", "body_type=wide"]
    );
    let points = &travel.series[1].points;
    assert_eq!((points[0].x, points[0].y.median), (5.0, 1.0));
    assert_eq!(
        (points[1].x, points[1].y.median, points[1].y.max),
        (20.0, 4.0, 9.0)
    );
    assert!(travel.x.log && travel.series[0].marks);
}

#[test]
fn shards_merge_to_the_bytes_of_the_whole() {
    let folder = TempDir::new().unwrap();
    let sweep = [
        "humanoid-medium",
        "--set",
        SPEED,
        "--set",
        TYPES,
        "--limit",
        "0.5",
    ];
    let sweep = [
        &sweep[..],
        &["--nudges", "1", "--fix", "solver.iterations=4"],
    ]
    .concat();
    let whole = path(&folder, "whole");
    ends_with(0, &[&sweep[..], &["--out", &whole]].concat());
    let parts: Vec<String> = (0..4)
        .map(|i| path(&folder, &format!("part {i}")))
        .collect();
    for (i, part) in parts.iter().enumerate().skip(1) {
        let shard = format!("{i}/4");
        let threads = (i + 1).to_string();
        let own = ["--out", part, "--shard", &shard, "--threads", &threads];
        ends_with(0, &[&sweep[..], &own].concat());
        assert!(!Path::new(part).join("data.csv").exists());
    }
    let merged = path(&folder, "merged");
    // The first shard has not been done yet; the message says how.
    let merge: Vec<&str> = parts.iter().skip(1).map(String::as_str).collect();
    let merge = [&["--merge"], &merge[..], &["--out", &merged]].concat();
    let message = ends_with(2, &merge);
    assert!(
        message.contains("3 of 9 cases are missing: 0, 4, 8"),
        "{message}"
    );
    let remedy = message
        .lines()
        .last()
        .unwrap()
        .replace("--out DIR", "--out \"$DIR\"");
    let remedy = remedy.replace("ragdoll-lab", env!("CARGO_BIN_EXE_ragdoll-lab"));
    let shell = ["-c", &remedy];
    let done = Command::new("sh")
        .args(shell)
        .env("DIR", &parts[0])
        .output()
        .unwrap();
    assert!(done.status.success(), "{remedy}: {}", err(&done));
    assert!(!Path::new(&merged).exists());
    let merge = [&merge[..], &["--merge", &parts[0]]].concat();
    ends_with(0, &merge);
    assert_same_files(&whole, &merged);
    // What is complete is left as it is.
    ends_with(0, &[&sweep[..], &["--out", &merged, "--resume"]].concat());
    assert_same_files(&whole, &merged);
    let manifest = fs::read(Path::new(&whole).join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["cases"], json!(9));
    let times = fs::read_to_string(Path::new(&merged).join("times.csv")).unwrap();
    assert_eq!(times.lines().count(), 10);
}

#[test]
fn a_killed_sweep_goes_on_where_it_was() {
    let folder = TempDir::new().unwrap();
    let sweep = [
        "humanoid-medium",
        "--set",
        "launcher.speed_m_s=8:20:60",
        "--limit",
        "0.4",
    ];
    let sweep = [&sweep[..], &["--nudges", "0", "--threads", "2"]].concat();
    let whole = path(&folder, "whole");
    ends_with(0, &[&sweep[..], &["--out", &whole]].concat());
    let killed = path(&folder, "killed");
    let words = [&sweep[..], &["--out", &killed, "--resume"]].concat();
    let random = std::process::id() as usize;
    for rows in [1 + random % 10, 12 + random % 20] {
        let mut child = begun(&words, &killed, rows);
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = lines_of(&killed);
        assert!((rows..60).contains(&kept), "{kept} of {rows}");
        // As if the power had failed within a line.
        let rows = fs::OpenOptions::new()
            .append(true)
            .open(Path::new(&killed).join("rows.jsonl"));
        rows.unwrap().write_all(b"{\"index\":59,\"val").unwrap();
    }
    let kept = lines_of(&killed);
    let message = ends_with(0, &words);
    assert!(
        message.contains(&format!("{0} of {0} cases", 60 - kept)),
        "{message}"
    );
    assert_same_files(&whole, &killed);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_folder_to_go_on_with() {
    let folder = TempDir::new().unwrap();
    let sweep = [
        "humanoid-medium",
        "--set",
        "launcher.speed_m_s=8:20:900",
        "--limit",
        "0.5",
    ];
    let out = path(&folder, "out");
    let words = [&sweep[..], &["--nudges", "0", "--out", &out]].concat();
    let child = begun(&words, &out, 3);
    let pid = child.id().to_string();
    assert!(Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .unwrap()
        .success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let kept = lines_of(&out);
    let expected = format!("stopped after {kept} of 900 cases, which are saved in");
    assert!(err(&output).contains(&expected), "{}", err(&output));
    assert!(err(&output).contains("--resume"));
}

#[test]
fn folders_of_other_sweeps_are_refused() {
    let folder = TempDir::new().unwrap();
    let (out, other) = (path(&folder, "out"), path(&folder, "other"));
    let tiny = ["--limit", "0.1", "--nudges", "0", "--out"];
    let set = ["humanoid-medium", "--set", "launcher.speed_m_s=8,9"];
    ends_with(0, &[&set[..], &tiny, &[&out]].concat());
    let message = ends_with(2, &[&set[..], &tiny, &[&out]].concat());
    assert!(message.contains("there is already a sweep"), "{message}");
    let set = ["humanoid-thin", "--set", "launcher.speed_m_s=8,10"];
    let message = ends_with(2, &[&set[..], &tiny, &[&out, "--resume"]].concat());
    for expected in [
        "a different sweep",
        "scene_hash: ",
        "launcher.speed_m_s=8,9\"] in the folder",
    ] {
        assert!(message.contains(expected), "{message}");
    }
    assert!(!message.contains("nudges"), "{message}");
    ends_with(0, &[&set[..], &tiny, &[&other]].concat());
    let message = ends_with(2, &["--merge", &out, &other]);
    assert!(
        message.contains("belongs to a different sweep"),
        "{message}"
    );
    let message = ends_with(2, &["--merge", &out, "--out", &out]);
    assert!(message.contains("name another one"), "{message}");
    ends_with(2, &["--merge", &path(&folder, "nothing")]);
    // Another version of the program may compute otherwise.
    let about = Path::new(&out).join("sweep.json");
    let text = fs::read_to_string(&about).unwrap();
    fs::write(&about, text.replace("ragdoll-lab 0.", "ragdoll-lab 99.")).unwrap();
    let message = ends_with(2, &["--merge", &out]);
    assert!(message.contains("program: \"ragdoll-lab 99."), "{message}");
}

#[test]
fn damaged_rows_are_refused_by_their_line_and_differing_ones_by_their_case() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (path(&folder, "a"), path(&folder, "b"));
    let set = [
        "humanoid-medium",
        "--set",
        "launcher.speed_m_s=8,9,20",
        "--limit",
        "0.2",
    ];
    for out in [&a, &b] {
        ends_with(0, &[&set[..], &["--nudges", "0", "--out", out]].concat());
    }
    ends_with(0, &["--merge", &a, &b]);
    let rows = Path::new(&b).join("rows.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    // What another machine would write: a row of its own with its checksum.
    let mut order = order(&["launcher.speed_m_s=8,9,20"]);
    (order.fixed, order.nudges, order.limit_s) = (Vec::new(), 0, 0.2);
    let sweep = Sweep::new(order).unwrap();
    let lines = RowLines::of(&sweep).unwrap();
    let (before, last) = text.trim_end().rsplit_once('\n').unwrap();
    let mut differing = lines.read(last.as_bytes()).unwrap();
    differing.hash = "0123456789abcdef".into();
    let differing = lines.write(&differing).unwrap();
    fs::write(&rows, format!("{before}\n{differing}\n")).unwrap();
    let message = ends_with(1, &["--merge", &a, &b]);
    assert!(message.contains("case 2 differs"), "{message}");
    for wrong in ["{", "{\"index\":77}", "\u{0}\u{0}", ""] {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[1] = wrong;
        fs::write(&rows, lines.join("\n") + "\n").unwrap();
        let message = ends_with(2, &["--merge", &b]);
        assert!(message.contains("rows.jsonl:2: "), "{message}");
    }
}

#[test]
fn bad_input_is_told_with_key_and_remedy_and_makes_no_folder() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "out");
    for (set, expected) in [
        ("launcher.sped_m_s=4:16:3", "did you mean `speed_m_s`?"),
        (
            "launcher.speed_m_s=4:20000:3",
            "out of range (0 to 10000 m/s)",
        ),
        ("launcher.speed_m_s=fast,slow", "launcher.speed_m_s=fast"),
        ("ragdolls[7].heading_deg=0:90:4", "use an index from 0 to 0"),
        ("launcher.speed_m_s=1e999:2:3", "is not a number"),
        (
            "launcher.speed_m_s=4:16:99999999999999999999",
            "not a valid number of values",
        ),
        ("launcher=null,{}", "no launcher"),
        ("solver.method=magic,verlet", "magic"),
        ("name=\u{1b}[2J", "control characters"),
        ("\u{1b}[2J=1:2:3", "is not a path"),
    ] {
        let words = [
            "humanoid-medium",
            "--set",
            set,
            "--limit",
            "0.1",
            "--out",
            &out,
        ];
        let message = ends_with(2, &words);
        assert!(message.contains(expected), "{set}: {message}");
        assert!(!Path::new(&out).exists(), "{set}");
    }
    for words in [
        &["humanoid-medium"][..],
        &["humanoid-medium", "--set", SPEED, "--shard", "4/4"],
        &["humanoid-medium", "--set", SPEED, "--resume"],
        &["humanoid-medium", "--set", SPEED, "--nudges", "-1"],
        &["humanoid-medium", "--set", SPEED, "--limit", "0"],
        &["nowhere.json", "--set", SPEED],
        &["--merge", "a", "--shard", "0/2"],
    ] {
        ends_with(2, words);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "file");
    fs::write(&file, "x").unwrap();
    let words = [
        "humanoid-medium",
        "--set",
        SPEED,
        "--limit",
        "0.1",
        "--out",
        &file,
    ];
    let message = ends_with(1, &words);
    assert!(message.contains("name a writable folder"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "x");
}

#[test]
fn without_a_folder_the_rows_are_printed() {
    let words = [
        "humanoid-medium",
        "--set",
        "launcher.speed_m_s=8,20",
        "--limit",
        "0.5",
    ];
    let text = run(&words);
    let text = String::from_utf8(text.stdout).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(
        text.lines().next().unwrap().contains("launcher.speed_m_s"),
        "{text}"
    );
    let rows = run(&[&words[..], &["--json"]].concat());
    let rows = String::from_utf8(rows.stdout).unwrap();
    let rows: Vec<Row> = rows
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows[1].values["launcher.speed_m_s"], json!(20));
    // The same shot with `run` has the same bits.
    let steps = rows[1].steps.to_string();
    let set = [
        "--set",
        "launcher.speed_m_s=20",
        "--set",
        "launcher.fire_at_s=0",
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command
        .args(["run", "humanoid-medium", "--json", "--steps", &steps])
        .args(set);
    let report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    assert_eq!(report["hash"], json!(rows[1].hash));
}
