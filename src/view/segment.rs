//! Lines and fans to the straight pieces that the vertex shader reads.

use super::draw_list::{Fan, Layer, Line, Taper};
use super::theme::Rgba;
use macroquad::math::Vec3;

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

/// Cut the fans and lines of one layer into segments, replacing what was in `out`.
pub(super) fn fill_segments(
    out: &mut Vec<SegmentInstance>,
    fans: &[Fan],
    lines: &[Line],
    layer: Layer,
) {
    out.clear();
    for fan in fans.iter().filter(|f| f.layer == layer) {
        let sides = fan.rim.iter().zip(fan.rim.iter().skip(1));
        out.extend(sides.map(|(&from, &to)| SegmentInstance {
            a: with_w(fan.hub, -1.0),
            b: with_w(from, -1.0),
            color_a: fan.color,
            tail: with_w(to, 0.0),
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
    let pieces = line.points.iter().zip(line.points.iter().skip(1));
    for (i, (&from, &to)) in pieces.enumerate() {
        let color: Rgba = [line.color[0], line.color[1], line.color[2], alpha(i)];
        out.push(SegmentInstance {
            a: with_w(from, width(i)),
            b: with_w(to, width(i + 1)),
            color_a: color,
            tail: [alpha(i + 1), way, on, off],
        });
        way += from.distance(to);
    }
}

fn with_w(v: Vec3, w: f32) -> [f32; 4] {
    [v.x, v.y, v.z, w]
}

#[cfg(test)]
mod tests {
    use super::*;

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
