//! Undamped trees and chains keep their energy: reduced coordinates within 1 %, multipliers
//! gain no more; and their joints stay closed.

use crate::kit::{advance, body, on_body, particle, resting, Chance};
use crate::trees::{Hook, Hung};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{AngleLimit, Distance, Hinge, Pin};
use ragdoll_lab::physics::coordinate::relative;
use ragdoll_lab::physics::math::rotation_from_vector;
use ragdoll_lab::physics::method::find;
use ragdoll_lab::physics::method::multipliers::{MultipliersSettings, CLOSED};
use ragdoll_lab::physics::method::reduced::ReducedSettings;
use ragdoll_lab::physics::report::{elastic_energy, kinetic_energy, potential_energy};
use ragdoll_lab::physics::{
    Attachment, BodyState, CommonSettings, Constraint, Coordinate, DivergenceCause, Drive,
    DriveAction, Frame, MethodSettings, Model, ParticleModel, Settings, State, StepOutcome, World,
};
use std::f64::consts::TAU;

/// Share of the largest kinetic energy so far.
const TOLERANCE: f64 = 0.01;
/// What rounding may open of joints that have no other coordinates, m or rad.
const ROUNDING: f64 = 1e-9;

fn settings(method: MethodSettings) -> Settings {
    let common = CommonSettings {
        gravity: DVec3::new(0.0, -9.81, 0.0),
        substeps: 2,
        linear_drag: 0.0,
        angular_drag: 0.0,
        joint_damping: 0.0,
        sleeping: false,
        ..CommonSettings::default()
    };
    Settings { common, method }
}

/// Two to eight boxes, each on one before it or on the world by a pin, a hinge or a slider, with
/// masses up to a thousand times each other's; every second one a chain.
fn tree(chance: &mut Chance, is_chain: bool) -> (Model, State) {
    let count = chance.between(2.0, 9.0) as usize;
    let floats = chance.between(0.0, 1.0) < 0.3;
    let mut model = Model::default();
    let mut state = State::default();
    for i in 0..count {
        // A hundredth of a kilogram to ten.
        let mass = [0.01, 0.1, 1.0, 10.0][chance.between(0.0, 4.0) as usize];
        let size = DVec3::from_array([0, 1, 2].map(|_| chance.between(0.06, 0.5)));
        let square = size * size;
        let moments = DVec3::new(
            square.y + square.z,
            square.x + square.z,
            square.x + square.y,
        );
        model.bodies.push(body(mass, moments * (mass / 12.0)));
        let (arm, on_parent) = (chance.vector() * size * 0.5, chance.vector() * 0.25);
        if i == 0 && floats {
            state.bodies.push(BodyState {
                position: chance.vector(),
                orientation: chance.rotation(),
                velocity: chance.vector(),
                angular_velocity: chance.vector() * 3.0,
            });
            continue;
        }
        let parent = (i > 0).then(|| match is_chain {
            true => i - 1,
            false => chance.between(0.0, i as f64) as usize,
        });
        let hook = Hook::on(parent, on_parent, &state);
        let (own, carrier) = ((i, arm), hook.orientation());
        let (rest, axis) = (chance.rotation(), chance.direction());
        let turn = DQuat::from_axis_angle(axis, chance.between(-2.0, 2.0));
        let rate = chance.between(-3.0, 3.0);
        let still = |orientation: DQuat| Hung {
            orientation,
            turning: DVec3::ZERO,
            axis,
            way: 0.0,
            speed: 0.0,
        };
        let (hung, constraint) = match chance.between(0.0, 5.0) as usize {
            0 | 1 => (
                Hung {
                    orientation: chance.rotation(),
                    turning: chance.vector() * 3.0,
                    ..still(rest)
                },
                pin(hook.point, on_body(i, arm)),
            ),
            2 | 3 => (
                Hung {
                    turning: carrier * axis * rate,
                    ..still(carrier * turn * rest)
                },
                Constraint::Hinge(Box::new(hook.hinge(own, axis, rest))),
            ),
            _ => (
                Hung {
                    way: chance.between(-0.3, 0.3),
                    speed: chance.between(-1.0, 1.0),
                    ..still(carrier * rest)
                },
                Constraint::Slider(Box::new(hook.slider(own, axis, rest))),
            ),
        };
        state.bodies.push(hook.hang(arm, hung));
        model.constraints.push(constraint);
    }
    (model, state)
}

