//! What tears: sticks and distances that are stretched too far, and the surfaces between them.

use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::generate::{Cloth, ClothPins, Jelly, Rope};
use ragdoll_lab::editor::{Command, Document, Things};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, momentum, potential_energy};
use ragdoll_lab::physics::Constraint;
use ragdoll_lab::scene::{find, parse, ConstraintKind, Scene};

fn scene_of(text: &str) -> Scene {
    let text = format!(r#"{{"format": "ragdoll-scene", "version": 1, {text}}}"#);
    parse(text.as_bytes()).unwrap()
}

fn with(text: &str, things: Things) -> Scene {
    let mut document = Document::new(scene_of(text));
    document.apply(&Command::Insert(things, "Thing")).unwrap();
    Scene::clone(document.scene())
}

fn run(simulation: &mut Simulation, steps: u64) {
    for step in 0..steps {
        assert_eq!(simulation.step(), Progress::Advanced, "step {step}");
    }
}

fn torn(simulation: &Simulation) -> usize {
    simulation.world.state().torn.len()
}

fn shipped() -> Simulation {
    Simulation::new(&parse(find("tear").unwrap().text.as_bytes()).unwrap()).unwrap()
}

/// Two sticks of 1 m between a fixed particle and one that is so far away.
fn stretched(apart: f64) -> Simulation {
    let scene = scene_of(&format!(
        r#""particles": [{{"id": 1, "mass_kg": 1, "position_m": [0, 5, 0], "fixed": true}},
        {{"id": 2, "mass_kg": 1, "position_m": [{apart}, 5, 0]}}],
        "constraints": [{{"id": 3, "kind": {{"stick": {{"a": 1, "b": 2, "length_m": 1,
        "tear_strain": 0.5}}}}}}, {{"id": 4, "kind": {{"distance": {{"a": {{"particle": 1}},
        "b": {{"particle": 2}}, "max_m": 1, "tear_strain": 0.5}}}}}}]"#
    ));
    Simulation::new(&scene).unwrap()
}

#[test]
fn what_is_stretched_beyond_its_strain_tears_and_all_else_holds() {
    let mut held = stretched(1.49);
    run(&mut held, 30);
    assert_eq!(torn(&held), 0);
    let place = held.world.state().particles[1].position;
    assert!(
        (place.distance(DVec3::Y * 5.0) - 1.0).abs() < 0.01,
        "{place}"
    );
    let mut free = stretched(1.51);
    run(&mut free, 30);
    assert_eq!(free.world.state().torn, [0, 1]);
    let place = free.world.state().particles[1].position;
    assert_eq!([place.x, place.z], [1.51, 0.0]);
    // It fell for half a second.
    assert!((place.y - (5.0 - 0.5 * 9.81 * 0.25)).abs() < 0.1, "{place}");
}

/// The ball of the shipped scene comes through, and leaves a hole of as many triangles as it
/// needs; what did not tear is held still.
#[test]
fn a_ball_tears_a_hole_and_comes_through() {
    let mut simulation = shipped();
    run(&mut simulation, 75);
    let state = simulation.world.state();
    let ball = state.bodies[0].position;
    assert!(ball.z < -0.3, "{ball}");
    let model = simulation.world.model();
    let holes = model
        .triangles
        .iter()
        .filter(|triangle| triangle.torn)
        .count();
    println!(
        "{} torn, {holes} of {} triangles",
        torn(&simulation),
        model.triangles.len()
    );
    assert!((10..400).contains(&holes), "{holes} holes");
    for &constraint in &state.torn {
        let constraint = &model.constraints[constraint as usize];
        assert!(matches!(constraint, Constraint::Broken(_)));
    }
}

