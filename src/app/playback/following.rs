//! How a run follows a change of its scene.

use super::{as_played, Playback, TimedShot};
use crate::compile::{compile, settings_of, BuildError, Compiled};
use crate::lab::Simulation;
use crate::scene::{Launcher, Scene, SceneDifference};
use std::sync::Arc;

impl Playback {
    /// Follows a change of the scene: settings, masses, limits and other numbers while it
    /// runs, anything else from the start. `compiled`: the changed scene, if it is already.
    ///
    /// # Errors
    /// What the method cannot simulate; the run goes on as it was.
    pub fn follow(
        &mut self,
        before: &Arc<Scene>,
        after: &Arc<Scene>,
        compiled: Option<Box<Compiled>>,
    ) -> Result<(), String> {
        let (before, after) = match self.timed_shot {
            TimedShot::Waits => {
                let played = |scene| as_played(&self.session, scene);
                (played(before), played(after))
            }
            TimedShot::Fires => (before.clone(), after.clone()),
        };
        let difference = SceneDifference::between(&before, &after);
        if difference > SceneDifference::Paint {
            let painted = painted_as(&before, &after);
            let followed = self.follow_in_motion(difference, &before, &painted, compiled);
            followed.map_err(|errors| {
                let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
                lines.join("\n")
            })?;
        }
        self.session.paint(&after);
        Ok(())
    }

    fn follow_in_motion(
        &mut self,
        difference: SceneDifference,
        before: &Scene,
        after: &Arc<Scene>,
        compiled: Option<Box<Compiled>>,
    ) -> Result<(), Vec<BuildError>> {
        let goes_on = !self.must_begin_anew(before, after);
        if difference == SceneDifference::Retune && goes_on {
            return self.session.retune(after).map_err(|error| vec![error]);
        }
        let mut compiled = match compiled {
            Some(compiled) => compiled,
            None => {
                let (world, map) = compile(after)?;
                Box::new(Compiled { world, map })
            }
        };
        if difference == SceneDifference::Rebuild {
            self.session.playing = false;
        } else if goes_on {
            compiled = match self.session.remodel(after, compiled) {
                Ok(()) => return Ok(()),
                Err(compiled) => compiled,
            };
        }
        self.session
            .reset_as(after, Simulation::of(after, *compiled));
        Ok(())
    }

    /// Whether a change of settings or launcher needs the scene from its start:
    /// time is counted in steps, and a shot that waits for its time is set up there.
    fn must_begin_anew(&self, before: &Scene, after: &Scene) -> bool {
        let now = &self.session.simulation;
        let rate = settings_of(after).map(|(_, settings)| settings.common.step_s);
        let waits = |launcher: &Option<Launcher>| {
            let at_s = launcher.as_ref().and_then(|launcher| launcher.fire_at_s);
            at_s.is_some_and(|at_s| at_s >= now.time_s())
        };
        let waiting_changes = before.launcher != after.launcher
            && !self.session.is_untouched()
            && (waits(&before.launcher) || waits(&after.launcher));
        // A run that nothing has happened in begins as the other method would begin it.
        let begins = before.solver.method != after.solver.method && self.session.is_untouched();
        begins
            || rate.is_ok_and(|step_s| step_s != now.world.model().settings.common.step_s)
            || waiting_changes
    }
}

/// A scene in the colours of another, which motion does not depend on.
fn painted_as(like: &Scene, scene: &Arc<Scene>) -> Arc<Scene> {
    let colors = like.colors();
    if scene.colors() == colors {
        return scene.clone();
    }
    let mut painted = (**scene).clone();
    painted.paint(&colors);
    Arc::new(painted)
}
