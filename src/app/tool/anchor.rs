//! Dragging the anchors of a selected joint.

use super::gizmo::TOLERANCE_PT;
use super::grip::{moved, point_of};
use super::place::{joints, Joint};
use super::Pointer;
use super::{document, simulation, ToolHost};
use crate::app::action::Action;
use crate::app::action::ToolOptions;
use crate::app::geometry::{on_plane, snapped};
use crate::editor::{grips, Command, Item};
use crate::lab::Simulation;
use crate::scene::{ConstraintKind, Grip, Id};
use crate::view::stage_camera::StageCamera;
use glam::{DVec2, DVec3};

/// An anchor that is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AnchorDrag {
    joint: Id,
    side: usize,
    /// Where it was, m.
    from: DVec3,
    /// Where it goes, m.
    pub(super) to: DVec3,
    /// Whether the other side stays where it is.
    alone: bool,
}

impl AnchorDrag {
    /// The anchor of a selected joint under a point of the window.
    pub(super) fn at(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Option<AnchorDrag> {
        let selection = document(host).selection();
        let is_free = |id| selection.contains(id) && host.workspace().view_state.can_pick(id);
        let joints = joints(host, |id, _| is_free(id));
        let near = |joint: Joint| {
            let far = joint.anchors.map(|point| {
                let place = camera.project(point);
                place.map_or(f64::INFINITY, |place| place.distance(at))
            });
            // Where both are at one place the second is taken.
            let ([first, second], [on_first, on_second]) = (far, joint.anchors);
            let (side, far, from) = match second <= first {
                true => (1, second, on_second),
                false => (0, first, on_first),
            };
            (far <= TOLERANCE_PT).then_some(AnchorDrag {
                joint: joint.id,
                side,
                from,
                to: from,
                alone: false,
            })
        };
        joints.into_iter().find_map(near)
    }

    /// The same anchor where it is now, after the scene has gone back to its start.
    pub(super) fn found_again(self, host: &dyn ToolHost) -> Option<AnchorDrag> {
        let joint = joints(host, |id, _| id == self.joint).into_iter().next()?;
        let from = *joint.anchors.get(self.side)?;
        Some(AnchorDrag {
            from,
            to: from,
            ..self
        })
    }

    /// Follows the pointer in the plane of the view.
    pub(super) fn follow(
        &mut self,
        camera: &StageCamera,
        pointer: &Pointer,
        options: &ToolOptions,
    ) {
        self.alone = pointer.alt;
        if let Some(point) = on_plane(camera.ray(pointer.at), self.from, camera.forward()) {
            let step = if options.snap != pointer.ctrl {
                options.snap_m
            } else {
                0.0
            };
            let shift = (point - self.from).to_array().map(|x| snapped(x, step));
            self.to = self.from + DVec3::from(shift);
        }
    }

    /// Moves the anchor in the document.
    pub(super) fn finish(self, host: &mut dyn ToolHost) {
        if self.to == self.from {
            return;
        }
        let Some(Item::Constraint(mut joint)) = Item::find(document(host).scene(), self.joint)
        else {
            return;
        };
        self.place(simulation(host), &mut joint.kind);
        let command = Command::replace(Item::Constraint(joint), "Move anchor");
        host.perform(Action::Edit(command));
    }

    /// Moves this side, and the other one along, so that the joint stays closed; what may be
    /// apart stays where it is.
    fn place(&self, simulation: &Simulation, kind: &mut ConstraintKind) {
        let is_apart = matches!(
            kind,
            ConstraintKind::Distance(_)
                | ConstraintKind::Slider(_)
                | ConstraintKind::Serial(_)
                | ConstraintKind::Guide(_)
        );
        for (side, grip) in sides(kind).into_iter().enumerate() {
            if side == self.side || !(self.alone || is_apart) {
                *grip = moved(simulation, grip, self.to);
            }
        }
        fit_length(simulation, kind);
    }
}

fn sides(kind: &mut ConstraintKind) -> Vec<&mut Grip> {
    match kind {
        ConstraintKind::Pin(joint) => vec![&mut joint.a, &mut joint.b],
        ConstraintKind::Hinge(joint) => vec![&mut joint.a, &mut joint.b],
        ConstraintKind::Fixed(joint) => vec![&mut joint.a, &mut joint.b],
        ConstraintKind::Slider(joint) => vec![&mut joint.a, &mut joint.b],
        ConstraintKind::Distance(joint) => vec![&mut joint.a, &mut joint.b],
        ConstraintKind::Universal(joint) => vec![&mut joint.a, &mut joint.b],
        ConstraintKind::Serial(joint) => vec![&mut joint.a, &mut joint.b],
        ConstraintKind::Guide(guide) => vec![&mut guide.a, &mut guide.b],
        ConstraintKind::Stick(_)
        | ConstraintKind::AngleLimit(_)
        | ConstraintKind::Gear(_)
        | ConstraintKind::Corner(_)
        | ConstraintKind::Surface(_) => Vec::new(),
    }
}

/// A rod becomes as long as its anchors are apart, a rope at least so.
fn fit_length(simulation: &Simulation, kind: &mut ConstraintKind) {
    let ends = grips(kind).map(|grips| grips.map(|grip| point_of(simulation, grip)));
    if let (ConstraintKind::Distance(joint), Some([Some(a), Some(b)])) = (kind, ends) {
        let length = a.distance(b);
        if joint.min_m.is_some() && joint.min_m == joint.max_m {
            (joint.min_m, joint.max_m) = (Some(length), Some(length));
        }
        joint.min_m = joint.min_m.map(|min| min.min(length));
        joint.max_m = joint.max_m.map(|max| max.max(length));
    }
}
