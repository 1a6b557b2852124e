//! What a body is made from: the parts of a ragdoll at its start pose.

use glam::{DQuat, DVec3};

use crate::physics::convex::Convex;

/// A part of a ragdoll at its start pose, in the frame of the figure: facing +z, left = +x,
/// up = +y.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its name; `l_` and `r_` tell the sides.
    pub name: &'static str,
    /// Index of the part that it hangs on, which comes before it; none for the root.
    pub parent: Option<usize>,
    /// Where it hangs on its parent, m; of the root its own place.
    pub joint: DVec3,
    /// Its place, m.
    pub position: DVec3,
    /// How it is turned, part to figure.
    pub orientation: DQuat,
    /// Its shape, in its own frame.
    pub shape: Convex,
}

impl Part {
    /// Its name without its side.
    pub(super) fn kind(&self) -> &'static str {
        let bare = self.name.strip_prefix("l_");
        bare.or(self.name.strip_prefix("r_")).unwrap_or(self.name)
    }
}
