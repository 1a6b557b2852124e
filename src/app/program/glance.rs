//! A glance at another moment of the run: the figure as it was then, beside how it is now.

use super::Program;
use crate::app::panels::Panel;
use crate::lab::Simulation;
use crate::scene::Scene;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest that a frame simulates for a glance.
const BUDGET: Duration = Duration::from_millis(6);
/// Steps between two looks at the clock.
const STEPS_AT_ONCE: u64 = 2;

/// A copy of the run on its way to another step.
pub(super) struct Glance {
    step: u64,
    copy: Simulation,
    /// Of which history it is a copy.
    of: (Arc<Scene>, u64),
    begun: bool,
    is_there: bool,
}

impl Program {
    /// Shows the figure as it was at a step; nothing ends that.
    pub(super) fn glance_at(&mut self, step: Option<u64>) {
        let before = self.glance.take();
        let Some(step) = step else {
            return;
        };
        let history = &self.session.history;
        let of = (history.scene().clone(), history.rewritten());
        let is_same = |glance: &Glance| Arc::ptr_eq(&glance.of.0, &of.0) && glance.of.1 == of.1;
        let copy = before.filter(is_same).map(|glance| glance.copy);
        self.glance = Some(Glance {
            step,
            copy: copy.unwrap_or_else(|| self.session.simulation.clone()),
            of,
            begun: false,
            is_there: false,
        });
        self.go_on_glancing();
    }

    /// Brings the copy nearer to its step, as far as there is time.
    pub(super) fn go_on_glancing(&mut self) {
        if !self.is_seen(Panel::Plots) {
            self.glance = None;
        }
        let history = &self.session.history;
        let Some(glance) = &mut self.glance else {
            return;
        };
        let is_of_now = Arc::ptr_eq(&glance.of.0, history.scene());
        if !is_of_now || glance.of.1 != history.rewritten() {
            self.glance = None;
            return;
        }
        let began = Instant::now();
        while !glance.is_there && (self.stepping_budget.is_none() || began.elapsed() < BUDGET) {
            let (copy, step, begun) = (&mut glance.copy, glance.step, glance.begun);
            glance.is_there = history.look_at(copy, step, STEPS_AT_ONCE, begun);
            glance.begun = true;
        }
    }

    /// The run as it was at the step that is glanced at.
    pub fn glance(&self) -> Option<&Simulation> {
        let glance = self.glance.as_ref().filter(|glance| glance.is_there)?;
        Some(&glance.copy)
    }

    /// Whether the step that is glanced at has not been reached yet.
    pub fn is_glancing(&self) -> bool {
        self.glance.as_ref().is_some_and(|glance| !glance.is_there)
    }
}
