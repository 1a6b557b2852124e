//! What `experiment` is told.

use super::{body, name, nudge};
use crate::lab::experiment::{BodyKind, Effort};
use clap::Args;
use std::path::PathBuf;
use std::thread::available_parallelism;

const EXAMPLES: &str = "\
Examples:
  ragdoll-lab experiment --list
  ragdoll-lab experiment velocity chain
  ragdoll-lab experiment all --quick --out results
  ragdoll-lab experiment all --out results --resume
  ragdoll-lab experiment body-type --body particles,rigid --out results

Writes DIR/NAME/data.csv, plot.svg, plot.png and manifest.json, with a ball also shots.csv
with every aimed throw, and DIR/report.html. `ragdoll-lab plot` draws the plots from the
tables again.";

#[derive(Debug, Default, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(in crate::cli) struct ExperimentOptions {
    /// Experiments; all if none is named
    #[arg(value_name = "NAME", value_parser = name)]
    pub names: Vec<Option<&'static str>>,
    /// List the experiments
    #[arg(long)]
    pub list: bool,
    /// Folder for data, plots, manifests and report; what is in it already stays
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Keep what is finished in DIR by this version with these settings, and do the rest
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Of what is thrown only the ends and the middle of each range: minutes in place of tens
    #[arg(long)]
    pub quick: bool,
    /// What balls are thrown at: particles, rigid, mx [default: particles]
    #[arg(long, value_name = "KIND,..", value_delimiter = ',', value_parser = body)]
    pub body: Vec<BodyKind>,
    /// Throws of each case that are aimed as a person aims [default: 32, with --quick 24]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub aims: Option<u32>,
    /// How far such a throw is off at most, m [default: 0.01]
    #[arg(long, value_name = "M", value_parser = nudge)]
    pub aim: Option<f64>,
    /// Seed of the aims [default: 1]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Repeats of the throw that is meant, which tell how far rounding carries
    /// [default: 8, with --quick 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub nudges: Option<u32>,
    /// Largest nudge of the launcher in them, m [default: 1e-9]
    #[arg(long, value_name = "M", value_parser = nudge)]
    pub nudge: Option<f64>,
    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Two values of each parameter and runs of a second, for tests.
    #[arg(long, hide = true)]
    pub tiny: bool,
    /// Print JSON objects, one a line: one for each case, and one for each finding, which
    /// has a verdict
    #[arg(long)]
    pub json: bool,
}

impl ExperimentOptions {
    /// How much is to be done.
    pub fn effort(&self) -> Effort {
        let standard = match (self.tiny, self.quick) {
            (true, _) => Effort::tiny(),
            (_, true) => Effort::quick(),
            _ => Effort::default(),
        };
        let cores = || available_parallelism().map_or(1, |cores| cores.get());
        Effort {
            bodies: match self.body.as_slice() {
                [] => standard.bodies.clone(),
                given => BodyKind::ALL
                    .into_iter()
                    .filter(|b| given.contains(b))
                    .collect(),
            },
            nudges: self.nudges.unwrap_or(standard.nudges),
            nudge_m: self.nudge.unwrap_or(standard.nudge_m),
            aims: self.aims.unwrap_or(standard.aims),
            aim_m: self.aim.unwrap_or(standard.aim_m),
            seed: self.seed.unwrap_or(standard.seed),
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            ..standard
        }
    }
}
