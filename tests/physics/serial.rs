//! Several axes between two bodies: equations of Lagrange, integrated by themselves, under every
//! method that takes them.

use glam::{DMat3, DQuat, DVec3};
use ragdoll_lab::compile::flatten;
use ragdoll_lab::editor::Command;
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::method::{MethodInfo, METHODS};
use ragdoll_lab::physics::report::{joint_error, kinetic_energy, potential_energy};
use ragdoll_lab::physics::Constraint;
use ragdoll_lab::scene::{parse, ConstraintKind, Grip, Scene};
use serde_json::{json, Value};

const GRAVITY: f64 = 9.81;
/// A body of the shape of a thin rod along y: half its length, m, its mass, kg, and the moment of
/// inertia across it, kg·m².
const HALF_M: f64 = 0.5;
const MASS: f64 = 2.0;
const ACROSS: f64 = MASS * HALF_M * HALF_M / 3.0;

fn methods() -> impl Iterator<Item = &'static MethodInfo> {
    METHODS.iter().filter(|method| !method.companion)
}

/// One body that hangs from the world by some axes, in the units of a file.
fn scene(method: &'static MethodInfo, body: Value, a: [f64; 3], b: [f64; 3], axes: Value) -> Scene {
    let mut scene = parse(text(body, a, b, axes).as_bytes()).unwrap();
    scene.solver.choose_method(method);
    scene
}

/// How far a method may be off, rad or m: one that solves the rows as velocities and does not follow
/// the curves between is of first order (see the test of that).
fn allowed(method: &MethodInfo) -> f64 {
    match method.id {
        "multipliers" => 1e-5,
        "verlet" | "reduced" => 0.15,
        _ => 0.02,
    }
}

fn text(body: Value, a: [f64; 3], b: [f64; 3], axes: Value) -> String {
    let mut own = json!({"id": 1, "shape": {"box": {"size_m": [0.1, 1, 0.1]}}, "mass_kg": MASS,
        "inertia_kg_m2": [ACROSS, 0.02, ACROSS]});
    let places = own.as_object_mut().unwrap();
    places.extend(body.as_object().unwrap().clone());
    json!({"format": "ragdoll-scene", "version": 2,
        "solver": {"rate_hz": 240, "substeps": 8, "iterations": 20, "linear_drag_per_s": 0,
            "angular_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": false},
        "bodies": [own],
        "constraints": [{"id": 2, "kind": {"serial": {"a": {"world": a},
            "b": {"body": {"id": 1, "point_m": b}}, "axes": axes}}}]})
    .to_string()
}

fn slide(axis: [f64; 3]) -> Value {
    json!({"slide": {"axis": axis}})
}

fn hinge(axis: [f64; 3], offset: [f64; 3]) -> Value {
    json!({"hinge": {"axis": axis, "offset_m": offset}})
}

fn run(simulation: &mut Simulation, seconds: f64) {
    for _ in 0..(seconds * 240.0).round() as u32 {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
}

fn energy(simulation: &Simulation) -> f64 {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    kinetic_energy(model, state) + potential_energy(model, state)
}

/// The coordinates of the only joint.
fn values(simulation: &Simulation) -> Vec<f64> {
    let world = &simulation.world;
    match &world.model().constraints[0] {
        Constraint::Serial(serial) => serial.linkage.values(world.state()).to_vec(),
        other => panic!("{}", other.kind_name()),
    }
}

/// Coordinates and rates after some seconds of equations `q̈ = f(q, q̇)`, by Runge-Kutta of
/// fourth order in steps of 50 µs: right to ten digits.
fn integrated<const N: usize>(
    seconds: f64,
    mut q: [f64; N],
    mut v: [f64; N],
    f: impl Fn([f64; N], [f64; N]) -> [f64; N],
) -> [f64; N] {
    let h = 5e-5;
    let plus = |a: [f64; N], b: [f64; N], h: f64| std::array::from_fn(|k| a[k] + h * b[k]);
    for _ in 0..(seconds / h).round() as u32 {
        let (q1, a1) = (v, f(q, v));
        let (q2, a2) = (
            plus(v, a1, 0.5 * h),
            f(plus(q, q1, 0.5 * h), plus(v, a1, 0.5 * h)),
        );
        let (q3, a3) = (
            plus(v, a2, 0.5 * h),
            f(plus(q, q2, 0.5 * h), plus(v, a2, 0.5 * h)),
        );
        let (q4, a4) = (plus(v, a3, h), f(plus(q, q3, h), plus(v, a3, h)));
        let mean = |a: [f64; N], b: [f64; N], c: [f64; N], d: [f64; N]| -> [f64; N] {
            std::array::from_fn(|k| (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]) / 6.0)
        };
        q = plus(q, mean(q1, q2, q3, q4), h);
        v = plus(v, mean(a1, a2, a3, a4), h);
    }
    q
}

