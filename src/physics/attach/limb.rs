//! A point beside the line between two particles, which turns with it.

use crate::physics::state::State;
use glam::DVec3;

/// What a line of no length is taken for, m.
const SHORTEST_LINE_M: f64 = 1e-9;

/// A limb point at the present place of its line.
///
/// With `u` the direction and `L` the length of the line, `c` the place and `o`
/// the offset: `dp = (1−c) da + c db − (o·(db−da)) u / L`; a push `P` reaches the
/// particles through the transpose, so energy is neither made nor lost.
#[derive(Debug, Clone, Copy)]
pub struct LimbPoint {
    place: f64,
    direction: DVec3,
    /// Over the length of the line.
    offset: DVec3,
}

impl LimbPoint {
    /// The point `place` along from particle `a` to `b` (0 to 1), and `offset` beside it, m.
    pub fn new(state: &State, a: usize, b: usize, place: f64, offset: DVec3) -> LimbPoint {
        let (line, offset) = beside(state, [a, b], offset);
        let length = line.length().max(SHORTEST_LINE_M);
        LimbPoint {
            place,
            direction: line / length,
            offset: offset / length,
        }
    }

    /// Its motion from those of the particles.
    pub fn motion(&self, [a, b]: [DVec3; 2]) -> DVec3 {
        let turn = self.offset.dot(b - a);
        a.lerp(b, self.place) - self.direction * turn
    }

    /// What a push there is for each of the particles.
    pub fn shares(&self, push: DVec3) -> [DVec3; 2] {
        let couple = self.offset * push.dot(self.direction);
        [
            push * (1.0 - self.place) + couple,
            push * self.place - couple,
        ]
    }
}

/// The line from one particle to another, and an offset turned across it at its length.
pub(super) fn beside(state: &State, [a, b]: [usize; 2], offset: DVec3) -> (DVec3, DVec3) {
    let line = state.particles[b].position - state.particles[a].position;
    let direction = line / line.length().max(SHORTEST_LINE_M);
    let across = offset - direction * offset.dot(direction);
    (line, across.normalize_or_zero() * offset.length())
}
