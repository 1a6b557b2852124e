//! Where a great many things are in one place, a step looks at a bounded part of what
//! might meet, and says how much it has left out.

use crate::kit::{advance, settings, still, world, Form, SMOOTH};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::collide::crowding::{
    MOST_CONTACTS_OF_PAIR, MOST_OBSTACLES_OF_ONE, MOST_PAIRS, NEIGHBOURS_KEPT,
};
use ragdoll_lab::physics::lanes::threads;
use ragdoll_lab::physics::{BodyModel, ColliderId, Model, Obstacle, ObstacleShape, State, World};

/// Balls of 5 cm, so close that each may meet each.
fn balls_in_one_place(count: u32) -> World {
    let model = Model {
        settings: settings(Form::Verlet, 1, 1),
        bodies: (0..count)
            .map(|_| BodyModel::ball(1.0, 0.05, SMOOTH))
            .collect(),
        ..Model::default()
    };
    let place = |i: u32| DVec3::new(f64::from(i % 11), f64::from(i % 7), f64::from(i % 13)) * 1e-3;
    let state = State {
        bodies: (0..count)
            .map(|i| still(place(i), DQuat::IDENTITY))
            .collect(),
        ..State::default()
    };
    world(model, state)
}

fn pairs_of(count: usize) -> usize {
    count * (count - 1) / 2
}

#[test]
fn up_to_the_cap_every_pair_is_looked_at() {
    let mut world = balls_in_one_place(700);
    advance(&mut world, 1);
    assert!(pairs_of(700) < MOST_PAIRS);
    assert_eq!(world.contacts().len(), pairs_of(700));
    assert_eq!(world.pairs_left_out(), 0);
}

#[test]
fn beyond_the_cap_each_thing_keeps_some_neighbours_and_the_rest_is_counted() {
    let count = 800;
    let mut alone = balls_in_one_place(count);
    advance(&mut alone, 1);
    let pairs = pairs_of(count as usize);
    assert!(pairs > MOST_PAIRS);
    assert_eq!(alone.contacts().len() + alone.pairs_left_out(), pairs);
    assert!(alone.contacts().len() <= (NEIGHBOURS_KEPT * count) as usize);
    let mut neighbours = vec![0; count as usize];
    for contact in alone.contacts() {
        for side in [contact.a, contact.b] {
            let ColliderId::Body(body) = side.owner else {
                panic!("there is nothing else");
            };
            neighbours[body] += 1;
        }
    }
    assert!(neighbours.iter().all(|&n| n >= NEIGHBOURS_KEPT));
    for thread_count in [2, 3] {
        let mut world = balls_in_one_place(count);
        world.set_threads(threads(thread_count));
        advance(&mut world, 1);
        assert_eq!(world.state().hash(), alone.state().hash());
        assert_eq!(world.pairs_left_out(), alone.pairs_left_out());
    }
}

#[test]
fn a_thing_meets_so_many_obstacles_and_rests_on_them() {
    let planes = MOST_OBSTACLES_OF_ONE + 500;
    let plane = Obstacle {
        shape: ObstacleShape::Plane,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        surface: SMOOTH,
        belt: DVec3::ZERO,
    };
    let model = Model {
        settings: settings(Form::Verlet, 4, 1),
        bodies: vec![BodyModel::ball(1.0, 0.1, SMOOTH)],
        obstacles: vec![plane; planes],
        ..Model::default()
    };
    let state = State {
        bodies: vec![still(DVec3::Y * 0.1, DQuat::IDENTITY)],
        ..State::default()
    };
    let mut world = world(model, state);
    advance(&mut world, 30);
    assert_eq!(world.contacts().len(), MOST_OBSTACLES_OF_ONE);
    assert_eq!(world.pairs_left_out(), 500);
    assert!((world.state().bodies[0].position.y - 0.1).abs() < 1e-3);
}

/// A mesh of squares of two triangles each, so many along an edge of 1.2 m. Every other corner
/// is a tenth of a millimetre lower: flush triangles would be one plane.
fn tiles(along: usize) -> serde_json::Value {
    let points = along + 1;
    let corner = |i: usize| {
        let [x, z] = [i % points, i / points].map(|k| 1.2 * k as f64 / along as f64 - 0.6);
        let is_low = (i % points + i / points) % 2 == 1;
        [x, if is_low { -1e-4 } else { 0.0 }, z]
    };
    let triangles = (0..along * along).flat_map(|i| {
        let a = i / along * points + i % along;
        [[a, a + points, a + 1], [a + 1, a + points, a + points + 1]]
    });
    serde_json::json!({"mesh": {
        "vertices_m": (0..points * points).map(corner).collect::<Vec<_>>(),
        "triangles": triangles.collect::<Vec<_>>(),
    }})
}

#[test]
fn a_slab_on_thousands_of_triangles_rests_on_a_bounded_number_of_contacts() {
    let scene = serde_json::json!({
        "format": "ragdoll-scene", "version": 1,
        "solver": {"sleeping": false},
        "obstacles": [{"id": 1, "shape": tiles(40)}],
        "bodies": [{"id": 2, "shape": {"box": {"size_m": [1, 0.2, 1]}}, "mass_kg": 1,
            "position_m": [0, 0.1, 0]}],
    });
    let scene = ragdoll_lab::scene::parse(scene.to_string().as_bytes()).unwrap();
    let mut world = ragdoll_lab::compile::compile(&scene).unwrap().0;
    advance(&mut world, 30);
    let contacts = world.contacts().len();
    assert!((MOST_CONTACTS_OF_PAIR / 2..=MOST_CONTACTS_OF_PAIR).contains(&contacts));
    assert!(world.pairs_left_out() > 0);
    let height = world.state().bodies[0].position.y;
    assert!((height - 0.1).abs() < 2e-3, "{height}");
}
