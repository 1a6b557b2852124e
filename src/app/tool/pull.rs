//! Pulling what plays: from a grip on a thing to a place behind the pointer.

use super::{simulation, ToolHost};
use crate::app::action::Action;
use crate::app::pick::{attachment_at, pick, Picked};
use crate::lab::Input;
use crate::physics::{Attachment, Spring};
use crate::view::stage_camera::StageCamera;
use glam::{DVec2, DVec3};

/// Nearest and farthest place of a target before the eye, m.
const DEPTH_M: (f64, f64) = (0.2, 500.0);
/// Growth of the depth per notch of the wheel.
const DEPTH_PER_NOTCH: f64 = 1.06;

/// A drag that pulls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PullDrag {
    grip: Attachment,
    /// From the eye to the plane of the target, along the middle of the view, m.
    depth_m: f64,
}

impl PullDrag {
    /// The grip under a point of the window; none where nothing is seen that a hand can move.
    pub(super) fn at(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Option<PullDrag> {
        let simulation = simulation(host);
        let ray = camera.ray(at);
        let counts = |owner| {
            let id = simulation.map.id_of(owner);
            id.is_none_or(|id| host.workspace().view_state.can_pick(id))
        };
        let Picked::Body(hit) = pick(simulation, ray.origin, ray.direction, counts) else {
            return None;
        };
        let grip = attachment_at(simulation, hit)?;
        grip.articulation(simulation.world.model())?;
        Some(PullDrag {
            grip,
            depth_m: depth_of(camera, hit.point),
        })
    }

    /// Takes hold: the thing has moved since the press.
    pub(super) fn begin(mut self, host: &dyn ToolHost, camera: &StageCamera) -> PullDrag {
        let world = &simulation(host).world;
        if self.grip.is_in(world.model()) {
            self.depth_m = depth_of(camera, self.grip.position(world.state()));
        }
        self
    }

    /// Pulls to behind the pointer.
    pub(super) fn follow(&self, host: &mut dyn ToolHost, camera: &StageCamera, at: DVec2) {
        let target = self.target(camera, at);
        let world = &simulation(host).world;
        let held = world.holds().pull.map(|pull| (pull.grip, pull.target));
        if held != Some((self.grip, target)) {
            host.perform(Action::Input(Input::Pull {
                grip: self.grip,
                target,
                spring: Spring::default(),
            }));
        }
    }

    /// The place behind a point of the window to which it pulls, m.
    pub(super) fn target(&self, camera: &StageCamera, at: DVec2) -> DVec3 {
        let ray = camera.ray(at);
        let along = ray.direction.dot(camera.forward()).max(1e-3);
        ray.origin + ray.direction * (self.depth_m / along)
    }

    /// What it pulls, and where.
    pub(super) fn grip(&self) -> Attachment {
        self.grip
    }

    /// Moves the target away from the eye, or nearer.
    pub(super) fn reach(&mut self, notches: f64) {
        let depth_m = self.depth_m * DEPTH_PER_NOTCH.powf(notches);
        self.depth_m = depth_m.clamp(DEPTH_M.0, DEPTH_M.1);
    }
}

fn depth_of(camera: &StageCamera, point: DVec3) -> f64 {
    let depth_m = (point - camera.eye()).dot(camera.forward());
    depth_m.clamp(DEPTH_M.0, DEPTH_M.1)
}
