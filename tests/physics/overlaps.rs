//! What is put into something else at the start comes out of it gently.

use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::generate::{Cloth, ClothPins};
use ragdoll_lab::editor::{Command, Document};
use ragdoll_lab::physics::collide::detect;
use ragdoll_lab::physics::report::{kinetic_energy, potential_energy};
use ragdoll_lab::physics::{StepOutcome, World};
use ragdoll_lab::scene::parse;

/// Two seconds.
const STEPS: u32 = 120;
/// Depth that is left of an overlap of decimetres, m.
const PARTED_M: f64 = 0.02;
/// For how many steps at least it is out: a heavy ball that falls on what it came out of presses
/// itself in again, which is another matter.
const STEPS_OUT: u32 = 10;
const SOLVERS: [&str; 7] = [
    r#"{"preset": "default"}"#,
    r#"{"preset": "high"}"#,
    r#"{"preset": "soft"}"#,
    r#"{"preset": "paper"}"#,
    r#"{"preset": "paper-velocity"}"#,
    r#"{"method": "springs"}"#,
    r#"{"method": "multipliers"}"#,
];
const FIGURES: [&str; 4] = [
    r#"{"hitman": {}}"#,
    r#"{"mx": {}}"#,
    r#"{"thesis": {}}"#,
    r#"{"thesis": {"arms": true, "build": "rigid-with-limits"}}"#,
];

/// With the presets of the papers nothing comes to rest for long, and what a ball lies on is pressed
/// in again and again.
fn is_restless(solver: &str) -> bool {
    solver.contains("paper")
}

/// A ball of 50 kg at rest inside a figure that stands on the floor.
fn ball_inside(figure: &str, solver: &str, [x, height]: [f64; 2]) -> World {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "solver": {solver},
        "obstacles": [{{"id": 1, "shape": {{"plane": {{}}}}}}],
        "ragdolls": [{{"id": 2, "figure": {figure}, "stands_until_hit": false}}],
        "bodies": [{{"id": 3, "shape": {{"sphere": {{"radius_m": 0.25}}}}, "mass_kg": 50,
            "position_m": [{x}, {height}, 0]}}]}}"#
    );
    compile(&parse(text.as_bytes()).unwrap()).unwrap().0
}

fn energy(world: &World) -> f64 {
    let (model, state) = (world.model(), world.state());
    kinetic_energy(model, state) + potential_energy(model, state)
}

fn overlap_m(world: &World) -> f64 {
    let (model, mut state) = (world.model(), world.state().clone());
    state.rest.iter_mut().for_each(|rest| rest.asleep = false);
    let mut contacts = Vec::new();
    detect(model, &state, model.settings.common.step_s, &mut contacts);
    let depths = contacts.iter().map(|contact| -contact.gap(&state));
    depths.fold(0.0, f64::max)
}

/// How much of the energy of the start there may be. Joints that are springs miss the goal of
/// twice: they made 37 times as much before overlaps were parted, and make 3.1 times.
fn most_times(solver: &str) -> f64 {
    match solver {
        r#"{"method": "springs"}"# => 4.0,
        _ => 2.0,
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_heavy_ball_inside_a_figure_comes_out_and_makes_no_energy_of_it() {
    let (mut worst, mut least_out) = (0.0_f64, STEPS);
    for (figure, solver) in FIGURES.iter().flat_map(|f| SOLVERS.map(|s| (f, s))) {
        for at in [[0.0, 0.9], [0.0, 1.1], [0.0, 1.4], [0.04, 1.25]] {
            let mut world = ball_inside(figure, solver, at);
            assert!(overlap_m(&world) > 0.1, "{figure} {at:?}");
            let (start, mut most) = (energy(&world), 0.0_f64);
            let (mut out, mut longest_out) = (0, 0);
            for _ in 0..STEPS {
                assert_eq!(world.step(), StepOutcome::Advanced, "{figure} {solver}");
                most = most.max(energy(&world));
                out = if overlap_m(&world) < PARTED_M {
                    out + 1
                } else {
                    0
                };
                longest_out = longest_out.max(out);
            }
            let times = most / start;
            assert!(
                times < most_times(solver),
                "{figure} {solver} {at:?}: {times} times {start} J"
            );
            assert!(
                longest_out >= STEPS_OUT || is_restless(solver),
                "{figure} {solver} {at:?}: out for {longest_out} steps"
            );
            worst = worst.max(times);
            if !is_restless(solver) {
                least_out = least_out.min(longest_out);
            }
        }
    }
    println!("at most {worst:.2} times the energy, and out for {least_out} steps");
}

/// A ball at rest, half of it through a cloth that its corners hold.
fn ball_in_a_cloth(solver: &str) -> World {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "solver": {solver},
        "bodies": [{{"id": 3, "shape": {{"sphere": {{"radius_m": 0.1}}}}, "mass_kg": 1,
            "position_m": [0.013, 2.05, 0.007]}}]}}"#
    );
    let mut document = Document::new(parse(text.as_bytes()).unwrap());
    let cloth = Cloth {
        corner_m: [-0.5, 2.0, -0.5],
        points: [20, 20],
        pins: ClothPins::FourCorners,
        ..Cloth::default()
    };
    document
        .apply(&Command::Insert(cloth.things(), "Cloth"))
        .unwrap();
    compile(document.scene()).unwrap().0
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_ball_in_a_cloth_comes_out_and_makes_no_energy_of_it() {
    // A plane net of rigid distances is singular: `multipliers` cannot begin with it; the papers
    // have no surfaces.
    let solvers = SOLVERS
        .iter()
        .filter(|solver| !solver.contains("multipliers") && !solver.contains("paper"));
    for solver in solvers {
        let mut world = ball_in_a_cloth(solver);
        assert!(overlap_m(&world) > 0.05);
        let (start, mut most) = (energy(&world), 0.0_f64);
        for _ in 0..STEPS {
            assert_eq!(world.step(), StepOutcome::Advanced, "{solver}");
            most = most.max(energy(&world));
        }
        let times = most / start;
        assert!(times < 1.05, "{solver}: {times} times {start} J");
        let left = overlap_m(&world);
        assert!(left < PARTED_M, "{solver}: {left} m");
    }
}

