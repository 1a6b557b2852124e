//! Ragdolls that clips move until physics takes over.

use glam::{DQuat, DVec3};
use ragdoll_lab::character::clip::{
    interpolate, own, Clip, FittedClip, JointPose, Placement, RootKey, Skeleton,
};
use ragdoll_lab::compile::figure_frame;
use ragdoll_lab::lab::animation::{with_pose, Mover};
use ragdoll_lab::lab::{History, Input, Simulation};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::{report, Pose};
use ragdoll_lab::scene::{
    validate, Animation, Ball, Body, Figure, GetUp, Launcher, MxFigure, Ragdoll, Recoil, Scene,
    Shape, PROGRAM_CLIPS,
};
use std::sync::Arc;

/// An animated MX ragdoll on a floor, and nothing else.
fn animated(clip: &str) -> Scene {
    let mut ragdoll = Ragdoll::new(2, Figure::Mx(MxFigure::default()));
    ragdoll.animation = Some(Animation::of(clip));
    let floor = r#"{"format": "ragdoll-scene", "version": 2,
        "obstacles": [{"id": 1, "shape": {"plane": {}}}]}"#;
    let mut scene: Scene = serde_json::from_str(floor).unwrap();
    scene.ragdolls.push(ragdoll);
    scene
}

fn mx() -> Skeleton {
    let mx = Ragdoll::new(1, Figure::Mx(MxFigure::default()));
    figure_frame(&mx).unwrap().0
}

/// The lowest point of a foot: its capsule lies along z.
fn lowest(pose: &Pose) -> DVec3 {
    let ends = [-0.085, 0.085].map(|z| pose.position + pose.orientation * (DVec3::Z * z));
    let low = if ends[0].y < ends[1].y {
        ends[0]
    } else {
        ends[1]
    };
    low - DVec3::Y * 0.04
}

/// Feet that touch the floor stay there: the point of the sole that is lowest moves by no more
/// than a few millimetres in a whole stance, over a way of 1.3 m per loop.
#[test]
fn feet_of_the_walk_hardly_slide() {
    let skeleton = mx();
    let walk = FittedClip::new(own::walk(), &skeleton);
    let steps = 2000;
    let at = |step: u32| {
        let time_s = walk.clip().length_s * f64::from(step) / f64::from(steps);
        let placement = Placement::default().after(&walk.travelled(time_s));
        skeleton.place(&walk.pose(time_s), &placement)
    };
    for foot in ["l_foot", "r_foot"] {
        let part = skeleton
            .bones()
            .iter()
            .position(|b| b.name == foot)
            .unwrap();
        let (mut slide_m, mut deepest, mut highest) = (0.0, 0.0_f64, 0.0_f64);
        let mut stance = 0;
        for step in 0..steps {
            let (now, next) = (at(step)[part], at(step + 1)[part]);
            let low = lowest(&now);
            deepest = deepest.min(low.y);
            highest = highest.max(low.y);
            if low.y < 0.004 {
                stance += 1;
                let arm = now.orientation.conjugate() * (low - now.position);
                let moved = next.position + next.orientation * arm - low;
                slide_m += DVec3::new(moved.x, 0.0, moved.z).length();
            }
        }
        assert!(slide_m < 0.02, "{foot} slides {slide_m} m");
        let share = f64::from(stance) / f64::from(steps);
        assert!((0.6..0.66).contains(&share), "{foot} stands for {share}");
        assert!(
            deepest > -1e-3 && highest > 0.05,
            "{foot}: {deepest} to {highest} m"
        );
    }
}

#[test]
fn clips_of_the_program_have_the_names_of_the_document() {
    assert_eq!(own::NAMES, *PROGRAM_CLIPS);
    for name in own::NAMES {
        let clip = own::named(name).unwrap();
        assert_eq!(clip.name, name);
        let fitted = FittedClip::new(clip, &mx());
        assert!(fitted.turned_parts() >= 13, "{name}");
    }
}

