//! Kinematic bodies and belts against closed forms, under every method.

use glam::DVec3;
use ragdoll_lab::compile::{compile, IdMap};
use ragdoll_lab::physics::World;
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

/// On a lift that follows a smooth path a box is pressed with `m (g + a)`, and stays on it.
#[test]
fn a_lift_carries_and_presses_a_box() {
    for way in WAYS {
        let (mut world, map) = made(
            way,
            json!({
                "bodies": [
                    {"id": 1, "shape": {"box": {"size_m": [2, 0.2, 2]}}, "mass_kg": 1,
                        "position_m": [0, -0.1, 0], "kinematic": {"keys": [
                            {"time_s": 0}, {"time_s": 4, "shift_m": [0, 6, 0]}]}},
                    {"id": 2, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
                        "position_m": [0.3, 0.2, 0.1]},
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
                    {"id": 1, "shape": {"box": {"size_m": [2, 0.2, 2]}}, "mass_kg": 1,
                        "position_m": [0, -0.1, 0], "kinematic": {"keys": [
                            {"time_s": 0}, {"time_s": 3}, {"time_s": 6, "shift_m": [0, 1, 0]}]}},
                    {"id": 2, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
                        "position_m": [0, 0.2, 0]},
                    {"id": 3, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
                        "position_m": [0, 0.6, 0]},
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
