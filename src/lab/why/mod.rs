//! Why something moved: the ledger of a span of time, gone through again, in words.

mod asking;
mod conflict;
mod path;
mod subject;
mod table;
mod words;

use crate::physics::ledger::{Cause, Entry};
pub use asking::{answer, Question};
pub use conflict::ConflictLine;
use glam::DVec3;
pub use path::ImpulsePath;
use serde::Serialize;
use std::collections::BTreeMap;
pub use subject::{ids_named, name_of_mover, Subject};
pub use table::{csv, readable};
pub use words::{corrects, thing_of, words_of, Group};

/// What one cause did to a subject; the keys are those of `ragdoll-lab why --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// The cause.
    #[serde(skip)]
    pub cause: Cause,
    /// Its group.
    #[serde(skip)]
    pub group: Group,
    /// In words.
    pub name: String,
    /// Name of its group.
    #[serde(rename = "group")]
    pub group_name: &'static str,
    /// Momentum that it gave, N·s.
    pub momentum_n_s: [f64; 3],
    /// Angular momentum about the origin that it gave, N·m·s.
    pub angular_momentum_n_m_s: [f64; 3],
    /// Work that it did, J.
    pub work_j: f64,
    /// Potential energy that it gave by moving things, J.
    pub lift_j: f64,
    /// By how much it moved the centre of mass by itself, without a velocity, m.
    pub way_m: [f64; 3],
}

/// What was done in one step.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// Time at the end of the step, s.
    pub time_s: f64,
    /// What each group gave; its way is that of corrections alone, of the centre of mass.
    pub groups: BTreeMap<Group, Entry>,
}

/// Why a subject moved as it did in a span of time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// The subject.
    pub subject: String,
    /// Begin of the span, s.
    pub from_s: f64,
    /// End of the span, s.
    pub to_s: f64,
    /// Mass of the subject, kg.
    pub mass_kg: f64,
    /// Its momentum at the begin, N·s.
    pub momentum_before_n_s: [f64; 3],
    /// At the end, N·s.
    pub momentum_after_n_s: [f64; 3],
    /// Change of its energy, J.
    pub energy_change_j: f64,
    /// Whether the run diverged within the span.
    pub diverged: bool,
    /// Hash of the state at the end.
    #[serde(skip)]
    pub hash: u64,
    /// What each cause did, those with most momentum and work first.
    pub causes: Vec<Line>,
    /// Constraints of the subject that undo each other, the worst first.
    pub conflicts: Vec<ConflictLine>,
    /// The way of impulses through the subject.
    #[serde(skip)]
    pub path: ImpulsePath,
    /// Step by step.
    #[serde(skip)]
    pub moments: Vec<Moment>,
    /// Whom it is about.
    #[serde(skip)]
    pub about: Subject,
}

impl Answer {
    /// The causes that did more than rounding does.
    pub fn notable(&self) -> impl Iterator<Item = &Line> {
        self.notable_with_place().map(|(_, line)| line)
    }

    /// The same, each with its place in the list.
    pub fn notable_with_place(&self) -> impl Iterator<Item = (usize, &Line)> {
        /// Share of the largest below which nothing counts.
        const ROUNDING: f64 = 1e-9;
        let most = |of: fn(&Line) -> f64| self.causes.iter().map(of).fold(0.0, f64::max);
        let (momentum, work) = (most(Line::momentum), most(Line::work));
        self.causes.iter().enumerate().filter(move |(_, line)| {
            // So that what is no number stays.
            let small = |value: f64, most: f64| value <= ROUNDING * most && most.is_finite();
            !(small(line.momentum(), momentum) && small(line.work(), work))
        })
    }
}

impl Line {
    /// Length of the momentum, N·s.
    pub fn momentum(&self) -> f64 {
        DVec3::from(self.momentum_n_s).length()
    }

    /// Length of the way, m.
    pub fn way(&self) -> f64 {
        DVec3::from(self.way_m).length()
    }

    /// Amount of the work, J.
    pub fn work(&self) -> f64 {
        self.work_j.abs()
    }
}
