//! A throw at what the pointer is over: the ball arrives where that will be by then.

use super::Surroundings;
use crate::app::aim::{flight_to, Flight};
use crate::app::pick::{attachment_at, is_obstacle, pick, Hit, Picked};
use crate::lab::{Progress, Simulation};
use crate::physics::Attachment;
use crate::scene::Launcher;
use crate::view::stage_camera::Ray;
use glam::DVec3;

/// Most movers times steps that are simulated ahead; the rest of a flight is guessed from the
/// velocity.
const MOST_AHEAD: usize = 20_000;

/// The launcher aimed at what the pointer is over, from where the launcher is; as it is aimed if
/// the pointer is nowhere.
pub(super) fn aimed_at_pointer(
    launcher: Launcher,
    simulation: &Simulation,
    around: Surroundings<'_>,
) -> Launcher {
    let from = DVec3::from(launcher.position_m);
    let gravity = simulation.world.model().settings.common.gravity;
    let up = -gravity.normalize_or_zero();
    let flight = |target: DVec3| flight_to(from, target, launcher.speed_m_s, gravity);
    let direction = match (around.pointed_at, around.workbench.sight) {
        (Some(hit), _) => match attachment_at(simulation, hit) {
            Some(grip) => {
                let there = meeting_point(simulation, (grip, hit), flight);
                flight(clear_of_ground(
                    simulation,
                    there,
                    up * launcher.ball.radius_m,
                ))
                .direction
            }
            // The ball touches the ground there.
            None => flight(hit.point + up * launcher.ball.radius_m).direction,
        },
        (None, Some(sight)) => flight(beside_figures(simulation, sight, around)).direction,
        (None, None) => return launcher,
    };
    Launcher {
        direction: direction.into(),
        ..launcher
    }
}

/// Where a ball meets a point of something that moves, m.
fn meeting_point(
    simulation: &Simulation,
    (grip, hit): (Attachment, Hit),
    flight: impl Fn(DVec3) -> Flight,
) -> DVec3 {
    let state = simulation.world.state();
    // What is drawn of a thin thing is nearer than its axis.
    let surface = hit.point - grip.position(state);
    let movers = state.bodies.len() + state.particles.len();
    let most_steps = MOST_AHEAD / movers.max(1);
    let step_s = simulation.world.model().settings.common.step_s;
    let mut ahead = simulation.clone();
    let mut now_s = 0.0;
    for _ in 0..most_steps {
        let there = grip.position(ahead.world.state()) + surface;
        if flight(there).time_s <= now_s || ahead.step() != Progress::Advanced {
            return there;
        }
        now_s += step_s;
    }
    let state = ahead.world.state();
    let (position, velocity) = (grip.position(state) + surface, grip.velocity(state));
    let mut there = position;
    // A ball is fast against what it is thrown at: a few turns are enough.
    for _ in 0..4 {
        let left_s = (flight(there).time_s - now_s).max(0.0);
        there = position + velocity * left_s;
    }
    there
}

/// A place for the middle of a ball, raised until the ball, whose radius upward is given, fits
/// above the ground: what lies there would else be missed, since the ball met the ground first.
fn clear_of_ground(simulation: &Simulation, place: DVec3, radius: DVec3) -> DVec3 {
    let up = radius.normalize_or_zero();
    if up == DVec3::ZERO {
        return place;
    }
    match pick(simulation, place + radius, -up, is_obstacle) {
        Picked::Obstacle(ground) => {
            let height = (place - ground.point).dot(up);
            place + up * (radius.length() - height).max(0.0)
        }
        Picked::Body(_) | Picked::Sky => place,
    }
}

/// The point under the pointer that is as far away as the ragdolls are, m: a ball that is to
/// miss them passes there.
fn beside_figures(simulation: &Simulation, sight: Ray, around: Surroundings<'_>) -> DVec3 {
    let middle = simulation.middle_of_figures();
    let middle = middle.unwrap_or(around.workbench.place_m);
    let way = (middle - sight.origin).dot(sight.direction);
    sight.origin + sight.direction * way.max(1.0)
}
