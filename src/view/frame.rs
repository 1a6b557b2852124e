//! Where a frame is drawn, and how much work it may take.

use super::targets::Rasteriser;
use super::theme::{Place, Theme};
use macroquad::miniquad::{window, RenderingBackend};

/// How much work a frame may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Coarse soft shadow, no mirror in the floor, no multisampling.
    Low,
    /// Soft shadow; 4x multisampling on a graphics card.
    #[default]
    Medium,
    /// Smooth soft shadow, 4x multisampling.
    High,
}

impl Quality {
    /// Width of the shadow map, texels.
    pub(super) fn shadow_size(self) -> u32 {
        match self {
            Quality::Low => 512,
            Quality::Medium => 768,
            Quality::High => 1280,
        }
    }

    /// What is of this quality in a list from low to high.
    pub(super) fn pick<T>(self, [low, medium, high]: [T; 3]) -> T {
        match self {
            Quality::Low => low,
            Quality::Medium => medium,
            Quality::High => high,
        }
    }

    /// Distance between taps, texels; bilinear taps blur without steps to 2.
    pub(super) fn tap_spacing(self) -> f32 {
        1.8
    }

    /// Samples per pixel. Four cost a software rasteriser 20 ms a frame, so
    /// there only the high quality takes them.
    pub(super) fn samples(self, rasteriser: Rasteriser) -> i32 {
        match (self, rasteriser) {
            (Quality::Low, _) | (Quality::Medium, Rasteriser::Software) => 1,
            (Quality::Medium | Quality::High, _) => 4,
        }
    }
}

/// Part of the window to draw into, px from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl Viewport {
    /// Confine drawing to this part of the window; GL counts from below.
    pub(super) fn apply(self, ctx: &mut dyn RenderingBackend) {
        let window_height = window::screen_size().1 as i32;
        let y = window_height - self.y - self.height;
        ctx.apply_viewport(self.x, y, self.width, self.height);
        ctx.apply_scissor_rect(self.x, y, self.width, self.height);
    }
}

/// Where and how to draw a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Part of the window.
    pub viewport: Viewport,
    /// Dress of the stage.
    pub theme: Theme,
    /// Where the scene is seen.
    pub place: Place,
    /// Work allowed.
    pub quality: Quality,
    /// Share of the resolution of the viewport in which the stage is drawn, above 0 to 1.
    pub sharpness: f32,
    /// Whether skins lie where their bones would move them on the average (linear blend, which
    /// loses girth where limbs twist), and not as dual quaternions move them.
    pub linear_skins: bool,
}

impl Frame {
    /// Width and height in which the stage is drawn, px.
    pub(super) fn stage_size(&self) -> (u32, u32) {
        let size = |px: i32| (px.max(1) as f32 * self.sharpness).ceil().max(1.0) as u32;
        (size(self.viewport.width), size(self.viewport.height))
    }
}
