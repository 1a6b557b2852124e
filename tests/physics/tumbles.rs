//! Ground of triangles against a plane: ragdolls tumble over it as far and as long.

use crate::ground::sheet;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::statistics::smirnov_test;
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::physics::report;
use ragdoll_lab::scene::{
    Figure, InertiaPreset, LimitTable, MxFigure, Obstacle, Ragdoll, Scene, Shape,
};
use std::f64::consts::PI;

/// Tumbles over each ground.
const TUMBLES: u64 = 40;
/// What is not at rest by then counts as that long, s.
const LONGEST_S: f64 = 15.0;
/// Half of the side of the ground, m.
const HALF_M: f64 = 15.0;

/// A level square of triangles between lines that are as far apart as `chance` says.
fn tessellated(cells: [u32; 2], jitter: f64, seed: u64) -> Shape {
    sheet(cells, 2.0 * HALF_M, (jitter, seed), |_, _| 0.0)
}

fn grounds() -> [Shape; 3] {
    [
        tessellated([60, 60], 0.0, 1),
        tessellated([60, 60], 0.4, 2),
        tessellated([500, 8], 0.0, 3),
    ]
}

/// How far a ragdoll gets that is thrown along the ground, m, and after which time it rests, s.
fn tumble(ground: Shape, seed: u64) -> (f64, f64) {
    let mut chance = SplitMix64::new(seed);
    let [x, y, z, w] = std::array::from_fn(|_| chance.between(-1.0, 1.0));
    let turn = DQuat::from_xyzw(x, y, z, w).normalize();
    let figure = Figure::Mx(MxFigure {
        limits: LimitTable::Mirrored,
        inertia: InertiaPreset::Human,
        ..MxFigure::default()
    });
    let ragdoll = Ragdoll {
        position_m: [chance.between(-1.0, 1.0), chance.between(0.8, 1.4), 0.0],
        orientation: [turn.w, turn.x, turn.y, turn.z],
        stands_until_hit: false,
        ..Ragdoll::new(2, figure)
    };
    let floor = Obstacle {
        id: 1,
        name: String::new(),
        shape: ground,
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
        belt_m_s: [0.0; 3],
    };
    let scene = Scene {
        obstacles: vec![floor],
        ragdolls: vec![ragdoll],
        ..Scene::default()
    };
    let mut world = compile(&scene).unwrap().0;
    // Over a plane they would step by themselves, which differs by rounding.
    world.set_crowd(false);
    let (heading, speed) = (chance.between(0.0, 2.0 * PI), chance.between(2.0, 6.0));
    let velocity = DVec3::new(heading.cos(), 0.0, heading.sin()) * speed;
    let mut state = world.state().clone();
    state
        .bodies
        .iter_mut()
        .for_each(|body| body.velocity += velocity);
    world.restore(&state);
    let bodies: Vec<usize> = (0..state.bodies.len()).collect();
    let centre = |world: &ragdoll_lab::physics::World| {
        report::centre_of_mass(world.model(), world.state(), &[], &bodies)
            .unwrap()
            .0
    };
    let start = centre(&world);
    let (mut seconds, step_s) = (0.0, world.model().settings.common.step_s);
    while seconds < LONGEST_S && !report::at_rest(world.model(), world.state()) {
        world.step();
        seconds += step_s;
    }
    let way = centre(&world) - start;
    (DVec3::new(way.x, 0.0, way.z).length(), seconds)
}

#[test]
#[ignore = "eighty tumbles, 15 s"]
fn tumbles_over_triangles_end_as_over_a_plane() {
    let grounds = grounds();
    let plane = (0..TUMBLES).map(|seed| tumble(Shape::Plane {}, seed));
    let plane: (Vec<f64>, Vec<f64>) = plane.unzip();
    let ground = |seed: u64| grounds[(seed % 3) as usize].clone();
    let mesh = (0..TUMBLES).map(|seed| tumble(ground(seed), 1_000_000 + seed));
    let mesh: (Vec<f64>, Vec<f64>) = mesh.unzip();
    for (what, one, other) in [("travel", &plane.0, &mesh.0), ("rest", &plane.1, &mesh.1)] {
        let test = smirnov_test(one, other).unwrap();
        println!("{what}: {test:?}");
        assert!(test.p > 0.01, "{what}: {test:?}");
    }
}

/// The same tumble over both grounds: the same contacts, but for rounding, which one in fifty
/// tumbles multiplies beyond this.
#[test]
fn a_tumble_over_triangles_is_that_over_a_plane() {
    let one = tumble(Shape::Plane {}, 7);
    assert!(one.0 > 1.0 && one.1 > 1.0, "{one:?}");
    for ground in grounds() {
        let other = tumble(ground, 7);
        assert!((one.0 - other.0).abs() < 1e-6, "{one:?} {other:?}");
        assert!((one.1 - other.1).abs() < 1e-9, "{one:?} {other:?}");
    }
}
