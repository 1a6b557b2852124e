//! Targets of drives that move: a driven oscillator, checkpoints, waking.

use crate::drives::{run, scene, ways};
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::{compile, flatten};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::math::{rotation_from_vector, vector_from_rotation};
use ragdoll_lab::physics::Aim;
use ragdoll_lab::scene::parse;

/// A ball of 0.5 kg·m² whose centre a ball joint holds, with a spring of `k` and `c`.
fn ball(k: f64, c: f64) -> String {
    format!(
        r#""bodies": [{{"id": 1, "shape": {{"sphere": {{"radius_m": 0.1}}}}, "mass_kg": 1,
        "inertia_kg_m2": [0.5, 0.5, 0.5], "position_m": [0, 1, 0]}}],
        "constraints": [{{"id": 2, "kind": {{"pin": {{"a": {{"world": [0, 1, 0]}},
        "b": {{"body": {{"id": 1}}}}, "drive": {{"spring": {{"stiffness_n_m_per_rad": {k},
        "damping_n_m_s_per_rad": {c}}}}}}}}}}}]"#
    )
}

/// Where the ball has turned, rad.
fn turn(simulation: &Simulation) -> DVec3 {
    vector_from_rotation(simulation.world.state().bodies[0].orientation)
}

const STEP_S: f64 = 1.0 / 60.0;

/// `I θ″ = −k (θ − φ) − c (θ′ − φ′)` with `φ = A sin Ωt`, from rest. With `e = θ − φ` that is
/// `I e″ + c e′ + k e = I A Ω² sin Ωt`, `e(0) = 0`, `e′(0) = −A Ω`.
#[test]
fn a_joint_follows_a_swinging_target_as_a_driven_oscillator() {
    let (inertia, k, c) = (0.5, 20.0, 2.0);
    let (swing, omega) = (0.4, 3.0);
    let axis = DVec3::new(2.0, -1.0, 2.0) / 3.0;
    let own2: f64 = k / inertia;
    let decay = c / (2.0 * inertia);
    let damped = (own2 - decay * decay).sqrt();
    // Particular solution P sin Ωt + Q cos Ωt.
    let (re, im) = (k - inertia * omega * omega, c * omega);
    let force = inertia * swing * omega * omega;
    let p = force * re / (re * re + im * im);
    let q = -force * im / (re * re + im * im);
    let target = |t: f64| swing * (omega * t).sin();
    let exact = |t: f64| {
        let b = (-swing * omega - p * omega - decay * q) / damped;
        let free = (-decay * t).exp() * (-q * (damped * t).cos() + b * (damped * t).sin());
        target(t) + p * (omega * t).sin() + q * (omega * t).cos() + free
    };
    for method in ways() {
        let of = method.id;
        let mut scene = scene(method, 0.0, &ball(k, c));
        scene.solver.substeps = Some(16);
        let mut simulation = Simulation::new(&scene).unwrap();
        let mut worst: f64 = 0.0;
        for step in 0..180 {
            let [now, then] = [step, step + 1].map(|step| target(f64::from(step) * STEP_S));
            let aim = Aim {
                angular_velocity: axis * ((then - now) / STEP_S),
                ..Aim::at(0, rotation_from_vector(axis * now))
            };
            assert!(simulation.world.aim_drives(&[aim]));
            assert_eq!(simulation.step(), Progress::Advanced);
            let expected = exact(f64::from(step + 1) * STEP_S) * axis;
            worst = worst.max(turn(&simulation).distance(expected));
        }
        // Backward Euler, of first order in the substep of 1 ms; 1.2e-3 were found.
        assert!(worst < 2e-3, "{of}: {worst}");
    }
}

/// A target that turns evenly is followed without a lag: damping acts on the difference alone, and
/// the target turns on within and after steps by itself.
#[test]
fn damping_does_not_drag_behind_a_target_that_turns_evenly() {
    let spin = DVec3::new(0.0, 1.5, 0.0);
    for method in ways() {
        let of = method.id;
        let scene = scene(method, 0.0, &ball(20.0, 8.0));
        let mut simulation = Simulation::new(&scene).unwrap();
        let mut start = simulation.world.state().clone();
        start.bodies[0].angular_velocity = spin;
        simulation.world.restore(&start);
        let aim = Aim {
            angular_velocity: spin,
            ..Aim::at(0, DQuat::IDENTITY)
        };
        assert!(simulation.world.aim_drives(&[aim]));
        for _ in 0..60 {
            assert_eq!(simulation.step(), Progress::Advanced);
        }
        let off = turn(&simulation).distance(spin);
        assert!(off < 1e-9, "{of}: {off}");
        let aim = simulation.world.state().aims.of(0).unwrap().orientation;
        let off = vector_from_rotation(aim).distance(spin);
        assert!(off < 1e-9, "{of}: {off}");
    }
}

