//! Ground of triangles: level ground is a plane however it is cut, its rim is felt, and what is
//! kept from step to step changes nothing.

use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::physics::{ColliderId, World};
use ragdoll_lab::scene::{Body, Figure, Mesh, MxFigure, Obstacle, Ragdoll, Scene, Shape};

/// Greatest tilt of the normal of a contact on level ground, rad: a tenth of a degree.
const TILT: f64 = 0.1 * std::f64::consts::PI / 180.0;

/// A square sheet of that many cells, whose height is told; points lie off a regular grid by
/// shares of a cell, as a seed says.
pub fn sheet(
    cells: [u32; 2],
    side: f64,
    (jitter, seed): (f64, u64),
    height: impl Fn(f64, f64) -> f64,
) -> Shape {
    let mut chance = SplitMix64::new(seed);
    let mut vertices = Vec::new();
    for i in 0..=cells[0] {
        for j in 0..=cells[1] {
            let mut place = |k: u32, count: u32| {
                let inner = f64::from(u8::from(k > 0 && k < count));
                let off = chance.between(-jitter, jitter) * inner;
                side * ((f64::from(k) + off) / f64::from(count) - 0.5)
            };
            let (x, z) = (place(i, cells[0]), place(j, cells[1]));
            vertices.push([x, height(x, z), z]);
        }
    }
    let at = |i: u32, j: u32| i * (cells[1] + 1) + j;
    let mut triangles = Vec::new();
    for i in 0..cells[0] {
        for j in 0..cells[1] {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            triangles.extend(match chance.below(2) {
                0 => [[a, b, c], [a, c, d]],
                _ => [[a, b, d], [b, c, d]],
            });
        }
    }
    Shape::Mesh(Mesh::new(vertices, triangles))
}

fn level(cells: [u32; 2], jitter: f64) -> Shape {
    sheet(cells, 8.0, (jitter, 3), |_, _| 0.0)
}

fn hills() -> Shape {
    sheet([24, 24], 8.0, (0.3, 3), |x, z| {
        0.3 * (1.7 * x).sin() * z.cos()
    })
}

fn obstacle(shape: Shape) -> Obstacle {
    Obstacle {
        id: 1,
        name: String::new(),
        shape,
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
        belt_m_s: [0.0; 3],
    }
}

fn dropped(ground: Shape, figure: Figure) -> World {
    let mut scene = Scene {
        obstacles: vec![obstacle(ground)],
        ragdolls: vec![Ragdoll {
            position_m: [0.13, 0.5, 0.21],
            orientation: [0.972_580_887, 0.215_616, -0.018_864, 0.085_09],
            stands_until_hit: false,
            ..Ragdoll::new(2, figure)
        }],
        ..Scene::default()
    };
    scene.solver.sleeping = false;
    compile(&scene).unwrap().0
}

fn figures() -> [Figure; 2] {
    let rigid = Figure::Mx(MxFigure::default());
    [rigid, Figure::Hitman {}]
}

/// Steepest normal, rad, impulse along the ground of all normals, N·s, and deepest
/// penetration, m, of four seconds on the ground.
fn on_the_ground(world: &mut World) -> (f64, f64, f64) {
    let (mut tilt, mut aside, mut depth) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut touched = 0;
    for _ in 0..240 {
        world.step();
        for contact in world.contacts() {
            if let ColliderId::Obstacle(_) = contact.b.owner {
                let across = DVec3::new(contact.normal.x, 0.0, contact.normal.z).length();
                tilt = tilt.max(libm::atan2(across, contact.normal.y));
                aside += contact.normal_impulse.abs() * across;
                depth = depth.max(-contact.gap(world.state()));
                touched += 1;
            }
        }
    }
    assert!(touched > 1_000, "{touched}");
    (tilt, aside, depth)
}

#[test]
fn level_ground_is_a_plane_however_it_is_cut() {
    for figure in figures() {
        let (_, _, depth_on_plane) = on_the_ground(&mut dropped(Shape::Plane {}, figure.clone()));
        // Regular, of chance, of slivers, and finer than a hand.
        let cuts = [
            ([16, 16], 0.0),
            ([16, 16], 0.4),
            ([800, 4], 0.0),
            ([100, 100], 0.3),
        ];
        for (cells, jitter) in cuts {
            let mut world = dropped(level(cells, jitter), figure.clone());
            let (tilt, aside, depth) = on_the_ground(&mut world);
            println!(
                "{cells:?}: {tilt:.1e} rad, {aside:.1e} N s, {depth:.6} m on {depth_on_plane:.6} m"
            );
            assert!(tilt < TILT, "{cells:?}: {tilt} rad");
            assert!(aside < 1e-9, "{cells:?}: {aside} N s by inner edges");
            assert!(depth < depth_on_plane + 0.001, "{cells:?}: {depth} m");
            let count = world.ground();
            assert!(
                count.tested >= count.touched && count.touched > 0,
                "{count:?}"
            );
            // It lies, and the tree is hardly asked any more.
            assert!(count.asked <= 2 && count.things > 5, "{count:?}");
        }
    }
}

/// What is known from earlier steps must not matter: a run that goes on from a checkpoint in
/// another world knows nothing yet.
#[test]
fn a_checkpoint_goes_on_to_the_same_bits_on_triangles() {
    for ground in [hills(), level([16, 16], 0.4)] {
        for figure in figures() {
            let mut one = dropped(ground.clone(), figure.clone());
            for _ in 0..50 {
                one.step();
            }
            let mut other = dropped(ground.clone(), figure);
            other.restore(one.state());
            for _ in 0..40 {
                one.step();
                other.step();
            }
            assert_eq!(one.state().hash(), other.state().hash());
        }
    }
}

/// A box that lies over the rim of a level sheet with more than half of it tips off, and one
/// with less stays.
#[test]
fn the_rim_of_level_ground_is_felt() {
    let rest = |x: f64| {
        let body = Body {
            mass_kg: Some(2.0),
            position_m: [x, 0.1, 0.3],
            ..Body::new(
                2,
                String::new(),
                Shape::Box {
                    size_m: [0.6, 0.2, 0.4],
                    rounding_m: 0.0,
                },
            )
        };
        let scene = Scene {
            obstacles: vec![obstacle(level([16, 16], 0.3))],
            bodies: vec![body],
            ..Scene::default()
        };
        let mut world = compile(&scene).unwrap().0;
        for _ in 0..60 {
            world.step();
        }
        world.state().bodies[0].position
    };
    let stays = rest(3.9);
    assert!(
        (stays - DVec3::new(3.9, 0.1, 0.3)).length() < 0.005,
        "{stays}"
    );
    let falls = rest(4.1);
    assert!(falls.y < -0.5, "{falls}");
}

/// Copies of a scene have one mesh, also in what is simulated.
#[test]
fn copies_of_a_scene_share_its_mesh() {
    let scene = Scene {
        obstacles: vec![obstacle(hills())],
        ..Scene::default()
    };
    let meshes: Vec<_> = [&scene, &scene.clone()]
        .into_iter()
        .map(
            |scene| match &compile(scene).unwrap().0.model().obstacles[0].shape {
                ragdoll_lab::physics::ObstacleShape::Mesh(mesh) => std::sync::Arc::clone(mesh),
                other => panic!("{other:?}"),
            },
        )
        .collect();
    assert!(std::sync::Arc::ptr_eq(&meshes[0], &meshes[1]));
}
