//! Ragdolls for skinned models: what each bone is, and the parts that fit the mesh.
//!
//! [`Mapping`] says which bone begins which part, by names and, where those say nothing, by
//! where the bones are; [`fit`] gives each part a frame, a shape and the vertices that it moves.

mod fit;
mod mapping;
mod motion;
mod names;
mod role;
mod shape;
mod topology;

pub use fit::{fit, Figure, FittedPart, FittedVertex, PartShape};
pub use mapping::{Mapping, NoFigure};
pub use motion::{Motion, MotionFrame};
pub use role::{Role, Side, MOST_OF_TAIL, ROLES};
