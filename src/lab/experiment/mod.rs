//! The experiments of Delannoy's thesis, the cost table of Baltman and Radeztsky, and the
//! ways to hold limbs beside each other: each gives a table, a plot, findings in words, and a
//! manifest to repeat it by.
//!
//! All but times is the same on every run and for every number of threads.

mod articulation;
mod cases;
mod chain;
mod claims;
mod cost;
mod detail;
pub mod effect;
mod exact;
pub mod file;
mod files;
pub mod finding;
mod hanging;
mod kept;
mod report;
pub mod setup;
pub mod shot_claim;
mod shots;
pub mod source;
mod table2;
mod thesis;
mod truth;
mod watch;
mod work;

pub use cases::CASES;
pub use claims::{claims, tally};
pub use file::{parse, Definition};
pub use files::{claims_file, report, File, DEFINITION, REPORT};
pub use report::html;
pub use watch::Watch;

use crate::compile::BuildError;
use crate::lab::plot::Plot;
use crate::lab::pool::in_order_while;
use crate::lab::sweep::quoted;
use crate::lab::table::{Table, TableError};
use crate::lab::Listener;
use crate::scene::{to_text, Scene};
use finding::Finding;
use serde_json::{json, Value};
use xxhash_rust::xxh3::{xxh3_64, Xxh3};

/// The program; another version may have other results.
const PROGRAM: &str = concat!("ragdoll-lab ", env!("CARGO_PKG_VERSION"));

/// An experiment in the list of `experiment --list`.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// Name of its folder and in tables.
    pub name: &'a str,
    /// What it is called on the command line: its name, or its file.
    word: &'a str,
    /// As a heading.
    pub title: &'a str,
    /// Where it is from.
    pub source: &'a str,
    /// What its plot shows and what to look for in it.
    pub caption: &'a str,
    what: &'a dyn Experiment,
}

/// What is done in an experiment, and how its data are looked at.
trait Experiment: Sync + std::fmt::Debug {
    /// Makes it.
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError>;

    /// The plot of [`Result::points`].
    fn plot(&self, points: &Table) -> Plot;

    /// Columns of numbers that the plot is drawn from.
    fn needs(&self) -> &'static [&'static str];

    /// What the result says.
    fn findings(&self, result: &Result) -> Vec<Finding>;

    /// Name of the file with [`Result::points`].
    fn points_file(&self) -> &'static str {
        "data.csv"
    }

    /// The file that it is from, if any.
    fn definition(&self) -> Option<&file::Definition> {
        None
    }

    /// Whether there is anything to see of it with some kind of body.
    fn can_be_watched(&self) -> bool {
        false
    }

    /// What there is to see of it with a kind of body, if anything.
    fn watch(&self, _: BodyKind) -> Option<Watch> {
        None
    }
}

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
    /// Throws of each case that are aimed as a person aims.
    pub aims: u32,
    /// How far such a throw is off at most: its start, and its direction at the figure, m.
    pub aim_m: f64,
    /// Seed of the aims.
    pub seed: u64,
    /// Whether only the ends and the middle of each range are thrown.
    pub quick: bool,
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
            aims: 32,
            aim_m: 0.01,
            seed: 1,
            quick: false,
            tiny: false,
        }
    }
}

impl Effort {
    /// A few minutes: the ends and the middle of each range of what is thrown.
    pub fn quick() -> Effort {
        Effort {
            quick: true,
            nudges: 2,
            aims: 24,
            ..Effort::default()
        }
    }

    /// Seconds: enough to see that everything runs.
    pub fn tiny() -> Effort {
        Effort {
            tiny: true,
            aims: 1,
            limit_s: 1.0,
            ..Effort::default()
        }
    }

    /// Shots of a case: as it is, and nudged.
    pub fn shots(&self) -> u32 {
        self.nudges + 1
    }

    fn thinned<T: Clone>(&self, values: &[T]) -> Vec<T> {
        match values {
            [first, .., last] if self.tiny => vec![first.clone(), last.clone()],
            values => values.to_vec(),
        }
    }

