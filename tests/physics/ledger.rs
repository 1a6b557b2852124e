//! The ledger of motion: what each cause did adds up to what happened, and is what a
//! physicist would have booked.

use crate::kit::{particle, resting, still, verlet, weightless, Form as Way};
use crate::limits::door;
use crate::pendulum::rod;
use glam::{DQuat, DVec3};
use ragdoll_lab::lab::{Input, Progress, Simulation, Tuning};
use ragdoll_lab::physics::blast::Blast;
use ragdoll_lab::physics::constraint::{Distance, LimitModel};
use ragdoll_lab::physics::convex::{Convex, Core};
use ragdoll_lab::physics::hold::Spring;
use ragdoll_lab::physics::ledger::{Book, Cause, Entry, Form, Ledger};
use ragdoll_lab::physics::method::{find, MethodInfo, METHODS};
use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, momentum, potential_energy};
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, Constraint, ContactSpring, Model, Obstacle, ObstacleShape,
    Settings, State, StepOutcome, Surface, World,
};
use ragdoll_lab::scene::{self, Precision, Preset, Scene};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

const SCENES: [&str; 9] = [
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

/// Rounding of solver events that undo each other under one cause, m/s, rad/s or m, and of the
/// momentum of what turns on the spot.
const ROUNDING: f64 = 1e-14;

/// A shipped scene under a method and a preset of it, if it can simulate it.
fn under(name: &str, method: &'static MethodInfo, preset: &str) -> Option<Scene> {
    let shipped = scene::find(name).unwrap();
    let mut scene = scene::parse(shipped.text.as_bytes()).unwrap();
    scene.solver.choose_method(method);
    scene.solver.choose_preset(Preset::named(preset)?);
    Simulation::new(&scene).is_ok().then_some(scene)
}

/// Velocity, angular velocity and place of a mover.
fn motion(state: &State, mover: usize) -> [DVec3; 3] {
    match mover.checked_sub(state.particles.len()) {
        None => {
            let p = &state.particles[mover];
            [p.velocity, DVec3::ZERO, p.position]
        }
        Some(body) => {
            let b = &state.bodies[body];
            [b.velocity, b.angular_velocity, b.position]
        }
    }
}

/// Checks that what a book has adds up to what happened, within rounding of what it adds.
fn check(model: &Model, [before, after]: [&State; 2], book: &Book, of: &str) {
    let movers = before.particles.len() + before.bodies.len();
    let mut added = vec![[(DVec3::ZERO, 0.0_f64); 3]; movers];
    for (mover, _, entry) in book.entries() {
        let parts = [entry.velocity, entry.spin, entry.way];
        for ((sum, size), part) in added[mover].iter_mut().zip(parts) {
            *sum += part;
            *size += part.length();
        }
    }
    for (mover, added) in added.iter().enumerate() {
        let (old, new) = (motion(before, mover), motion(after, mover));
        for k in 0..3 {
            let (sum, size) = added[k];
            let size = size + old[k].length() + new[k].length();
            let wrong = (new[k] - old[k] - sum).length();
            assert!(
                wrong <= 1e-12 * size + ROUNDING,
                "{of}: mover {mover}, {k}: {wrong:e} of {size:e}"
            );
        }
    }
    let total = book.total(|_| true);
    let mut energy = 0.0;
    let (mut linear, mut angular) = (0.0, 0.0);
    for (_, _, entry) in book.entries() {
        energy += entry.kinetic.abs() + entry.potential.abs();
        linear += entry.momentum.length();
        angular += entry.angular_momentum.length();
    }
    let change = |of: fn(&Model, &State) -> f64| of(model, after) - of(model, before);
    let [kinetic, potential] = [kinetic_energy, potential_energy].map(change);
    let size = energy + kinetic_energy(model, before) + potential_energy(model, before).abs();
    assert!(
        (kinetic - total.kinetic).abs() <= 1e-9 * size,
        "{of}: {kinetic} {total:?}"
    );
    assert!(
        (potential - total.potential).abs() <= 1e-9 * size,
        "{of}: {potential} {total:?}"
    );
    let wrong = momentum(model, after) - momentum(model, before) - total.momentum;
    let size = linear + momentum(model, before).length();
    assert!(
        wrong.length() <= 1e-9 * size + ROUNDING,
        "{of}: {wrong} of {size}"
    );
    let wrong = angular_momentum(model, after) - angular_momentum(model, before);
    let wrong = wrong - total.angular_momentum;
    let size = angular + angular_momentum(model, before).length();
    assert!(
        wrong.length() <= 1e-9 * size + ROUNDING,
        "{of}: {wrong} of {size}"
    );
}

/// What a person does to a running scene, by the step before which it is done.
fn disturb(simulation: &mut Simulation, scene: &Scene, step: u32) {
    let model = simulation.world.model();
    let last = model.bodies.len().checked_sub(1);
    let grip = last.map_or(Attachment::Particle(0), Attachment::centre_of);
    let place = grip.position(simulation.world.state());
    let input = match step {
        20 => Input::Pull {
            grip,
            target: place + DVec3::new(0.5, 0.6, 0.1),
            spring: Spring::default(),
        },
        40 => Input::Pin(grip),
        50 => Input::Release,
        55 => Input::Blast(Blast {
            centre: place + DVec3::new(0.3, -0.5, 0.2),
            strength: 20.0,
            radius: 3.0,
        }),
        60 => Input::FreeAll,
        65 => Input::Retune(Box::new(Tuning {
            gravity_m_s2: [1.0, -4.0, 0.5],
            ..Tuning::of(scene)
        })),
        _ => return,
    };
    simulation.apply(&input);
}

/// Follows a scene through its shot and what a person does, with a ledger and without.
fn follow(scene: &Scene, steps: u32, of: &str) {
    let [mut simulation, mut plain] = [0; 2].map(|_| Simulation::new(scene).unwrap());
    if let Some(launcher) = &scene.launcher {
        assert!(simulation.throw(launcher) && plain.throw(launcher));
    }
    let world = &simulation.world;
    let mut ledger = Ledger::new(world.shared_model().clone(), world.state());
    let mut all = Book::default();
    for step in 0..steps {
        let before = simulation.world.state().clone();
        disturb(&mut simulation, scene, step);
        disturb(&mut plain, scene, step);
        let progress = simulation.step_watched(&mut ledger);
        assert_eq!(progress, plain.step(), "{of}: step {step}");
        if progress != Progress::Advanced {
            break;
        }
        let (model, after) = (simulation.world.model(), simulation.world.state());
        let book = ledger.close();
        check(model, [&before, after], &book, of);
        all.add_all(&book);
    }
    let hashes = [&simulation, &plain].map(|s| s.world.state().hash());
    assert_eq!(hashes[0], hashes[1], "{of}");
    // What a crowd of single precision pushes is rounded to that, each solver event to its own.
    let exact = match scene.solver.precision {
        Precision::F64 => 1e-8,
        Precision::F32 => 1e-5,
    };
    check_explained(&all, exact, of);
}

fn follow_all(names: &[&str], steps: u32) {
    for method in METHODS {
        for preset in method.presets {
            for name in names {
                if let Some(scene) = under(name, method, preset.name) {
                    let of = format!("{name}, {}, {}", method.id, preset.name);
                    follow(&scene, steps, &of);
                }
            }
        }
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn everything_adds_up_under_every_method_and_preset() {
    follow_all(&SCENES, 75);
}

/// A spring of a joint is a force to some methods and an impulse to others.
#[test]
fn springs_of_joints_add_up_under_every_method() {
    let mut followed = 0;
    for method in METHODS {
        if let Some(scene) = under("clockwork", method, "default") {
            follow(&scene, 40, method.id);
            followed += 1;
        }
    }
    assert!(followed >= 3, "{followed}");
}

#[test]
fn everything_adds_up_in_substeps_that_are_cut() {
    let springs = METHODS
        .iter()
        .find(|method| method.id == "springs")
        .unwrap();
    let mut scene = under("mx-throw", springs, "default").unwrap();
    scene.solver.integrator = Some(scene::Integrator::SymplecticEuler);
    scene.solver.step_control = Some(scene::StepControl::Adaptive);
    follow(&scene, 60, "adaptive springs");
}

/// Those of a crowd step by themselves, and side by side; under a ledger one
/// by one, to the same bits, each joint and each contact for itself.
#[test]
fn everything_adds_up_in_a_crowd() {
    for name in ["mx-pile", "hitman", "crowd", "humanoid-thin"] {
        let Some(mut scene) = under(name, &METHODS[0], "default") else {
            panic!("{name} cannot be simulated");
        };
        scene.ragdolls.truncate(6);
        for precision in [Precision::F32, Precision::F64] {
            scene.solver.precision = precision;
            follow(&scene, 75, name);
        }
    }
    let [double, single] = [Precision::F64, Precision::F32].map(|precision| {
        let mut scene = under("mx-drop", &METHODS[0], "default").unwrap();
        scene.solver.precision = precision;
        booked(&mut Simulation::new(&scene).unwrap().world, 90)
    });
    let both = |counts: fn(Cause) -> bool| [&double, &single].map(|book| of(book, counts));
    let [exact, fall] = both(|cause| cause == Cause::Gravity);
    near(fall.momentum.y / exact.momentum.y, 1.0, 1e-6);
    let [exact, floor] = both(|cause| matches!(cause, Cause::Normal(_) | Cause::Bounce(_)));
    near(floor.momentum.y / exact.momentum.y, 1.0, 0.02);
    let joints = single.entries().filter(|(_, cause, entry)| {
        matches!(cause, Cause::Constraint(_)) && entry.momentum != DVec3::ZERO
    });
    assert!(joints.count() > 30, "joints are told apart");
}

/// Of some movers alone a ledger tells the same as of all.
#[test]
fn some_movers_are_accounted_for_as_among_all() {
    let scene = under("mx-pile", find("impulse").unwrap(), "default").unwrap();
    let simulation = Simulation::new(&scene).unwrap();
    let counts = |mover: usize| (16..32).contains(&mover);
    let asked = |all: bool| {
        let mut world = simulation.world.clone();
        let counts = Arc::new(move |mover| all || counts(mover));
        let mut ledger = Ledger::of(world.shared_model().clone(), world.state(), counts);
        for _ in 0..60 {
            assert_eq!(world.step_watched(&mut ledger), StepOutcome::Advanced);
        }
        ledger.close()
    };
    let (all, some) = (asked(true), asked(false));
    let of_them: Vec<_> = all.entries().filter(|(mover, ..)| counts(*mover)).collect();
    let alone: Vec<_> = some.entries().collect();
    assert!(alone
        .iter()
        .any(|(_, cause, _)| matches!(cause, Cause::Friction(_))));
    assert_eq!(alone, of_them);
}

#[test]
#[ignore = "minutes; part of the long stage"]
fn everything_adds_up_in_every_scene() {
    /// Movers beyond which a scene is followed under relaxation alone.
    const FEW: usize = 40;
    /// Of a crowd so many figures are enough.
    const MOST_FIGURES: usize = 20;
    let names = scene::SHIPPED.iter().map(|shipped| shipped.name);
    let is_small = |name: &&str| {
        let scene = under(name, &METHODS[0], "default").unwrap();
        let simulation = Simulation::new(&scene).unwrap();
        let state = simulation.world.state();
        state.particles.len() + state.bodies.len() <= FEW
    };
    let (small, large): (Vec<_>, Vec<_>) = names.partition(is_small);
    follow_all(&small, 75);
    for name in large {
        let mut scene = under(name, &METHODS[0], "default").unwrap();
        scene.ragdolls.truncate(MOST_FIGURES);
        follow(&scene, 60, name);
    }
}

/// What impulses of joints and contacts leave unexplained is a vanishing part of the momentum
/// that was given.
fn check_explained(book: &Book, share: f64, of: &str) {
    let size = |counts: fn(Cause) -> bool| -> f64 {
        let those = book.entries().filter(|&(_, cause, _)| counts(cause));
        those.map(|(_, _, entry)| entry.momentum.length()).sum()
    };
    let unexplained = size(|cause| matches!(cause, Cause::Form(Form::Contacts | Form::Rule)));
    let all = size(|_| true);
    assert!(unexplained <= share * all, "{of}: {unexplained:e} of {all}");
}

/// Steps a world so often, and books it all.
fn booked(world: &mut World, steps: u32) -> Book {
    let mut ledger = Ledger::new(world.shared_model().clone(), world.state());
    for _ in 0..steps {
        assert_eq!(world.step_watched(&mut ledger), StepOutcome::Advanced);
    }
    ledger.close()
}

fn of(book: &Book, counts: impl Fn(Cause) -> bool) -> Entry {
    let mut sum = Entry::default();
    for (_, cause, entry) in book.entries() {
        if counts(cause) {
            sum += *entry;
        }
    }
    sum
}

fn near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found} for {wanted}");
}

const G: f64 = 9.81;

/// A box or a ball on a floor that does not bounce, gravity from any side.
fn on_floor(shape: Shape, start: BodyState, gravity: DVec3, friction: f64) -> World {
    let surface = Surface {
        restitution: 0.0,
        friction,
        rolling_resistance: 0.0,
        spring: ContactSpring::NONE,
    };
    let mut settings = Settings::default();
    settings.common.gravity = gravity;
    settings.common.substeps = 4;
    settings.common.sleeping = false;
    let mass = 3.0;
    let model = Model {
        settings,
        bodies: vec![match shape {
            Shape::Ball(radius) => BodyModel::ball(mass, radius, surface),
            Shape::Box(size) => BodyModel {
                inertia: DVec3::new(
                    size.y * size.y + size.z * size.z,
                    size.x * size.x + size.z * size.z,
                    size.x * size.x + size.y * size.y,
                ) * (mass / 12.0),
                shape: Some(Convex {
                    core: Core::Cuboid(size * 0.5),
                    radius: 0.0,
                }),
                ..BodyModel::ball(mass, 1.0, surface)
            },
        }],
        obstacles: vec![Obstacle {
            shape: ObstacleShape::Plane,
            position: DVec3::ZERO,
            orientation: DQuat::IDENTITY,
            surface,
            belt: DVec3::ZERO,
        }],
        ..Model::default()
    };
    let state = State {
        bodies: vec![start],
        ..State::default()
    };
    crate::kit::world(model, state)
}

enum Shape {
    Ball(f64),
    Box(DVec3),
}

#[test]
fn a_ball_that_falls_knows_gravity_and_the_floor_alone() {
    let start = still(DVec3::Y * 1.1, DQuat::IDENTITY);
    let mut world = on_floor(Shape::Ball(0.1), start, DVec3::NEG_Y * G, 0.5);
    let book = booked(&mut world, 120);
    let (m, t) = (3.0, 2.0);
    let touches = |cause| matches!(cause, Cause::Normal(_) | Cause::Bounce(_));
    let gravity = of(&book, |cause| cause == Cause::Gravity);
    near(gravity.momentum.y, -m * G * t, 1e-9);
    near(of(&book, touches).momentum.y, m * G * t, 1e-6);
    // All that it fell came from gravity, and all of it went into the floor.
    near(gravity.kinetic, m * G, 0.05 * m * G);
    near(of(&book, touches).kinetic, -gravity.kinetic, 1e-3 * m * G);
    let others = of(&book, |cause| {
        !touches(cause)
            && !matches!(
                cause,
                Cause::Gravity | Cause::Inertia | Cause::Form(Form::Parabola)
            )
    });
    assert!(
        others.momentum.length() < 1e-9 && others.energy().abs() < 1e-6,
        "{others:?}"
    );
}

#[test]
fn a_block_that_slides_loses_to_friction_what_coulomb_takes() {
    let (tilt, friction) = (20_f64.to_radians(), 0.2);
    let gravity = DVec3::new(tilt.sin(), -tilt.cos(), 0.0) * G;
    let size = DVec3::new(0.4, 0.1, 0.4);
    let start = still(DVec3::Y * 0.05, DQuat::IDENTITY);
    let mut world = on_floor(Shape::Box(size), start, gravity, friction);
    let book = booked(&mut world, 60);
    let rubs = of(&book, |cause| matches!(cause, Cause::Friction(_)));
    let pressed = 3.0 * G * tilt.cos();
    near(
        rubs.momentum.x,
        -friction * pressed,
        0.01 * friction * pressed,
    );
    let way = world.state().bodies[0].position.x;
    let lost = -friction * pressed * way;
    near(rubs.kinetic, lost, 0.02 * lost.abs());
    let works = of(&book, |cause| cause == Cause::Gravity).kinetic;
    near(works, 3.0 * G * tilt.sin() * way, 0.02 * works);
}

/// A rod let go from the level: where it hangs its pin carries 2.5 times its weight, and never
/// does work.
#[test]
fn a_pendulum_hangs_on_its_pin() {
    for method in ["verlet", "springs", "multipliers", "reduced"] {
        let mut world = rod(Way::Verlet, 32, 4, FRAC_PI_2);
        let mut settings = world.model().settings.clone();
        let info = find(method).unwrap();
        if method != "verlet" {
            settings.method = (info.settings)();
        }
        world.retune(settings);
        let mut ledger = Ledger::new(world.shared_model().clone(), world.state());
        let mut all = Book::default();
        let mut most = 0.0_f64;
        for _ in 0..60 {
            assert_eq!(world.step_watched(&mut ledger), StepOutcome::Advanced);
            let book = ledger.close();
            let pin = of(&book, |cause| matches!(cause, Cause::Constraint(_)));
            most = most.max(pin.momentum.y * 60.0);
            all.add_all(&book);
        }
        println!("{method}: {most} N");
        near(most, 2.5 * G, 0.02 * G);
        let pin = of(&all, |cause| matches!(cause, Cause::Constraint(_)));
        let worked: f64 = pin.kinetic.abs();
        assert!(
            worked < 0.02 * G * 0.5,
            "{method}: the pin worked {worked} J"
        );
        let gravity = of(&all, |cause| cause == Cause::Gravity);
        let fell = -world.state().bodies[0].position.y;
        near(gravity.kinetic, G * fell, 0.02 * G);
    }
}

/// Drag takes from everything its rate times its mass times the way that it goes, whatever else
/// happens to it: joints, stops and contacts are not booked as drag.
#[test]
fn drag_takes_what_its_rate_says() {
    let mut followed = 0;
    for (name, steps) in [
        ("mx-drop", 110),
        ("mx-throw", 110),
        ("humanoid-medium", 110),
    ] {
        for method in METHODS {
            let precisions = match method.id {
                "verlet" => &[Precision::F64, Precision::F32][..],
                _ => &[Precision::F64],
            };
            for &precision in precisions {
                let Some(mut scene) = under(name, method, "default") else {
                    continue;
                };
                scene.solver.precision = precision;
                check_drag(
                    &scene,
                    steps,
                    &format!("{name}, {}, {precision:?}", method.id),
                );
                followed += 1;
            }
        }
    }
    assert!(followed >= 10, "{followed}");
}

fn check_drag(scene: &Scene, steps: u32, of: &str) {
    let mut world = Simulation::new(scene).unwrap().world;
    let model = world.shared_model().clone();
    let particles = model.particles.len();
    let rate = model.settings.common.linear_drag;
    let mut ledger = Ledger::new(model.clone(), world.state());
    let places = |state: &State| -> Vec<DVec3> {
        let bodies = state.bodies.iter().map(|b| b.position);
        let particles = state.particles.iter().map(|p| p.position);
        particles.chain(bodies).collect()
    };
    let start = places(world.state());
    let (mut before, mut length) = (start.clone(), vec![0.0; start.len()]);
    for _ in 0..steps {
        assert_eq!(world.step_watched(&mut ledger), StepOutcome::Advanced);
        let now = places(world.state());
        for ((length, a), b) in length.iter_mut().zip(&before).zip(&now) {
            *length += a.distance(*b);
        }
        before = now;
    }
    let book = ledger.close();
    for (mover, (end, start)) in before.iter().zip(&start).enumerate() {
        let mass = match mover.checked_sub(particles) {
            None => model.particles[mover].mass,
            Some(body) => model.bodies[body].mass,
        };
        let mine = book
            .entries()
            .filter(|&(of, cause, _)| of == mover && cause == Cause::Drag);
        let drag: DVec3 = mine.map(|(_, _, entry)| entry.momentum).sum();
        let wanted = -rate * mass * (*end - *start);
        let wrong = (drag - wanted).length();
        assert!(
            wrong <= 0.1 * rate * mass * length[mover],
            "{of}: mover {mover}: {drag} for {wanted}"
        );
    }
}

/// A door that meets its stop loses `1 - e²` of its energy to it.
#[test]
fn a_stop_takes_what_its_restitution_leaves() {
    for restitution in [0.0, 0.5, 1.0] {
        let (rate, limit_model) = (2.0, LimitModel::SwingTwist);
        let mut world = door(Way::Verlet, limit_model, true, restitution, rate);
        let energy = kinetic_energy(world.model(), world.state());
        let book = booked(&mut world, 13);
        let stop = of(&book, |cause| {
            matches!(cause, Cause::Constraint(1) | Cause::Stops)
        });
        let lost = (1.0 - restitution * restitution) * energy;
        println!("e {restitution}: {} J of {energy}", stop.kinetic);
        near(stop.kinetic, -lost, 0.02 * energy);
    }
}

/// Two unlike masses on a rod that is too short: uniform relaxation moves both alike and so
/// makes momentum; weighted it makes none.
#[test]
fn uniform_relaxation_makes_momentum_and_weighted_does_not() {
    for (weighting, share) in [(0.0, 0.5), (1.0, 0.0)] {
        let mut settings = weightless(Way::Verlet, 1, 1);
        verlet(&mut settings).weighting = weighting;
        let model = Model {
            settings,
            particles: vec![particle(1.0), particle(3.0)],
            constraints: vec![Constraint::Distance(Distance {
                a: Attachment::Particle(0),
                b: Attachment::Particle(1),
                min: 1.0,
                max: 1.0,
                relaxation_factor: 1.0,
                tears_at: f64::INFINITY,
            })],
            ..Model::default()
        };
        let state = State {
            particles: vec![resting(DVec3::ZERO), resting(DVec3::X * 0.9)],
            ..State::default()
        };
        let mut world = crate::kit::world(model, state);
        let book = booked(&mut world, 1);
        let rod = of(&book, |cause| matches!(cause, Cause::Constraint(0)));
        // Each moves by half of the 0.1 m that are missing, in 1/60 s: 3 - 1 kg go one way.
        near(rod.momentum.x, share * 0.1 * 60.0 * (3.0 - 1.0), 1e-9);
    }
}
