//! Stops of joints: without restitution nothing comes back from them, motors stop at them, and
//! nothing gets past them, also near a half turn.

use crate::kit::advance;
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::constraint::{ConstraintRow, ConstraintRows, Role, Sense};
use ragdoll_lab::physics::report::kinetic_energy;
use ragdoll_lab::physics::{method, Attachment, Constraint, Frame, Level, OrthogonalDrag, World};
use ragdoll_lab::scene::parse;
use serde_json::{json, Value};

/// Presets of Verlet relaxation, and the other methods.
const VERLET: [&str; 2] = ["default", "high"];
const EXACT: [&str; 3] = ["multipliers", "springs", "reduced"];
/// Share of the rate at a stop that may come back. The springs of `springs` give.
const LEFT: f64 = 0.05;
const LEFT_OF_SPRINGS: f64 = 0.08;
/// How long after a stop is reached, s.
const AFTER_S: f64 = 0.25;

fn solvers() -> impl Iterator<Item = (&'static str, Value)> {
    let still = json!({"linear_drag_per_s": 0, "angular_drag_per_s": 0, "joint_damping_per_s": 0});
    let with = move |key: &str, name: &str| {
        let mut solver = still.clone();
        solver[key] = json!(name);
        solver
    };
    let other = with.clone();
    let presets = VERLET
        .into_iter()
        .map(move |name| (name, with("preset", name)));
    presets.chain(
        EXACT
            .into_iter()
            .map(move |name| (name, other("method", name))),
    )
}

fn world_of(solver: &Value, bodies: Value, constraints: Value) -> World {
    let scene = json!({"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, 0, 0],
        "solver": solver, "bodies": bodies, "constraints": constraints});
    compile(&parse(scene.to_string().as_bytes()).unwrap())
        .unwrap()
        .0
}

/// A rod of 1 kg that hangs from (0, 2, 0) and turns about it with a rate about z, rad/s.
fn rod(rate: f64) -> Value {
    json!({"id": 10, "shape": {"box": {"size_m": [0.1, 0.6, 0.1]}}, "mass_kg": 1,
        "position_m": [0, 1.7, 0], "velocity_m_s": [0.3 * rate, 0, 0],
        "angular_velocity_deg_s": [0, 0, rate.to_degrees()], "contact": {"none": {}}})
}

fn block(mass: f64) -> Value {
    json!({"id": 9, "shape": {"box": {"size_m": [0.2, 0.2, 0.2]}}, "mass_kg": mass,
        "position_m": [0, 2.1, 0], "contact": {"none": {}}})
}

fn end_of_rod() -> Value {
    json!({"body": {"id": 10, "point_m": [0, 0.3, 0]}})
}

fn ball() -> [Value; 2] {
    let a = json!({"body": {"id": 9, "point_m": [0, -0.1, 0]}});
    [
        json!({"id": 20, "kind": {"pin": {"a": a, "b": end_of_rod()}}}),
        json!({"id": 21, "kind": {"angle-limit": {"a": {"body": 9}, "b": {"body": 10},
            "limit_min_deg": [-5, -5, -60], "limit_max_deg": [5, 5, 60], "twist_axis": "y"}}}),
    ]
}

fn fixed() -> Value {
    json!({"id": 19, "kind": {"fixed": {"a": {"world": [0, 2.1, 0]}, "b": {"body": {"id": 9}}}}})
}

fn hinge(bound: f64, drive: Option<Value>) -> Value {
    let mut hinge = json!({"a": {"world": [0, 2, 0]}, "b": end_of_rod(), "axis": [0, 0, 1],
        "limit_min_deg": -bound, "limit_max_deg": bound});
    if let Some(drive) = drive {
        hinge["drive"] = drive;
    }
    json!({"id": 20, "kind": {"hinge": hinge}})
}

/// Room and rate of all bounds of a constraint.
fn stops(world: &World, constraint: usize) -> Vec<(f64, f64)> {
    let (model, state) = (world.model(), world.state());
    let joint = &model.constraints[constraint];
    let rows = 0..joint.row_count();
    let row = |k| joint.row(k, Level::Velocity, state, &model.settings);
    rows.filter_map(row)
        .filter_map(|row| match row {
            ConstraintRow::Angular { error, sense, .. }
            | ConstraintRow::Linear { error, sense, .. } => {
                (sense == Sense::Inequality).then(|| (error, row.rate(state).x))
            }
            _ => None,
        })
        .collect()
}

