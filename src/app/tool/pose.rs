//! Posing: a limb is dragged while nothing else moves by itself.

use super::pull::PullDrag;
use super::{document, simulation, ToolHost};
use crate::app::action::Action;
use crate::app::playback::kept_pose;
use crate::lab::Posing;
use crate::physics::State;
use crate::view::stage_camera::StageCamera;
use glam::DVec2;

/// Steps of the solver per frame: enough to follow a hand.
const STEPS: u32 = 3;

/// A drag that poses.
#[derive(Clone)]
pub(super) struct PoseDrag {
    pull: PullDrag,
    posing: Posing,
    before: State,
}

impl std::fmt::Debug for PoseDrag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PoseDrag").field(&self.pull).finish()
    }
}

impl PoseDrag {
    /// Takes hold of the limb under a point of the window, at the start of the scene.
    pub(super) fn begin(
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        at: DVec2,
    ) -> Option<PoseDrag> {
        super::go_to_start(host);
        let simulation = simulation(host);
        let pull = PullDrag::at(host, camera, at)?;
        let mut posing = Posing::new(simulation);
        posing.plant(pull.grip());
        Some(PoseDrag {
            pull,
            posing,
            before: simulation.world.state().clone(),
        })
    }

    /// Lets the feet free on which the figure stands, or keeps them again.
    pub(super) fn toggle_feet(&mut self) {
        match self.posing.is_planted() {
            true => self.posing.uproot(),
            false => {
                self.posing.plant(self.pull.grip());
            }
        }
    }

    /// Whether the feet are kept on which the figure stands.
    pub(super) fn keeps_feet(&self) -> bool {
        self.posing.is_planted()
    }

    /// Lets the limb follow the pointer, with all that hangs on it.
    pub(super) fn follow(&mut self, host: &mut dyn ToolHost, camera: &StageCamera, at: DVec2) {
        let target = self.pull.target(camera, at);
        if !self.posing.pull(self.pull.grip(), target, STEPS) {
            let kept_feet = self.posing.is_planted();
            self.posing = Posing::new(simulation(host));
            if kept_feet {
                self.posing.plant(self.pull.grip());
            }
        }
        let posed = self.posing.posed();
        host.perform(Action::ShowState(Box::new(posed)));
    }

    /// Makes the pose that of the document.
    pub(super) fn finish(mut self, host: &mut dyn ToolHost) {
        if self.posing.release() {
            for action in kept_pose(document(host).scene(), self.posing.simulation()) {
                host.perform(action);
            }
        } else {
            self.take_back(host);
        }
    }

    /// Takes the pose back.
    pub(super) fn take_back(&self, host: &mut dyn ToolHost) {
        let before = Box::new(self.before.clone());
        host.perform(Action::ShowState(before));
    }
}
