//! How large an effect is, beside the smallest that counts: a difference can be beyond chance and
//! still not matter.

use super::finding::Verdict;
use crate::lab::spread::short;
use serde::{Deserialize, Serialize};

/// The smallest effect that counts; every claim on an amount states it before anything is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Least {
    /// Above zero.
    pub amount: f64,
    /// Unit of the amount.
    pub unit: &'static str,
}

impl Least {
    /// So much of a unit.
    pub const fn of(amount: f64, unit: &'static str) -> Least {
        Least { amount, unit }
    }

    /// An effect in which chance has no part.
    pub fn beside(self, size: f64) -> Effect {
        self.within(size, [size, size])
    }

    /// An effect that is known to lie within an interval.
    pub fn within(self, size: f64, [low, high]: [f64; 2]) -> Effect {
        Effect {
            size,
            low,
            high,
            least: self.amount,
            unit: self.unit,
        }
    }
}

/// How far something goes as claimed; below zero it goes the other way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Effect {
    /// The best estimate.
    pub size: f64,
    /// Lower end of its interval; the estimate itself where chance has no part.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The smallest effect that counts.
    pub least: f64,
    /// Unit of all of them.
    pub unit: &'static str,
}

impl Effect {
    /// The verdict on a claim that there is an effect. Between two intervals of one effect it
    /// cannot change from `holds` to `does not hold`.
    pub fn verdict(&self) -> Verdict {
        match (self.low, self.high) {
            (low, _) if low >= self.least => Verdict::Holds,
            (_, high) if high <= -self.least => Verdict::DoesNotHold,
            (low, high) if low > -self.least && high < self.least => Verdict::TooSmall,
            _ => Verdict::CannotBeTold,
        }
    }

    /// The verdict on a claim that there is none.
    pub fn verdict_on_none(&self) -> Verdict {
        match self.verdict() {
            Verdict::TooSmall => Verdict::Holds,
            Verdict::Holds | Verdict::DoesNotHold => Verdict::DoesNotHold,
            open => open,
        }
    }
}

impl std::fmt::Display for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Effect {
            size,
            low,
            high,
            least,
            unit,
        } = self;
        write!(f, "effect {} {unit}", signed(*size))?;
        if low < high {
            write!(f, " [{}, {}]", signed(*low), signed(*high))?;
        }
        write!(f, ", counts from {least} {unit}")
    }
}

/// Which way values are said to go from case to case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trend {
    /// They rise.
    Rises,
    /// They fall.
    Falls,
    /// They stay the same.
    Stays,
}

impl Trend {
    /// A rise as far as it is as claimed.
    pub fn as_claimed(self, rise: f64) -> f64 {
        match self {
            Trend::Rises | Trend::Stays => rise,
            Trend::Falls => -rise,
        }
    }

    /// The verdict on values whose ends differ by `whole`, and those beside each other by
    /// `steps`: a rise or fall has to count from end to end, and no step may go against it by an
    /// amount that counts.
    pub fn verdict(self, whole: &Effect, steps: &[Effect]) -> Verdict {
        let is_against = |effect: &Effect| effect.verdict() == Verdict::DoesNotHold;
        let none_is_against = steps.iter().all(|step| step.low > -step.least);
        match self {
            Trend::Stays => whole.verdict_on_none(),
            _ if is_against(whole) || steps.iter().any(is_against) => Verdict::DoesNotHold,
            _ if none_is_against => whole.verdict(),
            _ => Verdict::CannotBeTold,
        }
    }

    /// The effect and the verdict of values in which chance has no part, in per cent of the
    /// larger of both ends; `None` of less than two values and of what is zero at both ends.
    pub fn of_values(self, values: &[f64], least_percent: f64) -> Option<(Effect, Verdict)> {
        let [first, .., last] = *values else {
            return None;
        };
        let base = first.abs().max(last.abs());
        let effect = |from: f64, to: f64| {
            let percent = 100.0 * self.as_claimed(to - from) / base;
            Least::of(least_percent, "%").beside(percent)
        };
        let pairs = values.windows(2);
        let steps: Vec<Effect> = pairs.map(|pair| effect(pair[0], pair[1])).collect();
        let whole = effect(first, last);
        (base > 0.0).then(|| (whole, self.verdict(&whole, &steps)))
    }
}

/// Four digits with a sign, or that there is no bound.
pub fn signed(value: f64) -> String {
    match value {
        f64::INFINITY => "+∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        value if value < 0.0 => format!("−{}", short(-value)),
        value => format!("+{}", short(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_from_the_interval_and_from_what_counts() {
        use Verdict::{CannotBeTold, DoesNotHold, Holds, TooSmall};
        let of = |low, high| Least::of(1.0, "m").within(0.5 * (low + high), [low, high]);
        for (low, high, some, none) in [
            (1.0, 3.0, Holds, DoesNotHold),
            (-3.0, -1.0, DoesNotHold, DoesNotHold),
            (-0.9, 0.9, TooSmall, Holds),
            // Beyond chance, and still too small.
            (0.1, 0.3, TooSmall, Holds),
            (0.1, 1.3, CannotBeTold, CannotBeTold),
            (-1.3, 0.1, CannotBeTold, CannotBeTold),
            (f64::NEG_INFINITY, f64::INFINITY, CannotBeTold, CannotBeTold),
        ] {
            assert_eq!(of(low, high).verdict(), some, "{low} {high}");
            assert_eq!(of(low, high).verdict_on_none(), none, "{low} {high}");
        }
    }

    #[test]
    fn an_effect_is_told_with_its_interval_and_with_what_counts() {
        let least = Least::of(0.1, "m");
        assert_eq!(
            least.within(-0.25, [-0.5, 0.125]).to_string(),
            "effect −0.2500 m [−0.5000, +0.1250], counts from 0.1 m"
        );
        assert_eq!(
            least.beside(2.0).to_string(),
            "effect +2.000 m, counts from 0.1 m"
        );
    }

    #[test]
    fn a_trend_has_no_step_against_it() {
        use Verdict::{DoesNotHold, Holds, TooSmall};
        for (values, rises, falls) in [
            (&[1.0, 2.0, 4.0][..], Holds, DoesNotHold),
            // A dip in the middle that counts, and one that does not.
            (&[-0.09, 0.26, 0.08], DoesNotHold, DoesNotHold),
            (&[1.0, 2.0, 1.9, 4.0], Holds, DoesNotHold),
            (&[1.0, 1.05], TooSmall, TooSmall),
        ] {
            let verdict = |trend: Trend| trend.of_values(values, 10.0).map(|(_, v)| v);
            assert_eq!(verdict(Trend::Rises), Some(rises), "{values:?}");
            assert_eq!(verdict(Trend::Falls), Some(falls), "{values:?}");
        }
        assert_eq!(Trend::Rises.of_values(&[1.0], 10.0), None);
        assert_eq!(Trend::Rises.of_values(&[0.0, 0.0], 10.0), None);
    }
}