/// A loop ends where the next one begins, and ways and turns of loops add up.
#[test]
fn loops_follow_each_other_and_add_up() {
    let skeleton = mx();
    let turning = Clip {
        name: "turning".into(),
        length_s: 1.0,
        loops: true,
        root_height_m: 0.0,
        root: [0.0, 1.0]
            .map(|time_s| RootKey {
                time_s,
                offset: DVec3::new(0.1, 0.0, 0.5 * time_s),
                turn: DQuat::from_axis_angle(DVec3::Y, 0.5 * time_s),
            })
            .to_vec(),
        tracks: Vec::new(),
    };
    for clip in [own::walk(), own::idle(), own::wave(), turning] {
        let fitted = FittedClip::new(clip, &skeleton);
        let length_s = fitted.clip().length_s;
        let parts = |time_s: f64| skeleton.place(&fitted.pose(time_s), &fitted.travelled(time_s));
        for loops in [1.0, 2.0, 7.0] {
            let (before, after) = (
                parts(loops * length_s - 1e-9),
                parts(loops * length_s + 1e-9),
            );
            for (a, b) in before.iter().zip(&after) {
                let far = (a.position - b.position).length();
                assert!(far < 1e-7, "{}: {far} m", fitted.clip().name);
            }
        }
    }
    let walk = FittedClip::new(own::walk(), &skeleton);
    let way = walk.travelled(1000.5 * walk.clip().length_s).shift;
    assert!((way - DVec3::Z * 1300.0).length() < 1e-9, "{way}");
}

/// The ends of a mix are its sides, bit by bit, and a skeleton takes its poses back.
#[test]
fn mixes_begin_and_end_in_their_sides() {
    let skeleton = mx();
    let [a, b] = ["walk", "wave"]
        .map(|name| FittedClip::new(own::named(name).unwrap(), &skeleton).pose(0.4));
    assert_eq!(a.toward(&b, 0.0, |_| 0.0), a);
    assert_eq!(a.toward(&b, 1.0, |_| 1.0), b);
    let half = interpolate(a.turns[5], b.turns[5], 0.5);
    let (to_a, to_b) = (
        half.angle_between(a.turns[5]),
        half.angle_between(b.turns[5]),
    );
    assert!((to_a - to_b).abs() < 1e-9, "{to_a} {to_b}");
    let placement = Placement {
        turn: DQuat::from_axis_angle(DVec3::Y, 0.7),
        shift: DVec3::new(3.0, 0.2, -1.0),
    };
    let back: JointPose = skeleton.pose_of(&skeleton.place(&b, &placement), &placement);
    assert!(b.distance(&back) < 1e-12 && (b.offset - back.offset).length() < 1e-12);
}

fn simulation(scene: &Scene) -> Simulation {
    let problems = validate(scene);
    assert!(problems.is_empty(), "{problems:?}");
    Simulation::new(scene).unwrap()
}

fn step(simulation: &mut Simulation, steps: u32) {
    for _ in 0..steps {
        assert_eq!(simulation.step(), ragdoll_lab::lab::Progress::Advanced);
    }
}

/// Pins coincide, the floor wakes nobody, and the way of the walk is that of its clip.
#[test]
fn a_walk_goes_its_way_on_the_floor() {
    let mut simulation = simulation(&animated("walk"));
    for _ in 0..330 {
        step(&mut simulation, 1);
        let (model, state) = (simulation.world.model(), simulation.world.state());
        let error = report::joint_error(model, state);
        assert!(error < 1e-12, "pins are {error} m apart");
        assert_eq!(simulation.players()[0].mover(), Mover::Clip);
    }
    let pelvis = simulation.world.state().bodies[0].position;
    assert!(
        (pelvis.z - 6.5).abs() < 1e-9,
        "5.5 s are five loops: {pelvis}"
    );
    assert!(!simulation.is_at_rest());
}

