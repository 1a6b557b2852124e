//! Every kind of joint leaves its figure in the batch, and is solved there as one by one.

use crate::kit::advance;
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::lanes::{threads, Lanes};
use ragdoll_lab::physics::probe::{Probe, Stage};
use ragdoll_lab::physics::{OrthogonalDrag, World};
use ragdoll_lab::scene;
use serde_json::{json, Value};

/// Until the robots lie on the floor.
const STEPS: u32 = 120;

/// A torso with a neck of a pin and a limit, hips that are a hinge within bounds, a shoulder and
/// an elbow that are a universal joint and a hinge without bounds, geared to the hips, a hand that
/// is fixed, held by a rope and kept before the torso, and a rucksack that slides.
fn robot(first: usize, x: f64) -> (Vec<Value>, Vec<Value>) {
    let at = |x0: f64, y: f64| json!([x + x0, y, 0]);
    let bar = |i: usize, size: [f64; 3], place: Value, kg: f64| {
        json!({"id": first + i, "shape": {"box": {"size_m": size}}, "mass_kg": kg, "position_m": place,
            "velocity_m_s": [0.5, 0, 0.2], "angular_velocity_deg_s": [90 - 50 * i as i64, 120, 40]})
    };
    let bodies = vec![
        bar(0, [0.3, 0.5, 0.2], at(0.0, 1.6), 20.0),
        bar(1, [0.2, 0.25, 0.2], at(0.0, 2.0), 5.0),
        bar(2, [0.25, 0.3, 0.2], at(0.0, 1.15), 12.0),
        bar(3, [0.3, 0.1, 0.1], at(0.32, 1.75), 4.0),
        bar(4, [0.3, 0.08, 0.08], at(0.64, 1.75), 3.0),
        bar(5, [0.1, 0.12, 0.06], at(0.86, 1.75), 1.0),
        bar(6, [0.2, 0.3, 0.1], at(-0.27, 1.6), 3.0),
    ];
    let side = |i: usize, point: [f64; 3]| json!({"body": {"id": first + i, "point_m": point}});
    let neck = [side(0, [0.0, 0.26, 0.0]), side(1, [0.0, -0.14, 0.0])];
    let hips = [side(0, [0.0, -0.28, 0.0]), side(2, [0.0, 0.17, 0.0])];
    let shoulder = [side(0, [0.16, 0.15, 0.0]), side(3, [-0.16, 0.0, 0.0])];
    let elbow = [side(3, [0.16, 0.0, 0.0]), side(4, [-0.16, 0.0, 0.0])];
    let wrist = [side(4, [0.16, 0.0, 0.0]), side(5, [-0.06, 0.0, 0.0])];
    let strap = [side(0, [-0.27, 0.0, 0.0]), side(6, [0.0, 0.0, 0.0])];
    let rope = [side(0, [0.0, 0.0, 0.0]), side(5, [0.05, 0.0, 0.0])];
    let joint = |i: usize, kind: &str, [a, b]: &[Value; 2], more: Value| {
        let mut of = json!({"a": a, "b": b});
        for (key, value) in more.as_object().unwrap() {
            of[key] = value.clone();
        }
        json!({"id": first + 10 + i, "kind": {kind: of}})
    };
    let frames = json!({
        "a": {"body": first}, "b": {"body": first + 1},
        "limit_min_deg": [-20, -30, -10], "limit_max_deg": [40, 30, 15],
    });
    let joints = vec![
        joint(0, "pin", &neck, json!({})),
        json!({"id": first + 16, "kind": {"angle-limit": frames}}),
        joint(
            1,
            "hinge",
            &hips,
            json!({"axis": [1, 0, 0], "limit_min_deg": -30, "limit_max_deg": 80}),
        ),
        joint(
            2,
            "universal",
            &shoulder,
            json!({"axis": [0, 0, 1], "cross_axis": [0, 1, 0],
                "limit_min_deg": [-60, -40], "limit_max_deg": [70, 90]}),
        ),
        joint(3, "hinge", &elbow, json!({"axis": [0, 1, 0]})),
        joint(4, "fixed", &wrist, json!({})),
        joint(
            7,
            "slider",
            &strap,
            json!({"axis": [0, 1, 0], "limit_min_m": -0.1, "limit_max_m": 0.1}),
        ),
        joint(8, "distance", &rope, json!({"min_m": 0, "max_m": 0.88})),
        joint(
            9,
            "guide",
            &rope,
            json!({"on": "plane", "axis": [1, 0, 0], "limit_min_m": 0.2}),
        ),
        json!({"id": first + 20, "kind": {"gear": {"a": first + 11, "b": first + 13, "teeth": [20, 30]}}}),
    ];
    (bodies, joints)
}

