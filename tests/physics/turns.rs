//! Joints that count their turns: closed forms beyond half a turn, stops several turns away, and
//! the count as a part of the state.

use crate::kit::advance;
use ragdoll_lab::compile::{compile, flatten};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::lanes::threads;
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::{Constraint, World};
use ragdoll_lab::scene::{parse, Scene};
use serde_json::{json, Value};
use std::f64::consts::{PI, TAU};

/// Moment of inertia of the wheel about its hinge, kg·m².
const INERTIA: f64 = 0.3;
/// Torque that winds it up, N·m.
const TORQUE: f64 = 0.5;
/// The stop, degrees: 3.5 turns.
const STOP_DEG: f64 = 1260.0;
/// What may be past a stop, degrees.
const PAST_DEG: f64 = 1.0;

/// A wheel of 1 kg on a hinge about z through its centre, at a place along x, without gravity.
fn wheel(number: u32) -> Value {
    json!({
        "id": 1 + number, "shape": {"sphere": {"radius_m": 0.05}}, "contact": {"none": {}},
        "mass_kg": 1, "inertia_kg_m2": [0.2, 0.2, INERTIA],
        "position_m": [3 * number, 0, 0],
    })
}

fn hinge(number: u32, more: &Value) -> Value {
    let mut hinge = json!({
        "a": {"world": [3 * number, 0, 0]},
        "b": {"body": {"id": 1 + number, "point_m": [0, 0, 0]}},
        "axis": [0, 0, 1], "rest": [1, 0, 0, 0],
    });
    let hinges = hinge.as_object_mut().unwrap();
    hinges.extend(more.as_object().unwrap().clone());
    json!({"id": 1000 + number, "kind": {"hinge": hinge}})
}

fn wheels(method: &str, count: u32, more: &Value) -> Scene {
    let scene = json!({
        "format": "ragdoll-scene", "version": 2, "gravity_m_s2": [0, 0, 0],
        "solver": {"method": method, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
            "joint_damping_per_s": 0, "sleeping": false},
        "bodies": (0..count).map(wheel).collect::<Vec<_>>(),
        "constraints": (0..count).map(|i| hinge(i, more)).collect::<Vec<_>>(),
    });
    parse(scene.to_string().as_bytes()).unwrap()
}

/// A motor that pushes with its largest torque all the time, up to a stop.
fn winding() -> Value {
    json!({
        "limit_min_deg": -30, "limit_max_deg": STOP_DEG,
        "drive": {"motor": {"speed_deg_s": 1e5, "most_n_m": TORQUE}},
    })
}

fn world(scene: &Scene) -> World {
    compile(scene).unwrap().0
}

/// The angle of the first hinge, degrees.
fn angle_deg(world: &World) -> f64 {
    match &world.model().constraints[0] {
        Constraint::Hinge(hinge) => hinge.angle(world.state()).to_degrees(),
        other => panic!("{}", other.kind_name()),
    }
}

fn steps(seconds: f64) -> u32 {
    (seconds * 60.0).round() as u32
}

fn methods() -> impl Iterator<Item = &'static str> {
    let own = METHODS.iter().filter(|method| !method.companion);
    own.map(|method| method.id)
}

/// `φ = τ t² / 2 I`, and at the stop after `√(2 φ I / τ)`, 5.1 s.
#[test]
fn a_constant_torque_winds_a_wheel_up_to_its_stop_after_three_and_a_half_turns() {
    const SECONDS: f64 = 4.0;
    let truth = (0.5 * TORQUE / INERTIA * SECONDS * SECONDS).to_degrees();
    assert!((360.0..STOP_DEG).contains(&truth));
    for method in methods() {
        let mut world = world(&wheels(method, 1, &winding()));
        advance(&mut world, steps(SECONDS));
        let found = angle_deg(&world);
        assert!(
            (found / truth - 1.0).abs() < 0.01,
            "{method}: {found} for {truth}"
        );
        let mut most = found;
        for _ in 0..steps(4.0) {
            advance(&mut world, 1);
            most = most.max(angle_deg(&world));
        }
        let past = most - STOP_DEG;
        assert!(past < PAST_DEG, "{method}: {past}° past the stop");
        let left = angle_deg(&world) - STOP_DEG;
        assert!(left.abs() < PAST_DEG, "{method}: {left}° from the stop");
    }
}

/// A spring unwinds a wheel that begins two turns away, which swings like `φ₀ cos ωt`.
#[test]
fn a_spring_unwinds_whole_turns() {
    let stiffness = INERTIA * (0.5 * PI) * (0.5 * PI);
    for method in methods() {
        let spring = json!({
            "start_deg": 720,
            "drive": {"spring": {"stiffness_n_m_per_rad": stiffness, "target_deg": 0}},
        });
        let mut world = world(&wheels(method, 1, &spring));
        assert_eq!(angle_deg(&world), 720.0);
        advance(&mut world, steps(2.0));
        let found = angle_deg(&world);
        // At half its period of 4 s it is as far on the other side.
        assert!((found / -720.0 - 1.0).abs() < 0.02, "{method}: {found}");
    }
}

