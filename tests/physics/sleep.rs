//! What falls asleep, and what wakes it.

use glam::DVec3;
use ragdoll_lab::lab::{Simulation, Tuning};
use ragdoll_lab::physics::{StepOutcome, World};
use ragdoll_lab::scene::{self, Scene};

fn simulation(text: &str) -> Simulation {
    Simulation::new(&scene::parse(text.as_bytes()).unwrap()).unwrap()
}

/// One ball of 1 kg under the given gravity, with or without a floor.
fn ball(gravity: f64, height: f64, floor: bool) -> World {
    let floor = match floor {
        true => r#""obstacles": [{"id": 1, "shape": {"plane": {}}}],"#,
        false => "",
    };
    simulation(&format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, {gravity}, 0],
        "solver": {{"linear_drag_per_s": 0}}, {floor}
        "bodies": [{{"id": 2, "shape": {{"sphere": {{"radius_m": 0.1}}}}, "mass_kg": 1,
        "position_m": [0, {height}, 0]}}]}}"#
    ))
    .world
}

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        assert_eq!(world.step(), StepOutcome::Advanced);
    }
}

/// y = −½ g t² however weak g is: slowness alone is no rest.
#[test]
fn a_ball_in_weak_gravity_falls_on() {
    let mut world = ball(-0.05, 0.0, false);
    run(&mut world, 600);
    let fallen = -world.state().bodies[0].position.y;
    // The discrete formula g n (n + 1) h² / 2 exceeds ½ g t² by 1/n at most.
    assert!((fallen / 2.5 - 1.0).abs() < 0.002, "{fallen} m");
    assert!(!world.state().rest[0].asleep);
}

#[test]
fn a_ball_on_the_floor_falls_asleep_and_other_gravity_wakes_it() {
    let mut world = ball(-9.81, 0.1, true);
    run(&mut world, 60);
    assert!(world.state().rest[0].asleep);
    let mut settings = world.model().settings.clone();
    settings.common.gravity = DVec3::Y;
    world.retune(settings);
    run(&mut world, 60);
    assert!(world.state().bodies[0].position.y > 0.5);
}

#[test]
fn a_standing_figure_stays_when_gravity_changes_until_it_is_hit() {
    let shipped = scene::find("humanoid-thin").unwrap();
    let scene: Scene = scene::parse(shipped.text.as_bytes()).unwrap();
    let mut simulation = Simulation::new(&scene).unwrap();
    let before = simulation.world.state().particles.clone();
    let gravity = [0.0, -3.0, 0.0];
    let changed = Scene {
        gravity_m_s2: gravity,
        ..scene
    };
    simulation.retune(&Tuning::of(&changed)).unwrap();
    run(&mut simulation.world, 60);
    assert_eq!(simulation.world.state().particles, before);
}
