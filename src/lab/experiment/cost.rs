//! Cost and error of a chain over its links (figure 4.8 of the thesis) and over the
//! iterations (section 4.4.2).

use super::effect::{Least, Trend};
use super::finding::Finding;
use super::hanging::{manifest, swings, weighting_title, Chain, Swing};
use super::source::DELANNOY;
use super::{hash_of, Effort, Experiment, ExperimentError, Result};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::slope::slope_of_logarithms;
use crate::lab::spread::short;
use crate::lab::table::{column, timing, Cell, Table};
use crate::lab::Listener;

/// Weight of the last link, kg.
const LAST_KG: f64 = 10.0;
/// Work whose exponent is this near to 1 is proportional.
const PROPORTIONAL: Least = Least::of(0.02, "of the exponent");
/// The least change of the joint error that counts, % of the larger error.
const ERROR: f64 = 10.0;

/// Numbers that the plot is drawn from.
const NEEDS: &[&str] = &["value", "joint_error_mm", "us_per_step"];

/// What is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Varied {
    /// Number of links.
    Links,
    /// Number of iterations.
    Iterations,
}

impl Varied {
    fn name(self) -> &'static str {
        match self {
            Varied::Links => "links",
            Varied::Iterations => "iterations",
        }
    }

    /// What the lines of the plot differ in.
    fn series(self) -> &'static str {
        match self {
            Varied::Links => "iterations",
            Varied::Iterations => "weighting",
        }
    }

    fn value(self, chain: &Chain) -> u32 {
        match self {
            Varied::Links => chain.links,
            Varied::Iterations => chain.iterations,
        }
    }

    /// The chains of each line of the plot.
    fn groups(self, effort: &Effort) -> Vec<Group> {
        match self {
            Varied::Links => [5, 100].map(|n| links(n, effort)).into(),
            Varied::Iterations => [0.0, 1.0].map(|w| iterations(w, effort)).into(),
        }
    }
}

impl Experiment for Varied {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        run(*self, effort, listener)
    }

    fn plot(&self, points: &Table) -> Plot {
        plot(*self, points)
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        findings(*self, &result.table)
    }
}

/// Chains that are a line of the plot.
struct Group {
    name: String,
    chains: Vec<Chain>,
}

fn links(iterations: u32, effort: &Effort) -> Group {
    let values = effort.thinned(&[2., 5., 10., 15., 20., 30., 40., 50., 60.]);
    let chain = |links: &f64| Chain {
        links: *links as u32,
        ..Chain::five(LAST_KG, 1.0, iterations, effort.limit_s.min(6.0))
    };
    Group {
        name: format!("{iterations} iterations"),
        chains: values.iter().map(chain).collect(),
    }
}

fn iterations(weighting: f64, effort: &Effort) -> Group {
    let values = effort.thinned(&[5., 10., 20., 50., 100., 200., 500., 1000.]);
    let seconds = effort.limit_s.min(12.0);
    let chain = |count: &f64| Chain::five(LAST_KG, weighting, *count as u32, seconds);
    let chains: Vec<Chain> = values.iter().map(chain).collect();
    Group {
        name: weighting_title(chains.first().map_or("", Chain::weighting_name)).into(),
        chains,
    }
}

/// Swings chains of growing cost.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
fn run(
    varied: Varied,
    effort: &Effort,
    listener: &dyn Listener,
) -> std::result::Result<Result, ExperimentError> {
    listener.hear(&format!("{}: timed on one thread", varied.name()));
    let mut table = empty(varied);
    let mut hashes = Vec::new();
    let groups = varied.groups(effort);
    for group in &groups {
        // One thread: other runs would be timed with it.
        for (chain, swing) in group.chains.iter().zip(swings(&group.chains, 1, listener)?) {
            hashes.push(swing.hash);
            table.rows.push(row(varied, &group.name, chain, &swing));
        }
    }
    let chains: Vec<Chain> = groups.into_iter().flat_map(|group| group.chains).collect();
    Ok(Result {
        table,
        curves: None,
        shots: None,
        notes: vec![
            "Times are medians over the steps of a run on one thread; they differ from machine to \
             machine and are not judged. Corrections are how often a step corrects a constraint, \
             as counted. Joint error and strain are the largest values of the whole run."
                .into(),
        ],
        manifest: manifest(&chains)?,
        state_hash: hash_of(hashes),
    })
}

fn empty(varied: Varied) -> Table {
    Table {
        columns: vec![
            column("experiment", ""),
            column("method", ""),
            column("series", varied.series()),
            column("value", varied.name()),
            column("joint_error_mm", "joint error mm"),
            column("strain_percent", "strain %"),
            column("period_s", "period s"),
            column("corrections_per_step", "corrections"),
            timing("us_per_step", "us/step"),
            timing("steps_per_s", "steps/s"),
            column("hash", ""),
        ],
        rows: Vec::new(),
    }
}

