//! Dragging the keys of the path of a selected kinematic body.

use super::gizmo::TOLERANCE_PT;
use super::{document, simulation, Pointer, ToolHost};
use crate::app::action::{Action, Tool, ToolOptions};
use crate::app::geometry::{on_plane, snapped};
use crate::editor::{Command, Item};
use crate::physics::kinematic::{AfterPath, KinematicPath};
use crate::physics::ColliderId;
use crate::scene::Id;
use crate::view::stage_camera::StageCamera;
use glam::{DVec2, DVec3};

/// A key that is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PathKeyDrag {
    body: Id,
    key: usize,
    time_s: f64,
    /// Where it was, m.
    from: DVec3,
    /// Where it goes, m.
    pub(super) to: DVec3,
}

impl PathKeyDrag {
    /// The key of a selected body under a point of the window. The first one is where the body is,
    /// and moves with it; so is the last one of a path that repeats.
    pub(super) fn at(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Option<PathKeyDrag> {
        if !matches!(host.workbench().tool, Tool::Select | Tool::Move) {
            return None;
        }
        let is_near = |place: DVec3| {
            let place = camera.project(place);
            place.is_some_and(|place| place.distance(at) <= TOLERANCE_PT)
        };
        let selection = document(host).selection();
        let (model, map) = (simulation(host).world.model(), &simulation(host).map);
        model.kinematic.iter().find_map(|&index| {
            let body = map.id_of(ColliderId::Body(index))?;
            let is_free = selection.contains(body) && host.workspace().view_state.can_pick(body);
            let path = model.bodies.get(index)?.path.as_ref().filter(|_| is_free)?;
            let free = match path.after {
                AfterPath::Repeat => path.keys.len().saturating_sub(1),
                AfterPath::Stop | AfterPath::Return => path.keys.len(),
            };
            let mut keys = path.keys.iter().enumerate().take(free).skip(1);
            keys.find_map(|(key, found)| {
                let from = path.place_of_key(found);
                is_near(from).then_some(PathKeyDrag {
                    body,
                    key,
                    time_s: found.time_s,
                    from,
                    to: from,
                })
            })
        })
    }

    /// Follows the pointer in the plane of the view.
    pub(super) fn follow(
        &mut self,
        camera: &StageCamera,
        pointer: &Pointer,
        options: &ToolOptions,
    ) {
        if let Some(point) = on_plane(camera.ray(pointer.at), self.from, camera.forward()) {
            let step = match options.snap != pointer.ctrl {
                true => options.snap_m,
                false => 0.0,
            };
            let shift = (point - self.from).to_array().map(|x| snapped(x, step));
            self.to = self.from + DVec3::from(shift);
        }
    }

    /// Moves the key in the document.
    pub(super) fn finish(self, host: &mut dyn ToolHost) {
        let Some(Item::Body(mut body)) = Item::find(document(host).scene(), self.body) else {
            return;
        };
        let keys = body.kinematic.as_mut().map(|path| &mut path.keys);
        let Some(key) = keys.and_then(|keys| keys.get_mut(self.key)) else {
            return;
        };
        if self.to != self.from {
            key.shift_m = (DVec3::from(key.shift_m) + self.to - self.from).to_array();
            let command = Command::replace(Item::Body(body), "Move key");
            host.perform(Action::Edit(command));
        }
    }

    /// What is to be read while dragging.
    pub(super) fn read_out(&self) -> String {
        let [x, y, z] = (self.to - self.from).to_array();
        format!("key at {} s: {x:+.2} {y:+.2} {z:+.2} m", self.time_s)
    }

    /// The ways to the keys before and after it, as they will be.
    pub(super) fn ways(&self, host: &dyn ToolHost) -> Vec<DVec3> {
        let map = &simulation(host).map;
        let model = simulation(host).world.model();
        let mut paths = model.kinematic.iter();
        let path = paths.find(|&&index| map.id_of(ColliderId::Body(index)) == Some(self.body));
        let path = path.and_then(|&index| model.bodies.get(index)?.path.as_ref());
        let neighbours = |path: &KinematicPath| {
            let place = |key: usize| path.keys.get(key).map(|key| path.place_of_key(key));
            let [before, after] = [self.key.checked_sub(1), self.key.checked_add(1)];
            [before.and_then(place), Some(self.to), after.and_then(place)]
        };
        path.map_or(Vec::new(), |path| {
            neighbours(path).into_iter().flatten().collect()
        })
    }
}
