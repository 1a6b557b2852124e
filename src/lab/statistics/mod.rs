//! What chance has a part in: quartiles, rank tests, and many tests at once.

mod holm;
mod quartiles;
mod rank;
mod smirnov;

pub use holm::holm;
pub use quartiles::Quartiles;
pub use rank::{rank_test, RankTest};
pub use smirnov::{smirnov_test, SmirnovTest};
