//! The muscles of ragdolls: closed forms, torques that end, limp ones, energy.

use crate::drives::{run, scene, ways};
use glam::DVec3;
use ragdoll_lab::compile::{compile, flatten, muscles_in_force};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::lanes::Lanes;
use ragdoll_lab::physics::math::rotation_from_vector;
use ragdoll_lab::physics::method::{MethodInfo, METHODS};
use ragdoll_lab::physics::report::{elastic_energy, kinetic_energy};
use ragdoll_lab::physics::Coordinate;
use ragdoll_lab::scene::{parse, Muscle, PartOverride, Scene};
use std::f64::consts::FRAC_PI_2;

const G: f64 = 9.81;

/// A dummy without limits that hangs by its head from the world; what differs of its left
/// forearm.
fn hanging(method: &'static MethodInfo, own: &str) -> Scene {
    let things = |place: [f64; 3]| {
        format!(
            r#""ragdolls": [{{"id": 1, "figure": {{"thesis": {{"build": "rigid", "arms": true}}}},
            "position_m": [0, 0.5, 0], "stands_until_hit": false, "self_collision": false,
            "muscles": {{"strength": 1}}, "parts": [{{"part": "l_lower_arm", {own}}}]}}],
            "constraints": [{{"id": 2, "kind": {{"fixed": {{"a": {{"world": {place:?}}},
            "b": {{"part": {{"ragdoll": 1, "part": "head"}}}}}}}}}}]"#
        )
    };
    let (world, map) = compile(&scene(method, -G, &things([0.0; 3]))).unwrap();
    let head = map.ragdolls[0].body_of("head").unwrap();
    let place = world.state().bodies[head].position;
    scene(method, -G, &things(place.to_array()))
}

/// The orientation in which the left forearm points forwards at a right angle to the arm.
fn forwards(method: &'static MethodInfo) -> [f64; 4] {
    let (world, map) = compile(&hanging(method, r#""friction": 0.5"#)).unwrap();
    let (elbow, _) = map.ragdolls[0]
        .joint_of("l_lower_arm", world.model())
        .unwrap();
    let mut drives = world.model().drives.iter();
    let drive = drives.find(|drive| drive.constraint == elbow).unwrap();
    let Coordinate::Bend { rest, .. } = drive.coordinate else {
        panic!("{drive:?}");
    };
    let turned = rotation_from_vector(DVec3::X * -FRAC_PI_2) * rest;
    [turned.w, turned.x, turned.y, turned.z]
}

/// Torque of the weight of the left forearm about its elbow, N·m, and how far the elbow is from
/// where its muscle leads it, rad.
fn elbow(simulation: &Simulation) -> (f64, f64) {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let ragdoll = &simulation.map.ragdolls[0];
    let (place, pin) = ragdoll.joint_of("l_lower_arm", model).unwrap();
    let body = ragdoll.body_of("l_lower_arm").unwrap();
    let arm = state.bodies[body].position - pin.b.position(state);
    let weight = model.bodies[body].mass * G * DVec3::NEG_Y;
    let drives = model
        .drives
        .iter()
        .filter(|drive| drive.constraint == place);
    let bend: Vec<f64> = drives.map(|drive| drive.coordinate.value(state)).collect();
    let bend = DVec3::from_slice(&bend);
    (arm.cross(weight).length(), bend.length())
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_forearm_is_held_at_a_right_angle_within_load_over_stiffness() {
    for method in ways() {
        let of = method.id;
        let target = forwards(method);
        for stiffness in [60.0, 600.0] {
            let own = format!(
                r#""target": {target:?}, "muscle": {{"strength": 0.5,
                "stiffness_n_m_per_rad": {}, "damping_n_m_s_per_rad": 8, "most_n_m": 1e3}}"#,
                2.0 * stiffness
            );
            let scene = hanging(method, &own);
            let (torque, bend) = elbow(&run(&scene, 300));
            // The forearm of 1.76 kg is 0.36 m long.
            assert!(torque > 2.5, "{of}: {torque}");
            let off = (bend - torque / stiffness).abs();
            let allowed = match of {
                "verlet" => 3e-4,
                _ => 2e-5,
            };
            assert!(off < allowed, "{of}, {stiffness}: {bend}, off by {off}");
        }
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_muscle_whose_torque_ends_short_of_the_load_lets_go() {
    for method in ways() {
        let of = method.id;
        let target = forwards(method);
        let torque = |most: f64| {
            let own = format!(
                r#""target": {target:?}, "muscle": {{"most_n_m": {most},
                "stiffness_n_m_per_rad": 1e3, "damping_n_m_s_per_rad": 8}}"#
            );
            let scene = hanging(method, &own);
            let simulation = run(&scene, 300);
            elbow(&simulation)
        };
        let (load, bend) = torque(5.0);
        assert!(load > 2.5 && bend < 0.01, "{of}: {load}, {bend}");
        // It swings about where the weight turns it by what the muscle has, which damps no more.
        let (load, bend) = torque(1.0);
        let off = (load - 1.0).abs();
        assert!(off < 0.1 && bend > 0.5, "{of}: {load}, {bend}");
    }
}

#[test]
fn limp_muscles_are_no_drives_at_all() {
    let shot = |muscles: &str, parts: &str| {
        let text = format!(
            r#"{{"format": "ragdoll-scene", "version": 1,
            "obstacles": [{{"id": 2, "shape": {{"plane": {{}}}}}}], "ragdolls": [{{"id": 1, "figure": {{"mx": {{}}}},
            "position_m": [0, 0.5, 0], "stands_until_hit": false{muscles}, "parts": [{parts}]}}]}}"#
        );
        let mut simulation = Simulation::new(&parse(text.as_bytes()).unwrap()).unwrap();
        for _ in 0..90 {
            assert_eq!(simulation.step(), Progress::Advanced);
        }
        let drives = simulation.world.model().drives.len();
        (simulation.world.state().hash(), drives)
    };
    let none = shot("", "");
    assert_eq!(none.1, 0);
    let limp = r#", "muscles": {"strength": 0, "stiffness_n_m_per_rad": 100, "most_n_m": 50}"#;
    assert_eq!(shot(limp, ""), none);
    // A part alone may be limp, and one alone may not.
    let stiff = r#", "muscles": {"strength": 1}"#;
    let limp = r#"{"part": "head", "muscle": {"strength": 0}}"#;
    assert_eq!(shot(stiff, limp).1, 3 * 16);
    let own = r#"{"part": "head", "muscle": {"strength": 0.5}}"#;
    assert_eq!(shot("", own).1, 3);
    let friction = r#", "muscles": {"friction_n_m": 2}"#;
    assert_eq!(shot(friction, "").1, 3 * 17);
}

