//! A ragdoll that falls in many orientations on a floor, on stairs and on a ramp, and is
//! pulled or thrown at there, comes to rest under every method.

use glam::DVec3;
use ragdoll_lab::lab::{Input, Progress, Simulation};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::{Attachment, Spring};
use ragdoll_lab::scene::{self, Scene};
use serde_json::{json, Value};

/// A figure that has not come to rest until then does not, s.
const MOST_S: f64 = 30.0;
/// A hand pulls, or a ball is thrown, so long after the start, s.
const DISTURBED_S: [f64; 2] = [1.0, 1.5];

/// What it falls on; the slope of the ramp is a third of that at which things slide.
fn ground(name: &str) -> Value {
    match name {
        "floor" => json!([{"id": 1, "shape": {"plane": {}}}]),
        "stairs" => json!([
            {"id": 1, "shape": {"plane": {}}},
            {"id": 3, "shape": {"stairs": {"steps": 8, "step_m": [4, 0.2, 0.3]}},
             "position_m": [0, 0, -1.2]},
        ]),
        _ => json!([
            {"id": 1, "shape": {"plane": {}}},
            {"id": 3, "shape": {"ramp": {"size_m": [8, 1.6, 8]}}, "position_m": [0, 0.8, 0]},
        ]),
    }
}

/// The figure of the paper above the ground, in one of the drawn orientations.
fn fallen(ground_name: &str, orientation: &[f64], method: &str) -> Scene {
    let above_m = if ground_name == "floor" { 1.0 } else { 2.0 };
    let scene = json!({
        "format": "ragdoll-scene", "version": 1, "name": ground_name,
        "solver": {"method": method},
        "obstacles": ground(ground_name),
        "ragdolls": [{
            "id": 2, "figure": {"mx": {"limits": "mirrored", "inertia": "human"}},
            "position_m": [0, above_m, 0], "orientation": orientation,
            "stands_until_hit": false,
        }],
        "launcher": {
            "ball": {"radius_m": 0.15, "mass_kg": 5, "restitution": 0.3},
            "position_m": [0, above_m + 1.0, 4], "direction": [0, -0.4, -1], "speed_m_s": 12,
        },
    });
    scene::parse(scene.to_string().as_bytes()).unwrap()
}

/// What is done to it while it lies or falls.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Disturbance {
    Nothing,
    Ball,
    Hand,
}

/// When it came to rest, s; `None` if it did not.
fn rests_after_s(scene: &Scene, disturbance: Disturbance) -> Option<f64> {
    let mut simulation = Simulation::new(scene).unwrap();
    let step_s = simulation.world.model().settings.common.step_s;
    let steps = |seconds: f64| (seconds / step_s).round() as u64;
    let [begin, end] = DISTURBED_S.map(steps);
    for step in 0..steps(MOST_S) {
        if disturbance == Disturbance::Ball && step == begin {
            assert!(simulation.throw(scene.launcher.as_ref().unwrap()));
        }
        if disturbance == Disturbance::Hand && step == begin {
            let at = simulation.world.state().bodies[0].position;
            assert!(simulation.apply(&Input::Pull {
                grip: Attachment::Body {
                    body: 0,
                    arm: DVec3::ZERO
                },
                target: at + DVec3::new(0.3, 0.8, 0.2),
                spring: Spring {
                    frequency_hz: 4.0,
                    most_weights: 3.0
                },
            }));
        }
        if disturbance == Disturbance::Hand && step == end {
            assert!(simulation.apply(&Input::Release));
        }
        if step > end && simulation.is_at_rest() {
            return Some(step as f64 * step_s);
        }
        let progress = simulation.step();
        assert_eq!(
            progress,
            Progress::Advanced,
            "{}: {disturbance:?}",
            scene.solver.method
        );
    }
    None
}

/// Lets a method bring the first so many drawn orientations to rest on all grounds.
fn all_rest(method: &str, count: usize) {
    let rows = include_str!("../data/orientations.csv").lines().skip(1);
    let rows = rows.map(|line| line.split(',').map(|x| x.parse::<f64>().unwrap()).collect());
    let orientations: Vec<Vec<f64>> = rows.take(count).collect();
    assert_eq!(orientations.len(), count);
    let mut restless = Vec::new();
    for ground in ["floor", "stairs", "ramp"] {
        let mut times = Vec::new();
        for (i, orientation) in orientations.iter().enumerate() {
            let all = [Disturbance::Nothing, Disturbance::Ball, Disturbance::Hand];
            let disturbance = all[i % all.len()];
            match rests_after_s(&fallen(ground, orientation, method), disturbance) {
                Some(seconds) => times.push(seconds),
                None => restless.push(format!("{method}, {ground}, {i}: {disturbance:?}")),
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let i = (share * times.len().saturating_sub(1) as f64).round() as usize;
            times.get(i).map_or("-".into(), |s| format!("{s:.1}"))
        };
        println!(
            "{method}, {ground}: {} of {count} rest; s: {} to {}, median {}, quartiles {} {}",
            times.len(),
            at(0.0),
            at(1.0),
            at(0.5),
            at(0.25),
            at(0.75)
        );
    }
    assert!(restless.is_empty(), "{restless:?}");
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_fallen_figure_rests_under_every_method() {
    // The presets of the papers have no drag that would end the rolling of a ball.
    for method in METHODS.iter().filter(|method| !method.companion) {
        all_rest(method.id, 3);
    }
}

/// A test for each method, so that they run side by side.
macro_rules! thirty_rest {
    ($($test:ident $method:literal,)*) => {
        $(#[test]
        #[ignore = "takes a minute"]
        fn $test() {
            all_rest($method, 30);
        })*

        #[test]
        fn thirty_figures_are_tried_under_every_method() {
            let all = METHODS.iter().filter(|method| !method.companion);
            assert_eq!([$($method),*], *all.map(|method| method.id).collect::<Vec<_>>());
        }
    };
}

thirty_rest! {
    thirty_fallen_figures_rest_under_verlet "verlet",
    thirty_fallen_figures_rest_under_impulse "impulse",
    thirty_fallen_figures_rest_under_springs "springs",
    thirty_fallen_figures_rest_under_multipliers "multipliers",
    thirty_fallen_figures_rest_under_reduced "reduced",
}
