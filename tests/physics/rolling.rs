//! Rolling without slip against closed forms: a ball and a cylinder on a slope, a disc in a circle.

use crate::kit::advance;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::report::{kinetic_energy, potential_energy};
use ragdoll_lab::physics::{BodyState, World};
use ragdoll_lab::scene;
use serde_json::{json, Value};

const RADIUS_M: f64 = 0.3;
const KG: f64 = 2.0;
const WIDTH_M: f64 = 0.02;
const G: f64 = 9.81;

fn scene(method: &str, shape: &Value, normal: DVec3, start: &BodyState) -> Result<World, String> {
    let DQuat { x, y, z, w } = start.orientation;
    let scene = json!({
        "format": "ragdoll-scene", "version": 2,
        "solver": {
            "method": method, "linear_drag_per_s": 0, "angular_drag_per_s": 0, "sleeping": false
        },
        "bodies": [{
            "id": 1, "mass_kg": KG, "shape": shape, "position_m": start.position.to_array(),
            "orientation": [w, x, y, z], "velocity_m_s": start.velocity.to_array(),
            "angular_velocity_deg_s": start.angular_velocity.to_array().map(f64::to_degrees)
        }],
        "constraints": [{"id": 2, "kind": {"guide": {
            "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1}}, "on": "rolling",
            "axis": normal.to_array()
        }}}]
    });
    let scene = scene::parse(scene.to_string().as_bytes()).map_err(|e| e.to_string())?;
    let world = compile(&scene).map_err(|errors| errors[0].to_string())?;
    Ok(world.0)
}

/// Kinetic and potential, J.
fn energy(world: &World) -> f64 {
    let (model, state) = (world.model(), world.state());
    kinetic_energy(model, state) + potential_energy(model, state)
}

fn ball() -> Value {
    json!({"sphere": {"radius_m": RADIUS_M}})
}

fn disc() -> Value {
    json!({"cylinder": {"radius_m": RADIUS_M, "length_m": WIDTH_M, "axis": "z"}})
}

fn at_rest(position: DVec3) -> BodyState {
    BodyState {
        position,
        orientation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    }
}

/// `a = g sin α / (1 + I / m r²)`: 5/7 of g sin α for a ball, 2/3 for a cylinder. Both turn as
/// they roll.
#[test]
fn a_ball_and_a_cylinder_roll_down_a_slope() {
    let angle = 0.5_f64;
    let normal = DVec3::new(angle.sin(), angle.cos(), 0.0);
    let down = DVec3::new(angle.cos(), -angle.sin(), 0.0);
    for (shape, share) in [(ball(), 5.0 / 7.0), (disc(), 2.0 / 3.0)] {
        let mut world = scene("multipliers", &shape, normal, &at_rest(normal * RADIUS_M)).unwrap();
        advance(&mut world, 120);
        let body = &world.state().bodies[0];
        let way = (body.position - normal * RADIUS_M).dot(down);
        let seconds = 120.0 * world.model().settings.common.step_s;
        let expected = 0.5 * share * G * angle.sin() * seconds * seconds;
        println!("{share:.3}: {way} m, expected {expected} m");
        assert!((way / expected - 1.0).abs() < 1e-9, "{way} {expected}");
        let slip = body.velocity - body.angular_velocity.cross(normal) * RADIUS_M;
        assert!(slip.length() < 1e-9, "{slip}");
        assert!((body.position.dot(normal) - RADIUS_M).abs() < 1e-9);
    }
}

/// A ball that rolls on level ground goes straight on for ever, whatever it spins about the
/// vertical, which is no slip.
#[test]
fn a_ball_rolls_straight_on() {
    let spin = DVec3::new(1.0, 4.0, -2.0);
    let velocity = spin.cross(DVec3::Y) * RADIUS_M;
    let start = BodyState {
        velocity,
        angular_velocity: spin,
        ..at_rest(DVec3::Y * RADIUS_M)
    };
    let mut world = scene("multipliers", &ball(), DVec3::Y, &start).unwrap();
    let before = energy(&world);
    advance(&mut world, 600);
    let seconds = 600.0 * world.model().settings.common.step_s;
    let body = &world.state().bodies[0];
    let expected = start.position + velocity * seconds;
    assert!(
        (body.position - expected).length() < 1e-9,
        "{}",
        body.position
    );
    assert!((body.angular_velocity - spin).length() < 1e-9);
    let after = energy(&world);
    assert!((after / before - 1.0).abs() < 1e-12);
}

