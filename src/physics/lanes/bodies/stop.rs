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

impl<L: Lane> Turn<L> {
    #[inline(always)]
    fn rate(&self, motions: &[Motion<L>]) -> L {
        let [parent, child] = self.bodies;
        self.gradient
            .dot(motions[child].spin - motions[parent].spin)
    }

    /// The same with its room to the nearer bound, which grows with it.
    #[inline(always)]
    fn towards(&self, angle: L, [min, max]: [f64; 2]) -> (Turn<L>, L) {
        let (up, down) = (angle.like(max) - angle, angle - angle.like(min));
        let upper = up.lt(down);
        let turn = Turn {
            gradient: Vector::select(upper, -self.gradient, self.gradient),
            ..*self
        };
        (turn, L::select(upper, up, down))
    }

    /// Slows what would pass a bound within `h` seconds, while a point is held, and tells where it
    /// would. `least` is the share of the rate of rest from which it does.
    #[inline(always)]
    pub fn arrest(
        &self,
        (angle, range): (L, [f64; 2]),
        (h, least): (f64, f64),
        held: Option<[[f64; 3]; 2]>,
        (motions, bodies): (&mut [Motion<L>], &[Body]),
    ) -> L::Mask {
        let (turn, room) = self.towards(angle, range);
        let rate = turn.rate(motions);
        let zero = rate.like(0.0);
        let fast = rate.lt(zero.like(-RESTING_RAD_S * least));
        let passes = fast & (room + rate * h).lt(zero);
        if L::any(passes) {
            // What would arrive as slowly as what rests is as good as there.
            let arriving = room.max(zero) * (-1.0 / h);
            let arrives = arriving.lt(zero.like(-RESTING_RAD_S));
            let missing = L::select(arrives, arriving, zero) - rate;
            turn.push(missing, passes, held, (motions, bodies));
        }
        passes
    }

    /// Takes away its rate, as passes over stops need it.
    #[inline(always)]
    pub fn settle(&self, factor: f64, moving: (&mut [Motion<L>], &[Body])) {
        let rate = self.rate(moving.0);
        let zero = rate.like(0.0);
        self.push(rate * -factor, zero.le(zero), None, moving);
    }

    /// Changes its rate where a mask says, rad/s, while a point is held.
    #[inline(always)]
    fn push(
        &self,
        change: L,
        mask: L::Mask,
        held: Option<[[f64; 3]; 2]>,
        (motions, bodies): (&mut [Motion<L>], &[Body]),
    ) {
        let [a, b] = self.bodies;
        let turns = self
            .bodies
            .map(|i| motions[i].inverse_inertia_times(&bodies[i], self.gradient));
        let free = self.gradient.dot(turns[0] + turns[1]);
        let hold = held.map(|arms| {
            let levers = [lever(&motions[a], arms[0]), lever(&motions[b], arms[1])];
            let parted = -turns[0].cross(levers[0]) - turns[1].cross(levers[1]);
            let matrix = inverse_mass_of(&motions[a], &bodies[a], levers[0])
                + inverse_mass_of(&motions[b], &bodies[b], levers[1]);
            let push = matrix.solve(parted);
            (levers, push, parted.dot(push))
        });
        let answer = match hold {
            Some((_, _, taken)) => free - taken,
            None => free,
        };
        let zero = free.like(0.0);
        let counts = mask & zero.lt(answer);
        let size = change / L::select(counts, answer, zero.like(1.0));
        let mut after = [motions[a], motions[b]];
        after[0].spin -= turns[0] * size;
        after[1].spin += turns[1] * size;
        if let Some((levers, push, _)) = hold {
            after[0].push_velocity(&bodies[a], Some(levers[0]), push * -size);
            after[1].push_velocity(&bodies[b], Some(levers[1]), push * size);
        }
        for (body, after) in [a, b].into_iter().zip(after) {
            motions[body].take_velocities_where(counts, [after.velocity, after.spin]);
        }
    }
}
