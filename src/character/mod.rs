//! Characters: a smooth body on the bones of a ragdoll.
//!
//! A [`skin::Skin`] is a closed mesh whose vertices follow the parts of a ragdoll by weights;
//! [`skinning`] moves it with them, and [`generate()`] makes one from the parts alone, so that
//! it fits every figure of parts and joints. Pure data and mathematics: nothing here knows a
//! window, a file or a clock.
//!
//! Sources: Gästrin, "Physically based character simulation", on skins over simulated
//! skeletons; Jakobsen, "Advanced character physics", section 6; Kavan, Collins, Žára and
//! O'Sullivan, "Skinning with dual quaternions" (2007).

pub mod clip;
pub mod generate;
pub mod rig;
pub mod simplify;
pub mod skin;
pub mod skinning;
pub mod sticks;

pub use generate::generate;
pub use skin::{Bone, Dress, Mesh, Outfit, Skin, Vertex};
