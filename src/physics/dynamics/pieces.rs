//! How finely a motion is divided that Runge-Kutta of fourth order leads.
//!
//! Its second and third stage are two guesses of the rates in the middle, which differ by
//! `z³ / 4` of a motion that swings by `z` radians meanwhile. What it gains or loses of the
//! energy of such a swing is `z⁶ / 72` of it (Hairer, Nørsett, Wanner, "Solving Ordinary
//! Differential Equations I", section II.1), and it is stable while `z < 2.8`: to keep the
//! first small keeps the second far smaller, and costs nothing.

use super::slots::Spatial;

/// Share of the fastest motion that the guesses may differ by: a piece in which it turns by
/// 0.13 rad passes.
const ALLOWED: f64 = 5e-4;
/// Motions slower than this count as if they were as fast, m/s and rad/s.
const SLOW: [f64; 2] = [0.1, 0.5];

/// What becomes of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is done.
    Passes,
    /// A shorter one is to be tried in its place.
    Shorter,
    /// The shortest is too long: Runge-Kutta cannot follow this.
    Hopeless,
}

/// What is left of a substep.
#[derive(Debug, Clone, Copy)]
pub struct Pieces {
    /// Of one of the shortest, s.
    shortest: f64,
    /// Of the shortest, so many.
    left: u32,
    length: u32,
}

impl Pieces {
    /// A substep of `h` seconds, in one piece as long as nothing is against it, and in so many at
    /// most, a power of two.
    pub fn new(h: f64, most: u32) -> Pieces {
        Pieces {
            shortest: h / f64::from(most),
            left: most,
            length: most,
        }
    }

    /// Whether it is not done yet.
    pub fn are_left(&self) -> bool {
        self.left > 0
    }

    /// Duration of the piece to try, s.
    pub fn seconds(&self) -> f64 {
        self.shortest * f64::from(self.length)
    }

    /// Judges a piece that is so many times what is allowed off.
    pub fn judge(&mut self, misfit: f64) -> Verdict {
        /// How much less twice as short a piece is off.
        const HALVED: f64 = 8.0;
        // A comparison that is false where the piece has left the numbers behind.
        if misfit <= 1.0 {
            self.left -= self.length;
            let is_even = self.left.is_multiple_of(2 * self.length);
            if misfit < 0.5 / HALVED && is_even && self.left > 0 {
                self.length *= 2;
            }
            return Verdict::Passes;
        }
        if self.length == 1 {
            return Verdict::Hopeless;
        }
        let mut misfit = if misfit < 1e6 { misfit } else { 1e6 };
        while misfit > 1.0 && self.length > 1 {
            misfit /= HALVED;
            self.length /= 2;
        }
        Verdict::Shorter
    }
}

/// How far the stages of a piece differ.
#[derive(Debug, Clone, Copy, Default)]
pub struct Misfit {
    /// Of the fastest, squared, m²/s² and rad²/s².
    fastest: [f64; 2],
    /// Of the worst, in the same units.
    worst: [f64; 2],
}

impl Misfit {
    /// Adds something that moves so, and how its velocity changes in the four stages of a piece
    /// of `h` seconds.
    pub fn add(&mut self, moving: Spatial, [first, second, third, last]: [Spatial; 4], h: f64) {
        // Where a motion bends without swinging the guesses agree, but not with the ends.
        let mut bent = first.times(0.25);
        bent += last.times(0.25);
        bent += third.times(-0.5);
        let mut apart = third;
        apart += second.times(-1.0);
        let squares = |of: Spatial| [of.linear.length_squared(), of.angular.length_squared()];
        let (moving, apart, bent) = (squares(moving), squares(apart), squares(bent));
        for k in 0..2 {
            self.fastest[k] = self.fastest[k].max(moving[k]);
            // Maxima forget what is no number.
            let worst = (apart[k] + bent[k]) * h * h;
            self.worst[k] = match worst.is_finite() {
                true => self.worst[k].max(worst),
                false => f64::INFINITY,
            };
        }
    }

    /// How many times more that is than allowed.
    pub fn over_allowed(&self) -> f64 {
        let least = SLOW.map(|slow| slow * slow);
        let share = |k: usize| self.worst[k] / self.fastest[k].max(least[k]);
        share(0).max(share(1)).sqrt() / ALLOWED
    }
}
