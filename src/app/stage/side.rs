//! From which side a scene is best seen.

use crate::app::pick::{pick, Picked};
use crate::lab::Simulation;
use crate::physics::ColliderId;
use crate::scene::Launcher;
use glam::DVec3;
use std::f32::consts::PI;

/// Direction from which the ball flies to the right and a little away: yaw from that in
/// which it is thrown, and pitch, rad.
const USUAL: (f32, f32) = (0.95, 0.16);
/// How far what was hit may go, m.
const WAY_M: [f64; 5] = [0.0, 0.8, 1.6, 2.4, 3.2];
/// From how far it is looked, m.
const AWAY_M: f64 = 12.0;

/// Yaw and pitch from which a scene tells most, rad: the ball flies from left to right, and
/// no obstacle hides where the figure stands and where it may fall.
pub fn telling_side(simulation: &Simulation, launcher: Option<&Launcher>) -> (f32, f32) {
    let Some(launcher) = launcher else {
        return USUAL;
    };
    let along = DVec3::from(launcher.direction);
    let along = DVec3::new(along.x, 0.0, along.z).normalize_or(DVec3::NEG_Z);
    let thrown = (-along.x).atan2(-along.z) as f32;
    let behind = (thrown + USUAL.0, USUAL.1);
    let before = (thrown + PI - USUAL.0, USUAL.1);
    let middle = middle_of(simulation);
    let seen = |side| {
        let eye = middle + away(side) * AWAY_M;
        let spots = WAY_M.map(|way| middle + along * way);
        let spots = spots.map(|spot| on_ground(simulation, spot));
        spots
            .into_iter()
            .filter(|spot| sees(simulation, eye, *spot))
            .count()
    };
    match seen(before) > seen(behind) {
        true => before,
        false => behind,
    }
}

/// Where the figure stood at the start, or the middle of all bodies without one.
fn middle_of(simulation: &Simulation) -> DVec3 {
    let figure = simulation.metrics.figure();
    let bodies = &simulation.world.state().bodies;
    if !figure.bodies.is_empty() || !figure.particles.is_empty() || bodies.is_empty() {
        return simulation.metrics.start();
    }
    bodies.iter().map(|body| body.position).sum::<DVec3>() / bodies.len() as f64
}

fn away((yaw, pitch): (f32, f32)) -> DVec3 {
    let (yaw, pitch) = (f64::from(yaw), f64::from(pitch));
    let flat = pitch.cos();
    DVec3::new(yaw.sin() * flat, pitch.sin(), yaw.cos() * flat)
}

/// A hand's breadth above what is below a place.
fn on_ground(simulation: &Simulation, place: DVec3) -> DVec3 {
    match pick(simulation, place, DVec3::NEG_Y, is_obstacle) {
        Picked::Obstacle(hit) => hit.point + DVec3::Y * 0.1,
        Picked::Body(_) | Picked::Sky => place,
    }
}

fn sees(simulation: &Simulation, eye: DVec3, spot: DVec3) -> bool {
    let way = spot - eye;
    let blocked = match pick(simulation, eye, way.normalize_or(DVec3::NEG_Y), is_obstacle) {
        Picked::Obstacle(hit) => hit.point.distance(eye) < way.length() - 0.05,
        Picked::Body(_) | Picked::Sky => false,
    };
    !blocked
}

fn is_obstacle(owner: ColliderId) -> bool {
    matches!(owner, ColliderId::Obstacle(_))
}
