//! Rigid ragdolls, several at a time (Baltman & Radeztsky).

mod answer;
mod figure;
mod joint;
mod limit;
mod motion;
mod pin;
mod rotation;
mod rows;
mod stop;
mod turns;

pub use figure::RigidFigure;
pub use rotation::Polynomials;