/// Two slides and a hinge leave a body free in their plane: it falls as a stone and goes on
/// turning, and stays in the plane.
#[test]
fn a_planar_root_falls_freely() {
    let axes = json!([
        slide([1.0, 0.0, 0.0]),
        slide([0.0, 1.0, 0.0]),
        hinge([0.0, 0.0, 1.0], [0.0; 3])
    ]);
    let body = json!({"position_m": [0, -0.3, 0], "velocity_m_s": [1.5, 2, 0],
        "angular_velocity_deg_s": [0, 0, 200]});
    for method in methods() {
        let scene = scene(
            method,
            body.clone(),
            [0.0; 3],
            [0.0, 0.3, 0.0],
            axes.clone(),
        );
        let mut simulation = Simulation::new(&scene).unwrap();
        run(&mut simulation, 1.0);
        let own = simulation.world.state().bodies[0];
        let truth = DVec3::new(1.5, -0.3 + 2.0 - 0.5 * GRAVITY, 0.0);
        let (off, turn) = (own.position.distance(truth), values(&simulation)[2]);
        let error = joint_error(simulation.world.model(), simulation.world.state());
        println!(
            "{}: {off:.2e} m, {:.2e} rad, joint {error:?}",
            method.id,
            turn - 200f64.to_radians()
        );
        // Half of what gravity gives in a substep comes a substep early.
        let early = 0.5 * GRAVITY / (240.0 * 8.0);
        assert!(off < 1.01 * early, "{}: {off} m off", method.id);
        assert!(
            (turn - 200f64.to_radians()).abs() < 2e-3,
            "{}: {turn}",
            method.id
        );
    }
}

/// A pendulum on a slide without mass: nothing pushes its centre sideways, so that it falls
/// straight down and up again.
#[test]
fn a_pendulum_on_a_slide_swings_about_its_centre() {
    let axes = json!([slide([1.0, 0.0, 0.0]), hinge([0.0, 0.0, 1.0], [0.0; 3])]);
    let start = 1.0_f64;
    let turned = DQuat::from_rotation_z(start);
    let hung = turned * DVec3::NEG_Y * HALF_M;
    let body = json!({"position_m": hung.to_array(), "orientation": [turned.w, turned.x, turned.y, turned.z]});
    let axes = {
        let mut axes = axes;
        axes[1]["hinge"]["start_deg"] = json!(start.to_degrees());
        axes
    };
    let [expected] = integrated(2.0, [start], [0.0], |[q], [v]| {
        let (s, c) = q.sin_cos();
        let arm = MASS * HALF_M * HALF_M;
        [-(arm * s * c * v * v + MASS * GRAVITY * HALF_M * s) / (ACROSS + arm * s * s)]
    });
    let slid = hung.x - HALF_M * expected.sin();
    for method in methods() {
        let scene = scene(
            method,
            body.clone(),
            [0.0; 3],
            [0.0, HALF_M, 0.0],
            axes.clone(),
        );
        let mut simulation = Simulation::new(&scene).unwrap();
        let before = energy(&simulation);
        run(&mut simulation, 2.0);
        let found = values(&simulation);
        let lost = (energy(&simulation) - before) / (MASS * GRAVITY * HALF_M);
        let error = joint_error(simulation.world.model(), simulation.world.state());
        println!(
            "{}: {found:?} for [{slid}, {expected}], energy {lost:.2e}, joint {error:?}",
            method.id
        );
        assert!(
            (found[1] - expected).abs() < allowed(method),
            "{}: {found:?}",
            method.id
        );
        assert!(
            (found[0] - slid).abs() < allowed(method),
            "{}: {found:?}",
            method.id
        );
        assert!(lost.abs() < allowed(method), "{}: {lost}", method.id);
    }
}

