//! What a person does to a running world: pulls, pins, blasts and wind, and that all of
//! it replays.

use crate::kit::{
    advance, body, on_body, particle, resting, settings, still, tuned, weightless, world, Form,
    FORMS, SMOOTH,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::lab::{Checkpoint, Input, Progress, Simulation, Tuning};
use ragdoll_lab::physics::blast::{MOST_SPEED_M_S, NEAREST_M};
use ragdoll_lab::physics::method;
use ragdoll_lab::physics::{
    report, Attachment, Blast, BodyModel, Constraint, Model, Settings, Spring, State, StepOutcome,
    World,
};
use ragdoll_lab::scene::{find, parse, validate, Scene};
use std::f64::consts::TAU;

const G: f64 = 9.81;
const SUBSTEPS: u32 = 4;
const TOP: DVec3 = DVec3::new(0.0, 0.1, 0.0);

fn spring() -> Spring {
    Spring::default()
}

/// Sag of anything that hangs on a pull: `m g / k` with `k = m ω²`, m.
fn sag(gravity: f64) -> f64 {
    let omega = TAU * spring().frequency_hz;
    gravity / (omega * omega)
}

/// A block of 2 kg with unlike moments of inertia.
fn block(settings: Settings) -> World {
    let model = Model {
        settings,
        bodies: vec![body(2.0, DVec3::new(0.01, 0.02, 0.015))],
        ..Model::default()
    };
    let state = State {
        bodies: vec![still(DVec3::ZERO, DQuat::IDENTITY)],
        ..State::default()
    };
    world(model, state)
}

/// A stick of two particles.
fn stick(settings: Settings) -> World {
    let model = Model {
        settings,
        particles: vec![particle(1.0), particle(0.5)],
        constraints: vec![Constraint::Distance(
            ragdoll_lab::physics::constraint::Distance {
                a: Attachment::Particle(0),
                b: Attachment::Particle(1),
                min: 0.4,
                max: 0.4,
                relaxation_factor: 1.0,
                tears_at: f64::INFINITY,
            },
        )],
        ..Model::default()
    };
    let state = State {
        particles: vec![resting(DVec3::ZERO), resting(DVec3::NEG_Y * 0.4)],
        ..State::default()
    };
    world(model, state)
}

/// Limbs collide but under the settings of the paper, in which they do not: a single
/// iteration does not hold them apart and together at once (56 kJ in a wild pull).
fn ragdoll(preset: &str) -> Simulation {
    let collide = !preset.starts_with("paper");
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "solver": {{"preset": "{preset}"}},
            "ragdolls": [{{"id": 1, "figure": {{"mx": {{}}}}, "self_collision": {collide}}}]}}"#
    );
    let scene = parse(text.as_bytes()).unwrap();
    Simulation::new(&scene).unwrap()
}

fn hand_of(simulation: &Simulation) -> Attachment {
    Attachment::centre_of(simulation.map.ragdolls[0].body_of("l_hand").unwrap())
}

fn kinetic(world: &World) -> f64 {
    report::kinetic_energy(world.model(), world.state())
}

fn momentum(world: &World) -> DVec3 {
    report::momentum(world.model(), world.state())
}

#[test]
fn a_weight_on_a_pull_sags_by_its_weight_over_the_stiffness() {
    for form in FORMS {
        let mut hanging = block(settings(form, SUBSTEPS, 1));
        assert!(hanging.pull(on_body(0, TOP), TOP, spring()));
        advance(&mut hanging, 300);
        let place = on_body(0, TOP).position(hanging.state());
        let error = (TOP - place) - DVec3::Y * sag(G);
        println!(
            "{form:?}: sag {:.6} mm, off by {:.1e} m",
            1e3 * (TOP - place).y,
            error.length()
        );
        assert!(error.length() < 1e-7, "{form:?}: {error}");
        let force = hanging.holds().pull.unwrap().impulse * 60.0 * f64::from(SUBSTEPS);
        assert!((force.y - 2.0 * G).abs() < 1e-4, "{form:?}: {force}");
    }
}

#[test]
fn particles_and_points_of_sticks_are_pulled_alike() {
    for form in FORMS {
        let grips = [Attachment::Particle(0), Attachment::on_stick(0, 1, 0.25)];
        for grip in grips {
            let mut hanging = stick(settings(form, SUBSTEPS, 8));
            let target = grip.position(hanging.state());
            assert!(hanging.pull(grip, target, spring()));
            advance(&mut hanging, 600);
            let error = target - grip.position(hanging.state()) - DVec3::Y * sag(G);
            println!("{form:?}: {:.1e} m", error.length());
            assert!(error.length() < 1e-4, "{form:?}, {grip:?}: {error}");
        }
    }
}