/// When physics takes over, the velocities are those of the clip: `v = Δx / h`, and turns alike.
#[test]
fn hand_over_keeps_the_velocities_of_the_clip() {
    for info in METHODS {
        let mut scene = animated("walk");
        scene.solver.choose_method(info);
        if info.companion {
            let refused = Simulation::new(&scene).err().unwrap();
            assert_eq!(refused[0].path, "ragdolls[0].animation");
            continue;
        }
        let mut handed = simulation(&scene);
        step(&mut handed, 40);
        let mut led = handed.clone();
        assert!(handed.apply(&Input::HandOver(2)));
        assert!(!handed.apply(&Input::HandOver(2)), "only once");
        step(&mut led, 1);
        let h = handed.world.model().settings.common.step_s;
        let (now, next) = (handed.world.state().clone(), led.world.state());
        for (a, b) in now.bodies.iter().zip(&next.bodies) {
            let velocity = (b.position - a.position) / h;
            let turn = (b.orientation * a.orientation.conjugate()).to_scaled_axis() / h;
            assert!((a.velocity - velocity).length() < 1e-9, "{}", info.id);
            assert!((a.angular_velocity - turn).length() < 1e-9, "{}", info.id);
        }
        // The first step of physics goes on so, but for a step of gravity and what joints
        // make of it.
        step(&mut handed, 1);
        let after = handed.world.state().bodies.iter().zip(&next.bodies);
        let off = after.map(|(a, b)| a.position.distance(b.position));
        let off = off.fold(0.0, f64::max);
        assert!(off < 0.012, "{}: {off} m", info.id);
        step(&mut handed, 120);
        let error = handed.metrics.max_joint_error_m;
        assert!(error < 0.021, "{}: {error} m", info.id);
    }
}

/// A ball of so many kg that flies at the chest of a ragdoll from the front, m/s.
fn ball_at(chest: DVec3, mass_kg: f64, speed_m_s: f64) -> Launcher {
    Launcher {
        ball: Ball {
            radius_m: 0.08,
            mass_kg: Some(mass_kg),
            ..Ball::default()
        },
        position_m: (chest + DVec3::Z * 0.6).to_array(),
        direction: [0.0, 0.0, -1.0],
        speed_m_s,
        fire_at_s: Some(0.0),
        ..Launcher::default()
    }
}

#[test]
fn only_what_hits_hard_enough_takes_it_from_its_clip() {
    for (mass_kg, on_hit, falls) in [(0.1, true, false), (5.0, true, true), (5.0, false, false)] {
        let mut scene = animated("idle");
        let animation = scene.ragdolls[0].animation.as_mut().unwrap();
        animation.on_hit = on_hit;
        scene.launcher = Some(ball_at(DVec3::Y * 1.33, mass_kg, 5.0));
        let mut simulation = simulation(&scene);
        step(&mut simulation, 60);
        let mover = simulation.players()[0].mover();
        assert_eq!(mover == Mover::Physics, falls, "{mass_kg} kg, {on_hit}");
        let ball = simulation.world.state().bodies[18];
        assert!(
            ball.velocity.z > -4.9,
            "the ball is stopped: {}",
            ball.velocity
        );
    }
}

/// What sleeps in the way of a clip wakes and is pushed by it.
#[test]
fn a_walk_pushes_what_is_in_its_way() {
    let mut scene = animated("walk");
    scene.ragdolls[0].animation.as_mut().unwrap().on_hit = false;
    let size_m = [0.6, 0.6, 0.6];
    let mut body = Body::new(
        9,
        String::new(),
        Shape::Box {
            size_m,
            rounding_m: 0.0,
        },
    );
    body.position_m = [0.0, 0.3, 2.5];
    body.mass_kg = Some(3.0);
    scene.bodies.push(body);
    let mut simulation = simulation(&scene);
    let index = simulation.map.bodies[&9];
    step(&mut simulation, 60);
    let slept = simulation.world.state().rest.iter().all(|rest| rest.asleep);
    assert!(slept, "the box came to rest before anybody was there");
    step(&mut simulation, 120);
    let (pelvis, pushed) = (
        simulation.world.state().bodies[0].position,
        simulation.world.state().bodies[index].position,
    );
    assert_eq!(simulation.players()[0].mover(), Mover::Clip);
    assert!(pushed.z > pelvis.z, "{pushed} is before {pelvis}");
}

/// A wave whose right arm is hit from the front.
fn recoiling() -> Scene {
    let mut scene = animated("wave");
    let animation = scene.ragdolls[0].animation.as_mut().unwrap();
    animation.recoil = Some(Recoil {
        limp_s: 0.1,
        return_s: 0.4,
        spread: 1,
        ..Recoil::default()
    });
    let hand = DVec3::new(-0.5, 1.55, 0.15);
    let mut launcher = ball_at(hand, 1.0, 8.0);
    launcher.fire_at_s = Some(1.2);
    scene.launcher = Some(launcher);
    scene
}

