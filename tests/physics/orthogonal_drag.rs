//! Drag along a limb and across it (Delannoy, 2.1.5 and 2.1.6): each part of the velocity
//! decays by its own coefficient.

use crate::kit::{advance, paper, still, weightless, world, Form};
use glam::{DQuat, DVec3};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::ledger::{Cause, Ledger};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::method::{Misprint, Misprints};
use ragdoll_lab::physics::{BodyModel, ContactSpring, Model, OrthogonalDrag, State, Surface};
use ragdoll_lab::scene::{parse, validate, Preset, Scene, Shape};
use serde_json::json;

const ALONG_PER_S: f64 = 0.4;
const ACROSS_PER_S: f64 = 2.5;
/// Rounding of 60 to 1200 products with exp(−c h) and of as many projections on the axis.
const TOLERANCE: f64 = 1e-12;

/// A capsule along its y that leans, and flies obliquely to itself.
fn flying_limb(gravity: [f64; 3]) -> Scene {
    let text = json!({
        "format": "ragdoll-scene", "version": 1, "gravity_m_s2": gravity,
        "solver": {"angular_drag_per_s": 0.0, "sleeping": false},
        "bodies": [{
            "id": 1, "shape": {"capsule": {"radius_m": 0.1, "length_m": 0.6}}, "mass_kg": 3.0,
            "orientation": [0.96, 0.0, 0.0, 0.28], "position_m": [0.0, 500.0, 0.0],
            "velocity_m_s": [4.0, 3.0, 2.0],
            "linear_drag_per_s": ALONG_PER_S, "orthogonal_drag_per_s": ACROSS_PER_S
        }]
    });
    parse(text.to_string().as_bytes()).unwrap()
}

/// The axis of that capsule in the world, and what of a velocity is along and across it.
fn parts(velocity: DVec3) -> [DVec3; 2] {
    let axis = DQuat::from_xyzw(0.0, 0.0, 0.28, 0.96) * DVec3::Y;
    let along = axis * axis.dot(velocity);
    [along, velocity - along]
}

/// `v(t)` of `dv/dt = g − c v`, m/s.
fn decayed(velocity: DVec3, gravity: DVec3, rate: f64, time: f64) -> DVec3 {
    let left = (-rate * time).exp();
    velocity * left + gravity * ((1.0 - left) / rate)
}

/// The velocity of the limb after a second, m/s.
fn expected(velocity: DVec3, gravity: DVec3) -> DVec3 {
    let [(along, pull_along), (across, pull_across)] = {
        let ([v, w], [g, f]) = (parts(velocity), parts(gravity));
        [(v, g), (w, f)]
    };
    decayed(along, pull_along, ALONG_PER_S, 1.0) + decayed(across, pull_across, ACROSS_PER_S, 1.0)
}

/// Every method and preset: the closed form without gravity, and nothing turns.
#[test]
fn each_part_of_the_velocity_decays_by_its_own_coefficient() {
    for method in METHODS {
        for preset in method.presets {
            let mut scene = flying_limb([0.0; 3]);
            scene.solver.choose_method(method);
            scene
                .solver
                .choose_preset(Preset::named(preset.name).unwrap());
            scene.solver.angular_drag_per_s = Some(0.0);
            let mut simulation = Simulation::new(&scene).unwrap();
            let steps = (1.0 / simulation.world.model().settings.common.step_s).round();
            for _ in 0..steps as u32 {
                simulation.step();
            }
            let body = simulation.world.state().bodies[0];
            let off = body.velocity - expected(DVec3::new(4.0, 3.0, 2.0), DVec3::ZERO);
            let of = (method.id, preset.name, off);
            assert!(off.length() < TOLERANCE, "{of:?}");
            assert_eq!(body.angular_velocity, DVec3::ZERO, "{of:?}");
        }
    }
}

/// What falls decays towards another speed along itself than across: it drifts sideways.
#[test]
fn a_leaning_limb_that_falls_follows_the_exact_solution() {
    let gravity = DVec3::new(0.0, -9.81, 0.0);
    for method in METHODS.iter().filter(|method| !method.companion) {
        let mut scene = flying_limb(gravity.to_array());
        scene.solver.choose_method(method);
        let mut simulation = Simulation::new(&scene).unwrap();
        for _ in 0..60 {
            simulation.step();
        }
        let velocity = simulation.world.state().bodies[0].velocity;
        let off = velocity - expected(DVec3::new(4.0, 3.0, 2.0), gravity);
        assert!(off.length() < TOLERANCE, "{}: {off}", method.id);
    }
}

