//! What one frame shows, as plain data.
//!
//! World frame: metres, Y up, right-handed; rotations map local to world.
//! Colours are sRGB with straight alpha. Fill a [`DrawList`] anew each frame.

use super::surface::Surface;
use super::theme::Rgba;
use macroquad::math::{Quat, Vec3};
use std::sync::Arc;

/// Everything one frame shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawList {
    /// Lit bodies.
    pub solids: Vec<Solid>,
    /// Lit triangle meshes.
    pub surfaces: Vec<PlacedSurface>,
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

/// Whether bodies hide a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layer {
    /// Hidden behind bodies, as a thing on the stage is.
    #[default]
    InScene,
    /// Always visible.
    OnTop,
}

/// Dashes of a line, metres along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dash {
    /// Length of a dash, m.
    pub on_m: f32,
    /// Length of a gap, m.
    pub off_m: f32,
}

/// Polyline of constant width on the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Corners, world, m.
    pub points: Vec<Vec3>,
    /// Colour.
    pub color: Rgba,
    /// Opacity at each point, multiplied into the colour; missing ones are 1.
    pub fade: Vec<f32>,
    /// Width, px.
    pub width_px: f32,
    /// Dashes; solid if `None`.
    pub dash: Option<Dash>,
    /// Whether bodies hide it.
    pub layer: Layer,
    /// Width at the last point relative to the first; 0 makes a tip.
    pub taper: Taper,
}

/// How the width of a line runs from its first to its last point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taper {
    /// Constant.
    #[default]
    None,
    /// To nothing: the head of an arrow.
    ToPoint,
}

/// Unlit patch of triangles from a hub to a rim.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fan {
    /// Corner of all triangles, world, m.
    pub hub: Vec3,
    /// The other corners in turn, m.
    pub rim: Vec<Vec3>,
    /// Colour.
    pub color: Rgba,
    /// Whether bodies hide it.
    pub layer: Layer,
}

/// Straight arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Foot, world, m.
    pub from: Vec3,
    /// Tip, world, m.
    pub to: Vec3,
    /// Colour.
    pub color: Rgba,
    /// Width of the shaft, px; the head is four times as wide.
    pub width_px: f32,
    /// Whether bodies hide it.
    pub layer: Layer,
}

/// Circle, for example around the foot of a contact normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Centre, world, m.
    pub center: Vec3,
    /// Normal of its plane; unit.
    pub normal: Vec3,
    /// Radius, m.
    pub radius: f32,
    /// Colour.
    pub color: Rgba,
    /// Width of the stroke, px.
    pub width_px: f32,
    /// Whether bodies hide it.
    pub layer: Layer,
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

/// Flat floor at a height, lined each 0.1 m and 1 m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// World y, m.
    pub height: f32,
    /// Colour between the lines, opaque; none is that of the stage.
    pub color: Option<Rgba>,
    /// Metre rule along a shot, if one is measured.
    pub ruler: Option<Ruler>,
}

/// Metre rule on the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruler {
    /// Zero of the rule, on the floor, m.
    pub origin: Vec3,
    /// Unit vector along the rule, level.
    pub direction: Vec3,
    /// Length, m.
    pub length_m: f32,
}

