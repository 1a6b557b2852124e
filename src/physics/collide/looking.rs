//! Looking at many things, each thread at some neighbours.

use crate::physics::interrupt::Interrupt;
use rayon::prelude::*;

/// Things that are looked at between two looks at whether the step is to end.
const BETWEEN_LOOKS: usize = 32;

/// What is found, in order.
pub(super) trait Finds: Default + Send {
    /// Adds what was found later, and leaves nothing of it there.
    fn append(&mut self, later: &mut Self);
}

impl Finds for Vec<(usize, usize)> {
    fn append(&mut self, later: &mut Self) {
        Vec::append(self, later);
    }
}

/// How many look, and what makes up for waking one.
#[derive(Clone, Copy)]
pub(super) struct Lookers<'a> {
    /// Threads of the pool in which the call is made.
    pub threads: usize,
    /// Things that one looks at, at least.
    pub least: usize,
    /// Ends their looking.
    pub interrupt: &'a Interrupt,
}

/// Looks at the things from 0 to `count` and adds what is found in their order.
/// `scratch` is memory for the finds of the other threads.
pub(super) fn look_at<F: Finds>(
    count: usize,
    lookers: Lookers<'_>,
    scratch: &mut Vec<F>,
    finds: &mut F,
    look: impl Fn(usize, &mut F) + Sync,
) {
    let share = count.div_ceil(lookers.threads).max(lookers.least);
    let look_from = |first: usize, finds: &mut F| {
        let last = (first + share).min(count);
        let ended =
            |place: &usize| place.is_multiple_of(BETWEEN_LOOKS) && lookers.interrupt.is_due();
        let places = (first..last).take_while(|place| !ended(place));
        places.for_each(|place| look(place, finds));
    };
    if count <= share {
        return look_from(0, finds);
    }
    let others = count.div_ceil(share) - 1;
    if scratch.len() < others {
        scratch.resize_with(others, F::default);
    }
    let scratch = &mut scratch[..others];
    rayon::join(
        || look_from(0, finds),
        || {
            let others = scratch.par_iter_mut().enumerate();
            others.for_each(|(place, later)| look_from((place + 1) * share, later));
        },
    );
    for later in scratch {
        finds.append(later);
    }
}
