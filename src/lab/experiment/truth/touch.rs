//! Contacts that ask for more than one hit: small and high bounces, glancing and missing, spin on
//! the floor, small and heavy things that stand, a ragdoll against an edge.

use super::contact::on_plane;
use super::known::{advance, first, none_of, run, scene, step_s, KnownCase, GRAVITY_M_S2};
use crate::lab::experiment::ExperimentError;
use crate::lab::simulation::Simulation;
use crate::physics::method::Subject;
use crate::scene::Scene;
use glam::DVec3;
use serde_json::{json, Value};

const BALL_M: f64 = 0.02;
/// Of the height.
const HEIGHT_TOLERANCE: f64 = 0.01;
const GLANCE_M_S: f64 = 5.0;
const GLANCE_DEG: f64 = 10.0;
const GLANCE_TOLERANCE_DEG: f64 = 0.5;

const SPIN_RAD_S: f64 = 10.0;
const SPIN_FRICTION: f64 = 0.5;
const SPIN_SIZE_M: f64 = 0.4;
const SPIN_TOLERANCE: f64 = 0.05;

const DIE_M: f64 = 0.005;
const DICE: u32 = 5;

const RAGDOLL_M_S: f64 = 30.0;

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    let r_box = SPIN_SIZE_M / 6.0 * (2.0_f64.sqrt() + libm::asinh(1.0));
    let r_disc = SPIN_SIZE_M / 3.0;
    Ok(vec![
        bounce(
            "height of a bounce from 5 cm, restitution 1, share",
            0.05,
            1.0,
        )?,
        bounce(
            "height of a bounce from 5 cm, restitution 0.9, share",
            0.05,
            0.9,
        )?,
        bounce(
            "height of a bounce from 5 m, restitution 1, share",
            5.0,
            1.0,
        )?,
        bounce(
            "height of a bounce from 5 m, restitution 0.9, share",
            5.0,
            0.9,
        )?,
        glance()?,
        near_miss()?,
        spin(
            "time in which a square box stops spinning on the floor, s",
            &json!({"box": {"size_m": [SPIN_SIZE_M, 0.1, SPIN_SIZE_M]}}),
            SPIN_SIZE_M * SPIN_SIZE_M / 6.0,
            r_box,
        )?,
        spin(
            "time in which a disc stops spinning on the floor, s",
            &json!({"cylinder": {"radius_m": 0.5 * SPIN_SIZE_M, "length_m": 0.1}}),
            SPIN_SIZE_M * SPIN_SIZE_M / 8.0,
            r_disc,
        )?,
        dice()?,
        heavy_on_light("sinking of 100 kg on 1 kg, mm", 100.0)?,
        heavy_on_light("sinking of 1,000 kg on 1 kg, mm", 1000.0)?,
        at_corner(
            "joint error of a ragdoll that hits an edge at 30 m/s, mm",
            50.0,
            |simulation| Some(1e3 * simulation.metrics.max_joint_error_m),
        )?,
        at_corner(
            "limits of a ragdoll that hits an edge at 30 m/s, degrees",
            15.0,
            |simulation| {
                let most = simulation.metrics.max_limit_violation_rad;
                most.map(f64::to_degrees)
            },
        )?,
    ])
}

/// What a ball has risen to, or will, after its first bounce, over its drop.
fn bounce(what: &'static str, drop_m: f64, restitution: f64) -> Result<KnownCase, ExperimentError> {
    let truth = restitution * restitution;
    let fall_s = (2.0 * drop_m / GRAVITY_M_S2).sqrt();
    let ball = json!({
        "shape": {"sphere": {"radius_m": BALL_M}}, "position_m": [0.0, BALL_M + drop_m, 0.0],
    });
    Ok(KnownCase {
        subject: Subject::Bounce,
        what,
        truth,
        known_from: "Newton's restitution",
        tolerance: HEIGHT_TOLERANCE * truth,
        at_least: false,
        scene: on_plane(0.0, 0.0, restitution, ball)?,
        measure: Box::new(move |_, simulation| {
            run(simulation, 1.5 * fall_s)?;
            let body = first(simulation)?;
            let height_m = body.position.y - BALL_M;
            let rise_m = 0.5 * body.velocity.length_squared() / GRAVITY_M_S2;
            Some((height_m + rise_m) / drop_m)
        }),
    })
}