/// A pull is critically damped: no overshoot, and after `t` the error is
/// `(1 + ω t) e^(−ω t)` of its beginning.
#[test]
fn a_pull_brings_a_weight_to_its_target_without_swinging() {
    for form in FORMS {
        let mut still = block(weightless(form, 16, 1));
        let soft = Spring {
            frequency_hz: 1.0,
            most_weights: 100.0,
        };
        still.pull(on_body(0, DVec3::ZERO), DVec3::X, soft);
        let mut largest: f64 = 0.0;
        for step in 1..=120 {
            advance(&mut still, 1);
            let x = still.state().bodies[0].position.x;
            let phase = TAU * f64::from(step) / 60.0;
            let expected = 1.0 - (1.0 + phase) * (-phase).exp();
            largest = largest.max((x - expected).abs());
            assert!(x <= 1.0, "{form:?}: {x}");
        }
        println!("{form:?}: {largest:.1e} m from the exact solution");
        assert!(largest < 3e-3, "{form:?}: {largest}");
    }
}

#[test]
fn the_force_is_limited_in_weights() {
    for form in FORMS {
        let mut far = block(weightless(form, SUBSTEPS, 1));
        far.pull(on_body(0, DVec3::ZERO), DVec3::X * 1e5, spring());
        advance(&mut far, 60);
        let speed = far.state().bodies[0].velocity.x;
        assert!(
            (speed - spring().most_weights * G).abs() < 1e-6,
            "{form:?}: {speed}"
        );
    }
}

#[test]
fn a_release_keeps_the_momentum() {
    for form in FORMS {
        let mut thrown = block(weightless(form, SUBSTEPS, 4));
        thrown.pull(on_body(0, TOP), DVec3::new(0.5, 0.3, 0.0), spring());
        advance(&mut thrown, 6);
        let (before, spin) = (momentum(&thrown), thrown.state().bodies[0].angular_velocity);
        assert!(before.length() > 0.5, "{form:?}: {before}");
        assert!(thrown.release() && !thrown.release());
        assert_eq!(momentum(&thrown), before);
        advance(&mut thrown, 60);
        assert!(momentum(&thrown).abs_diff_eq(before, 1e-12), "{form:?}");
        assert!(spin.length() > 0.0);
    }
}

/// Where a hand that is out of its mind wants a thing at a step.
fn wild(step: u32) -> DVec3 {
    let angle = 0.25 * f64::from(step);
    let circle = DVec3::new(2.0 * angle.cos(), 1.5 + angle.sin(), 2.0 * angle.sin());
    match step % 37 {
        0 => DVec3::splat(1e5),
        5 => -circle,
        _ => circle,
    }
}

#[test]
fn a_wild_pull_keeps_the_energy_bounded_in_all_forms() {
    for form in FORMS {
        for iterations in [1, 8] {
            for substeps in [1, 4] {
                let mut world = block(settings(form, substeps, iterations));
                let corner = on_body(0, DVec3::new(0.2, 0.1, -0.1));
                let mut most: f64 = 0.0;
                for step in 0..1200 {
                    assert!(world.pull(corner, wild(step), spring()));
                    assert_eq!(world.step(), StepOutcome::Advanced, "{form:?}");
                    most = most.max(kinetic(&world));
                }
                println!("{form:?} {substeps} x {iterations}: at most {most:.0} J");
                // 20 m/s of 2 kg, and as much of spin.
                assert!(most < 800.0, "{form:?}: {most}");
                for _ in 0..600 {
                    world.pull(corner, DVec3::Y, spring());
                    assert_eq!(world.step(), StepOutcome::Advanced);
                }
                let place = corner.position(world.state());
                assert!(place.distance(DVec3::Y) < 0.2, "{form:?}: {place}");
            }
        }
    }
}

#[test]
fn a_ragdoll_pulled_wildly_stays_whole_at_all_presets() {
    let presets = ["default", "high", "soft", "paper", "paper-velocity"];
    for preset in presets {
        let mut simulation = ragdoll(preset);
        let grip = hand_of(&simulation);
        let (mut energy, mut error): (f64, f64) = (0.0, 0.0);
        for step in 0..900 {
            let target = wild(step);
            assert!(simulation.apply(&Input::Pull {
                grip,
                target,
                spring: spring()
            }));
            assert_eq!(simulation.step(), Progress::Advanced, "{preset}");
            let world = &simulation.world;
            energy = energy.max(kinetic(world));
            error = error.max(report::joint_error(world.model(), world.state()));
        }
        println!(
            "{preset}: at most {energy:.0} J, joints {:.0} mm",
            1e3 * error
        );
        // 58 kg at 20 m/s; the paper's velocity form tears its joints by itself.
        assert!(
            energy < 12_000.0 || preset == "paper-velocity",
            "{preset}: {energy}"
        );
    }
}

