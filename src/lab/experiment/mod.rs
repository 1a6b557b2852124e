//! The experiments of Delannoy's thesis, and the cost table of Baltman and Radeztsky:
//! each gives a table, a plot, findings in words, and a manifest to repeat it by.
//!
//! All but times is the same on every run and for every number of threads.

mod chain;
mod cost;
mod files;
pub mod finding;
mod hanging;
mod listener;
mod report;
pub mod setup;
mod shots;
mod table2;
mod watch;

pub use files::{report, File, REPORT};
pub use listener::Listener;
pub use report::html;
pub use watch::Watch;

use crate::compile::BuildError;
use crate::lab::plot::Plot;
use crate::lab::table::{Table, TableError};
use crate::scene::{to_text, Scene};
use finding::Finding;
use serde_json::{json, Value};
use xxhash_rust::xxh3::{xxh3_64, Xxh3};

/// An experiment in the list of `experiment --list`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Name on the command line and of its folder.
    pub name: &'static str,
    /// As a heading.
    pub title: &'static str,
    /// Where it is from.
    pub source: &'static str,
    /// What its plot shows and what to look for in it.
    pub caption: &'static str,
    kind: Kind,
}

/// What is done in an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Shots(shots::Varied),
    Chain,
    Cost(cost::Varied),
    Table2,
}

/// All experiments.
pub const CASES: &[Case] = &[
    Case {
        name: "velocity",
        title: "Travel over the speed of the ball",
        source: "Delannoy, figure 4.11",
        caption: "Above, how far the body comes to lie from where it stood; below, how fast the hit makes it move. Bars are the range of the nudged repeats: compare only points whose bars do not overlap.",
        kind: Kind::Shots(shots::Varied::Speed),
    },
    Case {
        name: "elasticity",
        title: "Travel over the elasticity of the ball",
        source: "Delannoy, figure 4.12",
        caption: "Above the travel, below the push, over the elasticity of the ball. A rising push beside a ragged travel means that the ball does push harder, and that the fall decides the rest.",
        kind: Kind::Shots(shots::Varied::Elasticity),
    },
    Case {
        name: "ball-size",
        title: "Travel over the size of the ball at one density",
        source: "Delannoy, figure 4.13",
        caption: "A larger ball of the same density is a heavier one. Look whether travel follows the push below it, and how wide the bars become.",
        kind: Kind::Shots(shots::Varied::Radius),
    },
    Case {
        name: "body-type",
        title: "Travel of thin, medium and wide bodies",
        source: "Delannoy, figure 4.14",
        caption: "The same ball at a thin, a medium and a wide body. The wide one is heavier: its push is to be the smallest.",
        kind: Kind::Shots(shots::Varied::BodyType),
    },
    Case {
        name: "chain",
        title: "Chain of five links under uniform and mass-weighted relaxation",
        source: "Delannoy, figure 4.6",
        caption: "The tip of the chain over time, above with a last link of 10 kg, below with one of 5 kg like the others. Both weightings lose swing beside the reference; look when they cross the middle: uniform relaxation runs ahead when the last link is heavy, and the two are one line when it is not.",
        kind: Kind::Chain,
    },
    Case {
        name: "links",
        title: "Cost and error over the number of links",
        source: "Delannoy, figure 4.8",
        caption: "Above the largest joint error, below the time per step. A straight line below is a cost that grows linearly; above, what the same iterations achieve on longer chains.",
        kind: Kind::Cost(cost::Varied::Links),
    },
    Case {
        name: "iterations",
        title: "Cost and error over the number of iterations",
        source: "Delannoy, section 4.4.2",
        caption: "All axes are logarithmic. Above, how iterations bring the joints together; below, what they cost.",
        kind: Kind::Cost(cost::Varied::Iterations),
    },
    Case {
        name: "table2",
        title: "Time per constraint beside the printed ones",
        source: "Baltman and Radeztsky, table 2",
        caption: "Time per call of each kind of constraint, on a logarithmic axis, beside what the paper prints for the consoles of its day.",
        kind: Kind::Table2,
    },
];

/// What the ball is thrown at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// The thesis' humanoid of particles, in printed size.
    Particles,
    /// The same of rigid bodies with angle limits.
    Rigid,
    /// The ragdoll of Baltman and Radeztsky.
    Mx,
}

impl BodyKind {
    /// All of them.
    pub const ALL: [BodyKind; 3] = [BodyKind::Particles, BodyKind::Rigid, BodyKind::Mx];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BodyKind::Particles => "particles",
            BodyKind::Rigid => "rigid",
            BodyKind::Mx => "mx",
        }
    }

    /// In a legend.
    pub fn title(self) -> &'static str {
        match self {
            BodyKind::Particles => "particle humanoid",
            BodyKind::Rigid => "rigid humanoid",
            BodyKind::Mx => "MX ragdoll",
        }
    }
}

/// How much is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Effort {
    /// What balls are thrown at.
    pub bodies: Vec<BodyKind>,
    /// Nudged repeats of each shot.
    pub nudges: u32,
    /// Largest nudge of the launcher along an axis, m.
    pub nudge_m: f64,
    /// Longest simulated time of a run, s.
    pub limit_s: f64,
    /// Most threads.
    pub threads: usize,
    /// Tries of tests: two values of each parameter, and short runs.
    pub tiny: bool,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            bodies: vec![BodyKind::Particles],
            nudges: 8,
            nudge_m: 1e-9,
            limit_s: 20.0,
            threads: 1,
            tiny: false,
        }
    }
}

impl Effort {
    /// Shots of a case: as it is, and nudged.
    pub fn shots(&self) -> u32 {
        self.nudges + 1
    }