/// How fast the first stop of a constraint that is reached was approached, and how fast it is
/// left at most.
fn hit(world: &mut World, constraint: usize) -> (f64, f64) {
    let step_s = world.model().settings.common.step_s;
    let mut approach = 0.0_f64;
    for _ in 0..600 {
        advance(world, 1);
        let now = stops(world, constraint);
        let reached = now.iter().position(|&(room, _)| room < 2e-3);
        if let Some(row) = reached.filter(|_| approach > 0.5) {
            let mut leaving = now[row].1;
            for _ in 0..(AFTER_S / step_s) as u32 {
                advance(world, 1);
                leaving = leaving.max(stops(world, constraint)[row].1);
            }
            return (approach, leaving);
        }
        approach = now.iter().map(|&(_, rate)| -rate).fold(approach, f64::max);
    }
    panic!("no stop reached");
}

/// All kinds of joints, each held by the world, so that all of the motion ends at the stop.
#[test]
fn nothing_comes_back_from_a_stop() {
    let [pin, limit] = ball();
    let universal = json!({"id": 20, "kind": {"universal": {"a": {"world": [0, 2, 0]},
        "b": end_of_rod(), "axis": [0, 0, 1], "cross_axis": [1, 0, 0],
        "limit_min_deg": [-30, -30], "limit_max_deg": [30, 30]}}});
    let slider = json!({"id": 20, "kind": {"slider": {"a": {"world": [0, 2, 0]},
        "b": end_of_rod(), "axis": [1, 0, 0], "limit_min_m": -0.2, "limit_max_m": 0.2}}});
    for (name, solver) in solvers() {
        let most = if name == "springs" {
            LEFT_OF_SPRINGS
        } else {
            LEFT
        };
        for rate in [2.0, 10.0] {
            let slides = json!({"id": 10, "shape": {"box": {"size_m": [0.1, 0.6, 0.1]}},
                "mass_kg": 1, "position_m": [0, 1.7, 0], "velocity_m_s": [rate, 0, 0],
                "contact": {"none": {}}});
            let cases = [
                (
                    "fixed ball",
                    json!([block(1.0), rod(rate)]),
                    json!([fixed(), pin, limit]),
                    2,
                ),
                ("hinge", json!([rod(rate)]), json!([hinge(30.0, None)]), 0),
                ("universal", json!([rod(rate)]), json!([universal]), 0),
                ("slider", json!([slides]), json!([slider]), 0),
            ];
            for (kind, bodies, constraints, place) in cases {
                let mut world = world_of(&solver, bodies, constraints);
                let before = kinetic_energy(world.model(), world.state());
                let (approach, leaving) = hit(&mut world, place);
                println!("{name}, {kind}: {approach:.3} to {leaving:.3}");
                assert!(
                    leaving < most * approach,
                    "{name}, {kind}: {approach} to {leaving}"
                );
                let after = kinetic_energy(world.model(), world.state());
                assert!(after <= before, "{name}, {kind}: {after} J of {before} J");
            }
        }
    }
}

/// A body that is as heavy as a wall takes the push without a joint to the world, side by side
/// with others as one by one.
#[test]
fn nothing_comes_back_to_a_free_pair() {
    for preset in VERLET {
        let solver = json!({"preset": preset, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
            "joint_damping_per_s": 0});
        let mut wall = block(1e4);
        wall["shape"] = json!({"box": {"size_m": [3, 3, 3]}});
        let world = world_of(&solver, json!([wall, rod(10.0)]), json!(ball()));
        let mut alone = out_of_the_batch(&world);
        for mut world in [world, out_of_the_batch(&alone)] {
            let (approach, leaving) = hit(&mut world, 1);
            assert!(
                leaving < LEFT * approach,
                "{preset}: {approach} to {leaving}"
            );
        }
        let (approach, leaving) = hit(&mut alone, 1);
        assert!(
            leaving < LEFT * approach,
            "{preset}: {approach} to {leaving}"
        );
    }
}

/// Bounds near a half turn hold; those at a half turn mean one that is not passed, too.
#[test]
fn bounds_near_a_half_turn_hold() {
    for (name, solver) in solvers() {
        for bound in [175.0, 179.0, 179.9, 180.0] {
            for rate in [2.0, 10.0, 25.0] {
                let mut world = world_of(&solver, json!([rod(rate)]), json!([hinge(bound, None)]));
                let before = kinetic_energy(world.model(), world.state());
                let (mut turned, mut most) = (0.0, 0.0_f64);
                for _ in 0..240 {
                    let last = world.state().bodies[0].orientation;
                    advance(&mut world, 1);
                    let turn = world.state().bodies[0].orientation * last.conjugate();
                    turned += 2.0 * turn.z.atan2(turn.w);
                    most = most.max(f64::to_degrees(turned));
                }
                assert!(
                    (most - bound).abs() < 1.5,
                    "{name}, {bound}, {rate}: {most}"
                );
                let after = kinetic_energy(world.model(), world.state());
                assert!(after < 0.01 * before, "{name}, {bound}, {rate}: {after}");
            }
        }
    }
}