fn capsule(along: f64, across: f64) -> (Model, State) {
    let smooth = Surface {
        restitution: 0.0,
        friction: 0.0,
        rolling_resistance: 0.0,
        spring: ContactSpring::NONE,
    };
    let body = BodyModel {
        linear_drag: Some(along),
        orthogonal_drag: Some(OrthogonalDrag {
            rate: across,
            axis: DVec3::X,
        }),
        ..BodyModel::round(3.0, 0.1, None, smooth)
    };
    let mut state = State::default();
    state.bodies.push(still(DVec3::ZERO, DQuat::IDENTITY));
    state.bodies[0].velocity = DVec3::new(1.0, 1.0, 0.0);
    let model = Model {
        bodies: vec![body],
        ..Model::default()
    };
    (model, state)
}

/// Momentum that goes by such drag is booked to it, all of it, and gravity to gravity.
#[test]
fn the_ledger_books_it_to_drag() {
    let scene = flying_limb([0.0, -9.81, 0.0]);
    for method in METHODS.iter().filter(|method| !method.companion) {
        let mut scene = scene.clone();
        scene.solver.choose_method(method);
        let mut simulation = Simulation::new(&scene).unwrap();
        let before = simulation.world.state().bodies[0].velocity;
        let mut ledger = Ledger::new(
            simulation.world.shared_model().clone(),
            simulation.world.state(),
        );
        for _ in 0..60 {
            simulation.world.step_watched(&mut ledger);
        }
        let after = simulation.world.state().bodies[0].velocity;
        let book = ledger.close();
        let of = |cause: Cause| -> DVec3 {
            let entries = book.entries().filter(|(_, known, _)| *known == cause);
            entries.map(|(_, _, entry)| entry.velocity).sum()
        };
        let fall = DVec3::new(0.0, -9.81, 0.0);
        assert!(
            (of(Cause::Gravity) - fall).length() < 1e-11,
            "{}",
            method.id
        );
        let lost = after - before - fall;
        assert!((of(Cause::Drag) - lost).length() < 1e-11, "{}", method.id);
        assert!(lost.length() > 1.0);
    }
}

/// Four substeps brake four times as much where 4.1 is as printed, along and across.
#[test]
fn drag_as_printed_brakes_both_parts() {
    let (mut model, state) = capsule(0.3, 0.9);
    model.settings = weightless(Form::Poses, 4, 1);
    paper(&mut model.settings).misprints = Misprints::of(&[Misprint::StepwiseDrag]);
    let mut world = world(model, state);
    advance(&mut world, 60);
    let left = world.state().bodies[0].velocity;
    let expected = DVec3::new((-1.2_f64).exp(), (-3.6_f64).exp(), 0.0);
    assert!((left - expected).length() < TOLERANCE, "{left}");
}

/// The limbs of a rigid figure have it across their long axes; figures of particles do not.
#[test]
fn limbs_of_rigid_figures_have_it() {
    let with = |figure: &str| {
        format!(
            r#"{{"format": "ragdoll-scene", "version": 1,
                "ragdolls": [{{"id": 1, "figure": {figure}, "orthogonal_drag_per_s": 2}}]}}"#
        )
    };
    let scene = parse(with(r#"{"mx": {}}"#).as_bytes()).unwrap();
    let simulation = Simulation::new(&scene).unwrap();
    for body in &simulation.world.model().bodies {
        let drag = body.orthogonal_drag.unwrap();
        assert!((drag.rate, drag.axis.length()) == (2.0, 1.0), "{drag:?}");
    }
    let problems = parse(with(r#"{"hitman": {}}"#).as_bytes())
        .unwrap_err()
        .to_string();
    assert!(problems.contains("orthogonal_drag_per_s"), "{problems}");
}

/// A ball has no axis, and a drag that would do nothing is refused.
#[test]
fn a_ball_cannot_have_it() {
    let mut scene = flying_limb([0.0; 3]);
    scene.bodies[0].shape = Shape::Sphere { radius_m: 0.1 };
    let problems = format!("{:?}", validate(&scene));
    assert!(
        problems.contains("bodies[0].orthogonal_drag_per_s"),
        "{problems}"
    );
}