fn row(varied: Varied, series: &str, chain: &Chain, swing: &Swing) -> Vec<Cell> {
    vec![
        varied.name().into(),
        "verlet".into(),
        series.into(),
        f64::from(varied.value(chain)).into(),
        (1e3 * swing.max_joint_m).into(),
        (1e2 * swing.max_strain).into(),
        swing.period_s().into(),
        swing.corrections_per_step.into(),
        swing.us_per_step.into(),
        (1e6 / swing.us_per_step.max(1e-3)).into(),
        format!("{:016x}", swing.hash).into(),
    ]
}

/// Error and cost over what is varied.
fn plot(varied: Varied, table: &Table) -> Plot {
    let (x, time) = match varied {
        Varied::Links => (Axis::linear("links"), Axis::linear as fn(&str) -> Axis),
        Varied::Iterations => (Axis::log("iterations"), Axis::log as fn(&str) -> Axis),
    };
    let panel = |y: Axis, key: &str| Panel {
        x: x.clone(),
        y,
        series: table
            .kinds("series")
            .into_iter()
            .map(|name| Series::marked(name, &values(table, name, key)))
            .collect(),
    };
    Plot {
        panels: vec![
            panel(Axis::log("largest joint error, mm"), "joint_error_mm"),
            panel(
                time("time per step, µs (differs from run to run)"),
                "us_per_step",
            ),
        ],
    }
}

/// A column over what is varied, of the rows of a line.
fn values(table: &Table, series: &str, key: &str) -> Vec<(f64, f64)> {
    let rows = table.rows.iter();
    let rows = rows.filter(|row| table.words(row, "series") == series);
    let pair = |row: &Vec<Cell>| Some((table.number(row, "value")?, table.number(row, key)?));
    rows.filter_map(pair).collect()
}

/// What the data say about cost and error.
fn findings(varied: Varied, table: &Table) -> Vec<Finding> {
    let of_line = |name: &&str| {
        let values = |key| values(table, name, key);
        [
            proportional(varied, name, &values("corrections_per_step")),
            timed(varied, name, &values("us_per_step")),
            error(varied, name, &values("joint_error_mm")),
        ]
    };
    let names = table.kinds("series");
    let lines: Vec<_> = names.iter().map(of_line).collect();
    // The same claims one below the other.
    (0..3)
        .flat_map(|place| lines.iter().map(move |line| line[place].clone()))
        .collect()
}

/// Values at both ends of a line.
fn ends(points: &[(f64, f64)], unit: &str) -> String {
    match points {
        [first, .., last] => format!(
            "{} {unit} at {}, {} {unit} at {}",
            short(first.1),
            first.0,
            short(last.1),
            last.0
        ),
        _ => String::new(),
    }
}

fn proportional(varied: Varied, name: &str, points: &[(f64, f64)]) -> Finding {
    let claim = match varied {
        Varied::Links => "the work of a step is proportional to the number of links",
        Varied::Iterations => "the work of a step is proportional to the number of iterations",
    };
    let claim = format!("{claim} ({name})");
    match slope_of_logarithms(points) {
        Some(slope) => Finding::on_no_effect(
            &claim,
            PROPORTIONAL.beside(slope - 1.0),
            format!("{}; exponent {slope:.3}", ends(points, "corrections")),
        ),
        None => Finding::not_measured(&claim, "too few points"),
    }
}

fn timed(varied: Varied, name: &str, points: &[(f64, f64)]) -> Finding {
    let claim = match varied {
        Varied::Links => "the time of a step grows linearly with the number of links",
        Varied::Iterations => "the time of a step grows linearly with the iterations",
    };
    Finding::on_times(&format!("{claim} ({name})"), ends(points, "µs"))
}

fn error(varied: Varied, name: &str, points: &[(f64, f64)]) -> Finding {
    let (claim, trend) = match varied {
        Varied::Links => (
            "with the same iterations, longer chains have a larger joint error",
            Trend::Rises,
        ),
        Varied::Iterations => ("more iterations reduce the joint error", Trend::Falls),
    };
    let errors: Vec<f64> = points.iter().map(|(_, error)| *error).collect();
    let found = Finding::on_trend(
        &format!("{claim} ({name})"),
        (trend, ERROR),
        &errors,
        ends(points, "mm"),
    );
    match varied {
        Varied::Links => found,
        Varied::Iterations => found.claimed_by(
            DELANNOY,
            "sections 3.2.6 and 4.4.3",
            "the precision depends on the number of iterations",
        ),
    }
}
