//! Running twice: the run once more beside the window, and where it differs.

use super::{fail_to_build, Session};
use crate::app::effect::Effects;
use crate::app::job::{Cancel, Job, Progress};
use crate::compile::BuildError;
use crate::lab::Difference;

/// What a repeat found.
type Found = Result<Option<Difference>, Vec<BuildError>>;

/// A repeat of the run that goes on.
pub(super) struct Repeat {
    /// Number of steps of the run.
    steps: u64,
    job: Job<Found>,
}

impl Repeat {
    /// Simulates the run anew, on a thread unless it is wanted at once.
    pub(super) fn start(session: &Session, at_once: bool, effects: &mut Effects) -> Option<Repeat> {
        let history = session.history.clone();
        let steps = history.end();
        let work = move |cancel: &Cancel| history.repeat(|_| !cancel.is_asked());
        if at_once {
            tell(steps, work(&Cancel::default()), effects);
            return None;
        }
        match Job::start("repeat", work) {
            Ok(job) => {
                effects.say(format!("repeating the {steps} steps…"));
                Some(Repeat { steps, job })
            }
            Err(error) => {
                effects.fail(format!("cannot run twice ({error}); try again"));
                None
            }
        }
    }

    /// Tells what it has found; whether it goes on.
    pub(super) fn goes_on(&self, effects: &mut Effects) -> bool {
        let found = match self.job.poll() {
            Progress::Working => return true,
            Progress::Done(found) => found,
            Progress::Failed => {
                effects.fail("the second run stopped due to an internal error; try again");
                return false;
            }
        };
        tell(self.steps, found, effects);
        false
    }
}

fn tell(steps: u64, found: Found, effects: &mut Effects) {
    match found {
        Ok(None) => effects.say(format!("run twice: all {steps} steps are bit-identical")),
        Ok(Some(difference)) => {
            effects.fail(format!(
                "run twice: the runs differ in {difference}; report this bug"
            ));
        }
        Err(errors) => fail_to_build(&errors, effects),
    }
}
