//! Shapes against a half space.

use super::face::supporting_face;
use super::manifold::{Candidates, Manifold};
use super::posed::Posed;
use super::{Convex, Pose};
use glam::DVec3;

/// Share of the size within which gaps count as equal.
const LEVEL: f64 = 4e-6;

/// Signed distance of a shape from the half space below the xz plane of `plane`,
/// m; negative = depth.
pub fn distance_to_plane(a: &Convex, pose_a: &Pose, plane: &Pose) -> f64 {
    let normal = plane.orientation * DVec3::Y;
    let core = Posed::new(a, pose_a).core_from(plane.position);
    core.extent(normal).0 - a.radius
}

/// Contact patch of a shape with the half space below the xz plane of `plane`, if
/// nearer than `margin`, m. The plane has no radius.
pub fn manifold_with_plane(a: &Posed, plane: &Pose, margin: f64) -> Option<Manifold> {
    let normal = plane.orientation * DVec3::Y;
    let core = a.core_from(plane.position);
    let most = margin + a.shape.radius;
    if core.extent(normal).0 > most {
        return None;
    }
    let mut candidates = Candidates::new(normal);
    for corner in supporting_face(&core, -normal).corners() {
        let foot = corner.at - normal * corner.at.dot(normal);
        candidates.push(corner.at, foot, u32::from(corner.id));
    }
    let patch = candidates.chosen(most, LEVEL * core.size)?;
    Some(patch.moved(plane.position))
}
