//! Every method on the shipped scenes that it can simulate: bits, momentum, complementarity,
//! rest.

use crate::kit::{advance, body, on_body, particle, resting, still, Chance, SMOOTH};
use glam::{DQuat, DVec3};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::constraint::{Hinge, Pin};
use ragdoll_lab::physics::method::parameter::Value;
use ragdoll_lab::physics::method::{find, MethodInfo, METHODS};
use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, momentum};
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, CommonSettings, Constraint, Frame, Model, Settings, State,
    StepOutcome, Surface, World,
};
use ragdoll_lab::scene::{self, ConstraintKind, Scene};

/// Those that hold joints all at once.
fn others() -> impl Iterator<Item = &'static MethodInfo> {
    METHODS
        .iter()
        .filter(|method| (method.settings)().relaxation().is_none())
}

/// A shipped scene under a method, if it can simulate it.
fn under(name: &str, method: &MethodInfo) -> Option<Scene> {
    let shipped = scene::find(name).unwrap();
    let mut scene = scene::parse(shipped.text.as_bytes()).unwrap();
    scene.solver.choose_method(method);
    Simulation::new(&scene).is_ok().then_some(scene)
}

/// A simulation half a second after its shot.
fn in_motion(scene: &Scene) -> Simulation {
    let mut simulation = Simulation::new(scene).unwrap();
    if let Some(launcher) = &scene.launcher {
        assert!(simulation.throw(launcher));
    }
    for _ in 0..30 {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
    simulation
}

fn hashes(world: &mut World, steps: u32) -> Vec<u64> {
    let one = |_| {
        assert_eq!(world.step(), StepOutcome::Advanced);
        world.state().hash()
    };
    (0..steps).map(one).collect()
}

/// Scenes small enough to run under every method in a debug build.
const SMALL: [&str; 9] = [
    "mx-throw",
    "mx-stairs",
    "thesis-rigid",
    "humanoid-medium",
    "hitman",
    "chain",
    "rope",
    "box-stack",
    "mixed",
];

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_checkpoint_replays_bit_for_bit_under_every_method() {
    let mut tried = 0;
    for method in others() {
        for name in SMALL {
            let Some(scene) = under(name, method) else {
                continue;
            };
            tried += 1;
            let mut world = in_motion(&scene).world;
            let checkpoint = world.state().clone();
            let first = hashes(&mut world.clone(), 40);
            let _ = hashes(&mut world, 10);
            world.restore(&checkpoint);
            assert_eq!(first, hashes(&mut world, 40), "{name}, {}", method.id);
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn another_method_goes_on_from_where_things_are() {
    let scene = under("mx-throw", find("verlet").unwrap()).unwrap();
    for method in METHODS {
        let mut simulation = in_motion(&scene);
        let before: Vec<DVec3> = places(&simulation.world);
        let drift = simulation.world.change_method((method.create)());
        let moved = places(&simulation.world).into_iter().zip(before);
        let moved = moved.map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
        assert!(moved <= drift.length + 1e-12, "{}: {moved}", method.id);
        // Relaxation leaves joints apart by millimetres in the act.
        assert!(drift.length < 0.05, "{}: {drift:?}", method.id);
        for _ in 0..60 {
            assert_eq!(simulation.step(), Progress::Advanced, "{}", method.id);
        }
    }
}

/// A run in which the method changes is the same when it is gone back to where another one
/// moved things.
#[test]
fn a_run_goes_back_over_a_change_of_the_method() {
    let relaxed = under("mx-throw", find("verlet").unwrap()).unwrap();
    for method in others() {
        let mut world = in_motion(&relaxed).world;
        let (start, model) = (world.state().clone(), world.shared_model().clone());
        let first = hashes(&mut world, 20);
        let mut settings = world.model().settings.clone();
        settings.method = (method.settings)();
        let places_before = places(&world);
        world.retune(settings);
        let moved = places(&world).into_iter().zip(places_before);
        let moved = moved.map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
        assert!(moved <= world.drift().length + 1e-12, "{}", method.id);
        let (middle, changed) = (world.state().clone(), world.shared_model().clone());
        let second = hashes(&mut world, 20);
        assert_ne!(first, second);
        world.restore_with(&model, &start);
        assert_eq!(hashes(&mut world, 20), first, "{}: before", method.id);
        world.restore_with(&changed, &middle);
        assert_eq!(hashes(&mut world, 20), second, "{}: after", method.id);
    }
}

fn places(world: &World) -> Vec<DVec3> {
    world.state().bodies.iter().map(|b| b.position).collect()
}

/// Seven limbs round one, tumbling in empty space.
fn tumbling(method: &MethodInfo) -> World {
    let mut chance = Chance::new(5);
    let common = CommonSettings {
        gravity: DVec3::ZERO,
        substeps: 2,
        sleeping: false,
        ..CommonSettings::default()
    };
    let method_settings = (method.settings)();
    let mut model = Model {
        settings: Settings {
            common,
            method: method_settings,
        },
        ..Model::default()
    };
    let mut state = State::default();
    let spin = DVec3::new(2.0, -1.0, 3.0);
    for i in 0..8 {
        model.bodies.push(chance.body());
        let from_hub = if i == 0 {
            DVec3::ZERO
        } else {
            chance.direction() * 0.4
        };
        state.bodies.push(BodyState {
            position: from_hub,
            orientation: chance.rotation(),
            velocity: DVec3::new(0.3, 0.2, -0.1) + spin.cross(from_hub),
            angular_velocity: spin,
        });
        if i > 0 {
            let joint = from_hub * 0.5;
            let arm = |b: usize| {
                let body = &state.bodies[b];
                body.orientation.conjugate() * (joint - body.position)
            };
            model.constraints.push(Constraint::Pin(Pin {
                a: on_body(0, arm(0)),
                b: on_body(i, arm(i)),
                relaxation_factor: 1.0,
            }));
        }
    }
    World::new(model, state, (method.create)())
}

#[test]
fn momenta_are_kept_in_empty_space() {
    for method in others() {
        let mut world = tumbling(method);
        let momenta = |world: &World| {
            let (model, state) = (world.model(), world.state());
            [momentum(model, state), angular_momentum(model, state)]
        };
        let before = momenta(&world);
        let energy = kinetic_energy(world.model(), world.state());
        advance(&mut world, 120);
        let after = momenta(&world);
        let linear = (after[0] - before[0]).length();
        let angular = (after[1] - before[1]).length() / before[1].length();
        let gained = kinetic_energy(world.model(), world.state()) / energy - 1.0;
        // Springs pull at two points that are a little apart.
        let most_angular = if method.id == "springs" { 1e-3 } else { 1e-8 };
        assert!(linear < 1e-10, "{}: {linear:e}", method.id);
        assert!(angular < most_angular, "{}: {angular:e}", method.id);
        assert!(gained.abs() < 0.02, "{}: {gained:e}", method.id);
    }
}

/// The largest residual of half a second after a shot, with friction as it is or without.
fn residual(scene: &Scene, has_friction: bool, wanted: f64) -> f64 {
    let mut scene = scene.clone();
    scene.solver.contact_residual_m_s = Some(wanted);
    scene.solver.contact_sweeps = Some(100_000);
    let mut simulation = in_motion(&scene);
    if !has_friction {
        let mut model = simulation.world.model().clone();
        let bodies = model.bodies.iter_mut().map(|body| &mut body.surface);
        let obstacles = model.obstacles.iter_mut().map(|o| &mut o.surface);
        bodies.chain(obstacles).for_each(|s| s.friction = 0.0);
        assert!(simulation.world.remodel(model));
    }
    let mut worst = 0.0_f64;
    let mut presses = false;
    for _ in 0..30 {
        assert_eq!(simulation.step(), Progress::Advanced);
        worst = worst.max(simulation.world.contact_residual());
        presses |= simulation.world.contacts().iter().any(|c| c.loaded());
    }
    assert!(presses, "nothing touches");
    worst
}

#[test]
fn impulses_and_rates_complement_each_other() {
    for method in others() {
        let scene = under("mx-throw", method).unwrap();
        for (has_friction, wanted) in [(false, 1e-10), (true, 1e-6)] {
            let residual = residual(&scene, has_friction, wanted);
            let what = format!("{}, friction {has_friction}", method.id);
            assert!(residual <= wanted, "{what}: {residual:e}");
        }
    }
}

#[test]
fn what_a_method_cannot_simulate_is_refused_by_name() {
    let shipped = scene::find("hitman").unwrap();
    let mut scene = scene::parse(shipped.text.as_bytes()).unwrap();
    let reduced = find("reduced").unwrap();
    scene.solver.choose_method(reduced);
    let errors = Simulation::new(&scene).err().unwrap();
    let text: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(
        text.iter().any(|line| line.contains("particles")),
        "{text:?}"
    );
    assert!(
        text.iter().any(|line| line.contains("multipliers")),
        "{text:?}"
    );
}

/// The centre of mass of a thrown figure and a thrown ball are on their parabolas under every
/// rule; forward Euler alone falls half a substep late.
#[test]
fn free_flight_is_on_the_parabola() {
    let choices = |method: &MethodInfo, key: &str| -> Vec<Option<Value>> {
        let spec = method.parameter(key);
        let choices = spec.map_or(&[][..], |spec| spec.choices());
        let chosen = choices.iter().map(|c| Some(Value::Choice(c.name)));
        chosen.chain(spec.is_none().then_some(None)).collect()
    };
    for method in others() {
        let key = if method.id == "springs" {
            "integrator"
        } else {
            "rule"
        };
        for choice in choices(method, key) {
            let mut scene = under("mx-drop", method).unwrap();
            if let (Some(spec), Some(_)) = (method.parameter(key), choice) {
                scene.solver = scene.solver.with(spec, choice);
            }
            if choice == Some(Value::Choice("forward-euler")) {
                continue;
            }
            scene.solver.stiffness_n_m = (key == "integrator").then_some(1e3);
            scene.solver.damping_n_s_m = (key == "integrator").then_some(0.0);
            scene.solver.linear_drag_per_s = Some(0.0);
            scene.solver.angular_drag_per_s = Some(0.0);
            scene.ragdolls[0].self_collision = false;
            let mut world = Simulation::new(&scene).unwrap().world;
            let ball = BodyModel::ball(1.0, 0.1, SMOOTH);
            let thrown = BodyState {
                position: DVec3::new(5.0, 10.0, 0.0),
                orientation: DQuat::IDENTITY,
                velocity: DVec3::new(1.0, 2.0, 0.5),
                angular_velocity: DVec3::X,
            };
            let ball = world.add_body(ball, thrown);
            let figure = |world: &World| centre(world, ball);
            let start = [figure(&world), thrown.position];
            let velocity = [mean_velocity(&world, ball), thrown.velocity];
            let steps = 12;
            advance(&mut world, steps);
            let t = f64::from(steps) / 60.0;
            let fall = DVec3::NEG_Y * (0.5 * 9.81 * t * t);
            let end = [figure(&world), world.state().bodies[ball].position];
            for ((end, start), velocity) in end.into_iter().zip(start).zip(velocity) {
                let off = end.distance(start + velocity * t + fall);
                assert!(off < 1e-9, "{}, {choice:?}: {off:e} m", method.id);
            }
        }
    }
}

/// Centre of mass of all bodies before one.
fn centre(world: &World, end: usize) -> DVec3 {
    let bodies = world.model().bodies.iter().zip(&world.state().bodies);
    let bodies = bodies.take(end);
    let mass: f64 = bodies.clone().map(|(body, _)| body.mass).sum();
    bodies
        .map(|(body, at)| at.position * body.mass)
        .sum::<DVec3>()
        / mass
}

/// Its velocity.
fn mean_velocity(world: &World, end: usize) -> DVec3 {
    let bodies = world.model().bodies.iter().zip(&world.state().bodies);
    let bodies = bodies.take(end);
    let mass: f64 = bodies.clone().map(|(body, _)| body.mass).sum();
    bodies
        .map(|(body, at)| at.velocity * body.mass)
        .sum::<DVec3>()
        / mass
}

fn settings_of(method: &MethodInfo, gravity: DVec3) -> Settings {
    let common = CommonSettings {
        gravity,
        substeps: 2,
        sleeping: false,
        ..CommonSettings::default()
    };
    Settings {
        common,
        method: (method.settings)(),
    }
}

#[test]
fn a_lone_particle_falls() {
    for method in others().filter(|method| method.id != "reduced") {
        let model = Model {
            settings: settings_of(method, DVec3::NEG_Y * 9.81),
            particles: vec![particle(1.0)],
            ..Model::default()
        };
        let state = State {
            particles: vec![resting(DVec3::ZERO)],
            ..State::default()
        };
        let mut world = World::new(model, state, (method.create)());
        advance(&mut world, 60);
        let fallen = world.state().particles[0].position.y;
        assert!((fallen + 4.905).abs() < 1e-9, "{}: {fallen}", method.id);
    }
}

/// A hinge with equal limits is a door that is locked.
#[test]
fn a_locked_hinge_does_not_turn() {
    for method in others() {
        let hinge = Hinge {
            a: Attachment::World(DVec3::ZERO),
            b: on_body(0, DVec3::NEG_X * 0.5),
            parent: Frame::World,
            child: Frame::Body(0),
            axis: DVec3::Z,
            rest: DQuat::IDENTITY,
            limit: Some([0.0, 0.0]),
            counter: None,
            relaxation_factor: 1.0,
        };
        let model = Model {
            settings: settings_of(method, DVec3::NEG_Y * 9.81),
            bodies: vec![body(2.0, DVec3::splat(0.1))],
            constraints: vec![Constraint::Hinge(Box::new(hinge))],
            ..Model::default()
        };
        let state = State {
            bodies: vec![still(DVec3::X * 0.5, DQuat::IDENTITY)],
            ..State::default()
        };
        let mut world = World::new(model, state, (method.create)());
        advance(&mut world, 120);
        let sunk = world.state().bodies[0].position.y;
        assert!(sunk.abs() < 5e-3, "{}: {sunk} m", method.id);
    }
}

/// What bounces or overlaps elsewhere changes no bit of a figure that falls.
#[test]
fn things_apart_do_not_change_each_other() {
    for method in others() {
        let scene = under("mx-drop", method).unwrap();
        let mut alone = Simulation::new(&scene).unwrap().world;
        let mut among = Simulation::new(&scene).unwrap().world;
        let bouncing = Surface {
            restitution: 0.8,
            ..SMOOTH
        };
        let there = BodyState {
            velocity: DVec3::NEG_Y * 4.0,
            ..still(DVec3::new(20.0, 0.6, 0.0), DQuat::IDENTITY)
        };
        let figure = among.add_body(BodyModel::ball(1.0, 0.2, bouncing), there);
        for step in 0..150 {
            advance(&mut alone, 1);
            advance(&mut among, 1);
            let bodies = |world: &World| world.state().bodies[..figure].to_vec();
            assert_eq!(bodies(&alone), bodies(&among), "{}, step {step}", method.id);
        }
    }
}

/// A lattice of sticks, in which everything hangs together with everything.
#[test]
fn a_net_that_is_too_dense_is_refused_before_it_is_simulated() {
    let shipped = scene::find("stick-box").unwrap();
    let mut scene = scene::parse(shipped.text.as_bytes()).unwrap();
    let (corner, stick) = (scene.particles[0].clone(), scene.constraints[0].clone());
    scene.particles.clear();
    scene.constraints.clear();
    const SIDE: u32 = 12;
    let number = |[x, y, z]: [u32; 3]| 1000 + (x * SIDE + y) * SIDE + z;
    let all = (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y)));
    for [x, y, z] in all.flat_map(|(x, y)| (0..SIDE).map(move |z| [x, y, z])) {
        let mut particle = corner.clone();
        particle.id = number([x, y, z]);
        particle.position_m = [x, y, z].map(|k| 0.2 * f64::from(k));
        particle.position_m[1] += 0.5;
        scene.particles.push(particle);
        for to in [[x + 1, y, z], [x, y + 1, z], [x, y, z + 1]] {
            if to.iter().all(|&k| k < SIDE) {
                let mut next = stick.clone();
                next.id = 10_000 + scene.constraints.len() as u32;
                if let ConstraintKind::Stick(stick) = &mut next.kind {
                    (stick.a, stick.b) = (number([x, y, z]), number(to));
                    stick.length_m = Some(0.2);
                }
                scene.constraints.push(next);
            }
        }
    }
    for method in METHODS {
        scene.solver.choose_method(method);
        let errors = Simulation::new(&scene).err().unwrap_or_default();
        let text: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let is_dense = text
            .iter()
            .any(|line| line.contains("too densely connected"));
        let wanted = ["springs", "multipliers"].contains(&method.id);
        assert_eq!(is_dense, wanted, "{}: {text:?}", method.id);
    }
}

#[test]
fn every_method_offers_its_default_preset_first() {
    for method in METHODS.iter().filter(|method| !method.companion) {
        assert_eq!(method.presets[0].name, "default", "{}", method.id);
        assert!(method.presets[0].values.is_empty(), "{}", method.id);
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_thrown_at_ragdoll_rests_under_every_method() {
    for method in others() {
        for name in ["mx-throw", "mx-stairs", "mx-drop"] {
            let scene = under(name, method).unwrap();
            let mut simulation = Simulation::new(&scene).unwrap();
            if let Some(launcher) = &scene.launcher {
                simulation.throw(launcher);
            }
            let mut steps = 0;
            while steps < 1200 && !simulation.is_at_rest() {
                assert_eq!(
                    simulation.step(),
                    Progress::Advanced,
                    "{name}, {}",
                    method.id
                );
                steps += 1;
            }
            let world = &simulation.world;
            let energy = kinetic_energy(world.model(), world.state());
            println!(
                "{name}, {}: {} s, {energy} J",
                method.id,
                steps as f64 / 60.0
            );
            assert!(simulation.is_at_rest(), "{name}, {}: {energy} J", method.id);
        }
    }
}
