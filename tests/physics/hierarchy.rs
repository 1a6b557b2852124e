//! The volumes round things part no pair that touches: compared with all pairs, shape by shape.

use crate::kit::advance;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::collide::hierarchy::{Hierarchy, Reached, TOUCH_M};
use ragdoll_lab::physics::convex::{distance, distance_to_plane};
use ragdoll_lab::physics::model::{ColliderId, Model, ObstacleShape};
use ragdoll_lab::physics::{Convex, Core, Pose, State};
use ragdoll_lab::scene;
use std::collections::BTreeSet;

/// A convex thing at its place.
struct Solid {
    owner: ColliderId,
    articulation: usize,
    shape: Convex,
    pose: Pose,
}

/// All balls, limbs and bodies.
fn solids(model: &Model, state: &State) -> Vec<Solid> {
    let mut solids = Vec::new();
    for (i, particle) in model.particles.iter().enumerate() {
        if particle.radius > 0.0 {
            solids.push(Solid {
                owner: ColliderId::Particle(i),
                articulation: particle.articulation,
                shape: Convex::sphere(particle.radius),
                pose: at(state.particles[i].position, DQuat::IDENTITY),
            });
        }
    }
    for (i, stick) in model.sticks.iter().enumerate() {
        if stick.radius > 0.0 {
            let [a, b] = [stick.a, stick.b].map(|end| state.particles[end].position);
            solids.push(Solid {
                owner: ColliderId::Stick(i),
                articulation: model.particles[stick.a].articulation,
                shape: Convex::limb((b - a) * 0.5, stick.radius, stick.flat),
                pose: at((a + b) * 0.5, DQuat::IDENTITY),
            });
        }
    }
    for (i, body) in model.bodies.iter().enumerate() {
        if let Some(shape) = &body.shape {
            let motion = &state.bodies[i];
            solids.push(Solid {
                owner: ColliderId::Body(i),
                articulation: body.articulation,
                shape: shape.clone(),
                pose: at(motion.position, motion.orientation),
            });
        }
    }
    solids
}

fn at(position: DVec3, orientation: DQuat) -> Pose {
    Pose {
        position,
        orientation,
    }
}

/// How far a solid is from an obstacle, m.
fn from_obstacle(solid: &Solid, model: &Model, index: usize) -> f64 {
    let obstacle = &model.obstacles[index];
    let place = obstacle.pose();
    let from = |shape: &Convex| distance(&solid.shape, &solid.pose, shape, &place);
    match &obstacle.shape {
        ObstacleShape::Plane => distance_to_plane(&solid.shape, &solid.pose, &place),
        ObstacleShape::Cuboid(half) => from(&Convex {
            core: Core::Cuboid(*half),
            radius: 0.0,
        }),
        ObstacleShape::Convex(shape) => from(shape),
        ObstacleShape::Mesh(mesh) => {
            let all = (0..mesh.triangle_count()).map(|i| from(&mesh.triangle(i)));
            all.fold(f64::INFINITY, f64::min)
        }
    }
}

/// The pairs of one articulation that touch, of all that may.
fn touching(model: &Model, solids: &[Solid], articulation: usize) -> BTreeSet<[ColliderId; 2]> {
    let mut found = BTreeSet::new();
    for own in solids.iter().filter(|s| s.articulation == articulation) {
        for other in solids.iter().filter(|other| other.owner != own.owner) {
            let pair = [own.owner.min(other.owner), own.owner.max(other.owner)];
            let may = model.collide(pair, other.articulation == articulation);
            let gap = || distance(&own.shape, &own.pose, &other.shape, &other.pose);
            if may && gap() <= TOUCH_M {
                found.insert(pair);
            }
        }
        for index in 0..model.obstacles.len() {
            let pair = [own.owner, ColliderId::Obstacle(index)];
            if model.collide(pair, false) && from_obstacle(own, model, index) <= TOUCH_M {
                found.insert(pair);
            }
        }
    }
    found
}

#[test]
fn no_pair_that_touches_is_parted_by_a_volume() {
    let scenes = [
        "pile",
        "mx-stairs",
        "box-wall",
        "hitman",
        "humanoid-medium",
        "mesh",
        "trebuchet",
    ];
    let mut all = [0; 3];
    for name in scenes {
        let text = scene::find(name).unwrap_or_else(|| panic!("{name}")).text;
        let mut world = compile(&scene::parse(text.as_bytes()).unwrap()).unwrap().0;
        let mut pairs = 0;
        for _ in 0..3 {
            advance(&mut world, 40);
            let (model, state) = (world.model(), world.state());
            let solids = solids(model, state);
            let articulations: BTreeSet<usize> = solids.iter().map(|s| s.articulation).collect();
            for articulation in articulations.into_iter().take(12) {
                let own = solids
                    .iter()
                    .find(|s| s.articulation == articulation)
                    .unwrap();
                let found = Hierarchy::of(model, state, |owner| owner == own.owner).unwrap();
                assert_eq!(found.left_out, 0, "{name}");
                let expected = touching(model, &solids, articulation);
                let touching: BTreeSet<_> = found.touching.iter().copied().collect();
                assert_eq!(touching, expected, "{name}, {articulation}");
                let [_, boxes, shapes] = found.levels;
                assert_eq!(boxes.tested - boxes.parted, shapes.tested, "{name}");
                assert_eq!(shapes.tested - shapes.parted, expected.len(), "{name}");
                let touches = found.own.reached == Reached::Touch;
                assert_eq!(touches, !expected.is_empty(), "{name}");
                pairs += expected.len();
                for (sum, level) in all.iter_mut().zip(found.levels) {
                    *sum += level.tested;
                }
            }
        }
        assert!(pairs > 0, "{name}: nothing touches");
    }
    let [spheres, boxes, shapes] = all;
    println!("tested: {spheres} spheres, {boxes} boxes, {shapes} shapes");
    assert!(
        shapes * 3 < boxes,
        "boxes part most of what spheres let through"
    );
}
