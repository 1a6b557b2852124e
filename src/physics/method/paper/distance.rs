//! Distances: Baltman & Radeztsky, section 6; the sticks of Jakobsen, sections 3 and 4, and of
//! Delannoy, section 4.3.

use super::misprint::Misprint;
use super::pair::Pair;
use super::settings::{PaperSettings, SquareRoot, StateForm};
use super::square_root;
use crate::physics::attach::{Attachment, Level};
use crate::physics::constraint::distance::error_of;
use crate::physics::constraint::row::REACHED;
use crate::physics::constraint::{Distance, Sense};
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;

/// Cosine of the largest turn of a stick in a substep with which its direction before counts.
const LEAST_COSINE: f64 = 0.5;

/// 6.1 and 6.2: moves both points towards the length, in the ratio of their inverse masses.
/// Jakobsen's inequalities (section 6) move them only if they are out of bounds.
///
/// The direction is that of the two points now. Leapfrog takes the one from before the motion
/// (`start`): with it a push along a stick does no work on what turns about it, and the error of
/// the energy is of second order.
pub(super) fn relax(
    (model, state): (&Model, &mut State),
    distance: &Distance,
    (weights, start): ([f64; 2], Option<DVec3>),
    settings: &PaperSettings,
) {
    let strength = distance.relaxation_factor * settings.over_relaxation;
    let masses_printed = settings.misprints.has(Misprint::DistanceMasses);
    if let (Attachment::Particle(a), Attachment::Particle(b)) = (distance.a, distance.b) {
        if settings.square_root == SquareRoot::FirstOrder && !masses_printed {
            let inverse_masses = [a, b].map(|i| state.inverse_mass_of_particle(model, i));
            let bounds = [distance.min, distance.max];
            let particles = &mut state.particles;
            square_root::relax(
                particles,
                [a, b],
                bounds,
                (weights, inverse_masses),
                strength,
            );
            return;
        }
    }
    let pair = pair_of(distance, weights);
    let (direction, error, sense) = now(distance, state);
    // Both have to be near each other, for a push along one to change the length along the other.
    let start = start.map(|start| start * start.dot(direction).signum());
    let along = start.filter(|start| start.dot(direction) > LEAST_COSINE);
    let along = along.unwrap_or(direction);
    let w = pair.inverse_mass(model, state, along) * along.dot(direction);
    if sense.open(error) || w <= 0.0 {
        return;
    }
    if masses_printed {
        return part_alike(
            (model, state),
            &pair,
            direction,
            error * strength,
            Level::Position,
        );
    }
    let push = along * (-error * strength / w);
    pair.push(model, state, push, Level::Position);
}

/// 6.3 and 6.4: takes away the speed along the distance.
pub(super) fn solve_speed(
    (model, state): (&Model, &mut State),
    distance: &Distance,
    weights: [f64; 2],
    settings: &PaperSettings,
) {
    let misprints = settings.misprints;
    let pair = pair_of(distance, weights);
    let (direction, error, sense) = now(distance, state);
    let speed = (pair.a.velocity(state) - pair.b.velocity(state)).dot(direction);
    let w = pair.inverse_mass(model, state, direction);
    let is_forbidden = sense == Sense::Equality || (error <= REACHED && speed < 0.0);
    if !is_forbidden || w <= 0.0 {
        return;
    }
    let speed = speed * distance.relaxation_factor;
    let of_6_4 = misprints.has(Misprint::DistanceSpeed) && settings.form != StateForm::Leapfrog;
    let of_6_5 =
        misprints.has(Misprint::DistanceSpeedOrder) && settings.form == StateForm::VelocityLess;
    // Each has its sign the wrong way round, so that both together brake.
    let speed = if of_6_4 == of_6_5 { speed } else { -speed };
    if of_6_4 {
        return part_alike((model, state), &pair, direction, speed, Level::Velocity);
    }
    pair.push(model, state, direction * (-speed / w), Level::Velocity);
}

/// 6.2 and 6.4 without the masses, as printed: both sides are moved by the error over the sum of
/// the inverse masses, which is right for masses of 1 only.
fn part_alike(
    (model, state): (&Model, &mut State),
    pair: &Pair,
    direction: DVec3,
    error: f64,
    level: Level,
) {
    let [w_a, w_b] = [pair.a, pair.b].map(|s| s.inverse_mass_along(model, state, direction));
    let moved = direction * (-error / (w_a + w_b));
    for (side, w, moved) in [(pair.a, w_a, moved), (pair.b, w_b, -moved)] {
        if w > 0.0 {
            side.push(model, state, moved / w, level);
        }
    }
}

fn pair_of(distance: &Distance, weights: [f64; 2]) -> Pair {
    Pair {
        a: distance.a,
        b: distance.b,
        weights,
    }
}

/// Direction in which the error grows, the error, m, and where it counts.
fn now(distance: &Distance, state: &State) -> (DVec3, f64, Sense) {
    let between = distance.a.position(state) - distance.b.position(state);
    error_of(between, [distance.min, distance.max])
}
