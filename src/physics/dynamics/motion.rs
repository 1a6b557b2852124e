//! How what lies in slots moves.

use super::slots::{Mover, Slots, Spatial};
use crate::physics::attach::{Frame, Level};
use crate::physics::model::Model;
use crate::physics::rotation::tumble;
use crate::physics::state::State;
use glam::DVec3;

/// Displaces a particle or a body of a slot, m, and turns it, rad.
pub fn move_slots(state: &mut State, slots: &Slots, slot: usize, by: Spatial) {
    match slots.mover(slot) {
        Mover::Particle(i) => state.particles[i].position += by.linear,
        Mover::Body(i) => {
            state.bodies[i].position += by.linear;
            Frame::Body(i).rotate(state, by.angular, Level::Position);
        }
    }
}

/// Moves a particle or a body of a slot freely for `h` seconds: with the first of two
/// velocities, and with the second from then on.
pub fn move_freely(
    model: &Model,
    state: &mut State,
    slots: &Slots,
    slot: usize,
    [moving, kept]: [Spatial; 2],
    h: f64,
) {
    match slots.mover(slot) {
        Mover::Particle(i) => {
            state.particles[i].position += moving.linear * h;
            state.particles[i].velocity = kept.linear;
        }
        Mover::Body(i) => {
            state.bodies[i].position += moving.linear * h;
            state.bodies[i].velocity = kept.linear;
            let spins: [DVec3; 2] = [moving.angular, kept.angular];
            tumble(model, state, i, spins, h);
        }
    }
}