/// A cloth that floats is shot through by a heavy ball.
#[test]
fn tearing_keeps_momenta_and_adds_no_energy() {
    let cloth = Cloth {
        points: [15, 15],
        mass_kg: 3.0,
        tear_strain: 0.1,
        pins: ClothPins::None,
        ..Cloth::default()
    };
    let text = r#""gravity_m_s2": [0, 0, 0], "solver": {"linear_drag_per_s": 0,
        "angular_drag_per_s": 0, "sleeping": false}, "bodies": [{"id": 1, "mass_kg": 20,
        "shape": {"sphere": {"radius_m": 0.08}}, "position_m": [0.1, 2.3, 0.55],
        "velocity_m_s": [1, -25, 0]}]"#;
    let mut simulation = Simulation::new(&with(text, cloth.things())).unwrap();
    let now = |simulation: &Simulation| {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        let energy = kinetic_energy(model, state) + potential_energy(model, state);
        (
            momentum(model, state),
            angular_momentum(model, state),
            energy,
        )
    };
    let before = now(&simulation);
    let mut most = before.2;
    for _ in 0..60 {
        run(&mut simulation, 1);
        let after = now(&simulation);
        assert!((after.0 - before.0).length() < 1e-9 * before.0.length());
        most = most.max(after.2);
    }
    let turned = (now(&simulation).1 - before.1).length();
    println!(
        "{} torn, most {most} J of {} J, turned {turned}",
        torn(&simulation),
        before.2
    );
    assert!(torn(&simulation) > 20);
    assert!(most <= before.2 * (1.0 + 1e-9));
    // Friction grips the ball at its surface and the cloth within its thickness.
    assert!(turned < 0.01 * before.1.length());
}

/// From each of some moments before, while and after it tears a run goes on to the same bits,
/// in whichever order they are gone back to, with all that a checkpoint holds and with the
/// state alone; a throw and a changed mass in between go the same way.
#[test]
fn a_run_that_tears_can_be_rewound_to_the_bit() {
    let scene = parse(find("tear").unwrap().text.as_bytes()).unwrap();
    let mut heavier = scene.clone();
    heavier.particles[200].mass_kg *= 2.0;
    let act = |simulation: &mut Simulation| match simulation.world.state().step {
        56 => assert!(simulation.throw(scene.launcher.as_ref().unwrap())),
        60 => assert!(simulation.remodel(&heavier).unwrap()),
        _ => {}
    };
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut moments = Vec::new();
    let end = 80;
    for step in 0..end {
        act(&mut simulation);
        if [0, 46, 49, 52, 58, 66].contains(&step) {
            moments.push((simulation.checkpoint(), torn(&simulation)));
        }
        run(&mut simulation, 1);
    }
    let counts: Vec<usize> = moments.iter().map(|(_, torn)| *torn).collect();
    println!(
        "torn at the moments: {counts:?}, at last {}",
        torn(&simulation)
    );
    assert!(counts[0] == 0 && counts[5] > counts[2] && torn(&simulation) > 0);
    let last = simulation.world.state().hash();
    for place in [5, 0, 3, 1, 4, 2] {
        simulation.restore(&moments[place].0);
        assert_eq!(torn(&simulation), counts[place]);
        for step in simulation.world.state().step..end {
            // What was done at the moment itself is a part of it.
            if step != moments[place].0.step() {
                act(&mut simulation);
            }
            run(&mut simulation, 1);
        }
        assert_eq!(simulation.world.state().hash(), last, "from {place}");
    }
    // With as many balls, the state alone is enough.
    for place in [5, 4] {
        simulation.world.restore(&moments[place].0.state);
        assert_eq!(torn(&simulation), counts[place]);
        run(&mut simulation, 3);
    }
}