/// A dummy whose muscles nothing damps floats, and is led elsewhere than where it begins.
#[test]
fn energy_stays_below_that_of_the_start_and_the_muscles() {
    let target = |part: &str| format!(r#"{{"part": "{part}", "target": [0.8, 0.36, 0.48, 0]}}"#);
    let targets = ["l_lower_arm", "r_upper_leg", "basin", "spine"].map(target);
    for method in ways() {
        let of = method.id;
        let things = format!(
            r#""ragdolls": [{{"id": 1, "figure": {{"thesis": {{"build": "rigid", "arms": true}}}},
            "position_m": [0, 1, 0], "stands_until_hit": false, "self_collision": false,
            "muscles": {{"strength": 1, "damping_n_m_s_per_rad": 0, "most_n_m": 1e6}},
            "parts": [{}]}}]"#,
            targets.join(", ")
        );
        let scene = scene(method, 0.0, &things);
        let mut simulation = Simulation::new(&scene).unwrap();
        let energy = |simulation: &Simulation| {
            let (model, state) = (simulation.world.model(), simulation.world.state());
            kinetic_energy(model, state) + elastic_energy(model, state)
        };
        let begin = energy(&simulation);
        let (mut most, mut swing) = (f64::NEG_INFINITY, 0.0f64);
        for _ in 0..120 {
            assert_eq!(simulation.step(), Progress::Advanced);
            most = most.max(energy(&simulation));
            let world = &simulation.world;
            swing = swing.max(kinetic_energy(world.model(), world.state()));
        }
        assert!(
            begin > 100.0 && swing > 0.005 * begin,
            "{of}: {begin} J, {swing} J"
        );
        assert!(most <= begin, "{of}: {most} of {begin} J");
    }
}

/// Muscles leave a ragdoll among those that are stepped side by side.
#[test]
fn lanes_of_any_width_give_the_same_bits() {
    let ragdolls: Vec<String> = (0..9)
        .map(|i| {
            format!(
                r#"{{"id": {}, "figure": {{"mx": {{}}}}, "position_m": [{}, 0.2, 0],
                "stands_until_hit": false, "muscles": {{"strength": {}}}}}"#,
                i + 2,
                1.5 * f64::from(i),
                0.1 * f64::from(i)
            )
        })
        .collect();
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "obstacles": [{{"id": 1, "shape": {{"plane": {{}}}}}}],
        "ragdolls": [{}]}}"#,
        ragdolls.join(", ")
    );
    let scene = parse(text.as_bytes()).unwrap();
    let hash = |lanes| {
        let (mut world, _) = compile(&scene).unwrap();
        world.set_lanes(lanes);
        for _ in 0..60 {
            world.step();
        }
        world.state().hash()
    };
    assert_eq!(hash(Lanes::One), hash(Lanes::Sixteen));
}

