//! Two joints whose coordinates follow each other: gears, a rack and its pinion, a lever.
//!
//! `C = q_b − r q_a − c`, with the ratio `r` and what `c` was at the start. Turns are known up
//! to whole ones, so `C` is known up to a period: of two turns at the ratio of the whole
//! numbers `m / n` without common divisor `2π / n`, of a turn that moves a way what a whole one
//! moves it. The nearest is meant, so that gears that are forced apart by half a period skip.

use super::coupled::{Coupled, Half};
use super::{BodiesMut, ConstraintRow, ConstraintRows, Sense};
use crate::physics::attach::{Attachment, Level};
use crate::physics::coordinate::Coordinate;
use crate::physics::model::Settings;
use crate::physics::state::State;

/// Lets the coordinate of one joint follow that of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Gear {
    /// The one.
    pub first: Coordinate,
    /// The other.
    pub second: Coordinate,
    /// What the other does for each rad or m of the one.
    pub ratio: f64,
    /// What the other is where the one is 0, rad or m.
    pub offset: f64,
    /// Up to which multiples the error is known, rad or m; none where it is known.
    pub period: Option<f64>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Gear {
    /// By how much the other is ahead, rad or m.
    pub fn error(&self, state: &State) -> f64 {
        let [first, second] = [self.first, self.second].map(|q| q.value(state));
        let error = second - self.ratio * first - self.offset;
        match self.period {
            Some(period) => error - period * (error / period).round(),
            None => error,
        }
    }
}

impl ConstraintRows for Gear {
    fn attachments(&self) -> [Attachment; 2] {
        [self.first.mover(), self.second.mover()]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        let [first, second] = [&mut self.first, &mut self.second];
        first
            .bodies_mut()
            .into_iter()
            .chain(second.bodies_mut())
            .collect()
    }

    fn row_count(&self) -> usize {
        1
    }

    fn row(&self, _: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        let half = |q: &Coordinate, factor| Half::of(&q.row(state, 0.0), factor);
        let first = half(&self.first, -self.ratio)?;
        let second = half(&self.second, 1.0)?;
        Some(ConstraintRow::Coupled(Coupled {
            halves: [first, second],
            error: self.error(state),
            bending: 0.0,
            sense: Sense::Equality,
            is_angle: self.second.is_angle(),
        }))
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
