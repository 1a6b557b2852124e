//! The figure as it was at another moment of the run, beside how it is now.

use super::Session;
use crate::clock::Instant;
use crate::lab::{History, RunId, Simulation};
use std::time::Duration;

/// Longest that a frame simulates for a preview.
const BUDGET: Duration = Duration::from_millis(6);
/// Steps between two looks at the clock.
const STEPS_AT_ONCE: u64 = 2;

/// The figure at another moment of the run, if one is asked for.
#[derive(Default)]
pub struct Preview {
    on_its_way: Option<OnItsWay>,
}

/// A copy of the run on its way to another step.
struct OnItsWay {
    step: u64,
    copy: Simulation,
    /// Of which history it is a copy.
    of: (RunId, u64),
    begun: bool,
    is_there: bool,
}

impl OnItsWay {
    fn is_of(&self, history: &History) -> bool {
        self.of.0 == *history.run() && self.of.1 == history.rewritten()
    }
}

impl Preview {
    /// Shows the figure as it was at a step; nothing ends that. `hurries`: a frame has no
    /// time for all of it.
    pub fn at(&mut self, step: Option<u64>, session: &Session, hurries: bool) {
        let before = self.on_its_way.take();
        let Some(step) = step else {
            return;
        };
        let history = &session.history;
        let copy = before
            .filter(|before| before.is_of(history))
            .map(|before| before.copy);
        self.on_its_way = Some(OnItsWay {
            step,
            copy: copy.unwrap_or_else(|| session.simulation.clone()),
            of: (history.run().clone(), history.rewritten()),
            begun: false,
            is_there: false,
        });
        self.go_on(session, hurries);
    }

    /// Brings the copy nearer to its step, as far as there is time.
    pub(super) fn go_on(&mut self, session: &Session, hurries: bool) {
        let history = &session.history;
        let Some(on_its_way) = self.on_its_way.as_mut().filter(|way| way.is_of(history)) else {
            return self.end();
        };
        let began = Instant::now();
        while !on_its_way.is_there && (!hurries || began.elapsed() < BUDGET) {
            let (step, begun) = (on_its_way.step, on_its_way.begun);
            let copy = &mut on_its_way.copy;
            on_its_way.is_there = history.look_at(copy, step, STEPS_AT_ONCE, begun);
            on_its_way.begun = true;
        }
    }

    /// Ends it.
    pub(super) fn end(&mut self) {
        self.on_its_way = None;
    }

    /// The run as it was at the step that is glanced at.
    pub fn shown(&self) -> Option<&Simulation> {
        let preview = self
            .on_its_way
            .as_ref()
            .filter(|preview| preview.is_there)?;
        Some(&preview.copy)
    }

    /// Whether the step that is glanced at has not been reached yet.
    pub fn is_on_its_way(&self) -> bool {
        self.on_its_way
            .as_ref()
            .is_some_and(|preview| !preview.is_there)
    }
}
