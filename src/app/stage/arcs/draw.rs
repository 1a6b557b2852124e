//! How limits look: a filled sector with a needle inside the bounds; hatching, and a
//! cross on the needle, where they are broken, so that colour is not the only cue.

use super::dial::{Arc, Cone, Dial};
use crate::editor::limits::AngleFrame;
use crate::editor::of_axis;
use crate::view::convert::to_view;
use crate::view::draw_list::{Dash, DrawList, Fan, Label, Layer, Line};
use crate::view::theme::{axis, mark, with_alpha, Rgba, Theme};
use glam::DVec3;
use std::f64::consts::TAU;

/// Angle between the corners of an arc, rad.
const CORNER_RAD: f64 = 0.06;
/// Angle between the strokes of a hatching and how much they lean, rad.
const HATCH_RAD: (f64, f64) = (0.14, 0.09);
/// Where a hatching begins, as a share of the radius.
const HATCH_FROM: f64 = 0.62;
/// Ends of a needle's tip and of the tick of a locked axis, as shares of the radius.
const TIP: (f64, f64) = (0.86, 1.1);
/// Where the numbers stand, as a share of the radius.
const NUMBER_AT: f64 = 1.16;
/// How far below the joint a warning stands, as a share of the largest radius: clear of
/// the numbers.
const WARNING_AT: f64 = 1.4;
/// Half of a cross and half of the mark of a cone, as shares of a radius.
const CROSS: f64 = 0.1;
/// How solid sectors and cones are.
const FILL: (f32, f32) = (0.32, 0.14);
/// Widths of rims, of edges, and what the halo adds, px.
const WIDTH_PX: (f32, f32, f32) = (3.0, 1.5, 2.5);
/// Said where the clamp of components has no hold.
const FLIPS: &str = "component clamp cannot limit this joint: it may flip";

/// The frame that the numbers of a joint are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers(pub AngleFrame);

impl Numbers {
    /// −1 where turns about an axis have the other sign than in the files, else 1.
    pub fn sign(self, axis: Option<usize>) -> f64 {
        match axis.is_some_and(|axis| self.0.turns_round(axis)) {
            true => -1.0,
            false => 1.0,
        }
    }

    /// The axis and an angle about it, rad, in degrees.
    pub fn text(self, axis: Option<usize>, angle: f64) -> String {
        let tenths = (10.0 * self.sign(axis) * angle.to_degrees()).round();
        // Adding 0 leaves no −0.
        format!("{} {}°", letter(axis), tenths / 10.0 + 0.0)
            .trim_start()
            .into()
    }
}

fn letter(axis: Option<usize>) -> &'static str {
    axis.map_or("", |axis| of_axis(["x", "y", "z"], axis))
}

impl Dial {
    /// Draws the limits over everything, with numbers or without.
    pub fn draw(&self, list: &mut DrawList, theme: Theme, numbers: Option<Numbers>) {
        let mut pen = Pen { list, theme };
        if let Some(cone) = &self.cone {
            pen.cone(self.middle, cone);
        }
        for arc in &self.arcs {
            match arc.is_locked() {
                true => pen.tick(arc),
                false => pen.sector(arc),
            }
            if let Some(numbers) = numbers {
                pen.numbers(arc, numbers);
            }
        }
        if !self.holds && numbers.is_some() {
            let radii = self.arcs.iter().map(|arc| arc.radius);
            let below = WARNING_AT * radii.fold(0.0, f64::max);
            let at = self.middle - DVec3::Y * below;
            pen.label(at, FLIPS.into(), mark::BROKEN_LIMIT);
        }
    }
}

/// Draws over the stage.
struct Pen<'a> {
    list: &'a mut DrawList,
    theme: Theme,
}

