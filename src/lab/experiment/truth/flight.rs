//! What turns and swings freely: the shipped top, an asymmetric top, a pendulum.

use super::known::{advance, first, run, scene, step_s, KnownCase, GRAVITY_M_S2};
use crate::lab::experiment::exact::pendulum::period_of_rod_s;
use crate::lab::experiment::exact::top::turn;
use crate::lab::experiment::hanging::period_s;
use crate::lab::experiment::ExperimentError;
use crate::lab::simulation::Simulation;
use crate::physics::method::Subject;
use crate::physics::report::energy_of_body;
use crate::scene::{find, parse, Scene};
use glam::{DQuat, DVec3};
use serde_json::json;

const FLIPS: usize = 4;
const FLIPS_WITHIN_S: f64 = 14.0;
/// The midpoint rule at 240 Hz is of second order.
const FLIP_TOLERANCE_S: f64 = 0.003;
/// Moments of inertia, kg·m², and start, rad/s, of `tests/data/top_torque_free.csv`.
const INERTIA_KG_M2: DVec3 = DVec3::new(1.0, 2.0, 3.0);
const SPIN_RAD_S: DVec3 = DVec3::new(0.1, 3.0, 0.1);
const TURN_S: f64 = 10.0;
const ATTITUDE_TOLERANCE_RAD: f64 = 0.005;

const ROD_M: f64 = 1.0;
const SWING_S: f64 = 20.0;
const SMALL_RAD: f64 = 0.1;
const LARGE_RAD: f64 = 1.0;
/// Relaxation without velocities at 60 Hz swings 0.12 ± 0.03 % faster.
const SMALL_TOLERANCE: f64 = 0.0015;
const LARGE_TOLERANCE: f64 = 0.0005;
/// An amplitude of 0.099 of 0.1 rad.
const ENERGY_TOLERANCE: f64 = 0.02;

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    Ok(vec![
        flips()?,
        attitude()?,
        period(
            "period of a swing from 0.1 rad, s",
            SMALL_RAD,
            SMALL_TOLERANCE,
        )?,
        period(
            "period of a swing from 1 rad, s",
            LARGE_RAD,
            LARGE_TOLERANCE,
        )?,
        energy_left()?,
    ])
}

/// The middle axis of the shipped top is unstable: it flips over again and again.
fn flips() -> Result<KnownCase, ExperimentError> {
    let shipped = find("top").map_or("", |shipped| shipped.text);
    let scene: Scene = parse(shipped.as_bytes())
        .map_err(|problems| ExperimentError::Scene(format!("top: {problems:?}")))?;
    let simulation = Simulation::new(&scene)?;
    let inertia = simulation
        .world
        .model()
        .bodies
        .first()
        .map(|body| body.inertia);
    let spin = first(&simulation).map(|body| body.angular_velocity);
    let (Some(inertia), Some(spin)) = (inertia, spin) else {
        return Err(ExperimentError::Scene("top: no body".into()));
    };
    let step = 1e-3;
    let turned = turn(inertia, spin, step, (FLIPS_WITHIN_S / step) as usize);
    let rates = turned.states.iter().map(|(_, spin)| spin.z);
    let truth = crossing(rates, step).unwrap_or(f64::NAN);
    Ok(KnownCase {
        subject: Subject::Top,
        what: "time of the top's fourth flip, s",
        truth,
        known_from: "Euler's equations",
        tolerance: FLIP_TOLERANCE_S,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            let step_s = step_s(simulation);
            let mut rates = Vec::new();
            for _ in 0..(FLIPS_WITHIN_S / step_s).round() as usize {
                let body = first(simulation)?;
                rates.push((body.orientation.conjugate() * body.angular_velocity).z);
                advance(simulation)?;
            }
            crossing(rates, step_s)
        }),
    })
}

/// When a rate that is seen once a step has changed its sign for the fourth time.
fn crossing(rates: impl IntoIterator<Item = f64>, step_s: f64) -> Option<f64> {
    let rates: Vec<f64> = rates.into_iter().collect();
    let pairs = rates.windows(2).enumerate();
    let mut changes = pairs.filter(|(_, pair)| pair[0] * pair[1] < 0.0);
    let (step, pair) = changes.nth(FLIPS - 1)?;
    Some(step_s * (step as f64 + pair[0] / (pair[0] - pair[1])))
}

fn attitude() -> Result<KnownCase, ExperimentError> {
    let turned = turn(INERTIA_KG_M2, SPIN_RAD_S, 0.01, (100.0 * TURN_S) as usize);
    let end = turned
        .states
        .last()
        .map_or(DQuat::IDENTITY, |(end, _)| *end);
    let scene = scene(
        "Asymmetric top",
        json!({"gravity_m_s2": [0, 0, 0], "bodies": [{
            "id": 1, "shape": {"sphere": {"radius_m": 0.5}}, "mass_kg": 1,
            "inertia_kg_m2": INERTIA_KG_M2.to_array(),
            "angular_velocity_deg_s": SPIN_RAD_S.to_array().map(f64::to_degrees),
        }]}),
    )?;
    Ok(KnownCase {
        subject: Subject::Top,
        what: "orientation error of a top after 10 s, rad",
        truth: 0.0,
        known_from: "Euler's equations",
        tolerance: ATTITUDE_TOLERANCE_RAD,
        at_least: false,
        scene,
        measure: Box::new(move |_, simulation| {
            run(simulation, TURN_S)?;
            Some(first(simulation)?.orientation.angle_between(end))
        }),
    })
}

/// A thin rod on a pin.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn rod(start_rad: f64) -> Result<Scene, ExperimentError> {
    let half = 0.5 * ROD_M;
    let (sine, cosine) = (libm::sin(0.5 * start_rad), libm::cos(0.5 * start_rad));
    let place = [
        half * libm::sin(start_rad),
        -half * libm::cos(start_rad),
        0.0,
    ];
    scene(
        "Pendulum",
        json!({
            "bodies": [{
                "id": 1, "shape": {"sphere": {"radius_m": 0.01}}, "mass_kg": 1,
                "inertia_kg_m2": [ROD_M * ROD_M / 12.0, 1e-3, ROD_M * ROD_M / 12.0],
                "position_m": place, "orientation": [cosine, 0, 0, sine],
            }],
            "constraints": [{"id": 2, "kind": {"pin": {
                "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1, "point_m": [0, half, 0]}},
            }}}],
        }),
    )
}

fn period(what: &'static str, start_rad: f64, share: f64) -> Result<KnownCase, ExperimentError> {
    let truth = period_of_rod_s(ROD_M, GRAVITY_M_S2, start_rad);
    Ok(KnownCase {
        subject: Subject::Pendulum,
        what,
        truth,
        known_from: "the arithmetic-geometric mean",
        tolerance: share * truth,
        at_least: false,
        scene: rod(start_rad)?,
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

fn energy_left() -> Result<KnownCase, ExperimentError> {
    let energy = |simulation: &Simulation| -> Option<f64> {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        let height = first(simulation)?.position.y + 0.5 * ROD_M;
        Some(energy_of_body(model, state, 0) + GRAVITY_M_S2 * height)
    };
    Ok(KnownCase {
        subject: Subject::Energy,
        what: "share of a 1 rad swing left after 20 s",
        truth: 1.0,
        known_from: "conservation of energy",
        tolerance: ENERGY_TOLERANCE,
        at_least: false,
        scene: rod(LARGE_RAD)?,
        measure: Box::new(move |_, simulation| {
            let start = energy(simulation)?;
            run(simulation, SWING_S)?;
            Some(energy(simulation)? / start)
        }),
    })
}
