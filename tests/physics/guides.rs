//! Points on planes and lines, and angles between sticks by their dot product (Jakobsen,
//! section 6; Delannoy, 3.2.5).

use crate::kit::advance;
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::report::momentum;
use ragdoll_lab::physics::World;
use ragdoll_lab::scene;
use serde_json::{json, Value};

const METHODS: [&str; 2] = ["verlet", "impulse"];

fn text_of(mut scene: Value) -> String {
    scene["format"] = json!("ragdoll-scene");
    scene["version"] = json!(2);
    scene.to_string()
}

fn built(scene: Value) -> World {
    compile(&scene::parse(text_of(scene).as_bytes()).unwrap())
        .unwrap()
        .0
}

fn solver(form: &str) -> Value {
    json!({
        "method": form, "substeps": 4, "iterations": 4, "linear_drag_per_s": 0,
        "angular_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": false
    })
}

fn guide(on: &str, axis: [f64; 3], limits: [Option<f64>; 2]) -> Value {
    let mut guide =
        json!({"a": {"world": [0, 2, 0]}, "b": {"particle": 1}, "on": on, "axis": axis});
    for (key, limit) in ["limit_min_m", "limit_max_m"].into_iter().zip(limits) {
        if let Some(limit) = limit {
            guide[key] = json!(limit);
        }
    }
    json!([{"id": 9, "kind": {"guide": guide}}])
}

fn bead(form: &str, guide: Value) -> World {
    built(json!({
        "solver": solver(form),
        "particles": [{"id": 1, "mass_kg": 2, "position_m": [0, 2, 0]}],
        "constraints": guide
    }))
}

/// On a plane that leans by 30 degrees a particle slides down as on ice, and stays on it.
#[test]
fn a_particle_slides_down_a_plane_as_on_ice() {
    let normal = DVec3::new(0.5, 0.75_f64.sqrt(), 0.0);
    for form in METHODS {
        let mut world = bead(form, guide("plane", normal.to_array(), [None; 2]));
        for _ in 0..60 {
            advance(&mut world, 1);
            let height = (world.state().particles[0].position - DVec3::Y * 2.0).dot(normal);
            assert!(height.abs() < 1e-3, "{form}: {height} m off the plane");
        }
        let way = world.state().particles[0].position.distance(DVec3::Y * 2.0);
        let exact = 0.5 * 9.81 * 0.5;
        println!("{form}: {:+.3} %", (way / exact - 1.0) * 100.0);
        assert!(
            (way / exact - 1.0).abs() < 0.01,
            "{form}: {way} m of {exact} m"
        );
    }
}

/// A half space, open above, lets a particle rise but not sink; a line has ends.
#[test]
fn limits_end_the_way() {
    for form in METHODS {
        let above = guide("plane", [0.0, 1.0, 0.0], [Some(-0.5), None]);
        let mut world = bead(form, above);
        let along = guide("line", [3.0, 4.0, 0.0], [Some(-0.25), Some(1.0)]);
        let mut wire = bead(form, along);
        for _ in 0..90 {
            advance(&mut world, 1);
            advance(&mut wire, 1);
        }
        let height = world.state().particles[0].position.y - 2.0;
        assert!((height + 0.5).abs() < 2e-3, "{form}: {height} m");
        let place = wire.state().particles[0].position - DVec3::Y * 2.0;
        let end = DVec3::new(-0.15, -0.2, 0.0);
        assert!(place.distance(end) < 2e-3, "{form}: {place}");
    }
}

/// A bead on a wire that a body carries pushes that body: momentum is kept, and the bead stays
/// on the wire as it turns.
#[test]
fn what_carries_a_line_is_pushed_by_what_is_on_it() {
    let mut solver = solver("verlet");
    solver["iterations"] = json!(16);
    let mut world = built(json!({
        "gravity_m_s2": [0, 0, 0],
        "solver": solver,
        "bodies": [{
            "id": 2, "mass_kg": 3, "shape": {"box": {"size_m": [0.1, 2, 0.1]}}, "position_m": [0, 0, 0], "angular_velocity_deg_s": [0, 0, 90]
        }],
        "particles": [{"id": 1, "mass_kg": 1, "position_m": [0, 0.3, 0]}],
        "constraints": [{"id": 9, "kind": {"guide": {
            "a": {"body": {"id": 2}}, "b": {"particle": 1}, "on": "line", "axis": [0, 1, 0]
        }}}]
    }));
    for _ in 0..60 {
        advance(&mut world, 1);
        let error = world.model().constraints[0].residual(world.state(), &world.model().settings);
        assert!(error.length < 1e-4, "{} m off the wire", error.length);
    }
    let moved = momentum(world.model(), world.state()).length();
    assert!(moved < 1e-9, "{moved} kg m/s");
    let out = world.state().particles[0]
        .position
        .distance(world.state().bodies[0].position);
    assert!(out > 0.4, "the bead is flung outward: {out} m");
}