/// A ball that meets a smooth floor at a shallow angle leaves at the same.
fn glance() -> Result<KnownCase, ExperimentError> {
    let angle = GLANCE_DEG.to_radians();
    let speed = [
        GLANCE_M_S * libm::cos(angle),
        -GLANCE_M_S * libm::sin(angle),
        0.0,
    ];
    let mut scene = on_plane(
        0.0,
        0.0,
        1.0,
        json!({
            "shape": {"sphere": {"radius_m": 0.1}}, "position_m": [0, 0.25, 0],
            "velocity_m_s": speed,
        }),
    )?;
    scene.gravity_m_s2 = [0.0; 3];
    Ok(KnownCase {
        subject: Subject::Bounce,
        what: "angle at which a ball leaves a smooth floor that it met at 10 degrees",
        truth: GLANCE_DEG,
        known_from: "Newton's restitution",
        tolerance: GLANCE_TOLERANCE_DEG,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            run(simulation, 0.5)?;
            let velocity = first(simulation)?.velocity;
            Some(libm::atan2(velocity.y, velocity.x).to_degrees())
        }),
    })
}

/// A ball that falls half a millimetre beside a wall.
fn near_miss() -> Result<KnownCase, ExperimentError> {
    let scene = scene(
        "Near miss",
        json!({
            "obstacles": [{
                "id": 9, "shape": {"box": {"size_m": [0.2, 0.5, 0.2]}},
                "position_m": [-0.1, 0.25, 0],
            }],
            "bodies": [{
                "id": 1, "shape": {"sphere": {"radius_m": 0.0135}}, "mass_kg": 0.08,
                "position_m": [0.014, 1.0, 0],
            }],
        }),
    )?;
    Ok(none_of(
        Subject::Impact,
        "speed aside of a ball that falls 0.5 mm beside a wall, m/s",
        "nothing touches it",
        1e-3,
        scene,
        Box::new(|_, simulation| {
            run(simulation, 0.44)?;
            Some(first(simulation)?.velocity.x.abs())
        }),
    ))
}

/// Friction under even pressure stops a spin evenly: `t = (I/m) ω / (μ g r)`, with the mean
/// distance `r` of the face from its centre.
fn spin(
    what: &'static str,
    shape: &Value,
    inertia_over_mass_m2: f64,
    mean_distance_m: f64,
) -> Result<KnownCase, ExperimentError> {
    let braking = SPIN_FRICTION * GRAVITY_M_S2 * mean_distance_m;
    let truth = inertia_over_mass_m2 * SPIN_RAD_S / braking;
    let body = json!({
        "shape": shape, "position_m": [0, 0.05, 0],
        "angular_velocity_deg_s": [0, SPIN_RAD_S.to_degrees(), 0],
    });
    Ok(KnownCase {
        subject: Subject::Spin,
        what,
        truth,
        known_from: "Coulomb friction under even pressure",
        tolerance: SPIN_TOLERANCE * truth,
        at_least: false,
        scene: on_plane(0.0, SPIN_FRICTION, 0.0, body)?,
        measure: Box::new(|_, simulation| {
            let step_s = step_s(simulation);
            let mut before = SPIN_RAD_S;
            for step in 0..(1.0 / step_s).round() as u32 {
                advance(simulation)?;
                let now = first(simulation)?.angular_velocity.y;
                if now < 1e-3 * SPIN_RAD_S {
                    let share = before / (before - now).max(f64::MIN_POSITIVE);
                    return Some(step_s * (f64::from(step) + share.min(1.0)));
                }
                before = now;
            }
            None
        }),
    })
}

/// Largest way of any body from where it was, m.
fn most_moved_m(simulation: &mut Simulation, seconds: f64) -> Option<f64> {
    let places = |simulation: &Simulation| -> Vec<DVec3> {
        let bodies = simulation.world.state().bodies.iter();
        bodies.map(|body| body.position).collect()
    };
    let start = places(simulation);
    let mut most_m = 0.0_f64;
    for _ in 0..(seconds / step_s(simulation)).round() as u32 {
        advance(simulation)?;
        let ways = places(simulation);
        let ways = ways
            .iter()
            .zip(&start)
            .map(|(now, then)| now.distance(*then));
        most_m = ways.fold(most_m, f64::max);
    }
    Some(most_m)
}

