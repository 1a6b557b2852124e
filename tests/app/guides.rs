//! Guides and corners in the editor: moved, turned and scaled with what they hold, mended when
//! they do not fit, and made from what is selected.

use crate::ui_kit::{carry_out, click, open, placed, scene_of, screen_of, select, show};
use glam::{DQuat, DVec3};
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::editor::doctor::{examine, Check};
use ragdoll_lab::editor::{Command, EditError};
use ragdoll_lab::editor::{Document, JointKind, Motion};
use ragdoll_lab::lab::simulation::{Progress, Simulation};
use ragdoll_lab::scene::{parse, validate, ConstraintKind, Grip, GuideShape, Id, Scene};

/// A particle on a line that falls away, one on a plane that leans, both in the world, and a
/// body that swings from a universal joint.
const HELD: &str = r#"{"format":"ragdoll-scene","version":2,
  "bodies":[{"id":1,"shape":{"box":{"size_m":[0.2,0.4,0.1]}},"mass_kg":2,"position_m":[2,2.6,0]}],
  "particles":[{"id":2,"mass_kg":1,"position_m":[0.5,2,0]},
    {"id":3,"mass_kg":1,"position_m":[-1,2,0.3]}],
  "constraints":[
    {"id":4,"kind":{"guide":{"a":{"world":[0.5,2,0]},"b":{"particle":2},"on":"line",
      "axis":[0.6,-0.8,0],"limit_min_m":0,"limit_max_m":1}}},
    {"id":5,"kind":{"guide":{"a":{"world":[-1,2,0]},"b":{"particle":3},"on":"plane",
      "axis":[0.6,0.8,0]}}},
    {"id":6,"kind":{"universal":{"a":{"world":[2.1,2.8,0.05]},"b":{"body":{"id":1,"point_m":[0.1,0.2,0.05]}},
      "axis":[1,0,0],"cross_axis":[0,0,1]}}}]}"#;

/// Two sticks of a chain that hangs, which begin at particle 2.
const CHAIN: &str = r#"{"format":"ragdoll-scene","version":2,
  "particles":[{"id":1,"mass_kg":1,"position_m":[0,2,0],"fixed":true},
    {"id":2,"mass_kg":1,"position_m":[0,1.5,0]},{"id":3,"mass_kg":1,"position_m":[0.5,1.5,0]},
    {"id":4,"mass_kg":1,"position_m":[3,1.5,0]}],
  "constraints":[{"id":5,"kind":{"stick":{"a":1,"b":2}}},{"id":6,"kind":{"stick":{"a":3,"b":2}}},
    {"id":7,"kind":{"stick":{"a":3,"b":4}}}]}"#;

fn held() -> Scene {
    parse(HELD.as_bytes()).unwrap()
}

