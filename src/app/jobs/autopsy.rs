//! The autopsy of a run that blew up or left a bound, beside the window.

use crate::app::job::{Cancel, Job, Progress};
use crate::app::jobs::tally::Tally;
use crate::app::playback::{as_played, Session};
use crate::lab::autopsy::{autopsy, Autopsy, Bound, Case};
use crate::physics::interrupt::Interrupt;
use crate::scene::Scene;
use std::sync::Arc;

/// How far back it is looked, s.
const LOOK_BACK_S: f64 = 5.0;

/// An autopsy that goes on.
pub struct Running {
    /// How far it is.
    pub tally: Arc<Tally>,
    job: Job<Option<Autopsy>>,
}

/// The autopsy of the run.
#[derive(Default)]
pub struct Autopsies {
    running: Option<Running>,
    /// The scene that is asked about.
    scene: Arc<Scene>,
    found: Option<Autopsy>,
}

impl Autopsies {
    /// What runs.
    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// The result, while the scene is the one that was asked about.
    pub fn found(&self, scene: &Arc<Scene>) -> Option<&Autopsy> {
        let is_same = Arc::ptr_eq(&self.scene, scene);
        self.found.as_ref().filter(|_| is_same)
    }

    /// Begins; what ran until now is cancelled.
    ///
    /// # Errors
    /// That there is no thread left.
    pub(in crate::app) fn begin(
        &mut self,
        session: &Session,
        scene: &Arc<Scene>,
        bound: Option<Bound>,
    ) -> Result<(), String> {
        let (history, now) = (&session.history, session.now());
        let step_s = session.simulation.world.model().settings.common.step_s;
        let back = (LOOK_BACK_S / step_s).round() as u64;
        let mut case = Case {
            scene: as_played(session, scene),
            simulation: history.copy_before(&session.simulation, now.saturating_sub(back)),
            inputs: history.inputs().to_vec(),
            is_whole: history.forgotten() == 0,
            bound,
        };
        let most_steps = now + 1 - case.simulation.world.state().step.min(now);
        let tally = Arc::new(Tally::default());
        let counted = tally.clone();
        let work = move |cancel: &Cancel| {
            let world = &mut case.simulation.world;
            // Not that of the window, which has to draw its next frame.
            world.set_interrupt(Interrupt::at(cancel.clone()));
            autopsy(&case, most_steps, |done, of| {
                counted.count(done, of);
                !cancel.is_asked()
            })
        };
        let job = Job::start("autopsy", work);
        let job = job.map_err(|error| format!("cannot start ({error}); try again"))?;
        self.running = Some(Running { tally, job });
        self.scene = scene.clone();
        self.found = None;
        Ok(())
    }

    /// Ends what runs if it is about another scene.
    pub(in crate::app) fn follow(&mut self, scene: &Arc<Scene>) {
        if !Arc::ptr_eq(&self.scene, scene) {
            self.cancel();
        }
    }

    /// Ends what runs.
    pub(in crate::app) fn cancel(&mut self) {
        self.running = None;
    }

    /// Takes the result once it is there.
    ///
    /// # Errors
    /// That there is none.
    pub(in crate::app) fn take_news(&mut self) -> Result<(), String> {
        let Some(running) = &self.running else {
            return Ok(());
        };
        let found = match running.job.poll() {
            Progress::Working => return Ok(()),
            Progress::Done(found) => found,
            Progress::Failed => {
                self.running = None;
                return Err("the autopsy failed due to an internal error; press Reset".into());
            }
        };
        self.running = None;
        let found = found.ok_or("the problem did not occur again; press Reset and play")?;
        self.found = Some(found);
        Ok(())
    }
}
