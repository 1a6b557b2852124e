//! Single operations against vectors from an independent implementation
//! (specification, section 9, item 1).

use crate::kit::{advance, body, on_body, ready, still, weightless, world, Form, SMOOTH};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::attach::Level;
use ragdoll_lab::physics::constraint::{AngleLimit, LimitModel, Pin};
use ragdoll_lab::physics::contact::{Bounces, Contact, ContactSolver, Side};
use ragdoll_lab::physics::report::{angular_momentum, momentum};
use ragdoll_lab::physics::swing_twist::SwingTwist;
use ragdoll_lab::physics::{
    Attachment, ColliderId, Constraint, Frame, Model, Settings, State, Surface,
};
use serde_json::Value;

/// Specification, section 9, item 1, relative.
const VECTOR_TOLERANCE: f64 = 1e-10;
/// Specification, section 9, item 6: a single impulse, relative.
const MOMENTUM_TOLERANCE: f64 = 1e-12;

fn vectors(name: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../data/unit_vectors.json")).unwrap();
    all[name].as_array().unwrap().clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn vec3(value: &Value) -> DVec3 {
    DVec3::from_slice(&numbers(value))
}

/// From `[w, x, y, z]`.
fn quat(value: &Value) -> DQuat {
    let q = numbers(value);
    DQuat::from_xyzw(q[1], q[2], q[3], q[0])
}

#[track_caller]
fn assert_near(what: &str, measured: DVec3, expected: DVec3) {
    let error = (measured - expected).length() / expected.length();
    assert!(
        error <= VECTOR_TOLERANCE,
        "{what}: {measured} for {expected}"
    );
}

#[track_caller]
fn assert_same_rotation(what: &str, measured: DQuat, expected: DQuat) {
    let sign = measured.dot(expected).signum();
    let error = (measured * sign - expected).length();
    assert!(
        error <= VECTOR_TOLERANCE,
        "{what}: {measured} for {expected}"
    );
}

/// Two bodies of the masses `m`, inertias `I`, places `x` and orientations `q`.
fn pair(v: &Value, settings: Settings) -> (Model, State) {
    let bodies = (0..2).map(|i| body(number(&v["m"][i]), vec3(&v["I"][i])));
    let model = Model {
        settings,
        bodies: bodies.collect(),
        ..Model::default()
    };
    let poses = (0..2).map(|i| still(vec3(&v["x"][i]), quat(&v["q"][i])));
    let state = State {
        bodies: poses.collect(),
        ..State::default()
    };
    ready(model, state)
}

/// Baltman & Radeztsky 7.1 to 7.9 mended, along the error and as a block.
#[test]
fn pins_agree_with_the_vectors() {
    let ways = [
        (Form::Poses, "after_direction"),
        (Form::Verlet, "after_block3x3"),
    ];
    for v in vectors("pin") {
        for (form, key) in ways {
            let (mut model, state) = pair(&v, weightless(form, 1, 1));
            let pin = Pin {
                a: on_body(0, vec3(&v["r_body"][0])),
                b: on_body(1, vec3(&v["r_body"][1])),
                relaxation_factor: 1.0,
            };
            model.constraints = vec![Constraint::Pin(pin.clone())];
            let mut world = world(model, state);
            advance(&mut world, 1);
            let state = world.state();
            let after = &v[key];
            for i in 0..2 {
                assert_near(key, state.bodies[i].position, vec3(&after["x"][i]));
                assert_same_rotation(key, state.bodies[i].orientation, quat(&after["q"][i]));
            }
            // A small difference of numbers near 1 m.
            let error = pin.error(state).length() - number(&after["residual"]);
            assert!(error.abs() <= VECTOR_TOLERANCE, "{key}: {error:e}");
        }
    }
}

/// w = 1/m + (r×n)ᵀ I⁻¹ (r×n) (7.2), and nᵀ K n with the matrix of section 3.1.
#[test]
fn inverse_masses_of_body_points_agree_with_the_vectors() {
    for v in vectors("point_inverse_mass") {
        let model = Model {
            bodies: vec![body(number(&v["m"]), vec3(&v["I"]))],
            ..Model::default()
        };
        let state = State {
            bodies: vec![still(DVec3::ONE, quat(&v["q"]))],
            ..State::default()
        };
        let (model, state) = ready(model, state);
        let (point, n) = (on_body(0, vec3(&v["r_body"])), vec3(&v["n"]));
        let expected = number(&v["w"]);
        let along = point.inverse_mass_along(&model, &state, n);
        let by_matrix = n.dot(point.inverse_mass_matrix(&model, &state) * n);
        for w in [along, by_matrix] {
            assert!((w / expected - 1.0).abs() <= VECTOR_TOLERANCE, "{w}");
        }
    }
}

/// 8.1 to 8.7 mended: clamp of the components, split by the full inertia.
#[test]
fn the_clamp_of_components_agrees_with_the_vectors() {
    for v in vectors("angle_component") {
        let mut v = v;
        v["m"] = serde_json::json!([1.0, 1.0]);
        v["x"] = serde_json::json!([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
        v["q"] = serde_json::json!([v["qa"], v["qb"]]);
        let (model, mut state) = pair(&v, Settings::default());
        let limit = AngleLimit {
            parent: Frame::Body(0),
            child: Frame::Body(1),
            min: vec3(&v["lo"]),
            max: vec3(&v["hi"]),
            twist_axis: 0,
            rest: DQuat::IDENTITY,
            model: Some(LimitModel::Component),
            restitution: 0.0,
        };
        let sines = quat(&v["rel"]).xyz();
        let angles = limit.angles(&state, LimitModel::Component);
        let expected = DVec3::from_array(sines.to_array().map(|s| 2.0 * s.asin()));
        assert_near("angles", angles, expected);
        let limit = Constraint::AngleLimit(limit);
        let violation = limit.residual(&state, &model.settings).angle;
        let expected = number(&v["violation_rad"]);
        assert!((violation / expected - 1.0).abs() <= VECTOR_TOLERANCE);
        limit.relax(&model, &mut state, [1.0, 1.0]);
        assert_same_rotation("a", state.bodies[0].orientation, quat(&v["qa_after"]));
        assert_same_rotation("b", state.bodies[1].orientation, quat(&v["qb_after"]));
    }
}

/// Section 3.4 (b): coordinates and the rows of G.
#[test]
fn swing_and_twist_agree_with_the_vectors() {
    for v in vectors("swing_twist") {
        let axis = v["twist_axis"].as_u64().unwrap() as usize;
        let rotation = quat(&v["rel"]);
        for rotation in [rotation, -rotation] {
            let found = SwingTwist::of(rotation, axis);
            assert_near("angles", found.angles, vec3(&v["coords"]));
            for row in 0..3 {
                assert_near("gradient", found.gradient(row), vec3(&v["G"][row]));
            }
        }
    }
}

fn side(state: &State, i: usize, point: DVec3) -> Side {
    let motion = state.bodies[i];
    let arm = motion.orientation.conjugate() * (point - motion.position);
    Side {
        owner: ColliderId::Body(i),
        core: on_body(i, arm),
        surface_arm: arm,
        radius: 0.0,
    }
}

/// A contact of two bodies at a point, which the solve has loaded.
fn contact(state: &State, point: DVec3, normal: DVec3, restitution: f64) -> Contact {
    let mut contact = Contact {
        a: side(state, 0, point),
        b: side(state, 1, point),
        normal,
        reach: 0.0,
        material: Surface {
            restitution,
            ..SMOOTH
        },
        approach: 0.0,
        slip_before: DVec3::ZERO,
        belt: DVec3::ZERO,
        touches: true,
        is_met: true,
        start: DVec3::ZERO,
        left_depth: 0.0,
        feature: 0,
        jointed: false,
        supports: false,
        normal_push: 0.0,
        friction_push: DVec3::ZERO,
        // The bounce acts only where the solve has pushed.
        normal_impulse: f64::MIN_POSITIVE,
        friction_impulse: DVec3::ZERO,
        bounce: 0.0,
        rub: DVec3::ZERO,
    };
    contact.approach = contact.normal_speed(state);
    contact
}

/// 5.8 to 5.10 with one normal: j, the velocities and the spins after it; and the
/// momenta of a single impulse (section 9, item 6).
#[test]
fn impacts_agree_with_the_vectors() {
    for v in vectors("impact") {
        let (model, mut state) = pair(&v, Settings::default());
        for i in 0..2 {
            state.bodies[i].velocity = vec3(&v["v"][i]);
            state.bodies[i].angular_velocity = vec3(&v["w"][i]);
        }
        let before = (momentum(&model, &state), angular_momentum(&model, &state));
        let (point, n) = (vec3(&v["contact"]), vec3(&v["n_b_to_a"]));
        let mut contacts = [contact(&state, point, n, number(&v["e"]))];
        let expected = number(&v["vn_before"]);
        assert!((contacts[0].approach / expected - 1.0).abs() <= VECTOR_TOLERANCE);
        let mut solver = ContactSolver::default();
        solver.begin(&model, &state, &contacts, Level::Velocity);
        Bounces::default().bounce(&model, &mut state, &mut contacts, &mut solver);
        let [contact] = &contacts;
        let j = number(&v["j"]);
        assert!((contact.bounce / j - 1.0).abs() <= VECTOR_TOLERANCE);
        for i in 0..2 {
            assert_near("v", state.bodies[i].velocity, vec3(&v["v_after"][i]));
            let spin = state.bodies[i].angular_velocity;
            assert_near("w", spin, vec3(&v["w_after"][i]));
        }
        let speed = contact.normal_speed(&state);
        assert!((speed / number(&v["vn_after"]) - 1.0).abs() <= VECTOR_TOLERANCE);
        let p_error = (momentum(&model, &state) - before.0).length() / before.0.length();
        let l_error = (angular_momentum(&model, &state) - before.1).length() / before.1.length();
        println!("single impulse: momentum {p_error:e}, angular momentum {l_error:e}");
        assert!(p_error <= MOMENTUM_TOLERANCE && l_error <= MOMENTUM_TOLERANCE);
    }
}

/// Jakobsen, section 5: x_i += c_i w_i P with P = d / Σ c² w.
#[test]
fn contacts_of_sticks_agree_with_the_vectors() {
    for v in vectors("stick_contact") {
        let model = Model {
            particles: numbers(&v["m"])
                .into_iter()
                .map(crate::kit::particle)
                .collect(),
            ..Model::default()
        };
        let state = State {
            particles: (0..2)
                .map(|i| crate::kit::resting(vec3(&v["x"][i])))
                .collect(),
            ..State::default()
        };
        let (model, mut state) = ready(model, state);
        let point = Attachment::on_stick(0, 1, number(&v["c"][1]));
        let w = point.inverse_mass_along(&model, &state, DVec3::Y);
        let expected = number(&v["inverse_mass"]);
        assert!((w / expected - 1.0).abs() <= VECTOR_TOLERANCE);
        // A pin to the place wanted is the same routine.
        let b = Attachment::World(point.position(&state) + vec3(&v["delta"]));
        let pin = Pin {
            a: point,
            b,
            relaxation_factor: 1.0,
        };
        Constraint::Pin(pin).relax(&model, &mut state, [1.0, 1.0]);
        for end in 0..2 {
            let expected = vec3(&v["x_after"][end]);
            assert_near("end", state.particles[end].position, expected);
        }
    }
}
