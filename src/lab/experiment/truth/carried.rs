//! What belts and kinematic bodies carry.

use super::known::{advance, first, run, scene, KnownCase, GRAVITY_M_S2};
use crate::lab::experiment::ExperimentError;
use crate::physics::method::Subject;
use glam::DVec3;
use serde_json::json;

/// What is carried by friction is right within this share.
const WAY_TOLERANCE: f64 = 0.01;

const BELT_M_S: f64 = 2.0;
const BELT_FRICTION: f64 = 0.5;
const BELT_S: f64 = 3.0;

const TABLE_RAD_S: f64 = 2.0;
const TABLE_S: f64 = 5.0;
const BALL_M: f64 = 0.1;

const LIFT_M: f64 = 6.0;
const LIFT_S: f64 = 4.0;
/// What a soft contact gives way by, m.
const SAG_M: f64 = 1e-3;

const ARM_RAD_S: f64 = 1.5;
const ARM_M: f64 = 2.0;
const ROPE_M: f64 = 1.5;
const ARM_S: f64 = 5.0;

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    Ok(vec![belt()?, turntable()?, lift()?, seat()?])
}

/// A box that is set down on a belt slides until it has its speed: it stays behind by
/// `v² / (2 μ g)`.
fn belt() -> Result<KnownCase, ExperimentError> {
    let behind = BELT_M_S * BELT_M_S / (2.0 * BELT_FRICTION * GRAVITY_M_S2);
    let truth = BELT_M_S * BELT_S - behind;
    let scene = scene(
        "Box on a belt",
        json!({
            "materials": [{"id": 7, "friction": BELT_FRICTION}],
            "obstacles": [{"id": 9, "shape": {"plane": {}}, "belt_m_s": [BELT_M_S, 0, 0],
                "material": 7}],
            "bodies": [{"id": 1, "shape": {"box": {"size_m": [0.4, 0.2, 0.4]}}, "mass_kg": 2,
                "position_m": [0, 0.1, 0], "material": 7}],
        }),
    )?;
    Ok(KnownCase {
        subject: Subject::Carried,
        what: "distance of a box on a belt in 3 s, m",
        truth,
        known_from: "Coulomb friction",
        tolerance: WAY_TOLERANCE * truth,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            run(simulation, BELT_S)?;
            Some(first(simulation)?.position.x)
        }),
    })
}

/// A ball that rolls on a turntable goes round at 2/7 of its rate.
fn turntable() -> Result<KnownCase, ExperimentError> {
    let rate = 2.0 / 7.0 * TABLE_RAD_S;
    // Its lowest point moves as the table does there.
    let spin = (TABLE_RAD_S - rate) / BALL_M;
    let truth = rate * TABLE_S;
    let scene = scene(
        "Ball on a turntable",
        json!({
            "materials": [{"id": 7, "friction": 1, "rolling_resistance": 0}],
            "bodies": [
                {"id": 1, "shape": {"sphere": {"radius_m": BALL_M}}, "mass_kg": 0.5,
                    "position_m": [1, BALL_M, 0], "material": 7, "velocity_m_s": [0, 0, -rate],
                    "angular_velocity_deg_s": [spin.to_degrees(), 0, 0]},
                {"id": 2, "shape": {"box": {"size_m": [8, 0.2, 8]}}, "mass_kg": 1,
                    "position_m": [0, -0.1, 0], "material": 7, "kinematic": {},
                    "angular_velocity_deg_s": [0, TABLE_RAD_S.to_degrees(), 0]},
            ],
        }),
    )?;
    Ok(KnownCase {
        subject: Subject::Carried,
        what: "angle of a ball on a turntable after 5 s, rad",
        truth,
        known_from: "rolling without slipping",
        tolerance: WAY_TOLERANCE * truth,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            run(simulation, TABLE_S)?;
            let place = first(simulation)?.position;
            Some(libm::atan2(-place.z, place.x))
        }),
    })
}

/// A box on a lift that speeds up and slows down stays where it was set down.
fn lift() -> Result<KnownCase, ExperimentError> {
    let scene = scene(
        "Box on a lift",
        json!({
            "bodies": [
                {"id": 1, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
                    "position_m": [0.3, 0.2, 0.1]},
                {"id": 2, "shape": {"box": {"size_m": [2, 0.2, 2]}}, "mass_kg": 1,
                    "position_m": [0, -0.1, 0], "kinematic": {"keys": [
                        {"time_s": 0}, {"time_s": LIFT_S, "shift_m": [0, LIFT_M, 0]}]}},
            ],
        }),
    )?;
    Ok(KnownCase {
        subject: Subject::Carried,
        what: "largest way of a box from its place on a lift, m",
        truth: 0.0,
        known_from: "the path of the lift",
        tolerance: SAG_M,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            let start = first(simulation)?.position;
            let mut largest = 0.0_f64;
            while simulation.time_s() < LIFT_S {
                advance(simulation)?;
                let share = simulation.time_s() / LIFT_S;
                let height = LIFT_M * share * share * (3.0 - 2.0 * share);
                let way = first(simulation)?.position - start;
                largest = largest.max((way - DVec3::Y * height).length());
            }
            Some(largest)
        }),
    })
}

/// A seat on a turning arm hangs in the direction of what it feels,
/// `tan θ = ω² (R + L sin θ) / g`, iterated to rounding.
fn seat() -> Result<KnownCase, ExperimentError> {
    let angle = (0..100).fold(0.5, |angle: f64, _| {
        let out = ARM_M + ROPE_M * libm::sin(angle);
        libm::atan(ARM_RAD_S * ARM_RAD_S * out / GRAVITY_M_S2)
    });
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let truth = ARM_M + ROPE_M * sine;
    let spin = ARM_RAD_S.to_degrees();
    let half = 0.5 * angle;
    let scene = scene(
        "Seat on a turning arm",
        json!({
            "bodies": [
                {"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 3,
                    "contact": {"none": {}}, "position_m": [truth, -ROPE_M * cosine, 0],
                    "orientation": [libm::cos(half), 0, 0, libm::sin(half)],
                    "velocity_m_s": [0, 0, -ARM_RAD_S * truth],
                    "angular_velocity_deg_s": [0, spin, 0]},
                {"id": 2, "shape": {"box": {"size_m": [4, 0.1, 0.1]}}, "mass_kg": 1,
                    "kinematic": {}, "angular_velocity_deg_s": [0, spin, 0]},
            ],
            "constraints": [{"id": 3, "kind": {"pin": {
                "a": {"body": {"id": 2, "point_m": [ARM_M, 0, 0]}},
                "b": {"body": {"id": 1, "point_m": [0, ROPE_M, 0]}}}}}],
        }),
    )?;
    Ok(KnownCase {
        subject: Subject::Carried,
        what: "distance of a seat on a turning arm from its axis after 5 s, m",
        truth,
        known_from: "balance of forces",
        tolerance: WAY_TOLERANCE * truth,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            run(simulation, ARM_S)?;
            let place = first(simulation)?.position;
            Some(place.x.hypot(place.z))
        }),
    })
}