/// The struck arm deviates and is back in time, to the bit; what was not struck never left.
#[test]
fn a_struck_arm_recoils_and_returns() {
    let scene = recoiling();
    let (mut hit, mut calm) = (simulation(&scene), simulation(&scene));
    calm.arm(None);
    let arm = ["r_upper_arm", "r_lower_arm", "r_hand", "r_shoulder"];
    let parts = hit.map.ragdolls[0].parts.clone();
    let (mut first, mut last, mut farthest) = (None, 0, 0.0_f64);
    for now in 0..150 {
        step(&mut hit, 1);
        step(&mut calm, 1);
        let mover = hit.players()[0].mover();
        if mover == Mover::Both {
            first = first.or(Some(now));
            last = now;
        }
        let (a, b) = (hit.world.state(), calm.world.state());
        for (i, part) in parts.iter().enumerate() {
            let far = a.bodies[i].position.distance(b.bodies[i].position);
            if !arm.contains(part) || mover == Mover::Clip {
                assert_eq!(a.bodies[i], b.bodies[i], "{part} at step {now}");
            }
            farthest = farthest.max(far);
        }
        let error = report::joint_error(hit.world.model(), a);
        assert!(error < 1e-12, "pins are {error} m apart");
    }
    assert!(farthest > 0.05, "the arm gave way by {farthest} m");
    let steps = last - first.unwrap() + 2;
    // 0.5 s after the last of several touches.
    assert!((30..=45).contains(&steps), "{steps} steps");
}

/// Mixed per vertex, physics keeps the arm while what is seen of it returns to the clip.
#[test]
fn vertices_return_while_physics_keeps_the_arm() {
    let mut scene = recoiling();
    let animation = scene.ragdolls[0].animation.as_mut().unwrap();
    animation.recoil.as_mut().unwrap().per_vertex = true;
    let (mut hit, mut calm) = (simulation(&scene), simulation(&scene));
    calm.arm(None);
    let hand = hit.map.ragdolls[0]
        .parts
        .iter()
        .position(|part| *part == "r_hand")
        .unwrap();
    let (mut weights, mut last_way_m) = (Vec::new(), 0.0);
    for now in 0..150 {
        step(&mut hit, 1);
        step(&mut calm, 1);
        let (a, b) = (hit.world.state(), calm.world.state());
        let Some(mix) = hit.players()[0].vertex_mix(0.0) else {
            // Before and after, it is its clip to the bit.
            let figure = hit.map.ragdolls[0].bodies.clone();
            assert_eq!(a.bodies[figure.clone()], b.bodies[figure], "step {now}");
            continue;
        };
        for (clip, body) in mix.clip.iter().zip(&b.bodies) {
            assert!(clip.position.distance(body.position) < 1e-12);
        }
        assert!(report::joint_error(hit.world.model(), a) < 1e-12);
        weights.push(mix.weights[hand]);
        last_way_m = a.bodies[hand].position.distance(b.bodies[hand].position);
        // The legs were not hit: nothing of them is physics.
        assert_eq!(mix.weights[0], 0.0);
    }
    assert_eq!(weights[0], 1.0);
    assert!(weights.last().unwrap() < &0.02, "{weights:?}");
    // Physics has the hand elsewhere to the end, where nobody sees it any more.
    assert!(last_way_m > 0.05, "{last_way_m} m");
    assert_eq!(hit.players()[0].mover(), Mover::Clip);
}

