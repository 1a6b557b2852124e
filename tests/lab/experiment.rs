//! The experiments: their logic on made-up data, their files, and that they repeat.

use ragdoll_lab::lab::comparison::MOST_SIDES;
use ragdoll_lab::lab::experiment::finding::{Finding, Verdict};
use ragdoll_lab::lab::experiment::setup::Setup;
use ragdoll_lab::lab::experiment::source::DELANNOY;
use ragdoll_lab::lab::experiment::{
    find, html, BodyKind, Case, Effort, ExperimentError, Result as Data, CASES,
};
use ragdoll_lab::lab::shot::nudged;
use ragdoll_lab::lab::spread::Spread;
use ragdoll_lab::lab::table::{Cell, Table};
use ragdoll_lab::lab::Listener;
use ragdoll_lab::lab::Simulation;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tiny(threads: usize) -> Effort {
    Effort {
        bodies: BodyKind::ALL.to_vec(),
        nudges: 1,
        threads,
        ..Effort::tiny()
    }
}

fn data(name: &str, threads: usize) -> Data {
    find(name).unwrap().run(&tiny(threads), &()).unwrap()
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
#[ignore = "long: bash tests/run.sh --long"]
fn repeats_and_thread_counts_give_the_same_data() {
    for name in [
        "velocity",
        "body-type",
        "chain",
        "iterations",
        "stiffness",
        "energy",
        "truth",
        "projection",
    ] {
        let case = find(name).unwrap();
        let (once, many) = (data(name, 1), data(name, 3));
        let manifest = |data: &Data| case.manifest(data, &tiny(1)).to_string();
        assert_eq!(manifest(&once), manifest(&many), "{name}");
        if once.table.timing_keys().is_empty() {
            assert_eq!(once.table.csv(), many.table.csv(), "{name}");
            let svg = |data: &Data| case.plot(data.points()).svg("x");
            assert_eq!(svg(&once), svg(&many), "{name}");
        }
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn limits_orders_and_energies_are_as_predicted() {
    let effort = Effort {
        threads: 2,
        ..Effort::default()
    };
    for name in ["stiffness", "integrators", "energy", "methods"] {
        let case = find(name).unwrap();
        let data = case.run(&effort, &()).unwrap();
        let findings = case.findings(&data);
        assert!(findings.len() > 3, "{name}");
        assert!(findings
            .iter()
            .all(|f| f.timing == (f.verdict == Verdict::NotComparable)));
        for found in findings.iter().filter(|found| !found.timing) {
            let told = format!("{name}: {}: {}", found.claim, found.figures);
            assert_eq!(found.verdict, Verdict::Holds, "{told}");
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

/// Keys that a line of `--json` has at least.
fn keys(experiment: &str) -> &'static [&'static str] {
    match experiment {
        "links" | "iterations" => &["method", "value", "us_per_step", "joint_error_mm"],
        "chain" => &["weighting", "error_to_reference_m", "error_to_exact_m"],
        "truth" => &[
            "question",
            "method",
            "truth",
            "found",
            "deviation",
            "tolerance",
        ],
        "hit-place" => &["case", "leg_m", "torso_m", "torso_over_leg"],
        "projection" => &["method", "mass_ratio", "share_of_light", "centre_mm"],
        "apparent-drag" => &["steps", "weighting", "iterations", "apparent_drag_per_s"],
        "heavy-end" => &["case", "last_kg", "rest_s"],
        "frames" => &["program", "links", "printed_frames_per_s", "frames_per_s"],
        "detail" => &[
            "series",
            "distance_m",
            "share",
            "joint_error_mm",
            "seen_mrad",
        ],
        "table2" => &["constraint", "us_per_call"],
        "methods" => &["scene", "method", "gap_mm", "energy_lost_j", "us_per_step"],
        "stiffness" => &["integrator", "stiffness_n_m", "limit_n_m", "stable"],
        "integrators" => &["integrator", "step_ms", "error_m"],
        "scaling" => &["method", "links", "us_per_step"],
        "elasticity-map" => &["speed_m_s", "elasticity", "effect_m", "travel_signed_m"],
        "energy" => &["method", "energy_share", "gap_mm"],
        _ => &[
            "case",
            "body",
            "parameter",
            "value",
            "travel_m",
            "peak_speed_m_s",
            "time_to_rest_s",
            "chaos_band_m",
            "travel_signed_m",
            "travel_signed_q1_m",
            "travel_signed_q3_m",
            "travel_beyond_tap_m",
            "aims",
            "hash",
        ],
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn all_files_are_there_and_parse() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new").join("deep");
    let kept = folder.path().join("new").join("kept.txt");
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    fs::write(&kept, "mine").unwrap();
    let args = ["all", "--tiny", "--nudges", "0", "--json", "--out"];
    let result = experiment(&[&args[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    let told = text(&result.stdout);
    let told: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for case in CASES.iter() {
        let lines = told.iter().filter(|line| line["experiment"] == case.name);
        let (lines, findings): (Vec<&Value>, Vec<&Value>) =
            lines.partition(|line| line.get("claim").is_none());
        assert!(!findings.is_empty(), "{}", case.name);
        for key in ["verdict", "source", "figures", "body"] {
            assert!(findings.iter().all(|line| line.get(key).is_some()), "{key}");
        }
        for key in keys(case.name) {
            assert!(lines.iter().all(|line| line.get(key).is_some()), "{key}");
        }
        let place = out.join(case.name);
        let manifest: Value = serde_json::from_str(&read(&place.join("manifest.json"))).unwrap();
        assert_eq!(manifest["experiment"], case.name);
        for key in ["scene_hash", "state_hash", "data_hash"] {
            assert_eq!(manifest[key].as_str().unwrap().len(), 16, "{key}");
        }
        let table = Table::from_csv(&read(&place.join("data.csv"))).unwrap();
        assert!(!table.rows.is_empty(), "{}", case.name);
        assert_eq!(table.rows.len(), lines.len(), "{}", case.name);
        expect_pictures(case, &place);
    }
    assert!(told
        .iter()
        .all(|line| find(line["experiment"].as_str().unwrap()).is_some()));
    assert_eq!(read(&kept), "mine");
    expect_report(&read(&out.join("report.html")));
    expect_claims(
        &Table::from_csv(&read(&out.join("claims.csv"))).unwrap(),
        &told,
    );
}

/// Every finding is a row, those of papers first.
fn expect_claims(claims: &Table, told: &[Value]) {
    let findings = told.iter().filter(|line| line.get("claim").is_some());
    assert_eq!(claims.rows.len(), findings.count());
    let is_own = |row: &Vec<Cell>| claims.words(row, "paper") == "Ragdoll Lab";
    assert!(claims.rows.is_sorted_by_key(is_own));
    for row in &claims.rows {
        assert!(find(claims.words(row, "experiment")).is_some());
        assert_eq!(claims.words(row, "said_there").is_empty(), is_own(row));
    }
}

/// The plot as it was written is the one that the command draws from the table.
fn expect_pictures(case: &Case, place: &Path) {
    let svg = read(&place.join("plot.svg"));
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert!(svg.matches("<path").count() > 10, "{svg}");
    for (written, again) in [("plot.svg", "again.svg"), ("plot.png", "again.png")] {
        let (written, again) = (place.join(written), place.join(again));
        for table in ["data.csv", case.points_file()] {
            let result = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
                .arg("plot")
                .arg(place.join(table))
                .arg("-o")
                .arg(&again)
                .output()
                .unwrap();
            assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
            let same = fs::read(&written).unwrap() == fs::read(&again).unwrap();
            assert!(same, "{}: {}", written.display(), table);
        }
    }
    let file = fs::File::open(place.join("plot.png")).unwrap();
    let picture = png::Decoder::new(file).read_info().unwrap();
    assert_eq!(picture.info().width, 1520);
    // The findings are in the table too.
    let table = Table::from_csv(&read(&place.join("data.csv"))).unwrap();
    let manifest: Value = serde_json::from_str(&read(&place.join("manifest.json"))).unwrap();
    let shots = fs::read_to_string(place.join("shots.csv")).ok();
    let read = Data {
        table,
        curves: None,
        shots: shots.map(|text| Table::from_csv(&text).unwrap()),
        notes: Vec::new(),
        manifest: Value::Null,
        state_hash: 0,
    };
    let lasting = case
        .findings(&read)
        .into_iter()
        .filter(|found| !found.timing);
    let lasting = serde_json::to_value(lasting.collect::<Vec<_>>()).unwrap();
    assert_eq!(manifest["findings"], lasting, "{}", case.name);
}

/// One page that needs nothing else, whose links lead to its sections.
fn expect_report(page: &str) {
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in [
        "http:", "https:", "src=", "<script", "<link", "url(", "@import",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(
        page.matches("href=").count(),
        page.matches("href=\"#").count()
    );
    for case in CASES.iter() {
        for part in [
            format!("href=\"#{}\"", case.name),
            format!("<section id=\"{}\">", case.name),
        ] {
            assert!(page.contains(&part), "{part}");
        }
    }
    assert_eq!(page.matches("<figcaption>").count(), CASES.len());
    for tag in [
        "section", "figure", "table", "tr", "td", "ul", "li", "p", "nav", "div", "small",
    ] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn a_claim_that_does_not_hold_says_so_in_the_report() {
    let case = find("velocity").unwrap();
    let mut data = data("velocity", 1);
    // The first case is thrown against the last: what travels far and what does not change.
    let mut shots = data.shots.take().unwrap();
    let travel = shots.column("travel_signed_m").unwrap();
    let place = shots.column("throw").unwrap();
    let torso = shots
        .rows
        .iter()
        .filter(|row| row[place] == "standard".into());
    let row = torso.clone().next().unwrap().clone();
    let is_last = |row: &&Vec<Cell>| row[2] == "particles".into() && row[1] == "16 m/s".into();
    let last = torso.clone().find(is_last).unwrap();
    let thrown = |row: &Vec<Cell>, shot: usize, way: f64| {
        let mut row = row.clone();
        row[travel] = (way + 0.001 * shot as f64).into();
        row
    };
    let slow = (0..12).map(|shot| thrown(&row, shot, 3.0));
    let fast = (0..12).map(|shot| thrown(last, shot, 1.0));
    shots.rows = slow.chain(fast).collect();
    data.shots = Some(shots);
    let found = &case.findings(&data)[0];
    assert_eq!(found.verdict, Verdict::DoesNotHold);
    let statistics = found.statistics.unwrap();
    assert_eq!((statistics.balance, statistics.sample), (-1.0, 24));
    let page = html(&[(case, data)], &tiny(1));
    assert!(page.contains("✗ does not hold"));
    assert!(page.contains(Verdict::DoesNotHold.note()));
    assert!(page.contains("claimed by Delannoy, section 4.5.4, figure 4.11: "));
    assert!(page.contains("counts from 0.05 m"));
    // Once where they are counted, once where they are listed.
    for kind in ["Claims of the papers", "Own claims"] {
        assert_eq!(
            page.matches(&format!("<h3>{kind}</h3>")).count(),
            2,
            "{kind}"
        );
    }
}

#[test]
fn what_is_finished_is_kept() {
    let effort = tiny(1);
    for name in ["body-type", "energy"] {
        let (case, data) = (find(name).unwrap(), data(name, 1));
        let files = case.files(&data, &effort).unwrap();
        let read = |wanted: &str| {
            let file = files.iter().find(|file| file.name == wanted)?;
            Some(text(&file.bytes))
        };
        let kept = case.kept(&effort, read).unwrap();
        assert_eq!(kept, data, "{name}");
        // Made otherwise, by another version, or changed since.
        let other = Effort {
            seed: 2,
            ..effort.clone()
        };
        assert_eq!(case.kept(&other, read), None);
        let spoilt = |wanted: &str, from: &str, to: &str| {
            let read = |name: &str| {
                let text = read(name)?;
                Some(if name == wanted {
                    text.replacen(from, to, 1)
                } else {
                    text
                })
            };
            case.kept(&effort, read)
        };
        assert_eq!(
            spoilt("manifest.json", "ragdoll-lab 0", "ragdoll-lab 9"),
            None
        );
        assert_eq!(spoilt("data.csv", "0.", "1."), None);
        assert_eq!(case.kept(&effort, |_| None), None);
    }
}

#[test]
fn the_command_goes_on_where_it_was_ended() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let run = |names: &[&str]| {
        let rest = ["--tiny", "--resume", "--json", "--out", out];
        let output = experiment(&[names, &rest[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (first, said) = run(&["body-type"]);
    assert!(!said.contains("already done"), "{said}");
    let (second, said) = run(&["body-type", "energy"]);
    assert!(said.contains("body-type: already done"), "{said}");
    assert!(!said.contains("energy: already done"), "{said}");
    assert!(second.starts_with(&first));
    let page = read(&folder.path().join("report.html"));
    assert!(page.contains("id=\"body-type\"") && page.contains("id=\"energy\""));
    assert!(!experiment(&["energy", "--resume"]).status.success());
}

#[test]
fn a_finding_says_whose_it_is() {
    let ours = Finding::new("it is so", Verdict::Holds, String::new());
    let theirs = ours.clone().claimed_by(DELANNOY, "section 9", "so it is");
    let json = |finding| serde_json::to_value(finding).unwrap();
    assert_eq!(json(ours)["source"], "ours");
    let place = &json(theirs)["source"]["claimed_by"];
    assert_eq!(place["author"], DELANNOY);
    assert_eq!(place["section"], "section 9");
    assert_eq!(place["words"], "so it is");
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
        assert!(text(&result.stderr).contains("cannot create this folder"));
        assert!(result.stdout.is_empty());
    }
    assert_eq!(read(&file), "x");
}

#[test]
fn the_list_names_every_experiment() {
    let result = experiment(&["--list"]);
    assert_eq!(result.status.code(), Some(0));
    for case in CASES.iter() {
        assert!(text(&result.stdout).contains(case.name));
    }
    let json = experiment(&["--list", "--json"]);
    let names = text(&json.stdout);
    let names = names.lines().map(|line| {
        let case: Value = serde_json::from_str(line).unwrap();
        case["name"].as_str().unwrap().to_string()
    });
    assert!(names.eq(CASES.iter().map(|case| case.name.to_string())));
}

/// What is watched are the runs of the experiment themselves.
#[test]
fn watched_variants_are_cases_of_the_experiment() {
    for case in CASES.iter() {
        let watched = case.watch(BodyKind::Particles);
        assert_eq!(watched.is_some(), case.can_be_watched(), "{}", case.name);
        let Some(watch) = watched else { continue };
        // They fit beside each other in the window.
        let count = watch.variants.len();
        assert!((1..=MOST_SIDES).contains(&count), "{}: {count}", case.name);
        for variant in &watch.variants {
            let scene = variant.of_scene(&watch.scene).unwrap();
            assert_ne!(scene, watch.scene, "{}: {}", case.name, variant.name);
            assert!(
                Simulation::new(&scene).is_ok(),
                "{}: {}",
                case.name,
                variant.name
            );
        }
    }
    let fast = find("velocity").unwrap().watch(BodyKind::Mx).unwrap();
    assert_eq!(fast.leader, "4 m/s");
    let setup = Setup {
        speed_m_s: 16.0,
        ..Setup::standard(BodyKind::Mx)
    };
    assert_eq!(
        fast.variants[1].of_scene(&fast.scene).unwrap(),
        setup.scene()
    );
    assert!(find("body-type").unwrap().watch(BodyKind::Mx).is_none());
}

#[test]
fn an_unwanted_experiment_ends_without_a_result() {
    struct Unwanted;
    impl Listener for Unwanted {
        fn is_wanted(&self) -> bool {
            false
        }
    }
    for name in ["velocity", "chain", "links"] {
        let ended = find(name).unwrap().run(&tiny(2), &Unwanted);
        assert_eq!(ended, Err(ExperimentError::Cancelled));
    }
}