/// The present state of a torn cloth as a scene goes on as the run does.
#[test]
fn a_torn_cloth_is_saved_and_opened_again() {
    let scene = parse(find("tear").unwrap().text.as_bytes()).unwrap();
    let mut simulation = Simulation::new(&scene).unwrap();
    run(&mut simulation, 56);
    let saved = simulation.flatten(&scene, simulation.balls());
    let text = serde_json::to_vec(&saved).unwrap();
    let mut opened = Simulation::new(&parse(&text).unwrap()).unwrap();
    assert!(torn(&simulation) > 0);
    assert_eq!(opened.world.state().torn, simulation.world.state().torn);
    let holes = |s: &Simulation| -> Vec<bool> {
        s.world.model().triangles.iter().map(|t| t.torn).collect()
    };
    assert_eq!(holes(&opened), holes(&simulation));
    for s in [&mut simulation, &mut opened] {
        run(s, 3);
    }
    let places = |s: &Simulation| -> Vec<DVec3> {
        s.world
            .state()
            .particles
            .iter()
            .map(|p| p.position)
            .collect()
    };
    let pairs = places(&simulation).into_iter().zip(places(&opened));
    let apart = pairs.map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
    assert!(apart < 1e-6, "{apart} m apart");
}

/// A rope with a stick that is torn from the start: its pieces go their own ways, in every
/// method that has ropes.
#[test]
fn the_pieces_of_a_torn_rope_go_their_own_ways() {
    let rope = Rope {
        sticks: 6,
        ..Rope::default()
    };
    let mut scene = with(r#""name": "rope""#, rope.things());
    let torn_stick = &mut scene.constraints[2];
    *torn_stick.kind.torn_mut().unwrap() = true;
    for method in METHODS {
        scene.solver.method = method.id.into();
        let Ok(mut simulation) = Simulation::new(&scene) else {
            continue;
        };
        run(&mut simulation, 40);
        let (model, state) = (simulation.world.model(), simulation.world.state());
        assert_eq!(model.articulations, 2, "{}", method.id);
        let lowest = state.particles[6].position.y;
        assert!(lowest < 1.0, "{}: {lowest} m", method.id);
        assert!(state.particles[2].position.y > 1.9, "{}", method.id);
    }
}

#[test]
fn a_soft_body_that_tears_keeps_nothing_inside() {
    let mut scene = with(r#""name": "jelly""#, Jelly::default().things());
    let sides = |scene: &Scene| {
        let (world, _) = compile(scene).unwrap();
        let keeps = |c: &&Constraint| matches!(c, Constraint::Membrane(m) if m.keeps_inside());
        world.model().constraints.iter().filter(keeps).count()
    };
    assert_eq!(sides(&scene), 1);
    let is_edge = |kind: &ConstraintKind| match kind {
        ConstraintKind::Stick(stick) => stick.a == scene.particles[0].id,
        _ => false,
    };
    let edge = scene.constraints.iter().position(|c| is_edge(&c.kind));
    *scene.constraints[edge.unwrap()].kind.torn_mut().unwrap() = true;
    assert_eq!(sides(&scene), 0);
    let mut simulation = Simulation::new(&scene).unwrap();
    run(&mut simulation, 10);
    let saved = simulation.flatten(&scene, &[]);
    parse(&serde_json::to_vec(&saved).unwrap()).unwrap();
}

#[test]
fn a_strain_that_can_never_be_reached_is_refused_by_name() {
    let text = |distance: &str| {
        format!(
            r#"{{"format": "ragdoll-scene", "version": 1, "particles": [
            {{"id": 1, "mass_kg": 1, "position_m": [0, 5, 0]}},
            {{"id": 2, "mass_kg": 1, "position_m": [1, 5, 0]}}], "constraints": [{{"id": 3, "kind":
            {{"distance": {{"a": {{"particle": 1}}, "b": {{"particle": 2}}, {distance}}}}}}}]}}"#
        )
    };
    for (distance, about) in [
        (
            r#""min_m": 1, "tear_strain": 0.5"#,
            "without a largest distance",
        ),
        (r#""max_m": 1, "tear_strain": -0.5"#, "out of range"),
        (r#""max_m": 1, "tear_strain": 1e9"#, "out of range"),
    ] {
        let error = parse(text(distance).as_bytes()).unwrap_err().to_string();
        assert!(
            error.contains("tear_strain") && error.contains(about),
            "{error}"
        );
    }
}