fn robots(count: usize, precision: &str) -> World {
    let (mut bodies, mut joints) = (Vec::new(), Vec::new());
    for i in 0..count {
        let (own_bodies, own_joints) = robot(100 * (i + 1), 3.0 * i as f64);
        bodies.extend(own_bodies);
        joints.extend(own_joints);
    }
    let scene = json!({
        "format": "ragdoll-scene", "version": 1, "name": "robots",
        "solver": {"precision": precision, "linear_drag_per_s": 0, "angular_drag_per_s": 0},
        "obstacles": [{"id": 1, "shape": {"plane": {}}}],
        "bodies": bodies, "constraints": joints,
    });
    let scene = scene::parse(scene.to_string().as_bytes()).unwrap();
    compile(&scene).unwrap().0
}

/// How many ragdolls the next step takes as a crowd.
#[derive(Default)]
struct InCrowd(usize);

impl Probe for InCrowd {
    fn begin(&mut self, _: Stage) {}
    fn end(&mut self, stage: Stage, count: usize) {
        if stage == Stage::Crowd {
            self.0 += count;
        }
    }
}

#[test]
fn joints_of_every_kind_stay_in_the_batch() {
    for precision in ["f32", "f64"] {
        let mut world = robots(5, precision);
        let mut crowd = InCrowd::default();
        world.step_watched(&mut crowd);
        assert_eq!(crowd.0, 5, "{precision}");
    }
}

#[test]
fn lanes_and_threads_give_the_same_bits() {
    for precision in ["f32", "f64"] {
        let of = |lanes, count| {
            let mut world = robots(21, precision);
            world.set_lanes(lanes);
            world.set_threads(threads(count));
            advance(&mut world, STEPS);
            world.state().hash()
        };
        let one = of(Lanes::One, 1);
        assert_eq!(one, of(Lanes::Sixteen, 1), "{precision}");
        assert_eq!(one, of(Lanes::Sixteen, 3), "{precision}");
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
    let method = ragdoll_lab::physics::method::find("verlet").unwrap();
    World::new(model, world.state().clone(), (method.create)())
}

#[test]
fn the_batch_solves_them_as_one_by_one() {
    for (precision, nearness) in [("f32", 2e-4), ("f64", 1e-10)] {
        let mut batch = robots(3, precision);
        let mut one_by_one = out_of_the_batch(&batch);
        // In the air: what touches the floor a rounding earlier goes another way.
        for _ in 0..20 {
            advance(&mut batch, 1);
            advance(&mut one_by_one, 1);
        }
        let bodies = batch.state().bodies.iter().zip(&one_by_one.state().bodies);
        let apart = bodies.map(|(a, b)| {
            let turn = a.orientation.dot(b.orientation).abs().min(1.0);
            a.position.distance(b.position).max(1.0 - turn)
        });
        let apart = apart.fold(0.0, f64::max);
        println!("{precision}: {apart:.1e} m or 1 - cos of half a turn");
        assert!(apart < nearness, "{precision}: {apart}");
    }
}

/// They hold when they fall, too: points, axes and bounds.
#[test]
fn they_hold_in_a_fall() {
    for precision in ["f32", "f64"] {
        let mut batch = robots(3, precision);
        let mut one_by_one = out_of_the_batch(&batch);
        let [in_batch, alone] = [&mut batch, &mut one_by_one].map(|world| {
            let (mut length, mut angle) = (0.0_f64, 0.0_f64);
            for _ in 0..STEPS {
                advance(world, 1);
                for constraint in &world.model().constraints {
                    let residual = constraint.residual(world.state(), &world.model().settings);
                    length = length.max(residual.length);
                    angle = angle.max(residual.angle);
                }
            }
            [length, angle]
        });
        println!("{precision}: {in_batch:?} m and rad, one by one {alone:?}");
        assert!(in_batch[0] < 1.5 * alone[0] + 1e-4, "{precision}");
        assert!(in_batch[1] < 1.5 * alone[1] + 1e-4, "{precision}");
    }
}
