//! The meshes and hulls of a scene as they are drawn, made once.

use crate::compile::IdMap;
use crate::physics::convex::{Convex, Hull, TriangleMesh};
use crate::physics::{Core, Model, ObstacleShape};
use crate::view::convert::to_view;
use crate::view::surface::Surface;
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is drawn of the meshes and hulls of a scene.
#[derive(Default)]
pub struct Surfaces {
    /// By the index of the obstacle, with the mesh.
    meshes: Vec<(usize, Arc<TriangleMesh>, Arc<Surface>)>,
    /// By where a hull is in memory, with the hull, so that no other one comes to be there.
    hulls: BTreeMap<usize, (Arc<Hull>, Arc<Surface>)>,
}

impl Surfaces {
    /// Makes those of a model, but for what is known already; once for each scene.
    pub fn of(model: &Model, map: &IdMap, known: &Surfaces) -> Surfaces {
        let mut surfaces = Surfaces::default();
        for (i, obstacle) in model.obstacles.iter().enumerate() {
            match &obstacle.shape {
                ObstacleShape::Mesh(mesh) if mesh.triangle_count() > 0 => {
                    let surface = known.of_same(mesh).cloned().unwrap_or_else(|| {
                        let corners = corners_of(mesh, 1).map(|corners| corners.map(to_view));
                        Arc::new(Surface::new(corners))
                    });
                    surfaces.meshes.push((i, mesh.clone(), surface));
                }
                ObstacleShape::Convex(solid) => surfaces.add_hull(solid, known),
                _ => {}
            }
        }
        let bodies = (0..model.bodies.len()).flat_map(|body| map.looks_of(model, body));
        bodies
            .map(|(look, _)| look)
            .chain(&map.carried_looks)
            .for_each(|look| surfaces.add_hull(look, known));
        surfaces
    }

    /// That of the mesh of an obstacle.
    pub fn of_mesh(&self, obstacle: usize) -> Option<&Arc<Surface>> {
        let found = self.meshes.iter().find(|(index, ..)| *index == obstacle);
        found.map(|(.., surface)| surface)
    }

    /// That of a mesh, of whatever obstacle.
    fn of_same(&self, mesh: &Arc<TriangleMesh>) -> Option<&Arc<Surface>> {
        let mut known = self.meshes.iter();
        let found = known.find(|(_, known, _)| Arc::ptr_eq(known, mesh));
        found.map(|(.., surface)| surface)
    }

    /// That of a hull.
    pub fn of_hull(&self, hull: &Arc<Hull>) -> Option<&Arc<Surface>> {
        let found = self.hulls.get(&Arc::as_ptr(hull).addr());
        found.map(|(_, surface)| surface)
    }

    fn add_hull(&mut self, look: &Convex, known: &Surfaces) {
        let Core::Hull(hull) = &look.core else {
            return;
        };
        if self.of_hull(hull).is_none() {
            let corner = |index: u32| hull.corners().get(index as usize).copied();
            let triangles = hull.triangles().into_iter();
            let triangles = triangles
                .filter_map(|[i, j, k]| Some([corner(i)?, corner(j)?, corner(k)?].map(to_view)));
            let surface = match known.of_hull(hull) {
                Some(surface) => surface.clone(),
                None => Arc::new(Surface::new(triangles)),
            };
            let kept = (Arc::clone(hull), surface);
            self.hulls.insert(Arc::as_ptr(hull).addr(), kept);
        }
    }
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