    /// Values of what is thrown, which takes long: of a quick run the ends and the middle.
    fn thrown<T: Clone>(&self, values: &[T]) -> Vec<T> {
        match values {
            [first, middle @ .., last] if self.quick && !middle.is_empty() => {
                vec![
                    first.clone(),
                    values[values.len() / 2].clone(),
                    last.clone(),
                ]
            }
            values => self.thinned(values),
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
    /// A row for each shot, where the findings rest on shots.
    pub shots: Option<Table>,
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
pub fn find(name: &str) -> Option<&'static Case<'static>> {
    CASES.iter().find(|case| case.name == name)
}

impl Case<'_> {
    /// Runs it. `listener` hears what goes on and may end it.
    ///
    /// # Errors
    /// What the method cannot simulate, that it diverged, or that it was cancelled.
    pub fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        self.what.run(effort, listener)
    }

    /// The plot of [`Result::points`].
    pub fn plot(&self, points: &Table) -> Plot {
        self.what.plot(points)
    }

    /// Makes sure that a table that was read from a file has what the plot is drawn from.
    ///
    /// # Errors
    /// A column is missing, or there are words where a number is needed.
    pub fn expect_points(&self, table: &Table) -> std::result::Result<(), TableError> {
        table.expect_numbers(self.what.needs())
    }

    /// What the result says.
    pub fn findings(&self, result: &Result) -> Vec<Finding> {
        self.what.findings(result)
    }

    /// Name of the file with [`Result::points`].
    pub fn points_file(&self) -> &'static str {
        self.what.points_file()
    }

    /// Everything needed to repeat it and to tell whether it was the same; no date, so
    /// that a repeat writes the same file.
    pub fn manifest(&self, result: &Result, effort: &Effort) -> Value {
        let findings = self.findings(result);
        let lasting = findings.iter().filter(|f| !f.timing);
        json!({
            "experiment": self.name,
            "title": self.title,
            "source": self.source,
            "program": PROGRAM,
            "command": self.command(effort),
            "file_hash": self.file_hash(),
            "scene_hash": format!("{:016x}", xxh3_64(result.manifest["cases"].to_string().as_bytes())),
            "state_hash": format!("{:016x}", result.state_hash),
            "data_hash": result.table.hash(),
            "timing_columns": result.table.timing_keys(),
            "heads": result.table.columns.iter().map(|c| &*c.head).collect::<Vec<_>>(),
            "notes": result.notes,
            "findings": lasting.collect::<Vec<_>>(),
            "settings": result.manifest,
        })
    }

    /// Hash of the file that it is from, if any.
    fn file_hash(&self) -> Option<String> {
        self.what.definition().map(|file| hex(file.hash()))
    }

    /// The command that repeats it.
    pub fn command(&self, effort: &Effort) -> String {
        let standard = match (effort.tiny, effort.quick) {
            (true, _) => Effort::tiny(),
            (_, true) => Effort::quick(),
            _ => Effort::default(),
        };
        let mut command = format!("ragdoll-lab experiment {} --out DIR", quoted(self.word));
        if effort.tiny {
            command += " --tiny";
        } else if effort.quick {
            command += " --quick";
        }
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
        if effort.aims != standard.aims {
            command += &format!(" --aims {}", effort.aims);
        }
        if effort.aim_m.to_bits() != standard.aim_m.to_bits() {
            command += &format!(" --aim {:e}", effort.aim_m);
        }
        if effort.seed != standard.seed {
            command += &format!(" --seed {}", effort.seed);
        }
        command
    }
}

/// Does the same with each, beside each other; results are in their order.
fn each<T: Sync, R: Clone + Send + 'static>(
    all: &[T],
    threads: usize,
    listener: &dyn Listener,
    work: impl Fn(&T) -> std::result::Result<R, ExperimentError> + Sync,
) -> std::result::Result<Vec<R>, ExperimentError> {
    let results = in_order_while(threads, all.len(), listener, |i| work(&all[i]));
    results
        .ok_or(ExperimentError::Cancelled)?
        .into_iter()
        .collect()
}

/// A hash as in files.
fn hex(hash: u64) -> String {
    format!("{hash:016x}")
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
