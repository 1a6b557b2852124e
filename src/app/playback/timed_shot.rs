//! Timed shots: a scene may throw its ball by itself, `fire_at_s` after its start. Where a
//! person is about to throw, the run leaves that shot out.

use super::Session;
use crate::lab::History;
use crate::scene::Scene;
use std::sync::Arc;

/// What becomes of the timed shot of a scene that is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimedShot {
    /// It is left out until it is asked for.
    #[default]
    Waits,
    /// It is thrown by the clock.
    Fires,
}

/// Whether a scene throws by itself.
pub(super) fn has_timed_shot(scene: &Scene) -> bool {
    let launcher = scene.launcher.as_ref();
    launcher.is_some_and(|launcher| launcher.fire_at_s.is_some())
}

/// The same scene that throws nothing by itself.
pub(super) fn without_timed_shot(scene: &Arc<Scene>) -> Arc<Scene> {
    let mut scene = scene.clone();
    if has_timed_shot(&scene) {
        if let Some(launcher) = &mut Arc::make_mut(&mut scene).launcher {
            launcher.fire_at_s = None;
        }
    }
    scene
}

impl Session {
    /// Leaves the timed shot out of a run that has not begun.
    pub(super) fn leave_out_timed_shot(&mut self) {
        let scene = self.history.scene();
        if self.is_untouched() && has_timed_shot(scene) {
            let scene = without_timed_shot(scene);
            self.simulation.arm(scene.launcher.as_ref());
            self.history = History::new(scene, &self.simulation);
        }
    }

    /// Whether this run throws by itself, or has.
    pub(super) fn has_timed_shot(&self) -> bool {
        has_timed_shot(self.history.scene())
    }

    /// A version of its scene as this run plays it: without the timed shot if it has none.
    pub fn as_played(&self, scene: &Arc<Scene>) -> Arc<Scene> {
        match self.has_timed_shot() {
            true => scene.clone(),
            false => without_timed_shot(scene),
        }
    }
}