impl Solid {
    /// Body without an outline.
    pub fn new(shape: SolidShape, position: Vec3, rotation: Quat, paint: Paint) -> Self {
        Self {
            shape,
            position,
            rotation,
            paint,
            outline: None,
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

impl Line {
    /// Solid line in the scene. `points` in m, `width_px` in px.
    pub fn new(points: Vec<Vec3>, color: Rgba, width_px: f32) -> Self {
        Self {
            points,
            color,
            width_px,
            ..Self::default()
        }
    }
}

impl DrawList {
    /// Forget the last frame, keeping the memory.
    pub fn clear(&mut self) {
        self.solids.clear();
        self.surfaces.clear();
        self.lines.clear();
        self.fans.clear();
        self.labels.clear();
        self.floor = None;
        self.left_out = 0;
    }

    /// Add an arrow; nothing if it is shorter than a micrometre.
    pub fn arrow(&mut self, arrow: Arrow) {
        /// Head: share of the length, and width over the shaft's.
        const HEAD: (f32, f32) = (0.25, 4.0);
        let span = arrow.to - arrow.from;
        if span.length() < 1e-6 {
            return;
        }
        let neck = arrow.to - span * HEAD.0;
        let shaft = Line::new(vec![arrow.from, neck], arrow.color, arrow.width_px);
        let tip = Line::new(vec![neck, arrow.to], arrow.color, arrow.width_px * HEAD.1);
        self.lines.push(Line {
            layer: arrow.layer,
            ..shaft
        });
        self.lines.push(Line {
            layer: arrow.layer,
            taper: Taper::ToPoint,
            ..tip
        });
    }

    /// Add a ring.
    pub fn ring(&mut self, ring: Ring) {
        const SIDES: usize = 40;
        let (u, v) = ring.normal.any_orthonormal_pair();
        let points = (0..=SIDES).map(|i| {
            let (sin, cos) = (i as f32 / SIDES as f32 * std::f32::consts::TAU).sin_cos();
            ring.center + (u * cos + v * sin) * ring.radius
        });
        let line = Line::new(points.collect(), ring.color, ring.width_px);
        self.lines.push(Line {
            layer: ring.layer,
            ..line
        });
    }

    /// Plant a flag with a number at `foot`, m: a travelled distance.
    pub fn flag(&mut self, foot: Vec3, text: impl Into<String>, color: Rgba) {
        /// Height of the pole, and drop and length of the cloth, m.
        const POLE: f32 = 0.55;
        const CLOTH: (f32, f32) = (0.07, 0.2);
        let top = foot + Vec3::Y * POLE;
        self.lines.push(Line::new(vec![foot, top], color, 2.0));
        let hoist = top - Vec3::Y * CLOTH.0;
        let fly = hoist + Vec3::X * CLOTH.1;
        self.lines.push(Line {
            taper: Taper::ToPoint,
            ..Line::new(vec![hoist, fly], color, 14.0)
        });
        self.labels.push(Label {
            at: top,
            text: text.into(),
            color,
        });
    }

    /// Lay a metre rule on the floor: base, ticks each 0.1 m and 1 m, numbers.
    ///
    /// Does nothing without a floor that has a ruler.
    pub fn lay_ruler(&mut self, color: Rgba) {
        let Some(ruler) = self.floor.and_then(|floor| floor.ruler) else {
            return;
        };
        /// Above the floor so that both do not fight for depth, m.
        const LIFT: f32 = 0.002;
        let length = ruler.length_m.clamp(0.0, 100.0);
        let side = Vec3::Y.cross(ruler.direction).normalize_or_zero();
        let at = |m: f32| ruler.origin + ruler.direction * m + Vec3::Y * LIFT;
        self.lines
            .push(Line::new(vec![at(0.0), at(length)], color, 2.0));
        for tick in 0..=(length * 10.0) as usize {
            let is_metre = tick % 10 == 0;
            let (reach, width) = if is_metre { (0.14, 2.0) } else { (0.05, 1.0) };
            let foot = at(tick as f32 * 0.1);
            self.lines
                .push(Line::new(vec![foot, foot + side * reach], color, width));
            if is_metre && tick > 0 {
                self.labels.push(Label {
                    at: foot + side * 0.26,
                    text: format!("{} m", tick / 10),
                    color,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Rgba = [1.0; 4];

    #[test]
    fn arrow_is_a_shaft_and_a_tapered_head_that_ends_at_the_tip() {
        let mut list = DrawList::default();
        list.arrow(Arrow {
            from: Vec3::ZERO,
            to: Vec3::X,
            color: INK,
            width_px: 2.0,
            layer: Layer::OnTop,
        });
        assert_eq!(list.lines.len(), 2);
        assert_eq!(list.lines[1].taper, Taper::ToPoint);
        assert_eq!(list.lines[1].points[1], Vec3::X);
    }

    #[test]
    fn ring_closes_at_its_radius() {
        let mut list = DrawList::default();
        list.ring(Ring {
            center: Vec3::Y,
            normal: Vec3::Y,
            radius: 0.5,
            color: INK,
            width_px: 1.0,
            layer: Layer::InScene,
        });
        let points = &list.lines[0].points;
        let last = points[points.len() - 1];
        assert!((points[0] - last).length() < 1e-5);
        assert!(points
            .iter()
            .all(|p| ((*p - Vec3::Y).length() - 0.5).abs() < 1e-5));
    }

    #[test]
    fn ruler_numbers_each_full_metre() {
        let mut list = DrawList {
            floor: Some(Floor {
                height: 0.0,
                color: None,
                ruler: Some(Ruler {
                    origin: Vec3::ZERO,
                    direction: Vec3::X,
                    length_m: 4.21,
                }),
            }),
            ..DrawList::default()
        };
        list.lay_ruler(INK);
        let texts: Vec<_> = list.labels.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts, ["1 m", "2 m", "3 m", "4 m"]);
    }

    #[test]
    fn clear_keeps_the_shadow_region() {
        let mut list = DrawList {
            shadow_extent: 4.0,
            ..DrawList::default()
        };
        list.flag(Vec3::ZERO, "1 m", INK);
        list.clear();
        assert!(list.lines.is_empty() && list.labels.is_empty());
        assert_eq!(list.shadow_extent, 4.0);
    }
}
