//! What the interactor draws over the stage: handles, marks, amounts and hints.

use super::super::gizmo::{on_top, square, Gizmo};
use super::super::limits;
use super::super::limits_drag::LimitDrag;
use super::super::under::marked_joints;
use super::super::{document, simulation, ToolHost};
use super::{Interaction, Interactor};
use crate::app::action::Tool;
use crate::app::stage::{floor_height, Dial, Marks};
use crate::view::convert::to_view;
use crate::view::draw_list::{DrawList, Label};
use crate::view::stage_camera::StageCamera;
use crate::view::theme::{axis, mark, Rgba, Theme};
use glam::{DVec2, DVec3};

/// Half of the mark of an anchor, points; that of a selected joint is larger.
const MARK_PT: (f64, f64) = (4.0, 7.0);
/// From the lower edge of the stage to the hint, points.
const HINT_LIFT_PT: f64 = 24.0;
/// From the middle of the gizmo down to the amount of a drag, points.
const READ_OUT_DROP_PT: f64 = 48.0;
/// How far the amount of a drag keeps from the edges of the stage, points: what is typed
/// can be read, also when it takes the gizmo out of sight.
const READ_OUT_MARGIN_PT: DVec2 = DVec2::new(96.0, 48.0);
/// From the pointer up to the number of a limit that is dragged, points.
const READ_OUT_RISE_PT: f64 = 16.0;
/// Half of the frame where something new will stand, m.
const DROP_MARK_M: f64 = 0.25;
/// Half of the frame round the origin of a selected floor, m.
const FLOOR_MARK_M: f64 = 1.0;

impl Interactor {
    /// Notes what is hovered and what is shown as moved.
    pub fn mark(&self, marks: &mut Marks) {
        marks.hovered = self.hovered;
        if let Interaction::Handle(drag) = &self.interaction {
            marks.preview = drag.preview();
        }
    }

    /// Draws handles, marks and hints over the stage.
    pub fn draw(
        &self,
        list: &mut DrawList,
        host: &dyn ToolHost,
        camera: &StageCamera,
        theme: Theme,
    ) {
        self.draw_marks(list, host, camera);
        match &self.interaction {
            Interaction::Handle(drag) => {
                let gizmo = drag.gizmo();
                gizmo.draw(list, camera, Some(drag.handle));
                let below = camera.project(gizmo.middle).unwrap_or(self.at);
                let below = below + DVec2::Y * READ_OUT_DROP_PT;
                let in_sight = camera.within_stage(below, READ_OUT_MARGIN_PT);
                list.labels.push(Label {
                    at: to_view(camera.on_glass(in_sight)),
                    text: drag.read_out(),
                    color: axis::HELD,
                });
            }
            Interaction::Frame { from } => self.draw_frame(list, camera, *from),
            Interaction::Anchor(anchor) => {
                draw_mark(list, camera, anchor.to, MARK_PT.1, axis::HELD)
            }
            Interaction::PathKey(key) => {
                list.lines.push(on_top(&key.ways(host), axis::HELD, 1.5));
                draw_mark(list, camera, key.to, MARK_PT.1, axis::HELD);
                self.draw_read_out(list, camera, (key.read_out(), axis::HELD));
            }
            Interaction::Knob(drag) => self.draw_limit(list, host, camera, theme, drag),
            _ => {
                if let Some(gizmo) = Gizmo::of(host) {
                    gizmo.draw(list, camera, self.lit);
                }
                limits::draw(list, host, camera, theme, self.lit_knob);
            }
        }
        if let Some(first) = self.joiner.first_point(host) {
            draw_mark(list, camera, first, MARK_PT.1, axis::HELD);
            let way = [first, camera.on_glass(self.at)];
            list.lines.push(on_top(&way, axis::HELD, 1.5));
        }
        draw_dragged(list, host, camera, theme);
        if let Some(hint) = self.hint(host) {
            list.labels.push(Label {
                at: to_view(camera.on_glass(camera.foot() - DVec2::Y * HINT_LIFT_PT)),
                text: hint,
                color: theme.stage().ink,
            });
        }
    }

