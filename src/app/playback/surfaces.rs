//! The meshes of a scene as they are drawn, made once.

use crate::physics::convex::TriangleMesh;
use crate::physics::{Core, Model, ObstacleShape};
use crate::view::convert::to_view;
use crate::view::surface::Surface;
use glam::DVec3;
use std::sync::Arc;

/// Surfaces of the meshes of a scene, by the index of the obstacle.
pub type Surfaces = Vec<(usize, Arc<Surface>)>;

/// Makes the surfaces of all meshes of a model; once for each scene.
pub fn surfaces_of(model: &Model) -> Surfaces {
    let meshes = model.obstacles.iter().enumerate();
    meshes
        .filter_map(|(i, obstacle)| match &obstacle.shape {
            ObstacleShape::Mesh(mesh) if mesh.triangle_count() > 0 => {
                let corners = corners_of(mesh, 1).map(|corners| corners.map(to_view));
                Some((i, Arc::new(Surface::new(corners))))
            }
            _ => None,
        })
        .collect()
}

/// Corners of each `step`th triangle of a mesh, in its frame.
pub(in crate::app) fn corners_of(
    mesh: &TriangleMesh,
    step: usize,
) -> impl Iterator<Item = [DVec3; 3]> + '_ {
    let triangles = (0..mesh.triangle_count()).step_by(step);
    triangles.filter_map(|i| match mesh.triangle(i).core {
        Core::Triangle(corners) => Some(corners),
        _ => None,
    })
}
