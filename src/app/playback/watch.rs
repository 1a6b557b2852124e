//! Bounds at which a run stops, so that one can see why it left them.

use super::Session;
use crate::app::effect::Effects;
use crate::lab::autopsy::{Bound, Bounds};
use crate::scene::Scene;

/// The bounds, and the one that was left.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Watch {
    /// What the run is not to leave.
    pub bounds: Bounds,
    /// Whether a run pauses once a joint stands open or energy came from nowhere.
    pub pauses_when_unsound: bool,
    /// What was left last, and the step after which it was.
    left: Option<(Bound, u64)>,
}

impl Watch {
    /// The bound that has just been left, while the run stands there.
    pub fn left(&self, session: &Session) -> Option<Bound> {
        let (bound, step) = self.left?;
        (session.now() == step && !session.playing).then_some(bound)
    }

    /// Says so when a run has ceased to be sound since `before`: a joint stands open, or energy
    /// came from nowhere. Pauses it if that is asked for. A scene with misprints shows what goes
    /// wrong, so nothing is said of it.
    pub(super) fn tell_unsound(
        &self,
        session: &mut Session,
        scene: &Scene,
        before: u64,
        effects: &mut Effects,
    ) {
        if !scene.solver.as_printed.is_empty() {
            return;
        }
        let first = session.simulation.metrics.soundness.first();
        let is_new = first.is_some_and(|unsound| unsound.step > before);
        let Some(what) = session.simulation.unsound(scene).filter(|_| is_new) else {
            return;
        };
        if self.pauses_when_unsound {
            session.playing = false;
        }
        effects.fail(format!(
            "{what}. For the cause, use Analyze > Why did it move?"
        ));
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
