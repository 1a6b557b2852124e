//! Convex hulls: against all points, against Euler's formula and closed forms, and bodies of
//! them against the boxes that they are.

use crate::kit::{advance, Chance, Way};
use glam::{DMat3, DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::convex::{distance, manifold, Hull, NoHull, MOST_CORNERS};
use ragdoll_lab::physics::math::rotation_from_vector;
use ragdoll_lab::physics::{Convex, Core, Pose, World};
use ragdoll_lab::scene::{Body, HullPoints, Obstacle, Scene, Shape};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::sync::Arc;

/// Share of the extent within which a hull takes points as in one plane.
const FLAT: f64 = 1e-6;

/// The corners of a box.
fn corners(half: DVec3) -> Vec<DVec3> {
    let signs = |i: usize| [1, 2, 4].map(|bit| if i & bit == 0 { -1.0 } else { 1.0 });
    (0..8).map(|i| half * DVec3::from(signs(i))).collect()
}

/// Points on the faces of a box, in rows.
fn gridded(half: DVec3, cells: i32) -> Vec<DVec3> {
    let mut points = Vec::new();
    for i in 0..=cells {
        for j in 0..=cells {
            for k in 0..=cells {
                if [i, j, k].iter().any(|&x| x == 0 || x == cells) {
                    let at = [i, j, k].map(|x| 2.0 * f64::from(x) / f64::from(cells) - 1.0);
                    points.push(half * DVec3::from(at));
                }
            }
        }
    }
    points
}

fn extent(points: &[DVec3]) -> f64 {
    let low = points.iter().fold(DVec3::INFINITY, |l, &p| l.min(p));
    let high = points.iter().fold(DVec3::NEG_INFINITY, |h, &p| h.max(p));
    (high - low).length()
}

/// What must hold of the hull of any points.
fn check(points: &[DVec3], hull: &Hull) {
    let flat = FLAT * extent(points);
    assert!(hull.corners().iter().all(|corner| points.contains(corner)));
    for face in hull.faces() {
        assert!((face.normal.length() - 1.0).abs() < 1e-12);
        let height = |p: &DVec3| face.normal.dot(*p) - face.offset;
        let on_it = face.corners.iter().map(|&c| hull.corners()[usize::from(c)]);
        assert!(on_it.clone().all(|corner| height(&corner).abs() <= flat));
        let highest = points.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        assert!(highest <= hull.left_out() + 2.0 * flat, "{highest} {flat}");
        // Anticlockwise from outside.
        let on_it: Vec<DVec3> = on_it.collect();
        let turned = (on_it[1] - on_it[0])
            .cross(on_it[2] - on_it[1])
            .dot(face.normal);
        assert!(turned > 0.0, "{turned}");
    }
    let mut edges: BTreeMap<[u8; 2], i32> = BTreeMap::new();
    for face in hull.faces() {
        for (i, &from) in face.corners.iter().enumerate() {
            let to = face.corners[(i + 1) % face.corners.len()];
            let along = if from < to { 1 } else { -1 };
            assert!(edges.insert([from, to], along).is_none());
        }
    }
    assert!(edges
        .keys()
        .all(|&[from, to]| edges.contains_key(&[to, from])));
    let used: std::collections::BTreeSet<u8> = edges.keys().map(|edge| edge[0]).collect();
    let euler = used.len() as i32 - edges.len() as i32 / 2 + hull.faces().len() as i32;
    assert_eq!(euler, 2);
}

#[test]
fn a_hull_holds_all_points_and_is_closed() {
    let mut chance = Chance::new(1);
    for round in 0..4000 {
        let scale = DVec3::new(1.0, chance.between(0.05, 1.0), chance.between(0.01, 1.0));
        let count = 4 + round % 60;
        let off = chance.vector() * 3.0;
        let points: Vec<DVec3> = match round % 3 {
            // In a ball, on a few levels so that many share planes, and near a sphere.
            0 => (0..count).map(|_| off + scale * chance.vector()).collect(),
            1 => {
                let level = |x: f64| (2.0 * x).round() / 2.0;
                let levelled = |v: DVec3| DVec3::new(level(v.x), level(v.y), level(v.z));
                (0..3 * count)
                    .map(|_| off + scale * levelled(chance.vector()))
                    .collect()
            }
            _ => (0..count)
                .map(|_| off + scale * chance.direction())
                .collect(),
        };
        match Hull::of(&points) {
            Ok(hull) => check(&points, &hull),
            Err(_) => assert!(round % 3 == 1 && count < 12, "{round} {count}"),
        }
    }
}

#[test]
fn a_box_of_many_points_is_a_box() {
    let half = DVec3::new(0.5, 0.2, 0.9);
    let mut chance = Chance::new(2);
    for cells in [1, 2, 7] {
        let pose = chance.rotation();
        // As a file in single precision has them, beside the origin.
        let rounded = |p: DVec3| (pose * p + DVec3::new(2.0, -1.0, 3.0)).as_vec3().as_dvec3();
        let exact = gridded(half, cells);
        let from_file: Vec<DVec3> = exact.iter().copied().map(rounded).collect();
        for (points, accuracy) in [(exact, 1e-13), (from_file, 1e-5)] {
            let hull = Hull::of(&points).unwrap();
            check(&points, &hull);
            assert_eq!((hull.corners().len(), hull.faces().len()), (8, 6));
            let volume = 8.0 * half.element_product();
            assert!((hull.inside().mass / volume - 1.0).abs() < accuracy);
        }
    }
}

/// Boxes are measured along their axes, hulls of the same corners by the search for the
/// nearest points: in bond, edge to edge, tilted by less than anything notices, overlapping.
#[test]
fn boxes_are_as_far_apart_as_the_hulls_of_their_corners() {
    let mut chance = Chance::new(4);
    let as_hull = |half: DVec3| Core::Hull(Arc::new(Hull::of(&corners(half)).unwrap()));
    let sharp = |core: Core| Convex { core, radius: 0.0 };
    for round in 0..1200 {
        let most = [3.0, 0.1, 1e-3, 1e-6, 1e-9, 0.0][round % 6];
        let halves = [0; 2].map(|_| DVec3::splat(0.3) + chance.vector() * 0.25);
        let stacked = (halves[0] + halves[1]) * DVec3::new(chance.between(-1.2, 1.2), 1.0, 0.5);
        let apart = stacked + DVec3::Y * chance.between(-0.01, 0.02);
        let place = chance.rotation();
        let poses = [apart, DVec3::ZERO].map(|position| Pose {
            position: place * position,
            orientation: place * rotation_from_vector(chance.vector() * most),
        });
        let [boxes, hulls] = [
            halves.map(|half| sharp(Core::Cuboid(half))),
            halves.map(|half| sharp(as_hull(half))),
        ]
        .map(|[a, b]| distance(&a, &poses[0], &b, &poses[1]));
        assert!(
            (boxes - hulls).abs() < 1e-8,
            "{round}: {boxes} {hulls} {halves:?} {poses:?}"
        );
    }
}

#[test]
fn of_very_many_corners_those_stay_that_stand_out() {
    let mut chance = Chance::new(3);
    let points: Vec<DVec3> = (0..2000).map(|_| chance.direction()).collect();
    let hull = Hull::of(&points).unwrap();
    check(&points, &hull);
    assert_eq!(hull.corners().len(), MOST_CORNERS);
    // Caps of a sphere between 64 points spread evenly are about 1/32 high.
    assert!(
        (0.03..0.1).contains(&hull.left_out()),
        "{}",
        hull.left_out()
    );
    let share = hull.inside().mass / (4.0 / 3.0 * PI);
    assert!((0.85..1.0).contains(&share), "{share}");
}

#[test]
fn what_encloses_nothing_is_refused_by_name() {
    let flat: Vec<DVec3> = (0..20)
        .map(|i| DVec3::new(f64::from(i), f64::from(i * i), 2.0))
        .collect();
    let line: Vec<DVec3> = (0..20).map(|i| DVec3::ONE * f64::from(i)).collect();
    assert_eq!(Hull::of(&[]), Err(NoHull::TooFew));
    assert_eq!(Hull::of(&[DVec3::ONE; 9]), Err(NoHull::TooFew));
    assert_eq!(Hull::of(&line), Err(NoHull::Flat));
    assert_eq!(Hull::of(&flat), Err(NoHull::Flat));
    assert!(Hull::of(&[DVec3::NAN; 5]).is_err());
}

#[test]
fn inertia_of_a_turned_box_is_that_of_the_box() {
    let mut chance = Chance::new(4);
    for _ in 0..50 {
        let half = DVec3::new(chance.between(0.1, 1.0), chance.between(0.1, 1.0), 0.4);
        let (turn, centre) = (chance.rotation(), (chance.vector() * 5.0));
        let points: Vec<DVec3> = corners(half)
            .into_iter()
            .map(|p| turn * p + centre)
            .collect();
        let solid = Hull::of(&points).unwrap().inside().with_mass(3.0);
        let square = half * half;
        let moments = DVec3::new(
            square.y + square.z,
            square.x + square.z,
            square.x + square.y,
        );
        let r = DMat3::from_quat(turn);
        let expected = r * DMat3::from_diagonal(moments) * r.transpose();
        assert!((solid.centre - centre).length() < 1e-12);
        let off = (solid.inertia - expected).to_cols_array();
        assert!(off.iter().all(|x| x.abs() < 1e-12), "{off:?}");
    }
}

#[test]
fn a_hull_that_is_a_box_is_met_as_the_box() {
    let mut chance = Chance::new(5);
    let half = DVec3::new(0.3, 0.2, 0.5);
    let cuboid = Convex {
        core: Core::Cuboid(half),
        radius: 0.0,
    };
    let hull = Convex {
        core: Core::Hull(Arc::new(Hull::of(&corners(half)).unwrap())),
        radius: 0.0,
    };
    let others = [
        Convex::sphere(0.2),
        Convex::limb(DVec3::Y * 0.3, 0.1, false),
        Convex::limb(DVec3::Y * 0.3, 0.1, true),
        cuboid.clone(),
        Convex {
            core: Core::Wedge(half),
            radius: 0.0,
        },
        hull.clone(),
    ];
    for round in 0..3000 {
        let other = &others[round % others.len()];
        let mut pose = || Pose {
            position: (chance.vector() * 0.5),
            orientation: chance.rotation(),
        };
        let (a, b) = (pose(), pose());
        let (expected, found) = (
            distance(&cuboid, &a, other, &b),
            distance(&hull, &a, other, &b),
        );
        assert!(
            (expected - found).abs() < 1e-6,
            "{round}: {expected} {found}"
        );
        let counts = [&cuboid, &hull]
            .map(|shape| manifold(shape, &a, other, &b, 0.01).map_or(0, |m| m.points().len()));
        assert_eq!(counts[0] == 0, counts[1] == 0, "{round}: {counts:?}");
    }
}

/// A floor, and boxes on it one above the other, as boxes or as hulls.
fn stack(shape: &Shape, preset: Way, heights: &[f64]) -> World {
    let mut scene = Scene {
        obstacles: vec![Obstacle {
            id: 1,
            name: "floor".into(),
            shape: Shape::Plane {},
            position_m: [0.0; 3],
            orientation: [1.0, 0.0, 0.0, 0.0],
            material: None,
            color: None,
            belt_m_s: [0.0; 3],
        }],
        ..Scene::default()
    };
    preset.put_into(&mut scene.solver);
    scene.solver.sleeping = false;
    let body = |(id, height): (u32, &f64)| Body {
        mass_kg: Some(2.0),
        position_m: [0.0, *height, 0.0],
        ..Body::new(id, String::new(), shape.clone())
    };
    scene.bodies = (10..).zip(heights).map(body).collect();
    compile(&scene).unwrap().0
}

#[test]
fn hulls_fall_rest_and_stack_as_the_boxes_that_they_are() {
    let half = DVec3::new(0.2, 0.15, 0.2);
    let points = corners(half).iter().map(|p| p.to_array()).collect();
    let hull = Shape::Hull(HullPoints::new(points));
    let cuboid = Shape::Box {
        size_m: (half * 2.0).to_array(),
        rounding_m: 0.0,
    };
    for preset in [Way::Default, Way::Impulse, Way::High] {
        let heights = [0.2, 0.52, 0.84];
        let mut worlds = [&hull, &cuboid].map(|shape| stack(shape, preset, &heights));
        worlds.iter_mut().for_each(|world| advance(world, 300));
        let [hulls, boxes] = worlds;
        for (one, other) in hulls.state().bodies.iter().zip(&boxes.state().bodies) {
            let apart = (one.position - other.position).length();
            // When they land boxes themselves shift sideways by up to 0.8 mm.
            assert!(apart < 1.6e-3, "{preset:?}: {apart}");
            let sunk = one.position.y - other.position.y;
            assert!(sunk.abs() < 2e-4, "{preset:?}: {sunk}");
            assert!(one.velocity.length() < 1e-3 && one.angular_velocity.length() < 1e-2);
            let upright = (one.orientation * DVec3::Y).dot(DVec3::Y);
            assert!(upright > 0.9999, "{upright}");
        }
    }
}

#[test]
fn a_thrown_stone_comes_to_rest_on_a_face() {
    let mut chance = Chance::new(6);
    for _ in 0..6 {
        let points: Vec<DVec3> = (0..20).map(|_| chance.direction() * 0.2).collect();
        let hull = Hull::of(&points).unwrap();
        let middle = hull.inside().centre;
        let points = hull
            .corners()
            .iter()
            .map(|&p| (p - middle).to_array())
            .collect();
        let mut world = stack(&Shape::Hull(HullPoints::new(points)), Way::Default, &[0.5]);
        advance(&mut world, 600);
        let body = &world.state().bodies[0];
        let lowest = hull
            .corners()
            .iter()
            .map(|&p| (body.position + body.orientation * (p - middle)).y);
        let mut lowest: Vec<f64> = lowest.collect();
        lowest.sort_by(f64::total_cmp);
        // Three corners carry it.
        assert!(lowest[0] > -2e-3 && lowest[2] < 3e-3, "{lowest:?}");
        assert!(body.velocity.length() < 1e-2, "{:?}", body.velocity);
        let turned: DQuat = body.orientation;
        assert!((turned.length() - 1.0).abs() < 1e-9);
    }
}
