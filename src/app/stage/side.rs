//! From which side a scene is best seen, and how far down.

use crate::app::pick::{is_obstacle, pick, Picked};
use crate::lab::Simulation;
use crate::physics::constraint::ConstraintRows;
use crate::physics::report::is_joint;
use crate::physics::{Attachment, Constraint, Model};
use crate::scene::Launcher;
use crate::view::camera::Bounds;
use crate::view::convert::{from_view, to_view};
use glam::DVec3;
use std::collections::BTreeMap;
use std::f32::consts::PI;

/// Direction from which the ball flies to the right and a little away: yaw from that in
/// which it is thrown, and pitch, rad.
const USUAL: (f32, f32) = (0.95, 0.16);
/// What lies so many times wider than high is looked at from higher up than usual...
const FLAT: f32 = 2.0;
/// ... by so much for each time that this doubles, rad, ...
const HIGHER: f32 = 0.08;
/// ... up to so flat.
const FLATTEST: f32 = 64.0;
/// How far what was hit may go, m.
const WAY_M: [f64; 5] = [0.0, 0.8, 1.6, 2.4, 3.2];
/// Of so many bodies is asked at most whether they are seen.
const MOST_SPOTS: usize = 32;
/// A hand's breadth, m.
const HAND_M: f64 = 0.1;
/// A floor is near at less than so many times the size of a scene.
const NEAR_FLOOR: f32 = 3.0;
/// From how far it is looked, m.
const AWAY_M: f64 = 12.0;

/// Yaw and pitch from which a scene tells most, rad: the ball flies from left to right, and
/// no obstacle hides where the figure stands and where it may fall, or without a figure
/// what is there to be hit.
pub fn telling_side(simulation: &Simulation, launcher: Option<&Launcher>) -> (f32, f32) {
    let pitch = pitch_over(simulation);
    let Some(launcher) = launcher else {
        return (USUAL.0, pitch);
    };
    let along = DVec3::from(launcher.direction);
    let along = DVec3::new(along.x, 0.0, along.z).normalize_or(DVec3::NEG_Z);
    let thrown = (-along.x).atan2(-along.z) as f32;
    let behind = (thrown + USUAL.0, pitch);
    let before = (thrown + PI - USUAL.0, pitch);
    let (middle, spots) = match has_figure(simulation) {
        true => {
            let middle = simulation.middle_of_figures().unwrap_or_default();
            let spots = WAY_M.map(|way| on_ground(simulation, middle + along * way));
            (middle, spots.to_vec())
        }
        false => bodies_of(simulation),
    };
    let seen = |side| {
        let eye = middle + away(side) * AWAY_M;
        let spots = spots.iter();
        spots.filter(|spot| sees(simulation, eye, **spot)).count()
    };
    match seen(before) > seen(behind) {
        true => before,
        false => behind,
    }
}

/// How far down a scene is looked at, rad: a crowd on a field hides itself from the side.
fn pitch_over(simulation: &Simulation) -> f32 {
    let state = simulation.world.state();
    let places = || {
        let bodies = state.bodies.iter().map(|body| body.position);
        bodies.chain(state.particles.iter().map(|particle| particle.position))
    };
    let size = places().reduce(DVec3::max).unwrap_or_default()
        - places().reduce(DVec3::min).unwrap_or_default();
    let flatness = size.x.min(size.z) / size.y.max(1.0);
    let times = (flatness as f32).clamp(FLAT, FLATTEST) / FLAT;
    USUAL.1 + HIGHER * times.log2()
}

fn has_figure(simulation: &Simulation) -> bool {
    simulation.metrics.figure().is_some() || simulation.world.state().bodies.is_empty()
}

/// The middle of all bodies, and a hand's breadth above some of them.
fn bodies_of(simulation: &Simulation) -> (DVec3, Vec<DVec3>) {
    let bodies = simulation.world.state().bodies.iter();
    let places: Vec<DVec3> = bodies.map(|body| body.position).collect();
    let middle = places.iter().sum::<DVec3>() / places.len().max(1) as f64;
    let some = places
        .iter()
        .step_by(places.len().div_ceil(MOST_SPOTS).max(1));
    let above = some.map(|place| place + DVec3::Y * HAND_M);
    (middle, above.collect())
}

fn away((yaw, pitch): (f32, f32)) -> DVec3 {
    let (yaw, pitch) = (f64::from(yaw), f64::from(pitch));
    let flat = pitch.cos();
    DVec3::new(yaw.sin() * flat, pitch.sin(), yaw.cos() * flat)
}

/// A hand's breadth above what is below a place.
fn on_ground(simulation: &Simulation, place: DVec3) -> DVec3 {
    match pick(simulation, place, DVec3::NEG_Y, is_obstacle) {
        Picked::Obstacle(hit) => hit.point + DVec3::Y * HAND_M,
        Picked::Body(_) | Picked::Sky => place,
    }
}

/// Height of what is below the middle of a scene and may catch it, if that is near, m.
pub fn floor_below(simulation: &Simulation, bounds: Bounds) -> Option<f32> {
    let middle = from_view((bounds.min + bounds.max) * 0.5);
    let below = match pick(simulation, middle, DVec3::NEG_Y, is_obstacle) {
        Picked::Obstacle(hit) => to_view(hit.point).y,
        Picked::Body(_) | Picked::Sky => return None,
    };
    let size = (bounds.max - bounds.min).max_element();
    (bounds.min.y - below < NEAR_FLOOR * size).then_some(below)
}

