//! Crowds in single and double precision: the same bits in any lane and on any thread, and the
//! same physics as one by one.

use glam::{DQuat, DVec3};
use ragdoll_lab::compile::{compile, IdMap};
use ragdoll_lab::lab::bench::{Crowd, MxDrop, Solving};
use ragdoll_lab::physics::collide::deepest_penetration;
use ragdoll_lab::physics::lanes::{has_crowd, threads, Lanes};
use ragdoll_lab::physics::{
    report, BodyModel, BodyState, ColliderId, Contact, ContactSpring, Impact, State, StepOutcome,
    Surface, World,
};
use ragdoll_lab::scene::{
    Figure, FigureContact, InertiaPreset, MxFigure, Order, Precision, Preset, Scene, Shape,
};

const BOTH: [Precision; 2] = [Precision::F32, Precision::F64];

/// The world of a scene in double precision without a crowd.
fn one_by_one(scene: &Scene) -> World {
    let mut scene = scene.clone();
    scene.solver.precision = Precision::F64;
    let mut world = world(&scene).0;
    world.set_crowd(false);
    world
}

/// Ragdolls that fall on a floor.
fn drop_of(ragdolls: u32, preset: Preset, precision: Precision) -> Scene {
    let drop = MxDrop {
        ragdolls,
        solving: Solving {
            preset,
            rate_hz: Some(60.0),
            precision,
            ..MxDrop::default().solving
        },
        ..MxDrop::default()
    };
    drop.scene().unwrap()
}

/// The same as they are shipped: their limbs collide with each other.
fn shipped(ragdolls: u32, precision: Precision) -> Scene {
    let mut scene = drop_of(ragdolls, Preset::Default, precision);
    for ragdoll in &mut scene.ragdolls {
        ragdoll.figure = Figure::Mx(MxFigure::default());
        ragdoll.self_collision = true;
    }
    scene
}

/// Figures of particles that fall on a floor.
fn stick_figures(ragdolls: u32, preset: Preset, precision: Precision) -> Scene {
    let crowd = Crowd {
        ragdolls,
        solving: Solving {
            preset,
            rate_hz: Some(60.0),
            precision,
            ..Solving::default()
        },
        ..Crowd::default()
    };
    crowd.scene()
}

/// Ragdolls and figures of particles, in each precision.
fn both_kinds(ragdolls: u32, preset: Preset) -> Vec<Scene> {
    let both = |precision| {
        [
            drop_of(ragdolls, preset, precision),
            stick_figures(ragdolls, preset, precision),
        ]
    };
    BOTH.into_iter().flat_map(both).collect()
}

fn world(scene: &Scene) -> (World, IdMap) {
    compile(scene).unwrap()
}

/// Hashes after every tenth step.
fn hashes(mut world: World, steps: u32) -> Vec<u64> {
    let mut hashes = Vec::new();
    for step in 1..=steps {
        assert_eq!(world.step(), StepOutcome::Advanced, "step {step}");
        if step % 10 == 0 {
            hashes.push(world.state().hash());
        }
    }
    hashes
}

fn with_lanes(scene: &Scene, lanes: Lanes, count: usize) -> World {
    let mut world = world(scene).0;
    world.set_lanes(lanes);
    world.set_threads(threads(count));
    world
}

#[test]
fn one_and_sixteen_lanes_give_the_same_bits() {
    // 21 leaves lanes of the second block empty.
    for preset in [Preset::Default, Preset::High] {
        for scene in both_kinds(21, preset) {
            let of = |lanes| hashes(with_lanes(&scene, lanes, 1), 150);
            let one = of(Lanes::One);
            assert_eq!(one, of(Lanes::Sixteen), "{preset:?}, {}", scene.name);
        }
    }
}

#[test]
fn one_and_several_threads_give_the_same_bits() {
    for scene in both_kinds(300, Preset::Default) {
        let of = |threads| hashes(with_lanes(&scene, Lanes::Sixteen, threads), 60);
        let one = of(1);
        assert_eq!(one, of(2), "{}", scene.name);
        assert_eq!(one, of(5), "{}", scene.name);
    }
}

