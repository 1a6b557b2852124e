//! Figures of particles and sticks, several at a time (Jakobsen, "Advanced Character
//! Physics").

mod figure;
mod motion;
mod stick;

pub use figure::StickFigure;
