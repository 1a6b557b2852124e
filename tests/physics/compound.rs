//! Compound bodies against closed forms, and against the same body in one piece.

use glam::{DMat3, DQuat, DVec3};
use ragdoll_lab::compile::{compile, IdMap};
use ragdoll_lab::physics::{ColliderId, World};
use ragdoll_lab::scene;
use serde_json::{json, Value};

const GRAVITY: f64 = 9.81;

const WAYS: [(&str, &str); 6] = [
    ("verlet", "default"),
    ("verlet", "high"),
    ("impulse", "default"),
    ("multipliers", "default"),
    ("reduced", "default"),
    ("springs", "default"),
];

fn made((method, preset): (&str, &str), things: Value) -> (World, IdMap) {
    let mut text = json!({"format": "ragdoll-scene", "version": 2,
        "solver": {"method": method, "preset": preset, "linear_drag_per_s": 0,
            "angular_drag_per_s": 0, "joint_damping_per_s": 0}});
    for (key, value) in things.as_object().unwrap() {
        text[key] = value.clone();
    }
    let scene = scene::parse(text.to_string().as_bytes()).unwrap();
    compile(&scene).unwrap()
}

fn advance_s(world: &mut World, duration_s: f64) {
    crate::kit::advance(world, (duration_s * 60.0).round() as u32);
}

/// A box of these edges, m, cut into two, three and two along x, y and z.
fn cut(size: DVec3) -> Value {
    let counts = DVec3::new(2.0, 3.0, 2.0);
    let edge = size / counts;
    let mut pieces = Vec::new();
    for x in 0..2 {
        for y in 0..3 {
            for z in 0..2 {
                let place = DVec3::new(f64::from(x), f64::from(y), f64::from(z));
                let middle = (place + 0.5 - 0.5 * counts) * edge;
                pieces.push(json!({"shape": {"box": {"size_m": edge.to_array()}},
                    "position_m": middle.to_array()}));
            }
        }
    }
    json!({"compound": {"pieces": pieces}})
}

fn thrown(shape: Value, position_m: [f64; 3]) -> Value {
    json!({"id": 1, "shape": shape, "density_kg_m3": 700, "position_m": position_m,
        "orientation": [0.965_925_826_289_068_3, 0.258_819_045_102_520_74, 0, 0],
        "velocity_m_s": [0.5, 0, 0], "angular_velocity_deg_s": [200, 150, 90]})
}

/// Until it touches something, a box that is cut moves as the whole one.
#[test]
fn a_cut_box_flies_like_the_whole_one() {
    let size = DVec3::new(0.3, 0.5, 0.4);
    for way in WAYS {
        let flight = |shape: Value| {
            let (mut world, _) = made(way, json!({"bodies": [thrown(shape, [0.0, 20.0, 0.0])]}));
            advance_s(&mut world, 1.5);
            (world.model().bodies[0].mass, world.state().bodies[0])
        };
        let (mass, whole) = flight(json!({"box": {"size_m": size.to_array()}}));
        let (cut_mass, cut) = flight(cut(size));
        assert!((mass - 0.06 * 700.0).abs() < 1e-9);
        assert!((mass - cut_mass).abs() < 1e-9 * mass, "{way:?}");
        assert!((whole.position - cut.position).length() < 1e-9, "{way:?}");
        assert!((whole.velocity - cut.velocity).length() < 1e-9, "{way:?}");
        let turned = whole.angular_velocity - cut.angular_velocity;
        assert!(turned.length() < 1e-9, "{way:?}: {turned}");
        let angle = whole.orientation.angle_between(cut.orientation);
        assert!(angle < 1e-7, "{way:?}: {angle} rad");
    }
}

/// A cut box comes to rest on the ground, on a face, as deep as the whole one, and stays there.
#[test]
fn a_cut_box_rests_like_the_whole_one() {
    let size = DVec3::new(0.3, 0.5, 0.4);
    for way in WAYS {
        let rest = |shape: Value| {
            let floor = json!([{"id": 9, "shape": {"plane": {}}}]);
            let bodies = json!([thrown(shape, [0.0, 1.0, 0.0])]);
            let (mut world, _) = made(way, json!({"obstacles": floor, "bodies": bodies}));
            advance_s(&mut world, 8.0);
            let body = world.state().bodies[0];
            let up = body.orientation.conjugate() * DVec3::Y;
            (
                body.position.y,
                up.abs().max_element(),
                world.state().rest[0].asleep,
            )
        };
        for shape in [json!({"box": {"size_m": size.to_array()}}), cut(size)] {
            let (height, level, asleep) = rest(shape);
            let faces = (0.5 * size).to_array();
            let off = faces.map(|half| (half - height).abs());
            let off = off.into_iter().fold(f64::INFINITY, f64::min);
            assert!(off < 0.002, "{way:?}: {height} m, {off} m off");
            assert!(level > 0.999_9, "{way:?}: {level}");
            assert!(asleep, "{way:?}");
        }
    }
}

