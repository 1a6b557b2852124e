//! Joints that hold exactly: multipliers dense and sparse, reduced coordinates and springs
//! against reference data, each other and the values of the specification, section 9, items
//! 12 to 14.

use crate::kit::{advance, on_body, ready, table, Chance, SMOOTH};
use crate::trees::{Hook, Hung};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{Fixed, Pin, Slider, Universal};
use ragdoll_lab::physics::dynamics::direct::Storage;
use ragdoll_lab::physics::dynamics::slots::Spatial;
use ragdoll_lab::physics::math::rotation_from_vector;
use ragdoll_lab::physics::method::multipliers::{self, MultipliersSettings, Stabilisation};
use ragdoll_lab::physics::method::reduced::{self, ReducedSettings, Rule};
use ragdoll_lab::physics::method::springs::{
    stiffness_limit, Integrator, SpringSettings, StepControl,
};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::report::{kinetic_energy, potential_energy};
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, CommonSettings, Constraint, Frame, MethodSettings, Model,
    Settings, State, StepOutcome, World,
};
use serde_json::Value;

/// Specification, section 9, item 12, relative.
const ACCELERATION_TOLERANCE: f64 = 1e-10;
/// The chain of the reference data: links of 0.2 m that hang from their upper ends, z up.
const LINK_M: f64 = 0.2;
const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

fn vec3(value: &Value) -> DVec3 {
    let numbers = value.as_array().unwrap();
    DVec3::from_array([0, 1, 2].map(|i| numbers[i].as_f64().unwrap()))
}

/// From `[w, x, y, z]`.
fn quat(value: &Value) -> DQuat {
    let q: Vec<f64> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|x| x.as_f64().unwrap())
        .collect();
    DQuat::from_xyzw(q[1], q[2], q[3], q[0])
}

fn common(substeps: u32, step_s: f64) -> CommonSettings {
    CommonSettings {
        gravity: GRAVITY,
        step_s,
        substeps,
        sleeping: false,
        ..CommonSettings::default()
    }
}

/// A chain of the reference data at relative orientations and rates.
fn chain(relative: &[DQuat], rates: &[DVec3], settings: Settings) -> (Model, State) {
    let up = DVec3::Z * (0.5 * LINK_M);
    let inertia = DVec3::new(0.0015, 0.0012, 0.0004);
    let mut model = Model {
        settings,
        ..Model::default()
    };
    let mut state = State::default();
    let (mut joint, mut joint_velocity) = (DVec3::ZERO, DVec3::ZERO);
    let (mut orientation, mut spin) = (DQuat::IDENTITY, DVec3::ZERO);
    for (i, (&relative, &rate)) in relative.iter().zip(rates).enumerate() {
        orientation *= relative;
        spin += orientation * rate;
        let arm = orientation * -up;
        state.bodies.push(BodyState {
            position: joint + arm,
            orientation,
            velocity: joint_velocity + spin.cross(arm),
            angular_velocity: spin,
        });
        joint += arm * 2.0;
        joint_velocity += spin.cross(arm * 2.0);
        model.bodies.push(BodyModel {
            inertia,
            ..BodyModel::round(0.4, 1.0, None, SMOOTH)
        });
        let above = match i.checked_sub(1) {
            Some(above) => on_body(above, -up),
            None => Attachment::World(DVec3::ZERO),
        };
        model.constraints.push(Constraint::Pin(Pin {
            a: above,
            b: on_body(i, up),
            relaxation_factor: 1.0,
        }));
    }
    (model, state)
}

/// Links in one line, 0.3 rad from hanging.
fn swinging(links: usize, settings: Settings) -> (Model, State) {
    let mut relative = vec![DQuat::IDENTITY; links];
    relative[0] = rotation_from_vector(DVec3::Y * 0.3);
    chain(&relative, &vec![DVec3::ZERO; links], settings)
}

fn world((model, state): (Model, State)) -> World {
    crate::kit::world(model, state)
}

/// Largest gap of a pin, m.
fn gap(world: &World) -> f64 {
    let pins = world.model().constraints.iter();
    let gaps = pins.map(|c| c.residual(world.state(), &world.model().settings).length);
    gaps.fold(0.0, f64::max)
}

fn energy(world: &World) -> f64 {
    let (model, state) = (world.model(), world.state());
    kinetic_energy(model, state) + potential_energy(model, state)
}

