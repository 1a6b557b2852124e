//! Solutions that the simulation has no part in: equations of motion, integrated to the last
//! digits, and closed forms.

pub(super) mod bar;
pub(super) mod catenary;
mod extrapolation;
pub(super) mod impact;
pub(super) mod pendulum;
pub(super) mod rods;
pub(super) mod top;

#[cfg(test)]
mod tests;
