//! Pins: Baltman & Radeztsky, section 7; between particles the joint of Delannoy, section 4.3.

use super::misprint::{Misprint, Misprints};
use super::pair::Pair;
use crate::physics::attach::{Attachment, Level};
use crate::physics::model::Model;
use crate::physics::state::State;

/// 7.1 to 7.4 and 7.9: moves and turns both sides by the impulse along the error, of which so
/// large a share is to go. One pass leaves what the levers turn across it.
pub(super) fn relax(
    (model, state): (&Model, &mut State),
    pair: &Pair,
    share: f64,
    (weighting, misprints): (f64, Misprints),
) {
    // 7.1
    let error = pair.a.position(state) - pair.b.position(state);
    let error = match misprints.has(Misprint::PinSign) {
        true => -error,
        false => error,
    };
    let length = error.length();
    if length == 0.0 {
        return;
    }
    // 7.3
    let w = pair.inverse_mass(model, state, error / length);
    if w <= 0.0 {
        return;
    }
    let push = error * (-share / w);
    if misprints.has(Misprint::JointSigns) && weighting > 0.0 && is_of_particles(pair) {
        // Delannoy, 4.7 as printed: the second side has the sign of the first.
        let [of_a, of_b] = pair.weights;
        pair.a.push(model, state, push * of_a, Level::Position);
        pair.b.push(model, state, push * of_b, Level::Position);
    } else if misprints.has(Misprint::PinRotationSign) {
        pair.push_turning_alike(model, state, push);
    } else {
        // 7.4 and 7.9
        pair.push(model, state, push, Level::Position);
    }
}

/// 7.5 to 7.8: the same for the velocities of the two points.
pub(super) fn solve_velocity((model, state): (&Model, &mut State), pair: &Pair, share: f64) {
    let error = pair.a.velocity(state) - pair.b.velocity(state);
    let length = error.length();
    if length == 0.0 {
        return;
    }
    let w = pair.inverse_mass(model, state, error / length);
    if w > 0.0 {
        pair.push(model, state, error * (-share / w), Level::Velocity);
    }
}

fn is_of_particles(pair: &Pair) -> bool {
    let turns = |side| matches!(side, Attachment::Body { .. });
    !turns(pair.a) && !turns(pair.b)
}