/// Ragdolls that cover the kernels: any inertia, capsules, rolling, damping, bounces.
fn all_kinds(precision: Precision) -> Vec<(&'static str, Scene)> {
    let standard = || drop_of(3, Preset::Default, precision);
    let figure = |scene: &mut Scene, figure: MxFigure| {
        for ragdoll in &mut scene.ragdolls {
            ragdoll.figure = Figure::Mx(figure);
        }
    };
    let mut human = standard();
    figure(
        &mut human,
        MxFigure {
            contact: FigureContact::Shapes,
            inertia: InertiaPreset::Human,
            ..MxFigure::default()
        },
    );
    human.solver.joint_damping_per_s = Some(5.0);
    let mut bouncing = standard();
    bouncing.materials[0].restitution = 0.6;
    bouncing.materials[0].rolling_resistance = 0.05;
    let mut windy = standard();
    windy.air_velocity_m_s = [3.0, 0.0, -1.0];
    windy.obstacles[0].orientation = [0.995, 0.0, 0.0, 0.0998];
    let sticks = stick_figures(3, Preset::Default, precision);
    let mut bouncing_sticks = sticks.clone();
    bouncing_sticks.materials = bouncing.materials.clone();
    bouncing_sticks.obstacles[0].material = bouncing.obstacles[0].material;
    bouncing_sticks.obstacles[0].orientation = [0.995, 0.0, 0.0, 0.0998];
    bouncing_sticks.air_velocity_m_s = [3.0, 0.0, -1.0];
    vec![
        ("limbs that meet", shipped(3, precision)),
        ("spheres", standard()),
        ("capsules and human inertia", human),
        ("bouncing", bouncing),
        ("wind over a slope", windy),
        ("sticks", sticks),
        ("bouncing sticks over a slope", bouncing_sticks),
    ]
}

/// Largest distance of the same bodies and particles of two worlds, m.
fn apart(a: &World, b: &World) -> f64 {
    let (a, b) = (positions(a.state()), positions(b.state()));
    let apart = a.iter().zip(&b).map(|(a, b)| a.distance(*b));
    apart.fold(0.0, f64::max)
}

fn positions(state: &State) -> Vec<DVec3> {
    let bodies = state.bodies.iter().map(|body| body.position);
    let particles = state.particles.iter().map(|particle| particle.position);
    bodies.chain(particles).collect()
}

/// The world with every motion changed by what single precision rounds off, in one of
/// several ways.
fn nudged(world: &World, way: usize) -> World {
    /// A place is rounded by up to 1.2e-7 m within a substep of 1/240 s, m/s.
    const NUDGE_M_S: f64 = 1.2e-7 * 240.0;
    /// A joint 0.1 m away turns its limb by as much, rad/s.
    const NUDGE_RAD_S: f64 = NUDGE_M_S / 0.1;
    let mut nudged = world.clone();
    let mut state = world.state().clone();
    // Every other mover the other way, then every other pair, and so on.
    let sign = |i: usize| {
        if (way / 3 + i / (1 + way / 6)).is_multiple_of(2) {
            1.0
        } else {
            -1.0
        }
    };
    for (i, body) in state.bodies.iter_mut().enumerate() {
        body.angular_velocity[(i + way) % 3] += sign(i) * NUDGE_RAD_S;
    }
    for (i, particle) in state.particles.iter_mut().enumerate() {
        particle.velocity[(i + way) % 3] += sign(i) * NUDGE_M_S;
    }
    nudged.restore(&state);
    nudged
}

/// A limb that hits the floor a substep earlier is stopped a substep earlier, so that a
/// single nudge may miss by luck what another one meets: several are tried.
#[test]
fn single_precision_follows_double_precision_as_one_that_was_nudged_does() {
    crowd_follows_as_one_that_was_nudged_does(Precision::F32);
}

