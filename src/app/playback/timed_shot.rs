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

/// Leaves the timed shot out of a run that has not begun.
pub(super) fn leave_out_timed_shot(session: &mut Session) {
    let scene = session.history.scene();
    if session.is_untouched() && has_timed_shot(scene) {
        let scene = without_timed_shot(scene);
        session.simulation.arm(scene.launcher.as_ref());
        session.history = History::new(scene, &session.simulation);
    }
}

/// A version of its scene as a run plays it: without the timed shot if the run has none.
pub fn as_played(session: &Session, scene: &Arc<Scene>) -> Arc<Scene> {
    match has_timed_shot(session.history.scene()) {
        true => scene.clone(),
        false => without_timed_shot(scene),
    }
}
