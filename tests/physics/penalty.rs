//! Contacts as damped springs (specification, section 3.6; Baltman & Radeztsky,
//! section 5).

use crate::kit::{advance, paper, settings, still, world, Form, SMOOTH};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::method::paper::{ContactMode, Misprint, Misprints};
use ragdoll_lab::physics::{BodyModel, Model, Obstacle, ObstacleShape, State};

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
