//! Kinematic bodies and belts against closed forms, under every method.

use crate::kit::on_body;
use glam::DVec3;
use ragdoll_lab::compile::{compile, flatten, IdMap};
use ragdoll_lab::physics::kinematic::{AfterPath, KinematicPath, PathKey};
use ragdoll_lab::physics::{Pose, Spring, World};
use ragdoll_lab::scene;
use serde_json::{json, Value};

const GRAVITY: f64 = 9.81;

/// A method and one of its presets.
type Way = (&'static str, &'static str);

const WAYS: [Way; 6] = [
    ("verlet", "default"),
    ("verlet", "high"),
    ("impulse", "default"),
    ("multipliers", "default"),
    ("reduced", "default"),
    ("springs", "default"),
];

/// A scene of these things under a method and preset.
fn made((method, preset): Way, things: Value) -> (World, IdMap) {
    let mut text = json!({"format": "ragdoll-scene", "version": 2,
        "solver": {"method": method, "preset": preset, "linear_drag_per_s": 0,
            "angular_drag_per_s": 0}});
    for (key, value) in things.as_object().unwrap() {
        text[key] = value.clone();
    }
    let scene = scene::parse(text.to_string().as_bytes()).unwrap();
    compile(&scene).unwrap()
}

fn advance_s(world: &mut World, duration_s: f64) {
    crate::kit::advance(world, (duration_s * 60.0).round() as u32);
}

fn position(world: &World, map: &IdMap, id: u32) -> DVec3 {
    world.state().bodies[map.bodies[&id]].position
}

fn velocity(world: &World, map: &IdMap, id: u32) -> DVec3 {
    world.state().bodies[map.bodies[&id]].velocity
}

/// A box that is set down on a belt slides until it has its speed, and rides from then on: after
/// `t` it is `v t - v² / (2 μ g)` further.
#[test]
fn a_belt_carries_a_box() {
    for way in WAYS {
        let (mut world, map) = made(
            way,
            json!({
                "materials": [{"id": 9, "friction": 0.5}],
                "obstacles": [{"id": 1, "shape": {"plane": {}}, "belt_m_s": [2, 0, 0],
                    "material": 9}],
                "bodies": [{"id": 2, "shape": {"box": {"size_m": [0.4, 0.2, 0.4]}},
                    "mass_kg": 2, "position_m": [0, 0.1, 0], "material": 9}],
            }),
        );
        advance_s(&mut world, 3.0);
        let wanted = 2.0 * 3.0 - 4.0 / (2.0 * 0.5 * GRAVITY);
        let found = position(&world, &map, 2).x;
        println!("{way:?} belt {found} {wanted}");
        assert!(
            (found / wanted - 1.0).abs() < 0.01,
            "{way:?}: {found}, not {wanted}"
        );
        assert!((velocity(&world, &map, 2).x - 2.0).abs() < 1e-3, "{way:?}");
    }
}

/// A platform, the first body, whose top is at height 0.
fn lift(keys: Value) -> Value {
    json!({"id": 1, "shape": {"box": {"size_m": [2, 0.2, 2]}}, "mass_kg": 1,
        "position_m": [0, -0.1, 0], "kinematic": {"keys": keys}})
}

/// A box of 0.4 m and 5 kg.
fn on_lift(id: u32, position_m: [f64; 3]) -> Value {
    json!({"id": id, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
        "position_m": position_m})
}

/// On a lift that follows a smooth path a box is pressed with `m (g + a)`, and stays on it.
#[test]
fn a_lift_carries_and_presses_a_box() {
    for way in WAYS {
        let (mut world, map) = made(
            way,
            json!({
                "bodies": [
                    lift(json!([{"time_s": 0}, {"time_s": 4, "shift_m": [0, 6, 0]}])),
                    on_lift(2, [0.3, 0.2, 0.1]),
                ],
            }),
        );
        let (mut worst, mut force, mut wanted_force) = (0.0_f64, 0.0, 0.0);
        for step in 0..300 {
            advance_s(&mut world, 1.0 / 60.0);
            let time_s = f64::from(step + 1) / 60.0;
            let share = |time_s: f64| (time_s / 4.0).min(1.0);
            let s = share(time_s);
            let wanted = DVec3::new(0.3, 0.2 + 6.0 * s * s * (3.0 - 2.0 * s), 0.1);
            worst = worst.max((position(&world, &map, 2) - wanted).length());
            // While it speeds up.
            if (30..90).contains(&step) {
                let pressed: f64 = world.contacts().iter().map(|c| c.impulse()).sum();
                let h = world.substep_s_of(&world.contacts()[0]);
                force += pressed / h;
                wanted_force +=
                    5.0 * (GRAVITY + 36.0 / 16.0 * (1.0 - 2.0 * share(time_s - 0.5 * h)));
            }
        }
        let ratio = force / wanted_force;
        println!("{way:?} {ratio}");
        assert!((ratio - 1.0).abs() < 0.01, "{way:?}: {ratio}");
        println!("{way:?} lift {worst}");
        assert!(worst < 2e-3, "{way:?}: {worst}");
    }
}