#[test]
fn a_motor_stops_at_its_stop() {
    for (name, solver) in solvers() {
        for bound in [60.0, 175.0, 180.0] {
            for motor in [
                json!({"motor": {"speed_deg_s": 90}}),
                json!({"motor": {"speed_deg_s": 90, "most_n_m": 20}}),
            ] {
                let what = format!("{name}, {bound}, {motor}");
                let constraints = json!([hinge(bound, Some(motor))]);
                let mut world = world_of(&solver, json!([rod(0.0)]), constraints);
                let mut apart = 0.0_f64;
                for _ in 0..240 {
                    advance(&mut world, 1);
                    let (model, state) = (world.model(), world.state());
                    apart = apart.max(model.constraints[0].residual(state, &model.settings).length);
                }
                let body = world.state().bodies[0];
                let angle = (2.0 * body.orientation.z.atan2(body.orientation.w)).to_degrees();
                assert!((angle - bound).abs() < 1.5, "{what}: {angle} degrees");
                assert!(body.angular_velocity.length() < 0.01, "{what}: {body:?}");
                assert!(apart < 2e-3, "{what}: {apart} m");
            }
        }
    }
}

/// Drag of its own across a body takes its figure out of the batch; none is no drag.
fn out_of_the_batch(world: &World) -> World {
    let mut model = world.model().clone();
    for body in &mut model.bodies {
        body.orthogonal_drag = Some(OrthogonalDrag {
            rate: 0.0,
            axis: DVec3::X,
        });
    }
    let method = method::find("verlet").unwrap();
    World::new(model, world.state().clone(), (method.create)())
}

/// A ragdoll in space whose part and all beyond it turn about their joint, rad/s; and the limit of
/// that joint.
fn thrown(preset: &str, part: &str, rate: DVec3) -> (World, usize) {
    let scene = json!({"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, 0, 0],
        "solver": {"preset": preset, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
            "joint_damping_per_s": 0},
        "ragdolls": [{"id": 1, "figure": {"mx": {"inertia": "human"}}, "position_m": [0, 3, 0]}]});
    let (mut world, map) = compile(&parse(scene.to_string().as_bytes()).unwrap()).unwrap();
    let body = map.ragdolls[0]
        .parts
        .iter()
        .position(|name| *name == part)
        .unwrap();
    let joined = |c: &Constraint| match c.attachments() {
        [Attachment::Body { body: a, .. }, Attachment::Body { body: b, .. }] => (a, b),
        other => panic!("{other:?}"),
    };
    let constraints = &world.model().constraints;
    let is_own = |c: &&Constraint| c.role() == Role::Joint && joined(c).1 == body;
    let pivot = constraints.iter().find(is_own).unwrap().attachments()[1].position(world.state());
    let mut beyond = vec![body];
    for constraint in constraints {
        let (a, b) = joined(constraint);
        if beyond.contains(&a) && !beyond.contains(&b) {
            beyond.push(b);
        }
    }
    let is_limit = |c: &Constraint| match c {
        Constraint::AngleLimit(limit) => limit.child == Frame::Body(body),
        _ => false,
    };
    let limit = constraints.iter().position(is_limit).unwrap();
    let mut state = world.state().clone();
    for rest in &mut state.rest {
        rest.asleep = false;
    }
    for i in beyond {
        let motion = &mut state.bodies[i];
        motion.angular_velocity = rate;
        motion.velocity = rate.cross(motion.position - pivot);
    }
    world.restore(&state);
    (world, limit)
}

/// The exact methods have 0.06 of 8 rad/s left of the head, and 0.5 of 7.5 of a leg, which the
/// rest of the ragdoll gives back.
#[test]
fn a_limb_of_a_ragdoll_does_not_rebound_in_the_batch_or_alone() {
    for preset in VERLET {
        for (part, rate, most) in [
            ("head", DVec3::X * -8.0, 0.12),
            ("l_upper_leg", DVec3::X * -8.0, 0.2),
        ] {
            let (mut in_batch, limit) = thrown(preset, part, rate);
            let mut alone = out_of_the_batch(&in_batch);
            let before = kinetic_energy(in_batch.model(), in_batch.state());
            let [of_batch, of_one] = [&mut in_batch, &mut alone].map(|world| hit(world, limit));
            println!("{preset}, {part}: {of_batch:?}, alone {of_one:?}");
            assert!(
                of_batch.1 < most * of_batch.0,
                "{preset}, {part}: {of_batch:?}"
            );
            let apart = |(a, b): (f64, f64)| (a - b).abs();
            assert!(
                apart((of_batch.1, of_one.1)) < 1e-6,
                "{preset}, {part}: {of_one:?}"
            );
            let after = kinetic_energy(in_batch.model(), in_batch.state());
            assert!(after < before, "{preset}, {part}: {after} J of {before} J");
        }
    }
}
