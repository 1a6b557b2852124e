//! Who does work on many ragdolls: with lanes of which type, and on which threads.

use super::lane::{Double, Lane, Numbers, Single, MOST_LANES};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::wide::Wide;
use fearless_simd::Level;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use fearless_simd::{f32x16, f64x8, Simd};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// How many ragdolls a processor steps at once; the result is the same to the bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lanes {
    /// One after the other.
    One,
    /// Sixteen side by side in single precision and eight in double, on processors that
    /// can, and two such groups in turns where registers are wide enough.
    Sixteen,
}

impl Lanes {
    /// How many there are in single precision.
    pub fn count(self) -> usize {
        match self {
            Lanes::One => 1,
            Lanes::Sixteen => 16,
        }
    }
}

/// A pool of so many threads, for [`World::set_threads`](crate::physics::World::set_threads)
/// or for whole runs; none if one is enough, or if the system gives no more.
pub fn threads(count: usize) -> Option<Arc<ThreadPool>> {
    let pool = ThreadPoolBuilder::new().num_threads(count);
    (count > 1)
        .then(|| pool.build().ok())
        .flatten()
        .map(Arc::new)
}

/// Ragdolls a thread takes at least: what makes up for waking it.
const LEAST_SHARE: usize = 64;

/// Something that is done to each of many ragdolls.
pub trait Work: Sized + Send {
    /// In which precision it is done.
    const NUMBERS: Numbers;

    /// How many ragdolls.
    fn count(&self) -> usize;

    /// The work on the first so many, and that on the others.
    fn split(self, at: usize) -> (Self, Self);

    /// Does it, with as many ragdolls side by side as there are lanes.
    fn run<L: Lane>(self, token: L::Token);
}

/// How work is done.
#[derive(Debug, Clone, Copy)]
pub struct Runner {
    /// Whether ragdolls are done side by side.
    pub lanes: Lanes,
    level: Level,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner {
            lanes: Lanes::Sixteen,
            level: Level::new(),
        }
    }
}

impl Runner {
    /// Halves work until it is small, and lets idle threads take halves.
    pub fn split<W: Work>(self, work: W) {
        let half = work.count() / 2 / MOST_LANES * MOST_LANES;
        if half < LEAST_SHARE {
            return self.run(work);
        }
        let (now, later) = work.split(half);
        rayon::join(|| self.split(now), || self.split(later));
    }

    /// Does work with the instructions that the processor has.
    #[cfg(target_arch = "x86_64")]
    pub fn run<W: Work>(self, work: W) {
        match (self.lanes, self.level) {
            (Lanes::Sixteen, Level::Avx512(token)) if work.count() > 1 => match W::NUMBERS {
                Numbers::Single => in_turns::<Wide<f32x16<_>>, _, _>(token, work),
                Numbers::Double => wide::<Wide<f64x8<_>>, _, _>(token, work),
            },
            (Lanes::Sixteen, Level::Avx2(token)) if work.count() > 1 => run_wide(token, work),
            _ => run_one_by_one(work),
        }
    }

    /// Does work with the instructions that the processor has.
    #[cfg(target_arch = "aarch64")]
    pub fn run<W: Work>(self, work: W) {
        match (self.lanes, self.level) {
            (Lanes::Sixteen, Level::Neon(token)) if work.count() > 1 => run_wide(token, work),
            _ => run_one_by_one(work),
        }
    }

    /// Does work with the instructions that the processor has.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub fn run<W: Work>(self, work: W) {
        run_one_by_one(work);
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn run_wide<W: Work, S: Simd>(token: S, work: W) {
    match W::NUMBERS {
        Numbers::Single => wide::<Wide<f32x16<_>>, _, _>(token, work),
        Numbers::Double => wide::<Wide<f64x8<_>>, _, _>(token, work),
    }
}

fn run_one_by_one<W: Work>(work: W) {
    match W::NUMBERS {
        Numbers::Single => work.run::<Single>(()),
        Numbers::Double => work.run::<Double>(()),
    }
}

/// Does work with the instructions that the token stands for.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn wide<L: Lane<Token = S>, S: Simd, W: Work>(token: S, work: W) {
    token.vectorize(
        #[inline(always)]
        || work.run::<L>(token),
    );
}

/// Does work with two groups of lanes in turns, but what one group is enough for. A debug
/// build, which waits for its compiler more than for its registers, takes one group.
#[cfg(target_arch = "x86_64")]
fn in_turns<L: Lane<Token = S>, S: Simd, W: Work>(token: S, work: W) {
    #[cfg(debug_assertions)]
    wide::<L, _, _>(token, work);
    #[cfg(not(debug_assertions))]
    {
        let rest = work.count() % (2 * L::COUNT);
        let few = if rest <= L::COUNT { rest } else { 0 };
        let most = work.count() - few;
        let (many, few) = work.split(most);
        if many.count() > 0 {
            wide::<super::pair::Pair<L>, _, _>(token, many);
        }
        if few.count() > 0 {
            wide::<L, _, _>(token, few);
        }
    }
}
