//! How fast things move, and where their mass is.

use super::{MOST_MARKS, VELOCITY_S};
use crate::app::stage::holds::add_line;
use crate::lab::Simulation;
use crate::physics::report::centre_of_mass;
use crate::physics::State;
use crate::view::convert::to_view;
use crate::view::draw_list::{Arrow, Dash, DrawList, Layer, Line, Ring};
use crate::view::theme::{mark, Theme};
use glam::DVec3;
use macroquad::math::Vec3;

/// Slower things have no arrow, m/s.
const SLOW_M_S: f64 = 0.02;
/// Half the length of the cross at the centre of mass of a figure, m.
const CROSS_M: f64 = 0.06;
/// Radius of the ring round a centre of mass: that of a ball of water, m for the cube root
/// of 1 kg.
const WATER_BALL_M: f64 = 0.062;

/// Adds an arrow to everything that moves.
pub(super) fn add_velocities(list: &mut DrawList, simulation: &Simulation, state: &State) {
    let model = simulation.world.model();
    let particles = model.particles.iter().zip(&state.particles);
    let moving = particles.filter(|(constant, _)| !constant.fixed);
    let particles = moving.map(|(_, motion)| (motion.position, motion.velocity));
    let bodies = state.bodies.iter().map(|b| (b.position, b.velocity));
    for (from, velocity) in particles.chain(bodies).take(MOST_MARKS) {
        if velocity.length() > SLOW_M_S {
            list.arrow(Arrow {
                from: to_view(from),
                to: to_view(from + velocity * VELOCITY_S),
                color: mark::WITHIN_LIMIT,
                width_px: 2.0,
                layer: Layer::OnTop,
            });
        }
    }
}

/// Adds rings round the centre of mass of every body, as large as it were as a ball of water, and a cross with a plumb line at that of every figure.
pub(super) fn add_masses(
    list: &mut DrawList,
    simulation: &Simulation,
    state: &State,
    theme: Theme,
) {
    let ink = theme.stage().ink;
    let (model, map) = (simulation.world.model(), &simulation.map);
    let bodies = model.bodies.iter().zip(&state.bodies);
    for (constant, motion) in bodies.take(MOST_MARKS) {
        // Two: one of them is never seen edge on.
        for normal in [Vec3::X, Vec3::Z] {
            list.ring(Ring {
                center: to_view(motion.position),
                normal,
                radius: (WATER_BALL_M * constant.mass.cbrt()) as f32,
                color: ink,
                width_px: 1.5,
                layer: Layer::OnTop,
            });
        }
    }
    let floor = list.floor.map(|floor| f64::from(floor.height));
    for ragdoll in map.ragdolls.iter().take(MOST_MARKS) {
        let particles: Vec<usize> = ragdoll.particles.clone().collect();
        let bodies: Vec<usize> = ragdoll.bodies.clone().collect();
        let is_there = particles.iter().all(|&i| i < state.particles.len())
            && bodies.iter().all(|&i| i < state.bodies.len());
        let centre = is_there.then(|| centre_of_mass(model, state, &particles, &bodies));
        let Some((at, _)) = centre.flatten() else {
            continue;
        };
        for way in DVec3::AXES {
            let ends = [at - way * CROSS_M, at + way * CROSS_M];
            add_line(list, ends, mark::SELECTED, 3.0);
        }
        if let Some(height) = floor.filter(|&height| height < at.y) {
            let foot = DVec3::new(at.x, height, at.z);
            list.lines.push(Line {
                dash: Some(Dash {
                    on_m: 0.04,
                    off_m: 0.03,
                }),
                layer: Layer::OnTop,
                ..Line::new(vec![to_view(at), to_view(foot)], mark::SELECTED, 1.5)
            });
        }
    }
}
