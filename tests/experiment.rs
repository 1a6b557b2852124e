//! The experiments: their logic on made-up data, their files, and that they repeat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use ragdoll_lab::lab::experiment::finding::{judge, over, Trend, Verdict};
use ragdoll_lab::lab::experiment::setup::Setup;
use ragdoll_lab::lab::experiment::{find, BodyKind, Effort, Result as Data, CASES};
use ragdoll_lab::lab::shot::nudged;
use ragdoll_lab::lab::spread::Spread;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tiny(threads: usize) -> Effort {
    Effort {
        bodies: BodyKind::ALL.to_vec(),
        nudges: 2,
        limit_s: 1.0,
        threads,
        tiny: true,
        ..Effort::default()
    }
}

fn data(name: &str, threads: usize) -> Data {
    find(name)
        .unwrap()
        .run(&tiny(threads), &mut |_| ())
        .unwrap()
}

fn experiment(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.arg("experiment").args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn spread(min: f64, median: f64, max: f64) -> Spread {
    Spread { median, min, max }
}

#[test]
fn a_spread_is_median_and_range() {
    assert_eq!(Spread::of([3.0, 1.0, 2.0]), Some(spread(1.0, 2.0, 3.0)));
    assert_eq!(Spread::of([]), None);
    assert_eq!(Spread::of([5.0]), Some(Spread::exactly(5.0)));
}

#[test]
fn ranges_decide_whether_values_differ() {
    let low = spread(1.0, 1.5, 2.0);
    let high = spread(2.5, 3.0, 4.0);
    assert_eq!(judge(&low, &high, Trend::Rises), Verdict::Holds);
    assert_eq!(judge(&low, &high, Trend::Falls), Verdict::DoesNotHold);
    assert_eq!(judge(&high, &low, Trend::Rises), Verdict::DoesNotHold);
    assert_eq!(judge(&high, &low, Trend::Falls), Verdict::Holds);
    // Touching or overlapping ranges mean nothing, however far the medians.
    let wide = spread(2.0, 9.0, 10.0);
    for trend in [Trend::Rises, Trend::Falls] {
        assert_eq!(judge(&low, &wide, trend), Verdict::InsideBand);
        assert_eq!(judge(&low, &low, trend), Verdict::InsideBand);
    }
}

#[test]
fn a_finding_compares_the_ends_and_counts_the_steps() {
    let case = |name: &str, s| (name.to_string(), s);
    let values = [
        case("a", Some(spread(1.0, 1.0, 1.0))),
        case("b", Some(spread(3.0, 3.0, 3.0))),
        case("c", Some(spread(2.0, 2.0, 2.0))),
        case("d", Some(spread(1.9, 2.0, 2.1))),
        case("e", Some(spread(4.0, 4.0, 4.0))),
    ];
    let finding = over("it grows", &values, Trend::Rises, "m");
    assert_eq!(finding.verdict, Verdict::Holds);
    assert!(finding
        .figures
        .contains("2 as claimed, 1 against, 1 inside"));
    let falls = over("it shrinks", &values, Trend::Falls, "m");
    assert_eq!(falls.verdict, Verdict::DoesNotHold);
    // A miss has no value.
    let missed = [case("a", None), case("b", Some(Spread::exactly(1.0)))];
    let finding = over("it grows", &missed, Trend::Rises, "m");
    assert_eq!(finding.verdict, Verdict::NotMeasured);
    assert_eq!(
        over("it grows", &values[..1], Trend::Rises, "m").verdict,
        Verdict::NotMeasured
    );
}

#[test]
fn nudges_are_small_seeded_and_different() {
    let scene = Setup::standard(BodyKind::Particles).scene();
    let place = |repeat| nudged(&scene, repeat, 1e-9).launcher.unwrap().position_m;
    let start = scene.launcher.as_ref().unwrap().position_m;
    assert_eq!(place(0), start);
    for repeat in 1..9 {
        assert_eq!(place(repeat), place(repeat));
        assert_ne!(place(repeat), place(repeat - 1));
        for (moved, start) in place(repeat).iter().zip(start) {
            assert!((moved - start).abs() <= 1.0001e-9);
        }
    }
}

#[test]
fn repeats_and_thread_counts_give_the_same_data() {
    for name in ["velocity", "body-type", "chain", "iterations"] {
        let case = find(name).unwrap();
        let (once, again, many) = (data(name, 1), data(name, 1), data(name, 3));
        let manifest = |data: &Data| case.manifest(data, &tiny(1)).to_string();
        assert_eq!(manifest(&once), manifest(&again), "{name}");
        assert_eq!(manifest(&once), manifest(&many), "{name}");
        if once.table.timing_keys().is_empty() {
            assert_eq!(once.table.csv(), many.table.csv(), "{name}");
            assert_eq!(once.plot.svg("x"), many.plot.svg("x"), "{name}");
        }
    }
}

#[test]
fn a_ball_that_flies_past_is_a_miss() {
    use ragdoll_lab::lab::shot::{fire, End};
    let mut scene = Setup::standard(BodyKind::Particles).scene();
    scene.launcher.as_mut().unwrap().position_m[0] = 5.0;
    assert_eq!(fire(&scene, 1.0).unwrap().end, End::Miss);
    for body in BodyKind::ALL {
        let outcome = fire(&Setup::standard(body).scene(), 1.0).unwrap();
        assert_ne!(outcome.end, End::Miss, "{}", body.name());
        assert!(outcome.impulse_n_s > 0.0, "{}", body.name());
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn all_files_are_there_and_parse() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new").join("deep");
    let kept = folder.path().join("new").join("kept.txt");
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    fs::write(&kept, "mine").unwrap();
    let args = ["all", "--tiny", "--nudges", "1", "--json", "--out"];
    let result = experiment(&[&args[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    let object: Value = serde_json::from_slice(&result.stdout).unwrap();
    assert_eq!(object["experiments"].as_array().unwrap().len(), CASES.len());
    for (case, told) in CASES.iter().zip(object["experiments"].as_array().unwrap()) {
        assert_eq!(told["experiment"], case.name);
        let place = out.join(case.name);
        let manifest: Value = serde_json::from_str(&read(&place.join("manifest.json"))).unwrap();
        assert_eq!(manifest["data_hash"], told["data_hash"]);
        for key in ["scene_hash", "state_hash"] {
            assert_eq!(manifest[key].as_str().unwrap().len(), 16, "{key}");
        }
        let csv = read(&place.join("data.csv"));
        let fields = |line: &str| {
            // Commas within quotes belong to the field.
            let parts = line.split('"').step_by(2);
            parts.map(|part| part.matches(',').count()).sum::<usize>()
        };
        let heads = fields(csv.lines().next().unwrap());
        assert!(csv.lines().count() > 1, "{}", case.name);
        assert!(csv.lines().all(|line| fields(line) == heads), "{csv}");
        let rows = told["cases"].as_array().unwrap();
        assert_eq!(rows.len(), csv.lines().count() - 1);
        let svg = read(&place.join("plot.svg"));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(
            !svg.contains("NaN") && !svg.contains("inf"),
            "{}",
            case.name
        );
    }
    assert_eq!(read(&kept), "mine");
    let page = read(&out.join("report.html"));
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in [
        "http:", "https:", "src=", "href=", "<script", "url(", "@import",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    for case in CASES {
        assert!(page.contains(&format!("id=\"{}\"", case.name)));
    }
}

#[test]
fn bad_names_are_refused_with_a_suggestion() {
    for (args, told) in [
        (&["velocty"][..], "did you mean `velocity`?"),
        (&["chain", "lnks"], "did you mean `links`?"),
        (&["chain", "--body", "rigit"], "did you mean `rigid`?"),
        (&["zzzzzzzzz"], "use all or some of: velocity"),
    ] {
        let result = experiment(args);
        assert_eq!(result.status.code(), Some(2));
        assert!(
            text(&result.stderr).contains(told),
            "{}",
            text(&result.stderr)
        );
    }
}

#[test]
fn a_folder_that_cannot_be_written_ends_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    for out in [file.clone(), file.join("below")] {
        let result = experiment(&["chain", "--tiny", "--out", out.to_str().unwrap()]);
        assert_eq!(result.status.code(), Some(1));
        assert!(text(&result.stderr).contains("cannot be made"));
        assert!(result.stdout.is_empty());
    }
    assert_eq!(read(&file), "x");
}

#[test]
fn the_list_names_every_experiment() {
    let result = experiment(&["--list"]);
    assert_eq!(result.status.code(), Some(0));
    for case in CASES {
        assert!(text(&result.stdout).contains(case.name));
    }
    let json = experiment(&["--list", "--json"]);
    let object: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(object["experiments"].as_array().unwrap().len(), CASES.len());
}