/// Two sticks that hang from a fixed particle, bent by 90 degrees.
fn leg(form: &str, corner: Option<Value>) -> World {
    let stick = |id: u32, a: u32, b: u32| json!({"id": id, "kind": {"stick": {"a": a, "b": b}}});
    let mut constraints = vec![stick(10, 1, 2), stick(11, 2, 3)];
    if let Some(mut corner) = corner {
        corner["a"] = json!(10);
        corner["b"] = json!(11);
        // Before the sticks that it is about.
        constraints.insert(0, json!({"id": 12, "kind": {"corner": corner}}));
    }
    let mut solver = solver(form);
    solver["iterations"] = json!(12);
    built(json!({
        "solver": solver,
        "particles": [
            {"id": 1, "mass_kg": 1, "position_m": [0, 2, 0], "fixed": true},
            {"id": 2, "mass_kg": 2, "position_m": [0.4, 2, 0]},
            {"id": 3, "mass_kg": 1, "position_m": [0.4, 2.3, 0]}
        ],
        "constraints": constraints
    }))
}

/// Angle between the two sticks, degrees.
fn knee(world: &World) -> f64 {
    let [hip, knee, foot] = [0, 1, 2].map(|i| world.state().particles[i].position);
    (hip - knee).angle_between(foot - knee).to_degrees()
}

/// Smallest and largest angle in two seconds, degrees.
fn range_of_knee(mut world: World) -> [f64; 2] {
    let mut range = [180.0_f64, 0.0_f64];
    for _ in 0..120 {
        advance(&mut world, 1);
        let angle = knee(&world);
        range = [range[0].min(angle), range[1].max(angle)];
    }
    range
}

/// Within its bounds a knee bends; without a corner it goes far beyond both.
#[test]
fn a_corner_keeps_the_angle_between_two_sticks() {
    for form in METHODS {
        let free = range_of_knee(leg(form, None));
        assert!(free[0] < 50.0 || free[1] > 170.0, "{form}: {free:?}");
        let bounds = json!({"limit_min_deg": 60, "limit_max_deg": 130});
        let [least, most] = range_of_knee(leg(form, Some(bounds)));
        println!("{form}: {least:.2} to {most:.2} degrees, free {free:?}");
        assert!(least > 58.0 && most < 132.0, "{form}: {least} to {most}");
        assert!(most - least > 10.0, "{form}: it bends");
    }
}

/// Where the corner pushes nothing, nothing is other than without it.
#[test]
fn a_corner_that_is_open_moves_nothing() {
    let bounds = json!({"limit_min_deg": 0.0, "limit_max_deg": 180.0});
    let mut worlds = [leg("verlet", None), leg("verlet", Some(bounds))];
    for world in &mut worlds {
        advance(world, 60);
    }
    let [without, with] = worlds.map(|world| world.state().particles.clone());
    assert_eq!(without, with);
}

/// Wrong files are refused with place and remedy.
#[test]
fn what_cannot_be_is_refused() {
    let sticks = |b: Value, corner: Value| {
        json!({
            "particles": [
                {"id": 1, "mass_kg": 1, "position_m": [0, 0, 0]},
                {"id": 2, "mass_kg": 1, "position_m": [1, 0, 0]},
                {"id": 3, "mass_kg": 1, "position_m": [0, 1, 0]},
                {"id": 4, "mass_kg": 1, "position_m": [0, 0, 1]}
            ],
            "constraints": [
                {"id": 10, "kind": {"stick": {"a": 1, "b": 2}}},
                {"id": 11, "kind": {"stick": b}},
                {"id": 12, "kind": {"corner": corner}}
            ]
        })
    };
    let joined = json!({"a": 1, "b": 3});
    let apart = json!({"a": 3, "b": 4});
    let cases = [
        (
            sticks(apart, json!({"a": 10, "b": 11, "limit_min_deg": 10})),
            "do not share one particle",
        ),
        (
            sticks(joined.clone(), json!({"a": 10, "b": 11})),
            "limit_min_deg nor limit_max_deg",
        ),
        (
            sticks(
                joined.clone(),
                json!({"a": 10, "b": 10, "limit_min_deg": 1}),
            ),
            "same object",
        ),
        (
            sticks(
                joined.clone(),
                json!({"a": 10, "b": 11, "limit_min_deg": 90, "limit_max_deg": 80}),
            ),
            "exceeds maximum",
        ),
        (
            sticks(joined, json!({"a": 10, "b": 11, "limit_min_deg": -1})),
            "limit_min_deg",
        ),
        (
            json!({
                "particles": [{"id": 1, "mass_kg": 1, "position_m": [0, 0, 0]}],
                "constraints": guide("plane", [0.0; 3], [None; 2])
            }),
            "axis",
        ),
        (
            json!({
                "particles": [{"id": 1, "mass_kg": 1, "position_m": [0, 0, 0]}],
                "constraints": guide("line", [1.0, 0.0, 0.0], [Some(1.0), Some(-1.0)])
            }),
            "exceeds maximum",
        ),
    ];
    for (scene, words) in cases {
        let problems = scene::parse(text_of(scene).as_bytes())
            .unwrap_err()
            .to_string();
        assert!(problems.contains(words), "{problems}");
    }
}
