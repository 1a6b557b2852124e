//! Where the ragdoll is that is followed, and where it will be soon.

use crate::lab::Simulation;
use crate::view::camera::Bounds;
use crate::view::convert::to_view;
use glam::DVec3;
use macroquad::math::Vec3;

/// How far ahead things are looked for, s: about as long as the picture needs to go there.
const LEAD_S: f64 = 0.3;
/// Room for limbs that swing ahead of the figure, m.
const SWING_M: f32 = 0.25;
/// Least that is kept free round the figure, m.
const ROOM_M: f64 = 0.15;

/// How far the figure as a whole gets before the picture is there, m; never down, where
/// the floor is.
pub(super) fn lead_of(simulation: &Simulation) -> Vec3 {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let figure = simulation.metrics.figure();
    let centre = figure.and_then(|figure| figure.centre(model, state));
    let (_, velocity) = centre.unwrap_or_default();
    to_view(velocity.with_y(velocity.y.max(0.0)) * LEAD_S)
}

/// The box round the figure that shots are measured on; `None` without one.
pub fn figure_bounds(simulation: &Simulation) -> Option<Bounds> {
    let figure = simulation.metrics.figure()?;
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let particles = figure.particles.iter().filter_map(|&i| {
        let radius = model.particles.get(i)?.radius.max(ROOM_M);
        Some(round(state.particles.get(i)?.position, radius))
    });
    let bodies = figure.bodies.iter().map(|&i| body_bounds(simulation, i));
    particles.chain(bodies).reduce(joined)
}

/// The middles of its limbs, or its particles, m.
pub fn figure_points(simulation: &Simulation) -> Vec<Vec3> {
    let Some(figure) = simulation.metrics.figure() else {
        return Vec::new();
    };
    let state = simulation.world.state();
    let particles = figure.particles.iter();
    let particles = particles.filter_map(|&i| Some(state.particles.get(i)?.position));
    let bodies = figure.bodies.iter();
    let bodies = bodies.filter_map(|&i| Some(state.bodies.get(i)?.position));
    particles.chain(bodies).map(to_view).collect()
}

fn body_bounds(simulation: &Simulation, body: usize) -> Bounds {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let look = simulation.map.look_of(model, body);
    let radius = look.map_or(0.0, |look| look.bounding_radius());
    let motion = state.bodies.get(body).copied().unwrap_or_default();
    round(motion.position, radius)
}

fn round(centre: DVec3, radius: f64) -> Bounds {
    let reach = DVec3::splat(radius);
    Bounds {
        min: to_view(centre - reach),
        max: to_view(centre + reach),
    }
}

/// With a share of the room that limbs need which swing faster than the whole moves.
pub(super) fn grown(bounds: Bounds, share: f32) -> Bounds {
    let room = Vec3::splat(SWING_M * share);
    Bounds {
        min: bounds.min - room,
        max: bounds.max + room,
    }
}

pub(super) fn moved(bounds: Bounds, by: Vec3) -> Bounds {
    Bounds {
        min: bounds.min + by,
        max: bounds.max + by,
    }
}

/// The box a share of the way from one to another.
pub(super) fn towards(from: Bounds, to: Bounds, share: f32) -> Bounds {
    Bounds {
        min: from.min.lerp(to.min, share),
        max: from.max.lerp(to.max, share),
    }
}

pub(super) fn joined(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        min: a.min.min(b.min),
        max: a.max.max(b.max),
    }
}
