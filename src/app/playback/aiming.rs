//! A throw at what the pointer is over: the ball arrives where that will be by then.

use super::Surroundings;
use crate::app::aim::{flight_to, Flight};
use crate::app::pick::{attachment_at, Hit};
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
            Some(grip) => flight_to_moving(simulation, (grip, hit), flight).direction,
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

/// The flight that meets a point of something that moves.
fn flight_to_moving(
    simulation: &Simulation,
    (grip, hit): (Attachment, Hit),
    flight: impl Fn(DVec3) -> Flight,
) -> Flight {
    let state = simulation.world.state();
    // What is drawn of a thin thing is nearer than its axis.
    let surface = hit.point - grip.position(state);
    let movers = state.bodies.len() + state.particles.len();
    let most_steps = MOST_AHEAD / movers.max(1);
    let step_s = simulation.world.model().settings.common.step_s;
    let mut ahead = simulation.clone();
    let mut now_s = 0.0;
    for _ in 0..most_steps {
        let there = flight(grip.position(ahead.world.state()) + surface);
        if there.time_s <= now_s || ahead.step() != Progress::Advanced {
            return there;
        }
        now_s += step_s;
    }
    let state = ahead.world.state();
    let (position, velocity) = (grip.position(state) + surface, grip.velocity(state));
    let mut flown = flight(position);
    // A ball is fast against what it is thrown at: a few turns are enough.
    for _ in 0..4 {
        let left_s = (flown.time_s - now_s).max(0.0);
        flown = flight(position + velocity * left_s);
    }
    flown
}

/// The point under the pointer that is as far away as the ragdolls are, m: a ball that is to
/// miss them passes there.
fn beside_figures(simulation: &Simulation, sight: Ray, around: Surroundings<'_>) -> DVec3 {
    let middle = simulation.middle_of_figures();
    let middle = middle.unwrap_or(around.workbench.place_m);
    let way = (middle - sight.origin).dot(sight.direction);
    sight.origin + sight.direction * way.max(1.0)
}
