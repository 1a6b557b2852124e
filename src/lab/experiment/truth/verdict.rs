//! How good an answer is.

use super::known::KnownCase;
use super::way::TruthWay;
use super::Answer;
use crate::physics::method::Subject;

/// Near is within so many tolerances, weak within so many.
const NEAR: f64 = 3.0;
const WEAK: f64 = 10.0;

/// How good an answer is, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Within the tolerance.
    Right,
    /// Within three.
    Near,
    /// Within ten, or a loss of energy that the method states.
    Weak,
    /// Further off, or no answer.
    Wrong,
    /// The run itself says that its result is wrong.
    Flagged,
    /// The method does not simulate it.
    Cannot,
    /// A preset that is measured for comparison alone.
    NotJudged,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Near => "near",
            Verdict::Weak => "weak",
            Verdict::Wrong => "wrong",
            Verdict::Flagged => "flagged",
            Verdict::Cannot => "cannot",
            Verdict::NotJudged => "not judged",
        }
    }

    pub fn of(case: &KnownCase, way: &TruthWay, answer: &Answer) -> Verdict {
        if answer.end == super::REFUSED {
            return Verdict::Cannot;
        }
        if !way.is_judged() {
            return Verdict::NotJudged;
        }
        let off = answer.found.map(|found| deviation(case, found));
        let over = off.map_or(f64::INFINITY, |off| off.abs() / case.tolerance);
        if over <= 1.0 {
            return Verdict::Right;
        }
        if answer.end == super::FLAGGED {
            return Verdict::Flagged;
        }
        let lost = case.subject == Subject::Energy && off.is_some_and(|off| off < 0.0);
        let stated = way.method.weakness(way.preset, case.subject).is_some();
        match over {
            over if over <= NEAR => Verdict::Near,
            over if over <= WEAK || (lost && stated) => Verdict::Weak,
            _ => Verdict::Wrong,
        }
    }
}

/// How far an answer is from the truth; nothing if more is as good and it is more.
pub(super) fn deviation(case: &KnownCase, found: f64) -> f64 {
    match case.at_least {
        true => (found - case.truth).min(0.0),
        false => found - case.truth,
    }
}
