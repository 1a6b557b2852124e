//! Equations of the papers that can be used as they are printed, misprints and all.
//!
//! One table, [`MISPRINTS`]: scene files, schema, lists, the panel and the check of scenes read
//! it. A new one is a line there, and what it does where its equation is used.

mod needs;
mod table;

use super::parameters::put;
use crate::physics::method::parameter::{Choice, Kind, ParameterSpec, Standard, Value};
use crate::physics::model::Model;
use crate::physics::settings::MethodSettings;
pub use needs::Need;
pub use table::{Misprint, LEFT_OUT, MISPRINTS};

/// A paper with misprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// Baltman and Radeztsky, "Verlet Integration and Constraints in a Six Degree of Freedom
    /// Rigid Body Physics Simulation".
    BaltmanRadeztsky,
    /// Delannoy's thesis.
    Delannoy,
    /// Gästrin's thesis.
    Gastrin,
}

impl Paper {
    /// Those whose misprints have switches.
    pub const WITH_SWITCHES: [Paper; 2] = [Paper::BaltmanRadeztsky, Paper::Delannoy];

    /// Its authors.
    pub fn name(self) -> &'static str {
        match self {
            Paper::BaltmanRadeztsky => "Baltman and Radeztsky",
            Paper::Delannoy => "Delannoy",
            Paper::Gastrin => "Gästrin",
        }
    }
}

/// What there is to know of a misprint.
#[derive(Debug, Clone, Copy)]
pub struct MisprintInfo {
    /// Which it is.
    pub misprint: Misprint,
    /// Where it is printed.
    pub paper: Paper,
    /// Name, help and label: the number of its equation, what becomes of the motion, and both
    /// in brief.
    pub choice: Choice,
    /// Without which it does nothing.
    pub needs: &'static [Need],
}

impl Misprint {
    /// What there is to know of it.
    pub fn info(self) -> &'static MisprintInfo {
        &MISPRINTS[self as usize]
    }

    /// Name in scene files.
    pub fn name(self) -> &'static str {
        self.info().choice.name
    }

    /// That with this name.
    pub fn named(name: &str) -> Option<Misprint> {
        let mut all = MISPRINTS.iter();
        let found = all.find(|info| info.choice.name == name);
        found.map(|info| info.misprint)
    }

    /// What it lacks to do anything in this model, in words, if it lacks something.
    pub fn silent(self, model: &Model) -> Option<String> {
        let needs = self.info().needs;
        let MethodSettings::Paper(paper) = &model.settings.method else {
            return Some("it needs the method paper".into());
        };
        let missing = needs.iter().filter(|need| !need.is_met(model, paper));
        let words: Vec<_> = missing.map(|need| need.words()).collect();
        (!words.is_empty()).then(|| format!("it needs {}", words.join(" and ")))
    }
}

/// A slip that is no switch, and why.
#[derive(Debug, Clone, Copy)]
pub struct LeftOut {
    /// Where it is printed.
    pub paper: Paper,
    /// Number of its equation.
    pub equation: &'static str,
    /// Why it is none.
    pub why: &'static str,
}

/// A set of misprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Misprints(u64);

impl Misprints {
    /// All equations as corrected.
    pub const NONE: Misprints = Misprints(0);

    /// These.
    pub const fn of(misprints: &[Misprint]) -> Misprints {
        let (mut bits, mut i) = (0, 0);
        while i < misprints.len() {
            bits |= 1 << misprints[i] as u64;
            i += 1;
        }
        Misprints(bits)
    }

    /// Whether it is one of them.
    #[inline(always)]
    pub const fn has(self, misprint: Misprint) -> bool {
        self.0 >> misprint as u64 & 1 == 1
    }

    /// Whether any of these is one of them.
    #[inline(always)]
    pub const fn has_any(self, of: Misprints) -> bool {
        self.0 & of.0 != 0
    }

    /// All of them, in the order of the papers.
    pub fn iter(self) -> impl Iterator<Item = Misprint> {
        let all = MISPRINTS.iter().map(|info| info.misprint);
        all.filter(move |misprint| self.has(*misprint))
    }
}

const CHOICES: &[Choice] = &choices();

const fn choices() -> [Choice; MISPRINTS.len()] {
    let mut all = [MISPRINTS[0].choice; MISPRINTS.len()];
    let mut i = 1;
    while i < all.len() {
        all[i] = MISPRINTS[i].choice;
        i += 1;
    }
    all
}

/// The misprints that are used, of methods in which some do something.
pub(in crate::physics::method) const AS_PRINTED: ParameterSpec = ParameterSpec {
    key: "as_printed",
    label: "As printed",
    unit: "",
    kind: Kind::Flags {
        of: "equation",
        choices: CHOICES,
    },
    default: Standard::Fixed(Value::Flags(0)),
    only_with: None,
    help: "Uses equations of Baltman and Radeztsky's paper and Delannoy's thesis exactly as \
           printed, misprints included. Off by default.",
    set: |settings, value| {
        let Value::Flags(bits) = value else {
            return;
        };
        let misprints = Misprints(bits);
        put(settings, Some(misprints), |s, misprints| {
            s.misprints = misprints
        });
        let is_paper = matches!(settings.method, MethodSettings::Paper(_));
        if is_paper && misprints.has(Misprint::OneStepMore) {
            // ⌊f Δt⌋ + 1, with f so many substeps in a step.
            settings.common.substeps += 1;
        }
    },
};