/// With all weight, a recoil is physics; without any, it is the clip.
#[test]
fn whole_weights_are_physics_and_the_clip() {
    let mut whole = recoiling();
    let recoil = Recoil {
        limp_s: 60.0,
        whole: true,
        ..Recoil::default()
    };
    whole.ragdolls[0].animation.as_mut().unwrap().recoil = Some(recoil);
    let mut free = whole.clone();
    free.ragdolls[0].animation.as_mut().unwrap().recoil = None;
    let (mut a, mut b) = (simulation(&whole), simulation(&free));
    step(&mut a, 120);
    step(&mut b, 120);
    assert_eq!(a.players()[0].mover(), Mover::Both);
    assert_eq!(b.players()[0].mover(), Mover::Physics);
    assert_eq!(a.world.state().bodies, b.world.state().bodies);

    let mut none = recoiling();
    let at_once = Recoil {
        limp_s: 0.0,
        return_s: 0.0,
        ..Recoil::default()
    };
    none.ragdolls[0].animation.as_mut().unwrap().recoil = Some(at_once);
    let (mut a, mut b) = (simulation(&none), simulation(&none));
    b.arm(None);
    for _ in 0..120 {
        step(&mut a, 1);
        step(&mut b, 1);
        assert_eq!(a.world.state().bodies[..18], b.world.state().bodies[..18]);
    }
}

/// The same bits on every run and from every checkpoint, through a hand-over, a recoil and an
/// input of a person.
#[test]
fn clips_repeat_to_the_bit() {
    let mut scene = recoiling();
    let mut walker = Ragdoll::new(5, Figure::Mx(MxFigure::default()));
    walker.position_m = [2.0, 0.0, 0.0];
    walker.animation = Some(Animation::of("walk"));
    scene.ragdolls.push(walker);
    let mut simulation = simulation(&scene);
    let mut history = History::new(Arc::new(scene.clone()), &simulation);
    let mut middle = None;
    for now in 0..140 {
        history.step(&mut simulation);
        if now == 30 {
            assert!(simulation.apply(&Input::HandOver(5)));
            history.note(&simulation, Input::HandOver(5));
        }
        if now == 85 {
            assert_eq!(simulation.players()[0].mover(), Mover::Both);
            middle = Some(simulation.checkpoint());
        }
    }
    let end = simulation.world.state().hash();
    let difference = history.repeat(|_| true).unwrap();
    assert_eq!(difference, None);
    simulation.restore(&middle.unwrap());
    step(&mut simulation, 140 - 86);
    assert_eq!(simulation.world.state().hash(), end);
}

/// Physics takes over at its time; the ragdoll falls, lies still, and gets up into its clip.
#[test]
fn who_has_fallen_gets_up_into_the_clip() {
    let mut scene = animated("idle");
    let animation = scene.ragdolls[0].animation.as_mut().unwrap();
    animation.hand_over_at_s = Some(0.5);
    animation.get_up = Some(GetUp::default());
    let mut simulation = simulation(&scene);
    step(&mut simulation, 29);
    assert_eq!(simulation.players()[0].mover(), Mover::Clip);
    step(&mut simulation, 2);
    assert_eq!(simulation.players()[0].mover(), Mover::Physics);
    step(&mut simulation, 60);
    assert!(simulation.world.state().bodies[0].position.y < 0.6);
    let mut steps = 0;
    while simulation.players()[0].mover() == Mover::Physics {
        step(&mut simulation, 1);
        steps += 1;
        assert!(steps < 900, "it never lies still");
    }
    let before = simulation.world.previous().bodies[3].position;
    let jump = simulation.world.state().bodies[3].position.distance(before);
    assert!(jump < 0.02, "the head jumps by {jump} m");
    assert!(simulation.players()[0].clip().starts_with("rise-"));
    step(&mut simulation, 60 + 150 + 30);
    assert_eq!(simulation.players()[0].clip(), "idle");
    let pelvis = simulation.world.state().bodies[0].position;
    assert!((pelvis.y - 0.969).abs() < 0.01, "{pelvis}");
}