#[test]
fn a_ragdoll_hangs_by_its_hand() {
    for (preset, joints_m) in [("default", 4e-3), ("high", 1.5e-3), ("soft", 4e-3)] {
        let mut simulation = ragdoll(preset);
        let grip = hand_of(&simulation);
        let target = DVec3::new(0.0, 3.0, 0.0);
        simulation.apply(&Input::Pull {
            grip,
            target,
            spring: spring(),
        });
        for _ in 0..900 {
            assert_eq!(simulation.step(), Progress::Advanced);
        }
        let world = &simulation.world;
        let error = report::joint_error(world.model(), world.state());
        let below = target - grip.position(world.state());
        println!(
            "{preset}: joints {:.2} mm, {:.2} mm below the target, {:.2} expected",
            1e3 * error,
            1e3 * below.y,
            1e3 * sag(G)
        );
        assert!(error < joints_m, "{preset}: {error}");
        assert!((below.y - sag(G)).abs() < 8e-3, "{preset}: {below}");
        assert!(!world.state().rest[0].asleep);
    }
}

#[test]
fn pins_hold_exactly() {
    for form in FORMS {
        for iterations in [1, 8] {
            let mut world = block(settings(form, SUBSTEPS, iterations));
            let grip = on_body(0, DVec3::new(0.3, 0.1, 0.0));
            let place = grip.position(world.state());
            assert!(world.pin(grip));
            let (mut worst, mut highest): (f64, f64) = (0.0, f64::NEG_INFINITY);
            for _ in 0..300 {
                advance(&mut world, 1);
                worst = worst.max(grip.position(world.state()).distance(place));
                highest = highest
                    .max(report::potential_energy(world.model(), world.state()) + kinetic(&world));
            }
            println!("{form:?} x {iterations}: {worst:.1e} m, energy {highest:.3} J");
            assert!(worst < 1e-9, "{form:?}: {worst}");
            assert!(highest < 0.15, "{form:?}: {highest}");
        }
    }
}

#[test]
fn a_pinned_ragdoll_hangs_until_it_is_freed() {
    for preset in ["default", "soft", "velocity"] {
        let mut simulation = ragdoll(preset);
        let grip = hand_of(&simulation);
        assert!(simulation.apply(&Input::Pin(grip)));
        let place = grip.position(simulation.world.state());
        for _ in 0..300 {
            simulation.step();
        }
        let off = grip.position(simulation.world.state()).distance(place);
        println!("{preset}: the pinned hand is off by {off:.1e} m");
        assert!(off < 1e-6, "{preset}: {off}");
        assert!(simulation.apply(&Input::FreeAll) && !simulation.apply(&Input::FreeAll));
        for _ in 0..30 {
            simulation.step();
        }
        let fallen = place.y - grip.position(simulation.world.state()).y;
        assert!(fallen > 0.5, "{preset}: {fallen}");
    }
}

fn ball(settings: Settings, position: DVec3) -> World {
    let model = Model {
        settings: tuned(settings, |common, _| {
            common.sleeping = true;
        }),
        bodies: vec![BodyModel::ball(1.0, 0.1, SMOOTH)],
        ..Model::default()
    };
    let state = State {
        bodies: vec![still(position, DQuat::IDENTITY)],
        ..State::default()
    };
    world(model, state)
}

#[test]
fn a_pull_wakes_and_keeps_awake_and_a_pin_lets_sleep() {
    for form in FORMS {
        let mut world = ball(settings(form, SUBSTEPS, 1), DVec3::Y);
        let top = on_body(0, DVec3::Y * 0.1);
        assert!(world.pin(top));
        advance(&mut world, 120);
        assert!(world.state().rest[0].asleep, "{form:?}");
        assert!(world.pull(top, top.position(world.state()), spring()));
        advance(&mut world, 120);
        assert!(!world.state().rest[0].asleep, "{form:?}");
        world.release();
        advance(&mut world, 120);
        assert!(world.state().rest[0].asleep, "{form:?}");
        world.free_all();
        advance(&mut world, 30);
        assert!(world.state().bodies[0].position.y < 0.0, "{form:?}");
    }
}

