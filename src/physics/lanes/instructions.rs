//! The instructions that a processor has, for work on one thing after the other.

use fearless_simd::Level;
#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;

/// Which instructions a processor has.
#[derive(Debug, Clone, Copy)]
pub struct Instructions(#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] Level);

impl Default for Instructions {
    fn default() -> Instructions {
        Instructions(Level::new())
    }
}

impl Instructions {
    /// Does work that is inlined here with the widest registers there are, to the same bits:
    /// the compiler never changes the order of sums.
    #[cfg(target_arch = "x86_64")]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        match self.0 {
            Level::Avx512(token) => token.vectorize(work),
            Level::Avx2(token) => token.vectorize(work),
            _ => work(),
        }
    }

    /// Does work as it is.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}
