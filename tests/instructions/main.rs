//! What the program does, counted in instructions: the same on a busy machine as on a quiet
//! one. `tests/run.sh --long` runs this as its own stage.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod counter;
mod fixed_work;
mod imports;
#[path = "../common/rigs.rs"]
#[allow(dead_code)]
mod rigs;