/// What suits a joint grows with the weight on both of its sides: a person can do about as much.
#[test]
fn what_is_absent_suits_what_is_on_either_side() {
    let text = r#"{"format": "ragdoll-scene", "version": 1, "ragdolls": [{"id": 1,
        "figure": {"mx": {"inertia": "human"}},
        "physique": {"masses": {"shares": {"total_kg": 80}}}, "muscles": {"strength": 1}}]}"#;
    let scene = parse(text.as_bytes()).unwrap();
    let muscles = muscles_in_force(&scene.ragdolls[0]);
    let most = |part: &str| muscles.iter().find(|own| own.0 == part).unwrap().1.most;
    let between = |part: &str, low: f64, high: f64| {
        let most = most(part);
        assert!((low..high).contains(&most), "{part}: {most} N·m");
    };
    between("l_hand", 10.0, 50.0);
    between("l_lower_arm", 50.0, 150.0);
    between("l_lower_leg", 100.0, 300.0);
    between("l_foot", 30.0, 150.0);
    between("lower_torso", 250.0, 600.0);
    assert_eq!(most("l_lower_arm"), most("r_lower_arm"));
    // Half as strong is half as stiff, and still damped critically.
    let mut half = scene.ragdolls[0].clone();
    half.muscles.strength = Some(0.5);
    for ((_, all), (part, half)) in muscles.iter().zip(muscles_in_force(&half)) {
        assert_eq!(half.stiffness, 0.5 * all.stiffness, "{part}");
        let ratio = half.damping / all.damping;
        assert!((ratio - 0.5f64.sqrt()).abs() < 1e-12, "{part}: {ratio}");
    }
}

/// A run that is saved goes on towards the pose in which it began.
#[test]
fn a_saved_run_keeps_where_its_muscles_lead() {
    let text = r#"{"format": "ragdoll-scene", "version": 1, "ragdolls": [{"id": 1,
        "figure": {"mx": {}}, "stands_until_hit": false, "position_m": [0, 0.3, 0],
        "muscles": {"strength": 0.3}}], "obstacles": [{"id": 2, "shape": {"plane": {}}}]}"#;
    let scene = parse(text.as_bytes()).unwrap();
    let simulation = run(&scene, 40);
    let saved = flatten(&scene, &simulation.world, &simulation.map, &[]);
    let (again, _) = compile(&saved).unwrap();
    let rests = |drives: &[ragdoll_lab::physics::Drive]| {
        let rest = |drive: &ragdoll_lab::physics::Drive| match &drive.coordinate {
            Coordinate::Bend { rest, .. } => *rest,
            other => panic!("{other:?}"),
        };
        drives.iter().map(rest).collect::<Vec<_>>()
    };
    let before = rests(&simulation.world.model().drives);
    for (before, after) in before.iter().zip(rests(&again.model().drives)) {
        assert!(before.angle_between(after) < 1e-7, "{before} {after}");
    }
}

/// Numbers of muscles are changed while a scene runs, also from limp to stiff and back.
#[test]
fn muscles_are_changed_while_a_run_goes_on() {
    for method in METHODS.iter().filter(|method| !method.companion) {
        let things = r#""ragdolls": [{"id": 1, "figure": {"mx": {}}, "stands_until_hit": false,
            "position_m": [0, 0.3, 0]}], "obstacles": [{"id": 2, "shape": {"plane": {}}}]"#;
        let mut scene = scene(method, -G, things);
        let mut simulation = run(&scene, 5);
        for strength in [0.4, 0.8, 0.0] {
            scene.ragdolls[0].muscles = Muscle {
                strength: Some(strength),
                ..Muscle::default()
            };
            scene.ragdolls[0].parts = vec![PartOverride {
                muscle: Muscle {
                    friction_n_m: Some(1.0),
                    ..Muscle::default()
                },
                ..PartOverride::of("head")
            }];
            assert_eq!(simulation.remodel(&scene), Ok(true), "{}", method.id);
            for _ in 0..5 {
                assert_eq!(simulation.step(), Progress::Advanced);
            }
            assert_eq!(simulation.world.state().step % 5, 0);
        }
    }
}
