//! What `experiment` is told.

use super::{body, name, nudge, Named};
use crate::lab::experiment::{BodyKind, Effort};
use crate::threads::cores;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ragdoll-lab experiment --list
  ragdoll-lab experiment velocity chain
  ragdoll-lab experiment all --quick --out results
  ragdoll-lab experiment all --out results --resume
  ragdoll-lab experiment body-type --body particles,rigid --out results
  ragdoll-lab experiment my.json --out results

Writes DIR/NAME/data.csv, plot.svg, plot.png and manifest.json, DIR/report.html, and
DIR/claims.csv with every claim, its source, our figure and the verdict. Experiments with a ball
also write shots.csv with every aimed throw. `ragdoll-lab plot` draws the plots again from the
tables.";

#[derive(Debug, Default, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(in crate::cli) struct ExperimentOptions {
    /// Experiments by name, or files with experiments of your own (.json) [default: all]
    #[arg(value_name = "NAME", value_parser = name)]
    pub names: Vec<Named>,
    /// List the experiments
    #[arg(long)]
    pub list: bool,
    /// Folder for data, plots, manifests and report; other files in it are kept
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Keep experiments in DIR finished by this version with these settings, and run the rest
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Throw only at the ends and the middle of each range: minutes instead of tens of minutes
    #[arg(long)]
    pub quick: bool,
    /// Targets of the balls: particles, rigid, mx [default: particles]
    #[arg(long, value_name = "KIND,..", value_delimiter = ',', value_parser = body)]
    pub body: Vec<BodyKind>,
    /// Number of throws per case with a random aiming error [default: 32, with --quick 24]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub aims: Option<u32>,
    /// Largest aiming error, m [default: 0.01]
    #[arg(long, value_name = "M", value_parser = nudge)]
    pub aim: Option<f64>,
    /// Seed of the aiming errors [default: 1]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Number of nudged runs of the exact throw, which show the effect of rounding
    /// [default: 8, with --quick 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub nudges: Option<u32>,
    /// Largest nudge of the launcher, m [default: 1e-9]
    #[arg(long, value_name = "M", value_parser = nudge)]
    pub nudge: Option<f64>,
    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Two values of each parameter and runs of a second, for tests.
    #[arg(long, hide = true)]
    pub tiny: bool,
    /// Print one JSON object per line: one for each case, and one with a verdict for each finding
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