#[test]
fn senseless_inputs_change_nothing() {
    let mut simulation = ragdoll("default");
    let before = simulation.world.state().clone();
    let grip = hand_of(&simulation);
    let pull = |grip, target| Input::Pull {
        grip,
        target,
        spring: spring(),
    };
    let by = |frequency_hz, most_weights| Input::Pull {
        grip,
        target: DVec3::Y,
        spring: Spring {
            frequency_hz,
            most_weights,
        },
    };
    let blast = |strength| {
        let centre = DVec3::ZERO;
        Input::Blast(Blast {
            centre,
            strength,
            radius: 1.0,
        })
    };
    for input in [
        pull(grip, DVec3::NAN),
        pull(grip, DVec3::X * 1e9),
        pull(on_body(99, DVec3::ZERO), DVec3::ZERO),
        by(f64::NAN, 1.0),
        by(1e300, 1.0),
        by(0.0, 1.0),
        by(1.0, f64::INFINITY),
        by(1.0, -1.0),
        Input::Pin(Attachment::Particle(0)),
        Input::Pin(Attachment::World(DVec3::ZERO)),
        Input::Release,
        Input::FreeAll,
        blast(f64::INFINITY),
        blast(-1.0),
    ] {
        assert!(!simulation.apply(&input), "{input:?}");
        assert_eq!(simulation.world.state(), &before, "{input:?}");
    }
}

/// Balls of 1 kg with these radii at these distances along x.
fn balls(places: &[(f64, f64)]) -> World {
    let model = Model {
        settings: weightless(Form::Verlet, 1, 1),
        bodies: places
            .iter()
            .map(|(_, r)| BodyModel::ball(1.0, *r, SMOOTH))
            .collect(),
        ..Model::default()
    };
    let at = |x: f64| still(DVec3::X * x, DQuat::IDENTITY);
    let state = State {
        bodies: places.iter().map(|(x, _)| at(*x)).collect(),
        ..State::default()
    };
    world(model, state)
}

#[test]
fn a_blast_falls_with_the_square_of_the_distance_and_grows_with_the_area() {
    let mut world = balls(&[
        (1.0, 0.1),
        (2.0, 0.1),
        (-4.0, 0.1),
        (8.0, 0.2),
        (11.0, 0.1),
        (1e-3, 0.5),
    ]);
    world.put_to_sleep(&[on_body(0, DVec3::ZERO)]);
    let blast = Blast {
        centre: DVec3::ZERO,
        strength: 100.0,
        radius: 10.0,
    };
    assert!(world.blast(&blast));
    let speeds: Vec<f64> = world.state().bodies.iter().map(|b| b.velocity.x).collect();
    println!("{speeds:?}");
    let area = std::f64::consts::PI * 0.01;
    for (speed, expected) in speeds.iter().zip([
        100.0 * area,
        25.0 * area,
        -6.25 * area,
        6.25 * area,
        0.0,
        MOST_SPEED_M_S,
    ]) {
        assert!((speed - expected).abs() < 1e-9, "{speed} {expected}");
    }
    assert!(!world.state().rest[0].asleep);
    // Inside the nearest distance the push grows no more.
    let speed = |distance: f64| {
        let mut world = balls(&[(distance, 0.01)]);
        world.blast(&blast);
        world.state().bodies[0].velocity.length()
    };
    assert_eq!(speed(NEAREST_M), speed(0.5 * NEAREST_M));
    assert!(speed(NEAREST_M) > 3.9 * speed(2.0 * NEAREST_M));
}

#[test]
fn a_blast_pushes_the_particles_of_a_figure_and_what_stands() {
    for scene in ["humanoid-medium", "mx-throw"] {
        let scene = parse(find(scene).unwrap().text.as_bytes()).unwrap();
        let mut simulation = Simulation::new(&scene).unwrap();
        let centre = DVec3::new(0.0, 0.5, 1.0);
        let blast = Blast {
            centre,
            strength: 200.0,
            radius: 5.0,
        };
        assert!(simulation.apply(&Input::Blast(blast)));
        let momentum = momentum(&simulation.world);
        println!("{momentum}");
        assert!(momentum.z < -10.0, "{momentum}");
        for _ in 0..120 {
            assert_eq!(simulation.step(), Progress::Advanced);
        }
    }
}

/// Drag against the air: `v = u (1 − e^(−d t))`, exact at every step.
#[test]
fn wind_brings_everything_to_its_velocity() {
    for form in FORMS {
        let wind = DVec3::new(4.0, 0.0, -2.0);
        let mut world = block(tuned(weightless(form, SUBSTEPS, 1), |common, _| {
            common.air_velocity = wind;
            common.linear_drag = 0.5;
        }));
        advance(&mut world, 120);
        let expected = wind * (1.0 - (-0.5 * 2.0_f64).exp());
        let velocity = world.state().bodies[0].velocity;
        assert!(
            velocity.abs_diff_eq(expected, 1e-12),
            "{form:?}: {velocity}"
        );
    }
}

