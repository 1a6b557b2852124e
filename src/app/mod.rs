//! The desktop application: window, input and panels.

pub mod action;
mod aim;
pub mod glue;
mod session;
