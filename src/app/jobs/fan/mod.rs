//! The shot fan: one shot for each of some values of a field, seen all at once.

mod result;

pub use result::{Fan, FanShot, MOST_DRAWN};

use crate::app::action::FanOptions;
use crate::app::job::{Cancel, Job, Progress};
use crate::app::jobs::tally::{spare_threads, Counting, Tally};
use crate::lab::sweep::Sweep;
use crate::scene::Scene;
use std::sync::Arc;

/// A fan that is being shot.
pub struct Running {
    /// How far it is.
    pub tally: Arc<Tally>,
    job: Job<Result<Fan, String>>,
}

/// The shot fan.
pub struct ShotFan {
    /// What is varied in the next one.
    pub options: FanOptions,
    /// Whether the result is shown on the stage.
    pub is_shown: bool,
    /// Whether its panel was open in the last frame.
    is_panel_open: bool,
    running: Option<Running>,
    fan: Option<Fan>,
    /// Why there is no result.
    trouble: Option<String>,
    /// The scene that was compared with that of the result, and whether it differs.
    compared: Option<(Arc<Scene>, bool)>,
}

impl Default for ShotFan {
    fn default() -> ShotFan {
        ShotFan {
            options: FanOptions::default(),
            is_shown: true,
            is_panel_open: false,
            running: None,
            fan: None,
            trouble: None,
            compared: None,
        }
    }
}

impl ShotFan {
    /// What runs.
    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// The result.
    pub fn fan(&self) -> Option<&Fan> {
        self.fan.as_ref()
    }

    /// Why the last one has no result.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Whether the scene is no longer the one that was shot at.
    pub fn is_old(&self) -> bool {
        self.compared.as_ref().is_some_and(|(_, differs)| *differs)
    }

    /// The result, if it is to be shown on the stage.
    pub fn on_stage(&self) -> Option<&Fan> {
        self.fan.as_ref().filter(|_| self.is_shown)
    }

    /// Begins to shoot at a scene; what ran until now is cancelled.
    ///
    /// # Errors
    /// What cannot be varied so, or that there is no thread left.
    pub(in crate::app) fn run(&mut self, scene: &Arc<Scene>) -> Result<(), String> {
        self.cancel();
        let begun = self.begin(scene);
        self.trouble = begun.as_ref().err().cloned();
        begun
    }

    fn begin(&mut self, scene: &Arc<Scene>) -> Result<(), String> {
        let sweep = Arc::new(Sweep::new(self.options.order(scene)?)?);
        let tally = Arc::new(Tally::default());
        tally.count(0, sweep.count());
        let counted = tally.clone();
        let work = move |cancel: &Cancel| {
            let listener = Counting {
                tally: counted.clone(),
                cancel: cancel.clone(),
            };
            cancel.unless_left_off(Fan::shoot(&sweep, spare_threads(), &listener))
        };
        let job = Job::start_in_parts("shot fan", work);
        let job = job.map_err(|error| format!("cannot start ({error}); try again"))?;
        self.running = Some(Running { tally, job });
        Ok(())
    }

    /// Follows its panel: what it shows on the stage goes when that is closed.
    pub(in crate::app) fn follow_panel(&mut self, is_open: bool) {
        let was_open = std::mem::replace(&mut self.is_panel_open, is_open);
        self.is_shown &= is_open || !was_open;
    }

    /// Ends what runs; whether anything did.
    pub(in crate::app) fn cancel(&mut self) -> bool {
        self.running.take().is_some()
    }

    /// Forgets the result, and ends what runs.
    pub(in crate::app) fn clear(&mut self) {
        *self = ShotFan {
            options: std::mem::take(&mut self.options),
            ..ShotFan::default()
        };
    }

    /// Takes the result of what ran; whether it has ended just now.
    pub(in crate::app) fn take_news(&mut self) -> bool {
        let Some(running) = &self.running else {
            return false;
        };
        let result = match running.job.poll() {
            Progress::Working => return false,
            Progress::Done(result) => result,
            Progress::Failed => Err("internal error; try other values".into()),
        };
        self.running = None;
        match result {
            Ok(fan) => {
                (self.fan, self.trouble, self.is_shown) = (Some(fan), None, true);
                self.compared = None;
            }
            Err(trouble) => self.trouble = Some(trouble),
        }
        true
    }

    /// Looks whether the scene is still the one that was shot at.
    pub(in crate::app) fn compare(&mut self, scene: &Arc<Scene>) {
        let is_known = matches!(&self.compared, Some((known, _)) if Arc::ptr_eq(known, scene));
        if is_known {
            return;
        }
        self.compared = self.fan.as_ref().map(|fan| {
            let of = &fan.sweep().order().scene;
            let differs = !Arc::ptr_eq(of, scene) && **of != **scene;
            (scene.clone(), differs)
        });
    }
}
