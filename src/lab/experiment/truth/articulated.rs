//! What hangs together by joints: a tree of bars, a heavy top, chains with a heavy end, and how
//! fast the error falls with the step.

use super::known::{
    advance, energy_change, first, none_of, run, scene, step_s, KnownCase, GRAVITY_M_S2,
};
use crate::lab::experiment::ExperimentError;
use crate::lab::simulation::Simulation;
use crate::physics::method::Subject;
use crate::scene::Scene;
use glam::{DQuat, DVec3};
use serde_json::{json, Value};

const CONSERVED: &str = "conservation of energy";
/// Of the largest kinetic energy.
const ENERGY_TOLERANCE: f64 = 0.01;
const TREE_S: f64 = 20.0;

/// The heavy top: a disc whose centre is this far from its fixed point, and how it spins.
const TOP_KG: f64 = 1.0;
const TOP_M: f64 = 0.2;
const TOP_AXIAL_KG_M2: f64 = 0.02;
const TOP_ACROSS_KG_M2: f64 = 0.01;
const TOP_SPIN_RAD_S: f64 = 40.0;
const TOP_TILT_RAD: f64 = 0.5;
const TOP_TURNS_S: f64 = 5.0;
const TOP_ENERGY_S: f64 = 10.0;
/// Of the angle by which it has turned about the vertical.
const TURN_TOLERANCE: f64 = 0.01;

const LINKS: u32 = 10;
const LINK_KG: f64 = 0.1;
const LINK_M: f64 = 0.2;
const CHAIN_S: f64 = 5.0;
const BALL_M: f64 = 0.1;
/// A joint may open by a centimetre where the masses are far apart.
const OPEN_MM: f64 = 10.0;
const STILL_MM: f64 = 1.0;

/// Steps per second of the three runs from which the order is read.
const RATES_HZ: [f64; 3] = [120.0, 240.0, 480.0];

/// All of them.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn cases() -> Result<Vec<KnownCase>, ExperimentError> {
    Ok(vec![
        tree()?,
        top_energy()?,
        top_turn()?,
        swinging("joint error of a swinging chain, 1 to 100, mm", 100.0)?,
        swinging("joint error of a swinging chain, 1 to 1,000, mm", 1000.0)?,
        hanging()?,
        order()?,
    ])
}

fn bar(id: u32, kg: f64, size_m: [f64; 3], position_m: [f64; 3]) -> Value {
    json!({
        "id": id, "shape": {"box": {"size_m": size_m}}, "contact": {"none": {}}, "mass_kg": kg,
        "position_m": position_m,
    })
}

/// Four bars that fall from the horizontal, on two hinges and two ball joints.
fn tree() -> Result<KnownCase, ExperimentError> {
    let at = |id: u32, point_m: [f64; 3]| json!({"body": {"id": id, "point_m": point_m}});
    let scene = scene(
        "Tree",
        json!({
            "bodies": [
                bar(1, 3.0, [0.6, 0.08, 0.12], [0.3, 2.0, 0.0]),
                bar(2, 1.5, [0.5, 0.06, 0.1], [0.85, 2.0, 0.0]),
                bar(3, 1.0, [0.06, 0.4, 0.1], [0.6, 1.8, 0.1]),
                bar(4, 0.7, [0.4, 0.05, 0.05], [1.3, 2.0, 0.0]),
            ],
            "constraints": [
                {"id": 11, "kind": {"hinge": {
                    "a": {"world": [0, 2, 0]}, "b": at(1, [-0.3, 0.0, 0.0]), "axis": [0, 0.3, 1],
                }}},
                {"id": 12, "kind": {"pin": {
                    "a": at(1, [0.3, 0.0, 0.0]), "b": at(2, [-0.25, 0.0, 0.0]),
                }}},
                {"id": 13, "kind": {"pin": {
                    "a": at(1, [0.3, 0.0, 0.1]), "b": at(3, [0.0, 0.2, 0.0]),
                }}},
                {"id": 14, "kind": {"hinge": {
                    "a": at(2, [0.25, 0.0, 0.0]), "b": at(4, [-0.2, 0.0, 0.0]), "axis": [0, 1, 1],
                }}},
            ],
        }),
    )?;
    Ok(none_of(
        Subject::Energy,
        "energy gained by a tree of four bars in 20 s, share",
        CONSERVED,
        ENERGY_TOLERANCE,
        scene,
        Box::new(|_, simulation| energy_change(simulation, TREE_S)),
    ))
}

