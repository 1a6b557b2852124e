//! The handles at the selection: arrows, planes, rings. What is drawn is what can be
//! taken hold of.

use super::place::{middle_of_all, orientation_of};
use super::{document, simulation, ToolHost};
use crate::app::action::Tool;
use crate::app::geometry::{distance_to_line, is_within};
use crate::editor::of_axis;
use crate::view::convert::to_view;
use crate::view::draw_list::{Arrow, DrawList, Label, Layer, Line};
use crate::view::stage_camera::StageCamera;
use crate::view::theme::axis;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// Length of an arrow on the screen, points.
const REACH_PT: f64 = 88.0;
/// Distance within which a handle is taken, points.
pub(super) const TOLERANCE_PT: f64 = 8.0;
/// Radius of the ring in the plane of the view, as a share of the reach.
const VIEW_RING: f64 = 1.18;
/// Corners of a whole ring.
const RING_CORNERS: usize = 64;
/// An axis that leans so much to the line of sight cannot be dragged along.
const END_ON: f64 = 0.97;
/// A plane that leans so little to the line of sight cannot be dragged in.
const EDGE_ON: f64 = 0.12;

/// What of the gizmo is taken hold of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Handle {
    /// Moves freely in the plane of the view.
    View,
    /// Moves in the plane across an axis.
    Plane(usize),
    /// Moves along an axis.
    Axis(usize),
    /// Turns about an axis.
    Ring(usize),
    /// Turns about the line of sight.
    ViewRing,
    /// Scales.
    Scale,
}

/// Handles, where several are within reach the first is taken.
const MOVE: [Handle; 7] = [
    Handle::View,
    Handle::Plane(0),
    Handle::Plane(1),
    Handle::Plane(2),
    Handle::Axis(0),
    Handle::Axis(1),
    Handle::Axis(2),
];
const TURN: [Handle; 4] = [
    Handle::Ring(0),
    Handle::Ring(1),
    Handle::Ring(2),
    Handle::ViewRing,
];
const SCALE: [Handle; 1] = [Handle::Scale];

/// The handles of a tool, where they are now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gizmo {
    handles: &'static [Handle],
    /// Middle of the selection, m.
    pub(super) middle: DVec3,
    /// Unit axes.
    pub(super) axes: [DVec3; 3],
}

impl Gizmo {
    /// The gizmo of the tool at what is selected and may be moved; none with nothing.
    pub(super) fn of(host: &dyn ToolHost) -> Option<Gizmo> {
        let handles: &[Handle] = match host.workbench().tool {
            Tool::Move => &MOVE,
            Tool::Rotate => &TURN,
            Tool::Scale => &SCALE,
            Tool::Throw | Tool::Select | Tool::Joint | Tool::Limits | Tool::Pose => return None,
        };
        let selection = document(host).selection();
        let ids = host.workspace().view_state.movable(selection.ids());
        let middle = middle_of_all(host, &ids)?;
        let active = selection
            .active()
            .filter(|_| host.workbench().options.local);
        let turn = active.map(|id| orientation_of(simulation(host), id));
        let turn = turn.unwrap_or_default();
        Some(Gizmo {
            handles,
            middle,
            axes: [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| turn * axis),
        })
    }

    /// The unit axis with this number.
    pub(super) fn axis(&self, number: usize) -> DVec3 {
        of_axis(self.axes, number)
    }

    /// The handle under a point of the window.
    pub(super) fn pick(&self, camera: &StageCamera, at: DVec2) -> Option<Handle> {
        let mut best: Option<(f64, Handle)> = None;
        for &handle in self.handles.iter().filter(|h| self.is_usable(camera, **h)) {
            let far = self.distance_on_screen(camera, handle, at);
            if far <= TOLERANCE_PT && best.is_none_or(|(known, _)| far < known) {
                best = Some((far, handle));
            }
        }
        best.map(|(_, handle)| handle)
    }

    fn is_usable(&self, camera: &StageCamera, handle: Handle) -> bool {
        let sight = (self.middle - camera.eye()).normalize_or(DVec3::NEG_Z);
        match handle {
            Handle::Axis(i) => self.axis(i).dot(sight).abs() < END_ON,
            Handle::Plane(i) => self.axis(i).dot(sight).abs() > EDGE_ON,
            Handle::View | Handle::Ring(_) | Handle::ViewRing | Handle::Scale => true,
        }
    }

    /// Distance of a handle from a point of the window, points; 0 within a patch.
    fn distance_on_screen(&self, camera: &StageCamera, handle: Handle, at: DVec2) -> f64 {
        let path: Vec<DVec2> = (self.path(camera, handle).into_iter())
            .filter_map(|point| camera.project(point))
            .collect();
        let is_patch = matches!(handle, Handle::View | Handle::Plane(_) | Handle::Scale);
        if is_patch && is_within(at, &path) {
            return 0.0;
        }
        let lines = path.iter().zip(path.iter().skip(1));
        lines
            .map(|(&from, &to)| distance_to_line(at, from, to))
            .fold(f64::INFINITY, f64::min)
    }