/// What a run did to the energy, as shares of the largest kinetic energy so far, and the worst
/// error of a joint, m or rad.
#[derive(Debug)]
struct Run {
    gained: f64,
    lost: f64,
    open: f64,
    /// The step that was not believed, and why.
    flagged: Option<(u32, DivergenceCause)>,
}

impl Run {
    fn gains_nothing(&self) -> bool {
        self.gained <= TOLERANCE && self.flagged.is_none()
    }

    fn keeps_energy(&self) -> bool {
        self.gains_nothing() && self.lost <= TOLERANCE
    }
}

fn run(id: &str, (mut model, state): (Model, State), seconds: u32) -> Run {
    model.settings = settings_of(id);
    let mut world = World::new(model, state, (find(id).unwrap().create)());
    let joins = |c: &&Constraint| !matches!(c, Constraint::AngleLimit(_));
    let joints = world.model().constraints.iter().filter(joins).cloned();
    let joints: Vec<_> = joints.map(unlimited).collect();
    let kinetic = |world: &World| kinetic_energy(world.model(), world.state());
    let energy = |world: &World| {
        let (model, state) = (world.model(), world.state());
        kinetic(world) + potential_energy(model, state) + elastic_energy(model, state)
    };
    let start = energy(&world);
    let mut scale = kinetic(&world);
    let mut run = Run {
        gained: 0.0,
        lost: 0.0,
        open: 0.0,
        flagged: None,
    };
    for step in 0..seconds * 60 {
        match world.step() {
            StepOutcome::Advanced => {}
            StepOutcome::Diverged(divergence) => {
                run.flagged = Some((step, divergence.cause));
                break;
            }
            StepOutcome::Interrupted => unreachable!("nothing interrupts"),
        }
        scale = scale.max(kinetic(&world));
        let gained = (energy(&world) - start) / scale;
        run.gained = run.gained.max(gained);
        run.lost = run.lost.max(-gained);
        for joint in &joints {
            let open = joint.residual(world.state(), &world.model().settings);
            run.open = run.open.max(open.length).max(open.angle);
        }
    }
    run
}

/// A joint without its limits, which are no part of how far it is open.
fn unlimited(mut joint: Constraint) -> Constraint {
    match &mut joint {
        Constraint::Hinge(hinge) => hinge.limit = None,
        Constraint::Slider(slider) => slider.limit = None,
        _ => {}
    }
    joint
}

fn keep_energy(trees: std::ops::Range<u64>) {
    let mut failed = Vec::new();
    for seed in trees {
        let made = || tree(&mut Chance::new(7000 + seed), seed % 2 == 0);
        let reduced = run("reduced", made(), 10);
        let keeps = reduced.keeps_energy() && reduced.open <= ROUNDING;
        let multipliers = run("multipliers", made(), 10);
        let holds = multipliers.gains_nothing() && multipliers.open <= CLOSED;
        if std::env::var_os("SHOW").is_some() || !(keeps && holds) {
            eprintln!("{seed}: {reduced:?} {multipliers:?}");
        }
        if !(keeps && holds) {
            failed.push(seed);
        }
    }
    assert!(failed.is_empty(), "trees {failed:?}");
}

