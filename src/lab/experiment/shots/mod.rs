//! Throws of a ball at a ragdoll and their tables, and where the thesis' claim on elasticity goes
//! which way. The other experiments with a ball are files.

mod map;
mod rows;
mod volley;

pub(super) use map::ElasticityMap;
pub(super) use rows::{cases, ends, shots, table, BEYOND, IMPULSE, PUSH, ROUNDING, SIGNED, TAP};
pub(super) use volley::{fire_all, Cast, Fired, Shot, Tap};

use super::{scene_hash, Effort};
use serde_json::{json, Value};

/// Settings and scenes of all cases.
pub(super) fn manifest(fired: &[Fired], effort: &Effort) -> Value {
    let case = |Fired { cast, .. }: &Fired| {
        json!({
            "case": cast.label,
            "scene_hash": format!("{:016x}", scene_hash(&cast.shot.scene)),
            "settings": settings(cast),
        })
    };
    json!({
        "time_limit_s": effort.limit_s,
        "nudge_m": effort.nudge_m,
        "shots_per_case": effort.shots(),
        "aims_per_case": effort.aims,
        "aim_m": effort.aim_m,
        "seed": effort.seed,
        "cases": fired.iter().map(case).collect::<Vec<_>>(),
    })
}

fn settings(cast: &Cast) -> Value {
    let scene = &cast.shot.scene;
    json!({
        "body": cast.body,
        "solver": scene.solver,
        "gravity_m_s2": scene.gravity_m_s2,
        "launcher": scene.launcher,
        "ball_kg": cast.shot.ball_kg(),
    })
}

/// What to know of aims and of what is measured.
pub(super) fn of_aims(effort: &Effort) -> Vec<String> {
    vec![
        format!(
            "Each case is thrown {} times with random aiming errors. The start is off by up to {} \
             m vertically and sideways, and so is the point aimed at. Errors are uniformly \
             distributed, with seed {}. Results are medians and quartiles.",
            effort.aims, effort.aim_m, effort.seed
        ),
        "Travel is the displacement of the centre of mass along the throw, negative towards the \
         thrower. A standing ragdoll collapses as soon as anything touches it, and that moves it \
         too. A tap is a throw with a ball of one gram, and travel beyond a tap is the part that \
         the real ball adds. Push is the largest horizontal speed of the centre of mass within \
         0.1 s of the hit, before the ragdoll falls."
            .into(),
        format!(
            "A ragdoll that is not at rest within {} s is measured at that time. The effect is the \
             median of the differences of all pairs of throws at two values, with the \
             distribution-free interval of Moses; all intervals of this experiment hold at once \
             in {} % of all repeats.",
            effort.limit_s,
            100.0 * (1.0 - super::shot_claim::ALPHA)
        ),
    ]
}