    fn thinned(&self, values: &[f64]) -> Vec<f64> {
        match values {
            [first, .., last] if self.tiny => vec![*first, *last],
            values => values.to_vec(),
        }
    }

    fn thin_count(&self, count: u32) -> u32 {
        match self.tiny {
            true => count.min(20),
            false => count,
        }
    }
}

/// What an experiment gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Result {
    /// The data, a row for each case.
    pub table: Table,
    /// What the plot is drawn from where that is not the table.
    pub curves: Option<Table>,
    /// What to know of them.
    pub notes: Vec<String>,
    /// Settings and scenes.
    pub manifest: Value,
    /// Hash of all final states; of the scene where states are not kept.
    pub state_hash: u64,
}

impl Result {
    /// What the plot is drawn from.
    pub fn points(&self) -> &Table {
        self.curves.as_ref().unwrap_or(&self.table)
    }
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq)]
pub enum ExperimentError {
    /// The method cannot simulate the scene.
    Refused(Vec<BuildError>),
    /// The state left the range of sane numbers after so many steps.
    Diverged(u64),
    /// The scene of the experiment is not valid.
    Scene(String),
    /// Nobody wanted the result any more.
    Cancelled,
}

impl From<Vec<BuildError>> for ExperimentError {
    fn from(errors: Vec<BuildError>) -> ExperimentError {
        ExperimentError::Refused(errors)
    }
}

impl std::fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExperimentError::Refused(errors) => {
                let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
                write!(f, "{}", lines.join("\n"))
            }
            ExperimentError::Diverged(step) => write!(f, "diverged after {step} steps"),
            ExperimentError::Scene(what) => write!(f, "{what}"),
            ExperimentError::Cancelled => write!(f, "cancelled"),
        }
    }
}

/// The experiment of that name.
pub fn find(name: &str) -> Option<&'static Case> {
    CASES.iter().find(|case| case.name == name)
}

impl Case {
    /// Runs it. `listener` hears what goes on and may end it.
    ///
    /// # Errors
    /// What the method cannot simulate, that it diverged, or that it was cancelled.
    pub fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        match self.kind {
            Kind::Shots(varied) => shots::run(varied, effort, listener),
            Kind::Chain => chain::run(effort, listener),
            Kind::Cost(varied) => cost::run(varied, effort, listener),
            Kind::Table2 => table2::run(effort, listener),
        }
    }

    /// The plot of [`Result::points`].
    pub fn plot(&self, points: &Table) -> Plot {
        match self.kind {
            Kind::Shots(varied) => shots::plot(varied, points),
            Kind::Chain => chain::plot(points),
            Kind::Cost(varied) => cost::plot(varied, points),
            Kind::Table2 => table2::plot(points),
        }
    }

    /// Makes sure that a table that was read from a file has what the plot is drawn from.
    ///
    /// # Errors
    /// A column is missing, or there are words where a number is needed.
    pub fn expect_points(&self, table: &Table) -> std::result::Result<(), TableError> {
        table.expect_numbers(match self.kind {
            Kind::Shots(_) => shots::NEEDS,
            Kind::Chain => chain::NEEDS,
            Kind::Cost(_) => cost::NEEDS,
            Kind::Table2 => table2::NEEDS,
        })
    }

    /// What the data say.
    pub fn findings(&self, table: &Table) -> Vec<Finding> {
        match self.kind {
            Kind::Shots(varied) => shots::findings(varied, table),
            Kind::Chain => chain::findings(table),
            Kind::Cost(varied) => cost::findings(varied, table),
            Kind::Table2 => table2::findings(table),
        }
    }

    /// Name of the file with [`Result::points`].
    pub fn points_file(&self) -> &'static str {
        match self.kind {
            Kind::Chain => "curves.csv",
            _ => "data.csv",
        }
    }

    /// Everything needed to repeat it and to tell whether it was the same; no date, so
    /// that a repeat writes the same file.
    pub fn manifest(&self, result: &Result, effort: &Effort) -> Value {
        let findings = self.findings(&result.table);
        let lasting = findings.iter().filter(|f| !f.timing);
        json!({
            "experiment": self.name,
            "title": self.title,
            "source": self.source,
            "program": concat!("ragdoll-lab ", env!("CARGO_PKG_VERSION")),
            "command": self.command(effort),
            "scene_hash": format!("{:016x}", xxh3_64(result.manifest["cases"].to_string().as_bytes())),
            "state_hash": format!("{:016x}", result.state_hash),
            "data_hash": result.table.hash(),
            "timing_columns": result.table.timing_keys(),
            "findings": lasting.collect::<Vec<_>>(),
            "settings": result.manifest,
        })
    }

    /// The command that repeats it.
    pub fn command(&self, effort: &Effort) -> String {
        let standard = Effort::default();
        let mut command = format!("ragdoll-lab experiment {} --out DIR", self.name);
        if effort.bodies != standard.bodies {
            let names: Vec<_> = effort.bodies.iter().map(|body| body.name()).collect();
            command += &format!(" --body {}", names.join(","));
        }
        if effort.nudges != standard.nudges {
            command += &format!(" --nudges {}", effort.nudges);
        }
        if effort.nudge_m.to_bits() != standard.nudge_m.to_bits() {
            command += &format!(" --nudge {:e}", effort.nudge_m);
        }
        command
    }
}

/// Hash of a scene's text.
fn scene_hash(scene: &Scene) -> u64 {
    // A scene that cannot be written has not been read either; its name will do.
    let text = to_text(scene).unwrap_or_else(|_| scene.name.clone());
    xxh3_64(text.as_bytes())
}

fn hash_of(hashes: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = Xxh3::new();
    for hash in hashes {
        hasher.update(&hash.to_le_bytes());
    }
    hasher.digest()
}
