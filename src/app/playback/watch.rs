//! Bounds at which a run stops, so that one can see why it left them.

use super::Session;
use crate::app::effect::Effects;
use crate::lab::autopsy::{Bound, Bounds};

/// The bounds, and the one that was left.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Watch {
    /// What the run is not to leave.
    pub bounds: Bounds,
    /// What was left last, and the step after which it was.
    left: Option<(Bound, u64)>,
}

impl Watch {
    /// The bound that has just been left, while the run stands there.
    pub fn left(&self, session: &Session) -> Option<Bound> {
        let (bound, step) = self.left?;
        (session.now() == step && !session.playing).then_some(bound)
    }

    /// Stops a run at the first step since `before` that left a bound; the runs of tests go
    /// there at once.
    pub(super) fn stop(
        &mut self,
        session: &mut Session,
        (before, at_once): (u64, bool),
        effects: &mut Effects,
    ) {
        let telemetry = &session.observed.telemetry;
        let left_in = |step: u64| {
            let [before, after] = [step.checked_sub(1)?, step].map(|step| telemetry.sample(step));
            let bound = self.bounds.left_between([before?, after?])?;
            Some((bound, step))
        };
        let Some((bound, step)) = (before + 1..=session.now()).find_map(left_in) else {
            return;
        };
        self.left = Some((bound, step));
        session.playing = false;
        session.go_to(step);
        if at_once {
            session.approach(None);
        }
        let words = bound.words();
        effects.fail(format!(
            "{words} in step {step}; for the cause, use Analyze > Why did it move?"
        ));
    }
}
