//! The instructions that a processor has, for work on one thing after the other.

use fearless_simd::Level;

/// Which instructions a processor has. Kernels that are written for registers give the same
/// bits with all of them.
#[derive(Debug, Clone, Copy)]
pub struct Instructions(Level);

impl Default for Instructions {
    fn default() -> Instructions {
        Instructions(Level::new())
    }
}

impl Instructions {
    /// For `fearless_simd::dispatch`.
    pub fn level(self) -> Level {
        self.0
    }
}