/// A ball that rolls on a turntable without slipping goes round in a circle at 2/7 of its rate,
/// whatever its mass and radius.
#[test]
fn a_ball_circles_on_a_turntable() {
    for way in WAYS {
        let rate = 2.0_f64;
        let (mut world, map) = made(
            way,
            json!({
                "materials": [{"id": 9, "friction": 1, "rolling_resistance": 0}],
                "bodies": [
                    {"id": 1, "shape": {"box": {"size_m": [8, 0.2, 8]}}, "mass_kg": 1,
                        "position_m": [0, -0.1, 0], "material": 9, "kinematic": {},
                        "angular_velocity_deg_s": [0, rate.to_degrees(), 0]},
                    // Rolls already: its lowest point moves as the table does there.
                    {"id": 2, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 0.5,
                        "position_m": [1, 0.1, 0], "material": 9,
                        "velocity_m_s": [0, 0, -0.571428571428571],
                        "angular_velocity_deg_s": [818.5111, 0, 0]},
                ],
            }),
        );
        // Centre of the circle: the ball at x = 1 with the speed 2/7 ω x goes round the origin.
        let mut worst = 0.0_f64;
        for step in 0..600 {
            advance_s(&mut world, 1.0 / 60.0);
            let angle = rate * 2.0 / 7.0 * f64::from(step + 1) / 60.0;
            let wanted = DVec3::new(angle.cos(), 0.1, -angle.sin());
            worst = worst.max((position(&world, &map, 2) - wanted).length());
        }
        println!("{way:?} turntable {worst}");
        assert!(worst < 0.02, "{way:?}: {worst}");
    }
}

/// A seat that hangs by a ball joint from an arm that turns steadily swings out until it hangs in
/// the direction of what it feels: `tan θ = ω² (R + L sin θ) / g`.
#[test]
fn a_seat_on_a_turning_arm_swings_out() {
    let (rate, arm, length) = (1.5_f64, 2.0, 1.5);
    let mut angle = 0.5_f64;
    for _ in 0..200 {
        angle = (rate * rate * (arm + length * angle.sin()) / GRAVITY).atan();
    }
    let out = arm + length * angle.sin();
    let spin = rate.to_degrees();
    for way in WAYS.into_iter().filter(|&(method, _)| method != "reduced") {
        let (mut world, map) = made(
            way,
            json!({
                "bodies": [
                    {"id": 1, "shape": {"box": {"size_m": [4, 0.1, 0.1]}}, "mass_kg": 1,
                        "kinematic": {}, "angular_velocity_deg_s": [0, spin, 0]},
                    {"id": 2, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 3,
                        "contact": {"none": {}},
                        "position_m": [out, -length * angle.cos(), 0],
                        "orientation": [(angle / 2.0).cos(), 0, 0, (angle / 2.0).sin()],
                        "velocity_m_s": [0, 0, -rate * out],
                        "angular_velocity_deg_s": [0, spin, 0]},
                ],
                "constraints": [{"id": 3, "kind": {"pin": {
                    "a": {"body": {"id": 1, "point_m": [arm, 0, 0]}},
                    "b": {"body": {"id": 2, "point_m": [0, length, 0]}}}}}],
            }),
        );
        let mut worst = 0.0_f64;
        for _ in 0..300 {
            advance_s(&mut world, 1.0 / 60.0);
            let place = position(&world, &map, 2);
            let now = DVec3::new(place.x.hypot(place.z), place.y, 0.0);
            worst = worst.max((now - DVec3::new(out, -length * angle.cos(), 0.0)).length());
        }
        println!("{way:?} seat {worst}");
        assert!(worst < 0.05, "{way:?}: {worst}");
    }
}