/// A pendulum that hangs from a link without mass: the double pendulum's equations with nothing
/// in the first bob.
#[test]
fn two_hinges_apart_are_a_double_pendulum() {
    const LINK_M: f64 = 0.4;
    let axes = json!([
        hinge([0.0, 0.0, 1.0], [0.0; 3]),
        hinge([0.0, 0.0, 1.0], [0.0, -LINK_M, 0.0])
    ]);
    let start = [0.7_f64, -0.4];
    let mut turning = axes;
    turning[0]["hinge"]["start_deg"] = json!(start[0].to_degrees());
    turning[1]["hinge"]["start_deg"] = json!((start[1] - start[0]).to_degrees());
    let second = DQuat::from_rotation_z(start[0]) * DVec3::NEG_Y * LINK_M;
    let turned = DQuat::from_rotation_z(start[1]);
    let centre = second + turned * DVec3::NEG_Y * HALF_M;
    let body = json!({"position_m": centre.to_array(), "orientation": [turned.w, turned.x, turned.y, turned.z]});
    let truth = integrated(2.0, start, [0.0; 2], |[p, q], [u, v]| {
        let (s, c) = (p - q).sin_cos();
        let (a, b) = (MASS * LINK_M * LINK_M, MASS * LINK_M * HALF_M * c);
        let d = ACROSS + MASS * HALF_M * HALF_M;
        let arm = MASS * LINK_M * HALF_M * s;
        let f = [
            -arm * v * v - MASS * GRAVITY * LINK_M * p.sin(),
            arm * u * u - MASS * GRAVITY * HALF_M * q.sin(),
        ];
        let det = a * d - b * b;
        [(d * f[0] - b * f[1]) / det, (a * f[1] - b * f[0]) / det]
    });
    for method in methods() {
        // The point of the body is at that of the world where both are 0.
        let scene = scene(
            method,
            body.clone(),
            [0.0; 3],
            [0.0, HALF_M + LINK_M, 0.0],
            turning.clone(),
        );
        let mut simulation = Simulation::new(&scene).unwrap();
        let before = energy(&simulation);
        run(&mut simulation, 2.0);
        let found = values(&simulation);
        let found = [found[0], found[0] + found[1]];
        let lost = (energy(&simulation) - before) / (MASS * GRAVITY * HALF_M);
        let error = joint_error(simulation.world.model(), simulation.world.state());
        println!(
            "{}: {found:?} for {truth:?}, energy {lost:.2e}, joint {error:?}",
            method.id
        );
        for k in 0..2 {
            assert!(
                (found[k] - truth[k]).abs() < allowed(method),
                "{}: {found:?}",
                method.id
            );
        }
        assert!(lost.abs() < allowed(method), "{}: {lost}", method.id);
    }
}

/// Where an ankle of two skew hinges has its foot: its pose at two angles, worked out by matrices.
fn ankle_pose([p, q]: [f64; 2]) -> (DVec3, DMat3) {
    let first = DMat3::from_axis_angle(DVec3::X, p);
    let second = DMat3::from_axis_angle(ankle_axis(), q);
    let (one, other) = (DVec3::new(0.0, 0.05, 0.0), DVec3::new(0.0, -0.06, 0.02));
    let from_second = |point: DVec3| other + second * (point - other);
    let from_first = |point: DVec3| one + first * (point - one);
    (
        from_first(from_second(DVec3::NEG_Y * HALF_M)),
        first * second,
    )
}

fn ankle_axis() -> DVec3 {
    DVec3::new(0.1, 0.4, 1.0).normalize()
}