    fn hint(&self, host: &dyn ToolHost) -> Option<String> {
        let bench = host.workbench();
        let hint = match &self.interaction {
            Interaction::Handle(_) => "Type the exact amount. Ctrl: toggle snapping. Esc: cancel",
            Interaction::Pull(_) => "Wheel: further or nearer. P: pin here. Esc: release",
            Interaction::Pose(drag) if drag.keeps_feet() => {
                "Joints and limits are kept, feet locked. P: unlock feet. Esc: cancel"
            }
            Interaction::Pose(_) => "Joints and limits are kept. P: lock feet. Esc: cancel",
            Interaction::Knob(_) => "Type the exact angle. Ctrl: this side only. Esc: cancel",
            Interaction::PathKey(_) => "Ctrl: toggle snapping. Esc: cancel",
            Interaction::Anchor(_) => "Both sides move. Alt: this side only. Esc: cancel",
            _ if self.joiner.waits() => return Some(self.joiner.hint(bench.options.joint)),
            _ => match bench.tool {
                Tool::Joint => {
                    "Click the first body to join, or drag the anchor of the selected joint"
                }
                Tool::Limits => limits::hint(host),
                Tool::Pose => "Drag a limb. Feet on the ground and pinned limbs stay in place",
                _ => return None,
            },
        };
        Some(hint.into())
    }

    /// The limit that is dragged, and the same on the other side.
    fn draw_limit(
        &self,
        list: &mut DrawList,
        host: &dyn ToolHost,
        camera: &StageCamera,
        theme: Theme,
        drag: &LimitDrag,
    ) {
        let simulation = simulation(host);
        let state = simulation.world.state();
        let twin = drag.twin(host);
        let dial = twin.and_then(|twin| Dial::of(simulation, state, twin, Some(camera)));
        if let Some(dial) = dial {
            dial.draw(list, theme, Some(drag.numbers()));
        }
        limits::draw(list, host, camera, theme, Some(drag.knob()));
        self.draw_read_out(list, camera, (drag.read_out(), theme.stage().ink));
    }

    /// Writes above the pointer.
    fn draw_read_out(
        &self,
        list: &mut DrawList,
        camera: &StageCamera,
        (text, color): (String, Rgba),
    ) {
        let above = self.at - DVec2::Y * READ_OUT_RISE_PT;
        list.labels.push(Label {
            at: to_view(camera.on_glass(above)),
            text,
            color,
        });
    }

    fn draw_marks(&self, list: &mut DrawList, host: &dyn ToolHost, camera: &StageCamera) {
        let selection = document(host).selection();
        for joint in marked_joints(host) {
            let strong = selection.contains(joint.id) || self.hovered == Some(joint.id);
            let half = if strong { MARK_PT.1 } else { MARK_PT.0 };
            list.lines.push(on_top(&joint.anchors, mark::PULL, 1.0));
            for anchor in joint.anchors {
                draw_mark(list, camera, anchor, half, mark::SELECTED);
            }
        }
        let model = simulation(host).world.model();
        let map = &simulation(host).map;
        let parts = selection
            .ids()
            .iter()
            .filter_map(|id| map.obstacles.get(id));
        let planes = parts.filter_map(|parts| model.obstacles.get(parts.start));
        for plane in planes.filter(|o| Some(o.position.y) == floor_height(model)) {
            let sides = [DVec3::X, DVec3::Z].map(|side| plane.orientation * side);
            let frame = square(plane.position, sides, FLOOR_MARK_M);
            list.lines.push(on_top(&frame, mark::SELECTED, 2.0));
        }
    }

    fn draw_frame(&self, list: &mut DrawList, camera: &StageCamera, from: DVec2) {
        let (a, b) = (from, self.at);
        let corners = [a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y), a];
        let corners = corners.map(|corner| camera.on_glass(corner));
        list.lines.push(on_top(&corners, mark::SELECTED, 1.5));
    }
}

/// Marks where something dragged from the list of new things will stand.
fn draw_dragged(list: &mut DrawList, host: &dyn ToolHost, camera: &StageCamera, theme: Theme) {
    let bench = host.workbench();
    let (Some(kind), Some(place)) = (bench.dragged, bench.pointed_m) else {
        return;
    };
    let frame = square(place, [DVec3::X, DVec3::Z], DROP_MARK_M);
    list.lines.push(on_top(&frame, mark::SELECTED, 2.0));
    let Some(at) = camera.project(place) else {
        return;
    };
    list.labels.push(Label {
        at: to_view(camera.on_glass(at - DVec2::Y * READ_OUT_RISE_PT)),
        text: kind.word().into(),
        color: theme.stage().ink,
    });
}

fn draw_mark(list: &mut DrawList, camera: &StageCamera, at: DVec3, half_pt: f64, color: Rgba) {
    let [right, up] = camera.right_up();
    let turned = [right + up, up - right];
    let half = camera.metres_per_point(at) * half_pt * std::f64::consts::FRAC_1_SQRT_2;
    list.lines
        .push(on_top(&square(at, turned, half), color, 2.0));
}
