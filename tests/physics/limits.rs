//! Angle limits: convergence, the misprints of the clamp, and stops that bounce
//! (specification, sections 1.1, 3.4 and 9, item 8).

use crate::kit::{
    advance, body, on_body, paper, ready, still, weightless, world, Chance, Form, FORMS, TRUE_FORMS,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{AngleLimit, Hinge, LimitModel, Pin};
use ragdoll_lab::physics::math::{rotation_from_vector, vector_from_rotation};
use ragdoll_lab::physics::method::{Misprint, Misprints};
use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, limit_violation, momentum};
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, Constraint, Frame, Model, State, World,
};

/// Several stops struck at once by e = 1 in limbs that tumble: each takes the rate at
/// the start of the substep for its own, so that an elastic bounce may gain a little.
const ELASTIC_GAIN: f64 = 0.02;
/// What is left of the joint error at the stop comes back as speed: 1 % at 20 rad/s.
const DOOR_TOLERANCE: f64 = 0.02;
/// The joint is solved after the stop and turns the door back by a trace.
const DOOR_OVERSHOOT_RAD: f64 = 1e-3;

/// Two bodies, the child within random bounds of the parent and then turned away
/// by 0.25 to 0.5 rad.
fn disturbed(chance: &mut Chance, round: bool, limit_model: LimitModel) -> (Model, State) {
    let mut bodies = vec![chance.body(), chance.body()];
    if round {
        for body in &mut bodies {
            body.inertia = DVec3::splat(body.inertia.x);
        }
    }
    let max = DVec3::from_array(std::array::from_fn(|_| chance.between(0.1, 0.8)));
    let min = -DVec3::from_array(std::array::from_fn(|_| chance.between(0.1, 0.8)));
    let inside = DVec3::from_array(std::array::from_fn(|k| chance.between(min[k], max[k])));
    let rest = chance.rotation();
    let parent = chance.rotation();
    let angle = chance.between(0.25, 0.5);
    let away = rotation_from_vector(chance.direction() * angle);
    let child = parent * away * rotation_from_vector(inside * 0.5) * rest;
    let limit = AngleLimit {
        parent: Frame::Body(0),
        child: Frame::Body(1),
        min,
        max,
        twist_axis: AngleLimit::widest_axis(min, max),
        rest,
        model: Some(limit_model),
        restitution: 0.0,
    };
    let model = Model {
        bodies,
        constraints: vec![Constraint::AngleLimit(limit)],
        ..Model::default()
    };
    let state = State {
        bodies: vec![still(DVec3::ZERO, parent), still(DVec3::X, child)],
        ..State::default()
    };
    ready(model, state)
}

fn violation(model: &Model, state: &State) -> f64 {
    model.constraints[0].residual(state, &model.settings).angle
}

/// Greatest violation before and after each of five passes over 400 disturbances.
fn worst_after_passes(round: bool, limit_model: LimitModel) -> [f64; 6] {
    let mut chance = Chance::new(21);
    let mut worst = [0.0_f64; 6];
    for _ in 0..400 {
        let (model, mut state) = disturbed(&mut chance, round, limit_model);
        for (pass, worst) in worst.iter_mut().enumerate() {
            if pass > 0 {
                model.constraints[0].relax(&model, &mut state, [1.0, 1.0]);
            }
            *worst = worst.max(violation(&model, &state));
        }
    }
    worst
}

/// Item 8: 8.1 to 8.7 mended turn round bodies to the target at once.
#[test]
fn the_clamp_is_met_after_one_pass() {
    let worst = worst_after_passes(true, LimitModel::Component);
    println!("component, round bodies: {worst:?}");
    assert!(worst[0] > 0.2, "{worst:?}");
    assert!(worst[1] < 1e-9, "{worst:?}");
}

/// Item 8: swing-twist rows with any inertia.
#[test]
fn rows_of_swing_and_twist_converge() {
    for round in [true, false] {
        let worst = worst_after_passes(round, LimitModel::SwingTwist);
        println!("swing-twist, round {round}: {worst:?}");
        assert!(worst[0] > 0.2, "{worst:?}");
        assert!(worst[2] < 1e-2, "{worst:?}");
        assert!(worst[3] < 1e-3, "{worst:?}");
        assert!(worst[5] < 1e-6, "{worst:?}");
    }
}

/// Mean angle in degrees, over 400 disturbances of round bodies, between the clamped
/// rotation and that after one pass.
fn left_by_the_clamp(misprints: Misprints) -> f64 {
    let mut chance = Chance::new(21);
    let (mut sum, mut count) = (0.0, 0.0);
    for _ in 0..400 {
        let (mut model, state) = disturbed(&mut chance, true, LimitModel::Component);
        if violation(&model, &state) == 0.0 {
            continue;
        }
        count += 1.0;
        model.settings = weightless(Form::Poses, 1, 1);
        let [mended, printed] = [Misprints::default(), misprints].map(|misprints| {
            paper(&mut model.settings).misprints = misprints;
            let mut world = world(model.clone(), state.clone());
            advance(&mut world, 1);
            let [a, b] = [0, 1].map(|i| world.state().bodies[i].orientation);
            a.conjugate() * b
        });
        let apart = vector_from_rotation(printed * mended.conjugate());
        sum += apart.length().to_degrees();
    }
    sum / count
}