impl Pen<'_> {
    fn sector(&mut self, arc: &Arc) {
        let color = color_of(arc);
        let rim = along(arc, arc.shown(), 1.0);
        self.fan(arc.middle, &rim, with_alpha(state_color(arc), FILL.0));
        let edges = [arc.point(arc.min, 1.0), arc.middle, arc.point(arc.max, 1.0)];
        self.stroke(&edges, color, WIDTH_PX.1);
        if arc.is_broken() {
            self.hatch(arc);
            self.excess(arc);
        }
        self.stroke(&rim, color, WIDTH_PX.0);
        self.needle(arc);
    }

    /// A short stroke says that an axis leaves no room.
    fn tick(&mut self, arc: &Arc) {
        let tick = [TIP.0, TIP.1].map(|share| arc.point(arc.min, share));
        self.stroke(&tick, color_of(arc), WIDTH_PX.0);
        if arc.is_broken() {
            self.excess(arc);
            self.needle(arc);
        }
    }

    /// Slanted strokes over a sector.
    fn hatch(&mut self, arc: &Arc) {
        let [min, max] = arc.shown();
        let count = ((max - min) / HATCH_RAD.0).ceil() as usize;
        for i in 1..count {
            let at = min + (max - min) * i as f64 / count as f64;
            let lean = 0.5 * HATCH_RAD.1;
            let (from, to) = ((at - lean).max(min), (at + lean).min(max));
            let stroke = [arc.point(from, HATCH_FROM), arc.point(to, 1.0)];
            self.line(&stroke, mark::BROKEN_LIMIT, WIDTH_PX.1);
        }
    }

    /// A dashed way from the bound to the present angle.
    fn excess(&mut self, arc: &Arc) {
        let bound = arc.nearest_bound();
        let past = (arc.angle - bound).clamp(-TAU, TAU);
        let way = along(arc, [bound, bound + past], 1.0);
        let dash = 0.06 * arc.radius as f32;
        self.list.lines.push(Line {
            dash: Some(Dash {
                on_m: dash,
                off_m: dash,
            }),
            ..on_top(&way, mark::BROKEN_LIMIT, WIDTH_PX.0)
        });
    }

    /// The present angle; a cross on it where it is out of bounds.
    fn needle(&mut self, arc: &Arc) {
        let ink = match arc.is_broken() {
            true => mark::BROKEN_LIMIT,
            false => self.theme.stage().ink,
        };
        let shaft = [arc.middle, arc.point(arc.angle, TIP.0)];
        self.stroke(&shaft, ink, WIDTH_PX.1);
        let tip = [TIP.0, TIP.1].map(|share| arc.point(arc.angle, share));
        self.stroke(&tip, ink, WIDTH_PX.0);
        if arc.is_broken() {
            let sides = [
                arc.direction(arc.angle),
                arc.axis.cross(arc.direction(arc.angle)),
            ];
            self.cross(arc.point(arc.angle, 1.0), sides, CROSS * arc.radius);
        }
    }

    fn cross(&mut self, at: DVec3, [u, v]: [DVec3; 2], half: f64) {
        for way in [u + v, u - v] {
            let stroke = [at - way * half, at + way * half];
            self.stroke(&stroke, mark::BROKEN_LIMIT, WIDTH_PX.0);
        }
    }

    fn cone(&mut self, middle: DVec3, cone: &Cone) {
        let stage = self.theme.stage();
        let (fill, color) = match cone.is_broken {
            true => (mark::BROKEN_LIMIT, mark::BROKEN_LIMIT),
            false => (mark::WITHIN_LIMIT, stage.ink),
        };
        self.fan(middle, &cone.rim, with_alpha(fill, FILL.1));
        self.stroke(&cone.rim, color, WIDTH_PX.1);
        let reach = cone.now - middle;
        let u = reach.normalize_or(DVec3::Y).any_orthonormal_vector();
        let sides = [u, reach.normalize_or(DVec3::Y).cross(u)];
        let half = CROSS * reach.length();
        if cone.is_broken {
            self.stroke(&[middle, cone.now], color, WIDTH_PX.1);
            self.cross(cone.now, sides, half);
        } else {
            let corner = |i: usize| {
                let (sin, cos) = (TAU * i as f64 / 12.0).sin_cos();
                cone.now + (sides[0] * cos + sides[1] * sin) * (0.4 * half)
            };
            let ring: Vec<DVec3> = (0..=12).map(corner).collect();
            self.stroke(&ring, color, WIDTH_PX.1);
        }
    }

    /// The bounds at the ends of an arc, and the present angle where it is apart from them.
    fn numbers(&mut self, arc: &Arc, numbers: Numbers) {
        let color = color_of(arc);
        let ends: &[f64] = match arc.is_locked() {
            true => &[arc.min],
            false => &[arc.min, arc.max],
        };
        for &end in ends {
            let text = numbers.text(arc.index, end);
            self.label(arc.point(end, NUMBER_AT), text, color);
        }
        let is_apart = ends.iter().all(|end| (end - arc.angle).abs() > 0.2);
        if is_apart {
            let text = numbers.text(arc.index, arc.angle);
            let ink = match arc.is_broken() {
                true => mark::BROKEN_LIMIT,
                false => self.theme.stage().ink,
            };
            self.label(arc.point(arc.angle, NUMBER_AT), text, ink);
        }
    }

    fn label(&mut self, at: DVec3, text: String, color: Rgba) {
        let at = to_view(at);
        self.list.labels.push(Label { at, text, color });
    }

    fn fan(&mut self, hub: DVec3, rim: &[DVec3], color: Rgba) {
        self.list.fans.push(Fan {
            hub: to_view(hub),
            rim: rim.iter().copied().map(to_view).collect(),
            color,
            layer: Layer::OnTop,
        });
    }

    /// A line that stands out from whatever is behind it.
    fn stroke(&mut self, points: &[DVec3], color: Rgba, width_px: f32) {
        let halo = self.theme.stage().halo;
        self.line(points, halo, width_px + WIDTH_PX.2);
        self.line(points, color, width_px);
    }

    fn line(&mut self, points: &[DVec3], color: Rgba, width_px: f32) {
        self.list.lines.push(on_top(points, color, width_px));
    }
}

fn on_top(points: &[DVec3], color: Rgba, width_px: f32) -> Line {
    Line {
        layer: Layer::OnTop,
        ..Line::new(
            points.iter().copied().map(to_view).collect(),
            color,
            width_px,
        )
    }
}

fn color_of(arc: &Arc) -> Rgba {
    arc.index
        .map_or(axis::FREE, |index| of_axis(axis::COLORS, index))
}

fn state_color(arc: &Arc) -> Rgba {
    match arc.is_broken() {
        true => mark::BROKEN_LIMIT,
        false => mark::WITHIN_LIMIT,
    }
}

/// The way along an arc from one angle to another at a share of its radius.
fn along(arc: &Arc, [from, to]: [f64; 2], share: f64) -> Vec<DVec3> {
    let count = ((to - from).abs() / CORNER_RAD).ceil().max(1.0) as usize;
    (0..=count)
        .map(|i| arc.point(from + (to - from) * i as f64 / count as f64, share))
        .collect()
}
