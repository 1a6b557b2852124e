//! What lies under the pointer.

use crate::lab::Simulation;
use crate::physics::shape::nearest_of_segments;
use crate::physics::{Core, ObstacleShape};
use glam::DVec3;

/// Farthest point that can be picked, m.
const REACH_M: f64 = 500.0;

/// What the pointer's ray meets first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Picked {
    /// A limb, stick or ball, at this point, m.
    Body(DVec3),
    /// The floor, at this point, m.
    Floor(DVec3),
    /// Nothing.
    Sky,
}

/// Follows a ray, `direction` of unit length, through the scene.
pub fn pick(simulation: &Simulation, origin: DVec3, direction: DVec3) -> Picked {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let far = origin + direction * REACH_M;
    let mut nearest = f64::INFINITY;
    let mut meet = |a: DVec3, b: DVec3, radius: f64| {
        let (s, t) = nearest_of_segments(origin, far, a, b);
        let on_ray = origin.lerp(far, s);
        // A thin stick is picked within a finger's breadth.
        if on_ray.distance(a.lerp(b, t)) <= radius.max(0.01) {
            nearest = nearest.min(s * REACH_M - radius);
        }
    };
    for stick in &model.sticks {
        let [a, b] = [stick.a, stick.b].map(|i| state.particles[i].position);
        meet(a, b, stick.radius);
    }
    for (body, motion) in model.bodies.iter().zip(&state.bodies) {
        let Some(shape) = &body.shape else {
            continue;
        };
        let (half_axis, radius) = match shape.core {
            Core::Segment(half_axis) => (half_axis, shape.radius),
            Core::Cylinder { half_axis, radius } => (half_axis, radius),
            _ => (DVec3::ZERO, shape.bounding_radius()),
        };
        let half_axis = motion.orientation * half_axis;
        meet(
            motion.position - half_axis,
            motion.position + half_axis,
            radius,
        );
    }
    if nearest.is_finite() {
        return Picked::Body(origin + direction * nearest.max(0.0));
    }
    let planes = model
        .obstacles
        .iter()
        .filter(|o| o.shape == ObstacleShape::Plane);
    let floor = planes
        .map(|o| (o.position.y - origin.y) / direction.y)
        .filter(|way| way.is_finite() && *way > 0.0 && *way < REACH_M)
        .fold(f64::INFINITY, f64::min);
    if floor.is_finite() {
        Picked::Floor(origin + direction * floor)
    } else {
        Picked::Sky
    }
}