fn dice() -> Result<KnownCase, ExperimentError> {
    let die = |i: u32| {
        json!({
            "id": 1 + i, "shape": {"box": {"size_m": [DIE_M, DIE_M, DIE_M]}},
            "mass_kg": 1.25e-4, "position_m": [0.0, (f64::from(i) + 0.5) * DIE_M, 0.0],
        })
    };
    let scene = scene(
        "Dice",
        json!({
            "obstacles": [{"id": 90, "shape": {"plane": {}}}],
            "bodies": (0..DICE).map(die).collect::<Vec<Value>>(),
        }),
    )?;
    Ok(none_of(
        Subject::Stack,
        "movement of a stack of five dice of 5 mm in 10 s, mm",
        "it stands",
        0.5,
        scene,
        Box::new(|_, simulation| Some(1e3 * most_moved_m(simulation, 10.0)?)),
    ))
}

fn heavy_on_light(what: &'static str, heavy_kg: f64) -> Result<KnownCase, ExperimentError> {
    const SIZE_M: f64 = 0.2;
    let block = |id: u32, kg: f64, y: f64| {
        json!({
            "id": id, "shape": {"box": {"size_m": [SIZE_M, SIZE_M, SIZE_M]}}, "mass_kg": kg,
            "position_m": [0.0, y, 0.0],
        })
    };
    let scene = scene(
        "Heavy on light",
        json!({
            "obstacles": [{"id": 90, "shape": {"plane": {}}}],
            "bodies": [block(1, 1.0, 0.5 * SIZE_M), block(2, heavy_kg, 1.5 * SIZE_M)],
        }),
    )?;
    Ok(none_of(
        Subject::Stack,
        what,
        "it stands",
        1.0,
        scene,
        Box::new(|_, simulation| Some(1e3 * most_moved_m(simulation, 5.0)?)),
    ))
}

/// A ragdoll that flies against an edge.
fn at_corner(
    what: &'static str,
    most: f64,
    measure: fn(&Simulation) -> Option<f64>,
) -> Result<KnownCase, ExperimentError> {
    let half_right_angle = std::f64::consts::FRAC_PI_8;
    let mut scene = scene(
        "Ragdoll at an edge",
        json!({
            "obstacles": [
                {"id": 90, "shape": {"plane": {}}},
                {
                    "id": 91, "shape": {"box": {"size_m": [1, 4, 1]}}, "position_m": [0.15, 2, -3],
                    "orientation": [
                        libm::cos(half_right_angle), 0, libm::sin(half_right_angle), 0,
                    ],
                },
            ],
            "ragdolls": [{
                "id": 1, "figure": {"mx": {"limits": "mirrored", "inertia": "human"}},
                "position_m": [0, 0.6, 3], "stands_until_hit": false,
            }],
        }),
    )?;
    fly(&mut scene)?;
    Ok(none_of(
        Subject::Ragdoll,
        what,
        "joints and limits hold",
        most,
        scene,
        Box::new(move |_, simulation| {
            run(simulation, 3.0)?;
            measure(simulation)
        }),
    ))
}

/// Gives the parts of the ragdoll a speed, in the pose that they start in.
fn fly(scene: &mut Scene) -> Result<(), ExperimentError> {
    let start = Simulation::new(scene)?;
    let bodies = start.world.state().bodies.iter().map(|body| {
        let turn = body.orientation;
        json!({
            "position_m": body.position.to_array(),
            "orientation": [turn.w, turn.x, turn.y, turn.z],
            "velocity_m_s": [0.0, 0.0, -RAGDOLL_M_S],
        })
    });
    let pose = json!({"bodies": bodies.collect::<Vec<Value>>()});
    let pose = serde_json::from_value(pose);
    for ragdoll in &mut scene.ragdolls {
        ragdoll.pose = pose
            .as_ref()
            .ok()
            .cloned()
            .ok_or_else(|| ExperimentError::Scene("pose of the ragdoll".into()))?;
    }
    Ok(())
}
