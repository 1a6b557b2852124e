//! Limits that are cones: a limb at rest on the edge, and one that circles along it.

use crate::kit::advance;
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::constraint::{ConstraintRows, LimitModel};
use ragdoll_lab::physics::math::vector_from_rotation;
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::{Constraint, Level, World};
use ragdoll_lab::scene::{parse, Scene};
use serde_json::{json, Value};
use std::f64::consts::TAU;

const G: f64 = 9.81;
/// Distance of the middle of the limb from its joint, m.
const ARM_M: f64 = 0.3;
/// How well a limb at rest is on the edge, degrees.
const AT_EDGE_DEG: f64 = 0.1;

/// A limb on a ball joint below a body that is held, with a limit; `turn` is where it begins, and
/// `rate` how fast it turns, both vectors of the world.
fn limb(method: &str, limit: &Value, gravity: DVec3, damping: f64, start: [DVec3; 2]) -> Scene {
    let [turn, rate] = start;
    let half = 0.5 * turn;
    let axis = turn.normalize_or(DVec3::X) * half.length().sin();
    let orientation = [half.length().cos(), axis.x, axis.y, axis.z];
    let arm = glam::DQuat::from_scaled_axis(turn) * (DVec3::NEG_Y * ARM_M);
    let mut own = json!({"a": {"body": 1}, "b": {"body": 2}, "twist_axis": "y",
        "model": "cone", "rest": [1, 0, 0, 0]});
    let keys = own.as_object_mut().unwrap();
    keys.extend(limit.as_object().unwrap().clone());
    let scene = json!({
        "format": "ragdoll-scene", "version": 2, "gravity_m_s2": gravity.to_array(),
        "solver": {"substeps": 8, "iterations": 60, "linear_drag_per_s": 0, "angular_drag_per_s": damping,
            "joint_damping_per_s": 0, "sleeping": false},
        "bodies": [
            {"id": 1, "shape": {"box": {"size_m": [0.2, 0.2, 0.2]}}, "mass_kg": 1,
                "contact": {"none": {}}},
            {"id": 2, "shape": {"sphere": {"radius_m": 0.05}}, "mass_kg": 1,
                "contact": {"none": {}}, "position_m": arm.to_array(),
                "orientation": orientation, "velocity_m_s": rate.cross(arm).to_array(),
                "angular_velocity_deg_s": rate.to_array().map(f64::to_degrees)},
        ],
        "constraints": [
            {"id": 3, "kind": {"fixed": {"a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1}}}}},
            {"id": 4, "kind": {"pin": {"a": {"body": {"id": 1}},
                "b": {"body": {"id": 2, "point_m": [0, ARM_M, 0]}}}}},
            {"id": 5, "kind": {"angle-limit": own}},
        ],
    });
    let mut scene = parse(scene.to_string().as_bytes()).unwrap();
    let chosen = METHODS.iter().find(|known| known.id == method).unwrap();
    scene.solver.choose_method(chosen);
    scene
}

fn world(scene: &Scene) -> World {
    compile(scene).unwrap().0
}

/// Where the limb points, as the vector of the turn from straight down, rad.
fn swing(world: &World) -> DVec3 {
    let state = world.state();
    let [held, limb] = [0, 1].map(|body| state.bodies[body]);
    let relative = held.orientation.conjugate() * limb.orientation;
    let points = relative * DVec3::NEG_Y;
    vector_from_rotation(glam::DQuat::from_rotation_arc(DVec3::NEG_Y, points))
}

fn methods() -> impl Iterator<Item = &'static str> {
    let own = METHODS.iter().filter(|method| !method.companion);
    own.map(|method| method.id)
}

fn round(half_deg: f64) -> Value {
    json!({"limit_min_deg": [-half_deg, -90, -half_deg], "limit_max_deg": [half_deg, 90, half_deg]})
}

/// What is allowed of `impulse` besides, whose joints are springs, where both swings are held,
/// degrees.
const IMPULSE_GIVES_DEG: f64 = 0.5;

/// How far the joints of `impulse` give way under the pull at a stop of one angle, degrees; the
/// others give way by nothing.
fn sag_deg(method: &str) -> f64 {
    if method != "impulse" {
        return 0.0;
    }
    let mut bounds = round(40.0);
    bounds["model"] = json!("swing-twist");
    let mut world = world(&limb(method, &bounds, DVec3::X * G, 4.0, [DVec3::ZERO; 2]));
    advance(&mut world, 300);
    swing(&world).length().to_degrees() - 40.0
}

/// Pulled to the side, a limb comes to rest where the pull is, as far as the edge lets it; with
/// bounds of two swings it would go farther between the axes.
#[test]
fn a_limb_rests_on_the_edge_of_a_round_cone_wherever_it_is_pulled() {
    const HALF_DEG: f64 = 40.0;
    for method in methods() {
        let sag = sag_deg(method);
        for degrees in [0.0_f64, 30.0, 45.0, 160.0, 250.0] {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            let pull = DVec3::new(cosine, 0.0, sine);
            let start = [DVec3::ZERO; 2];
            let mut world = world(&limb(method, &round(HALF_DEG), pull * G, 4.0, start));
            advance(&mut world, 300);
            let found = swing(&world);
            let of = format!("{method}, {degrees}°");
            let off = found.length().to_degrees() - HALF_DEG - sag;
            assert!(off.abs() < AT_EDGE_DEG, "{of}: {off}° from the edge");
            // Straight down towards the pull.
            let about = DVec3::NEG_Y.cross(pull);
            let aside = found.normalize().cross(about).length().asin().to_degrees();
            assert!(aside < 0.5, "{of}: {aside}° aside");
        }
    }
}

/// The two swings `b` and `c` of a limb at rest satisfy `(b / A)² + (c / B)² = 1`, and its pull has
/// no part along the edge.
#[test]
fn a_limb_rests_on_the_ellipse_of_an_elliptic_cone() {
    const HALF_DEG: [f64; 2] = [50.0, 20.0];
    let limit = json!({"limit_min_deg": [-HALF_DEG[0], -90, -HALF_DEG[1]],
        "limit_max_deg": [HALF_DEG[0], 90, HALF_DEG[1]]});
    for method in methods() {
        let sag = match method {
            "impulse" => IMPULSE_GIVES_DEG,
            _ => 0.0,
        };
        for degrees in [0.0_f64, 40.0, 90.0, 200.0] {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            let pull = DVec3::new(cosine, 0.0, sine);
            let start = [DVec3::ZERO; 2];
            let mut world = world(&limb(method, &limit, pull * G, 4.0, start));
            advance(&mut world, 600);
            let found = swing(&world) * 1.0_f64.to_degrees();
            let [b, c] = [found.x / HALF_DEG[0], found.z / HALF_DEG[1]];
            let share = b.hypot(c);
            let slope = (b / HALF_DEG[0]).hypot(c / HALF_DEG[1]) / share;
            let off = (share - 1.0) / slope;
            assert!(
                off.abs() < AT_EDGE_DEG + sag,
                "{method}, {degrees}°: {off}°"
            );
        }
    }
}

/// Faster than a conical pendulum of this angle, `Ω² = g / (L cos α)` with the inertia of the ball,
/// a limb presses on the edge and circles along it at its speed.
#[test]
fn a_fast_limb_circles_along_the_edge() {
    const HALF_DEG: f64 = 30.0;
    let half = HALF_DEG.to_radians();
    let inertia = 0.4 * 0.05 * 0.05;
    let free = (G * ARM_M / ((ARM_M * ARM_M + inertia) * half.cos())).sqrt();
    let rate = 1.2 * free;
    let seconds = 1.0;
    for method in methods() {
        // It leans to x and goes round y, without turning about itself against that.
        let turn = DVec3::Z * half;
        let spin = DVec3::new(0.0, rate, 0.0) - swing_spin(half, rate);
        let scene = limb(
            method,
            &open_twist(HALF_DEG),
            DVec3::NEG_Y * G,
            0.0,
            [turn, spin],
        );
        let mut world = world(&scene);
        let mut most = 0.0_f64;
        for _ in 0..(60.0 * seconds) as u32 {
            advance(&mut world, 1);
            let off = swing(&world).length().to_degrees() - HALF_DEG;
            most = most.max(off.abs());
        }
        assert!(most < 0.5, "{method}: {most}° from the edge");
        // The edge takes what leads out of the speed of each substep: up to 15 % in a second.
        let place = world.state().bodies[1].position;
        let gone = (-place.z).atan2(place.x);
        let wanted = (rate * seconds) % TAU;
        let missing = (gone - wanted + 0.5 * TAU).rem_euclid(TAU) - 0.5 * TAU;
        assert!(
            missing.abs() < 0.15 * rate,
            "{method}: {missing} rad behind"
        );
    }
}

/// What is taken of the turn about y, so that nothing turns along the limb.
fn swing_spin(half: f64, rate: f64) -> DVec3 {
    let along = DVec3::new(half.sin(), -half.cos(), 0.0);
    along * along.dot(DVec3::Y * rate)
}

fn open_twist(half_deg: f64) -> Value {
    json!({"limit_min_deg": [-half_deg, -180, -half_deg],
        "limit_max_deg": [half_deg, 180, half_deg]})
}

/// The gradient of the room is the change of the room in small turns.
#[test]
fn the_gradient_of_a_cone_is_exact_at_its_edge() {
    let limit = json!({"limit_min_deg": [-20, -60, -30], "limit_max_deg": [70, 60, 10]});
    for share in [0.0, 0.15, 0.4, 0.7] {
        let (sine, cosine) = (TAU * share).sin_cos();
        // On the ellipse about the middle of the bounds.
        let turn = DVec3::new(25.0 + 45.0 * cosine, 0.0, -10.0 + 20.0 * sine);
        let turn = turn * 1.0_f64.to_radians();
        let world = world(&limb(
            "verlet",
            &limit,
            DVec3::ZERO,
            0.0,
            [turn, DVec3::ZERO],
        ));
        let model = world.model();
        let Constraint::AngleLimit(own) = &model.constraints[2] else {
            panic!("no limit");
        };
        let room = |state: &_| {
            own.cone_room(own.angles(state, LimitModel::Cone))
                .unwrap()
                .0
        };
        assert!(room(world.state()).abs() < 1e-9);
        let row = own.row(2, Level::Velocity, world.state(), &model.settings);
        let row = row.unwrap();
        for axis in DVec3::AXES {
            const TURN: f64 = 1e-6;
            let mut moved = world.state().clone();
            let orientation = moved.bodies[1].orientation;
            moved.bodies[1].orientation = glam::DQuat::from_scaled_axis(axis * TURN) * orientation;
            moved.bodies[1].angular_velocity = axis;
            let change = (room(&moved) - room(world.state())) / TURN;
            let mut still = world.state().clone();
            still.bodies[1].angular_velocity = axis;
            let rate = row.rate(&still).x;
            assert!((rate - change).abs() < 1e-4, "{share}: {rate} for {change}");
        }
    }
}

/// The papers know no cones.
#[test]
fn the_papers_refuse_cones_by_name() {
    let mut scene = limb("verlet", &round(30.0), DVec3::ZERO, 0.0, [DVec3::ZERO; 2]);
    let papers = METHODS.iter().find(|method| method.companion).unwrap();
    scene.solver.choose_method(papers);
    let errors = compile(&scene).err().unwrap();
    let said = format!("{errors:?}");
    assert!(said.contains("limits that are cones"), "{said}");
}
