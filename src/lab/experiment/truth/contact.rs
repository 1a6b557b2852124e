//! What slides, sticks, rolls, bounces and is hit.

use super::known::{advance, first, run, scene, KnownCase, GRAVITY_M_S2};
use crate::lab::experiment::exact::impact::Collision;
use crate::lab::experiment::ExperimentError;
use crate::physics::method::Subject;
use crate::scene::Scene;
use serde_json::{json, Value};

/// Tangent of the slope.
const SLOPE: f64 = 0.466;
const SLOPE_S: f64 = 1.0;
/// What contacts may overlap by, m.
const SLOP_M: f64 = 5e-4;
/// What is slid and rolled is right within this share.
const WAY_TOLERANCE: f64 = 0.01;
/// Restitution through a whole step.
const RESTITUTION_TOLERANCE: f64 = 0.03;
const BALL_M: f64 = 0.1;
const THROWN_M_S: f64 = 3.0;
const ROLL_S: f64 = 2.0;
const DROP_M: f64 = 1.0;
/// While what was dropped is in the air for the second time, s.
const AFTER_BOUNCE_S: f64 = 0.6;

/// Masses, half the size of the box, and where and how fast the ball starts.
const HIT_BALL_KG: f64 = 0.5;
const HIT_BOX_KG: f64 = 2.0;
const HALF_M: [f64; 3] = [0.3, 0.4, 0.25];
const GAP_M: f64 = 0.2;
const LEVER_M: f64 = 0.22;
const HIT_M_S: [f64; 2] = [-1.0, -0.2];
/// Of the normal impulse: the box turns a little within the step of the impact, and what does
/// not bounce presses on until its end.
const IMPULSE_TOLERANCE: f64 = 3e-3;

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    let mut all = vec![
        on_slope("creep of a sticking box in 1 s, m", 0.47)?,
        on_slope("distance of a sliding box in 1 s, m", 0.3)?,
        down()?,
        into_rolling()?,
        bounce("restitution of a bounce at 0.5", 0.5)?,
        bounce("restitution of a bounce at 0.9", 0.9)?,
    ];
    for (whats, restitution, friction) in [
        (
            [
                "normal impulse, e 0.5, sticking, N s",
                "tangential impulse, e 0.5, sticking, N s",
            ],
            0.5,
            1.0,
        ),
        (
            [
                "normal impulse, e 0.9, sticking, N s",
                "tangential impulse, e 0.9, sticking, N s",
            ],
            0.9,
            1.0,
        ),
        (
            [
                "normal impulse, e 0.5, sliding, N s",
                "tangential impulse, e 0.5, sliding, N s",
            ],
            0.5,
            0.02,
        ),
    ] {
        for (axis, what) in whats.into_iter().enumerate() {
            all.push(impact(what, axis, restitution, friction)?);
        }
    }
    Ok(all)
}

/// One body on a plane of the same material; gravity may be tilted by a slope.
pub(super) fn on_plane(
    slope: f64,
    friction: f64,
    restitution: f64,
    body: Value,
) -> Result<Scene, ExperimentError> {
    let steepness = (1.0 + slope * slope).sqrt();
    let gravity = [slope, -1.0, 0.0].map(|part| GRAVITY_M_S2 * part / steepness);
    let mut body = body;
    body["id"] = json!(1);
    body["mass_kg"] = json!(2);
    body["material"] = json!(7);
    scene(
        "One body on a plane",
        json!({
            "gravity_m_s2": gravity,
            "materials": [{
                "id": 7, "friction": friction, "restitution": restitution,
                "rolling_resistance": 0,
            }],
            "obstacles": [{"id": 9, "shape": {"plane": {}}, "material": 7}],
            "bodies": [body],
        }),
    )
}

/// How far a body gets along x in some time, m.
fn way(
    subject: Subject,
    what: &'static str,
    (truth, tolerance): (f64, f64),
    seconds: f64,
    scene: Scene,
) -> KnownCase {
    KnownCase {
        subject,
        what,
        truth,
        known_from: "Coulomb friction",
        tolerance,
        at_least: false,
        scene,
        measure: Box::new(move |_, simulation| {
            run(simulation, seconds)?;
            Some(first(simulation)?.position.x)
        }),
    }
}

/// A flat box on a slope: it stays or slides with `g (sin α − μ cos α)`.
fn on_slope(what: &'static str, friction: f64) -> Result<KnownCase, ExperimentError> {
    let pull = GRAVITY_M_S2 / (1.0 + SLOPE * SLOPE).sqrt();
    let truth = 0.5 * pull * (SLOPE - friction).max(0.0) * SLOPE_S * SLOPE_S;
    let tolerance = match truth > 0.0 {
        true => WAY_TOLERANCE * truth,
        false => SLOP_M,
    };
    let flat = json!({"shape": {"box": {"size_m": [0.6, 0.1, 0.3]}}, "position_m": [0, 0.05, 0]});
    let scene = on_plane(SLOPE, friction, 0.0, flat)?;
    Ok(way(Subject::Ramp, what, (truth, tolerance), SLOPE_S, scene))
}

