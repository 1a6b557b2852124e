//! Draw list to instance data: what the vertex shaders read.

use super::draw_list::{
    Fan, Layer, Line, Pattern, PlacedSurface, Profile, Solid, SolidShape, Taper,
};
use super::theme::Rgba;
use macroquad::math::{Quat, Vec3};

/// One body as the shaders read it: five vec4, 80 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodyInstance {
    /// Centre, m; w: pattern code.
    pub position: [f32; 4],
    /// Quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Half extents of the core box, m; w: radius around the core.
    pub size: [f32; 4],
    /// sRGB and alpha; for outlines alpha carries on, width sits in `size`.
    pub color: [f32; 4],
    /// Girth of a limb at its top, its bottom, and added in the middle.
    pub form: [f32; 4],
}

/// One straight piece of a line, or a triangle if its width is negative.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SegmentInstance {
    /// Start, m; w: width there, px.
    pub a: [f32; 4],
    /// End, m; w: width there, px.
    pub b: [f32; 4],
    /// Colour at the start.
    pub color_a: [f32; 4],
    /// x: alpha at the end, y: way along the line at the start, z: dash, w: gap; m.
    /// Of a triangle its third corner in x, y, z.
    pub tail: [f32; 4],
}

/// Mesh a body is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeshKind {
    /// Spheres and capsules.
    Round,
    /// Flat-ended cylinders.
    Cylinder,
    /// Boxes.
    Cuboid,
    /// Boxes with round edges.
    Rounded,
    /// Ramps.
    Wedge,
}

/// All meshes, in the order of the renderer's batches.
pub(super) const MESH_KINDS: [MeshKind; 5] = [
    MeshKind::Round,
    MeshKind::Cylinder,
    MeshKind::Cuboid,
    MeshKind::Rounded,
    MeshKind::Wedge,
];

/// Bodies of one mesh, split by how they are drawn.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    /// Fully covering.
    pub opaque: Vec<BodyInstance>,
    /// Ghosts, alpha below 1.
    pub ghosts: Vec<BodyInstance>,
    /// Hulls of outlines; pattern code carries the width, px.
    pub outlines: Vec<BodyInstance>,
}

impl Bodies {
    /// Sort `solids` of one mesh kind into `self`, replacing what was there.
    pub fn fill(&mut self, solids: &[Solid], kind: MeshKind) {
        self.opaque.clear();
        self.ghosts.clear();
        self.outlines.clear();
        for solid in solids.iter().filter(|s| mesh_of(s.shape) == kind) {
            let body = body_of(solid);
            match solid.paint.color[3] >= 1.0 {
                true => self.opaque.push(body),
                false => self.ghosts.push(body),
            }
            if let Some(outline) = solid.outline {
                let mut hull = body;
                hull.position[3] = outline.width_px;
                hull.color = outline.color;
                self.outlines.push(hull);
            }
        }
    }
}

/// Mesh that draws `shape`.
pub(super) fn mesh_of(shape: SolidShape) -> MeshKind {
    match shape {
        SolidShape::Sphere { .. } | SolidShape::Capsule { .. } | SolidShape::Limb { .. } => {
            MeshKind::Round
        }
        SolidShape::Cylinder { .. } => MeshKind::Cylinder,
        SolidShape::Cuboid { .. } => MeshKind::Cuboid,
        SolidShape::RoundedBox { .. } => MeshKind::Rounded,
        SolidShape::Wedge { .. } => MeshKind::Wedge,
    }
}

fn body_of(solid: &Solid) -> BodyInstance {
    let size = match solid.shape {
        SolidShape::Sphere { radius } => [0.0, 0.0, 0.0, radius],
        SolidShape::Capsule {
            half_length,
            radius,
        }
        | SolidShape::Limb {
            half_length,
            radius,
            ..
        }
        | SolidShape::Cylinder {
            half_length,
            radius,
        } => [0.0, half_length, 0.0, radius],
        SolidShape::Cuboid { half_extents: h } | SolidShape::Wedge { half_extents: h } => {
            [h.x, h.y, h.z, 0.0]
        }
        SolidShape::RoundedBox { core: h, radius } => [h.x, h.y, h.z, radius],
    };
    let form = match solid.shape {
        SolidShape::Limb { profile, .. } => form_of(profile),
        _ => STRAIGHT,
    };
    let p = solid.position;
    BodyInstance {
        position: [
            p.x,
            p.y,
            p.z,
            pattern_code(solid.paint.pattern, solid.shape),
        ],
        rotation: solid.rotation.into(),
        size,
        color: solid.paint.color,
        form,
    }
}

/// Form of everything that is no limb with a girth of its own.
const STRAIGHT: [f32; 4] = [1.0, 1.0, 0.0, 0.0];

fn form_of(profile: Profile) -> [f32; 4] {
    [profile.top, profile.bottom, profile.bulge, 0.0]
}

/// The one instance of a surface.
pub(super) fn instance_of(placed: &PlacedSurface) -> BodyInstance {
    let p = placed.position;
    let rotation: Quat = placed.rotation;
    BodyInstance {
        position: [p.x, p.y, p.z, SURFACE_CODE],
        rotation: rotation.into(),
        size: [1.0, 1.0, 1.0, 0.0],
        color: placed.color,
        form: STRAIGHT,
    }
}

