//! What an experiment says about a claim, computed from the data.

use super::effect::{Effect, Trend};
use super::source::{Place, Source};
use serde::Serialize;

/// Whether a claim holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// It is as claimed, by an amount that counts.
    #[serde(rename = "holds")]
    Holds,
    /// It is not, by an amount that counts.
    #[serde(rename = "does not hold")]
    DoesNotHold,
    /// Whatever difference there is, it does not count.
    #[serde(rename = "too small to matter")]
    TooSmall,
    /// The data allow for more than one of these.
    #[serde(rename = "inconclusive")]
    CannotBeTold,
    /// The figures depend on the machine, so that they cannot be compared with those of another.
    #[serde(rename = "not comparable here")]
    NotComparable,
    /// There is nothing to compare.
    #[serde(rename = "not measured")]
    NotMeasured,
}

impl Verdict {
    /// All of them, the clearest first.
    pub const ALL: [Verdict; 6] = [
        Verdict::Holds,
        Verdict::DoesNotHold,
        Verdict::TooSmall,
        Verdict::CannotBeTold,
        Verdict::NotComparable,
        Verdict::NotMeasured,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold => "does not hold",
            Verdict::TooSmall => "too small to matter",
            Verdict::CannotBeTold => "inconclusive",
            Verdict::NotComparable => "not comparable here",
            Verdict::NotMeasured => "not measured",
        }
    }

    /// What to make of it; nothing of a claim that holds.
    pub fn note(self) -> &'static str {
        match self {
            Verdict::Holds => "",
            Verdict::DoesNotHold => "The data show the opposite or no such effect.",
            Verdict::TooSmall => {
                "Any effect is smaller than the smallest that counts, in either direction."
            }
            Verdict::CannotBeTold => {
                "The interval of the effect reaches from effects that count to effects that do \
                 not, so this number of throws neither supports nor refutes the claim."
            }
            Verdict::NotComparable => {
                "Times depend on the machine and on what else it does. Both figures are shown and \
                 not judged."
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
    /// How large what is claimed is; of a claim on an amount.
    pub effect: Option<Effect>,
    /// The test that tells the effect from chance, where chance has a part in it.
    #[serde(flatten)]
    pub statistics: Option<Statistics>,
}

/// A test of whether a difference is chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Statistics {
    /// Which test.
    pub test: &'static str,
    /// Of all pairs of shots at two values the share that goes as claimed, less the share
    /// that goes against the claim: from -1 to 1. Of two values this is Cliff's delta.
    pub balance: f64,
    /// How likely as large a balance of either sign is if nothing but chance is at work,
    /// after Holm's correction over all claims of the experiment.
    pub p: f64,
    /// Shots that were compared.
    pub sample: usize,
}

impl std::fmt::Display for Statistics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Statistics {
            test,
            balance,
            p,
            sample,
        } = self;
        write!(f, "balance of pairs {balance:+.2}, ")?;
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
            effect: None,
            statistics: None,
        }
    }

    /// A finding on a claim that there is an effect.
    pub fn on_effect(claim: &str, effect: Effect, figures: String) -> Finding {
        Finding {
            effect: Some(effect),
            ..Finding::new(claim, effect.verdict(), figures)
        }
    }

    /// A finding on a claim that there is no effect that counts.
    pub fn on_no_effect(claim: &str, effect: Effect, figures: String) -> Finding {
        Finding {
            effect: Some(effect),
            ..Finding::new(claim, effect.verdict_on_none(), figures)
        }
    }

    /// A finding on a claim about values in their order, in which chance has no part: the smallest
    /// effect that counts is in per cent of the larger of both ends.
    pub fn on_trend(
        claim: &str,
        (trend, least_percent): (Trend, f64),
        values: &[f64],
        figures: String,
    ) -> Finding {
        match trend.of_values(values, least_percent) {
            Some((effect, verdict)) => Finding {
                effect: Some(effect),
                ..Finding::new(claim, verdict, figures)
            },
            None => Finding::not_measured(claim, "too few values"),
        }
    }

    /// A claim on times, which differ from machine to machine: the figures are told and not
    /// judged.
    pub fn on_times(claim: &str, figures: String) -> Finding {
        Finding {
            timing: true,
            ..Finding::new(claim, Verdict::NotComparable, figures)
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
        self.of(Source::ClaimedBy(Place::known(author, section, words)))
    }

    /// Whether a paper makes the claim.
    pub fn is_of_a_paper(&self) -> bool {
        self.source != Source::Ours
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