#[test]
fn a_crowd_in_double_precision_follows_as_one_that_was_nudged_does() {
    crowd_follows_as_one_that_was_nudged_does(Precision::F64);
}

fn crowd_follows_as_one_that_was_nudged_does(precision: Precision) {
    const NUDGES: usize = 24;
    /// Until something is touched, a crowd in double precision differs by the order of sums.
    const IN_FLIGHT_M: f64 = 1e-11;
    for (name, scene) in all_kinds(precision) {
        let (mut double, mut crowd) = (one_by_one(&scene), world(&scene).0);
        let mut twins: Vec<World> = (0..NUDGES).map(|way| nudged(&double, way)).collect();
        let mut touched = false;
        for step in 1..=45 {
            for world in twins.iter_mut().chain([&mut double, &mut crowd]) {
                world.step();
            }
            touched |= double.contacts().iter().any(|contact| contact.loaded());
            if precision == Precision::F64 && !touched {
                let in_flight = apart(&double, &crowd);
                assert!(
                    in_flight < IN_FLIGHT_M,
                    "{name}, step {step}: {in_flight} m"
                );
            }
            let by_nudge = twins.iter().map(|twin| apart(&double, twin));
            let (by_rounding, by_nudge) = (apart(&double, &crowd), by_nudge.fold(0.0, f64::max));
            assert!(
                by_rounding < 10.0 * by_nudge,
                "{name}, step {step}: {by_rounding} m, nudged {by_nudge} m"
            );
        }
        assert!(touched, "{name}: nothing touched the floor");
        let has_crowd = has_crowd(&crowd.model().settings);
        assert_eq!(apart(&double, &crowd) > 0.0, has_crowd, "{name}");
    }
}

/// How deep a limb is in another one of its ragdoll at most within three seconds, m, and how
/// often one pressed on another.
fn own_depth(world: &mut World) -> (f64, usize) {
    let (mut deepest, mut pressed) = (0.0_f64, 0);
    for _ in 0..180 {
        world.step();
        let own = world.contacts().iter().filter(|contact| {
            let sides = [contact.a, contact.b];
            let [a, b] = sides.map(|side| side.core.articulation(world.model()));
            a == b
        });
        for contact in own {
            deepest = deepest.max(-contact.gap(world.state()));
            pressed += usize::from(contact.loaded());
        }
    }
    (deepest, pressed)
}

#[test]
fn limbs_of_a_crowd_keep_out_of_each_other() {
    let mut hitmen = stick_figures(12, Preset::Default, Precision::F64);
    for ragdoll in &mut hitmen.ragdolls {
        ragdoll.figure = Figure::Hitman {};
        ragdoll.self_collision = true;
    }
    for scene in [shipped(12, Precision::F64), hitmen] {
        let (mut crowd, mut alone) = (world(&scene).0, one_by_one(&scene));
        let ((depth, pressed), (depth_alone, pressed_alone)) =
            (own_depth(&mut crowd), own_depth(&mut alone));
        assert!(apart(&crowd, &alone) > 0.0, "no crowd was used");
        assert!(
            depth < depth_alone + 0.005,
            "{depth} m, {depth_alone} m one by one"
        );
        assert!(
            pressed > pressed_alone / 2,
            "{pressed}, {pressed_alone} one by one"
        );
    }
}

