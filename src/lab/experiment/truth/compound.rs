//! Bodies of several shapes: a weight on a rod that swings, a free dumbbell.

use super::known::{advance, first, run, scene, step_s, KnownCase, GRAVITY_M_S2};
use crate::lab::experiment::hanging::period_s;
use crate::lab::experiment::ExperimentError;
use crate::physics::method::Subject;
use glam::{DQuat, DVec3};
use serde_json::{json, Value};
use std::f64::consts::PI;

/// Radius, m, and density, kg/m³, of the balls, and the same of the rods that hold them: a kilogram,
/// which soft springs hold without giving way much.
const BALL_M: f64 = 0.1;
const BALL_KG_M3: f64 = 240.0;
const ROD_M: f64 = 0.02;
const ROD_KG_M3: f64 = 30.0;

/// The pendulum: length of the rod, m, and angle at which it is let go, rad.
const LENGTH_M: f64 = 1.0;
const START_RAD: f64 = 0.05;
const SWING_S: f64 = 20.0;
/// As for the small swing of a rod.
const PERIOD_TOLERANCE: f64 = 0.0015;

/// The dumbbell: half the distance of its balls, m, and its spin in its own axes, rad/s.
const HALF_M: f64 = 0.4;
const SPIN_RAD_S: DVec3 = DVec3::new(9.0, 4.0, 0.0);
const TURN_S: f64 = 5.0;
/// As for the attitude of an asymmetric top.
const AXIS_TOLERANCE_RAD: f64 = 0.005;

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    Ok(vec![pendulum()?, dumbbell()?])
}

/// Mass of a ball, kg, and its moment of inertia about its middle, kg m².
fn ball() -> (f64, f64) {
    let mass = BALL_KG_M3 * 4.0 / 3.0 * PI * BALL_M * BALL_M * BALL_M;
    (mass, 0.4 * mass * BALL_M * BALL_M)
}

/// Mass of a rod of that length, kg, and its moments of inertia along and across, kg m².
fn rod(length_m: f64) -> (f64, f64, f64) {
    let square = ROD_M * ROD_M;
    let mass = ROD_KG_M3 * PI * square * length_m;
    let across = mass * (3.0 * square + length_m * length_m) / 12.0;
    (mass, 0.5 * mass * square, across)
}

fn ball_at(position: [f64; 3]) -> Value {
    json!({"shape": {"sphere": {"radius_m": BALL_M}}, "position_m": position,
        "relative_density": BALL_KG_M3 / ROD_KG_M3})
}

/// A compound pendulum: a small swing takes `2π √(J / (m g d))`.
fn pendulum() -> Result<KnownCase, ExperimentError> {
    let ((of_ball, ball_moment), (of_rod, _, rod_moment)) = (ball(), rod(LENGTH_M));
    let mass = of_ball + of_rod;
    let to_ball = LENGTH_M + BALL_M;
    let centre = (of_ball * to_ball + of_rod * 0.5 * LENGTH_M) / mass;
    let about_end = ball_moment
        + of_ball * to_ball * to_ball
        + rod_moment
        + of_rod * 0.25 * LENGTH_M * LENGTH_M;
    // The swing is a little wide: the first term of the series in the angle.
    let wide = 1.0 + START_RAD * START_RAD / 16.0;
    let truth = 2.0 * PI * (about_end / (mass * GRAVITY_M_S2 * centre)).sqrt() * wide;
    let (sine, cosine) = (libm::sin(START_RAD), libm::cos(START_RAD));
    let scene = scene(
        "Weight on a rod",
        json!({
            "bodies": [{"id": 1, "density_kg_m3": ROD_KG_M3,
                "shape": {"compound": {"pieces": [
                    {"shape": {"cylinder": {"radius_m": ROD_M, "length_m": LENGTH_M}},
                        "position_m": [0, centre - 0.5 * LENGTH_M, 0]},
                    ball_at([0.0, centre - to_ball, 0.0])]}},
                "position_m": [centre * sine, -centre * cosine, 0],
                "orientation": [libm::cos(0.5 * START_RAD), 0, 0, libm::sin(0.5 * START_RAD)]}],
            "constraints": [{"id": 2, "kind": {"pin": {"a": {"world": [0, 0, 0]},
                "b": {"body": {"id": 1, "point_m": [0, centre, 0]}}}}}],
        }),
    )?;
    Ok(KnownCase {
        subject: Subject::Pendulum,
        what: "period of a compound pendulum, s",
        truth,
        known_from: "the moments of its pieces",
        tolerance: PERIOD_TOLERANCE * truth,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            let step_s = step_s(simulation);
            let mut ways = Vec::new();
            for _ in 0..(SWING_S / step_s).round() as usize {
                ways.push(first(simulation)?.position.x);
                advance(simulation)?;
            }
            period_s(&ways, step_s)
        }),
    })
}

/// A free dumbbell is a symmetric top: its axis goes round the angular momentum at its size over
/// the moment across.
fn dumbbell() -> Result<KnownCase, ExperimentError> {
    let ((of_ball, ball_moment), (_, rod_along, rod_across)) = (ball(), rod(2.0 * HALF_M));
    let along = 2.0 * ball_moment + rod_along;
    let across = 2.0 * (ball_moment + of_ball * HALF_M * HALF_M) + rod_across;
    let momentum = DVec3::new(along, across, across) * SPIN_RAD_S;
    let turn = momentum / across * TURN_S;
    let end = DQuat::from_axis_angle(turn.normalize_or(DVec3::Y), turn.length()) * DVec3::X;
    let rod = json!({"cylinder": {"radius_m": ROD_M, "length_m": 2.0 * HALF_M, "axis": "x"}});
    let scene = scene(
        "Dumbbell",
        json!({"gravity_m_s2": [0, 0, 0], "bodies": [{"id": 1, "density_kg_m3": ROD_KG_M3,
            "shape": {"compound": {"pieces": [
                {"shape": rod}, ball_at([-HALF_M, 0.0, 0.0]), ball_at([HALF_M, 0.0, 0.0])]}},
            "angular_velocity_deg_s": SPIN_RAD_S.to_array().map(f64::to_degrees)}]}),
    )?;
    Ok(KnownCase {
        subject: Subject::Top,
        what: "error of a dumbbell's axis after 5 s, rad",
        truth: 0.0,
        known_from: "the motion of a symmetric top",
        tolerance: AXIS_TOLERANCE_RAD,
        at_least: false,
        scene,
        measure: Box::new(move |_, simulation| {
            run(simulation, TURN_S)?;
            let axis = first(simulation)?.orientation * DVec3::X;
            Some(axis.angle_between(end))
        }),
    })
}
