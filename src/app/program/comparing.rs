//! Comparing: the runs beside the session, on its clock.

use super::Program;
use crate::app::compare::CompareOptions;
use crate::lab::comparison::MOST_SIDES;
use crate::lab::{Comparison, Variant};
use std::time::Instant;

/// Steps of each side between two looks at the clock.
const STEPS_AT_ONCE: u64 = 4;

impl Program {
    /// Begins or ends the comparison; at first with the other weighting.
    pub(super) fn compare(&mut self) {
        if self.comparison.take().is_some() {
            return;
        }
        if self.compare_options.variants.is_empty() {
            self.compare_options.leader = None;
            self.compare_options.variants.extend(self.other_weighting());
        }
        self.begin_comparison();
    }

    /// Lets a take run beside the scene.
    pub(super) fn compare_take(&mut self, index: usize) {
        let Some(take) = self.session.takes.list().get(index) else {
            return;
        };
        let variant = Variant::of_take(&take.name, take.recording.clone());
        let mut options = self.compare_options.clone();
        if options.variants.len() >= MOST_SIDES {
            return self.fail("six runs are compared already; remove one first".into());
        }
        options.variants.push(variant);
        self.set_compare_options(options);
    }

    /// The weighting that the scene does not have.
    fn other_weighting(&self) -> Option<Variant> {
        let is_uniform = self.document.scene().solver.weighting < 0.5;
        let (name, setting) = match is_uniform {
            true => ("mass-weighted", "solver.weighting=1"),
            false => ("uniform", "solver.weighting=0"),
        };
        Variant::new(name, &[setting]).ok()
    }

    /// Compares what is asked for from now on; nothing ends the comparison.
    pub(super) fn set_compare_options(&mut self, mut options: CompareOptions) {
        options.variants.truncate(MOST_SIDES);
        let old = std::mem::replace(&mut self.compare_options, options);
        let new = &self.compare_options;
        if new.variants.is_empty() {
            self.comparison = None;
        } else if self.comparison.is_none()
            || (&new.variants, new.band) != (&old.variants, old.band)
        {
            self.begin_comparison();
        }
    }

    fn begin_comparison(&mut self) {
        let history = &self.session.history;
        if history.start() > 0 {
            return self.fail(
                "the start of this run is forgotten, so nothing can run beside it; Reset begins \
                 a new one"
                    .into(),
            );
        }
        let CompareOptions { variants, band, .. } = &self.compare_options;
        let leader = &self.session.simulation;
        let comparison = Comparison::new(variants.clone(), *band, history, leader);
        let refused = comparison.refused().iter().map(|(_, why)| why.as_str());
        let refused: Vec<_> = refused.collect();
        let refused = refused.join("\n");
        self.comparison = Some(comparison);
        if !refused.is_empty() {
            self.fail(refused);
        }
        self.lead_sides();
    }

    /// Lets the sides go to where the session is, as far as there is time.
    pub(super) fn lead_sides(&mut self) {
        let Some(comparison) = &mut self.comparison else {
            self.sides_lag = false;
            return;
        };
        let began = Instant::now();
        let most = self.stepping_budget.map_or(u64::MAX, |_| STEPS_AT_ONCE);
        let (history, leader) = (&self.session.history, &self.session.simulation);
        let is_late = || {
            self.stepping_budget
                .is_some_and(|budget| began.elapsed() > budget)
        };
        let mut there = comparison.follow(history, leader, most);
        while !there && !is_late() {
            there = comparison.follow(history, leader, most);
        }
        self.sides_lag = !there;
    }
}
