//! What the air does to surfaces between particles: it presses on each triangle along its
//! normal, by its area and by how fast the two meet.
//!
//! The force is `F = ½ c ρ A |u| u`, where `u` is the speed of the air against the triangle along
//! its normal: what flows along a triangle does nothing to it. Each triangle is taken by backward
//! Euler, `u₊ = u − k |u₊| u₊` with `k = ½ c ρ A h / m`, so that nothing is ever blown past the
//! wind, however light it is. Source of `c`: Hoerner, "Fluid-Dynamic Drag" (1965), section 3.

use super::attach::{Attachment, Level};
use super::model::{Model, TriangleModel};
use super::state::State;
use glam::DVec3;

/// Drag coefficient of a flat plate across the flow.
const PLATE: f64 = 1.17;

impl TriangleModel {
    /// Its middle, which moves with its corners.
    pub fn middle(&self) -> Attachment {
        const THIRD: f64 = 1.0 / 3.0;
        let [a, b, c] = self.corners;
        Attachment::Particles {
            ix: [a, b, c, c],
            weight: [THIRD, THIRD, THIRD, 0.0],
        }
    }

    /// Its area times its normal, about which the corners go anticlockwise, m².
    pub fn area_vector(&self, state: &State) -> DVec3 {
        let [a, b, c] = self.corners.map(|i| state.particles[i].position);
        (b - a).cross(c - a) * 0.5
    }
}

/// Lets the air press on a triangle for `h` seconds.
pub(super) fn press(model: &Model, state: &mut State, triangle: &TriangleModel, h: f64) {
    let area_vector = triangle.area_vector(state);
    let area = area_vector.length();
    let normal = area_vector.normalize_or_zero();
    let grip = triangle.middle();
    let inverse_mass = grip.inverse_mass_along(model, state, normal);
    if normal == DVec3::ZERO || inverse_mass <= 0.0 {
        return;
    }
    let air = model.settings.common.air_velocity;
    let speed = (air - grip.velocity(state)).dot(normal);
    let rate = 0.5 * PLATE * triangle.air_density * area * inverse_mass * h;
    let left = 2.0 * speed / (1.0 + (1.0 + 4.0 * rate * speed.abs()).sqrt());
    let impulse = normal * ((speed - left) / inverse_mass);
    grip.push(model, state, impulse, Level::Velocity);
}
