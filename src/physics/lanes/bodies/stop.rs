//! Stops met ahead, of several ragdolls side by side (see
//! [`stop`](crate::physics::constraint::stop), whose rows and order these are).

use super::figure::Body;
use super::motion::Motion;
use super::pin::{inverse_mass_of, lever};
use crate::physics::constraint::stop::RESTING_RAD_S;
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::vector::Vector;

/// A turn of two bodies against each other, and its gradient in the world.
#[derive(Clone, Copy)]
pub struct Turn<L> {
    /// Parent and child.
    pub bodies: [usize; 2],
    pub gradient: Vector<L>,
}

/// To the nearer bound of an angle, rad.
#[inline(always)]
pub fn room_within<L: Lane>(angle: L, [min, max]: [f64; 2]) -> L {
    let (up, down) = (angle.like(max) - angle, angle - angle.like(min));
    L::select(up.lt(down), up, down)
}

/// A turn that a joint bounds or locks. Nothing of it changes with velocities.
#[derive(Clone, Copy)]
pub struct Stop<L> {
    turn: Turn<L>,
    /// To the nearer bound, rad; of what is locked it has no meaning.
    room: L,
    is_locked: bool,
    /// Points of the two bodies that are held meanwhile, m.
    held: Option<[[f64; 3]; 2]>,
}

/// What a push along a turn changes.
#[derive(Clone, Copy)]
pub struct Answer<L> {
    /// Of the spins of both bodies.
    turns: [Vector<L>; 2],
    /// Levers of the points that are held, and the impulse on them.
    hold: Option<([Vector<L>; 2], Vector<L>)>,
    /// Of the rate.
    rate: L,
}

impl<L: Lane> Turn<L> {
    #[inline(always)]
    fn rate(&self, motions: &[Motion<L>]) -> L {
        let [parent, child] = self.bodies;
        self.gradient
            .dot(motions[child].spin - motions[parent].spin)
    }

    #[inline(always)]
    fn answer(
        &self,
        held: Option<[[f64; 3]; 2]>,
        motions: &[Motion<L>],
        bodies: &[Body],
    ) -> Answer<L> {
        let [a, b] = self.bodies;
        let turns = [
            motions[a].inverse_inertia_times(&bodies[a], self.gradient),
            motions[b].inverse_inertia_times(&bodies[b], self.gradient),
        ];
        let free = self.gradient.dot(turns[0] + turns[1]);
        let Some(arms) = held else {
            return Answer {
                turns,
                hold: None,
                rate: free,
            };
        };
        let levers = [lever(&motions[a], arms[0]), lever(&motions[b], arms[1])];
        let parted = -turns[0].cross(levers[0]) - turns[1].cross(levers[1]);
        let matrix = inverse_mass_of(&motions[a], &bodies[a], levers[0])
            + inverse_mass_of(&motions[b], &bodies[b], levers[1]);
        let push = matrix.solve(parted);
        Answer {
            turns,
            hold: Some((levers, push)),
            rate: free - parted.dot(push),
        }
    }
}

impl<L: Lane> Stop<L> {
    /// That of a turn within bounds.
    #[inline(always)]
    pub fn within(
        turn: Turn<L>,
        (angle, [min, max]): (L, [f64; 2]),
        held: Option<[[f64; 3]; 2]>,
    ) -> Stop<L> {
        let (up, down) = (angle.like(max) - angle, angle - angle.like(min));
        Stop {
            turn: Turn {
                gradient: Vector::select(up.lt(down), -turn.gradient, turn.gradient),
                ..turn
            },
            room: room_within(angle, [min, max]),
            is_locked: false,
            held,
        }
    }

    /// That of a turn that may not be.
    #[inline(always)]
    pub fn locked(turn: Turn<L>) -> Stop<L> {
        Stop {
            room: turn.gradient.x,
            turn,
            is_locked: true,
            held: None,
        }
    }

    /// Slows what would pass its bound within `h` seconds, while a point is held, and tells where
    /// it would. `least` is the share of the rate of rest from which it does; `answer` is found
    /// when it is first asked for.
    #[inline(always)]
    pub fn arrest(
        &self,
        (h, least): (f64, f64),
        answer: &mut Option<Answer<L>>,
        motions: &mut [Motion<L>],
        bodies: &[Body],
    ) -> L::Mask {
        let rate = self.turn.rate(motions);
        let zero = rate.like(0.0);
        if self.is_locked {
            return zero.lt(zero);
        }
        let fast = rate.lt(zero.like(-RESTING_RAD_S * least));
        let passes = fast & (self.room + rate * h).lt(zero);
        if L::any(passes) {
            // What would arrive as slowly as what rests is as good as there.
            let arriving = self.room.max(zero) * (-1.0 / h);
            let arrives = arriving.lt(zero.like(-RESTING_RAD_S));
            let missing = L::select(arrives, arriving, zero) - rate;
            self.push(missing, passes, answer, (motions, bodies));
        }
        passes
    }

    /// Takes away the rate of what is locked, as passes over stops need it.
    #[inline(always)]
    pub fn settle(
        &self,
        factor: f64,
        answer: &mut Option<Answer<L>>,
        motions: &mut [Motion<L>],
        bodies: &[Body],
    ) {
        if self.is_locked {
            let rate = self.turn.rate(motions);
            let zero = rate.like(0.0);
            self.push(rate * -factor, zero.le(zero), answer, (motions, bodies));
        }
    }

    /// Changes its rate where a mask says, rad/s.
    #[inline(always)]
    fn push(
        &self,
        change: L,
        mask: L::Mask,
        found: &mut Option<Answer<L>>,
        (motions, bodies): (&mut [Motion<L>], &[Body]),
    ) {
        if found.is_none() {
            *found = Some(self.turn.answer(self.held, motions, bodies));
        }
        let Some(answer) = found else {
            return;
        };
        let [a, b] = self.turn.bodies;
        let zero = change.like(0.0);
        let counts = mask & zero.lt(answer.rate);
        let size = change / L::select(counts, answer.rate, zero.like(1.0));
        let size = L::select(counts, size, zero);
        motions[a].spin -= answer.turns[0] * size;
        motions[b].spin += answer.turns[1] * size;
        if let Some((levers, push)) = &answer.hold {
            motions[a].push_velocity(&bodies[a], Some(levers[0]), *push * -size);
            motions[b].push_velocity(&bodies[b], Some(levers[1]), *push * size);
        }
    }
}
