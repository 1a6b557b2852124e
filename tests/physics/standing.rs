//! Stacks and walls stand, untouched and without sleep.

use crate::kit::{advance, floor, Way};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::scene::{parse, Body, Scene, Shape, SHIPPED};

/// The wall costs more than the stack and moves less.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_shipped_stacks_stand_under_every_preset_that_is_not_of_the_papers() {
    for preset in Way::TRUE {
        stands("box-stack", preset, 60.0);
        stands("box-wall", preset, 6.0);
    }
}

#[test]
#[ignore = "minutes; part of the long stage"]
fn the_shipped_wall_stands_for_a_minute_under_every_preset_that_is_not_of_the_papers() {
    for preset in Way::TRUE {
        stands("box-wall", preset, 60.0);
    }
}

/// Bricks that stick out at the ends of a wall would drop before anybody has thrown.
#[test]
fn nothing_falls_off_a_shipped_wall_before_the_throw() {
    for (name, bricks) in [("dummy-wall", 59), ("box-wall", 44)] {
        let shipped = SHIPPED.iter().find(|scene| scene.name == name).unwrap();
        let mut scene = parse(shipped.text.as_bytes()).unwrap();
        scene.ragdolls.clear();
        assert_eq!(scene.bodies.len(), bricks);
        let (aside, up) = leaned(scene, 2.0);
        assert!(aside < 2e-3 && up > 0.9999, "{name}: {aside} m, {up}");
    }
}

/// Untouched and without sleep.
fn stands(name: &str, preset: Way, seconds: f64) {
    const ASIDE_M: f64 = 0.1;
    const LEAST_UP: f64 = 0.998;
    let shipped = SHIPPED.iter().find(|scene| scene.name == name).unwrap();
    let mut scene = parse(shipped.text.as_bytes()).unwrap();
    preset.put_into(&mut scene.solver);
    let (aside, up) = leaned(scene, seconds);
    println!("{name}, {preset:?}: {:.1} mm, up {up:.5}", 1e3 * aside);
    assert!(
        aside < ASIDE_M && up > LEAST_UP,
        "{name}, {preset:?}: {aside} m, {up}"
    );
}

/// How far the bodies of a scene have moved at most after so many seconds without sleep, m, and
/// the cosine by which the one that leans most does.
fn leaned(mut scene: Scene, seconds: f64) -> (f64, f64) {
    scene.solver.sleeping = false;
    let mut world = compile(&scene).unwrap().0;
    let start = world.state().bodies.clone();
    let step_s = world.model().settings.common.step_s;
    advance(&mut world, (seconds / step_s).round() as u32);
    let (mut aside, mut up) = (0.0_f64, 1.0_f64);
    for (body, start) in world.state().bodies.iter().zip(&start) {
        aside = aside.max((body.position - start.position).length());
        up = up.min((body.orientation * DVec3::Y).y);
    }
    (aside, up)
}

/// Cubes on each other, with their impulses of the last substep: towers of five below one of
/// twenty times their mass, of ten with each second one a quarter aside, and of twenty. Nothing
/// in them needs to move; how far they do is what the solve leaves over.
#[test]
fn towers_stand_on_what_their_contacts_remember() {
    const CUBE_M: f64 = 0.4;
    let tower = |count: u32, top: f64, aside: f64| {
        let cube = |i: u32| Body {
            density_kg_m3: Some(if i + 1 == count { 500.0 * top } else { 500.0 }),
            position_m: [aside * f64::from(i % 2), CUBE_M * (f64::from(i) + 0.5), 0.0],
            ..Body::new(
                10 + i,
                String::new(),
                Shape::Box {
                    size_m: [CUBE_M; 3],
                    rounding_m: 0.0,
                },
            )
        };
        Scene {
            obstacles: vec![floor(1)],
            bodies: (0..count).map(cube).collect(),
            ..Scene::default()
        }
    };
    for (name, scene, most_m) in [
        ("heavy top", tower(5, 20.0, 0.0), 0.003),
        ("zigzag", tower(10, 1.0, 0.1), 0.005),
        ("twenty", tower(20, 1.0, 0.0), 0.05),
    ] {
        let (aside, up) = leaned(scene, 10.0);
        println!("{name}: {:.2} mm, up {up:.6}", 1e3 * aside);
        assert!(aside < most_m && up > 0.9999, "{name}: {aside} m, {up}");
    }
}
