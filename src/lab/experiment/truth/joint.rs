//! Joints at their stops, and joints with springs and motors.

use super::known::{
    advance, energy_change, first, none_of, run, scene, step_s, KnownCase, GRAVITY_M_S2,
};
use crate::lab::experiment::ExperimentError;
use crate::lab::simulation::Simulation;
use crate::physics::method::Subject;
use crate::scene::Scene;
use glam::DVec3;
use serde_json::{json, Value};
use std::f64::consts::PI;

const STOPS: &str = "a stop takes the motion and holds";
/// Of the speed at which it comes in.
const REBOUND: f64 = 0.01;
/// What may be past a stop.
const PAST_DEG: f64 = 1.0;

/// A rod that hangs from one end.
const ROD_M: f64 = 1.0;
const SPRING_KG_M2: f64 = ROD_M * ROD_M / 3.0 + 1e-4;
const SPRING_RAD: f64 = 0.3;
/// A wheel, what winds it up, and the stop that it comes to.
const WHEEL_KG_M2: f64 = 0.3;
const WINDING_N_M: f64 = 0.5;
const TURNS_DEG: f64 = 1260.0;
/// Half angle of a cone.
const CONE_DEG: f64 = 40.0;

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    Ok(vec![
        ball_joint_at_stop()?,
        hinge_at_stop()?,
        nearly_half_a_turn()?,
        motor_at_stop()?,
        turns_away()?,
        edge_of_cone()?,
        spring_keeps_energy()?,
        spring_in_time()?,
        motor_turns()?,
        wound_up()?,
    ])
}

/// A rod on a hinge about z at its upper end, which turns at some speed; without gravity.
fn on_hinge(speed_rad_s: f64, turned_rad: f64, more: &Value) -> Result<Scene, ExperimentError> {
    let half = 0.5 * ROD_M;
    let (sine, cosine) = (libm::sin(turned_rad), libm::cos(turned_rad));
    let mut hinge = json!({
        "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1, "point_m": [0, half, 0]}},
        "axis": [0, 0, 1], "rest": [1, 0, 0, 0],
    });
    if let (Some(hinge), Value::Object(more)) = (hinge.as_object_mut(), more) {
        hinge.extend(more.clone());
    }
    scene(
        "Rod on a hinge",
        json!({
            "gravity_m_s2": [0, 0, 0],
            "bodies": [{
                "id": 1, "shape": {"sphere": {"radius_m": 0.05}}, "contact": {"none": {}},
                "mass_kg": 1,
                "inertia_kg_m2": [ROD_M * ROD_M / 12.0 + 1e-4, 1e-3, ROD_M * ROD_M / 12.0 + 1e-4],
                "position_m": [half * sine, -half * cosine, 0],
                "orientation": [libm::cos(0.5 * turned_rad), 0, 0, libm::sin(0.5 * turned_rad)],
                "velocity_m_s": [half * speed_rad_s * cosine, half * speed_rad_s * sine, 0],
                "angular_velocity_deg_s": [0, 0, speed_rad_s.to_degrees()],
            }],
            "constraints": [{"id": 2, "kind": {"hinge": hinge}}],
        }),
    )
}

/// Speed about z after some time, rad/s.
fn speed_after(simulation: &mut Simulation, seconds: f64, body: usize) -> Option<f64> {
    run(simulation, seconds)?;
    let bodies = &simulation.world.state().bodies;
    bodies.get(body).map(|body| body.angular_velocity.z)
}

fn ball_joint_at_stop() -> Result<KnownCase, ExperimentError> {
    const SPEED_RAD_S: f64 = 10.0;
    let scene = scene(
        "Limb at the stop of a ball joint",
        json!({
            "gravity_m_s2": [0, 0, 0],
            "bodies": [
                {
                    "id": 1, "shape": {"box": {"size_m": [0.2, 0.2, 0.2]}}, "mass_kg": 1,
                    "position_m": [0, 2.1, 0], "contact": {"none": {}},
                },
                {
                    "id": 2, "shape": {"box": {"size_m": [0.1, 0.6, 0.1]}}, "mass_kg": 1,
                    "position_m": [0, 1.7, 0], "contact": {"none": {}},
                    "velocity_m_s": [0.3 * SPEED_RAD_S, 0, 0],
                    "angular_velocity_deg_s": [0, 0, SPEED_RAD_S.to_degrees()],
                },
            ],
            "constraints": [
                {"id": 3, "kind": {"fixed": {
                    "a": {"world": [0, 2.1, 0]}, "b": {"body": {"id": 1}},
                }}},
                {"id": 4, "kind": {"pin": {
                    "a": {"body": {"id": 1, "point_m": [0, -0.1, 0]}},
                    "b": {"body": {"id": 2, "point_m": [0, 0.3, 0]}},
                }}},
                {"id": 5, "kind": {"angle-limit": {
                    "a": {"body": 1}, "b": {"body": 2}, "twist_axis": "y",
                    "limit_min_deg": [-5, -5, -60], "limit_max_deg": [5, 5, 60],
                }}},
            ],
        }),
    )?;
    Ok(none_of(
        Subject::Stop,
        "speed of a limb 0.15 s after its ball joint's stop took 10 rad/s, rad/s",
        STOPS,
        REBOUND * SPEED_RAD_S,
        scene,
        Box::new(|_, simulation| speed_after(simulation, 0.255, 1)),
    ))
}

