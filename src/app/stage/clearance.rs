//! Where the eye must not be: below the floor, in an obstacle, under a landscape.

use crate::physics::convex::{manifold, TriangleMesh};
use crate::physics::{Convex, Core, Model, Obstacle, ObstacleShape, Pose};
use crate::view::convert::{from_view, to_view};
use glam::{DQuat, DVec3};
use macroquad::math::Vec3;

/// Least distance of the eye from everything solid, m: more than the near plane of a view
/// that comes as close.
const CLEARANCE_M: f64 = 0.12;

/// The push that brings an eye out of what it is in, m; `None` where it is free.
pub fn push_out(model: &Model, eye: Vec3) -> Option<Vec3> {
    let eye = from_view(eye);
    let each = model.obstacles.iter();
    let push = each.filter_map(|obstacle| out_of(obstacle, eye));
    push.max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
        .map(to_view)
}

fn out_of(obstacle: &Obstacle, eye: DVec3) -> Option<DVec3> {
    let pose = obstacle.pose();
    match &obstacle.shape {
        ObstacleShape::Plane => {
            let up = pose.orientation * DVec3::Y;
            let height = (eye - pose.position).dot(up);
            (height < CLEARANCE_M).then(|| up * (CLEARANCE_M - height))
        }
        ObstacleShape::Cuboid(half) => {
            let solid = Convex {
                core: Core::Cuboid(*half),
                radius: 0.0,
            };
            out_of_solid(&solid, &pose, eye)
        }
        ObstacleShape::Convex(solid) => out_of_solid(solid, &pose, eye),
        ObstacleShape::Mesh(mesh) => {
            let local = pose.orientation.conjugate() * (eye - pose.position);
            let up = pose.orientation.conjugate() * DVec3::Y;
            // A landscape that is turned over has no above.
            let rise = (up.y > 0.99).then(|| below_mesh(mesh, local)).flatten()?;
            Some(DVec3::Y * rise)
        }
    }
}

fn out_of_solid(solid: &Convex, pose: &Pose, eye: DVec3) -> Option<DVec3> {
    let ball = Convex::sphere(CLEARANCE_M);
    let at = Pose {
        position: eye,
        orientation: DQuat::IDENTITY,
    };
    let patch = manifold(&ball, &at, solid, pose, 0.0)?;
    let gap = patch.core_gap(patch.deepest()?) - CLEARANCE_M - solid.radius;
    (gap < 0.0).then(|| patch.normal * -gap)
}

/// How far a point has to rise to leave a mesh: what lies under an odd number of its
/// surfaces is under ground, or inside.
fn below_mesh(mesh: &TriangleMesh, point: DVec3) -> Option<f64> {
    let (_, high) = mesh.bounds();
    let (mut surfaces, mut lowest) = (0, f64::INFINITY);
    let foot = point - DVec3::Y * CLEARANCE_M;
    mesh.query(foot, DVec3::new(point.x, high.y, point.z), |index| {
        let Core::Triangle(corners) = mesh.triangle(index).core else {
            return;
        };
        if let Some(height) = height_of(corners, point).filter(|height| *height >= foot.y) {
            surfaces += 1;
            lowest = lowest.min(height);
        }
    });
    (surfaces % 2 == 1).then_some(lowest + CLEARANCE_M - point.y)
}

/// Height of a triangle above or below a point, if it is there.
fn height_of([a, b, c]: [DVec3; 3], point: DVec3) -> Option<f64> {
    let (u, v, p) = (b - a, c - a, point - a);
    let area = u.x * v.z - u.z * v.x;
    let (s, t) = (
        (p.x * v.z - p.z * v.x) / area,
        (u.x * p.z - u.z * p.x) / area,
    );
    let over = s >= 0.0 && t >= 0.0 && s + t <= 1.0;
    over.then_some(a.y + u.y * s + v.y * t)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::lab::Simulation;
    use crate::physics::random::SplitMix64;
    use crate::scene;
    use crate::view::camera::{Camera, ZoomAt};
    use macroquad::math::vec2;

    /// Ten thousand drags, turns and zooms of all kinds, in scenes with everything that can
    /// be in the way.
    #[test]
    fn no_drag_brings_the_eye_below_the_floor_or_into_a_solid() {
        let mut chance = SplitMix64::new(20);
        for name in ["first-throw", "mx-stairs", "ramp", "mixed", "mesh"] {
            let shipped = scene::find(name).unwrap();
            let scene = scene::parse(shipped.text.as_bytes()).unwrap();
            let simulation = Simulation::new(&scene).unwrap();
            let model = simulation.world.model();
            let mut camera = Camera::default();
            for drag in 0..2_000 {
                let mut by = |reach: f64| chance.between(-reach, reach) as f32;
                let (x, y) = (by(1.0), by(1.0));
                let at = ZoomAt {
                    ndc: vec2(by(1.0), by(1.0)),
                    aspect: 1.5,
                    hit: None,
                };
                match drag % 4 {
                    0 => camera.orbit(3.0 * x, 2.0 * y),
                    1 => camera.look(x, y),
                    2 => camera.pan(vec2(x, y)),
                    _ => camera.zoom((0.7 * x).exp(), at),
                }
                for _ in 0..4 {
                    camera.update(1.0 / 60.0, 1.0);
                    camera.keep_clear(|eye| push_out(model, eye));
                    let eye = camera.eye();
                    let inside = push_out(model, eye).map_or(0.0, |push| push.length());
                    // Within what is kept free; nothing solid is reached.
                    assert!(inside < 0.6 * CLEARANCE_M as f32, "{name}, {drag}: {eye}");
                    assert!(eye.is_finite() && eye.y > 0.0, "{name}, {drag}: {eye}");
                }
            }
        }
    }
}
