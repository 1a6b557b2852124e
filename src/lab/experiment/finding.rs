//! What an experiment says about a claim, computed from the data.

use super::source::{Place, Source};
use serde::Serialize;

/// Whether a claim holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The values differ as claimed.
    #[serde(rename = "holds")]
    Holds,
    /// The values differ the other way round.
    #[serde(rename = "does not hold")]
    DoesNotHold,
    /// The difference may be chance.
    #[serde(rename = "inconclusive")]
    CannotBeTold,
    /// There is nothing to compare.
    #[serde(rename = "not measured")]
    NotMeasured,
}

impl Verdict {
    /// All of them, the clearest first.
    pub const ALL: [Verdict; 4] = [
        Verdict::Holds,
        Verdict::DoesNotHold,
        Verdict::CannotBeTold,
        Verdict::NotMeasured,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold => "does not hold",
            Verdict::CannotBeTold => "inconclusive",
            Verdict::NotMeasured => "not measured",
        }
    }

    /// What to make of it; nothing of a claim that holds.
    pub fn note(self) -> &'static str {
        match self {
            Verdict::Holds => "",
            Verdict::DoesNotHold => "The data show the opposite or no such effect.",
            Verdict::CannotBeTold => {
                "Shots with the same aim differ just as much, so this number of shots neither \
                 supports nor refutes the claim."
            }
            Verdict::NotMeasured => "There are no data to compare.",
        }
    }

    /// The verdict on a yes-or-no claim.
    pub fn of(holds: bool) -> Verdict {
        match holds {
            true => Verdict::Holds,
            false => Verdict::DoesNotHold,
        }
    }
}

/// A claim and what the data say about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Kind of body; empty where there is only one.
    pub body: String,
    /// What is claimed.
    pub claim: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The figures behind the verdict.
    pub figures: String,
    /// Whether it rests on times, which differ from run to run.
    pub timing: bool,
    /// Who claims it.
    pub source: Source,
    /// The test behind the verdict, where chance has a part in it.
    #[serde(flatten)]
    pub statistics: Option<Statistics>,
}

/// A test of whether a difference is chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Statistics {
    /// Which test.
    pub test: &'static str,
    /// Of all pairs of shots at two values the share that goes as claimed, less the share
    /// that goes against the claim: from -1 to 1.
    pub effect: f64,
    /// How likely as large an effect of either sign is if nothing but chance is at work,
    /// after Holm's correction over all claims of the experiment.
    pub p: f64,
    /// Shots that were compared.
    pub sample: usize,
}

impl Statistics {
    /// How large the effect is, in words after Romano and others, "Appropriate statistics for
    /// ordinal level data" (2006).
    pub fn size(&self) -> &'static str {
        match self.effect.abs() {
            e if e < 0.147 => "negligible",
            e if e < 0.33 => "small",
            e if e < 0.474 => "medium",
            _ => "large",
        }
    }
}

impl std::fmt::Display for Statistics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Statistics {
            test,
            effect,
            p,
            sample,
        } = self;
        write!(f, "effect {effect:+.2} ({}), ", self.size())?;
        match *p < 1e-4 {
            true => write!(f, "p < 0.0001")?,
            false => write!(f, "p = {p:.4}")?,
        }
        write!(f, ", {sample} shots, {test}")
    }
}

impl Finding {
    /// A finding of ours on what does not differ from run to run.
    pub fn new(claim: &str, verdict: Verdict, figures: String) -> Finding {
        Finding {
            body: String::new(),
            claim: claim.into(),
            verdict,
            figures,
            timing: false,
            source: Source::Ours,
            statistics: None,
        }
    }

    /// It as a claim of a paper: whose, at which place, and what is said there in brief.
    #[must_use]
    pub fn claimed_by(
        self,
        author: &'static str,
        section: &'static str,
        words: &'static str,
    ) -> Finding {
        self.of(Source::ClaimedBy(Place {
            author,
            section,
            words,
        }))
    }

    /// It with its source.
    #[must_use]
    pub fn of(self, source: Source) -> Finding {
        Finding { source, ..self }
    }

    /// A claim that the data do not reach, and why.
    pub fn not_measured(claim: &str, why: &str) -> Finding {
        Finding::new(claim, Verdict::NotMeasured, why.into())
    }
}
