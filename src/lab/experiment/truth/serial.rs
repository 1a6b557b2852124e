//! Several axes between a body and the world, one after another: a pendulum on a slide, a double
//! pendulum whose first rod has no mass, an ankle of two hinges that do not meet.

use super::known::{energy_change, none_of, run, scene, KnownCase, GRAVITY_M_S2};
use crate::lab::experiment::exact::bar::Bar;
use crate::lab::experiment::ExperimentError;
use crate::lab::simulation::Simulation;
use crate::physics::method::Subject;
use crate::physics::Constraint;
use glam::{DQuat, DVec3};
use serde_json::{json, Value};

const LAGRANGE: &str = "Lagrange's equations";
/// A bar: its mass, kg, half its length, m, and its moments of inertia across and along, kg m².
const BAR_KG: f64 = 2.0;
const HALF_M: f64 = 0.5;
const ACROSS_KG_M2: f64 = BAR_KG * HALF_M * HALF_M / 3.0;
const ALONG_KG_M2: f64 = 0.02;
const BAR: Bar = Bar {
    mass_kg: BAR_KG,
    to_centre_m: HALF_M,
    inertia_kg_m2: ACROSS_KG_M2,
    gravity_m_s2: GRAVITY_M_S2,
};
/// How long it swings, s, and how near the angle has to be: 1 % of a swing of one radian.
const SWING_S: f64 = 2.0;
const ANGLE_TOLERANCE_RAD: f64 = 0.01;

/// The angle from which the pendulum on a slide is let go, rad.
const SLIDE_START_RAD: f64 = 1.0;
/// The rod without mass, m, and the angles of both from the vertical, rad.
const ROD_M: f64 = 0.4;
const DOUBLE_START_RAD: [f64; 2] = [0.7, -0.4];

/// The ankle: its angles at the start, rad, and for how long its energy is watched, s.
const ANKLE_START_RAD: [f64; 2] = [0.8, -0.5];
const ANKLE_S: f64 = 10.0;
/// Of the largest kinetic energy.
const ENERGY_TOLERANCE: f64 = 0.01;

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    Ok(vec![on_slide()?, double()?, ankle()?])
}

/// A bar that hangs from the world by some axes, with this point of it at the origin where all
/// coordinates are 0.
fn hung(position: DVec3, turn: DQuat, point_m: [f64; 3], axes: Value) -> Value {
    json!({
        "bodies": [{"id": 1, "shape": {"box": {"size_m": [0.1, 2.0 * HALF_M, 0.1]}},
            "contact": {"none": {}}, "mass_kg": BAR_KG,
            "inertia_kg_m2": [ACROSS_KG_M2, ALONG_KG_M2, ACROSS_KG_M2],
            "position_m": position.to_array(), "orientation": [turn.w, turn.x, turn.y, turn.z]}],
        "constraints": [{"id": 2, "kind": {"serial": {"a": {"world": [0, 0, 0]},
            "b": {"body": {"id": 1, "point_m": point_m}}, "axes": axes}}}],
    })
}

fn hinge(axis: [f64; 3], offset_m: [f64; 3], start_rad: f64) -> Value {
    json!({"hinge": {"axis": axis, "offset_m": offset_m, "start_deg": start_rad.to_degrees()}})
}

/// A turn about z.
fn about_z(angle: f64) -> DQuat {
    DQuat::from_xyzw(0.0, 0.0, libm::sin(0.5 * angle), libm::cos(0.5 * angle))
}

/// The sum of the last so many coordinates of the only joint, rad.
fn last_angles(simulation: &Simulation, count: usize) -> Option<f64> {
    let world = &simulation.world;
    match world.model().constraints.first()? {
        Constraint::Serial(serial) => {
            let values = serial.linkage.values(world.state());
            Some(values.iter().rev().take(count).sum())
        }
        _ => None,
    }
}

/// Nothing pushes the centre of the bar sideways, so that it goes straight up and down.
fn on_slide() -> Result<KnownCase, ExperimentError> {
    let truth = BAR.on_slide_rad(SLIDE_START_RAD, SWING_S);
    let turn = about_z(SLIDE_START_RAD);
    let axes =
        json!([{"slide": {"axis": [1, 0, 0]}}, hinge([0.0, 0.0, 1.0], [0.0; 3], SLIDE_START_RAD)]);
    let things = hung(turn * DVec3::NEG_Y * HALF_M, turn, [0.0, HALF_M, 0.0], axes);
    angle_case(
        "angle of a pendulum on a slide after 2 s, rad",
        truth,
        things,
        1,
    )
}

/// The double pendulum's equations with nothing in the first bob.
fn double() -> Result<KnownCase, ExperimentError> {
    let [first, second] = DOUBLE_START_RAD;
    let [_, truth] = BAR.on_rod_rad(ROD_M, DOUBLE_START_RAD, SWING_S);
    let turn = about_z(second);
    let joint = about_z(first) * DVec3::NEG_Y * ROD_M;
    let centre = joint + turn * DVec3::NEG_Y * HALF_M;
    let axes = json!([
        hinge([0.0, 0.0, 1.0], [0.0; 3], first),
        hinge([0.0, 0.0, 1.0], [0.0, -ROD_M, 0.0], second - first),
    ]);
    let things = hung(centre, turn, [0.0, HALF_M + ROD_M, 0.0], axes);
    angle_case(
        "angle of a bar on a rod without mass after 2 s, rad",
        truth,
        things,
        2,
    )
}

fn angle_case(
    what: &'static str,
    truth: f64,
    things: Value,
    last: usize,
) -> Result<KnownCase, ExperimentError> {
    Ok(KnownCase {
        subject: Subject::Serial,
        what,
        truth,
        known_from: LAGRANGE,
        tolerance: ANGLE_TOLERANCE_RAD,
        at_least: false,
        scene: scene("Several axes", things)?,
        measure: Box::new(move |_, simulation| {
            run(simulation, SWING_S)?;
            last_angles(simulation, last)
        }),
    })
}

/// Two hinges askew, 11 cm apart.
fn ankle() -> Result<KnownCase, ExperimentError> {
    let axes = [DVec3::X, DVec3::new(0.1, 0.4, 1.0).normalize()];
    let points = [DVec3::Y * 0.05, DVec3::new(0.0, -0.06, 0.02)];
    let turns: [DQuat; 2] = std::array::from_fn(|k| {
        let half = 0.5 * ANKLE_START_RAD[k];
        let vector = axes[k] * libm::sin(half);
        DQuat::from_xyzw(vector.x, vector.y, vector.z, libm::cos(half))
    });
    let about = |k: usize, point: DVec3| points[k] + turns[k] * (point - points[k]);
    let centre = about(0, about(1, DVec3::NEG_Y * HALF_M));
    let hinges: Vec<Value> = (0..2)
        .map(|k| hinge(axes[k].to_array(), points[k].to_array(), ANKLE_START_RAD[k]))
        .collect();
    let things = hung(
        centre,
        turns[0] * turns[1],
        [0.0, HALF_M, 0.0],
        json!(hinges),
    );
    Ok(none_of(
        Subject::Serial,
        "energy that a foot on two skew hinges gains in 10 s, share",
        "conservation of energy",
        ENERGY_TOLERANCE,
        scene("Ankle", things)?,
        Box::new(|_, simulation| energy_change(simulation, ANKLE_S)),
    ))
}