    /// Length of an arrow, m.
    pub(super) fn reach(&self, camera: &StageCamera) -> f64 {
        camera.metres_per_point(self.middle) * REACH_PT
    }

    /// The line that a handle is, in the scene.
    fn path(&self, camera: &StageCamera, handle: Handle) -> Vec<DVec3> {
        let reach = self.reach(camera);
        let view = camera.right_up();
        let others = |i: usize| [1, 2].map(|next| self.axis((i + next) % 3));
        match handle {
            Handle::View => square(self.middle, view, 0.1 * reach),
            Handle::Plane(i) => {
                let [u, v] = others(i);
                square(self.middle + (u + v) * (0.42 * reach), [u, v], 0.12 * reach)
            }
            Handle::Axis(i) => [0.18, 1.0]
                .map(|share| self.middle + self.axis(i) * (share * reach))
                .to_vec(),
            Handle::Ring(i) => {
                let sight = camera.eye() - self.middle;
                front(ring(self.middle, others(i), reach), self.middle, sight)
            }
            Handle::ViewRing => ring(self.middle, view, VIEW_RING * reach),
            Handle::Scale => {
                let [right, up] = view;
                let corner = self.middle + (right + up) * (0.7 * reach);
                square(corner, view, 0.1 * reach)
            }
        }
    }

    /// Draws the handles; the one that is `lit` stands out.
    pub(super) fn draw(&self, list: &mut DrawList, camera: &StageCamera, lit: Option<Handle>) {
        for &handle in self.handles.iter().filter(|h| self.is_usable(camera, **h)) {
            let color = match (handle, lit == Some(handle)) {
                (_, true) => axis::HELD,
                (Handle::Axis(i) | Handle::Plane(i) | Handle::Ring(i), false) => {
                    of_axis(axis::COLORS, i)
                }
                (Handle::View | Handle::ViewRing | Handle::Scale, false) => axis::FREE,
            };
            let width_px = if lit == Some(handle) { 4.0 } else { 2.5 };
            let path = self.path(camera, handle);
            if let (Handle::Axis(_), [from, to]) = (handle, path.as_slice()) {
                list.arrow(Arrow {
                    from: to_view(*from),
                    to: to_view(*to),
                    color,
                    width_px,
                    layer: Layer::OnTop,
                });
            } else {
                list.lines.push(on_top(&path, color, width_px));
            }
            if let Some((at, name)) = self.name(camera, handle) {
                list.labels.push(Label {
                    at: to_view(at),
                    text: name.into(),
                    color,
                });
            }
        }
        if self.handles == SCALE {
            let [right, up] = camera.right_up();
            let corner = self.middle + (right + up) * (0.6 * self.reach(camera));
            list.lines
                .push(on_top(&[self.middle, corner], axis::FREE, 1.5));
        }
    }

    /// The letter of an axis and where it stands, so that colour is not the only cue.
    fn name(&self, camera: &StageCamera, handle: Handle) -> Option<(DVec3, &'static str)> {
        const NAMES: [&str; 3] = ["x", "y", "z"];
        match handle {
            Handle::Axis(i) => {
                let at = self.middle + self.axis(i) * (1.06 * self.reach(camera));
                Some((at, of_axis(NAMES, i)))
            }
            Handle::Ring(i) => {
                let path = self.path(camera, handle);
                Some((*path.get(path.len() / 4)?, of_axis(NAMES, i)))
            }
            Handle::View | Handle::Plane(_) | Handle::ViewRing | Handle::Scale => None,
        }
    }
}

/// A line that nothing hides.
pub(super) fn on_top(points: &[DVec3], color: crate::view::theme::Rgba, width_px: f32) -> Line {
    Line {
        layer: Layer::OnTop,
        ..Line::new(
            points.iter().copied().map(to_view).collect(),
            color,
            width_px,
        )
    }
}

/// A closed square round a point.
pub(super) fn square(middle: DVec3, [u, v]: [DVec3; 2], half: f64) -> Vec<DVec3> {
    [
        [-1.0, -1.0],
        [1.0, -1.0],
        [1.0, 1.0],
        [-1.0, 1.0],
        [-1.0, -1.0],
    ]
    .map(|[a, b]| middle + (u * a + v * b) * half)
    .to_vec()
}

/// A closed ring round a point.
fn ring(middle: DVec3, [u, v]: [DVec3; 2], radius: f64) -> Vec<DVec3> {
    let corner = |i: usize| {
        let (sin, cos) = (TAU * i as f64 / RING_CORNERS as f64).sin_cos();
        middle + (u * cos + v * sin) * radius
    };
    (0..=RING_CORNERS).map(corner).collect()
}

/// The half of a closed ring that faces the eye, in one piece; all of a ring that is
/// seen from the front.
fn front(mut ring: Vec<DVec3>, middle: DVec3, sight: DVec3) -> Vec<DVec3> {
    let faces = |point: &DVec3| (*point - middle).dot(sight) >= 0.0;
    ring.pop();
    let Some(gap) = ring.iter().position(|point| !faces(point)) else {
        ring.extend(ring.first().copied());
        return ring;
    };
    ring.rotate_left(gap);
    ring.retain(faces);
    ring
}