/// Section 1.1: 8.6 without the conjugate leaves 31 degrees; 8.5 as printed has the
/// norm 0.917 for (20, 10, 5) degrees, made up by the normalisation after it.
#[test]
fn the_misprinted_clamp_does_what_the_errata_say() {
    let norm = left_by_the_clamp(Misprints::of(&[Misprint::ClampNorm]));
    let order = left_by_the_clamp(Misprints::of(&[Misprint::ClampOrder]));
    println!("clamp: 8.5 as printed leaves {norm:.2}, 8.6 as printed {order:.2} degrees");
    // The errata's disturbances are unknown; the sizes are those of 0.25 to 0.5 rad.
    assert!(norm > 0.5 && order > 10.0);
}

/// The split keeps the angular momentum: I Δω of both sides cancel (8.7 mended).
#[test]
fn stopping_at_a_limit_keeps_the_angular_momentum() {
    let mut chance = Chance::new(31);
    for limit_model in [LimitModel::SwingTwist, LimitModel::Component] {
        for _ in 0..100 {
            let (model, mut state) = disturbed(&mut chance, false, limit_model);
            for motion in &mut state.bodies {
                motion.angular_velocity = chance.vector() * 5.0;
            }
            let before = angular_momentum(&model, &state);
            model.constraints[0].solve_velocity(&model, &mut state, [1.0, 1.0]);
            let error = (angular_momentum(&model, &state) - before).length();
            assert!(error < 1e-13, "{error:e}");
        }
    }
}

/// A door of 2 kg on a hinge line along y at the origin, closed at the angle 0 and
/// swinging towards its stop at −0.3 rad.
pub fn door(
    form: Form,
    limit_model: LimitModel,
    with_hinge: bool,
    restitution: f64,
    rate: f64,
) -> World {
    let arm = DVec3::X * -0.4;
    let (a, b) = (Attachment::World(DVec3::ZERO), on_body(0, arm));
    let (parent, child) = (Frame::World, Frame::Body(0));
    let rest = DQuat::IDENTITY;
    let relaxation_factor = 1.0;
    let hinge = Hinge {
        a,
        b,
        parent,
        child,
        axis: DVec3::Y,
        rest,
        limit: None,
        counter: None,
        relaxation_factor,
    };
    let (min, max) = (DVec3::Y * -0.3, DVec3::Y * 1.5);
    let limit = AngleLimit {
        parent,
        child,
        min,
        max,
        twist_axis: 1,
        rest,
        model: Some(limit_model),
        restitution,
    };
    let joint = match with_hinge {
        true => Constraint::Hinge(Box::new(hinge)),
        false => Constraint::Pin(Pin {
            a,
            b,
            relaxation_factor,
        }),
    };
    let leaf = BodyModel {
        ..body(2.0, DVec3::new(0.6, 0.75, 0.16))
    };
    let model = Model {
        settings: weightless(form, 4, 8),
        bodies: vec![leaf],
        constraints: vec![joint, Constraint::AngleLimit(limit)],
        ..Model::default()
    };
    let motion = BodyState {
        velocity: DVec3::Y.cross(-arm) * -rate,
        angular_velocity: DVec3::Y * -rate,
        ..still(-arm, DQuat::IDENTITY)
    };
    let state = State {
        bodies: vec![motion],
        ..State::default()
    };
    world(model, state)
}

/// 8.11 with e once after the solve: the rate turns round to e times itself.
#[test]
fn a_door_returns_from_its_stop_at_the_set_ratio() {
    for form in FORMS {
        for limit_model in [LimitModel::SwingTwist, LimitModel::Component] {
            let (mut worst_ratio, mut worst_overshoot) = (0.0_f64, 0.0_f64);
            for with_hinge in [true, false] {
                for restitution in [0.0, 0.5, 1.0] {
                    for rate in [1.5, 2.0, 5.0, 20.0] {
                        let mut world = door(form, limit_model, with_hinge, restitution, rate);
                        let mut least = 0.0_f64;
                        // Past the stop, not yet at the other one.
                        for _ in 0..(0.45 / rate * 60.0).ceil() as u32 {
                            advance(&mut world, 1);
                            let q = world.state().bodies[0].orientation;
                            least = least.min(2.0 * q.y.atan2(q.w));
                        }
                        let after = world.state().bodies[0].angular_velocity.y;
                        let error = (after / rate - restitution).abs();
                        worst_ratio = worst_ratio.max(error);
                        worst_overshoot = worst_overshoot.max(-0.3 - least);
                    }
                }
            }
            println!(
                "{form:?} {limit_model:?}: ratio within {worst_ratio:.4}, overshoot {worst_overshoot:.1e} rad"
            );
            assert!(worst_ratio < DOOR_TOLERANCE, "{worst_ratio}");
            assert!(worst_overshoot < DOOR_OVERSHOOT_RAD, "{worst_overshoot}");
        }
    }
}

