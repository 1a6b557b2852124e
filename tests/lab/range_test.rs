//! The range test: stops that hold, settings under which they do not, and its command.

use ragdoll_lab::lab::{range_test, RangeResult, RangeTest};
use ragdoll_lab::physics::method;
use ragdoll_lab::scene::{
    Figure, FigureBuild, InertiaPreset, LimitModel, LimitTable, MxFigure, PartLimit, PartOverride,
    Preset, Ragdoll, Scene, ThesisFigure,
};
use std::process::{Command, Output};

/// Greatest distance from an edge at rest with settings that hold, degrees.
const AT_REST_DEG: f64 = 0.75;
/// Farthest past an edge with settings that hold, degrees.
const ON_THE_WAY_DEG: f64 = 2.0;

fn scene(figure: Figure, preset: Preset) -> Scene {
    let mut scene = Scene {
        ragdolls: vec![Ragdoll::new(7, figure)],
        ..Scene::default()
    };
    scene.solver.choose_preset(preset);
    scene
}

fn mx(limits: LimitTable, inertia: InertiaPreset) -> Figure {
    Figure::Mx(MxFigure {
        limits,
        inertia,
        ..MxFigure::default()
    })
}

fn test(scene: &Scene) -> Vec<RangeResult> {
    range_test(scene, 7).unwrap()
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_stops_of_every_figure_hold_under_the_presets_for_use() {
    let thesis = Figure::Thesis(ThesisFigure {
        arms: true,
        build: FigureBuild::RigidWithLimits,
        ..ThesisFigure::default()
    });
    let figures = [
        ("paper", mx(LimitTable::Printed, InertiaPreset::Paper), 102),
        ("human", mx(LimitTable::Mirrored, InertiaPreset::Human), 102),
        ("thesis", thesis, 72),
    ];
    for (name, figure, edges) in figures {
        for (method, preset) in [
            ("verlet", Preset::Default),
            ("verlet", Preset::High),
            ("impulse", Preset::Default),
        ] {
            let mut scene = scene(figure.clone(), preset);
            scene.solver.choose_method(method::find(method).unwrap());
            let mut results = test(&scene);
            assert_eq!(results.len(), edges);
            // Known and not mended (docs/methods/verlet.md): pressed on its stops, the basin trembles.
            if name == "thesis" && method == "verlet" {
                let is_basin = |r: &RangeResult| r.part == "basin";
                let off = |r: &RangeResult| (r.reached_deg - r.wanted_deg).abs();
                let near = |r: &RangeResult| off(r) < 2.5 && r.overshoot_deg < 0.25;
                assert!(results.iter().filter(|r| is_basin(r)).all(near));
                results.retain(|r| !is_basin(r));
            }
            let largest = |of: fn(&RangeResult) -> f64| results.iter().map(of).fold(0.0, f64::max);
            let off = largest(|r| (r.reached_deg - r.wanted_deg).abs());
            let past = largest(|r| r.overshoot_deg);
            println!("{name} {method} {preset:?}: off {off:.2}, past {past:.2} degrees");
            let bad: Vec<_> = results.iter().filter(|r| !r.holds()).collect();
            assert!(bad.is_empty(), "{name} {method} {preset:?}: {bad:#?}");
            assert!(
                off < AT_REST_DEG && past < ON_THE_WAY_DEG,
                "{name} {method} {preset:?}"
            );
        }
    }
}

/// The paper's clamp throws the upper arms through a half turn; everything else holds.
#[test]
fn a_clamp_that_cannot_hold_the_upper_arms_is_reported() {
    let mut scene = scene(Figure::Mx(MxFigure::default()), Preset::Default);
    scene.solver.limit_model = Some(LimitModel::Component);
    for result in test(&scene) {
        let arm = ["l_upper_arm", "r_upper_arm"].contains(&result.part);
        assert_eq!(result.holds(), !arm, "{result:?}");
    }
}

#[test]
fn the_upper_arms_of_the_paper_are_reported() {
    let mut scene = scene(Figure::Mx(MxFigure::default()), Preset::Baltman);
    scene.solver.iterations = Some(1);
    let results = test(&scene);
    let mut arms = results.iter().filter(|r| r.part.ends_with("_upper_arm"));
    assert!(arms.all(|r| !r.holds()), "{results:#?}");
}

#[test]
fn one_iteration_of_the_paper_is_reported() {
    let figure = mx(LimitTable::Mirrored, InertiaPreset::Human);
    let mut scene = scene(figure, Preset::Baltman);
    scene.solver.iterations = Some(1);
    let results = test(&scene);
    let bad: Vec<_> = results.iter().filter(|r| !r.holds()).collect();
    println!("{} stops of {} do not hold", bad.len(), results.len());
    assert!(bad.len() >= 5, "{bad:#?}");
    assert!(bad.iter().all(|r| r.trouble().is_some()));
}

#[test]
fn an_own_limit_of_a_part_is_what_is_tested() {
    let mut scene = scene(Figure::Mx(MxFigure::default()), Preset::Default);
    scene.ragdolls[0].parts.push(PartOverride {
        limit: Some(PartLimit {
            min_deg: [-12.0, 0.0, 0.0],
            max_deg: [34.0, 0.0, 0.0],
            restitution: 0.3,
            zero: [1.0, 0.0, 0.0, 0.0],
        }),
        ..PartOverride::of("head")
    });
    let results = test(&scene);
    let head: Vec<_> = results.iter().filter(|r| r.part == "head").collect();
    let wanted: Vec<_> = head.iter().map(|r| r.wanted_deg.round()).collect();
    assert_eq!(wanted, [-12.0, 34.0, 0.0, 0.0, 0.0, 0.0]);
    assert!(head.iter().all(|r| r.holds()), "{head:#?}");
}

#[test]
fn a_test_is_the_same_in_steps() {
    let scene = scene(Figure::Mx(MxFigure::default()), Preset::Default);
    let all = test(&scene);
    let mut steps = RangeTest::new(&scene, 7).unwrap();
    assert_eq!(steps.count(), all.len());
    while steps.step() {}
    assert_eq!(steps.results(), all);
}

#[test]
fn nothing_is_tested_without_limits() {
    let particles = scene(Figure::Thesis(ThesisFigure::default()), Preset::Default);
    assert!(test(&particles).is_empty());
    let unknown = range_test(&particles, 8);
    assert!(unknown.unwrap().is_empty());
}

fn limits(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.arg("limits").args(args).output().unwrap()
}

#[test]
fn the_command_prints_a_row_for_each_stop() {
    let output = limits(&["mx-throw"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{table}");
    let head = "ragdoll 2 MX\nlimits of table 1 with both sides mirrored\npart ";
    assert!(table.starts_with(head), "{table}");
    assert_eq!(table.lines().count(), 3 + 102);
    assert_eq!(
        table
            .lines()
            .filter(|line| line.ends_with("  holds"))
            .count(),
        102
    );
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "102 limits tested, all hold\n");
}

/// As printed the left leg and hand have other stops than the right ones.
#[test]
fn the_command_tests_either_table_or_both() {
    let output = limits(&["mx-throw", "--table", "both", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let [printed, mirrored] = report["ragdolls"].as_array().unwrap().as_slice() else {
        panic!("{report}");
    };
    assert_eq!(printed["limit_table"], "printed");
    assert_eq!(mirrored["limit_table"], "mirrored");
    let wanted = |ragdoll: &serde_json::Value| -> Vec<(String, f64)> {
        let edges = ragdoll["edges"].as_array().unwrap().iter();
        let of_hand = edges.filter(|edge| edge["part"] == "l_hand");
        let edge = |edge: &serde_json::Value| {
            let place = format!("{} {}", edge["axis"], edge["edge"]);
            (place, edge["wanted_deg"].as_f64().unwrap())
        };
        of_hand.map(edge).collect()
    };
    assert_ne!(wanted(printed), wanted(mirrored));
    let output = limits(&["mx-throw", "--table", "printed"]);
    let table = String::from_utf8(output.stdout).unwrap();
    let line = table.lines().nth(1).unwrap();
    assert!(line.starts_with("limits of table 1 as printed"), "{line}");
    assert!(line.ends_with("left-handed"), "{line}");
}

#[test]
fn the_command_fails_where_a_stop_does_not_hold() {
    let output = limits(&[
        "mx-throw",
        "--json",
        "--set",
        "solver.limit_model=component",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["holds"], false);
    let edges = report["ragdolls"][0]["edges"].as_array().unwrap();
    assert_eq!(edges.len(), 102);
    let bad: Vec<_> = edges.iter().filter(|edge| edge["holds"] == false).collect();
    assert_eq!(bad.len(), 12);
    assert_eq!(bad[0]["part"], "l_upper_arm");
    assert_eq!(
        (&bad[0]["axis"], &bad[0]["edge"]),
        (&"x".into(), &"min".into())
    );
}

#[test]
fn a_scene_without_limits_is_refused() {
    let output = limits(&["chain"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("chain: no ragdoll with limits; "),
        "{said}"
    );
}