/// Until the first bounce: later the worlds part, as contacts are solved in another order.
#[test]
fn a_crowd_tells_what_it_touches() {
    for (name, scene) in BOTH.into_iter().flat_map(all_kinds) {
        let (mut alone, mut crowd) = (one_by_one(&scene), world(&scene).0);
        let mut single = with_lanes(&scene, Lanes::One, 3);
        let mut impacts = 0;
        while impacts == 0 {
            alone.step();
            crowd.step();
            single.step();
            assert_eq!(crowd.contacts(), single.contacts(), "{name}");
            assert_eq!(crowd.impacts(), single.impacts(), "{name}");
            assert!(crowd.state().step < 240, "{name}: nothing fell");
            impacts += alone.impacts().len();
            let [a, b] = [&alone, &crowd].map(|world| sorted(&loaded(world), place_of_contact));
            alike(&a, &b, |a, b| {
                let gaps = [a.gap(alone.state()), b.gap(crowd.state())];
                let impulses = [a.impulse(), b.impulse()];
                [gaps, impulses, [a.approach, b.approach]]
            });
            let [a, b] = [&alone, &crowd].map(|world| sorted(world.impacts(), place_of_impact));
            alike(&a, &b, |a, b| {
                // Where it was at the start of the step, or of the substep.
                assert!(a.point.distance(b.point) < 0.01, "{name}");
                let separations = [a.separation, b.separation];
                [
                    [a.impulse, b.impulse],
                    [a.approach, b.approach],
                    separations,
                ]
            });
            let approaches = crowd.impacts().iter().map(|impact| impact.approach);
            assert_eq!(
                crowd.fastest_approach(),
                approaches.fold(0.0, f64::min),
                "{name}"
            );
            let depths = crowd.contacts().iter().map(|at| -at.gap(crowd.state()));
            let deepest = depths.fold(0.0, f64::max);
            let rounding = match scene.solver.precision {
                Precision::F32 => 1e-6,
                Precision::F64 => 1e-12,
            };
            let told = crowd.deepest_penetration();
            assert!(
                (told - deepest).abs() < rounding,
                "{name}: {told}, {deepest}"
            );
        }
        assert_eq!(crowd.contacts(), crowd.clone().contacts(), "{name}");
        let state = crowd.state().clone();
        crowd.restore(&state);
        assert!(
            crowd.contacts().is_empty() && crowd.impacts().is_empty(),
            "{name}"
        );
    }
}

fn loaded(world: &World) -> Vec<Contact> {
    let contacts = world.contacts().iter();
    contacts
        .filter(|contact| contact.loaded())
        .copied()
        .collect()
}

fn place_of_contact(contact: &Contact) -> (ColliderId, u32) {
    (contact.a.owner, contact.feature)
}

fn place_of_impact(impact: &Impact) -> (ColliderId, u32) {
    (impact.owners[0], impact.substep)
}

fn sorted<T: Copy>(all: &[T], place: fn(&T) -> (ColliderId, u32)) -> Vec<T> {
    let mut all = all.to_vec();
    all.sort_by_key(|of| {
        let (owner, place) = place(of);
        (owner.number(), place)
    });
    all
}

/// Whether pairs of numbers of the same things are the same.
fn alike<T>(a: &[T], b: &[T], pairs: impl Fn(&T, &T) -> [[f64; 2]; 3]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        for [a, b] in pairs(a, b) {
            assert!((a - b).abs() < 1e-3 * a.abs().max(0.01), "{a}, {b}");
        }
    }
}

/// What else is there may make more substeps.
#[test]
fn a_crowd_makes_the_substeps_that_are_set() {
    let scene = drop_of(3, Preset::Default, Precision::F64);
    let mut world = world(&scene).0;
    let (target, motion) = ball_at(DVec3::new(41.5, 1.0, 0.0), DVec3::ZERO);
    world.add_body(target, motion);
    let (ball, motion) = ball_at(DVec3::new(40.0, 1.0, 0.0), DVec3::X * 100.0);
    let ball = world.add_body(ball, motion);
    world.step();
    let substeps = |body: usize| {
        let articulation = world.model().bodies[body].articulation;
        world.substep_rate_of(articulation).unwrap().substeps
    };
    assert_eq!(substeps(0), world.model().settings.common.substeps);
    assert!(substeps(ball) > substeps(0));
}

#[test]
fn lanes_agree_for_every_kind_of_ragdoll() {
    for (name, scene) in BOTH.into_iter().flat_map(all_kinds) {
        let of = |lanes| hashes(with_lanes(&scene, lanes, 1), 120);
        assert_eq!(of(Lanes::One), of(Lanes::Sixteen), "{name}");
    }
}