#[test]
fn what_has_come_out_is_left_to_contacts_until_it_is_put_somewhere_again() {
    let solver = r#"{"preset": "default"}"#;
    let mut world = ball_inside(FIGURES[1], solver, [0.0, 1.1]);
    let were_put = |world: &World| world.state().rest.iter().all(|rest| rest.was_put);
    let are_out = |world: &World| world.state().rest.iter().all(|rest| !rest.was_put);
    world.step();
    assert!(were_put(&world), "they are still inside each other");
    let mut twin = world.clone();
    twin.restore(world.state());
    for _ in 0..STEPS {
        world.step();
        twin.step();
    }
    assert!(are_out(&world));
    assert_eq!(world.state().hash(), twin.state().hash());

    let ball = world.model().bodies.len() - 1;
    let motion = world.state().bodies[ball];
    world.put_awake(ball..ball + 1, &[motion]);
    assert!(!are_out(&world));
}

#[test]
fn a_figure_put_into_the_floor_comes_out_of_it_and_makes_no_energy_of_it() {
    for precision in ["f64", "f32"] {
        for figure in FIGURES {
            let text = format!(
                r#"{{"format": "ragdoll-scene", "version": 1,
                "solver": {{"precision": "{precision}", "sleeping": false}},
                "obstacles": [{{"id": 1, "shape": {{"plane": {{}}}}}}],
                "ragdolls": [{{"id": 2, "figure": {figure}, "position_m": [0, -0.3, 0], "self_collision": false,
                    "stands_until_hit": false}}]}}"#
            );
            let mut world = compile(&parse(text.as_bytes()).unwrap()).unwrap().0;
            let start = energy(&world);
            let mut most = start;
            for _ in 0..STEPS {
                world.step();
                most = most.max(energy(&world));
            }
            // To lift it takes half as much again.
            assert!(
                most < 1.6 * start,
                "{precision}, {figure}: {most} of {start} J"
            );
            let left = overlap_m(&world);
            assert!(left < PARTED_M, "{precision}, {figure}: {left} m");
        }
    }
}

#[test]
fn what_stands_in_the_floor_comes_out_of_it_when_a_ball_wakes_it() {
    let text = r#"{"format": "ragdoll-scene", "version": 1,
        "obstacles": [{"id": 1, "shape": {"plane": {}}}],
        "ragdolls": [{"id": 2, "figure": {"mx": {}}, "position_m": [0, -0.1, 0]}],
        "bodies": [{"id": 3, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1,
            "position_m": [-0.5, 1, 0], "velocity_m_s": [5, 0, 0]}]}"#;
    let mut world = compile(&parse(text.as_bytes()).unwrap()).unwrap().0;
    let figure = world.model().bodies[0].articulation;
    let rest = |world: &World| world.state().rest[figure];
    assert!(rest(&world).standing);
    let slept = (0..STEPS).take_while(|_| {
        world.step();
        rest(&world).asleep
    });
    assert!(slept.count() > 2, "the ball is on its way");
    assert!(!rest(&world).asleep && rest(&world).was_put);
    for _ in 0..STEPS {
        world.step();
    }
    assert!(!rest(&world).was_put);
    let left = overlap_m(&world);
    assert!(left < PARTED_M, "{left} m");
}