/// Two balls on a thin rod, as one body, about its middle.
fn dumbbell() -> Value {
    let ball = |x: f64| {
        json!({"shape": {"sphere": {"radius_m": 0.1}}, "position_m": [x, 0, 0],
            "relative_density": 8})
    };
    json!({"compound": {"pieces": [ball(-0.4), ball(0.4),
        {"shape": {"cylinder": {"radius_m": 0.02, "length_m": 0.8, "axis": "x"}}}]}})
}

/// Mass, kg, and moments of inertia along and across of a dumbbell of density 1000 kg/m³.
fn of_dumbbell() -> (f64, f64, f64) {
    let pi = std::f64::consts::PI;
    let ball = 8000.0 * 4.0 / 3.0 * pi * 0.001;
    let rod = 1000.0 * pi * 0.0004 * 0.8;
    let along = 2.0 * 0.4 * ball * 0.01 + 0.5 * rod * 0.0004;
    let across = 2.0 * ball * (0.4 * 0.01 + 0.16) + rod * (3.0 * 0.0004 + 0.64) / 12.0;
    (2.0 * ball + rod, along, across)
}

#[test]
fn a_dumbbell_weighs_and_turns_as_its_parts() {
    let body = json!({"id": 1, "shape": dumbbell(), "density_kg_m3": 1000});
    let (world, _) = made(WAYS[0], json!({"bodies": [body]}));
    let body = &world.model().bodies[0];
    let (mass, along, across) = of_dumbbell();
    assert!((body.mass / mass - 1.0).abs() < 1e-12);
    let axes = DMat3::from_quat(body.axes);
    let tensor = axes * DMat3::from_diagonal(body.inertia) * axes.transpose();
    let wanted = DMat3::from_diagonal(DVec3::new(along, across, across));
    let off = (tensor - wanted).to_cols_array().map(f64::abs);
    assert!(off.into_iter().all(|x| x < 1e-9 * across), "{tensor}");
}

/// A box as two hulls whose corners are given from a corner of the box, not about their centres,
/// has the mass, centre and inertia of the box.
#[test]
fn hulls_off_their_centre_weigh_where_they_are() {
    let size = DVec3::new(0.4, 0.6, 1.0);
    let half = |from: f64, to: f64| {
        let corner = |i: usize| {
            let x = if i & 1 == 0 { from } else { to };
            let y = if i & 2 == 0 { 0.0 } else { size.y };
            let z = if i & 4 == 0 { 0.0 } else { size.z };
            json!([x, y, z])
        };
        let corners: Vec<Value> = (0..8).map(corner).collect();
        json!({"shape": {"hull": {"points_m": corners}},
            "position_m": (-0.5 * size).to_array()})
    };
    let shape = json!({"compound": {"pieces": [half(0.0, 0.1), half(0.1, 0.4)]}});
    let body = json!({"id": 1, "shape": shape, "density_kg_m3": 500});
    let (world, _) = made(WAYS[0], json!({"bodies": [body]}));
    let body = &world.model().bodies[0];
    let mass = 500.0 * size.element_product();
    assert!((body.mass / mass - 1.0).abs() < 1e-12);
    let axes = DMat3::from_quat(body.axes);
    let tensor = axes * DMat3::from_diagonal(body.inertia) * axes.transpose();
    let squares = size * size;
    let moments = (DVec3::splat(squares.element_sum()) - squares) * (mass / 12.0);
    let off = (tensor - DMat3::from_diagonal(moments)).to_cols_array();
    assert!(off.into_iter().all(|x| x.abs() < 1e-9 * mass), "{tensor}");
}

/// A free dumbbell is a symmetric top: its axis goes round the angular momentum `L` at the rate
/// `L / I` of its moment across.
#[test]
fn the_axis_of_a_free_dumbbell_goes_round_its_angular_momentum() {
    let (_, along, across) = of_dumbbell();
    let spin = DVec3::new(9.0, 4.0, 0.0);
    let momentum = DVec3::new(along, across, across) * spin;
    let rate = momentum.length() / across;
    for way in WAYS {
        let body = json!({"id": 1, "shape": dumbbell(), "density_kg_m3": 1000,
            "angular_velocity_deg_s": spin.to_array().map(f64::to_degrees)});
        let (mut world, _) = made(way, json!({"gravity_m_s2": [0, 0, 0], "bodies": [body]}));
        let mut worst = 0.0_f64;
        for step in 1..=300 {
            crate::kit::advance(&mut world, 1);
            let time_s = f64::from(step) / 60.0;
            let turn = DQuat::from_axis_angle(momentum.normalize(), rate * time_s);
            let axis = world.state().bodies[0].orientation * DVec3::X;
            worst = worst.max(axis.angle_between(turn * DVec3::X));
        }
        println!("{way:?} dumbbell {worst} rad");
        assert!(worst < 0.02, "{way:?}: {worst} rad");
    }
}

