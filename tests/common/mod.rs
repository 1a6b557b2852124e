//! Shared by the tests.
#![allow(dead_code)]

pub mod hostile;
