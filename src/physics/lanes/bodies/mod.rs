//! Rigid ragdolls, several at a time (Baltman & Radeztsky).

mod figure;
mod limit;
mod motion;
mod pin;
mod rotation;

pub use figure::RigidFigure;
pub use rotation::Polynomials;
