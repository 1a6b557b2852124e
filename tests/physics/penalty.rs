//! Contacts as damped springs (specification, section 3.6; Baltman & Radeztsky,
//! section 5).

use crate::kit::{advance, paper, settings, still, world, Form, SMOOTH};
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::method::paper::{ContactMode, Misprint, Misprints};
use ragdoll_lab::physics::{BodyModel, Model, Obstacle, ObstacleShape, State, World};
use ragdoll_lab::scene;
use serde_json::json;

/// Greatest depth, depth after 5 s and greatest rebound of a ball of 0.15 m that
/// falls from `height` above the floor, m.
fn drop(form: Form, height: f64, misprints: Misprints) -> [f64; 3] {
    let mut tuned = settings(form, 1, 1);
    paper(&mut tuned).contacts = ContactMode::Penalty;
    paper(&mut tuned).misprints = misprints;
    let floor = Obstacle {
        shape: ObstacleShape::Plane,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        surface: SMOOTH,
        belt: DVec3::ZERO,
    };
    let model = Model {
        settings: tuned,
        bodies: vec![BodyModel::ball(2.0, 0.15, SMOOTH)],
        obstacles: vec![floor],
        ..Model::default()
    };
    let state = State {
        bodies: vec![still(DVec3::Y * (0.15 + height), DQuat::IDENTITY)],
        ..State::default()
    };
    let mut world = world(model, state);
    let (mut peak, mut rebound) = (0.0_f64, 0.0_f64);
    for _ in 0..300 {
        advance(&mut world, 1);
        let y = world.state().bodies[0].position.y - 0.15;
        peak = peak.max(-y);
        if peak > 0.0 {
            rebound = rebound.max(y);
        }
    }
    [peak, 0.15 - world.state().bodies[0].position.y, rebound]
}

/// κ = 0.5, δ = 0.7: at rest g h²/κ; from 1 m to 40 mm, and with 4.6 as printed to
/// 102 mm; 5.5 as printed pulls the ball back instead of letting it rebound.
#[test]
fn a_ball_sinks_by_the_known_depth() {
    let printed = Misprints::of;
    let at_rest = 9.81 / 3600.0 / 0.5;
    for (name, form, misprints, greatest_mm, rebounds) in [
        ("velocity", Form::Velocities, Misprints::NONE, 40.0, true),
        ("velocity-less", Form::Poses, Misprints::NONE, 40.0, true),
        (
            "4.6 as printed",
            Form::Velocities,
            printed(&[Misprint::ExplicitVelocity]),
            102.0,
            true,
        ),
        (
            "5.5 as printed",
            Form::Velocities,
            printed(&[Misprint::AdhesivePenalty]),
            40.0,
            false,
        ),
    ] {
        let [peak, rest, rebound] = drop(form, 1.0, misprints);
        let (peak, rebound) = (1e3 * peak, 1e3 * rebound);
        println!(
            "{name}: greatest depth {peak:.2} mm, at rest {:.3} mm, rebound {rebound:.1} mm",
            1e3 * rest
        );
        assert!((rest / at_rest - 1.0).abs() < 1e-6, "{name}: {rest}");
        // The table of section 3.6 is in whole millimetres.
        assert!((peak - greatest_mm).abs() < 0.5, "{name}: {peak}");
        assert_eq!(rebound > 1.0, rebounds, "{name}: {rebound}");
    }
}

/// A ball of 2 kg on a floor, its centre `depth` below where it just touches, with the springs of
/// two materials, N/m and N·s/m.
fn on_springs(depth: f64, ball: [Option<f64>; 2], floor: [Option<f64>; 2]) -> World {
    let material = |id: u32, [stiffness, damping]: [Option<f64>; 2]| {
        json!({"id": id, "friction": 0, "rolling_resistance": 0,
            "contact_stiffness_n_m": stiffness, "contact_damping_n_s_m": damping})
    };
    let scene = json!({
        "format": "ragdoll-scene", "version": 2,
        "solver": {
            "method": "paper", "preset": "baltman-velocity", "rate_hz": 1000, "substeps": 10,
            "sleeping": false
        },
        "materials": [material(1, ball), material(2, floor)],
        "obstacles": [{"id": 3, "shape": {"plane": {}}, "material": 2}],
        "bodies": [{
            "id": 4, "mass_kg": KG, "shape": {"sphere": {"radius_m": 0.15}}, "material": 1,
            "position_m": [0, 0.15 - depth, 0]
        }]
    });
    let scene = scene::parse(scene.to_string().as_bytes()).unwrap();
    compile(&scene).unwrap().0
}

