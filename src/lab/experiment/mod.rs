//! The experiments of Delannoy's thesis, and the cost table of Baltman and Radeztsky:
//! each gives a table, a plot, findings in words, and a manifest to repeat it by.
//!
//! All but times is the same on every run and for every number of threads.

mod chain;
mod costs;
pub mod finding;
mod report;
pub mod setup;
mod shots;

pub use report::html;

use crate::compile::BuildError;
use crate::lab::plot::Plot;
use crate::lab::table::Table;
use crate::scene::{to_text, Scene};
use finding::Finding;
use serde_json::{json, Value};
use shots::Varied;
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
}

/// All experiments.
pub const CASES: &[Case] = &[
    Case {
        name: "velocity",
        title: "Travel over the speed of the ball",
        source: "Delannoy, figure 4.11",
    },
    Case {
        name: "elasticity",
        title: "Travel over the elasticity of the ball",
        source: "Delannoy, figure 4.12",
    },
    Case {
        name: "ball-size",
        title: "Travel over the size of the ball at one density",
        source: "Delannoy, figure 4.13",
    },
    Case {
        name: "body-type",
        title: "Travel of thin, medium and wide bodies",
        source: "Delannoy, figure 4.14",
    },
    Case {
        name: "chain",
        title: "Chain of five links under uniform and mass-weighted relaxation",
        source: "Delannoy, figure 4.6",
    },
    Case {
        name: "links",
        title: "Cost and error over the number of links",
        source: "Delannoy, figure 4.8",
    },
    Case {
        name: "iterations",
        title: "Cost and error over the number of iterations",
        source: "Delannoy, section 4.4.2",
    },
    Case {
        name: "table2",
        title: "Time per constraint beside the printed ones",
        source: "Baltman and Radeztsky, table 2",
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
    /// The data.
    pub table: Table,
    /// The data drawn.
    pub plot: Plot,
    /// What they say.
    pub findings: Vec<Finding>,
    /// What to know of them.
    pub notes: Vec<String>,
    /// Settings and scenes.
    pub manifest: Value,
    /// Hash of all final states; of the scene where states are not kept.
    pub state_hash: u64,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq)]
pub enum Trouble {
    /// The method cannot simulate the scene.
    Refused(Vec<BuildError>),
    /// The state left the range of sane numbers after so many steps.
    Diverged(u64),
    /// The scene of the experiment is not valid.
    Scene(String),
}

impl From<Vec<BuildError>> for Trouble {
    fn from(errors: Vec<BuildError>) -> Trouble {
        Trouble::Refused(errors)
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Refused(errors) => {
                let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
                write!(f, "{}", lines.join("\n"))
            }
            Trouble::Diverged(step) => write!(f, "diverged after {step} steps"),
            Trouble::Scene(what) => write!(f, "{what}"),
        }
    }
}

/// The experiment of that name.
pub fn find(name: &str) -> Option<&'static Case> {
    CASES.iter().find(|case| case.name == name)
}

impl Case {
    /// Runs it. `progress` hears what goes on.
    ///
    /// # Errors
    /// What the method cannot simulate, or that it diverged.
    pub fn run(
        &self,
        effort: &Effort,
        progress: &mut dyn FnMut(&str),
    ) -> std::result::Result<Result, Trouble> {
        let mut throw = |varied| shots::run(self.name, varied, effort, progress);
        match self.name {
            "velocity" => throw(Varied::Speed),
            "elasticity" => throw(Varied::Elasticity),
            "ball-size" => throw(Varied::Radius),
            "body-type" => throw(Varied::BodyType),
            "chain" => chain::chain(effort, progress),
            "links" => chain::links(effort, progress),
            "iterations" => chain::iterations(effort, progress),
            _ => costs::run(effort, progress),
        }
    }

    /// Everything needed to repeat it and to tell whether it was the same; no date, so
    /// that a repeat writes the same file.
    pub fn manifest(&self, result: &Result, effort: &Effort) -> Value {
        let lasting = result.findings.iter().filter(|f| !f.timing);
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