fn ball(height_m: f64, speed_m_s: f64) -> Value {
    json!({
        "shape": {"sphere": {"radius_m": BALL_M}}, "position_m": [0, height_m, 0],
        "velocity_m_s": [speed_m_s, 0, 0],
    })
}

/// A ball that rolls down: 5/7 of what slides without friction.
fn down() -> Result<KnownCase, ExperimentError> {
    let pull = GRAVITY_M_S2 * SLOPE / (1.0 + SLOPE * SLOPE).sqrt();
    let truth = 0.5 * 5.0 / 7.0 * pull * SLOPE_S * SLOPE_S;
    let scene = on_plane(SLOPE, 0.6, 0.0, ball(BALL_M, 0.0))?;
    let limits = (truth, WAY_TOLERANCE * truth);
    let what = "distance of a ball rolling down in 1 s, m";
    Ok(way(Subject::Rolling, what, limits, SLOPE_S, scene))
}

/// A ball that is thrown along the floor slides until it rolls with 5/7 of its speed.
fn into_rolling() -> Result<KnownCase, ExperimentError> {
    let friction = 0.3;
    let braking = friction * GRAVITY_M_S2;
    let slides_s = 2.0 / 7.0 * THROWN_M_S / braking;
    let slid = THROWN_M_S * slides_s - 0.5 * braking * slides_s * slides_s;
    let truth = slid + 5.0 / 7.0 * THROWN_M_S * (ROLL_S - slides_s);
    let scene = on_plane(0.0, friction, 0.0, ball(BALL_M, THROWN_M_S))?;
    let limits = (truth, WAY_TOLERANCE * truth);
    let what = "distance of a ball that slides, then rolls, in 2 s, m";
    Ok(way(Subject::Rolling, what, limits, ROLL_S, scene))
}

/// A ball that was dropped, from the energy with which it flies on.
fn bounce(what: &'static str, restitution: f64) -> Result<KnownCase, ExperimentError> {
    Ok(KnownCase {
        subject: Subject::Bounce,
        what,
        truth: restitution,
        known_from: "Newton's restitution",
        tolerance: RESTITUTION_TOLERANCE,
        at_least: false,
        scene: on_plane(0.0, 0.0, restitution, ball(BALL_M + DROP_M, 0.0))?,
        measure: Box::new(|_, simulation| {
            run(simulation, AFTER_BOUNCE_S)?;
            let body = first(simulation)?;
            let height = body.position.y - BALL_M;
            let reach = height + 0.5 * body.velocity.length_squared() / GRAVITY_M_S2;
            Some((reach / DROP_M).max(0.0).sqrt())
        }),
    })
}

/// What a ball that hits a free box off its centre takes along the normal or across it.
fn impact(
    what: &'static str,
    axis: usize,
    restitution: f64,
    friction: f64,
) -> Result<KnownCase, ExperimentError> {
    let [half, high, deep] = HALF_M;
    let collision = Collision {
        ball_kg: HIT_BALL_KG,
        box_kg: HIT_BOX_KG,
        half_m: half,
        box_kg_m2: HIT_BOX_KG / 3.0 * (half * half + high * high),
        // It moves across on its way.
        lever_m: LEVER_M + HIT_M_S[1] * GAP_M / -HIT_M_S[0],
        velocity_m_s: HIT_M_S,
        restitution,
        friction,
    };
    let truth = collision.impulses_n_s();
    let scene = scene(
        "Ball hits a free box",
        json!({
            "gravity_m_s2": [0, 0, 0],
            "materials": [{
                "id": 7, "friction": friction, "restitution": restitution,
                "rolling_resistance": 0,
            }],
            "bodies": [
                {
                    "id": 1, "shape": {"sphere": {"radius_m": BALL_M}}, "mass_kg": HIT_BALL_KG,
                    "position_m": [half + BALL_M + GAP_M, LEVER_M, 0],
                    "velocity_m_s": [HIT_M_S[0], HIT_M_S[1], 0], "material": 7,
                },
                {
                    "id": 2, "shape": {"box": {"size_m": [2.0 * half, 2.0 * high, 2.0 * deep]}},
                    "mass_kg": HIT_BOX_KG, "material": 7,
                },
            ],
        }),
    )?;
    Ok(KnownCase {
        subject: Subject::Impact,
        what,
        truth: truth[axis],
        known_from: "Newton's restitution and Coulomb friction",
        tolerance: IMPULSE_TOLERANCE * truth[0],
        at_least: false,
        scene,
        measure: Box::new(move |_, simulation| {
            // Until it has hit: without a bounce the two press on each other from then on.
            let mut steps_left = 60;
            while first(simulation)?.velocity.x < 0.9 * HIT_M_S[0] {
                steps_left -= 1;
                (steps_left > 0).then(|| advance(simulation))??;
            }
            let velocity = first(simulation)?.velocity;
            let start = [HIT_M_S[0], HIT_M_S[1]];
            Some(HIT_BALL_KG * (velocity.to_array()[axis] - start[axis]))
        }),
    })
}