/// An ankle whose two hinges do not meet, with its mass matrix from differences of its poses.
#[test]
fn an_ankle_of_two_skew_hinges_swings_as_lagrange_says() {
    let inertia = DVec3::new(ACROSS, 0.02, ACROSS);
    let small = 1e-5;
    let matrix = |q: [f64; 2]| {
        let (_, now) = ankle_pose(q);
        let rates = [0, 1].map(|k| {
            let at = |by: f64| {
                ankle_pose(std::array::from_fn(|j| {
                    q[j] + if j == k { by } else { 0.0 }
                }))
            };
            let ((p0, r0), (p1, r1)) = (at(-small), at(small));
            let spin = (r1 - r0) * now.transpose() * (0.5 / small);
            let spin = DVec3::new(
                0.5 * (spin.y_axis.z - spin.z_axis.y),
                0.5 * (spin.z_axis.x - spin.x_axis.z),
                0.5 * (spin.x_axis.y - spin.y_axis.x),
            );
            ((p1 - p0) * (0.5 / small), now.transpose() * spin)
        });
        let of =
            |a: (DVec3, DVec3), b: (DVec3, DVec3)| MASS * a.0.dot(b.0) + (a.1 * inertia).dot(b.1);
        [
            [of(rates[0], rates[0]), of(rates[0], rates[1])],
            [of(rates[1], rates[0]), of(rates[1], rates[1])],
        ]
    };
    let forces = |q: [f64; 2], v: [f64; 2]| {
        let wide = 1e-3;
        let shifted =
            |k: usize, by: f64| std::array::from_fn(|j| q[j] + if j == k { by } else { 0.0 });
        let slope = [0, 1].map(|k| {
            let (a, b) = (matrix(shifted(k, -wide)), matrix(shifted(k, wide)));
            std::array::from_fn::<_, 2, _>(|i| {
                std::array::from_fn::<_, 2, _>(|j| (b[i][j] - a[i][j]) * (0.5 / wide))
            })
        });
        let weight = [0, 1].map(|k| {
            MASS * GRAVITY
                * (ankle_pose(shifted(k, small)).0.y - ankle_pose(shifted(k, -small)).0.y)
                * (0.5 / small)
        });
        let f: [f64; 2] = std::array::from_fn(|k| {
            let mut sum = -weight[k];
            for i in 0..2 {
                for j in 0..2 {
                    sum += (0.5 * slope[k][i][j] - slope[j][k][i]) * v[i] * v[j];
                }
            }
            sum
        });
        let m = matrix(q);
        let det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        [
            (m[1][1] * f[0] - m[0][1] * f[1]) / det,
            (m[0][0] * f[1] - m[1][0] * f[0]) / det,
        ]
    };
    let start = [0.8, -0.5];
    // A coarser step than elsewhere: each takes many poses.
    let truth = {
        let (mut q, mut v, h) = (start, [0.0; 2], 1e-3);
        let plus = |a: [f64; 2], b: [f64; 2], h: f64| [a[0] + h * b[0], a[1] + h * b[1]];
        for _ in 0..1000 {
            let (q1, a1) = (v, forces(q, v));
            let (q2, a2) = (
                plus(v, a1, 0.5 * h),
                forces(plus(q, q1, 0.5 * h), plus(v, a1, 0.5 * h)),
            );
            let (q3, a3) = (
                plus(v, a2, 0.5 * h),
                forces(plus(q, q2, 0.5 * h), plus(v, a2, 0.5 * h)),
            );
            let (q4, a4) = (plus(v, a3, h), forces(plus(q, q3, h), plus(v, a3, h)));
            for k in 0..2 {
                q[k] += h / 6.0 * (q1[k] + 2.0 * q2[k] + 2.0 * q3[k] + q4[k]);
                v[k] += h / 6.0 * (a1[k] + 2.0 * a2[k] + 2.0 * a3[k] + a4[k]);
            }
        }
        q
    };
    let (centre, turned) = ankle_pose(start);
    let turned = DQuat::from_mat3(&turned);
    let mut axes = json!([
        hinge([1.0, 0.0, 0.0], [0.0, 0.05, 0.0]),
        hinge(ankle_axis().to_array(), [0.0, -0.06, 0.02])
    ]);
    axes[0]["hinge"]["start_deg"] = json!(start[0].to_degrees());
    axes[1]["hinge"]["start_deg"] = json!(start[1].to_degrees());
    let body = json!({"position_m": centre.to_array(), "orientation": [turned.w, turned.x, turned.y, turned.z]});
    for method in methods() {
        let scene = scene(
            method,
            body.clone(),
            [0.0; 3],
            [0.0, HALF_M, 0.0],
            axes.clone(),
        );
        let mut simulation = Simulation::new(&scene).unwrap();
        let began = values(&simulation);
        assert!(
            (began[0] - start[0]).abs() + (began[1] - start[1]).abs() < 1e-6,
            "{began:?}"
        );
        let before = energy(&simulation);
        run(&mut simulation, 1.0);
        let found = values(&simulation);
        let lost = (energy(&simulation) - before) / (MASS * GRAVITY * HALF_M);
        let error = joint_error(simulation.world.model(), simulation.world.state());
        println!(
            "{}: {found:?} for {truth:?}, energy {lost:.2e}, joint {error:?}",
            method.id
        );
        for k in 0..2 {
            assert!(
                (found[k] - truth[k]).abs() < allowed(method),
                "{}: {found:?}",
                method.id
            );
        }
        assert!(lost.abs() < allowed(method), "{}: {lost}", method.id);
    }
}