/// What sleeps on a lift that waits is carried once it moves, and rides awake.
#[test]
fn a_lift_wakes_what_sleeps_on_it() {
    for way in WAYS {
        let (mut world, map) = made(
            way,
            json!({
                "bodies": [
                    lift(json!([
                        {"time_s": 0}, {"time_s": 3}, {"time_s": 6, "shift_m": [0, 1, 0]}])),
                    on_lift(2, [0.0, 0.2, 0.0]),
                    on_lift(3, [0.0, 0.6, 0.0]),
                ],
            }),
        );
        let asleep = |world: &World| {
            let articulation = world.model().bodies[map.bodies[&3]].articulation;
            world.state().rest[articulation].asleep
        };
        advance_s(&mut world, 2.9);
        assert!(asleep(&world), "{way:?} stays awake");
        advance_s(&mut world, 1.5);
        assert!(!asleep(&world), "{way:?} sleeps while it rides");
        advance_s(&mut world, 2.6);
        let height = position(&world, &map, 3).y;
        // Soft contacts sag by a millimetre each.
        assert!((height - 1.6).abs() < 4e-3, "{way:?}: {height}");
        assert!(asleep(&world), "{way:?} stays awake at the top");
    }
}

/// The same bits with other threads, and from a checkpoint on.
#[test]
fn threads_and_checkpoints_find_it_at_the_same_place() {
    let ragdolls: Vec<Value> = (0..24)
        .map(|i| {
            json!({"id": 10 + i, "figure": {"mx": {}},
                "position_m": [f64::from(i % 6) * 0.6 - 1.5, 0.3 + f64::from(i / 6) * 0.7, 0]})
        })
        .collect();
    for way in WAYS {
        let things = json!({
            "obstacles": [{"id": 1, "shape": {"plane": {}}, "belt_m_s": [0.5, 0, 0],
                "position_m": [0, -0.5, 0]}],
            "bodies": [{"id": 2, "shape": {"box": {"size_m": [6, 0.2, 2]}}, "mass_kg": 1,
                "position_m": [0, -0.1, 0], "angular_velocity_deg_s": [0, 20, 0],
                "kinematic": {"after": "return", "keys": [
                    {"time_s": 0}, {"time_s": 0.5, "shift_m": [0.3, 0.3, 0]}]}}],
            "ragdolls": ragdolls.iter().take(if way.0 == "verlet" { 24 } else { 6 })
                .collect::<Vec<_>>(),
        });
        let (mut alone, _) = made(way, things.clone());
        let (mut shared, _) = made(way, things);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .build()
            .unwrap();
        shared.set_threads(Some(std::sync::Arc::new(pool)));
        crate::kit::advance(&mut alone, 30);
        let checkpoint = alone.state().clone();
        crate::kit::advance(&mut alone, 30);
        crate::kit::advance(&mut shared, 60);
        assert_eq!(alone.state().hash(), shared.state().hash(), "{way:?}");
        alone.restore(&checkpoint);
        crate::kit::advance(&mut alone, 30);
        assert_eq!(alone.state().hash(), shared.state().hash(), "{way:?} again");
    }
}

/// A scene that is kept in the middle of a path goes on from there.
#[test]
fn a_kept_scene_goes_on_along_its_path() {
    let things = json!({
        "bodies": [{"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1,
            "position_m": [0, 2, 0], "velocity_m_s": [0.5, 0, 0],
            "angular_velocity_deg_s": [0, 90, 0], "kinematic": {"after": "return", "keys": [
                {"time_s": 0}, {"time_s": 1, "shift_m": [0, 1, 0], "turn_deg": [720, 0, 0]}]}}],
    });
    let text = json!({"format": "ragdoll-scene", "version": 2, "bodies": things["bodies"]});
    let scene = scene::parse(text.to_string().as_bytes()).unwrap();
    let (mut world, map) = compile(&scene).unwrap();
    crate::kit::advance(&mut world, 100);
    let kept = flatten(&scene, &world, &map, &[]);
    let (mut again, _) = compile(&kept).unwrap();
    crate::kit::advance(&mut world, 50);
    crate::kit::advance(&mut again, 50);
    let [a, b] = [&world, &again].map(|world| world.state().bodies[0]);
    assert!((a.position - b.position).length() < 1e-12);
    assert!(a.orientation.dot(b.orientation).abs() > 1.0 - 1e-12);
}