/// A weight on a rod, one body, swings from a joint as a compound pendulum: after a small swing's
/// period `2π √(J / (m g d))` it is back.
#[test]
fn a_compound_pendulum_has_its_period() {
    let pi = std::f64::consts::PI;
    let (ball, rod) = (1000.0 * 4.0 / 3.0 * pi * 0.001, 1000.0 * pi * 0.0004);
    let (mass, centre) = (ball + rod, (ball * 1.1 + rod * 0.5) / (ball + rod));
    let about_end = ball * (0.4 * 0.01 + 1.1 * 1.1) + rod * ((3.0 * 0.0004 + 1.0) / 12.0 + 0.25);
    let period_s = 2.0 * pi * (about_end / (mass * GRAVITY * centre)).sqrt();
    let (angle, sine) = (0.05_f64, 0.05_f64.sin());
    for way in WAYS {
        let shape = json!({"compound": {"pieces": [
            {"shape": {"cylinder": {"radius_m": 0.02, "length_m": 1}},
                "position_m": [0, centre - 0.5, 0]},
            {"shape": {"sphere": {"radius_m": 0.1}}, "position_m": [0, centre - 1.1, 0]}]}});
        let body = json!({"id": 1, "shape": shape, "density_kg_m3": 1000,
            "position_m": [centre * sine, -centre * angle.cos(), 0],
            "orientation": [(0.5 * angle).cos(), 0, 0, (0.5 * angle).sin()]});
        let hinge = json!({"id": 2, "kind": {"pin": {
            "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1, "point_m": [0, centre, 0]}}}}});
        let (mut world, _) = made(way, json!({"bodies": [body], "constraints": [hinge]}));
        let mut ups = Vec::new();
        let mut before = world.state().bodies[0].position.x;
        for step in 1..=600 {
            crate::kit::advance(&mut world, 1);
            let x = world.state().bodies[0].position.x;
            if before > 0.0 && x <= 0.0 {
                ups.push((f64::from(step) - x / (x - before)) / 60.0);
            }
            before = x;
        }
        let swings = (ups.len() - 1) as f64;
        let found = (ups[ups.len() - 1] - ups[0]) / swings;
        println!("{way:?} pendulum {found} {period_s}");
        assert!(
            (found / period_s - 1.0).abs() < 0.003,
            "{way:?}: {found} s, not {period_s}"
        );
    }
}

/// Each piece meets others by itself, with its own material: a hook hangs on a bar by the one piece
/// that is above it, and rules about the body hold for its pieces.
#[test]
fn a_hook_hangs_on_a_bar() {
    let piece = |size: [f64; 3], position: [f64; 3], name: &str| json!({"name": name, "shape": {"box": {"size_m": size}}, "position_m": position});
    // An n of three boxes, whose middle is high above what its bounding box would rest on.
    let pieces = [
        piece([0.1, 0.4, 0.1], [-0.2, 0.0, 0.0], "left"),
        piece([0.1, 0.4, 0.1], [0.2, 0.0, 0.0], "right"),
        piece([0.5, 0.1, 0.1], [0.0, 0.25, 0.0], "top"),
    ];
    let (legs, top) = (0.1 * 0.4 * 0.1, 0.5 * 0.1 * 0.1);
    let centre = top * 0.25 / (2.0 * legs + top);
    let pieces = pieces.map(|mut piece| {
        let y = piece["position_m"][1].as_f64().unwrap();
        piece["position_m"][1] = json!(y - centre);
        piece
    });
    let bar = json!({"id": 8, "shape": {"box": {"size_m": [0.2, 0.1, 0.6]}},
        "position_m": [0, 1.05, 0]});
    for way in WAYS {
        for collide in [true, false] {
            let body = json!({"id": 1, "shape": {"compound": {"pieces": pieces}},
                "density_kg_m3": 500, "position_m": [0, 0.95 + centre, 0]});
            let rule = json!([{"a": {"body": 1}, "b": {"obstacle": 8}, "collide": collide}]);
            let (mut world, map) = made(
                way,
                json!({"obstacles": [bar], "bodies": [body], "collision_rules": rule}),
            );
            advance_s(&mut world, 0.4);
            let contacts = world.contacts().iter();
            let owners: Vec<_> = contacts.map(|contact| contact.a.owner).collect();
            advance_s(&mut world, 1.6);
            let height = world.state().bodies[0].position.y;
            // The underside of its top is 0.2 m over the middle of the legs.
            let wanted = 1.1 - 0.2 + centre;
            if collide {
                assert!(
                    (height - wanted).abs() < 0.003,
                    "{way:?}: {height}, not {wanted}"
                );
                assert!(
                    owners.contains(&ColliderId::Piece(2)),
                    "{way:?}: {owners:?}"
                );
                assert_eq!(map.title_of(ColliderId::Piece(2)), "top of body 1");
            } else {
                assert!(height < 0.0, "{way:?}: {height}");
            }
        }
    }
}
