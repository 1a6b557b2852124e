//! Shared by the tests.
#![allow(dead_code)]

pub mod hostile;
pub mod rigs;
pub mod time;
pub mod window;