/// A disc that leans rolls in a circle. With θ between its axis and the vertical, Ω of the lean
/// about the vertical, ω₃ about the axis, A and C the moments of inertia,
/// `(C + m r²) Ω ω₃ sin θ = (A Ω² sin θ − m g r) cos θ`; its centre has the speed r ω₃.
#[test]
fn a_disc_that_leans_rolls_in_its_circle() {
    let (lean, turning) = (1.2_f64, 1.0);
    let (sin, cos) = (lean.sin(), lean.cos());
    let along = 0.5 * KG * RADIUS_M * RADIUS_M;
    let across = KG * (3.0 * RADIUS_M * RADIUS_M + WIDTH_M * WIDTH_M) / 12.0;
    let spin = (across * turning * turning * sin - KG * G * RADIUS_M) * cos
        / ((along + KG * RADIUS_M * RADIUS_M) * turning * sin);
    // The axis in the plane of y and z; the way up from the rim to the centre across it.
    let axis = DVec3::new(0.0, cos, sin);
    let up = DVec3::new(0.0, sin, -cos);
    let velocity = axis.cross(up) * (RADIUS_M * spin);
    let circle = RADIUS_M * spin / turning;
    let start = BodyState {
        position: up * RADIUS_M,
        orientation: DQuat::from_rotation_arc(DVec3::Z, axis),
        velocity,
        angular_velocity: axis * spin + up * (turning * sin),
    };
    let mut world = scene("multipliers", &disc(), DVec3::Y, &start).unwrap();
    let middle = start.position + DVec3::Y.cross(velocity) / turning;
    let before = energy(&world);
    let step_s = world.model().settings.common.step_s;
    let lap = (std::f64::consts::TAU / turning / step_s).round() as u32;
    let (mut off, mut leaned) = (0.0_f64, 0.0_f64);
    for _ in 0..lap {
        advance(&mut world, 1);
        let body = &world.state().bodies[0];
        off = off.max((body.position.distance(middle) - circle.abs()).abs());
        leaned = leaned.max(((body.orientation * DVec3::Z).y - cos).abs());
    }
    let after = energy(&world);
    println!(
        "circle of {circle} m, off by {off} m at most; lean by {leaned}; energy {:e}",
        after / before - 1.0
    );
    // After a lap it is where it began, but for the part of a step that a lap does not have.
    let body = &world.state().bodies[0];
    let ahead = f64::from(lap) * step_s - std::f64::consts::TAU / turning;
    let turned = DQuat::from_rotation_y(turning * ahead) * (start.position - middle) + middle;
    let missed = body.position.distance(turned);
    println!(
        "missed by {missed} m after {:.2} m",
        circle.abs() * std::f64::consts::TAU
    );
    assert!(off < 1e-6 && leaned < 1e-6, "{off} {leaned}");
    assert!(missed < 1e-5, "{missed}");
    assert!((after / before - 1.0).abs() < 1e-9);
}

/// A disc that was pushed wobbles, and neither slips nor loses energy meanwhile.
#[test]
fn a_disc_that_wobbles_keeps_its_energy() {
    let start = BodyState {
        orientation: DQuat::from_rotation_x(0.2),
        ..at_rest(DQuat::from_rotation_x(0.2) * DVec3::Y * RADIUS_M)
    };
    let spin = start.orientation * DVec3::new(0.3, 0.5, 8.0);
    let start = BodyState {
        velocity: spin.cross(start.position),
        angular_velocity: spin,
        ..start
    };
    let mut world = scene("multipliers", &disc(), DVec3::Y, &start).unwrap();
    let before = energy(&world);
    let mut worst = 0.0_f64;
    let mut slipped = 0.0_f64;
    for _ in 0..600 {
        advance(&mut world, 1);
        let after = energy(&world);
        worst = worst.max((after / before - 1.0).abs());
        let body = &world.state().bodies[0];
        let axis = body.orientation * DVec3::Z;
        let up = (DVec3::Y - axis * axis.y).normalize();
        let slip = body.velocity - body.angular_velocity.cross(up) * RADIUS_M;
        slipped = slipped.max(slip.length());
    }
    println!("energy changes by {worst:e} of it at most, slip {slipped:e} m/s");
    assert!(worst < 1e-6, "{worst}");
    assert!(slipped < 1e-6, "{slipped}");
}

#[test]
fn what_cannot_roll_is_refused_by_name() {
    let start = at_rest(DVec3::Y * RADIUS_M);
    for method in ["verlet", "impulse", "springs", "reduced", "paper"] {
        let refused = scene(method, &ball(), DVec3::Y, &start).err().unwrap();
        assert!(
            refused.contains("rolling without slip") || method == "paper",
            "{refused}"
        );
        assert!(refused.contains("constraints[0]"), "{refused}");
    }
    let cube = json!({"box": {"size_m": [1, 1, 1]}});
    let refused = scene("multipliers", &cube, DVec3::Y, &start).err().unwrap();
    assert!(
        refused.contains("only a ball or a cylinder rolls"),
        "{refused}"
    );
}