/// A limb that is pulled to the side, between the two axes of its swing, and comes to rest on the
/// edge of a round cone.
fn edge_of_cone() -> Result<KnownCase, ExperimentError> {
    let pull = GRAVITY_M_S2 * std::f64::consts::FRAC_1_SQRT_2;
    let mut scene = scene(
        "Limb on the edge of a cone",
        json!({
            "gravity_m_s2": [pull, 0, pull],
            "bodies": [
                {"id": 1, "shape": {"box": {"size_m": [0.2, 0.2, 0.2]}}, "mass_kg": 1,
                    "contact": {"none": {}}},
                {"id": 2, "shape": {"sphere": {"radius_m": 0.05}}, "mass_kg": 1,
                    "contact": {"none": {}}, "position_m": [0, -0.3, 0]},
            ],
            "constraints": [
                {"id": 3, "kind": {"fixed": {"a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1}}}}},
                {"id": 4, "kind": {"pin": {"a": {"body": {"id": 1}},
                    "b": {"body": {"id": 2, "point_m": [0, 0.3, 0]}}}}},
                {"id": 5, "kind": {"angle-limit": {
                    "a": {"body": 1}, "b": {"body": 2}, "twist_axis": "y", "model": "cone",
                    "limit_min_deg": [-CONE_DEG, -90, -CONE_DEG],
                    "limit_max_deg": [CONE_DEG, 90, CONE_DEG],
                }}},
            ],
        }),
    )?;
    scene.solver.angular_drag_per_s = Some(4.0);
    Ok(KnownCase {
        subject: Subject::Stop,
        what: "tilt of a limb at rest on the edge of a round cone, degrees",
        truth: CONE_DEG,
        known_from: "the half angle of the cone",
        tolerance: PAST_DEG,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            run(simulation, 5.0)?;
            let bodies = &simulation.world.state().bodies;
            let [held, limb] = [bodies.first()?, bodies.get(1)?];
            let relative = held.orientation.conjugate() * limb.orientation;
            let axis = relative * DVec3::Y;
            Some(libm::atan2(axis.x.hypot(axis.z), axis.y).to_degrees())
        }),
    })
}

fn hinge_at_stop() -> Result<KnownCase, ExperimentError> {
    const SPEED_RAD_S: f64 = 2.0;
    let stop = json!({"limit_min_deg": -30, "limit_max_deg": 30});
    Ok(none_of(
        Subject::Stop,
        "speed of a rod 0.24 s after its hinge's stop took 2 rad/s, rad/s",
        STOPS,
        REBOUND * SPEED_RAD_S,
        on_hinge(SPEED_RAD_S, 0.0, &stop)?,
        Box::new(|_, simulation| speed_after(simulation, 0.5, 0)),
    ))
}

/// How far a rod has turned about z at most, rad.
fn most_turned_rad(simulation: &mut Simulation, seconds: f64) -> Option<f64> {
    let (mut turned, mut most) = (0.0_f64, 0.0_f64);
    let mut before = first(simulation)?.orientation;
    for _ in 0..(seconds / step_s(simulation)).round() as u32 {
        advance(simulation)?;
        let now = first(simulation)?.orientation;
        let by = now * before.conjugate();
        let by = if by.w < 0.0 { -by } else { by };
        turned += 2.0 * libm::atan2(by.z, by.w);
        most = most.max(turned);
        before = now;
    }
    Some(most)
}

fn past_stop(
    what: &'static str,
    stop_deg: f64,
    seconds: f64,
    scene: Scene,
) -> Result<KnownCase, ExperimentError> {
    Ok(none_of(
        Subject::Stop,
        what,
        STOPS,
        PAST_DEG,
        scene,
        Box::new(move |_, simulation| {
            Some(most_turned_rad(simulation, seconds)?.to_degrees() - stop_deg)
        }),
    ))
}

fn nearly_half_a_turn() -> Result<KnownCase, ExperimentError> {
    let stops = json!({"limit_min_deg": -179, "limit_max_deg": 179});
    past_stop(
        "way of a rod past a stop at 179 degrees, at 10 rad/s, degrees",
        179.0,
        1.0,
        on_hinge(10.0, 0.0, &stops)?,
    )
}

fn motor_at_stop() -> Result<KnownCase, ExperimentError> {
    let stops = json!({
        "limit_min_deg": -175, "limit_max_deg": 175, "drive": {"motor": {"speed_deg_s": 90}},
    });
    past_stop(
        "way of an unbounded motor past its stop at 175 degrees, degrees",
        175.0,
        4.0,
        on_hinge(0.0, 0.0, &stops)?,
    )
}

/// A motor that pushes with all its torque winds a wheel up to a stop.
fn winding() -> Result<Scene, ExperimentError> {
    scene(
        "Wheel that is wound up",
        json!({
            "gravity_m_s2": [0, 0, 0],
            "bodies": [{
                "id": 1, "shape": {"sphere": {"radius_m": 0.05}}, "contact": {"none": {}},
                "mass_kg": 1, "inertia_kg_m2": [0.2, 0.2, WHEEL_KG_M2],
            }],
            "constraints": [{"id": 2, "kind": {"hinge": {
                "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1}}, "axis": [0, 0, 1],
                "limit_min_deg": -30, "limit_max_deg": TURNS_DEG,
                "drive": {"motor": {"speed_deg_s": 1e5, "most_n_m": WINDING_N_M}},
            }}}],
        }),
    )
}

fn turns_away() -> Result<KnownCase, ExperimentError> {
    past_stop(
        "way of a wheel past a stop after 3.5 turns, degrees",
        TURNS_DEG,
        7.0,
        winding()?,
    )
}

/// Under a constant torque the angle is `τ t² / 2 I`, whole turns included.
fn wound_up() -> Result<KnownCase, ExperimentError> {
    const SECONDS: f64 = 5.0;
    let truth = 0.5 * WINDING_N_M / WHEEL_KG_M2 * SECONDS * SECONDS;
    Ok(KnownCase {
        subject: Subject::Drive,
        what: "turn of a wheel under a constant torque in 5 s, rad",
        truth,
        known_from: "constant angular acceleration",
        tolerance: 0.01 * truth,
        at_least: false,
        scene: winding()?,
        measure: Box::new(|_, simulation| {
            run(simulation, SECONDS)?;
            simulation.world.state().turned.first().copied()
        }),
    })
}

/// A spring that swings the rod once a second.
fn on_spring() -> Result<Scene, ExperimentError> {
    let stiffness = SPRING_KG_M2 * (2.0 * PI) * (2.0 * PI);
    let spring = json!({"drive": {"spring": {"stiffness_n_m_per_rad": stiffness}}});
    on_hinge(0.0, SPRING_RAD, &spring)
}

fn spring_keeps_energy() -> Result<KnownCase, ExperimentError> {
    Ok(none_of(
        Subject::Drive,
        "energy gained by an undamped torsion spring at 1 Hz in 1 s, share",
        "conservation of energy",
        0.01,
        on_spring()?,
        Box::new(|_, simulation| energy_change(simulation, 1.0)),
    ))
}

/// After three quarters of a period it passes the middle.
fn spring_in_time() -> Result<KnownCase, ExperimentError> {
    Ok(none_of(
        Subject::Drive,
        "angle of a torsion spring at 1 Hz after 0.75 s, share of its swing",
        "the harmonic oscillator",
        0.02,
        on_spring()?,
        Box::new(|_, simulation| {
            run(simulation, 0.75)?;
            let turn = first(simulation)?.orientation;
            Some(2.0 * libm::atan2(turn.z, turn.w) / SPRING_RAD)
        }),
    ))
}

/// A motor that is strong enough lifts the rod at its speed.
fn motor_turns() -> Result<KnownCase, ExperimentError> {
    const SPEED_RAD_S: f64 = 0.5 * PI;
    const SECONDS: f64 = 1.5;
    let motor = json!({"drive": {"motor": {"speed_deg_s": SPEED_RAD_S.to_degrees()}}});
    let mut scene = on_hinge(SPEED_RAD_S, 0.0, &motor)?;
    scene.gravity_m_s2 = [0.0, -GRAVITY_M_S2, 0.0];
    let truth = SPEED_RAD_S * SECONDS;
    Ok(KnownCase {
        subject: Subject::Drive,
        what: "turn of a rod that a motor lifts at 90 degrees/s in 1.5 s, rad",
        truth,
        known_from: "the motor's speed",
        tolerance: 0.01 * truth,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| most_turned_rad(simulation, SECONDS)),
    })
}