/// Between its keys it moves smoothly, never beyond them, and waits where two are alike.
#[test]
fn a_path_goes_through_its_keys_and_not_beyond() {
    let key = |time_s: f64, x: f64| PathKey {
        time_s,
        shift: DVec3::new(x, 0.0, 0.0),
        turn: DVec3::ZERO,
    };
    let mut path = KinematicPath {
        begin: Pose {
            position: DVec3::ZERO,
            orientation: glam::DQuat::IDENTITY,
        },
        start_s: 0.0,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
        keys: vec![
            key(0.0, 0.0),
            key(1.0, 2.0),
            key(1.5, 2.0),
            key(4.0, 9.0),
            key(5.0, 8.0),
        ],
        after: AfterPath::Stop,
    };
    let x = |path: &KinematicPath, time_s: f64| path.pose(time_s).position.x;
    for (time_s, wanted) in [
        (0.0, 0.0),
        (1.0, 2.0),
        (1.25, 2.0),
        (1.5, 2.0),
        (4.0, 9.0),
        (7.0, 8.0),
    ] {
        assert!((x(&path, time_s) - wanted).abs() < 1e-12, "{time_s}");
    }
    let mut before = 0.0;
    for i in 0..=4000 {
        let now = x(&path, f64::from(i) / 1000.0);
        assert!(now >= before - 1e-12 && now <= 9.0 + 1e-12, "{i}: {now}");
        // Not faster than three times the mean speed of an interval.
        assert!(now - before < 3.0 * 2.8e-3 + 1e-9, "{i}: {now}");
        before = now;
    }
    path.after = AfterPath::Return;
    assert!((x(&path, 6.0) - 9.0).abs() < 1e-12 && x(&path, 10.0).abs() < 1e-12);
    path.after = AfterPath::Repeat;
    assert!((x(&path, 6.0) - 2.0).abs() < 1e-12);
    assert!(path.still_moves(1e6));
    path.after = AfterPath::Stop;
    assert!(path.still_moves(4.9) && !path.still_moves(5.1));
}

/// A path of a whole turn that repeats turns without a halt.
#[test]
fn a_path_that_repeats_goes_on_as_it_began() {
    let text = json!({"format": "ragdoll-scene", "version": 2, "bodies": [
        {"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1, "kinematic": {
            "after": "repeat",
            "keys": [{"time_s": 0}, {"time_s": 2, "turn_deg": [0, 360, 0]}]}}]});
    let scene = scene::parse(text.to_string().as_bytes()).unwrap();
    let (mut world, _) = compile(&scene).unwrap();
    for step in 0..300 {
        crate::kit::advance(&mut world, 1);
        let spin = world.state().bodies[0].angular_velocity;
        let wrong = (spin - DVec3::Y * std::f64::consts::PI).length();
        assert!(wrong < 1e-9, "{step}: {spin}");
    }
}

/// Nothing takes hold of it, and a method that cannot hang something from it says so.
#[test]
fn hands_and_methods_that_cannot_refuse() {
    let text = |method: &str| {
        json!({"format": "ragdoll-scene", "version": 2, "solver": {"method": method},
            "bodies": [
                {"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1, "kinematic": {}},
                {"id": 2, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1,
                    "position_m": [0, -1, 0]}],
            "constraints": [{"id": 3, "kind": {"pin": {"a": {"body": {"id": 1}},
                "b": {"body": {"id": 2, "point_m": [0, 1, 0]}}}}}]})
        .to_string()
    };
    let scene = scene::parse(text("verlet").as_bytes()).unwrap();
    let (mut world, map) = compile(&scene).unwrap();
    let grip = on_body(map.bodies[&1], DVec3::ZERO);
    assert!(!world.pull(grip, DVec3::X, Spring::default()));
    assert!(!world.pin(grip));
    assert!(!world.wake_body(map.bodies[&1]));
    let scene = scene::parse(text("reduced").as_bytes()).unwrap();
    let errors = compile(&scene).err().unwrap();
    let words = errors.iter().map(ToString::to_string).collect::<String>();
    assert!(words.contains("joints with a kinematic body"), "{words}");
}
