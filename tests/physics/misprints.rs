//! Each equation that can be used as it is printed: what becomes of one number by it
//! (specification, section 1). Those of pins and of the clamp over many random pairs are in
//! `pairs` and `limits`.

use crate::kit::{
    on_body, paper, particle, resting, still, weightless, world, Form, PAPERS, SMOOTH,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{AngleLimit, Distance, LimitModel, Pin};
use ragdoll_lab::physics::math::{rotation_from_vector, vector_from_rotation};
use ragdoll_lab::physics::method::paper::misprint::MISPRINTS;
use ragdoll_lab::physics::method::paper::ContactMode;
use ragdoll_lab::physics::method::parameter::Value;
use ragdoll_lab::physics::method::{find, MethodInfo, Misprint, METHODS};
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, Constraint, ContactSpring, Convex, Frame, Model, Obstacle,
    ObstacleShape, ParticleState, Settings, State, StepOutcome, Surface, World,
};

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

/// Mended, printed, and how far the measured ones may be off.
type Expected = (f64, f64, f64);
/// Which equation, what is measured, what it should be, and how it is measured.
type Case = (Misprint, &'static str, Expected, fn(&[Misprint]) -> f64);

const CASES: &[Case] = &[
    (
        Misprint::StepwiseDrag,
        "m/s left of 1 after 1 s of drag 0.3/s in four substeps",
        // exp(−0.3) and exp(−1.2).
        (0.740_818, 0.301_194, 1e-6),
        |printed| {
            let settings = four_substeps(0.3);
            let mut world = free_flight(settings, DVec3::ZERO, DVec3::X, printed);
            advance(&mut world, 60);
            world.state().bodies[0].velocity.x
        },
    ),
    (
        Misprint::RotationBase,
        "rad turned in 1 s at 2 rad/s",
        (2.0, 0.0, 1e-9),
        |printed| turned_in_a_second(Form::Poses, printed),
    ),
    (
        Misprint::SpinOfNothing,
        "steps of a still body until the end of numbers, of 60",
        (60.0, 0.0, 0.0),
        steps_of_a_still_body,
    ),
    (
        Misprint::ExplicitVelocity,
        "m above the start after 1 s, thrown up at 5 m/s",
        // 5 − g n (n + 1) h²/2 and 5 − g n² h²/2 with n = 60.
        (0.013_25, 0.095, 1e-9),
        |printed| {
            let mut settings = weightless(Form::Velocities, 1, 1);
            settings.common.gravity = GRAVITY;
            let mut world = free_flight(settings, DVec3::ZERO, DVec3::Y * 5.0, printed);
            advance(&mut world, 60);
            world.state().bodies[0].position.y
        },
    ),
    (
        Misprint::GrowingQuaternion,
        "length of the quaternion after 60 steps at 20 rad/s",
        // The longer it is, the more 4.8 bends it back.
        (1.0, 1.0029, 5e-5),
        |printed| {
            let settings = weightless(Form::Velocities, 1, 1);
            let mut world = spinning(settings, DVec3::Z * 20.0, printed);
            advance(&mut world, 60);
            world.state().bodies[0].orientation.length()
        },
    ),
    (
        Misprint::SecondSpeed,
        "kg m/s out of nothing, 1 cm deep at 0.4 m/s",
        // Each mass 1: (0.5 d/h ∓ 0.7 · 0.4)/2.
        (0.0, 0.28, 1e-9),
        |printed| momentum_of_a_meeting([1.0, 1.0], 0.01, 0.4, printed),
    ),
    (
        Misprint::AdhesivePenalty,
        "m/s of what leaves the floor at 1 m/s, 1 mm deep",
        // 1 + 0.5 · 0.001/h − 0.7.
        (1.0, 0.33, 1e-9),
        |printed| {
            let mut world = on_a_floor(0.001, DVec3::Y, SMOOTH, printed);
            advance(&mut world, 1);
            world.state().bodies[0].velocity.y
        },
    ),
    (
        Misprint::UnequalForces,
        "kg m/s out of nothing, 1 and 10 kg, 2 cm deep",
        // 0.9 of 0.5 · 0.02/h · 10/11.
        (0.0, 0.490_909, 1e-6),
        |printed| momentum_of_a_meeting([1.0, 10.0], 0.02, 0.0, printed),
    ),
    (
        Misprint::ImpulseSign,
        "kg m/s after an elastic impact with 2",
        // The spring has passed on 0.715, so that 1.285 is left to the impulse.
        (2.0, -0.57, 1e-9),
        |printed| {
            let [a, b] = speeds_after_impact(0.0, printed);
            a + b
        },
    ),
    (
        Misprint::ReversingFriction,
        "m/s left of a slip of 1 under a landing at 0.4 m/s, 3 cm deep",
        // 1 − (0.5 · 0.03/h + 0.7 · 0.4).
        (0.0, -0.18, 1e-9),
        |printed| {
            let rough = Surface {
                friction: 1.0,
                ..SMOOTH
            };
            let mut world = on_a_floor(0.03, DVec3::new(1.0, -0.4, 0.0), rough, printed);
            advance(&mut world, 1);
            world.state().bodies[0].velocity.x
        },
    ),
    (
        Misprint::DistanceMasses,
        "m too long after one pass, from 0.2, with masses of 2",
        (0.0, -0.2, 1e-9),
        |printed| {
            let settings = weightless(Form::Poses, 1, 1);
            let mut world = stick(settings, [2.0, 2.0], 1.2, 0.0, 1.0, printed);
            advance(&mut world, 1);
            length_of_stick(&world) - 1.0
        },
    ),
    (
        Misprint::DistanceSpeed,
        "m/s along a stick after one pass, from 1.5",
        (0.0, 3.0, 1e-9),
        |printed| {
            let settings = weightless(Form::Velocities, 1, 1);
            let mut world = stick(settings, [1.0, 1.0], 1.0, 1.5, 1.0, printed);
            advance(&mut world, 1);
            speed_along_stick(&world)
        },
    ),
    (
        Misprint::DistanceSpeedOrder,
        "m/s along a stick that is relaxed by half, from 1.5",
        // The positions leave 0.75; half of it is added.
        (0.75, 1.125, 1e-9),
        |printed| {
            let settings = weightless(Form::Poses, 1, 1);
            let mut world = stick(settings, [1.0, 1.0], 1.0, 1.5, 0.5, printed);
            advance(&mut world, 1);
            speed_along_stick(&world)
        },
    ),
    (
        Misprint::PinSign,
        "mm apart after one pass, from 10",
        (0.0, 20.0, 1e-9),
        |printed| 1e3 * left_of_a_pin(DVec3::ZERO, printed),
    ),
    (
        Misprint::PinRotationSign,
        "mm apart after one pass on a lever of 1 m, from 10",
        // The turn of the second takes away what its way has brought; 6 µm are of second order.
        (0.0, 5.0, 0.01),
        |printed| 1e3 * left_of_a_pin(DVec3::Y, printed),
    ),
    (
        Misprint::DoubleCover,
        "degrees of a joint at 20 of 0 to 90, of which the quaternion is the other one",
        (20.0, 0.0, 1e-9),
        |printed| left_of_a_limit([0.0, 90.0], 20.0, true, printed),
    ),
    (
        Misprint::ClampNorm,
        "degrees after one pass, from 25 to a stop at 20",
        // sin² of half the angle is s²/(1 − s + s²) with s = sin 10°.
        (20.0, 21.6292, 1e-3),
        |printed| left_of_a_limit([0.0, 20.0], 25.0, false, printed),
    ),
    (
        Misprint::ClampOrder,
        "degrees after one pass, from 12 to a stop at 10",
        (10.0, -10.0, 1e-9),
        |printed| left_of_a_limit([-90.0, 10.0], 12.0, false, printed),
    ),
    (
        Misprint::StickyStop,
        "rad/s of a joint that comes back at 2 from beyond its stop",
        (2.0, 0.0, 1e-9),
        |printed| {
            let settings = weightless(Form::Velocities, 1, 1);
            let mut world = limited(settings, [0.0, 20.0], 25.0, false, printed);
            let mut state = world.state().clone();
            state.bodies[1].angular_velocity = DVec3::X * -2.0;
            world = World::new(world.model().clone(), state, (method().create)());
            advance(&mut world, 1);
            let [a, b] = [0, 1].map(|i| world.state().bodies[i].angular_velocity.x);
            a - b
        },
    ),
    (
        Misprint::ContactSign,
        "mm deep after one pass, from 10",
        // To the slop of 0.5 mm, and as far the other way.
        (0.5, 19.5, 1e-9),
        |printed| {
            let mut world = on_a_surface(Form::Poses, 0.01, DVec3::ZERO, printed);
            advance(&mut world, 1);
            1e3 * (RADIUS_M - world.state().bodies[0].position.y)
        },
    ),
    (
        Misprint::ReversedSlip,
        "m/s left of a slip of 1 by a landing at 2",
        (0.8, -0.8, 1e-9),
        |printed| velocity_after_contact(printed).x,
    ),
    (
        Misprint::ContactSpeedSign,
        "m/s upward after a landing at 2 with e = 0.3",
        (0.6, -4.6, 1e-9),
        |printed| velocity_after_contact(printed).y,
    ),
    (
        Misprint::ContactRotationSign,
        "mrad by which a rod turns that is pushed down at its end",
        // 4.5 of the 5 mm over w = 1/3 + 1/3 + 0.5²/0.1, on a lever of 0.5 m.
        (-7.105, 7.105, 1e-3),
        turn_of_a_pushed_rod,
    ),
    (
        Misprint::OneStepMore,
        "substeps where one is asked for",
        (1.0, 2.0, 0.0),
        |printed| {
            let mut settings = weightless(Form::Poses, 1, 1);
            print(method(), &mut settings, printed);
            f64::from(settings.common.substeps)
        },
    ),
    (
        Misprint::UnitQuaternion,
        "rad/s of a still body after 1 s of angular drag 0.3/s",
        // From none towards half a turn per step: 60 π (1 − exp(−0.3)).
        (0.0, 48.854, 1e-3),
        |printed| {
            let mut settings = weightless(Form::Poses, 1, 1);
            settings.common.angular_drag = 0.3;
            let mut world = spinning(settings, DVec3::ZERO, printed);
            advance(&mut world, 60);
            world.state().bodies[0].angular_velocity.z
        },
    ),
    (
        Misprint::AngleAxis,
        "degrees of the joint of 8.4 as printed after one pass",
        // The long way round, of which one pass makes 0.5 rad.
        (0.0, 48.648, 1e-3),
        |printed| {
            let both = [printed, &[Misprint::DoubleCover]].concat();
            left_of_a_limit([0.0, 90.0], 20.0, true, &both)
        },
    ),
    (
        Misprint::Slerp,
        "steps of a still body until the end of numbers, of 60",
        (60.0, 0.0, 0.0),
        steps_of_a_still_body,
    ),
    (
        Misprint::SpinTimesMatrix,
        "rad turned in 1 s at 2 rad/s",
        (2.0, 0.0, 1e-9),
        |printed| turned_in_a_second(Form::Velocities, printed),
    ),
    (
        Misprint::SumOfSpeeds,
        "m/s apart after an elastic impact at 2, seen from a train at 10",
        // The sum of 11.285 and 10.715 twice over, less what was between them.
        (2.0, 43.43, 1e-9),
        |printed| {
            let [a, b] = speeds_after_impact(10.0, printed);
            b - a
        },
    ),
    (
        Misprint::SpinsAlone,
        "m/s of a ball after an elastic impact at 2",
        // What the spring has passed on.
        (2.0, 0.715, 1e-9),
        |printed| speeds_after_impact(0.0, printed)[1],
    ),
    (
        Misprint::PlaceRestored,
        "m fallen in 1 s",
        // g n (n + 1) h²/2 with n = 60.
        (4.986_75, 0.0, 1e-9),
        |printed| {
            let mut settings = weightless(Form::Poses, 1, 1);
            settings.common.gravity = GRAVITY;
            let mut world = free_flight(settings, DVec3::ZERO, DVec3::ZERO, printed);
            advance(&mut world, 60);
            -world.state().bodies[0].position.y
        },
    ),
    (
        Misprint::DragOfPlace,
        "m from the origin after one step at rest, from 100",
        (100.0, 99.0, 1e-9),
        |printed| {
            let mut settings = weightless(Form::Poses, 1, 1);
            settings.common.linear_drag = -60.0 * 0.99_f64.ln();
            let mut world = free_flight(settings, DVec3::X * 100.0, DVec3::ZERO, printed);
            advance(&mut world, 1);
            world.state().bodies[0].position.x
        },
    ),
    (
        Misprint::JointSigns,
        "m, where the second of a joint at 0 and 3 ends, masses 1 and 2",
        (2.0, 4.0, 1e-9),
        |printed| {
            let joint = Constraint::Pin(Pin {
                a: Attachment::Particle(0),
                b: Attachment::Particle(1),
                relaxation_factor: 1.0,
            });
            let model = Model {
                settings: weightless(Form::Poses, 1, 1),
                particles: vec![particle(1.0), particle(2.0)],
                constraints: vec![joint],
                ..Model::default()
            };
            let state = State {
                particles: vec![resting(DVec3::ZERO), resting(DVec3::X * 3.0)],
                ..State::default()
            };
            let mut world = printed_world(model, state, printed);
            advance(&mut world, 1);
            world.state().particles[1].position.x
        },
    ),
    (
        Misprint::GravityAsForce,
        "m/s of 5 kg after a fall of 1 s",
        (9.81, 1.962, 1e-9),
        |printed| {
            let mut settings = weightless(Form::Poses, 1, 1);
            settings.common.gravity = GRAVITY;
            let model = Model {
                settings,
                bodies: vec![BodyModel::ball(5.0, RADIUS_M, SMOOTH)],
                ..Model::default()
            };
            let state = State {
                bodies: vec![still(DVec3::ZERO, DQuat::IDENTITY)],
                ..State::default()
            };
            let mut world = printed_world(model, state, printed);
            advance(&mut world, 60);
            -world.state().bodies[0].velocity.y
        },
    ),
    (
        Misprint::UnevenClock,
        "m in 1 s at 1 m/s",
        // As far in each short substep as in each long one.
        (1.0, 1.5, 1e-9),
        |printed| {
            let mut world = free_flight(four_substeps(0.0), DVec3::ZERO, DVec3::X, printed);
            advance(&mut world, 60);
            world.state().bodies[0].position.x
        },
    ),
];

const RADIUS_M: f64 = 0.15;

#[test]
fn each_misprint_has_the_consequence_that_is_known() {
    let mut wrong = Vec::new();
    for info in MISPRINTS {
        let case = CASES.iter().find(|case| case.0 == info.misprint);
        let name = info.choice.label;
        let (misprint, what, (mended, printed, tolerance), measure) =
            case.unwrap_or_else(|| panic!("{name} has no case"));
        let found = [&[][..], &[*misprint]].map(measure);
        let line = format!("{name}: {what}: mended {}, printed {}", found[0], found[1]);
        println!("{line}");
        let is_off = |(found, expected): (f64, &f64)| (found - expected).abs() > *tolerance;
        if found.into_iter().zip([mended, printed]).any(is_off) {
            wrong.push(format!("{line}; expected {mended} and {printed}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_misprint_that_lacks_what_it_needs_changes_nothing() {
    for form in PAPERS {
        for info in MISPRINTS {
            let hash = |printed: &[Misprint]| {
                let mut settings = weightless(form, 2, 2);
                settings.common.gravity = GRAVITY;
                let mut world = limited(settings, [-30.0, 20.0], 25.0, false, printed);
                let silent = info.misprint.silent(world.model());
                for _ in 0..20 {
                    world.step();
                }
                (silent, world.state().hash())
            };
            let (silent, as_printed) = hash(&[info.misprint]);
            if let Some(why) = silent {
                let name = info.choice.label;
                assert_eq!(as_printed, hash(&[]).1, "{form:?}, {name}: {why}");
            }
        }
    }
}

#[test]
fn no_other_method_has_any() {
    let model = Model {
        settings: weightless(Form::Verlet, 1, 1),
        ..Model::default()
    };
    let mut all = MISPRINTS.iter().map(|info| info.misprint);
    assert!(all.all(|misprint| misprint.silent(&model).is_some()));
    for other in METHODS.iter().filter(|other| other.id != method().id) {
        assert!(other.parameter("as_printed").is_none(), "{}", other.id);
    }
}

fn method() -> &'static MethodInfo {
    find("paper").unwrap()
}

/// Turns misprints on as a scene does.
fn print(method: &MethodInfo, settings: &mut Settings, printed: &[Misprint]) {
    let bits = printed.iter().map(|misprint| 1 << *misprint as u64);
    let as_printed = method.parameter("as_printed").unwrap();
    (as_printed.set)(settings, Value::Flags(bits.sum()));
}

fn printed_world(mut model: Model, state: State, printed: &[Misprint]) -> World {
    print(method(), &mut model.settings, printed);
    world(model, state)
}

#[track_caller]
fn advance(world: &mut World, steps: u32) {
    crate::kit::advance(world, steps);
}

fn four_substeps(linear_drag: f64) -> Settings {
    let mut settings = weightless(Form::Poses, 4, 1);
    settings.common.linear_drag = linear_drag;
    settings
}

/// A body that nothing touches.
fn free_flight(settings: Settings, from: DVec3, velocity: DVec3, printed: &[Misprint]) -> World {
    let motion = BodyState {
        velocity,
        ..still(from, DQuat::IDENTITY)
    };
    alone(settings, motion, printed)
}

fn spinning(settings: Settings, angular_velocity: DVec3, printed: &[Misprint]) -> World {
    let motion = BodyState {
        angular_velocity,
        ..still(DVec3::ZERO, DQuat::IDENTITY)
    };
    alone(settings, motion, printed)
}

fn alone(settings: Settings, motion: BodyState, printed: &[Misprint]) -> World {
    let model = Model {
        settings,
        bodies: vec![BodyModel::round(1.0, 0.1, None, SMOOTH)],
        ..Model::default()
    };
    let state = State {
        bodies: vec![motion],
        ..State::default()
    };
    printed_world(model, state, printed)
}

fn turned_in_a_second(form: Form, printed: &[Misprint]) -> f64 {
    let mut world = spinning(weightless(form, 1, 1), DVec3::Z * 2.0, printed);
    advance(&mut world, 60);
    vector_from_rotation(world.state().bodies[0].orientation).z
}

fn steps_of_a_still_body(printed: &[Misprint]) -> f64 {
    let settings = weightless(Form::Poses, 1, 1);
    let mut world = spinning(settings, DVec3::ZERO, printed);
    let made = (0..60).take_while(|_| world.step() == StepOutcome::Advanced);
    made.count() as f64
}

/// Two balls of these masses that overlap by `depth`, m, the first at the left, with what is
/// behind their speeds: the first moves at `speeds[0]`, the second at `speeds[1]`, m/s.
fn meeting(
    masses: [f64; 2],
    depth: f64,
    speeds: [f64; 2],
    surface: Surface,
    printed: &[Misprint],
) -> World {
    let mut settings = weightless(Form::Velocities, 1, 1);
    paper(&mut settings).contacts = ContactMode::Penalty;
    let model = Model {
        settings,
        bodies: masses
            .map(|mass| BodyModel::ball(mass, RADIUS_M, surface))
            .to_vec(),
        ..Model::default()
    };
    let places = [0.0, 2.0 * RADIUS_M - depth];
    let balls = places.into_iter().zip(speeds).map(|(x, speed)| BodyState {
        velocity: DVec3::X * speed,
        ..still(DVec3::X * x, DQuat::IDENTITY)
    });
    let state = State {
        bodies: balls.collect(),
        ..State::default()
    };
    printed_world(model, state, printed)
}

/// Momentum along the line of two balls after a step in which they had none, kg m/s; without
/// its sign, which tells which of them counts as the first.
fn momentum_of_a_meeting(masses: [f64; 2], depth: f64, approach: f64, printed: &[Misprint]) -> f64 {
    let all = masses[0] + masses[1];
    let speeds = [approach * masses[1] / all, -approach * masses[0] / all];
    let mut world = meeting(masses, depth, speeds, SMOOTH, printed);
    advance(&mut world, 1);
    let bodies = world.state().bodies.iter().zip(masses);
    let momentum: f64 = bodies.map(|(body, mass)| mass * body.velocity.x).sum();
    momentum.abs()
}

/// Speeds of two balls of 1 kg after the first has struck the second at 2 m/s, both seen from
/// something that goes backward at `seen_from`, m/s.
fn speeds_after_impact(seen_from: f64, printed: &[Misprint]) -> [f64; 2] {
    let elastic = Surface {
        restitution: 1.0,
        ..SMOOTH
    };
    let speeds = [2.0 + seen_from, seen_from];
    let mut world = meeting([1.0, 1.0], 0.001, speeds, elastic, printed);
    advance(&mut world, 1);
    [0, 1].map(|i| world.state().bodies[i].velocity.x)
}

fn floor(surface: Surface) -> Obstacle {
    Obstacle {
        shape: ObstacleShape::Plane,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        surface,
        belt: DVec3::ZERO,
    }
}

/// A ball of 1 kg that hardly turns, so deep in a floor, m.
fn ball_on_a_floor(
    settings: Settings,
    depth: f64,
    velocity: DVec3,
    surface: Surface,
    printed: &[Misprint],
) -> World {
    let ball = BodyModel {
        inertia: DVec3::splat(1e9),
        ..BodyModel::ball(1.0, RADIUS_M, surface)
    };
    let model = Model {
        settings,
        bodies: vec![ball],
        obstacles: vec![floor(surface)],
        ..Model::default()
    };
    let motion = BodyState {
        velocity,
        ..still(DVec3::Y * (RADIUS_M - depth), DQuat::IDENTITY)
    };
    let state = State {
        bodies: vec![motion],
        ..State::default()
    };
    printed_world(model, state, printed)
}

/// With penalty contacts.
fn on_a_floor(depth: f64, velocity: DVec3, surface: Surface, printed: &[Misprint]) -> World {
    let mut settings = weightless(Form::Velocities, 1, 1);
    paper(&mut settings).contacts = ContactMode::Penalty;
    ball_on_a_floor(settings, depth, velocity, surface, printed)
}

/// With constraint contacts, which positions alone are relaxed for, as the papers do.
fn on_a_surface(form: Form, depth: f64, velocity: DVec3, printed: &[Misprint]) -> World {
    let surface = Surface {
        restitution: 0.3,
        friction: 0.2,
        rolling_resistance: 0.0,
        spring: ContactSpring::NONE,
    };
    let settings = weightless(form, 1, 1);
    ball_on_a_floor(settings, depth, velocity, surface, printed)
}

/// Of a ball that comes down at (1, −2) m/s with e = 0.3 and μ = 0.2: 9.5 keeps 1 − 0.2 of the slip.
fn velocity_after_contact(printed: &[Misprint]) -> DVec3 {
    let velocity = DVec3::new(1.0, -2.0, 0.0);
    let mut world = on_a_surface(Form::Velocities, 0.001, velocity, printed);
    advance(&mut world, 1);
    world.state().bodies[0].velocity
}

/// A stick between two particles, 1 m long as it should be.
fn stick(
    settings: Settings,
    masses: [f64; 2],
    length: f64,
    speed: f64,
    relaxation_factor: f64,
    printed: &[Misprint],
) -> World {
    let model = Model {
        settings,
        particles: masses.map(particle).to_vec(),
        constraints: vec![Constraint::Distance(Distance {
            a: Attachment::Particle(0),
            b: Attachment::Particle(1),
            min: 1.0,
            max: 1.0,
            relaxation_factor,
            tears_at: f64::INFINITY,
        })],
        ..Model::default()
    };
    let end = |x: f64, speed: f64| ParticleState {
        velocity: DVec3::X * speed,
        ..resting(DVec3::X * x)
    };
    let state = State {
        particles: vec![end(0.0, -0.5 * speed), end(length, 0.5 * speed)],
        ..State::default()
    };
    printed_world(model, state, printed)
}

fn length_of_stick(world: &World) -> f64 {
    let ends = &world.state().particles;
    ends[1].position.x - ends[0].position.x
}

fn speed_along_stick(world: &World) -> f64 {
    let ends = &world.state().particles;
    ends[1].velocity.x - ends[0].velocity.x
}

/// What one pass leaves of a gap of 1 cm between two bodies of 1 kg and 1 kg m², pinned at
/// `arm` of the second and at the centre of the first, m.
fn left_of_a_pin(arm: DVec3, printed: &[Misprint]) -> f64 {
    let pin = Pin {
        a: on_body(0, -arm),
        b: on_body(1, arm),
        relaxation_factor: 1.0,
    };
    let model = Model {
        settings: weightless(Form::Poses, 1, 1),
        bodies: vec![BodyModel::round(1.0, 1.0, None, SMOOTH); 2],
        constraints: vec![Constraint::Pin(pin.clone())],
        ..Model::default()
    };
    let places = [arm + DVec3::X * 0.01, -arm];
    let state = State {
        bodies: places.map(|x| still(x, DQuat::IDENTITY)).to_vec(),
        ..State::default()
    };
    let mut world = printed_world(model, state, printed);
    advance(&mut world, 1);
    pin.error(world.state()).length()
}

/// A joint about x within these bounds and at this angle, degrees; `other`: the child has the
/// other quaternion of its orientation.
fn limited(
    mut settings: Settings,
    bounds: [f64; 2],
    angle: f64,
    other: bool,
    printed: &[Misprint],
) -> World {
    settings.common.limit_model = LimitModel::Component;
    let [min, max] = bounds.map(|bound| DVec3::X * bound.to_radians());
    let limit = AngleLimit {
        parent: Frame::Body(0),
        child: Frame::Body(1),
        min,
        max,
        twist_axis: 0,
        rest: DQuat::IDENTITY,
        model: None,
        restitution: 0.0,
    };
    let model = Model {
        settings,
        bodies: vec![BodyModel::round(1.0, 1.0, None, SMOOTH); 2],
        constraints: vec![Constraint::AngleLimit(limit)],
        ..Model::default()
    };
    let turn = rotation_from_vector(DVec3::X * angle.to_radians());
    let child = if other { -turn } else { turn };
    let state = State {
        bodies: vec![still(DVec3::ZERO, DQuat::IDENTITY), still(DVec3::X, child)],
        ..State::default()
    };
    printed_world(model, state, printed)
}

/// Its angle after one pass, degrees.
fn left_of_a_limit(bounds: [f64; 2], angle: f64, other: bool, printed: &[Misprint]) -> f64 {
    let settings = weightless(Form::Poses, 1, 1);
    let mut world = limited(settings, bounds, angle, other, printed);
    advance(&mut world, 1);
    let [a, b] = [0, 1].map(|i| world.state().bodies[i].orientation);
    vector_from_rotation(a.conjugate() * b).x.to_degrees()
}

/// A ball lies 5 mm deep on the right end of a rod; both weigh 3 kg. Turn of the rod in one
/// pass, mrad.
fn turn_of_a_pushed_rod(printed: &[Misprint]) -> f64 {
    let rod = BodyModel::round(
        3.0,
        0.1,
        Some(Convex::limb(DVec3::X * 0.5, 0.1, false)),
        SMOOTH,
    );
    let model = Model {
        settings: weightless(Form::Velocities, 1, 1),
        bodies: vec![BodyModel::ball(3.0, RADIUS_M, SMOOTH), rod],
        ..Model::default()
    };
    let places = [DVec3::new(0.5, RADIUS_M + 0.1 - 0.005, 0.0), DVec3::ZERO];
    let state = State {
        bodies: places.map(|x| still(x, DQuat::IDENTITY)).to_vec(),
        ..State::default()
    };
    let mut world = printed_world(model, state, printed);
    advance(&mut world, 1);
    1e3 * vector_from_rotation(world.state().bodies[1].orientation).z
}
