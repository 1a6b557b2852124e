//! The shapes of a world as they stand, and the gaps between them.

use crate::physics::convex::{distance, distance_to_plane, Convex, Core, PlacedShape, Pose};
use crate::physics::{
    motion_of, ColliderId, Model, Obstacle, ObstacleShape, State, StickModel, TriangleModel,
};
use glam::{DQuat, DVec3};

/// The shapes of something; none if it does not collide or is not there.
pub(super) fn shapes_of(model: &Model, state: &State, owner: ColliderId) -> Vec<PlacedShape> {
    if let ColliderId::Obstacle(i) = owner {
        return model.obstacles.get(i).map_or_else(Vec::new, |obstacle| {
            let pose = obstacle.pose();
            let shapes = solids(&obstacle.shape).into_iter();
            shapes.map(|shape| PlacedShape { shape, pose }).collect()
        });
    }
    if let (ColliderId::Body(i), Some(motion)) = (owner, motion_of(model, state, owner)) {
        let shapes = model.shapes_of(i).map(|(_, shape, place)| PlacedShape {
            shape: shape.clone(),
            pose: motion.pose().then(&place),
        });
        return shapes.collect();
    }
    mover(model, state, owner).into_iter().collect()
}

/// The shape of something that moves and is no rigid body; an obstacle does not.
fn mover(model: &Model, state: &State, owner: ColliderId) -> Option<PlacedShape> {
    match owner {
        ColliderId::Tetrahedron(i) => {
            let pose = motion_of(model, state, owner)?.pose();
            let shape = model.tetrahedra.get(i)?.shape.clone()?;
            Some(PlacedShape { shape, pose })
        }
        ColliderId::Particle(i) => {
            let shape = Convex::sphere(model.particles.get(i)?.radius);
            let pose = upright(state.particles.get(i)?.position);
            Some(PlacedShape { shape, pose })
        }
        ColliderId::Stick(i) => {
            let stick = model.sticks.get(i)?;
            let [a, b] = stick_ends(stick, state)?;
            let shape = Convex::limb((b - a) * 0.5, stick.radius, stick.flat);
            let pose = upright((a + b) * 0.5);
            Some(PlacedShape { shape, pose })
        }
        ColliderId::Triangle(i) => {
            let triangle = model.triangles.get(i)?;
            let [a, b, c] = triangle_corners(triangle, state)?;
            let middle = (a + b + c) / 3.0;
            let shape = Convex {
                core: Core::Triangle([a - middle, b - middle, c - middle]),
                radius: triangle.radius,
            };
            let pose = upright(middle);
            Some(PlacedShape { shape, pose })
        }
        ColliderId::Body(_) | ColliderId::Piece(_) | ColliderId::Obstacle(_) => None,
    }
}

/// Where the ends of a stick are, m; none of one that has torn, or in a state that has not its
/// particles.
pub fn stick_ends(stick: &StickModel, state: &State) -> Option<[DVec3; 2]> {
    let end = |particle: usize| state.particles.get(particle).map(|end| end.position);
    let ends = [end(stick.a)?, end(stick.b)?];
    (!stick.torn).then_some(ends)
}

/// Where the corners of a triangle are, m; none of one that has torn, or in a state that has
/// not its particles.
pub fn triangle_corners(triangle: &TriangleModel, state: &State) -> Option<[DVec3; 3]> {
    let corner = |particle: usize| state.particles.get(particle).map(|end| end.position);
    let [a, b, c] = triangle.corners.map(corner);
    let corners = [a?, b?, c?];
    (!triangle.torn).then_some(corners)
}

fn upright(position: DVec3) -> Pose {
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
        ObstacleShape::Convex(solid) => vec![solid.clone()],
        ObstacleShape::Mesh(mesh) => (0..mesh.triangle_count())
            .map(|i| mesh.triangle(i))
            .collect(),
    }
}

/// Signed distance from an obstacle, m; negative = depth.
pub(super) fn gap(placed: &PlacedShape, obstacle: &Obstacle) -> f64 {
    let place = obstacle.pose();
    if let ObstacleShape::Plane = obstacle.shape {
        return distance_to_plane(&placed.shape, &placed.pose, &place);
    }
    let gaps = solids(&obstacle.shape).into_iter();
    gaps.map(|solid| distance(&placed.shape, &placed.pose, &solid, &place))
        .fold(f64::INFINITY, f64::min)
}