/// Recorded poses come back at their times.
#[test]
fn recorded_poses_are_the_keys_of_a_clip() {
    let mut scene = animated("walk");
    scene.ragdolls[0].position_m = [1.0, 0.0, -2.0];
    scene.ragdolls[0].heading_deg = 40.0;
    scene.ragdolls[0].animation.as_mut().unwrap().hand_over_at_s = Some(0.2);
    let mut run = simulation(&scene);
    let (mut ragdoll, mut wanted) = (scene.ragdolls[0].clone(), Vec::new());
    for _ in 0..3 {
        step(&mut run, 20);
        let parts: Vec<Pose> = run.world.state().bodies.iter().map(|b| b.pose()).collect();
        ragdoll = with_pose(&ragdoll, &parts).unwrap();
        wanted.push(parts);
    }
    ragdoll.animation.as_mut().unwrap().hand_over_at_s = None;
    scene.ragdolls[0] = ragdoll;
    let mut played = simulation(&scene);
    for (place, parts) in wanted.iter().enumerate() {
        for (now, then) in played.world.state().bodies.iter().zip(parts) {
            // What joints lacked is closed: pins of physics are not exact.
            let off = now.position.distance(then.position);
            assert!(off < 0.02, "pose {place}: {off} m");
        }
        step(&mut played, 30);
    }
    assert!(played.is_at_rest(), "the clip is over");
}

/// The end of a run as a scene goes on alike.
#[test]
fn a_saved_walk_walks_on() {
    let mut scene = animated("walk");
    scene.ragdolls[0].position_m = [0.5, 0.0, 0.0];
    scene.ragdolls[0].heading_deg = -70.0;
    scene.ragdolls[0].animation.as_mut().unwrap().hand_over_at_s = Some(2.0);
    let mut run = simulation(&scene);
    step(&mut run, 100);
    let mut saved = simulation(&run.flatten(&scene, &[]));
    step(&mut run, 60);
    step(&mut saved, 60);
    assert_eq!(saved.players()[0].mover(), Mover::Physics);
    for (a, b) in run
        .world
        .state()
        .bodies
        .iter()
        .zip(&saved.world.state().bodies)
    {
        let off = a.position.distance(b.position);
        assert!(off < 1e-3, "{off} m");
    }
}

/// Physics has it, without weight; only muscles move it, and the arm waves as the clip has it. At
/// the keys of a clip its velocity jumps by `Δv`, and a joint of critical damping lags by up to
/// `Δv / (e ω)`, with `ω² = k / I`; between them by the torque of the swing over `k`. So muscles ten
/// times as stiff lag by √10 to 10 times less. Without following the arm stays where it began.
#[test]
fn muscles_lead_a_ragdoll_along_its_clip() {
    let lag_deg = |follows: bool, stiffness: Option<f64>| {
        let mut scene = animated("wave");
        scene.gravity_m_s2 = [0.0; 3];
        let muscles = &mut scene.ragdolls[0].muscles;
        muscles.strength = Some(1.0);
        muscles.stiffness_n_m_per_rad = stiffness;
        muscles.most_n_m = Some(1e5);
        let animation = scene.ragdolls[0].animation.as_mut().unwrap();
        animation.hand_over_at_s = Some(0.5);
        animation.muscles_follow = follows;
        let mut simulation = Simulation::new(&scene).unwrap();
        let map = simulation.map.clone();
        let ragdoll = &map.ragdolls[0];
        let animated = ragdoll.animation.clone().unwrap();
        let [parent, child] =
            ["r_upper_arm", "r_lower_arm"].map(|part| ragdoll.body_of(part).unwrap());
        let mut furthest = 0.0_f64;
        for step in 1..=180 {
            simulation.step();
            let time_s = f64::from(step) / 60.0;
            let clip = animated.parts_at(&animated.clip, time_s, &animated.placement);
            let bodies = &simulation.world.state().bodies;
            let own = bodies[parent].orientation.conjugate() * bodies[child].orientation;
            let [a, b] = [parent, child].map(|body| clip[body - ragdoll.bodies.start].orientation);
            if time_s > 1.0 {
                furthest = furthest.max(own.angle_between(a.conjugate() * b));
            }
        }
        furthest.to_degrees()
    };
    let (soft, stiff) = (lag_deg(true, Some(500.0)), lag_deg(true, Some(5000.0)));
    let without = lag_deg(false, Some(500.0));
    println!("lags by {soft}, {stiff} degrees; {without} without");
    assert!((3.16..10.0).contains(&(soft / stiff)), "{soft} {stiff}");
    assert!(stiff < 5.0, "{stiff} degrees off its clip");
    assert!(without > 30.0, "{without} degrees off its clip");
}