/// Mean over some steps of the largest error of a joint, m.
fn joint_error(mut world: World) -> f64 {
    const STEPS: u32 = 200;
    let errors = (0..STEPS).map(|_| {
        world.step();
        report::joint_error(world.model(), world.state())
    });
    errors.sum::<f64>() / f64::from(STEPS)
}

#[test]
fn joints_open_as_far_as_one_by_one() {
    for preset in [Preset::Default, Preset::High] {
        let drop = |precision| drop_of(24, preset, precision);
        let alone = joint_error(one_by_one(&drop(Precision::F64)));
        for crowd in BOTH.map(|precision| joint_error(world(&drop(precision)).0)) {
            // Falls are chaotic, and the worst of 24 differs more than their mean.
            assert!((crowd - alone).abs() <= 0.2 * alone, "{crowd} m, {alone} m");
        }
    }
}

#[test]
fn orientations_keep_their_length_however_many_passes() {
    for (precision, most) in [(Precision::F32, 1e-5), (Precision::F64, 1e-13)] {
        let mut scene = drop_of(2, Preset::Default, precision);
        scene.solver.substeps = Some(20);
        scene.solver.iterations = Some(400);
        let mut world = world(&scene).0;
        for _ in 0..3 {
            assert_eq!(world.step(), StepOutcome::Advanced);
            for body in &world.state().bodies {
                let off = (body.orientation.length() - 1.0).abs();
                assert!(off <= most, "{precision:?}: {off:e}");
            }
        }
    }
}

#[test]
fn errors_and_rest_are_those_of_both_precisions() {
    let drop = |precision, preset| MxDrop {
        ragdolls: 24,
        repeats: 0,
        solving: Solving {
            preset,
            precision,
            rate_hz: Some(60.0),
            ..MxDrop::default().solving
        },
        ..MxDrop::default()
    };
    for (preset, most_sep) in [(Preset::Default, 0.8), (Preset::High, 0.25)] {
        let run = |precision| drop(precision, preset).run(&mut |_| {}).unwrap().errors;
        let double = run(Precision::F64);
        let single = run(Precision::F32);
        // Falls are chaotic; 24 of them differ by a few per cent in their means.
        let near = |a: f64, b: f64| (a - b).abs() <= 0.15 * b;
        assert!(
            near(single.sep_mean_mm, double.sep_mean_mm),
            "{} {}",
            single.sep_mean_mm,
            double.sep_mean_mm
        );
        assert!(single.sep_mean_mm <= most_sep, "{}", single.sep_mean_mm);
        assert!(single.kinetic_energy_median_j < 0.5);
        assert!(single.penetration_worst_mm < 5.0);
        assert_eq!(single.blown, 0);
    }
}

#[test]
fn a_ragdoll_falls_the_same_far_from_the_origin() {
    let near = drop_of(2, Preset::Default, Precision::F32);
    let mut far = near.clone();
    let shift = DVec3::new(40_960.0, 0.0, -81_920.0);
    for ragdoll in &mut far.ragdolls {
        ragdoll.position_m[0] += shift.x;
        ragdoll.position_m[2] += shift.z;
    }
    let (mut near, mut far) = (world(&near).0, world(&far).0);
    for _ in 0..120 {
        near.step();
        far.step();
    }
    for (a, b) in near.state().bodies.iter().zip(&far.state().bodies) {
        let apart = (b.position - shift).distance(a.position);
        assert!(apart < 2e-2, "{apart} m");
    }
}

#[test]
fn a_ragdoll_does_not_depend_on_its_neighbours() {
    let [one, nine] = [1, 9].map(|count| both_kinds(count, Preset::Default));
    for (alone, many) in one.into_iter().zip(nine) {
        let (mut alone, mut many) = (world(&alone).0, world(&many).0);
        for _ in 0..200 {
            alone.step();
            many.step();
        }
        let alone = positions(alone.state());
        assert_eq!(alone[..], positions(many.state())[..alone.len()]);
    }
}

