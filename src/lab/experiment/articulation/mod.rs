//! The ways to hold limbs together beside each other: what relaxation, springs, multipliers
//! and reduced coordinates make of the same scenes.

pub(super) mod course;
mod energy;
mod integrators;
pub(super) mod links;
mod methods;
mod scaling;
mod stiffness;
pub(super) mod way;

pub(super) use energy::Energy;
pub(super) use integrators::Integrators;
pub(super) use methods::Methods;
pub(super) use scaling::Scaling;
pub(super) use stiffness::Stiffness;