const KG: f64 = 2.0;

fn depth(world: &World) -> f64 {
    0.15 - world.state().bodies[0].position.y
}

/// At rest the spring carries the weight: m g / k, with the mean of two stiffnesses, and the only
/// one where the other surface has none.
#[test]
fn a_ball_sinks_by_its_weight_over_its_own_stiffness() {
    for (ball, floor, stiffness) in [
        (Some(4000.0), None, 4000.0),
        (None, Some(8000.0), 8000.0),
        (Some(4000.0), Some(8000.0), 6000.0),
    ] {
        let mut world = on_springs(0.0, [ball, Some(200.0)], [floor, None]);
        advance(&mut world, 2000);
        let expected = KG * 9.81 / stiffness;
        let depth = depth(&world);
        assert!((depth / expected - 1.0).abs() < 1e-9, "{depth} {expected}");
    }
}

/// `x'' = −k x / m − c x' / m` about the depth at rest: the period is 2π / √(k/m − (c/2m)²), and a
/// swing is e^(−c T / 2m) times the one before. The steps of 0.1 ms change both by less than ω h.
#[test]
fn a_ball_swings_on_its_spring_with_the_damped_period() {
    let (stiffness, damping) = (20_000.0, 20.0);
    let rest = KG * 9.81 / stiffness;
    let mut world = on_springs(0.5 * rest, [Some(stiffness), Some(damping)], [None, None]);
    let (mut before, mut rises, mut peaks) = (depth(&world) - rest, Vec::new(), Vec::new());
    let mut most = 0.0_f64;
    for step in 1..400 {
        advance(&mut world, 1);
        let now = depth(&world) - rest;
        if before < 0.0 && now >= 0.0 {
            // The moment between two steps, on a straight line.
            rises.push(1e-3 * (f64::from(step) - now / (now - before)));
        }
        most = most.max(now);
        if before >= 0.0 && now < 0.0 {
            peaks.push(most);
            most = 0.0;
        }
        before = now;
    }
    let decay = damping / (2.0 * KG);
    let period = std::f64::consts::TAU / (stiffness / KG - decay * decay).sqrt();
    let measured = (rises[3] - rises[0]) / 3.0;
    println!("period {measured} s, expected {period} s");
    assert!((measured / period - 1.0).abs() < 1e-3, "{measured}");
    let shrinks = (peaks[2] / peaks[0]).sqrt();
    let expected = (-decay * period).exp();
    println!("a swing is {shrinks} of the one before, expected {expected}");
    assert!((shrinks / expected - 1.0).abs() < 0.01, "{shrinks}");
}

/// Without values of its own a material leaves the method's spring as it is, and only the method
/// whose contacts are springs takes any.
#[test]
fn springs_of_materials_are_refused_by_name() {
    let scene = |method: &str, stiffness: Option<f64>| {
        let scene = json!({
            "format": "ragdoll-scene", "version": 2, "solver": {"method": method},
            "materials": [{"id": 1, "contact_stiffness_n_m": stiffness}],
            "bodies": [{"id": 4, "mass_kg": 1, "shape": {"sphere": {"radius_m": 0.15}}, "material": 1}]
        });
        let scene = scene::parse(scene.to_string().as_bytes()).unwrap();
        compile(&scene)
            .map(|_| ())
            .map_err(|errors| errors[0].to_string())
    };
    assert_eq!(scene("paper", Some(100.0)), Ok(()));
    for method in ["verlet", "impulse", "multipliers", "springs", "reduced"] {
        assert_eq!(scene(method, None), Ok(()));
        let refused = scene(method, Some(100.0)).unwrap_err();
        let expected = format!(
            "method {method} cannot simulate the contact stiffness or damping of a material"
        );
        assert!(refused.contains(&expected), "{refused}");
        assert!(
            refused.contains("set solver.method to one of: paper"),
            "{refused}"
        );
    }
}