fn ball_at(position: DVec3, velocity: DVec3) -> (BodyModel, BodyState) {
    let surface = Surface {
        restitution: 0.3,
        friction: 0.5,
        rolling_resistance: 0.0,
        spring: ContactSpring::NONE,
    };
    let motion = BodyState {
        position,
        orientation: DQuat::IDENTITY,
        velocity,
        angular_velocity: DVec3::ZERO,
    };
    (BodyModel::ball(20.0, 0.2, surface), motion)
}

/// Whether two things that both move press on each other.
fn two_meet(world: &World) -> bool {
    world.contacts().iter().any(|contact| {
        let sides = [contact.a, contact.b].map(|side| side.core.articulation(world.model()));
        contact.loaded() && sides.iter().flatten().count() == 2
    })
}

/// Ragdolls and figures that have fallen for two seconds, alone and with a box far away.
fn fallen() -> Vec<(World, String)> {
    let alone = both_kinds(4, Preset::Default);
    let with_box = |mut scene: Scene| {
        let mut far = scene.obstacles[0].clone();
        far.id = 1000;
        far.shape = Shape::Box {
            size_m: [1.0, 1.0, 1.0],
            rounding_m: 0.0,
        };
        far.position_m = [-20.0, 0.5, 0.0];
        scene.obstacles.push(far);
        scene.name += " with a box";
        scene
    };
    let fall = |scene: Scene| {
        let mut world = world(&scene).0;
        for _ in 0..120 {
            world.step();
        }
        (world, scene.name)
    };
    let boxed: Vec<Scene> = alone.iter().cloned().map(with_box).collect();
    alone.into_iter().chain(boxed).map(fall).collect()
}

/// Throws a ball at the second ragdoll and lets 30 steps pass; whether it hit.
fn throw_and_watch(world: &mut World) -> bool {
    let places = positions(world.state());
    // Of four, the second; of it, the body or particle after the first.
    let target = places[places.len() / 4 + 1];
    let (ball, motion) = ball_at(target + DVec3::new(0.0, 0.15, -3.0), DVec3::Z * 20.0);
    world.add_body(ball, motion);
    let mut hit = false;
    for _ in 0..30 {
        assert_eq!(world.step(), StepOutcome::Advanced);
        let of_two = |impact: &Impact| {
            let obstacle = |owner: &ColliderId| matches!(owner, ColliderId::Obstacle(_));
            !impact.owners.iter().any(obstacle)
        };
        hit |= world.impacts().iter().any(of_two);
    }
    hit
}

#[test]
fn a_ball_thrown_into_a_crowd_hits() {
    for (mut world, name) in fallen() {
        let still = positions(world.state());
        assert!(throw_and_watch(&mut world), "{name}: it hit nobody");
        let moved = positions(world.state());
        let farthest = still.iter().zip(&moved).map(|(a, b)| a.distance(*b));
        let farthest = farthest.fold(0.0, f64::max);
        assert!(farthest > 0.3, "{name}: pushed by {farthest} m");
    }
}

#[test]
fn going_back_to_before_a_throw_comes_to_the_same_bits() {
    for (mut world, name) in fallen() {
        let (model, state) = (world.shared_model().clone(), world.state().clone());
        assert!(throw_and_watch(&mut world), "{name}: it hit nobody");
        let after = world.state().hash();
        world.restore_with(&model, &state);
        throw_and_watch(&mut world);
        assert_eq!(world.state().hash(), after, "{name}");
    }
}

#[test]
fn a_crowd_does_not_sink_into_boxes_under_strong_gravity() {
    let deepest = |crowd: Option<Precision>| {
        let mut scene = drop_of(4, Preset::Default, crowd.unwrap_or_default());
        scene.gravity_m_s2 = [0.0, -100.0, 0.0];
        scene.obstacles[0].shape = Shape::Box {
            size_m: [40.0, 0.5, 40.0],
            rounding_m: 0.0,
        };
        scene.obstacles[0].position_m = [0.0, -0.25, 0.0];
        let mut world = world(&scene).0;
        world.set_crowd(crowd.is_some());
        let mut deepest: f64 = 0.0;
        for _ in 0..60 {
            world.step();
            deepest = deepest.max(deepest_penetration(world.model(), world.state()));
        }
        deepest
    };
    let alone = deepest(None);
    for crowd in BOTH.map(|precision| deepest(Some(precision))) {
        assert!(crowd < alone + 0.01, "{crowd} m, {alone} m one by one");
    }
}