/// A slide stops at its end without a rebound, and its spring carries the weight.
#[test]
fn limits_stop_and_springs_carry() {
    for method in methods() {
        let mut axes = json!([slide([0.0, 1.0, 0.0]), hinge([0.0, 0.0, 1.0], [0.0; 3])]);
        axes[0]["slide"]["limit_min_m"] = json!(-0.4);
        let body = json!({"position_m": [0, 0, 0]});
        let stopped = scene(method, body.clone(), [0.0; 3], [0.0; 3], axes.clone());
        let mut simulation = Simulation::new(&stopped).unwrap();
        run(&mut simulation, 1.5);
        let way = values(&simulation)[0];
        println!("{}: stops at {way}", method.id);
        assert!((way + 0.4).abs() < 3e-3, "{}: {way}", method.id);
        axes[0]["slide"]["drive"] =
            json!({"spring": {"stiffness_n_per_m": 200, "damping_n_s_per_m": 40}});
        axes[1]["hinge"]["drive"] = json!({"motor": {"speed_deg_s": 720}});
        let carried = scene(method, body, [0.0; 3], [0.0; 3], axes);
        let mut simulation = Simulation::new(&carried).unwrap();
        run(&mut simulation, 4.0);
        let found = values(&simulation);
        println!("{}: {found:?}", method.id);
        let sag = -MASS * GRAVITY / 200.0;
        assert!(
            (found[0] - sag).abs() < 1e-3,
            "{}: {found:?} for {sag}",
            method.id
        );
        // Eight turns, each counted; the motor starts within a step.
        let turns = 4.0 * 720f64.to_radians();
        assert!((found[1] - turns).abs() < 0.1, "{}: {found:?}", method.id);
    }
}

/// What is not exact is of first order: a quarter of the substep leaves a quarter of the error.
#[test]
fn errors_fall_with_the_substep() {
    let axes = json!([slide([1.0, 0.0, 0.0]), hinge([0.0, 0.0, 1.0], [0.0; 3])]);
    let body = json!({"position_m": [0, -HALF_M, 0], "angular_velocity_deg_s": [0, 0, 150]});
    for method in methods().filter(|method| matches!(method.id, "verlet" | "reduced")) {
        let lost = [8, 32].map(|substeps| {
            let mut scene = scene(
                method,
                body.clone(),
                [0.0; 3],
                [0.0, HALF_M, 0.0],
                axes.clone(),
            );
            scene.solver.substeps = Some(substeps);
            let mut simulation = Simulation::new(&scene).unwrap();
            let before = energy(&simulation);
            run(&mut simulation, 1.0);
            energy(&simulation) - before
        });
        println!("{}: {lost:?} J", method.id);
        let ratio = lost[0] / lost[1];
        assert!((3.5..4.5).contains(&ratio), "{}: {lost:?}", method.id);
    }
}