/// Two free limbs that fold up to their stop and back: the bounce keeps both momenta
/// and gives no energy, whatever the restitution, form and way to measure angles.
#[test]
fn a_stop_between_free_limbs_keeps_the_momenta() {
    for form in TRUE_FORMS {
        for limit_model in [LimitModel::SwingTwist, LimitModel::Component] {
            let (mut worst_p, mut worst_l, mut worst_gain) = (0.0_f64, 0.0_f64, f64::MIN);
            let mut worst_left = 0.0_f64;
            for restitution in [0.0, 0.5, 1.0] {
                let mut chance = Chance::new(51);
                for _ in 0..10 {
                    let arms = [0, 1].map(|_| chance.vector() * 0.2);
                    let q = chance.rotation();
                    let limit = AngleLimit {
                        parent: Frame::Body(0),
                        child: Frame::Body(1),
                        min: DVec3::splat(-0.3),
                        max: DVec3::splat(0.4),
                        twist_axis: 1,
                        rest: DQuat::IDENTITY,
                        model: Some(limit_model),
                        restitution,
                    };
                    let pin = Pin {
                        a: on_body(0, arms[0]),
                        b: on_body(1, arms[1]),
                        relaxation_factor: 1.0,
                    };
                    let model = Model {
                        settings: weightless(form, 8, 4),
                        bodies: vec![chance.body(), chance.body()],
                        constraints: vec![Constraint::Pin(pin), Constraint::AngleLimit(limit)],
                        ..Model::default()
                    };
                    let mut state = State {
                        bodies: arms.map(|arm| still(-(q * arm), q)).to_vec(),
                        ..State::default()
                    };
                    for motion in &mut state.bodies {
                        motion.angular_velocity = chance.vector() * 3.0;
                        motion.velocity = motion.angular_velocity.cross(motion.position);
                    }
                    let mut world = world(model, state);
                    let of = |w: &World| {
                        let (m, s) = (w.model(), w.state());
                        (momentum(m, s), angular_momentum(m, s), kinetic_energy(m, s))
                    };
                    let before = of(&world);
                    for _ in 0..60 {
                        advance(&mut world, 1);
                        let limit = &world.model().constraints[1];
                        let left = limit.residual(world.state(), &world.model().settings);
                        worst_left = worst_left.max(left.angle);
                    }
                    let after = of(&world);
                    worst_p = worst_p.max((after.0 - before.0).length());
                    worst_l = worst_l.max((after.1 - before.1).length() / before.1.length());
                    worst_gain = worst_gain.max(after.2 / before.2 - 1.0);
                }
            }
            println!(
                "{form:?} {limit_model:?}: |dp| {worst_p:.1e}, |dL|/|L| {worst_l:.1e}, energy gained {worst_gain:.1e}, limit {worst_left:.1e} rad"
            );
            assert!(worst_p < 1e-11, "{worst_p:e}");
            assert!(worst_l < 0.01, "{worst_l:e}");
            assert!(worst_gain < ELASTIC_GAIN, "{worst_gain:e}");
            // The rows of the clamp are no gradients, which the soft step shows most.
            assert!(worst_left < 0.02, "{worst_left:e}");
        }
    }
}

/// A door that opens to a half turn and is thrown against that stop: past it the
/// same rotation is also just short of the other stop, and the nearer way must win.
#[test]
fn a_half_turn_is_a_stop_like_any_other() {
    let text = r#"{"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, 0, 0],
        "bodies": [{"id": 1, "shape": {"box": {"size_m": [1, 0.1, 0.5]}}, "mass_kg": 5,
            "position_m": [0.5, 0, 0], "velocity_m_s": [0, 2.6, 0],
            "angular_velocity_deg_s": [0, 0, 300]}],
        "constraints": [{"id": 2, "kind": {"hinge": {"a": {"world": [0, 0, 0]},
            "b": {"body": {"id": 1, "point_m": [-0.5, 0, 0]}}, "axis": [0, 0, 1],
            "limit_min_deg": 0, "limit_max_deg": 180}}}]}"#;
    for form in TRUE_FORMS {
        let scene = ragdoll_lab::scene::parse(text.as_bytes()).unwrap();
        let (mut world, _) = ragdoll_lab::compile::compile(&scene).unwrap();
        let mut settings = world.model().settings.clone();
        form.put_into(&mut settings);
        settings.method = form.method(4);
        world.retune(settings);
        let start = kinetic_energy(world.model(), world.state());
        for _ in 0..300 {
            advance(&mut world, 1);
            let violation = limit_violation(world.model(), world.state()).unwrap();
            // 300 degrees/s are 1.25 degrees per substep.
            assert!(violation.to_degrees() < 2.0, "{form:?}: {violation}");
            let energy = kinetic_energy(world.model(), world.state());
            assert!(
                energy < start * (1.0 + 1e-9),
                "{form:?}: {energy} J of {start} J"
            );
        }
    }
}