/// Accelerations by every way there is.
fn all_ways(model: &Model, state: &State) -> [(&'static str, Vec<Spatial>); 3] {
    [
        (
            "dense",
            multipliers::accelerations(model, state, Storage::Dense),
        ),
        (
            "sparse",
            multipliers::accelerations(model, state, Storage::Sparse),
        ),
        ("reduced", reduced::accelerations(model, state)),
    ]
}

#[track_caller]
fn assert_alike(what: &str, found: &[Spatial], wanted: &[Spatial]) {
    let size = |a: &Spatial| a.linear.length().max(a.angular.length());
    // What is fixed to the world accelerates by rounding alone.
    let largest = wanted.iter().map(size).fold(GRAVITY.length(), f64::max);
    for (found, wanted) in found.iter().zip(wanted) {
        let mut error = *found;
        error += wanted.times(-1.0);
        let error = size(&error) / largest;
        assert!(error < ACCELERATION_TOLERANCE, "{what}: {error:e}");
    }
}

#[test]
fn accelerations_of_a_chain_are_those_of_the_reference() {
    let reference: Value =
        serde_json::from_str(include_str!("../data/chain10_accelerations.json")).unwrap();
    let list = |value: &Value, read: fn(&Value) -> DVec3| -> Vec<DVec3> {
        value.as_array().unwrap().iter().map(read).collect()
    };
    let relative: Vec<DQuat> = reference["q_rel_wxyz"]
        .as_array()
        .unwrap()
        .iter()
        .map(quat)
        .collect();
    let rates = list(&reference["u"], vec3);
    let (model, state) = chain(&relative, &rates, common(1, 1.0 / 60.0).into());
    let (model, state) = ready(model, state);
    let of_world = &reference["world"];
    for (body, place) in state.bodies.iter().zip(list(&of_world["x"], vec3)) {
        assert!(body.position.distance(place) < 1e-12, "another chain");
    }
    let linear = list(&of_world["lin_acc"], vec3).into_iter();
    let angular = list(&of_world["ang_acc"], vec3);
    let wanted: Vec<Spatial> = linear
        .zip(angular)
        .map(|(linear, angular)| Spatial { linear, angular })
        .collect();
    for (way, found) in all_ways(&model, &state) {
        assert_alike(way, &found, &wanted);
    }
}

/// Up to ten bodies, each on one before it or on the world by a joint of any kind, moving as
/// the joints allow.
fn random_tree(chance: &mut Chance) -> (Model, State) {
    let count = chance.between(2.0, 11.0) as usize;
    let floats = chance.between(0.0, 1.0) < 0.5;
    let mut model = Model {
        settings: common(1, 1.0 / 60.0).into(),
        ..Model::default()
    };
    let mut state = State::default();
    for i in 0..count {
        model.bodies.push(chance.body());
        let arm = chance.vector() * 0.3;
        if i == 0 && floats {
            state.bodies.push(BodyState {
                position: chance.vector(),
                orientation: chance.rotation(),
                velocity: chance.vector(),
                angular_velocity: chance.vector() * 3.0,
            });
            continue;
        }
        let parent = (i > 0).then(|| chance.between(0.0, i as f64) as usize);
        let on_parent = chance.vector() * 0.3;
        let hook = Hook::on(parent, on_parent, &state);
        let (a, frame, own) = (hook.point, hook.frame, (i, arm));
        let carrier = hook.orientation();
        let kind = chance.between(0.0, 6.0) as usize;
        let (rest, axis) = (chance.rotation(), chance.direction());
        let angle = chance.between(-2.0, 2.0);
        let rate = chance.between(-3.0, 3.0);
        let turn = DQuat::from_axis_angle(axis, angle);
        let (way, speed) = match kind {
            3 | 4 => (chance.between(-0.5, 0.5), chance.between(-2.0, 2.0)),
            _ => (0.0, 0.0),
        };
        let (orientation, turning, constraint) = match kind {
            0 => {
                let pin = Pin {
                    a,
                    b: on_body(i, arm),
                    relaxation_factor: 1.0,
                };
                (
                    chance.rotation(),
                    chance.vector() * 3.0,
                    Constraint::Pin(pin),
                )
            }
            1 => {
                let hinge = hook.hinge(own, axis, rest);
                let orientation = carrier * turn * rest;
                let turning = carrier * axis * rate;
                (orientation, turning, Constraint::Hinge(Box::new(hinge)))
            }
            3 | 4 => {
                let turns = kind == 4;
                let forward = chance.between(0.0, 1.0) < 0.5;
                let slider = match forward {
                    true => Slider {
                        turns,
                        ..hook.slider(own, axis, rest)
                    },
                    // The same seen from the other side.
                    false => Slider {
                        a: on_body(i, arm),
                        b: a,
                        parent: Frame::Body(i),
                        child: frame,
                        axis: rest.conjugate() * -axis,
                        rest: rest.conjugate(),
                        turns,
                        limit: None,
                        turn_limit: None,
                        counter: None,
                        relaxation_factor: 1.0,
                    },
                };
                let (turn, rate) = if turns {
                    (turn, rate)
                } else {
                    (DQuat::IDENTITY, 0.0)
                };
                let orientation = carrier * turn * rest;
                let turning = carrier * axis * rate;
                (orientation, turning, Constraint::Slider(Box::new(slider)))
            }
            5 => {
                let cross_axis = axis.any_orthonormal_vector();
                let second = DQuat::from_axis_angle(cross_axis, chance.between(-2.0, 2.0));
                let forward = chance.between(0.0, 1.0) < 0.5;
                let back = rest.conjugate();
                let [point, own] = [a, on_body(i, arm)];
                let cross = match forward {
                    true => Universal {
                        a: point,
                        b: own,
                        parent: frame,
                        child: Frame::Body(i),
                        axis,
                        cross_axis,
                        rest,
                        limits: [None; 2],
                        relaxation_factor: 1.0,
                    },
                    // The same seen from the other side.
                    false => Universal {
                        a: own,
                        b: point,
                        parent: Frame::Body(i),
                        child: frame,
                        axis: back * cross_axis,
                        cross_axis: back * axis,
                        rest: back,
                        limits: [None; 2],
                        relaxation_factor: 1.0,
                    },
                };
                let orientation = carrier * turn * second * rest;
                let turning =
                    carrier * (axis * rate + turn * cross_axis * chance.between(-3.0, 3.0));
                (orientation, turning, Constraint::Universal(Box::new(cross)))
            }
            _ => {
                let fixed = Fixed {
                    a,
                    b: on_body(i, arm),
                    parent: frame,
                    child: Frame::Body(i),
                    rest,
                    relaxation_factor: 1.0,
                };
                let orientation = carrier * rest;
                (orientation, DVec3::ZERO, Constraint::Fixed(Box::new(fixed)))
            }
        };
        let hung = Hung {
            orientation,
            turning,
            axis,
            way,
            speed,
        };
        state.bodies.push(hook.hang(arm, hung));
        model.constraints.push(constraint);
    }
    ready(model, state)
}

#[test]
fn all_ways_agree_on_trees_with_every_kind_of_joint() {
    let mut chance = Chance::new(21);
    for tree in 0..300 {
        let (model, state) = random_tree(&mut chance);
        let [(_, dense), others @ ..] = all_ways(&model, &state);
        for (way, found) in others {
            assert_alike(&format!("tree {tree}, {way}"), &found, &dense);
        }
    }
}

#[test]
fn a_thousand_links_keep_their_accuracy() {
    let mut relative = vec![DQuat::IDENTITY; 1000];
    relative[999] = rotation_from_vector(DVec3::Y * 0.002);
    let mut rates = vec![DVec3::ZERO; 1000];
    rates[999] = DVec3::Y;
    let (model, state) = chain(&relative, &rates, common(1, 1e-3).into());
    let (model, state) = ready(model, state);
    let sparse = multipliers::accelerations(&model, &state, Storage::Sparse);
    assert_alike("reduced", &reduced::accelerations(&model, &state), &sparse);
}

#[test]
fn a_chain_swings_as_in_the_reference() {
    let settings = ReducedSettings {
        rule: Rule::RungeKutta4,
        ..ReducedSettings::default()
    };
    let settings = Settings {
        common: common(1, 0.0005),
        method: MethodSettings::Reduced(settings),
    };
    let chain10: Value = serde_json::from_str(include_str!("../data/chain10.json")).unwrap();
    let relative = chain10["q0_rel_wxyz"].as_array().unwrap();
    let rates = chain10["u0_body_relative_rates"].as_array().unwrap();
    let relative: Vec<DQuat> = relative.iter().map(quat).collect();
    let rates: Vec<DVec3> = rates.iter().map(vec3).collect();
    let mut world = world(chain(&relative, &rates, settings));
    let start = energy(&world);
    let mut worst = 0.0_f64;
    for line in table(include_str!("../data/chain10_rk4.csv")) {
        let steps = (line[0] / 0.0005).round() as u64;
        if line[0] > 1.0 {
            break;
        }
        let ahead = steps - world.state().step;
        advance(&mut world, ahead as u32);
        for (place, link) in [0, 4, 9].into_iter().enumerate() {
            let wanted = DVec3::from_slice(&line[1 + 3 * place..]);
            worst = worst.max(world.state().bodies[link].position.distance(wanted));
        }
    }
    assert!(worst < 1e-6, "{worst:e} m off");
    let drift = energy(&world) - start;
    assert!(drift.abs() < 1e-6, "{drift:e} J gained");
}

/// The largest gap of five links within some seconds, m; infinite if they fly apart.
fn worst_gap(method: MethodSettings, step_s: f64, seconds: f64) -> f64 {
    let settings = Settings {
        common: common(1, step_s),
        method,
    };
    let mut world = world(swinging(5, settings));
    let mut worst = 0.0_f64;
    for _ in 0..(seconds / step_s).round() as u32 {
        if world.step() != StepOutcome::Advanced {
            return f64::INFINITY;
        }
        worst = worst.max(gap(&world));
    }
    worst
}

#[test]
fn multipliers_hold_a_swinging_chain_as_their_stabilisation_says() {
    let with = |stabilisation, rate| {
        let settings = MultipliersSettings {
            stabilisation,
            alpha: rate,
            beta: rate,
            ..MultipliersSettings::default()
        };
        worst_gap(MethodSettings::Multipliers(settings), 1.0 / 60.0, 10.0)
    };
    // Specification, section 9, item 14, and the table of section 6.2: 107, 2.8 and 1.5 mm.
    let projected = with(Stabilisation::Project, 0.0);
    assert!(projected < 1e-6, "projected: {projected:e} m");
    let near = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < 0.03;
    let drifting = with(Stabilisation::None, 0.0);
    assert!(near(drifting, 0.107), "without: {drifting} m");
    for (rate, wanted) in [(5.0, 0.0028), (20.0, 0.0015)] {
        let gap = with(Stabilisation::Baumgarte, rate);
        assert!(near(gap, wanted), "{rate}/s: {gap} m");
    }
    assert_eq!(with(Stabilisation::Baumgarte, 60.0), f64::INFINITY);
}

fn springs(integrator: Integrator, stiffness: f64, step_s: f64) -> f64 {
    let settings = SpringSettings {
        stiffness,
        damping: 0.0,
        integrator,
        ..SpringSettings::default()
    };
    worst_gap(MethodSettings::Springs(settings), step_s, 5.0)
}

#[test]
fn springs_are_stable_where_it_is_predicted() {
    let h = 1.0 / 60.0;
    let hanging = chain(
        &[DQuat::IDENTITY; 5],
        &[DVec3::ZERO; 5],
        common(1, h).into(),
    );
    let (model, state) = ready(hanging.0, hanging.1);
    let limit = stiffness_limit(&model, &state, h, 0.0);
    assert!((limit - 459.0).abs() < 1.0, "limit {limit} N/m");
    for (stiffness, is_stable) in [(0.5 * limit, true), (limit, false), (1e3, false)] {
        let gap = springs(Integrator::SymplecticEuler, stiffness, h);
        assert_eq!(gap < 0.5, is_stable, "{stiffness} N/m: {gap} m");
    }
    let stiff = springs(Integrator::BackwardEuler, 1e6, h);
    assert!(stiff < 1e-3, "{stiff} m");
}

#[test]
fn springs_hold_in_substeps_that_are_cut_where_fixed_ones_blow_up() {
    let gap = |stiffness, step_control, integrator, step_s| {
        let settings = SpringSettings {
            stiffness,
            damping: 5.0,
            integrator,
            step_control,
            ..SpringSettings::default()
        };
        worst_gap(MethodSettings::Springs(settings), step_s, 3.0)
    };
    let h = 1.0 / 60.0;
    let (fixed, adaptive) = (StepControl::Fixed, StepControl::Adaptive);
    for (integrator, stiffness, more) in [
        (Integrator::SymplecticEuler, 1e4, 2e-3),
        (Integrator::SymplecticEuler, 1e5, 2e-3),
        // It also gains a little energy in every substep that passes.
        (Integrator::RungeKutta2, 1e4, 1e-2),
    ] {
        let coarse = gap(stiffness, fixed, integrator, h);
        let fine = gap(stiffness, fixed, integrator, h / 64.0);
        let adaptive = gap(stiffness, adaptive, integrator, h);
        let gaps = format!("{stiffness} N/m, {integrator:?}: {coarse}, {fine}, {adaptive} m");
        assert!(coarse > 1.0, "{gaps}");
        assert!(adaptive < 1.5 * fine + more, "{gaps}");
    }
    // What needs no cut is not touched.
    let calm = |control| gap(1e6, control, Integrator::BackwardEuler, h);
    assert_eq!(calm(fixed), calm(adaptive));
}

#[test]
fn every_method_is_listed() {
    let ids: Vec<_> = METHODS.iter().map(|method| method.id).collect();
    let known = [
        "verlet",
        "impulse",
        "springs",
        "multipliers",
        "reduced",
        "paper",
    ];
    assert_eq!(ids, known);
}
