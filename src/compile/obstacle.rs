//! From the obstacles of a scene to convex solids and meshes.

use super::body::convex;
use crate::physics::convex::{Convex, Core};
use crate::physics::ObstacleShape;
use crate::scene::Shape;
use glam::DVec3;

/// Parts of an obstacle with their offsets in its frame.
pub(super) fn obstacle_parts(shape: &Shape) -> Vec<(ObstacleShape, DVec3)> {
    match shape {
        Shape::Plane {} => vec![(ObstacleShape::Plane, DVec3::ZERO)],
        Shape::Box { size_m, rounding_m } if *rounding_m == 0.0 => {
            let half = DVec3::from(*size_m) * 0.5;
            vec![(ObstacleShape::Cuboid(half), DVec3::ZERO)]
        }
        Shape::Ramp { size_m } => {
            let wedge = Convex {
                core: Core::Wedge(DVec3::from(*size_m) * 0.5),
                radius: 0.0,
            };
            vec![(ObstacleShape::Convex(wedge), DVec3::ZERO)]
        }
        Shape::Stairs { steps, step_m } => (0..*steps).map(|i| stair(i, *step_m)).collect(),
        Shape::Mesh(mesh) => vec![(ObstacleShape::Mesh(mesh.solid()), DVec3::ZERO)],
        other => {
            let solid = convex(other).map(|solid| (ObstacleShape::Convex(solid), DVec3::ZERO));
            solid.into_iter().collect()
        }
    }
}

/// A step of stairs: a box from the ground to its tread.
fn stair(i: u32, [width, height, depth]: [f64; 3]) -> (ObstacleShape, DVec3) {
    let top = height * f64::from(i + 1);
    let half = DVec3::new(width, top, depth) * 0.5;
    let centre = DVec3::new(0.0, half.y, depth * (f64::from(i) + 0.5));
    (ObstacleShape::Cuboid(half), centre)
}
