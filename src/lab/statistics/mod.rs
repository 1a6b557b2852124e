//! What chance has a part in: quartiles, rank tests, shifts with their intervals, and many tests
//! at once.

mod holm;
mod quartiles;
mod rank;
mod shift;
mod smirnov;

pub use holm::holm;
pub use quartiles::Quartiles;
pub use rank::{rank_test, RankTest};
pub use shift::{shift, Shift};
pub use smirnov::{smirnov_test, SmirnovTest};