/// Number the fragment shader knows a surface by.
const SURFACE_CODE: f32 = 9.0;

/// Number the fragment shader knows a pattern by.
fn pattern_code(pattern: Pattern, shape: SolidShape) -> f32 {
    match pattern {
        Pattern::Plain => 0.0,
        Pattern::CrashMark => 1.0,
        Pattern::Band => 2.0,
        Pattern::Head => 3.0,
        Pattern::Lined => 4.0,
        Pattern::Edged => match shape {
            SolidShape::Cuboid { .. } => 5.0,
            SolidShape::Wedge { .. } => 6.0,
            SolidShape::Cylinder { .. } => 7.0,
            SolidShape::RoundedBox { .. } => 8.0,
            SolidShape::Sphere { .. } | SolidShape::Capsule { .. } | SolidShape::Limb { .. } => 0.0,
        },
    }
}

/// Cut the fans and lines of one layer into segments, replacing what was in `out`.
pub(super) fn fill_segments(
    out: &mut Vec<SegmentInstance>,
    fans: &[Fan],
    lines: &[Line],
    layer: Layer,
) {
    out.clear();
    for fan in fans.iter().filter(|f| f.layer == layer) {
        out.extend(fan.rim.windows(2).map(|pair| SegmentInstance {
            a: with_w(fan.hub, -1.0),
            b: with_w(pair[0], -1.0),
            color_a: fan.color,
            tail: with_w(pair[1], 0.0),
        }));
    }
    for line in lines.iter().filter(|l| l.layer == layer) {
        cut_line(out, line);
    }
}

fn cut_line(out: &mut Vec<SegmentInstance>, line: &Line) {
    let (on, off) = line.dash.map_or((0.0, 0.0), |d| (d.on_m, d.off_m));
    let alpha = |i: usize| line.color[3] * line.fade.get(i).copied().unwrap_or(1.0);
    let last = line.points.len().saturating_sub(1);
    let width = |i: usize| match line.taper {
        Taper::None => line.width_px,
        Taper::ToPoint => line.width_px * (last - i) as f32 / last.max(1) as f32,
    };
    let mut way = 0.0;
    for (i, pair) in line.points.windows(2).enumerate() {
        let color: Rgba = [line.color[0], line.color[1], line.color[2], alpha(i)];
        out.push(SegmentInstance {
            a: with_w(pair[0], width(i)),
            b: with_w(pair[1], width(i + 1)),
            color_a: color,
            tail: [alpha(i + 1), way, on, off],
        });
        way += pair[0].distance(pair[1]);
    }
}

fn with_w(v: Vec3, w: f32) -> [f32; 4] {
    [v.x, v.y, v.z, w]
}

#[cfg(test)]
mod tests {
    use super::super::draw_list::{Outline, Paint};
    use super::*;
    use macroquad::math::Quat;

    #[test]
    fn ghosts_and_outlines_leave_the_opaque_batch() {
        let ball = |alpha| {
            Solid::new(
                SolidShape::Sphere { radius: 1.0 },
                Vec3::ZERO,
                Quat::IDENTITY,
                Paint::new([1.0, 1.0, 1.0, alpha], Pattern::Plain),
            )
        };
        let mut chosen = ball(1.0);
        chosen.outline = Some(Outline {
            color: [1.0; 4],
            width_px: 2.0,
        });
        let mut bodies = Bodies::default();
        bodies.fill(&[chosen, ball(0.35)], MeshKind::Round);
        assert_eq!(
            (
                bodies.opaque.len(),
                bodies.ghosts.len(),
                bodies.outlines.len()
            ),
            (1, 1, 1)
        );
        assert_eq!(bodies.outlines[0].position[3], 2.0);
    }

    #[test]
    fn dashes_run_on_across_corners() {
        let line = Line::new(vec![Vec3::ZERO, Vec3::X, Vec3::X * 3.0], [1.0; 4], 2.0);
        let mut out = Vec::new();
        fill_segments(&mut out, &[], &[line], Layer::InScene);
        assert_eq!(out.len(), 2);
        assert_eq!(out[1].tail[1], 1.0);
    }

    #[test]
    fn a_fan_is_a_triangle_for_each_piece_of_its_rim_below_the_lines() {
        let fan = Fan {
            rim: vec![Vec3::X, Vec3::Y, Vec3::Z],
            layer: Layer::OnTop,
            ..Fan::default()
        };
        let line = Line {
            layer: Layer::OnTop,
            ..Line::new(vec![Vec3::ZERO, Vec3::X], [1.0; 4], 2.0)
        };
        let mut out = Vec::new();
        fill_segments(&mut out, &[fan], &[line], Layer::OnTop);
        let is_triangle = |segment: &SegmentInstance| segment.a[3] < 0.0;
        let triangles: Vec<bool> = out.iter().map(is_triangle).collect();
        assert_eq!(triangles, [true, true, false]);
        assert_eq!(out[1].tail, [0.0, 0.0, 1.0, 0.0]);
    }
}
