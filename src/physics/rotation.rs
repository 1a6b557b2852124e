//! How a free body turns.
//!
//! The angular momentum `L = I ω` is kept through the middle of the substep:
//! `ω_h = I(exp(ω_h h/2) q)⁻¹ L`, `q ← exp(ω_h h) q`, `ω ← I(q)⁻¹ L`.

use super::math::turned;
use super::model::Model;
use super::state::State;
use glam::{DQuat, DVec3};

/// Passes over the implicit equation of the rate in the middle of a substep. Each takes
/// its error by the angle that is turned in half a substep; what one pass leaves acts as a
/// torque, which makes a body about its unstable axis flip at other times (9 % early).
pub const MIDPOINT_PASSES: u32 = 3;

/// Turns a body for `h` seconds: the first of two angular velocities, rad/s, moves it, the
/// second is the one that it keeps but for its tumbling.
pub fn tumble(model: &Model, state: &mut State, body: usize, [moving, kept]: [DVec3; 2], h: f64) {
    if moving == DVec3::ZERO && kept == DVec3::ZERO {
        state.bodies[body].angular_velocity = kept;
        return;
    }
    let q = state.bodies[body].orientation;
    if model.bodies[body].is_round() {
        state.bodies[body].orientation = turned(q, moving * h);
        state.bodies[body].angular_velocity = kept;
        return;
    }
    let momentum = State::inertia_times(model, body, q, moving);
    let mut half_way = moving;
    for _ in 0..MIDPOINT_PASSES {
        half_way = spin_of(model, body, turned(q, half_way * (0.5 * h)), momentum);
    }
    let momentum = match moving == kept {
        true => momentum,
        false => State::inertia_times(model, body, q, kept),
    };
    let q = turned(q, half_way * h);
    state.bodies[body].orientation = q;
    state.bodies[body].angular_velocity = spin_of(model, body, q, momentum);
}

/// Angular velocity of a body with an angular momentum at an orientation, rad/s.
pub fn spin_of(model: &Model, body: usize, orientation: DQuat, momentum: DVec3) -> DVec3 {
    let constant = &model.bodies[body];
    let principal = orientation * constant.axes;
    principal * ((principal.conjugate() * momentum) / constant.inertia)
}
