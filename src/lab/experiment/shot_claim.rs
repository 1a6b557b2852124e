//! Claims that shots decide: aimed as a person aims, each value has a spread, and the interval of
//! the difference tells whether what is claimed is more than chance and large enough to matter.

use super::effect::{signed, Effect, Least, Trend};
use super::finding::{Finding, Statistics};
use super::source::Source;
use crate::lab::spread::short;
use crate::lab::statistics::{holm, rank_test, shift, Quartiles, RankTest};
use serde::Deserialize;

/// A true difference lies outside its interval in one of so many experiments at most.
pub const ALPHA: f64 = 0.01;

/// The smallest effect that counts.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// So much, in the unit of the values.
    #[serde(rename = "amount")]
    From(f64),
    /// So many per cent of the median of the first case.
    #[serde(rename = "percent")]
    FromPercent(f64),
}

/// A claim about shots.
#[derive(Debug, Clone, PartialEq)]
pub struct ShotClaim {
    /// Kind of body; empty where there is only one.
    pub body: String,
    /// What is claimed.
    pub claim: String,
    /// Who claims it.
    pub source: Source,
    /// Which way the values are said to go.
    pub trend: Trend,
    /// The smallest effect that counts.
    pub counts: Counts,
    /// Unit of the values.
    pub unit: &'static str,
    /// The cases in their order: what each is called, and the value of each of its shots.
    pub cases: Vec<(String, Vec<f64>)>,
}

/// Decides all claims of an experiment. The effect is the shift from the first case to the last,
/// with an interval that holds for all shifts of the experiment at once (Bonferroni). A claim
/// about more than two cases also needs that no case falls behind the one before by an amount
/// that counts.
///
/// The tests of Mann and Whitney (two cases) and of Jonckheere and Terpstra (more), with Holm's
/// correction, are told beside it.
pub fn decide(questions: &[ShotClaim]) -> Vec<Finding> {
    let tests: Vec<Option<RankTest>> = questions.iter().map(ShotClaim::test).collect();
    let raw: Vec<f64> = tests.iter().flatten().map(|test| test.p).collect();
    let mut corrected = holm(&raw).into_iter();
    let intervals: usize = questions.iter().map(ShotClaim::intervals).sum();
    let alpha = ALPHA / intervals.max(1) as f64;
    let each = questions.iter().zip(tests);
    each.map(|(question, test)| {
        let tested = test.and_then(|test| Some((test, corrected.next()?)));
        question.finding(tested, alpha)
    })
    .collect()
}

impl ShotClaim {
    fn test(&self) -> Option<RankTest> {
        let groups: Vec<Vec<f64>> = self
            .cases
            .iter()
            .map(|(_, values)| values.clone())
            .collect();
        rank_test(&groups)
    }

    /// From end to end, and from case to case where there are more than two.
    fn intervals(&self) -> usize {
        match self.cases.len() {
            0..=1 => 0,
            2 => 1,
            cases => cases,
        }
    }

    fn finding(&self, tested: Option<(RankTest, f64)>, alpha: f64) -> Finding {
        let found = self.decided(alpha).map(|found| Finding {
            statistics: tested.map(|(test, p)| self.statistics(&test, p)),
            ..found
        });
        let found = found.unwrap_or_else(|| Finding::not_measured(&self.claim, "too few hits"));
        Finding {
            body: self.body.clone(),
            ..found.of(self.source.clone())
        }
    }

    fn statistics(&self, test: &RankTest, p: f64) -> Statistics {
        Statistics {
            test: match self.cases.len() {
                2 => "Mann-Whitney",
                _ => "Jonckheere-Terpstra",
            },
            balance: self.trend.as_claimed(test.effect),
            p,
            sample: test.sample,
        }
    }

    /// `None` if there are not two cases, or one has no hits.
    fn decided(&self, alpha: f64) -> Option<Finding> {
        let [first, between @ .., last] = self.cases.as_slice() else {
            return None;
        };
        let whole = self.effect(first, last, alpha)?;
        let pairs = self.cases.windows(2);
        let steps = pairs.map(|pair| self.effect(&pair[0], &pair[1], alpha));
        let steps: Vec<Effect> = steps.collect::<Option<_>>()?;
        let verdict = self.trend.verdict(&whole, &steps);
        let least = steps.into_iter().min_by(|a, b| a.size.total_cmp(&b.size));
        let least = least.filter(|_| !between.is_empty()).map(|step| {
            let [size, low, high] = [step.size, step.low, step.high].map(signed);
            format!("; least step {size} {} [{low}, {high}]", step.unit)
        });
        Some(Finding {
            effect: Some(whole),
            ..Finding::new(
                &self.claim,
                verdict,
                self.figures() + &least.unwrap_or_default(),
            )
        })
    }

    /// How far one case goes beyond another as claimed.
    fn effect(
        &self,
        (_, from): &(String, Vec<f64>),
        (_, to): &(String, Vec<f64>),
        alpha: f64,
    ) -> Option<Effect> {
        let shift = shift(from, to, alpha)?;
        let ends = [shift.low, shift.high].map(|end| self.trend.as_claimed(end));
        let ends = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let (least, per_unit) = match self.counts {
            Counts::From(amount) => (Least::of(amount, self.unit), 1.0),
            Counts::FromPercent(percent) => (Least::of(percent, "%"), 100.0 / self.base()?),
        };
        let size = self.trend.as_claimed(shift.size);
        Some(least.within(per_unit * size, ends.map(|end| per_unit * end)))
    }

    /// The amount of the median of the first case, if it is more than nothing.
    fn base(&self) -> Option<f64> {
        let (_, values) = self.cases.first()?;
        let median = Quartiles::of(values.iter().copied())?.median.abs();
        (median > 0.0).then_some(median)
    }

    /// Median and quartiles of two cases; the medians of more.
    fn figures(&self) -> String {
        let shown = |(label, values): &(String, Vec<f64>)| {
            let quartiles = Quartiles::of(values.iter().copied())?;
            let [first, median, third] =
                [quartiles.first, quartiles.median, quartiles.third].map(short);
            Some(match self.cases.len() {
                2 => format!("{label}: {median} {} [{first}, {third}]", self.unit),
                _ => format!("{label}: {median} {}", self.unit),
            })
        };
        let all: Vec<String> = self.cases.iter().filter_map(shown).collect();
        all.join("; ")
    }
}
