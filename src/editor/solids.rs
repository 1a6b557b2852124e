//! The shapes of a world as they stand, and the gaps between them.

use crate::physics::convex::{distance, distance_to_plane, Convex, Core, Pose};
use crate::physics::{ColliderId, Model, Obstacle, ObstacleShape, State};
use glam::DQuat;

/// A convex shape in its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hull {
    pub shape: Convex,
    pub pose: Pose,
}

/// The shapes of something; none if it does not collide.
pub(super) fn hulls_of(model: &Model, state: &State, owner: ColliderId) -> Vec<Hull> {
    match owner {
        ColliderId::Body(i) => {
            let pose = Pose {
                position: state.bodies[i].position,
                orientation: state.bodies[i].orientation,
            };
            let shape = model.bodies[i].shape.into_iter();
            shape.map(|shape| Hull { shape, pose }).collect()
        }
        ColliderId::Particle(i) => {
            let shape = Convex::sphere(model.particles[i].radius);
            let pose = upright(state.particles[i].position);
            vec![Hull { shape, pose }]
        }
        ColliderId::Stick(i) => {
            let stick = &model.sticks[i];
            let [a, b] = [stick.a, stick.b].map(|end| state.particles[end].position);
            let shape = Convex::limb((b - a) * 0.5, stick.radius, stick.flat);
            let pose = upright((a + b) * 0.5);
            vec![Hull { shape, pose }]
        }
        ColliderId::Obstacle(i) => {
            let obstacle = &model.obstacles[i];
            let pose = obstacle.pose();
            let shapes = solids(&obstacle.shape).into_iter();
            shapes.map(|shape| Hull { shape, pose }).collect()
        }
    }
}

fn upright(position: glam::DVec3) -> Pose {
    Pose {
        position,
        orientation: DQuat::IDENTITY,
    }
}

/// The convex solids of an obstacle; a plane has none, a mesh its triangles.
fn solids(shape: &ObstacleShape) -> Vec<Convex> {
    match shape {
        ObstacleShape::Plane => Vec::new(),
        ObstacleShape::Cuboid(half) => vec![Convex {
            core: Core::Cuboid(*half),
            radius: 0.0,
        }],
        ObstacleShape::Convex(solid) => vec![*solid],
        ObstacleShape::Mesh(mesh) => (0..mesh.triangle_count())
            .map(|i| mesh.triangle(i))
            .collect(),
    }
}

/// Signed distance from an obstacle, m; negative = depth.
pub(super) fn gap(hull: &Hull, obstacle: &Obstacle) -> f64 {
    let place = obstacle.pose();
    if let ObstacleShape::Plane = obstacle.shape {
        return distance_to_plane(&hull.shape, &hull.pose, &place);
    }
    let gaps = solids(&obstacle.shape).into_iter();
    gaps.map(|solid| distance(&hull.shape, &hull.pose, &solid, &place))
        .fold(f64::INFINITY, f64::min)
}