#[test]
fn ragdolls_that_meet_do_not_pass_through_each_other() {
    let mut scene = drop_of(2, Preset::Default, Precision::F32);
    let place = scene.ragdolls[0].position_m;
    scene.ragdolls[1].position_m = [place[0] + 0.1, place[1] + 1.2, place[2]];
    for ragdoll in &mut scene.ragdolls {
        ragdoll.figure = Figure::Mx(MxFigure::default());
    }
    let mut double = scene.clone();
    double.solver.precision = Precision::F64;
    let lowest_pelvis = |scene: &Scene| {
        let (mut world, map) = world(scene);
        let mut touching = false;
        for _ in 0..60 {
            world.step();
            touching |= two_meet(&world);
        }
        let pelvis = map.ragdolls[1].bodies.start;
        (world.state().bodies[pelvis].position.y, touching)
    };
    let ((single, met), (double, met_too)) = (lowest_pelvis(&scene), lowest_pelvis(&double));
    assert!(met && met_too, "they never met");
    assert!((single - double).abs() < 0.1, "{single} {double}");
}

#[test]
fn going_back_comes_to_the_same_bits() {
    for scene in both_kinds(5, Preset::Default) {
        let mut world = world(&scene).0;
        for _ in 0..40 {
            world.step();
        }
        let checkpoint = world.state().clone();
        for _ in 0..40 {
            world.step();
        }
        let after = world.state().hash();
        world.restore(&checkpoint);
        for _ in 0..40 {
            world.step();
        }
        assert_eq!(world.state().hash(), after, "{}", scene.name);
    }
}

#[test]
fn what_lies_still_falls_asleep_and_stays() {
    for mut scene in both_kinds(3, Preset::Default) {
        scene.solver.sleeping = true;
        scene.solver.joint_damping_per_s = Some(5.0);
        scene.solver.linear_drag_per_s = None;
        scene.solver.angular_drag_per_s = None;
        let mut world = world(&scene).0;
        for _ in 0..1200 {
            world.step();
        }
        let asleep = world.state().rest.iter().all(|rest| rest.asleep);
        assert!(asleep, "{}", scene.name);
        let still = positions(world.state());
        world.step();
        assert_eq!(positions(world.state()), still);
        assert_eq!(positions(world.previous()), still);
    }
}

#[test]
fn what_has_just_fallen_asleep_stays_when_the_precision_changes() {
    let mut scene = drop_of(1, Preset::Default, Precision::F32);
    scene.solver.sleeping = true;
    scene.solver.joint_damping_per_s = Some(5.0);
    let mut world = world(&scene).0;
    let asleep = |world: &World| world.state().rest[0].asleep;
    for _ in 0..3000 {
        world.step();
        if asleep(&world) {
            break;
        }
    }
    assert!(asleep(&world), "it never came to rest");
    let still = world.state().bodies.clone();
    let mut settings = world.model().settings.clone();
    settings.common.precision = Default::default();
    world.retune(settings);
    for _ in 0..2 {
        world.step();
        assert_eq!(world.state().bodies, still);
        assert_eq!(world.previous().bodies, still);
    }
}

#[test]
fn settings_that_the_kernels_do_not_know_are_refused_by_name() {
    let mut scene = drop_of(1, Preset::Default, Precision::F32);
    scene.solver.order = Order::Reversed;
    let refused = compile(&scene).err().unwrap();
    let said = refused[0].to_string();
    assert!(said.contains("solver.precision"), "{said}");
}
