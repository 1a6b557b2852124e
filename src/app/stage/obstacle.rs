//! Obstacles on the stage: floor, slopes, solids, meshes.

use super::marks::{view_place, Cast};
use super::solid::solid_shape;
use crate::app::playback::surfaces::corners_of;
use crate::physics::convex::bounds;
use crate::physics::{ColliderId, Convex, Core, Model, Obstacle, ObstacleShape};
use crate::view::convert::to_view;
use crate::view::draw_list::{Floor, Paint, Pattern, PlacedSurface, Role, Solid, SolidShape};
use crate::view::theme::{body, Rgba, Theme};
use glam::{DQuat, DVec3};
use macroquad::math::{Quat, Vec3};
use std::sync::Arc;

/// Half of the edge of the slab that stands for a plane that is not the floor, m.
const SLAB_HALF_M: f32 = 25.0;
/// Most slabs that are drawn: each covers most of the picture, which takes a processor 70 ms.
const MOST_SLABS: usize = 16;
/// Half of its thickness, m.
const SLAB_HALF_THICKNESS_M: f32 = 0.01;
/// Cosine of the tilt up to which a plane counts as level.
const LEVEL: f64 = 1.0 - 1e-9;
/// An obstacle counts at most this far from its centre in the bounds, m.
const MOST_REACH_M: f64 = 3.0;
/// Corners of a mesh that are looked at for the bounds, about.
const BOUNDS_SAMPLES: usize = 256;

pub(super) fn add_obstacles(cast: &mut Cast<'_>, model: &Model, theme: Theme) {
    let floor = floor_of(model).map(|(i, _)| i);
    let mut slabs = 0;
    for (i, obstacle) in model.obstacles.iter().enumerate() {
        let owner = ColliderId::Obstacle(i);
        if cast.hides(owner) {
            continue;
        }
        let place = cast.placed(i, obstacle.position, obstacle.orientation);
        let own = cast.color(owner);
        let color = own.unwrap_or(body::OBSTACLE);
        let paint = Paint::new(color, Pattern::Edged);
        match &obstacle.shape {
            ObstacleShape::Plane if floor == Some(i) => {
                cast.list.floor = Some(Floor {
                    height: place.0.y as f32,
                    color: own,
                    ruler: None,
                });
            }
            ObstacleShape::Plane if slabs == MOST_SLABS => {}
            ObstacleShape::Plane => {
                slabs += 1;
                let color = own.unwrap_or(theme.stage().floor);
                cast.put(owner, slab(place, color));
            }
            ObstacleShape::Cuboid(half) => {
                let half_extents = to_view(*half);
                let solid = SolidShape::Cuboid { half_extents };
                cast.put(owner, placed(place, solid, Quat::IDENTITY, paint));
            }
            ObstacleShape::Convex(convex) => {
                let (solid, turn) = solid_shape(convex);
                cast.put_shape(owner, convex, placed(place, solid, turn, paint));
            }
            ObstacleShape::Mesh(_) => {
                let (position, rotation) = view_place(place);
                let found = cast.surfaces.of_mesh(i);
                cast.list
                    .surfaces
                    .extend(found.map(|surface| PlacedSurface {
                        surface: Arc::clone(surface),
                        position,
                        rotation,
                        color,
                    }));
            }
        }
    }
}

/// The highest level plane: what lies below it cannot be reached.
fn floor_of(model: &Model) -> Option<(usize, &Obstacle)> {
    let planes = model.obstacles.iter().enumerate().filter(|(_, obstacle)| {
        obstacle.shape == ObstacleShape::Plane && normal_of(obstacle).y >= LEVEL
    });
    planes.max_by(|(_, a), (_, b)| a.position.y.total_cmp(&b.position.y))
}

/// Height of the floor, m.
pub fn floor_height(model: &Model) -> Option<f64> {
    floor_of(model).map(|(_, floor)| floor.position.y)
}

/// Normal of a plane.
fn normal_of(obstacle: &Obstacle) -> DVec3 {
    obstacle.orientation * DVec3::Y
}

fn placed(place: (DVec3, DQuat), shape: SolidShape, turn: Quat, paint: Paint) -> Solid {
    let (position, rotation) = view_place(place);
    Solid {
        role: Role::Scenery,
        ..Solid::new(shape, position, rotation * turn, paint)
    }
}

/// A wide slab with a plane as its upper side.
fn slab(place: (DVec3, DQuat), color: Rgba) -> Solid {
    let shape = SolidShape::Cuboid {
        half_extents: Vec3::new(SLAB_HALF_M, SLAB_HALF_THICKNESS_M, SLAB_HALF_M),
    };
    let paint = Paint::new(color, Pattern::Lined);
    let mut slab = placed(place, shape, Quat::IDENTITY, paint);
    slab.position -= to_view(place.1 * DVec3::Y) * SLAB_HALF_THICKNESS_M;
    slab
}

/// Calls `take` with points of an obstacle for the bounds of the scene, m.
pub(super) fn bound_obstacle(obstacle: &Obstacle, mut take: impl FnMut(DVec3)) {
    let at = obstacle.position;
    let mut near = |point: DVec3| {
        let reach = DVec3::splat(MOST_REACH_M);
        take(at + (point - at).clamp(-reach, reach));
    };
    match &obstacle.shape {
        ObstacleShape::Plane => {}
        ObstacleShape::Cuboid(half) => {
            let solid = Convex {
                core: Core::Cuboid(*half),
                radius: 0.0,
            };
            let (low, high) = bounds(&solid, &obstacle.pose());
            near(low);
            near(high);
        }
        ObstacleShape::Convex(convex) => {
            let (low, high) = bounds(convex, &obstacle.pose());
            near(low);
            near(high);
        }
        ObstacleShape::Mesh(mesh) => {
            let step = mesh.triangle_count() / BOUNDS_SAMPLES + 1;
            for corner in corners_of(mesh, step).flatten() {
                near(at + obstacle.orientation * corner);
            }
        }
    }
}
