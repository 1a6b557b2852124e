//! The whole step of some ragdolls of a figure, as work that threads can share.

use super::block::{Block, Outcome};
use super::figure::{Figure, MOST_MOVERS};
use super::lane::{Cell, Lane, Numbers, MOST_LANES, ROW};
use super::runner::Work;
use super::scenery::Scenery;
use crate::physics::interrupt::Interrupt;
use std::marker::PhantomData;

/// Some ragdolls of a figure, and the bodies or particles among which theirs are; they are
/// stepped in numbers of a type.
pub(super) struct Share<'a, F: Figure, C: Cell> {
    pub figure: &'a F,
    pub scenery: &'a Scenery,
    pub interrupt: &'a Interrupt,
    pub firsts: &'a [usize],
    pub outcomes: &'a mut [Outcome],
    pub before: &'a [F::State],
    pub after: &'a mut [F::State],
    /// Place of the first of `after` among all of them.
    pub offset: usize,
    pub numbers: PhantomData<C>,
}

impl<F: Figure, C: Cell> Work for Share<'_, F, C> {
    const NUMBERS: Numbers = C::NUMBERS;

    fn count(&self) -> usize {
        self.firsts.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        let cut = match self.firsts.get(at) {
            Some(first) => first - self.offset,
            None => self.after.len(),
        };
        let (firsts, later_firsts) = self.firsts.split_at(at);
        let (outcomes, later_outcomes) = self.outcomes.split_at_mut(at);
        let (after, later_after) = self.after.split_at_mut(cut);
        let offset = self.offset;
        let later = Share {
            firsts: later_firsts,
            outcomes: later_outcomes,
            after: later_after,
            offset: offset + cut,
            ..self
        };
        let now = Share {
            firsts,
            outcomes,
            after,
            offset,
            ..later
        };
        (now, later)
    }

    #[inline(always)]
    fn run<L: Lane>(self, token: L::Token) {
        let mut rows = [[[L::Cell::default(); ROW]; MOST_LANES]; MOST_MOVERS];
        let blocks = self.firsts.chunks(L::COUNT);
        for (firsts, outcomes) in blocks.zip(self.outcomes.chunks_mut(L::COUNT)) {
            Block {
                figure: self.figure,
                scenery: self.scenery,
                interrupt: self.interrupt,
                firsts,
                offset: self.offset,
                before: self.before,
                after: &mut *self.after,
                outcomes,
                rows: &mut rows,
            }
            .step::<L>(token);
        }
    }
}
