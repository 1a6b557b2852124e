//! The desktop application: window, input and panels.

pub mod glue;