#[test]
fn undamped_trees_keep_their_energy() {
    keep_energy(0..6);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_hundred_undamped_trees_keep_their_energy() {
    keep_energy(0..100);
}

/// Of ten joints so many have limits, and so many a spring.
const OF_TEN: f64 = 6.0;

/// Gives joints of a tree springs, at which the lighter side alone would swing with 0.3 to 3 Hz;
/// `limited` also limits about where they stand, and every second spring a damper.
fn limit_and_drive(chance: &mut Chance, model: &mut Model, state: &State, limited: bool) {
    for index in 0..model.constraints.len() {
        let is_limited = chance.between(0.0, 10.0) < OF_TEN && limited;
        let is_driven = chance.between(0.0, 10.0) < OF_TEN;
        let room = [0, 1].map(|_| chance.vector().abs() * 1.2 + DVec3::splat(0.1));
        let omega = chance.between(0.3, 3.0) * TAU;
        let damping = match chance.between(-0.5, 0.5) {
            damping if limited => damping.max(0.0),
            _ => 0.0,
        };
        let target = chance.between(-0.5, 0.5);
        let turned = rotation_from_vector(chance.vector() * 0.5);
        let around =
            |value: f64, scale: f64| [value - scale * room[0].x, value + scale * room[1].x];
        let mut limit = None;
        let (coordinates, frames, start) = match &mut model.constraints[index] {
            Constraint::Hinge(hinge) => {
                let angle = hinge.angle(state);
                hinge.limit = is_limited.then_some(around(angle, 1.0));
                let frames = [hinge.parent, hinge.child];
                (vec![hinge.coordinate()], frames, angle)
            }
            Constraint::Slider(slider) => {
                let way = slider.way(state);
                slider.limit = is_limited.then_some(around(way, 0.3));
                let frames = [slider.parent, slider.child];
                (vec![slider.coordinate()], frames, way)
            }
            Constraint::Pin(pin) => {
                let [parent, child] = [pin.a, pin.b].map(|side| Frame::of(side).unwrap());
                let rest = relative(parent, child, DQuat::IDENTITY, state);
                let (min, max) = (-room[0], room[1]);
                limit = is_limited.then(|| AngleLimit {
                    parent,
                    child,
                    min,
                    max,
                    twist_axis: AngleLimit::widest_axis(min, max),
                    rest,
                    model: None,
                    restitution: 0.0,
                });
                let bend = |axis| Coordinate::Bend {
                    parent,
                    child,
                    axis,
                    rest: turned * rest,
                };
                (DVec3::AXES.map(bend).to_vec(), [parent, child], 0.0)
            }
            _ => unreachable!("a tree has no other joints"),
        };
        model.constraints.extend(limit.map(Constraint::AngleLimit));
        // The lighter side swings.
        let moved = frames.map(|frame| match (frame, coordinates[0].is_angle()) {
            (Frame::World, _) => f64::INFINITY,
            (Frame::Body(body), true) => model.bodies[body].inertia.min_element(),
            (Frame::Body(body), false) => model.bodies[body].mass,
        });
        let moved = moved[0].min(moved[1]);
        for coordinate in coordinates.into_iter().filter(|_| is_driven) {
            let is_bend = matches!(coordinate, Coordinate::Bend { .. });
            model.drives.push(Drive {
                constraint: index,
                coordinate,
                action: DriveAction::Spring {
                    stiffness: moved * omega * omega,
                    damping: 2.0 * damping * moved * omega,
                    target: if is_bend { 0.0 } else { start + target },
                },
                most: f64::INFINITY,
            });
        }
    }
}

fn settings_of(id: &str) -> Settings {
    settings(match id {
        "reduced" => MethodSettings::Reduced(ReducedSettings::default()),
        _ => MethodSettings::Multipliers(MultipliersSettings::default()),
    })
}

/// Trees on springs whose energy `reduced` does not keep yet, in single substeps. In two of them a
/// spring then goes past half a turn, where its pull turns round at once.
const NOT_YET: [u64; 4] = [12, 28, 46, 76];
/// The same of trees with limits.
const NOT_YET_LIMITED: [u64; 1] = [84];

/// The trees of a range with springs in their joints; `limited` with limits and dampers too.
/// Those may take energy, but give none.
fn keep_driven(trees: std::ops::Range<u64>, limited: bool) {
    let (mut failed, mut flagged) = (Vec::new(), Vec::new());
    let most_flagged = (trees.end - trees.start) as usize / 20;
    let not_yet: &[u64] = match limited {
        true => &NOT_YET_LIMITED,
        false => &NOT_YET,
    };
    for seed in trees {
        for (id, closed) in [("reduced", ROUNDING), ("multipliers", CLOSED)] {
            let chance = &mut Chance::new(9000 + seed);
            let (mut model, state) = tree(chance, seed % 2 == 0);
            limit_and_drive(chance, &mut model, &state, limited);
            let run = run(id, (model, state), 10);
            if run.flagged.is_some() {
                flagged.push((id, seed, run));
                continue;
            }
            let keeps = match id {
                "reduced" if !limited => run.keeps_energy(),
                _ => run.gains_nothing(),
            };
            let is_known = id == "reduced" && not_yet.contains(&seed);
            if !(keeps || is_known) || run.open > closed {
                failed.push((id, seed, run));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}, flagged {flagged:#?}");
    assert!(flagged.len() <= most_flagged, "{flagged:#?}");
}

#[test]
fn trees_on_springs_keep_their_energy() {
    keep_driven(0..6, false);
}

#[test]
fn trees_with_limits_and_drives_gain_nothing() {
    keep_driven(0..6, true);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_hundred_trees_on_springs_keep_their_energy() {
    keep_driven(0..100, false);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_hundred_trees_with_limits_and_drives_gain_nothing() {
    keep_driven(0..100, true);
}

/// A box of a size and a mass at rest.
fn bar(model: &mut Model, state: &mut State, mass: f64, size: [f64; 3], position: DVec3) {
    let square = DVec3::from_array(size) * DVec3::from_array(size);
    let moments = DVec3::splat(square.element_sum()) - square;
    model.bodies.push(body(mass, moments * (mass / 12.0)));
    state.bodies.push(BodyState {
        position,
        ..BodyState::default()
    });
}

fn pin(a: Attachment, b: Attachment) -> Constraint {
    Constraint::Pin(Pin {
        a,
        b,
        relaxation_factor: 1.0,
    })
}

fn hinge(a: Attachment, b: Attachment, frames: [Frame; 2], axis: DVec3) -> Constraint {
    Constraint::Hinge(Box::new(Hinge {
        a,
        b,
        parent: frames[0],
        child: frames[1],
        axis: axis.normalize(),
        rest: DQuat::IDENTITY,
        limit: None,
        counter: None,
        relaxation_factor: 1.0,
    }))
}

/// Four bars on two hinges and two balls, from rest.
fn bars() -> (Model, State) {
    let (mut model, mut state) = (Model::default(), State::default());
    for (mass, size, position) in [
        (3.0, [0.6, 0.08, 0.12], DVec3::new(0.3, 2.0, 0.0)),
        (1.5, [0.5, 0.06, 0.1], DVec3::new(0.85, 2.0, 0.0)),
        (1.0, [0.06, 0.4, 0.1], DVec3::new(0.6, 1.8, 0.1)),
        (0.7, [0.4, 0.05, 0.05], DVec3::new(1.3, 2.0, 0.0)),
    ] {
        bar(&mut model, &mut state, mass, size, position);
    }
    let end = |body: usize, x: f64| on_body(body, DVec3::X * x);
    model.constraints = vec![
        hinge(
            Attachment::World(DVec3::Y * 2.0),
            end(0, -0.3),
            [Frame::World, Frame::Body(0)],
            DVec3::new(0.0, 0.3, 1.0),
        ),
        pin(end(0, 0.3), end(1, -0.25)),
        pin(
            on_body(0, DVec3::new(0.3, 0.0, 0.1)),
            on_body(2, DVec3::Y * 0.2),
        ),
        hinge(
            end(1, 0.25),
            end(3, -0.2),
            [Frame::Body(1), Frame::Body(3)],
            DVec3::new(0.0, 1.0, 1.0),
        ),
    ];
    (model, state)
}

/// A disc that spins on a rod about its foot, 30 degrees off the vertical.
fn top(spin: f64) -> (Model, State) {
    let (mut model, mut state) = (Model::default(), State::default());
    model
        .bodies
        .push(body(1.0, DVec3::new(0.003, 0.005, 0.003)));
    let orientation = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_6);
    let up = orientation * DVec3::Y;
    state.bodies.push(BodyState {
        position: up * 0.15,
        orientation,
        angular_velocity: up * spin,
        ..BodyState::default()
    });
    let foot = on_body(0, DVec3::Y * -0.15);
    model
        .constraints
        .push(pin(Attachment::World(DVec3::ZERO), foot));
    (model, state)
}

/// Bars on balls in a line, 60 degrees off the vertical, the last one heavy.
fn heavy_chain(bars: usize, ratio: f64) -> (Model, State) {
    let (mut model, mut state) = (Model::default(), State::default());
    let orientation = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_3);
    let down = orientation * -DVec3::Y;
    for i in 0..bars {
        let mass = if i + 1 == bars { 0.1 * ratio } else { 0.1 };
        let position = down * (0.2 * i as f64 + 0.1);
        bar(&mut model, &mut state, mass, [0.04, 0.2, 0.04], position);
        state.bodies[i].orientation = orientation;
        let above = match i.checked_sub(1) {
            Some(above) => on_body(above, DVec3::Y * -0.1),
            None => Attachment::World(DVec3::ZERO),
        };
        let own = on_body(i, DVec3::Y * 0.1);
        model.constraints.push(pin(above, own));
    }
    (model, state)
}

/// A hinge and a ball below it.
fn hinge_and_ball() -> (Model, State) {
    let (mut model, mut state) = (Model::default(), State::default());
    let axis = DVec3::new(0.0, 0.4, 1.0);
    let spin = axis.normalize() * 2.0;
    for i in 0..2 {
        let position = DVec3::X * (0.5 * f64::from(i) + 0.25);
        bar(&mut model, &mut state, 1.0, [0.5, 0.08, 0.2], position);
        state.bodies[i as usize].angular_velocity = spin;
        state.bodies[i as usize].velocity = spin.cross(position);
    }
    model.constraints = vec![
        hinge(
            Attachment::World(DVec3::ZERO),
            on_body(0, DVec3::X * -0.25),
            [Frame::World, Frame::Body(0)],
            axis,
        ),
        pin(on_body(0, DVec3::X * 0.25), on_body(1, DVec3::X * -0.25)),
    ];
    (model, state)
}

#[test]
fn what_is_known_to_gain_keeps_its_energy() {
    type Make = fn() -> (Model, State);
    let cases: [(&str, u32, Make); 5] = [
        ("four bars", 20, bars),
        ("a top at 40 rad/s", 10, || top(40.0)),
        ("a hinge and a ball", 10, hinge_and_ball),
        ("a chain of 1:100", 10, || heavy_chain(11, 100.0)),
        ("a chain of 1:1000", 10, || heavy_chain(5, 1000.0)),
    ];
    for (what, seconds, make) in cases {
        let reduced = run("reduced", make(), seconds);
        let multipliers = run("multipliers", make(), seconds);
        println!("{what}: {reduced:?} {multipliers:?}");
        assert!(reduced.keeps_energy(), "{what}: {reduced:?}");
        assert!(multipliers.gains_nothing(), "{what}: {multipliers:?}");
        assert!(multipliers.open <= CLOSED, "{what}: {multipliers:?}");
    }
}

/// Where bodies are after a second in so many substeps a step.
fn after_a_second(id: &str, substeps: u32) -> Vec<DVec3> {
    let (mut model, state) = bars();
    model.settings = settings_of(id);
    model.settings.common.substeps = substeps;
    let mut world = World::new(model, state, (find(id).unwrap().create)());
    advance(&mut world, 60);
    let bodies = world.state().bodies.iter();
    bodies.map(|body| body.position).collect()
}

#[test]
fn four_bars_swing_as_in_small_steps() {
    let exact = after_a_second("reduced", 64);
    for id in ["reduced", "multipliers"] {
        let found = after_a_second(id, 2);
        let apart = found.iter().zip(&exact).map(|(a, b)| a.distance(*b));
        let apart = apart.fold(0.0, f64::max);
        println!("{id}: {apart:e} m");
        assert!(apart < 1e-3, "{id}: {apart} m");
    }
}

/// Sticks that make a net of so many by so many particles, which hangs by two corners and falls
/// from lying level, a little uneven.
fn net(side: usize) -> (Model, State) {
    const MESH_M: f64 = 0.1;
    let mut chance = Chance::new(63);
    let (mut model, mut state) = (Model::default(), State::default());
    for i in 0..side * side {
        let (row, column) = (i / side, i % side);
        let fixed = row == 0 && (column == 0 || column + 1 == side);
        model.particles.push(ParticleModel {
            fixed,
            ..particle(0.01)
        });
        let uneven = DVec3::Y * chance.between(-0.01, 0.01);
        let place = DVec3::new(column as f64, 0.0, row as f64) * MESH_M;
        state.particles.push(resting(place + uneven));
    }
    let mut stick = |a: usize, b: usize| {
        let ends = [a, b].map(|i| state.particles[i].position);
        let length = ends[0].distance(ends[1]);
        model.constraints.push(Constraint::Distance(Distance {
            a: Attachment::Particle(a),
            b: Attachment::Particle(b),
            min: length,
            max: length,
            relaxation_factor: 1.0,
            tears_at: f64::INFINITY,
        }));
    };
    for i in 0..side * side {
        if i % side + 1 < side {
            stick(i, i + 1);
        }
        if i + side < side * side {
            stick(i, i + side);
        }
    }
    (model, state)
}

#[test]
fn a_net_of_sticks_gains_nothing_and_stays_closed() {
    let found = run("multipliers", net(6), 5);
    println!("{found:?}");
    assert!(found.gains_nothing(), "{found:?}");
    assert!(found.open <= CLOSED, "{found:?}");
}

/// A level net, straight between its two nails, can hardly move: it is held, or it is told.
#[test]
fn a_net_that_is_taut_between_its_nails_is_held_or_told() {
    let (mut model, mut state) = net(12);
    for (i, particle) in state.particles.iter_mut().enumerate() {
        particle.position = DVec3::new((i % 12) as f64, 0.0, (i / 12) as f64) * 0.1;
    }
    for constraint in &mut model.constraints {
        if let Constraint::Distance(stick) = constraint {
            (stick.min, stick.max) = (0.1, 0.1);
        }
    }
    model.settings = settings(MethodSettings::Multipliers(MultipliersSettings::default()));
    let multipliers = find("multipliers").unwrap();
    let mut world = World::new(model, state, (multipliers.create)());
    for _ in 0..120 {
        match world.step() {
            StepOutcome::Advanced => {}
            StepOutcome::Diverged(told) => {
                assert_eq!(told.cause, DivergenceCause::NotHeld);
                return;
            }
            StepOutcome::Interrupted => panic!("nobody asked"),
        }
        for joint in &world.model().constraints {
            let open = joint.residual(world.state(), &world.model().settings);
            assert!(open.length <= 0.01, "{} m", open.length);
        }
    }
}