/// Rate of the slow steady turn about the vertical: `I₁ cos θ Ω² − I₃ ω₃ Ω + m g l = 0`, with
/// `I₁` about the fixed point.
fn steady_turn_rad_s() -> f64 {
    let across = TOP_ACROSS_KG_M2 + TOP_KG * TOP_M * TOP_M;
    let (a, b) = (
        across * libm::cos(TOP_TILT_RAD),
        TOP_AXIAL_KG_M2 * TOP_SPIN_RAD_S,
    );
    let c = TOP_KG * GRAVITY_M_S2 * TOP_M;
    (b - (b * b - 4.0 * a * c).sqrt()) / (2.0 * a)
}

/// A top on its point, in its steady turn. Its axis is y of the body.
fn heavy_top() -> Result<Scene, ExperimentError> {
    let tilt = DQuat::from_xyzw(
        0.0,
        0.0,
        -libm::sin(0.5 * TOP_TILT_RAD),
        libm::cos(0.5 * TOP_TILT_RAD),
    );
    let axis = tilt * DVec3::Y;
    let across = (DVec3::Y - axis * axis.y).normalize();
    let turn = across * (steady_turn_rad_s() * libm::sin(TOP_TILT_RAD));
    let rate = axis * TOP_SPIN_RAD_S + turn;
    let centre = axis * TOP_M;
    scene(
        "Heavy top",
        json!({
            "bodies": [{
                "id": 1, "shape": {"sphere": {"radius_m": 0.05}}, "mass_kg": TOP_KG,
                "inertia_kg_m2": [TOP_ACROSS_KG_M2, TOP_AXIAL_KG_M2, TOP_ACROSS_KG_M2],
                "position_m": centre.to_array(),
                "orientation": [tilt.w, tilt.x, tilt.y, tilt.z],
                "velocity_m_s": rate.cross(centre).to_array(),
                "angular_velocity_deg_s": rate.to_array().map(f64::to_degrees),
            }],
            "constraints": [{"id": 2, "kind": {"pin": {
                "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1, "point_m": [0, -TOP_M, 0]}},
            }}}],
        }),
    )
}

fn top_energy() -> Result<KnownCase, ExperimentError> {
    Ok(none_of(
        Subject::Energy,
        "energy gained by a heavy top in 10 s, share",
        CONSERVED,
        ENERGY_TOLERANCE,
        heavy_top()?,
        Box::new(|_, simulation| energy_change(simulation, TOP_ENERGY_S)),
    ))
}

fn top_turn() -> Result<KnownCase, ExperimentError> {
    let truth = steady_turn_rad_s() * TOP_TURNS_S;
    Ok(KnownCase {
        subject: Subject::Top,
        what: "turn of a heavy top about the vertical in 5 s, rad",
        truth,
        known_from: "Euler's equations",
        tolerance: TURN_TOLERANCE * truth,
        at_least: false,
        scene: heavy_top()?,
        measure: Box::new(|_, simulation| {
            let mut turned = 0.0;
            let mut before = first(simulation)?.position;
            for _ in 0..(TOP_TURNS_S / step_s(simulation)).round() as u32 {
                advance(simulation)?;
                let now = first(simulation)?.position;
                let sine = before.z * now.x - before.x * now.z;
                turned += libm::atan2(sine, before.x * now.x + before.z * now.z);
                before = now;
            }
            Some(turned)
        }),
    })
}

