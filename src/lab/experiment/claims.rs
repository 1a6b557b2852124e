//! The list of all claims: who makes each, what is said there, our figure and the verdict.

use super::finding::{Finding, Verdict};
use super::source::{Place, Source};
use super::{Case, Result};
use crate::lab::table::{column, Cell, Table};

/// A row for each claim of some experiments: those of the papers first, as they are listed, then
/// our own. Effects and what counts are in the unit of the row.
pub fn claims(results: &[(&Case<'_>, Result)]) -> Table {
    let all = || {
        results.iter().flat_map(|(case, result)| {
            let found = case.findings(result).into_iter();
            found.map(|finding| (case.name, finding))
        })
    };
    let of_papers = all().filter(|(_, finding)| finding.is_of_a_paper());
    let ours = all().filter(|(_, finding)| !finding.is_of_a_paper());
    let columns = [
        "experiment",
        "paper",
        "section",
        "said_there",
        "claim",
        "body",
        "figures",
        "effect",
        "effect_low",
        "effect_high",
        "counts_from",
        "unit",
        "p",
        "shots",
        "verdict",
    ];
    Table {
        columns: columns.map(|key| column(key, "")).into(),
        rows: of_papers
            .chain(ours)
            .map(|(name, f)| row(name, &f))
            .collect(),
    }
}

fn row(experiment: &str, finding: &Finding) -> Vec<Cell> {
    let [paper, section, said]: [&str; 3] = match &finding.source {
        Source::ClaimedBy(Place {
            author,
            section,
            words,
        }) => [author, section, words],
        Source::Ours => ["Ragdoll Lab", "", ""],
    };
    let effect = finding.effect;
    let statistics = finding.statistics;
    vec![
        experiment.into(),
        paper.into(),
        section.into(),
        said.into(),
        finding.claim.as_str().into(),
        finding.body.as_str().into(),
        finding.figures.as_str().into(),
        effect.map(|effect| effect.size).into(),
        effect.map(|effect| effect.low).into(),
        effect.map(|effect| effect.high).into(),
        effect.map(|effect| effect.least).into(),
        effect.map_or("", |effect| effect.unit).into(),
        statistics.map(|statistics| statistics.p).into(),
        statistics.map(|statistics| statistics.sample as f64).into(),
        finding.verdict.words().into(),
    ]
}

/// How many of some findings have which verdict, the clearest first; none that nothing has.
pub fn tally<'a>(findings: impl Iterator<Item = &'a Finding> + Clone) -> Vec<(Verdict, usize)> {
    let counts = Verdict::ALL.map(|verdict| {
        let of = findings.clone().filter(|found| found.verdict == verdict);
        (verdict, of.count())
    });
    let some = counts.into_iter().filter(|(_, count)| *count > 0);
    some.collect()
}