/// Where everything is after a time, s.
fn places_after(scene: &Scene, time_s: f64) -> Vec<DVec3> {
    let mut simulation = Simulation::new(scene).unwrap();
    while simulation.time_s() < time_s {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
    let state = simulation.world.state();
    let bodies = state.bodies.iter().map(|body| body.position);
    let particles = state.particles.iter().map(|particle| particle.position);
    bodies.chain(particles).collect()
}

#[test]
fn what_is_held_in_the_world_moves_as_before_once_all_is_turned_about_the_vertical() {
    let mut document = Document::new(held());
    let turn = DQuat::from_rotation_y(1.2);
    let pivot_m = [0.3, 0.0, -0.8];
    let all = document.scene().ids();
    let rotation = [turn.w, turn.x, turn.y, turn.z];
    let motion = Motion::Turn { pivot_m, rotation };
    document.apply(&Command::Transform(all, motion)).unwrap();
    let about = DVec3::from(pivot_m);
    let before = places_after(&held(), 0.7);
    for (start, end) in places_after(&held(), 0.0).into_iter().zip(&before) {
        assert!(start.distance(*end) > 0.02, "{start} stays");
    }
    let turned = before.iter().map(|place| about + turn * (*place - about));
    for (wanted, is) in turned.zip(places_after(document.scene(), 0.7)) {
        assert!(wanted.distance(is) < 1e-6, "{wanted} {is}");
    }
}

#[test]
fn bounds_of_a_guide_grow_with_it() {
    let mut document = Document::new(held());
    let motion = Motion::Scale {
        pivot_m: [0.0; 3],
        factor: 1.5,
    };
    let all = document.scene().ids();
    document.apply(&Command::Transform(all, motion)).unwrap();
    let guide = &document.scene().constraints[0].kind;
    let ConstraintKind::Guide(guide) = guide else {
        panic!("{guide:?}");
    };
    assert_eq!(guide.limit_max_m, Some(1.5));
    let found = examine(document.scene()).unwrap();
    assert!(
        found.iter().all(|f| f.check != Check::JointApart),
        "{found:?}"
    );
}

#[test]
fn a_line_or_plane_beside_its_particle_is_moved_there_and_no_further() {
    let mut scene = held();
    scene.particles[0].position_m = [0.5, 2.0, 0.2];
    scene.particles[1].position_m = [-1.0, 2.1, 0.3];
    for finding in examine(&scene).unwrap() {
        finding.command().unwrap().apply(&mut scene).unwrap();
    }
    let over_plane = 0.1 * 0.8;
    let wanted = [
        [0.5, 2.0, 0.2],
        [-1.0 + 0.6 * over_plane, 2.0 + 0.8 * over_plane, 0.0],
    ];
    for (constraint, wanted) in scene.constraints.iter().zip(wanted) {
        let ConstraintKind::Guide(guide) = &constraint.kind else {
            panic!("{constraint:?}");
        };
        let Grip::World(point) = guide.a else {
            panic!("{guide:?}");
        };
        assert!(
            DVec3::from(point).distance(wanted.into()) < 1e-9,
            "{point:?}"
        );
    }
    assert_eq!(scene.particles[0].position_m, [0.5, 2.0, 0.2]);
    assert_eq!(examine(&scene).unwrap(), []);
}

#[test]
fn a_joint_becomes_a_guide_and_a_pin_again() {
    let mut document = Document::new(held());
    let kind_of = |document: &Document, id: Id| {
        let joint = document.scene().constraints.iter().find(|c| c.id == id);
        joint.unwrap().kind.clone()
    };
    let to = |kind| Command::SetJointKind(6, kind);
    document
        .apply(&to(JointKind::Guide([0.0, 1.0, 0.0])))
        .unwrap();
    let ConstraintKind::Guide(guide) = kind_of(&document, 6) else {
        panic!("no guide");
    };
    assert_eq!(guide.on, GuideShape::Line);
    assert_eq!(validate(document.scene()), []);
    document.apply(&to(JointKind::Pin)).unwrap();
    assert!(matches!(kind_of(&document, 6), ConstraintKind::Pin(_)));
    // A particle cannot carry a line.
    let mut document = Document::new(parse(CHAIN.as_bytes()).unwrap());
    let refused = document.apply(&Command::SetJointKind(5, JointKind::Guide([0.0, 1.0, 0.0])));
    assert!(
        matches!(refused, Err(EditError::Refused { .. })),
        "{refused:?}"
    );
}

#[test]
fn two_sticks_that_begin_at_one_particle_get_a_corner() {
    let file = tempfile::Builder::new().suffix(".json").tempfile().unwrap();
    std::fs::write(file.path(), CHAIN).unwrap();
    let mut screen = screen_of(open(file.path().to_str().unwrap()), [1280.0, 1000.0]);
    show(&mut screen, Panel::Inspector);
    select(&mut screen, [5, 7]);
    let offered = placed(&mut screen);
    assert!(offered.iter().all(|p| p.label != "Limit angle"), "apart");
    select(&mut screen, [5, 6]);
    click(&mut screen, "Limit angle");
    carry_out(&mut screen);
    let scene = scene_of(&screen);
    let ConstraintKind::Corner(corner) = &scene.constraints[3].kind else {
        panic!("no corner");
    };
    assert_eq!((corner.a, corner.b), (5, 6));
    let bounds = [corner.limit_min_deg, corner.limit_max_deg];
    assert_eq!(bounds, [Some(45.0), Some(135.0)]);
    assert_eq!(validate(&scene), []);
}
