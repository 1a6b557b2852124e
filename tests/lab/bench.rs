//! The benchmarks: their scene, their measures, their output. Nothing here is timed.

use glam::{DQuat, DVec3};
use ragdoll_lab::compile::{compile, IdMap};
use ragdoll_lab::lab::bench::clock::{Part, StageClock};
use ragdoll_lab::lab::bench::measure::{self, Measures};
use ragdoll_lab::lab::bench::{
    mx_drop, table2, Cost, Crowd, Load, MxDrop, Pile, PileReport, Table2, CASES,
};
use ragdoll_lab::physics::collide::deepest_penetration;
use ragdoll_lab::physics::probe::{Probe, Stage};
use ragdoll_lab::physics::{Attachment, ColliderId, Constraint, Surface, World};
use ragdoll_lab::scene::{self, Preset};
use serde_json::Value;
use std::process::{Command, Output};

/// What `performance.md` wants of each row, then what else is told.
const DROP_KEYS: [&str; 25] = [
    "name",
    "ragdolls",
    "preset",
    "method",
    "precision",
    "threads",
    "lanes",
    "rate_hz",
    "substeps",
    "iterations",
    "drag_per_s",
    "joint_damping_per_s",
    "steps",
    "repeats",
    "us_per_ragdoll_step",
    "cpu_us_per_ragdoll_step",
    "sep_mean_mm",
    "sep_worst_median_mm",
    "sep_worst_mm",
    "limit_mean_deg",
    "limit_worst_deg",
    "penetration_worst_mm",
    "kinetic_energy_median_j",
    "blown",
    "bytes_per_ragdoll",
];

fn small() -> MxDrop {
    MxDrop {
        ragdolls: 2,
        steps: 60,
        repeats: 1,
        ..MxDrop::default()
    }
}

fn world(case: &MxDrop) -> (World, IdMap) {
    compile(&case.scene().unwrap()).unwrap()
}

fn bench(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.arg("bench").args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_list_has_a_thousand_rotations() {
    let rows = mx_drop::orientations();
    assert_eq!(rows.len(), 1000);
    for row in &rows {
        let length: f64 = row.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-6, "{row:?}");
    }
    assert_eq!(
        rows[0],
        [0.084442095, 0.354959437, 0.199169703, -0.909507977]
    );
}

