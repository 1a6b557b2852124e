//! A chain that hangs between two pins.

use super::known::{run, scene, KnownCase};
use crate::lab::experiment::exact::catenary::sag_m;
use crate::lab::experiment::ExperimentError;
use crate::physics::method::Subject;
use serde_json::{json, Value};

const LINKS: u32 = 20;
const LINK_M: f64 = 0.1;
const SPAN_M: f64 = 1.2;
const PARTICLE_KG: f64 = 0.1;
/// Drag ends the swing: after this time of nothing but a millionth is left.
const SETTLED_S: f64 = 15.0;
const DRAG_PER_S: f64 = 2.0;
/// A hundredth of the sag.
const TOLERANCE: f64 = 0.01;

/// How low it hangs.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn case() -> Result<KnownCase, ExperimentError> {
    let half = f64::from(LINKS / 2);
    let fall_m = ((half * LINK_M) * (half * LINK_M) - (0.5 * SPAN_M) * (0.5 * SPAN_M)).sqrt();
    // Two straight halves that meet at the lowest point: every link has its length.
    let particle = |i: u32| {
        let along = f64::from(i) / half;
        let down = fall_m * (1.0 - (along - 1.0).abs());
        json!({
            "id": 100 + i, "mass_kg": PARTICLE_KG, "fixed": i == 0 || i == LINKS,
            "position_m": [0.5 * SPAN_M * (along - 1.0), -down, 0.0],
        })
    };
    let stick = |i: u32| {
        json!({"id": 200 + i, "kind": {"stick":
            {"a": 100 + i, "b": 101 + i, "length_m": LINK_M}}})
    };
    let scene = scene(
        "Catenary",
        json!({
            "solver": {"linear_drag_per_s": DRAG_PER_S, "sleeping": false},
            "particles": (0..=LINKS).map(particle).collect::<Vec<Value>>(),
            "constraints": (0..LINKS).map(stick).collect::<Vec<Value>>(),
        }),
    )?;
    let truth = sag_m(LINKS, LINK_M, SPAN_M);
    Ok(KnownCase {
        subject: Subject::Catenary,
        what: "sag of a chain between two pins, m",
        truth,
        known_from: "equilibrium of its links",
        tolerance: TOLERANCE * truth,
        at_least: false,
        scene,
        measure: Box::new(|_, simulation| {
            run(simulation, SETTLED_S)?;
            let particles = simulation.world.state().particles.iter();
            particles
                .map(|particle| -particle.position.y)
                .reduce(f64::max)
        }),
    })
}
