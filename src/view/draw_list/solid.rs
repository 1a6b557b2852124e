//! Lit bodies: their shape, colour and marks.

use crate::view::theme::Rgba;
use macroquad::math::{Quat, Vec3};

/// One lit body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Shape in local coordinates.
    pub shape: SolidShape,
    /// Centre, m.
    pub position: Vec3,
    /// Local to world; unit.
    pub rotation: Quat,
    /// Colour and marks.
    pub paint: Paint,
    /// Outline of constant width on the screen (selection, ghosts).
    pub outline: Option<Outline>,
    /// What it may hide.
    pub role: Role,
}

/// What a body stands for, and so what it may hide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Part of the scene that does not move; hides what is behind it.
    Scenery,
    /// What moves; hides what is behind it.
    #[default]
    Thing,
    /// Where a thing is in another run: hidden by scenery that is before it and by
    /// every thing it overlaps in the picture, even one that is behind it.
    Ghost,
    /// Part of what a skin covers: nothing of it is seen but its shade on the floor.
    Covered,
}

/// Shape of a body, centred on its origin. Sizes in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolidShape {
    /// Ball.
    Sphere {
        /// Radius.
        radius: f32,
    },
    /// Round-ended limb along local Y.
    Capsule {
        /// Half the distance between the centres of the ends.
        half_length: f32,
        /// Radius.
        radius: f32,
    },
    /// Capsule along local Y whose girth varies within its radius.
    Limb {
        /// Half the distance between the centres of the ends of the capsule.
        half_length: f32,
        /// Radius of the capsule.
        radius: f32,
        /// How the girth runs.
        profile: Profile,
    },
    /// Flat-ended limb along local Y.
    Cylinder {
        /// Half the height.
        half_length: f32,
        /// Radius.
        radius: f32,
    },
    /// Flat-ended limb along local Y with round edges.
    RoundedCylinder {
        /// Half the height, rounding included.
        half_length: f32,
        /// Radius, rounding included.
        radius: f32,
        /// Radius of the edges.
        edge: f32,
    },
    /// Box.
    Cuboid {
        /// Half the sides along the local axes.
        half_extents: Vec3,
    },
    /// Box with round edges and corners.
    RoundedBox {
        /// Half the sides of the box without its rounding.
        core: Vec3,
        /// Radius round the core.
        radius: f32,
    },
    /// Ramp that rises along local +Z over its whole base.
    Wedge {
        /// Half the sides along the local axes.
        half_extents: Vec3,
    },
}

/// Girth along a limb as shares of its radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// At the end at +Y.
    pub top: f32,
    /// At the end at -Y.
    pub bottom: f32,
    /// Added in the middle.
    pub bulge: f32,
}

/// Colour and marks of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// Base colour; alpha below 1 draws a ghost.
    pub color: Rgba,
    /// Marks drawn by the shader.
    pub pattern: Pattern,
}

/// Marks that make spin and edges visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// None.
    #[default]
    Plain,
    /// Black-and-white quadrant marks of crash tests: at four sides of a
    /// sphere, at the ends of a cylinder, and one on the side of a limb.
    CrashMark,
    /// One white band round a sphere's local equator, with a gap.
    Band,
    /// Face of a dummy at +Z: a dark visor, with quadrant marks on the other sides.
    Head,
    /// Slightly lighter edges.
    Edged,
    /// Lines each 0.1 m and 1 m along local X and Z, melting as the floor does.
    Lined,
}

/// Outline of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// Colour.
    pub color: Rgba,
    /// Width on the screen, px.
    pub width_px: f32,
}

impl Solid {
    /// Thing without an outline.
    pub fn new(shape: SolidShape, position: Vec3, rotation: Quat, paint: Paint) -> Self {
        Self {
            shape,
            position,
            rotation,
            paint,
            outline: None,
            role: Role::Thing,
        }
    }
}

impl SolidShape {
    /// Distance from the centre within which the body is, m.
    pub fn reach(self) -> f32 {
        /// A limb may bulge this much beyond its capsule.
        const BULGE: f32 = 1.05;
        match self {
            SolidShape::Sphere { radius } => radius,
            SolidShape::Capsule {
                half_length,
                radius,
            } => half_length + radius,
            SolidShape::Limb {
                half_length,
                radius,
                ..
            } => half_length + BULGE * radius,
            SolidShape::Cylinder {
                half_length,
                radius,
            }
            | SolidShape::RoundedCylinder {
                half_length,
                radius,
                ..
            } => half_length.hypot(radius),
            SolidShape::Cuboid { half_extents } | SolidShape::Wedge { half_extents } => {
                half_extents.length()
            }
            SolidShape::RoundedBox { core, radius } => core.length() + radius,
        }
    }

    /// Radius of what is round of the body, m; nothing if it is angular.
    pub fn round_radius(self) -> Option<f32> {
        match self {
            SolidShape::Sphere { radius }
            | SolidShape::Capsule { radius, .. }
            | SolidShape::Limb { radius, .. }
            | SolidShape::Cylinder { radius, .. }
            | SolidShape::RoundedCylinder { radius, .. }
            | SolidShape::RoundedBox { radius, .. } => Some(radius),
            SolidShape::Cuboid { .. } | SolidShape::Wedge { .. } => None,
        }
    }
}

impl Paint {
    /// Colour with a pattern.
    pub const fn new(color: Rgba, pattern: Pattern) -> Self {
        Self { color, pattern }
    }
}