#[test]
fn ragdolls_start_turned_on_a_grid_two_metres_up() {
    let case = MxDrop {
        ragdolls: 5,
        ..small()
    };
    let (world, map) = world(&case);
    let (model, state) = (world.model(), world.state());
    assert_eq!((model.bodies.len(), model.constraints.len()), (90, 170));
    let rows = mx_drop::orientations();
    let places = [[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [0.0, 4.0], [4.0, 4.0]];
    let upright = compile(&MxDrop::default().scene().unwrap()).unwrap();
    for (i, ragdoll) in map.ragdolls.iter().enumerate() {
        let [x, z] = places[i];
        let root = ragdoll.body_of("pelvis").unwrap();
        let pelvis = DVec3::new(x, 2.0, z);
        let at = state.bodies[root].position;
        assert!((at - pelvis).length() < 1e-12, "{i}: {at}");
        let [w, x, y, z] = rows[i];
        let turn = DQuat::from_xyzw(x, y, z, w).normalize();
        for body in ragdoll.bodies.clone() {
            let motion = &state.bodies[body];
            assert!(motion.orientation.dot(turn).abs() > 1.0 - 1e-12);
            assert_eq!(motion.velocity, DVec3::ZERO);
            assert_eq!(motion.angular_velocity, DVec3::ZERO);
        }
        // The head is 0.68 m above the pelvis and 1 cm before it in the figure.
        let head = ragdoll.body_of("head").unwrap();
        let expected = pelvis + turn * DVec3::new(0.0, 0.68, 0.01);
        assert!((state.bodies[head].position - expected).length() < 1e-12);
    }
    assert_eq!(upright.1.ragdolls.len(), 100);
}

#[test]
fn masses_surfaces_and_settings_are_those_of_the_definition() {
    let (world, map) = world(&small());
    let model = world.model();
    for ragdoll in &map.ragdolls {
        let bodies = &model.bodies[ragdoll.bodies.clone()];
        let mass: f64 = bodies.iter().map(|b| b.mass).sum();
        assert!((mass - 58.376).abs() < 1e-3, "{mass}");
        assert_eq!(bodies.iter().filter(|b| b.shape.is_some()).count(), 9);
        let inertia = 14.593_903 * 0.304_8 * 0.304_8;
        for body in bodies {
            assert!((body.inertia - DVec3::splat(inertia)).length() < 1e-9);
            let pair = Surface::combine(body.surface, model.obstacles[0].surface);
            assert_eq!(pair.friction, 0.5);
            assert_eq!((pair.restitution, pair.rolling_resistance), (0.0, 0.0));
        }
    }
    let settings = &model.settings;
    assert_eq!(settings.common.step_s, 1.0 / 60.0);
    assert_eq!(
        (settings.common.linear_drag, settings.common.angular_drag),
        (0.05, 0.05)
    );
    assert_eq!(settings.common.joint_damping, 0.0);
    assert!(!settings.common.sleeping);
    assert!(world.state().rest.iter().all(|rest| !rest.asleep));
}

#[test]
fn the_scene_is_a_valid_document() {
    let scene = small().scene().unwrap();
    let text = scene::to_text(&scene).unwrap();
    assert_eq!(scene::parse(text.as_bytes()).unwrap(), scene);
}

#[test]
fn measures_of_a_hand_made_state() {
    let (world, map) = world(&small());
    let (model, mut state) = (world.model().clone(), world.state().clone());
    let mut measures = Measures::new(&map);
    measures.observe(&model, &state);
    let start = measures.errors(&model, &state);
    assert!(start.sep_worst_mm < 1e-9 && start.limit_worst_deg < 1e-9);
    assert_eq!((start.penetration_worst_mm, start.blown), (0.0, 0));

    // The left hand of the second ragdoll: off its wrist by 3-4-12 cm, turned about
    // its own x axis by 30° beyond its limit of 0°..., and moving.
    let hand = map.ragdolls[1].body_of("l_hand").unwrap();
    let [pin, limit] = constraints_of(&world, &map, hand);
    let Constraint::AngleLimit(angles) = &model.constraints[limit] else {
        panic!("{limit}");
    };
    let beyond = angles.max.x + 30_f64.to_radians();
    let turn = DQuat::from_axis_angle(DVec3::X, beyond);
    let arm = match &model.constraints[pin] {
        Constraint::Pin(pin) => pin.b,
        other => panic!("{other:?}"),
    };
    let wrist = arm.position(&state);
    state.bodies[hand].orientation *= turn;
    let turned = arm.position(&state);
    state.bodies[hand].position += wrist - turned + DVec3::new(0.03, 0.04, 0.12);
    state.bodies[hand].velocity = DVec3::new(0.0, 3.0, 4.0);
    state.bodies[hand].angular_velocity = DVec3::new(0.0, 2.0, 0.0);
    let violation = measure::violation(&model.constraints[limit], &model, &state).unwrap();
    assert!((violation.to_degrees() - 30.0).abs() < 1e-6, "{violation}");
    let Constraint::Pin(wrist) = &model.constraints[pin] else {
        panic!("{pin}");
    };
    assert!((measure::separation(wrist, &state) - 0.13).abs() < 1e-12);
    let body = &model.bodies[hand];
    let energy = 0.5 * body.mass * 25.0 + 0.5 * body.inertia.y * 4.0;
    let measured = measure::kinetic_energy(&model, &state, map.ragdolls[1].bodies.clone());
    assert!((measured - energy).abs() < 1e-9, "{measured} {energy}");

    measures.observe(&model, &state);
    let errors = measures.errors(&model, &state);
    // Of 2 states, 2 ragdolls, 17 joints one is apart.
    assert!((errors.sep_mean_mm - 130.0 / 68.0).abs() < 1e-6);
    assert!((errors.sep_worst_mm - 130.0).abs() < 1e-6);
    // The median of two is the larger.
    assert!((errors.sep_worst_median_mm - 130.0).abs() < 1e-6);
    assert!((errors.limit_mean_deg - 30.0 / 68.0).abs() < 1e-6);
    assert!((errors.limit_worst_deg - 30.0).abs() < 1e-6);
    assert!((errors.kinetic_energy_median_j - energy).abs() < 1e-9);
    assert_eq!(errors.blown, 0);

    // Further: blown, and its sphere of 6 cm below the ground by 1 cm.
    state.bodies[hand].position = DVec3::new(0.0, 0.05, 0.0);
    assert!((measure::depth(&model, &state, hand).unwrap() - 0.01).abs() < 1e-12);
    measures.observe(&model, &state);
    let errors = measures.errors(&model, &state);
    assert!((errors.penetration_worst_mm - 10.0).abs() < 1e-9);
    assert_eq!(errors.blown, 1);
    measures.lose(ColliderId::Body(0));
    assert_eq!(measures.errors(&model, &state).blown, 2);
}

/// The pin and the limit that hold a body on its parent.
fn constraints_of(world: &World, map: &IdMap, body: usize) -> [usize; 2] {
    use ragdoll_lab::physics::constraint::ConstraintRows;
    let range = map.ragdolls[1].constraints.clone();
    let constraints = &world.model().constraints;
    let holds = |i: &usize| {
        let [_, child] = constraints[*i].attachments();
        matches!(child, Attachment::Body { body: child, .. } if child == body)
    };
    let found: Vec<usize> = range.filter(holds).collect();
    [found[0], found[1]]
}

#[test]
fn a_small_case_is_sane_and_its_errors_repeat() {
    let mut said = Vec::new();
    let report = small().run(&mut |says| said.push(says.to_owned())).unwrap();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(report.errors.sep_mean_mm > 0.0 && report.errors.sep_mean_mm < 5.0);
    assert!(report.errors.sep_mean_mm <= report.errors.sep_worst_median_mm);
    assert!(report.errors.sep_worst_median_mm <= report.errors.sep_worst_mm);
    assert!(report.errors.limit_mean_deg.is_finite() && report.errors.limit_worst_deg < 180.0);
    assert!(
        report.errors.penetration_worst_mm >= 0.0 && report.errors.penetration_worst_mm < 100.0
    );
    let energy = report.errors.kinetic_energy_median_j;
    assert!(energy > 0.0 && energy < 1000.0, "{energy}");
    assert_eq!((report.errors.blown, report.diverged_after), (0, None));
    assert!(report.us_per_ragdoll_step.unwrap() > 0.0);
    let again = small().run(&mut |_| ()).unwrap();
    let untimed = |mut report: mx_drop::MxDropReport| {
        report.us_per_ragdoll_step = None;
        report.cpu_us_per_ragdoll_step = None;
        report
    };
    assert_eq!(untimed(report), untimed(again));
}

#[test]
fn a_case_that_diverges_says_so_and_is_not_timed() {
    let mut case = small();
    case.solving.joint_damping_per_s = Some(f64::NAN);
    let report = case.run(&mut |_| ()).unwrap();
    assert_eq!(report.diverged_after, Some(0));
    assert_eq!(report.us_per_ragdoll_step, None);
    assert_eq!(report.errors.blown, 1);
}

#[test]
fn the_clock_adds_up_stages() {
    let mut clock = StageClock::default();
    for (stage, count) in [
        (Stage::Constraints("pin"), 1),
        (Stage::Constraints("angle limit"), 1),
        (Stage::Constraints("pin"), 2),
        (Stage::Motion, 18),
        (Stage::Velocities, 18),
    ] {
        clock.begin(stage);
        clock.end(stage, count);
    }
    let pins = clock.spent(Part::Pin);
    assert_eq!((pins.calls, pins.runs), (3, 2));
    assert_eq!(clock.spent(Part::AngleLimit).calls, 1);
    let motion = clock.spent(Part::Motion);
    assert_eq!((motion.calls, motion.runs), (18, 2));
    assert_eq!(pins.us_without(1e12), 0.0);
    assert!(StageClock::overhead_ns() >= 0.0);
}

#[test]
fn table_2_counts_the_calls_of_the_paper() {
    let mut case = Table2::default();
    assert_eq!(case.drop.solving.preset, Preset::Baltman);
    (case.drop.steps, case.drop.repeats) = (300, 1);
    let report = case.run(&mut |_| ()).unwrap();
    let names: Vec<_> = report.rows.iter().map(|row| row.constraint).collect();
    let expected = [
        "pin",
        "angle limit",
        "contact",
        "equations of motion",
        "total",
        "collision detection",
        "whole step",
    ];
    assert_eq!(names, expected);
    let calls: Vec<_> = report.rows.iter().map(|row| row.calls).collect();
    assert_eq!(calls[..2], [Some(34.0), Some(34.0)]);
    assert_eq!(calls[3], Some(18.0));
    let total: f64 = report.rows[..4].iter().filter_map(|row| row.ps2_ms).sum();
    assert!((total - table2::PRINTED_TOTAL_MS[0]).abs() < 1e-12);
    assert_eq!(table2::printed(Part::Contact).unwrap().calls, 18);
}

#[test]
fn json_has_one_object_per_row() {
    let args = ["--ragdolls", "1,2", "--preset", "high", "--steps", "20"];
    let output = bench(&[&["mx-drop", "--json", "--repeats", "1"], &args[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (&rows[0]["ragdolls"], &rows[1]["ragdolls"]),
        (&1.into(), &2.into())
    );
    let object = rows[0].as_object().unwrap();
    let keys: Vec<_> = object.keys().map(String::as_str).take(25).collect();
    assert_eq!(keys, DROP_KEYS);
    assert_eq!(
        (&rows[0]["name"], &rows[0]["preset"]),
        (&"mx-drop".into(), &"high".into())
    );
    assert_eq!(
        (&rows[0]["substeps"], &rows[0]["threads"]),
        (&8.into(), &1.into())
    );

    let output = bench(&["table2", "--json", "--repeats", "1", "--steps", "20"]);
    let lines = text(&output.stdout);
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    for key in [
        "constraint",
        "calls",
        "us_per_call",
        "us_total",
        "ps2_ms",
        "xbox_ms",
    ] {
        assert!(first.get(key).is_some(), "{key}");
    }
    assert_eq!(first["ps2_ms"], 0.17);
}

#[test]
fn tables_are_aligned_and_progress_is_elsewhere() {
    let args = [
        "mx-drop",
        "--ragdolls",
        "1",
        "--steps",
        "5",
        "--repeats",
        "1",
    ];
    let output = bench(&args);
    let table = text(&output.stdout);
    let is_note = |line: &&str| !line.starts_with("preset");
    let lines: Vec<_> = table.lines().skip_while(is_note).collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(
        lines.iter().all(|line| line.len() == lines[0].len()),
        "{table}"
    );
    let presets: Vec<_> = lines.iter().map(|l| l.split(' ').next().unwrap()).collect();
    assert_eq!(presets, ["preset", "default", "high"]);
    assert!(text(&output.stderr).contains("mx-drop, high, 1 ragdolls: time 1/1"));
}

#[test]
fn bad_usage_is_refused_with_what_is_good() {
    for (args, expected) in [
        (&["mx-dorp"][..], "use one of: table2, mx-drop"),
        (&["mx-drop", "--ragdolls", "0"], "1..=100000"),
        (&["mx-drop", "--ragdolls", "1,x"], "invalid"),
        (&["mx-drop", "--repeats", "0"], "1..=1000"),
        (&["mx-drop", "--preset", "papre"], "use one of: default"),
        (
            &["mx-drop", "--joint-damping", "-1"],
            "give a rate from 0 to 1000",
        ),
        (&["mx-drop", "--rate", "nan"], "give a rate"),
        (&["mx-drop", "--method", "nope"], "unknown method `nope`"),
        (&["load", "--bodies", "100001"], "1..=100000"),
        (
            &["load", "--ragdolls", "5"],
            "--ragdolls: the benchmark load does not have this option; its options are --bodies, --repeats",
        ),
        (
            &["pile", "links", "--preset", "high"],
            "benchmarks with --preset: table2, mx-drop, pile, crowd",
        ),
        (
            &["--bodies", "5"],
            "benchmarks with --bodies: load",
        ),
    ] {
        let output = bench(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains(expected), "{args:?}: {message}");
        assert!(output.stdout.is_empty());
    }
    let output = bench(&["--list"]);
    assert_eq!(text(&output.stdout).lines().count(), CASES.len());
}

fn json_rows(args: &[&str]) -> Vec<Value> {
    let output = bench(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    let rows = lines.lines().map(serde_json::from_str);
    rows.collect::<Result<_, _>>().unwrap()
}

fn expect_keys(row: &Value, keys: &[&str]) {
    for key in keys {
        assert!(row.get(key).is_some(), "{key}: {row}");
    }
}

fn small_pile() -> Pile {
    Pile {
        ragdolls: 3,
        steps: 240,
        repeats: 1,
        ..Pile::default()
    }
}

#[test]
fn a_pile_starts_where_the_shipped_one_does_and_goes_on_above_it() {
    let shipped = scene::find("mx-pile").unwrap().text;
    let shipped = scene::parse(shipped.as_bytes()).unwrap();
    let pile = Pile {
        ragdolls: 22,
        ..Pile::default()
    };
    let scene = pile.scene().unwrap();
    let text = scene::to_text(&scene).unwrap();
    assert_eq!(scene::parse(text.as_bytes()).unwrap(), scene);
    assert_eq!((scene.ragdolls.len(), shipped.ragdolls.len()), (22, 20));
    for (ours, theirs) in scene.ragdolls.iter().zip(&shipped.ragdolls) {
        assert_eq!(ours.position_m, theirs.position_m);
        assert_eq!(ours.orientation, theirs.orientation);
    }
    let rise = scene.ragdolls[20].position_m[1] - scene.ragdolls[0].position_m[1];
    assert!(rise > 3.2, "{rise}");
    let (world, _) = compile(&scene).unwrap();
    let overlap_m = deepest_penetration(world.model(), world.state());
    assert_eq!(overlap_m, 0.0, "none starts within another");
    assert_eq!(scene.solver.preset, Preset::Default);
    assert!(!scene.solver.sleeping);
}

#[test]
fn a_small_pile_falls_and_then_lies() {
    let [falling, lying]: [PileReport; 2] =
        small_pile().run(&mut |_| ()).unwrap().try_into().unwrap();
    assert_eq!((falling.phase, lying.phase), ("falling", "lying"));
    assert_eq!((falling.steps, lying.steps), (120, 120));
    assert!(lying.contacts_per_step > falling.contacts_per_step);
    assert!(lying.errors.kinetic_energy_median_j < 50.0, "{lying:?}");
    for half in [&falling, &lying] {
        assert!(half.us_per_step.unwrap() > 0.0);
        assert!(
            half.errors.sep_mean_mm > 0.0 && half.errors.sep_mean_mm < 5.0,
            "{half:?}"
        );
        assert!(half.errors.sep_worst_median_mm <= half.errors.sep_worst_mm);
        assert!(
            half.errors.limit_worst_deg >= half.errors.limit_mean_deg
                && half.errors.limit_worst_deg < 180.0
        );
        assert!(
            half.errors.penetration_worst_mm >= 0.0 && half.errors.penetration_worst_mm < 100.0
        );
        assert_eq!((half.errors.blown, half.diverged_after), (0, None));
    }
    let again = small_pile().run(&mut |_| ()).unwrap();
    assert_eq!(again[1].hash, lying.hash);
}

#[test]
fn a_pile_that_diverges_says_so_in_the_half_where_it_did() {
    let mut pile = small_pile();
    pile.solving.joint_damping_per_s = Some(f64::NAN);
    let rows = pile.run(&mut |_| ()).unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].phase, rows[0].diverged_after),
        ("falling", Some(0))
    );
    assert_eq!((rows[0].us_per_step, rows[0].errors.blown), (None, 1));
}

#[test]
fn a_small_crowd_is_sane_and_stands_on_the_ground() {
    let crowd = Crowd {
        ragdolls: 4,
        steps: 120,
        repeats: 1,
        ..Crowd::default()
    };
    let scene = crowd.scene();
    let text = scene::to_text(&scene).unwrap();
    assert_eq!(scene::parse(text.as_bytes()).unwrap(), scene);
    assert_eq!(scene.ragdolls[3].position_m, [4.0, 1.0, 4.0]);
    let report = crowd.run(&mut |_| ()).unwrap();
    assert!(report.us_per_ragdoll_step.unwrap() > 0.0);
    assert!(report.stretch_mean_mm > 0.0 && report.stretch_mean_mm < 10.0);
    assert!(report.stretch_mean_mm <= report.stretch_worst_mm);
    assert!(report.penetration_worst_mm < 50.0, "{report:?}");
    assert!(report.kinetic_energy_mean_j > 0.0);
    assert_eq!(report.diverged_after, None);
    assert_eq!(crowd.run(&mut |_| ()).unwrap().hash, report.hash);
}

#[test]
fn chains_are_those_of_the_experiments() {
    for name in ["links", "iterations"] {
        let cost = Cost {
            steps: Some(10),
            repeats: 2,
            ends_only: true,
            ..Cost::new(name)
        };
        let rows = cost.run(&mut |_| ()).unwrap();
        assert_eq!(rows.len(), 4, "{rows:?}");
        assert_eq!(rows[0].method, "verlet");
        for row in &rows {
            assert!(row.us_per_step > 0.0 && row.joint_error_mm > 0.0, "{row:?}");
        }
        for pair in rows.chunks(2) {
            assert_eq!(pair[0].series, pair[1].series);
            assert!(pair[0].value < pair[1].value);
        }
    }
}

#[test]
fn a_scene_is_written_read_and_built() {
    let load = Load {
        bodies: 50,
        repeats: 1,
    };
    let report = load.run(&mut |_| ()).unwrap();
    assert_eq!((report.bodies_lost, report.same_after_reading), (0, true));
    assert!(report.bytes > 50 * 40, "{}", report.bytes);
    let times = [
        report.write_s,
        report.read_s,
        report.validate_s,
        report.build_s,
    ];
    assert!(times.iter().all(|time| *time > 0.0), "{times:?}");
}

#[test]
fn each_case_prints_the_keys_that_are_promised() {
    let few = ["--steps", "10", "--repeats", "1"];
    let rows = json_rows(&[&["pile", "--ragdolls", "1,2"][..], &few].concat());
    assert_eq!(rows.len(), 4);
    let solved = ["name", "preset", "ragdolls", "threads", "lanes"];
    for row in &rows {
        expect_keys(row, &solved);
        expect_keys(
            row,
            &["phase", "us_per_step", "contacts_per_step", "sep_mean_mm"],
        );
        expect_keys(row, &["penetration_worst_mm", "blown", "hash"]);
    }
    let args = ["crowd", "--ragdolls", "2", "--preset", "default,high"];
    let rows = json_rows(&[&args[..], &few].concat());
    assert_eq!(rows.len(), 2);
    for row in &rows {
        expect_keys(row, &solved);
        expect_keys(
            row,
            &["us_per_ragdoll_step", "stretch_mean_mm", "stretch_worst_mm"],
        );
        expect_keys(row, &["penetration_worst_mm", "hash"]);
    }
    let rows = json_rows(&["links", "--steps", "1", "--repeats", "1"]);
    assert_eq!(rows.len(), 18);
    for row in &rows {
        expect_keys(row, &["method", "value", "us_per_step", "joint_error_mm"]);
    }
    let rows = json_rows(&["load", "--bodies", "3,10", "--repeats", "1"]);
    assert_eq!((rows.len(), &rows[1]["bodies"]), (2, &10.into()));
    expect_keys(&rows[0], &["bytes", "write_s", "read_s"]);
    expect_keys(&rows[0], &["validate_s", "build_s", "same_after_reading"]);
}

#[test]
fn tables_of_text_have_a_head_and_a_line_per_row() {
    for (args, rows, word) in [
        (&["pile", "--ragdolls", "1", "--steps", "4"][..], 2, "lying"),
        (&["crowd", "--ragdolls", "1", "--steps", "4"], 1, "default"),
        (&["load", "--bodies", "5"], 1, "yes"),
    ] {
        let output = bench(&[args, &["--repeats", "1"]].concat());
        let table = text(&output.stdout);
        let columns = |line: &str| line.split("  ").filter(|cell| !cell.is_empty()).count();
        let lines: Vec<_> = table.lines().collect();
        let last = &lines[lines.len() - rows - 1..];
        assert!(last.iter().all(|l| l.len() == last[0].len()), "{table}");
        assert!(columns(last[0]) > 6, "{table}");
        assert!(last[rows].contains(word), "{table}");
    }
}