/// A weak spring in a strong damper creeps to a target two and a half turns away.
#[test]
fn a_spring_leads_to_a_target_beyond_half_a_turn() {
    for method in methods() {
        let spring = json!({"drive": {"spring": {"stiffness_n_m_per_rad": 20,
            "damping_n_m_s_per_rad": 4, "target_deg": -900}}});
        let mut world = world(&wheels(method, 1, &spring));
        advance(&mut world, steps(4.0));
        let found = angle_deg(&world);
        assert!((found + 900.0).abs() < 0.1, "{method}: {found}");
    }
}

/// What a motor without a bound turns at stops several turns away, too.
#[test]
fn a_motor_stops_at_a_stop_turns_away() {
    for method in methods() {
        let motor = json!({"limit_min_deg": -540, "limit_max_deg": 30,
            "drive": {"motor": {"speed_deg_s": -360}}});
        let mut world = world(&wheels(method, 1, &motor));
        advance(&mut world, steps(2.5));
        let found = angle_deg(&world);
        assert!((found + 540.0).abs() < PAST_DEG, "{method}: {found}");
    }
}

#[test]
fn a_cylindrical_joint_counts_its_turns() {
    for method in methods() {
        let mut scene = wheels(method, 1, &json!({}));
        let slider = json!({"slider": {
            "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1}}, "axis": [0, 0, 1],
            "turns": true, "turn_max_deg": 400,
            "turn_drive": {"motor": {"speed_deg_s": 360}},
        }});
        scene.constraints[0].kind = serde_json::from_value(slider).unwrap();
        let mut world = world(&scene);
        advance(&mut world, steps(2.0));
        let turned = world.state().turned[0].to_degrees();
        assert!((turned - 400.0).abs() < PAST_DEG, "{method}: {turned}");
    }
}

/// The present state as a scene begins with the turns that have been made, at a stop as well,
/// where half a turn less or more is one orientation.
#[test]
fn a_run_saved_as_a_scene_keeps_its_turns() {
    for seconds in [4.0, 8.0] {
        let scene = wheels("verlet", 1, &winding());
        let mut simulation = Simulation::new(&scene).unwrap();
        advance(&mut simulation.world, steps(seconds));
        let now = angle_deg(&simulation.world);
        let saved = flatten(&scene, &simulation.world, &simulation.map, &[]);
        let text = ragdoll_lab::scene::to_text(&saved).unwrap();
        let mut again = world(&parse(text.as_bytes()).unwrap());
        assert!((angle_deg(&again) - now).abs() < 1e-9, "{seconds} s");
        advance(&mut again, steps(4.0));
        let end = angle_deg(&again);
        assert!((end - STOP_DEG).abs() < PAST_DEG, "{end}");
    }
}

#[test]
fn a_checkpoint_has_the_turns() {
    for method in methods() {
        let mut world = world(&wheels(method, 1, &winding()));
        advance(&mut world, steps(3.0));
        let checkpoint = world.state().clone();
        advance(&mut world, steps(3.0));
        let hash = world.state().hash();
        let mut lost = checkpoint.clone();
        lost.turned[0] -= TAU;
        assert_ne!(lost.hash(), checkpoint.hash());
        world.restore(&checkpoint);
        advance(&mut world, steps(3.0));
        assert_eq!(world.state().hash(), hash, "{method}");
    }
}

/// As many as threads and batches want, which are alike.
#[test]
fn threads_and_neighbours_do_not_matter() {
    const COUNT: u32 = 150;
    for method in ["verlet", "impulse"] {
        let mut one = world(&wheels(method, 1, &winding()));
        let mut many = world(&wheels(method, COUNT, &winding()));
        let mut shared = many.clone();
        shared.set_threads(threads(2));
        for world in [&mut one, &mut many, &mut shared] {
            advance(world, steps(3.0));
        }
        assert_eq!(shared.state().hash(), many.state().hash(), "{method}");
        let alone = one.state().turned[0];
        assert!(alone > PI);
        let first = many.state().turned[0];
        assert_eq!(first.to_bits(), alone.to_bits(), "{method}");
    }
}

/// A stop that is moved during a run meets the turns that have been made.
#[test]
fn a_stop_that_is_moved_meets_the_turns_made() {
    let mut before = world(&wheels("verlet", 1, &winding()));
    advance(&mut before, steps(3.5));
    let made = angle_deg(&before);
    let mut nearer = winding();
    nearer["limit_max_deg"] = json!(720);
    let other = world(&wheels("verlet", 1, &nearer)).model().clone();
    assert!(before.remodel(other));
    assert_eq!(angle_deg(&before), made);
    advance(&mut before, steps(4.0));
    let end = angle_deg(&before);
    assert!((end - 720.0).abs() < PAST_DEG, "{end}");
}
