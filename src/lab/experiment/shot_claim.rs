//! Claims that shots decide: aimed as a person aims, each value has a spread, and a rank test
//! tells whether what is claimed is more than chance.

use super::finding::{Finding, Statistics, Verdict};
use super::source::Source;
use crate::lab::spread::short;
use crate::lab::statistics::{holm, rank_test, Quartiles, RankTest};

/// A verdict is wrong by chance in one of so many experiments at most.
pub const ALPHA: f64 = 0.01;

/// Which way a value is said to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It rises from case to case.
    Rises,
    /// It falls.
    Falls,
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
    /// Unit of the values.
    pub unit: &'static str,
    /// The cases in their order: what each is called, and the value of each of its shots.
    pub cases: Vec<(String, Vec<f64>)>,
}

/// Decides all claims of an experiment: two cases by the test of Mann and Whitney, more by
/// that of Jonckheere and Terpstra, all together with Holm's correction. A claim holds, or
/// its opposite does, where p is below [`ALPHA`].
pub fn decide(questions: &[ShotClaim]) -> Vec<Finding> {
    let tests: Vec<Option<RankTest>> = questions.iter().map(ShotClaim::test).collect();
    let raw: Vec<f64> = tests.iter().flatten().map(|test| test.p).collect();
    let mut corrected = holm(&raw).into_iter();
    let each = questions.iter().zip(tests);
    each.map(|(question, test)| {
        let tested = test.and_then(|test| Some((test, corrected.next()?)));
        question.finding(tested)
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

    fn finding(&self, tested: Option<(RankTest, f64)>) -> Finding {
        let found = match tested {
            Some((test, p)) => self.decided(&test, p),
            None => Finding::not_measured(&self.claim, "too few hits"),
        };
        Finding {
            body: self.body.clone(),
            ..found.of(self.source)
        }
    }

    fn decided(&self, test: &RankTest, p: f64) -> Finding {
        let effect = match self.trend {
            Trend::Rises => test.effect,
            Trend::Falls => -test.effect,
        };
        let statistics = Statistics {
            test: match self.cases.len() {
                2 => "Mann-Whitney",
                _ => "Jonckheere-Terpstra",
            },
            effect,
            p,
            sample: test.sample,
        };
        let verdict = match p < ALPHA {
            true => Verdict::of(effect > 0.0),
            false => Verdict::CannotBeTold,
        };
        Finding {
            statistics: Some(statistics),
            ..Finding::new(&self.claim, verdict, self.figures())
        }
    }

    /// Median and quartiles of the first and the last case.
    fn figures(&self) -> String {
        let shown = |(label, values): &(String, Vec<f64>)| {
            let quartiles = Quartiles::of(values.iter().copied())?;
            let [first, median, third] =
                [quartiles.first, quartiles.median, quartiles.third].map(short);
            Some(format!(
                "{label}: {median} {} [{first}, {third}]",
                self.unit
            ))
        };
        let ends = [self.cases.first(), self.cases.last()];
        let ends: Vec<String> = ends.into_iter().flatten().filter_map(shown).collect();
        match self.cases.len() {
            2 => ends.join("; "),
            count => format!("{} ({count} values)", ends.join("; ")),
        }
    }
}
