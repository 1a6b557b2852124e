//! Limbs that break off in a run: momentum, pieces, going back, what is saved.

use crate::drives::{run, scene, ways};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::limits::break_off;
use ragdoll_lab::lab::{Input, Progress, Simulation};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::report::{angular_momentum, momentum};
use ragdoll_lab::physics::State;
use ragdoll_lab::scene::{parse, to_text, Scene};
use std::ops::Range;
use std::sync::Arc;

/// A dummy in empty space that turns head over heels and bends as it likes.
const TURNING: &str = r#""ragdolls": [{"id": 1, "figure": {"mx": {"inertia": "human"}},
    "stands_until_hit": false, "self_collision": false}],
    "bodies": [{"id": 2, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 4,
    "position_m": [0.1, 1.4, 1], "velocity_m_s": [0, 0.5, -3]}]"#;
/// The arm below the left shoulder: what comes off and what hangs on it.
const ARM: [&str; 3] = ["l_upper_arm", "l_lower_arm", "l_hand"];

fn with_broken(scene: &Scene, part: &str, broken: bool) -> Arc<Scene> {
    let mut changed = scene.clone();
    changed.ragdolls[0] = break_off(&changed.ragdolls[0], part, broken);
    Arc::new(changed)
}

fn steps(simulation: &mut Simulation, count: u32) {
    for _ in 0..count {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
}

fn arm_of(simulation: &Simulation) -> Vec<usize> {
    let ragdoll = &simulation.map.ragdolls[0];
    ARM.map(|part| ragdoll.body_of(part).unwrap()).to_vec()
}

/// Momentum of some bodies, kg·m/s.
fn momentum_of(simulation: &Simulation, bodies: &[usize]) -> DVec3 {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let each = bodies.iter();
    each.map(|&i| state.bodies[i].velocity * model.bodies[i].mass)
        .sum()
}

#[test]
fn a_limb_that_breaks_off_takes_its_momentum_with_it() {
    for method in ways() {
        let name = method.id;
        let whole = scene(method, 0.0, TURNING);
        let mut simulation = run(&whole, 40);
        let before = simulation.world.state().clone();
        let broken = with_broken(&whole, ARM[0], true);
        assert!(simulation.apply(&Input::Remodel(broken)), "{name}");
        assert_eq!(simulation.world.state().bodies, before.bodies, "{name}");
        let (arm, model) = (arm_of(&simulation), simulation.world.shared_model().clone());
        let total = momentum(&model, &before);
        let turning = angular_momentum(&model, &before);
        let of_arm = momentum_of(&simulation, &arm);
        assert!(of_arm.length() > 0.1, "{name}: the arm moves: {of_arm}");
        steps(&mut simulation, 60);
        let state = simulation.world.state();
        let gone = momentum_of(&simulation, &arm).distance(of_arm) / of_arm.length();
        assert!(gone < 1e-9, "{name}: the arm lost {gone} of its momentum");
        let lost = momentum(&model, state).distance(total) / total.length();
        assert!(lost < 1e-9, "{name}: lost {lost} of the momentum");
        let slowed = angular_momentum(&model, state).distance(turning) / turning.length();
        assert!(
            slowed < 1e-3,
            "{name}: lost {slowed} of the angular momentum"
        );
        let apart =
            |a: usize, b: usize| state.bodies[a].position.distance(state.bodies[b].position);
        let body = |part: &str| simulation.map.ragdolls[0].body_of(part).unwrap();
        assert!(
            apart(body("upper_torso"), arm[0]) > 0.3,
            "{name}: it stays there"
        );
        assert!(apart(arm[1], arm[2]) < 0.3, "{name}: it has lost its hand");
    }
}

/// Bodies of the ragdoll that are not of the arm.
fn rest_of(bodies: Range<usize>, arm: &[usize]) -> Vec<usize> {
    bodies.filter(|body| !arm.contains(body)).collect()
}

#[test]
fn an_arm_falls_off_a_dummy_that_stands_on() {
    for method in METHODS.iter().filter(|method| !method.companion) {
        let things = r#""ragdolls": [{"id": 1, "figure": {"mx": {"inertia": "human"}}}],
            "obstacles": [{"id": 9, "shape": {"plane": {}}}]"#;
        let mut whole = scene(method, -9.81, things);
        whole.solver.sleeping = true;
        let broken = with_broken(&whole, ARM[0], true);
        // From the start, and in a run.
        let mut from_start = Simulation::new(&broken).unwrap();
        let mut in_a_run = run(&whole, 3);
        assert!(in_a_run.apply(&Input::Remodel(broken)), "{}", method.id);
        for simulation in [&mut from_start, &mut in_a_run] {
            let arm = arm_of(simulation);
            let before = simulation.world.state().clone();
            steps(simulation, 240);
            let state = simulation.world.state();
            for body in rest_of(simulation.map.ragdolls[0].bodies.clone(), &arm) {
                assert_eq!(state.bodies[body], before.bodies[body], "{}", method.id);
            }
            for body in arm {
                let height = state.bodies[body].position.y;
                assert!(height < 0.2, "{}: {height} m above the floor", method.id);
            }
        }
    }
}

fn hash_after(simulation: &mut Simulation, count: u32) -> u64 {
    steps(simulation, count);
    simulation.world.state().hash()
}

#[test]
fn a_run_goes_back_over_a_break_and_is_saved_with_it() {
    let text = include_str!("../../scenes/mx-throw.json");
    let whole = parse(text.as_bytes()).unwrap();
    let broken = with_broken(&whole, "l_lower_leg", true);
    let mut simulation = Simulation::new(&whole).unwrap();
    simulation.throw(whole.launcher.as_ref().unwrap());
    steps(&mut simulation, 50);
    let before = simulation.checkpoint();
    assert!(simulation.apply(&Input::Remodel(broken.clone())));
    let there = hash_after(&mut simulation, 60);
    simulation.restore(&before);
    assert!(simulation.apply(&Input::Remodel(broken.clone())));
    assert_eq!(hash_after(&mut simulation, 60), there);
    // What has come apart does not come together again by itself.
    assert!(!simulation.apply(&Input::Remodel(Arc::new(whole.clone()))));
    assert_eq!(simulation.world.state().hash(), there);
    // Another change of a broken one is taken over.
    let twice = with_broken(&broken, "head", true);
    assert!(simulation.apply(&Input::Remodel(twice.clone())));
    steps(&mut simulation, 30);
    let balls = simulation.balls().to_vec();
    let saved = simulation.flatten(&twice, &balls);
    let opened = parse(to_text(&saved).unwrap().as_bytes()).unwrap();
    let (world, map) = compile(&opened).unwrap();
    let poses = |state: &State, bodies: Range<usize>| state.bodies[bodies].to_vec();
    assert_eq!(
        poses(world.state(), map.ragdolls[0].bodies.clone()),
        poses(
            simulation.world.state(),
            simulation.map.ragdolls[0].bodies.clone()
        )
    );
    assert!(map.ragdolls[0].is_broken(world.model()));
    let head = map.ragdolls[0].body_of("head").unwrap();
    assert_eq!(map.ragdolls[0].joint_of("head", world.model()), None);
    let articulation = |body: usize| world.model().bodies[body].articulation;
    assert_ne!(
        articulation(head),
        articulation(map.ragdolls[0].bodies.start)
    );
}