/// The same joint seen from its other side moves the same bodies alike.
#[test]
fn sides_can_be_swapped() {
    let method = METHODS
        .iter()
        .find(|method| method.id == "multipliers")
        .unwrap();
    let mut axes = json!([
        hinge([1.0, 0.0, 0.0], [0.0, 0.05, 0.0]),
        hinge(ankle_axis().to_array(), [0.0, -0.06, 0.02]),
        slide([0.0, 0.0, 1.0])
    ]);
    axes[0]["hinge"]["limit_max_deg"] = json!(20);
    axes[1]["hinge"]["drive"] = json!({"spring": {"stiffness_n_m_per_rad": 3, "target_deg": 40}});
    axes[2]["slide"]["limit_min_m"] = json!(-0.1);
    let body = json!({"position_m": [0, -HALF_M, 0], "angular_velocity_deg_s": [100, 0, 50]});
    let own = scene(method, body, [0.0; 3], [0.0, HALF_M, 0.0], axes);
    let mut swapped = own.clone();
    Command::SwapJoint(2).apply(&mut swapped).unwrap();
    let ConstraintKind::Serial(joint) = &swapped.constraints[0].kind else {
        panic!("{:?}", swapped.constraints);
    };
    assert!(matches!(joint.a, Grip::Body { .. }), "{joint:?}");
    let mut both = [own, swapped].map(|scene| Simulation::new(&scene).unwrap());
    both.iter_mut().for_each(|simulation| run(simulation, 1.0));
    let [one, other] = both.map(|simulation| simulation.world.state().bodies[0]);
    println!("{} m apart", one.position.distance(other.position));
    assert!(
        one.position.distance(other.position) < 1e-4,
        "{one:?} {other:?}"
    );
}

/// A run goes on from a saved scene with the coordinates that it had, whole turns among them.
#[test]
fn a_saved_state_keeps_the_coordinates() {
    let method = METHODS.iter().find(|method| method.id == "verlet").unwrap();
    let mut axes = json!([
        slide([0.0, 1.0, 0.0]),
        hinge([0.0, 0.0, 1.0], [0.1, 0.0, 0.0])
    ]);
    axes[1]["hinge"]["drive"] = json!({"motor": {"speed_deg_s": 720}});
    let own = scene(method, json!({}), [0.0; 3], [0.0; 3], axes);
    let mut simulation = Simulation::new(&own).unwrap();
    run(&mut simulation, 1.0);
    let before = values(&simulation);
    let saved = flatten(&own, &simulation.world, &simulation.map, &[]);
    let again = Simulation::new(&saved).unwrap();
    for (before, after) in before.iter().zip(values(&again)) {
        assert!((before - after).abs() < 1e-9, "{before} {after}");
    }
    assert!(before[1] > 10.0, "{before:?}");
}

/// Axes that only repeat others have no coordinates of their own, and six are all there are.
#[test]
fn what_has_no_coordinates_is_refused_with_its_place() {
    let refused = |axes: Value| {
        let text = text(json!({}), [0.0; 3], [0.0; 3], axes);
        match parse(text.as_bytes()) {
            Ok(scene) => match Simulation::new(&scene) {
                Ok(_) => panic!("it was taken"),
                Err(error) => format!("{error:?}"),
            },
            Err(error) => format!("{error:?}"),
        }
    };
    let twice = refused(json!([
        hinge([0.0, 0.0, 1.0], [0.0; 3]),
        hinge([0.0, 0.0, 1.0], [0.0, 0.0, 0.3])
    ]));
    assert!(
        twice.contains("constraints[0].kind.serial.axes[1].hinge"),
        "{twice}"
    );
    let none = refused(json!([]));
    assert!(none.contains("constraints[0].kind.serial.axes"), "{none}");
    let many = refused(Value::Array(vec![slide([1.0, 0.0, 0.0]); 7]));
    assert!(many.contains("at most 6"), "{many}");
}