#[test]
fn another_wind_wakes_what_sleeps() {
    let mut world = ball(settings(Form::Verlet, SUBSTEPS, 1), DVec3::Y);
    world.pin(on_body(0, DVec3::Y * 0.1));
    advance(&mut world, 120);
    assert!(world.state().rest[0].asleep);
    let mut windy = world.model().settings.clone();
    windy.common.air_velocity = DVec3::X;
    world.retune(windy);
    assert!(!world.state().rest[0].asleep);
}

#[test]
fn the_wind_of_a_scene_is_in_the_settings_and_has_a_range() {
    let mut scene = parse(find("first-throw").unwrap().text.as_bytes()).unwrap();
    scene.air_velocity_m_s = [5.0, 0.0, 0.5];
    let simulation = Simulation::new(&scene).unwrap();
    let settings = &simulation.world.model().settings;
    assert_eq!(settings.common.air_velocity, DVec3::new(5.0, 0.0, 0.5));
    scene.air_velocity_m_s[1] = 1001.0;
    let problems = validate(&scene);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].path, "air_velocity_m_s[1]");
}

/// What a person does in ten seconds: the step, and the inputs before it.
fn log(simulation: &Simulation, scene: &Scene) -> Vec<(u64, Input)> {
    let hand = hand_of(simulation);
    let head = simulation.map.ragdolls[0].body_of("head").unwrap();
    let shot = scene.launcher.clone().unwrap();
    let mut other = Tuning::of(scene);
    other.solver.choose_method(method::find("impulse").unwrap());
    other.solver.iterations = Some(6);
    let mut log = vec![(20, Input::Throw(shot.clone()))];
    for step in 60..160 {
        let target = DVec3::new((0.1 * step as f64).sin(), 2.0, 0.02 * step as f64);
        log.push((
            step,
            Input::Pull {
                grip: hand,
                target,
                spring: spring(),
            },
        ));
    }
    let blast = Blast {
        centre: DVec3::new(0.3, 0.2, 1.0),
        strength: 300.0,
        radius: 6.0,
    };
    log.extend([
        (140, Input::Pin(Attachment::centre_of(head))),
        (200, Input::Release),
        (230, Input::Retune(Box::new(other))),
        (260, Input::Throw(shot)),
        (300, Input::FreeAll),
        (320, Input::Blast(blast)),
    ]);
    log
}

/// Runs on with the log to the end; the hash after each step.
fn replay(simulation: &mut Simulation, log: &[(u64, Input)], end: u64) -> Vec<u64> {
    let mut hashes = Vec::new();
    while simulation.world.state().step < end {
        let step = simulation.world.state().step;
        for (_, input) in log.iter().filter(|(at, _)| *at == step) {
            assert!(simulation.apply(input), "{step}: {input:?}");
        }
        assert_eq!(simulation.step(), Progress::Advanced);
        hashes.push(simulation.world.state().hash());
    }
    hashes
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_log_replays_bit_for_bit_from_the_start_and_from_checkpoints() {
    const END: u64 = 400;
    for name in ["mx-throw", "mx-stairs"] {
        let scene = parse(find(name).unwrap().text.as_bytes()).unwrap();
        let mut first = Simulation::new(&scene).unwrap();
        let log = log(&first, &scene);
        let mut checkpoints: Vec<Checkpoint> = Vec::new();
        let mut hashes = Vec::new();
        for end in (50..=END).step_by(50) {
            checkpoints.push(first.checkpoint());
            hashes.extend(replay(&mut first, &log, end));
        }
        let mut twin = Simulation::new(&scene).unwrap();
        assert_eq!(replay(&mut twin, &log, END), hashes, "{name}");
        // Back and forth, over pulls, pins, throws and changed settings.
        for index in [7, 0, 3, 6, 1, 5, 2] {
            let checkpoint = &checkpoints[index];
            twin.restore(checkpoint);
            assert_eq!(twin.balls().len(), checkpoint_balls(checkpoint, &scene));
            let again = replay(&mut twin, &log, END);
            assert_eq!(
                again,
                hashes[checkpoint.state.step as usize..],
                "{name} {index}"
            );
        }
    }
}

/// Balls in the world at a checkpoint.
fn checkpoint_balls(checkpoint: &Checkpoint, scene: &Scene) -> usize {
    let built = Simulation::new(scene).unwrap().world.state().bodies.len();
    checkpoint.state.bodies.len() - built
}
