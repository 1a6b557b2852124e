//! When a scene is examined: once for each change while the panel is shown. What may take long
//! is examined beside the window, which waits a moment for it and no longer.

use crate::app::job::{Job, Progress as Work};
use crate::editor::doctor::{examine, Finding};
use crate::scene::Scene;
use std::sync::Arc;
use std::time::Duration;

/// Scenes of more things are examined on a thread.
const MOST_AT_ONCE: usize = 2_000;
/// So are those with more joints: what may fight is run, and so are its remedies.
const MOST_JOINTS_AT_ONCE: usize = 8;
/// How long a frame waits for a thread, so that the list does not flicker at each edit.
const PATIENCE: Duration = Duration::from_millis(50);

/// What came of an examination: what was found, or why nothing could be.
pub(super) type Found = Result<Vec<Finding>, String>;

/// How far the examination of a scene is.
pub(super) enum Progress<'a> {
    /// It is over.
    Done(&'a Found),
    /// It goes on beside the window.
    Running,
    /// It was given up.
    Cancelled,
    /// It has not begun.
    Waiting,
}

/// The latest examination. Scenes are held, so that no other takes their place.
#[derive(Debug, Default)]
pub(super) struct Examination {
    done: Option<(Arc<Scene>, Found)>,
    running: Option<(Arc<Scene>, Job<Found>)>,
    cancelled: Option<Arc<Scene>>,
}

impl Examination {
    /// Takes what a thread has found, and examines the scene if nobody has. One thread
    /// runs at a time; the next begins when it is done.
    pub(super) fn follow(&mut self, scene: &Arc<Scene>) {
        self.follow_within(scene, PATIENCE);
    }

    fn follow_within(&mut self, scene: &Arc<Scene>, patience: Duration) {
        self.collect(Duration::ZERO);
        if self.running.is_some() || !matches!(self.progress(scene), Progress::Waiting) {
            return;
        }
        if is_quick(scene) {
            self.done = Some((scene.clone(), found(scene)));
            return;
        }
        let examined = scene.clone();
        match Job::start("rig doctor", move |_| found(&examined)) {
            Ok(job) => {
                self.running = Some((scene.clone(), job));
                self.collect(patience);
            }
            Err(error) => self.done = Some((scene.clone(), Err(error.to_string()))),
        }
    }

    /// Takes what a thread has found, if it is there within so long.
    fn collect(&mut self, patience: Duration) {
        let Some((scene, job)) = &self.running else {
            return;
        };
        let found = match job.wait(patience) {
            Work::Done(found) => found,
            Work::Working => return,
            Work::Failed => Err(
                "The check stopped unexpectedly. Change the scene to run it \
                                 again."
                    .into(),
            ),
        };
        if !is(&self.cancelled, scene) {
            self.done = Some((scene.clone(), found));
        }
        self.running = None;
    }

    /// How far the examination of a scene is.
    pub(super) fn progress(&self, scene: &Arc<Scene>) -> Progress<'_> {
        match &self.done {
            Some((examined, found)) if Arc::ptr_eq(examined, scene) => Progress::Done(found),
            _ if is(&self.cancelled, scene) => Progress::Cancelled,
            _ if self.running.is_some() => Progress::Running,
            _ => Progress::Waiting,
        }
    }

    /// What was found last, perhaps in a scene that has changed since.
    pub(super) fn latest(&self) -> Option<&Found> {
        self.done.as_ref().map(|(_, found)| found)
    }

    /// Gives up the examination of a scene until it changes.
    pub(super) fn cancel(&mut self, scene: &Arc<Scene>) {
        self.cancelled = Some(scene.clone());
    }

    /// Examines a scene that was given up after all.
    pub(super) fn resume(&mut self) {
        self.cancelled = None;
    }
}

fn is(held: &Option<Arc<Scene>>, scene: &Arc<Scene>) -> bool {
    held.as_ref().is_some_and(|held| Arc::ptr_eq(held, scene))
}

fn found(scene: &Scene) -> Found {
    examine(scene).map_err(|error| error.to_string())
}

/// Whether no examination of it takes long.
fn is_quick(scene: &Scene) -> bool {
    let joints = scene.constraints.len();
    count(scene) <= MOST_AT_ONCE && joints <= MOST_JOINTS_AT_ONCE && scene.ragdolls.is_empty()
}

/// Number of things of a scene.
fn count(scene: &Scene) -> usize {
    scene.materials.len()
        + scene.obstacles.len()
        + scene.bodies.len()
        + scene.particles.len()
        + scene.constraints.len()
        + scene.ragdolls.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Material;

    fn large() -> Arc<Scene> {
        let materials = (1..=MOST_AT_ONCE as u32 + 1).map(|id| Material {
            id,
            ..Material::default()
        });
        Arc::new(Scene {
            materials: materials.collect(),
            ..Scene::default()
        })
    }

    fn wait(examination: &mut Examination, scene: &Arc<Scene>) {
        while examination.running.is_some() {
            crate::clock::sleep(Duration::from_millis(5));
            examination.follow_within(scene, Duration::ZERO);
        }
    }

    #[test]
    fn what_was_cancelled_stays_so_until_it_is_asked_for_again() {
        let (mut examination, scene) = (Examination::default(), large());
        examination.follow_within(&scene, Duration::ZERO);
        assert!(matches!(examination.progress(&scene), Progress::Running));
        examination.cancel(&scene);
        wait(&mut examination, &scene);
        assert!(matches!(examination.progress(&scene), Progress::Cancelled));
        examination.resume();
        examination.follow_within(&scene, Duration::ZERO);
        wait(&mut examination, &scene);
        let done = matches!(examination.progress(&scene), Progress::Done(Ok(_)));
        assert!(done);
    }

    #[test]
    fn another_scene_is_examined_when_the_last_one_is_done() {
        let (mut examination, first, second) = (Examination::default(), large(), large());
        examination.follow_within(&first, Duration::ZERO);
        examination.follow_within(&second, Duration::ZERO);
        assert!(matches!(examination.progress(&second), Progress::Running));
        wait(&mut examination, &second);
        let done = matches!(examination.progress(&second), Progress::Done(Ok(_)));
        assert!(done);
    }
}