#[test]
fn half_the_strength_is_half_the_spring() {
    for method in ways() {
        let of = method.id;
        let end = |k: f64, c: f64, strength: f64| {
            let scene = scene(method, 0.0, &ball(k, c));
            let mut simulation = Simulation::new(&scene).unwrap();
            let aim = Aim {
                strength,
                ..Aim::at(0, rotation_from_vector(DVec3::X))
            };
            assert!(simulation.world.aim_drives(&[aim]));
            for _ in 0..20 {
                assert_eq!(simulation.step(), Progress::Advanced);
            }
            turn(&simulation)
        };
        assert_eq!(end(20.0, 2.0, 0.5), end(10.0, 1.0, 1.0), "{of}");
        assert_eq!(end(20.0, 2.0, 0.0), DVec3::ZERO, "{of}");
    }
}

/// A checkpoint keeps where drives lead, to the bit.
#[test]
fn aims_are_a_part_of_the_state() {
    for method in ways() {
        let of = method.id;
        let scene = scene(method, -9.81, &ball(60.0, 1.0));
        let mut first = run(&scene, 5);
        let without = first.world.state().hash();
        let aim = Aim {
            angular_velocity: DVec3::new(0.3, -0.2, 1.0),
            ..Aim::at(0, rotation_from_vector(DVec3::new(0.2, 0.1, -0.4)))
        };
        assert!(first.world.aim_drives(&[aim]));
        assert_ne!(first.world.state().hash(), without, "{of}");
        for _ in 0..10 {
            first.step();
        }
        let kept = first.world.state().clone();
        assert_eq!(kept.hash(), first.world.state().hash());
        let mut second = run(&scene, 3);
        second.world.restore(&kept);
        for _ in 0..20 {
            first.step();
            second.step();
        }
        let hashes = [&first, &second].map(|s| s.world.state().hash());
        assert_eq!(hashes[0], hashes[1], "{of}");
        // A saved scene leads to where the target is.
        let saved = flatten(&scene, &first.world, &first.map, &[]);
        let world = compile(&saved).unwrap().0;
        let now = first.world.state().aims.of(0).unwrap();
        let off = now
            .orientation
            .angle_between(match &world.model().drives[0].coordinate {
                ragdoll_lab::physics::Coordinate::Bend { rest, .. } => *rest,
                other => panic!("{other:?}"),
            });
        assert!(off < 1e-7, "{of}: {off}");
        assert!(first.world.forget_aims());
        assert!(!first.world.forget_aims());
    }
}

#[test]
fn an_aim_that_makes_no_sense_is_refused() {
    let scene = parse(
        br#"{"format": "ragdoll-scene", "version": 1, "ragdolls": [
        {"id": 1, "figure": {"mx": {}}, "muscles": {"strength": 0.5}}, {"id": 2, "figure": {"mx": {}}}]}"#,
    )
    .unwrap();
    let (mut world, map) = compile(&scene).unwrap();
    let joint = |ragdoll: usize| {
        map.ragdolls[ragdoll]
            .joint_of("head", world.model())
            .unwrap()
            .0
    };
    let [led, limp] = [joint(0), joint(1)];
    let sound = Aim::at(led, DQuat::IDENTITY);
    let bad = [
        Aim::at(limp, DQuat::IDENTITY),
        Aim::at(led + 1, DQuat::IDENTITY),
        Aim::at(usize::MAX, DQuat::IDENTITY),
        Aim::at(led, DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0)),
        Aim::at(led, DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0)),
        Aim {
            strength: 1.5,
            ..sound
        },
        Aim {
            strength: f64::NAN,
            ..sound
        },
        Aim {
            angular_velocity: DVec3::INFINITY,
            ..sound
        },
    ];
    for aim in bad {
        assert!(!world.aim_drives(&[sound, aim]), "{aim:?}");
        assert!(world.state().aims.iter().next().is_none(), "{aim:?}");
    }
    // What stands wakes if it is led elsewhere, and only then.
    let asleep = |world: &ragdoll_lab::physics::World| world.state().rest[0].asleep;
    assert!(asleep(&world));
    assert!(world.aim_drives(&[sound]));
    assert!(!asleep(&world));
}