/// Ten links with a ball at the end that weighs so many times as much as one of them, in a
/// straight line that leans by some angle.
fn chain(ratio: f64, lean_rad: f64) -> Result<Scene, ExperimentError> {
    let (sine, cosine) = (libm::sin(lean_rad), libm::cos(lean_rad));
    let along = |metres: f64| [metres * sine, -metres * cosine, 0.0];
    let half = [
        libm::cos(0.5 * lean_rad),
        0.0,
        0.0,
        libm::sin(0.5 * lean_rad),
    ];
    let link = |i: u32| {
        json!({
            "id": 10 + i, "shape": {"capsule": {"radius_m": 0.02, "length_m": 0.12}},
            "contact": {"none": {}}, "mass_kg": LINK_KG,
            "position_m": along((f64::from(i) + 0.5) * LINK_M), "orientation": half,
        })
    };
    let whole_m = f64::from(LINKS) * LINK_M;
    let ball = json!({
        "id": 10 + LINKS, "shape": {"sphere": {"radius_m": BALL_M}}, "contact": {"none": {}},
        "mass_kg": ratio * LINK_KG, "position_m": along(whole_m + BALL_M), "orientation": half,
    });
    let joint = |i: u32| {
        let above = match i {
            0 => json!({"world": [0, 0, 0]}),
            _ => json!({"body": {"id": 9 + i, "point_m": [0, -0.5 * LINK_M, 0]}}),
        };
        let reach_m = if i == LINKS { BALL_M } else { 0.5 * LINK_M };
        let below = json!({"body": {"id": 10 + i, "point_m": [0, reach_m, 0]}});
        json!({"id": 50 + i, "kind": {"pin": {"a": above, "b": below}}})
    };
    scene(
        "Chain with a heavy end",
        json!({
            "bodies": (0..LINKS).map(link).chain([ball]).collect::<Vec<Value>>(),
            "constraints": (0..=LINKS).map(joint).collect::<Vec<Value>>(),
        }),
    )
}

fn swinging(what: &'static str, ratio: f64) -> Result<KnownCase, ExperimentError> {
    Ok(none_of(
        Subject::Chain,
        what,
        "joints hold",
        OPEN_MM,
        chain(ratio, 0.8)?,
        Box::new(|_, simulation| {
            run(simulation, CHAIN_S)?;
            Some(1e3 * simulation.metrics.max_joint_error_m)
        }),
    ))
}

fn hanging() -> Result<KnownCase, ExperimentError> {
    Ok(none_of(
        Subject::Chain,
        "movement of a hanging chain, 1 to 1,000, mm",
        "equilibrium of its links",
        STILL_MM,
        chain(1000.0, 0.0)?,
        Box::new(|_, simulation| {
            let last = |simulation: &Simulation| {
                let bodies = &simulation.world.state().bodies;
                bodies.last().map(|body| body.position)
            };
            let start = last(simulation)?;
            let mut most_m = 0.0_f64;
            for _ in 0..(CHAIN_S / step_s(simulation)).round() as u32 {
                advance(simulation)?;
                most_m = most_m.max(last(simulation)?.distance(start));
            }
            Some(1e3 * most_m)
        }),
    ))
}

/// Three runs of a pendulum in steps that halve: the differences of where it is after a second
/// fall by two to the power of the order.
fn order() -> Result<KnownCase, ExperimentError> {
    Ok(KnownCase {
        subject: Subject::Pendulum,
        what: "order of convergence of a swing, at least",
        truth: 1.0,
        known_from: "consistency of the method",
        tolerance: 0.1,
        at_least: true,
        scene: super::flight::rod(1.0)?,
        measure: Box::new(|scene, _| {
            let place = |rate_hz: f64| {
                let mut scene = scene.clone();
                scene.solver.rate_hz = Some(rate_hz);
                let mut simulation = Simulation::new(&scene).ok()?;
                run(&mut simulation, 1.0)?;
                Some(first(&simulation)?.position)
            };
            let [coarse, middle, fine] = RATES_HZ.map(place);
            let (coarse, middle, fine) = (coarse?, middle?, fine?);
            Some(libm::log2(coarse.distance(middle) / middle.distance(fine)))
        }),
    })
}
