//! What one frame shows, as plain data.
//!
//! World frame: metres, Y up, right-handed; rotations map local to world.
//! Colours are sRGB with straight alpha. Fill a [`DrawList`] anew each frame.

mod floor;
mod mark;
mod solid;

use super::skin::PlacedSkin;
use super::surface::Surface;
use super::theme::Rgba;
pub use floor::{Floor, Ruler};
use macroquad::math::{Quat, Vec3};
pub use mark::{Arrow, Dash, Fan, Layer, Line, Ring, Taper};
pub use solid::{Outline, Paint, Pattern, Profile, Role, Solid, SolidShape};
use std::sync::Arc;

/// Everything one frame shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawList {
    /// Lit bodies.
    pub solids: Vec<Solid>,
    /// Lit triangle meshes.
    pub surfaces: Vec<PlacedSurface>,
    /// Lit meshes on bones.
    pub skins: Vec<PlacedSkin>,
    /// Unlit marks of constant width on the screen.
    pub lines: Vec<Line>,
    /// Unlit patches, drawn below the lines of their layer.
    pub fans: Vec<Fan>,
    /// Text over the stage; painted by [`super::labels::paint_labels`].
    pub labels: Vec<Label>,
    /// The studio floor, if shown.
    pub floor: Option<Floor>,
    /// Centre of the region that casts and receives shadows, m.
    pub shadow_center: Vec3,
    /// Half width of that region, m; 0 or less turns shadows off.
    pub shadow_extent: f32,
    /// Bodies that were not even listed since nothing of them is seen.
    pub left_out: usize,
}

/// A lit triangle mesh with edges, seen from both sides.
#[derive(Clone, Debug)]
pub struct PlacedSurface {
    /// The mesh; stays on the GPU for as long as the same one is listed.
    pub surface: Arc<Surface>,
    /// Where its origin is, m.
    pub position: Vec3,
    /// Local to world; unit.
    pub rotation: Quat,
    /// Colour, opaque.
    pub color: Rgba,
}

impl PartialEq for PlacedSurface {
    /// The same mesh at the same place; meshes are not compared point by point.
    fn eq(&self, other: &PlacedSurface) -> bool {
        Arc::ptr_eq(&self.surface, &other.surface)
            && (self.position, self.rotation) == (other.position, other.rotation)
            && self.color == other.color
    }
}

/// Text at a point of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Anchor, world, m; the text stands just above it.
    pub at: Vec3,
    /// Text.
    pub text: String,
    /// Colour of the text.
    pub color: Rgba,
}

impl DrawList {
    /// Forget the last frame, keeping the memory.
    pub fn clear(&mut self) {
        self.solids.clear();
        self.surfaces.clear();
        self.skins.clear();
        self.lines.clear();
        self.fans.clear();
        self.labels.clear();
        self.floor = None;
        self.left_out = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_keeps_the_shadow_region() {
        let mut list = DrawList {
            shadow_extent: 4.0,
            ..DrawList::default()
        };
        list.flag(Vec3::ZERO, "1 m", [1.0; 4]);
        list.clear();
        assert!(list.lines.is_empty() && list.labels.is_empty());
        assert_eq!(list.shadow_extent, 4.0);
    }
}