/// The lowest height to which something swings that a joint holds to the world, m; not below
/// what is under it. None without such a joint.
pub fn swings_to(simulation: &Simulation) -> Option<f32> {
    let anchors = anchors_of(simulation.world.model());
    let mut lowest: Option<(f64, DVec3)> = None;
    for (articulation, position, radius) in places_of(simulation) {
        for &anchor in anchors.get(&articulation).into_iter().flatten() {
            let low = anchor.y - position.distance(anchor) - radius;
            if lowest.is_none_or(|(known, _)| low < known) {
                lowest = Some((low, anchor));
            }
        }
    }
    let (low, anchor) = lowest?;
    let below = ground_under(simulation, anchor);
    Some(low.max(below) as f32)
}

/// The box of where things swing to below and on the other side of the one point that holds
/// them: of the world, or a particle that is fixed. None where nothing hangs like that.
pub fn swings_across(simulation: &Simulation) -> Option<Bounds> {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let mut anchors = anchors_of(model);
    for (particle, now) in model.particles.iter().zip(&state.particles) {
        if particle.fixed {
            let held = anchors.entry(particle.articulation).or_default();
            held.push(now.position);
        }
    }
    let places = places_of(simulation).filter_map(|(articulation, position, radius)| {
        let [anchor] = anchors.get(&articulation)?[..] else {
            return None;
        };
        let across = (2.0 * anchor - position).with_y(position.y);
        let below = anchor - DVec3::Y * position.distance(anchor);
        let below = below.with_y(below.y.max(ground_under(simulation, anchor) + radius));
        let reach = DVec3::splat(radius);
        Some(Bounds {
            min: to_view(across.min(below) - reach),
            max: to_view(across.max(below) + reach),
        })
    });
    places.reduce(|a, b| Bounds {
        min: a.min.min(b.min),
        max: a.max.max(b.max),
    })
}

/// Height of what lies under a place, m; minus infinity where nothing does.
fn ground_under(simulation: &Simulation, place: DVec3) -> f64 {
    match pick(simulation, place, DVec3::NEG_Y, is_obstacle) {
        Picked::Obstacle(hit) => hit.point.y,
        Picked::Body(_) | Picked::Sky => f64::NEG_INFINITY,
    }
}

/// The points of the world at which joints hold each articulation so that it can swing.
fn anchors_of(model: &Model) -> BTreeMap<usize, Vec<DVec3>> {
    let mut anchors: BTreeMap<usize, Vec<DVec3>> = BTreeMap::new();
    for joint in &model.constraints {
        let ([Attachment::World(anchor), held] | [held, Attachment::World(anchor)]) =
            joint.attachments()
        else {
            continue;
        };
        let swings = match joint {
            Constraint::Slider(_) => false,
            Constraint::Serial(serial) => serial.linkage.axes.iter().all(|axis| !axis.slides),
            Constraint::Distance(rod) => rod.most_apart().is_some(),
            _ => is_joint(joint),
        };
        if let Some(articulation) = held.articulation(model).filter(|_| swings) {
            anchors.entry(articulation).or_default().push(anchor);
        }
    }
    anchors
}

/// Of bodies and particles: the articulation, the position and the radius round it, m.
fn places_of(simulation: &Simulation) -> impl Iterator<Item = (usize, DVec3, f64)> + '_ {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let bodies = model.bodies.iter().zip(&state.bodies).enumerate();
    let bodies = bodies.map(|(i, (of, now))| (of.articulation, now.position, model.reach_of(i)));
    let particles = model.particles.iter().zip(&state.particles);
    let particles = particles.map(|(of, now)| (of.articulation, now.position, of.radius));
    bodies.chain(particles)
}

fn sees(simulation: &Simulation, eye: DVec3, spot: DVec3) -> bool {
    let way = spot - eye;
    let blocked = match pick(simulation, eye, way.normalize_or(DVec3::NEG_Y), is_obstacle) {
        Picked::Obstacle(hit) => hit.point.distance(eye) < way.length() - 0.05,
        Picked::Body(_) | Picked::Sky => false,
    };
    !blocked
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene::{find, parse};

    fn pitch_of(name: &str) -> f32 {
        let scene = parse(find(name).unwrap().text.as_bytes()).unwrap();
        let simulation = Simulation::new(&scene).unwrap();
        telling_side(&simulation, scene.launcher.as_ref()).1
    }

    #[test]
    fn a_pendulum_is_seen_on_both_sides_of_its_anchor() {
        let bounds = |name: &str| {
            let scene = parse(find(name).unwrap().text.as_bytes()).unwrap();
            swings_across(&Simulation::new(&scene).unwrap())
        };
        let across = bounds("printed-4.1").unwrap();
        assert!((across.min.x + 1.35).abs() < 1e-5 && (across.min.y - 0.65).abs() < 1e-5);
        // What stands on the floor hangs from nothing.
        assert_eq!(bounds("box-stack"), None);
    }

    #[test]
    fn a_crowd_is_looked_at_from_above_and_a_figure_from_the_side() {
        for name in ["first-throw", "mx-pile", "dummy-wall", "ten-on-stairs"] {
            assert_eq!(pitch_of(name), USUAL.1, "{name}");
        }
        let crowd = pitch_of("crowd");
        assert!(crowd > 2.0 * USUAL.1 && crowd < 1.0, "{crowd}");
    }
}
