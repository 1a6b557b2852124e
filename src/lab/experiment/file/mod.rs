//! Experiments that are data: what is swept, what is claimed and what is drawn stand in a file, so
//! that a new one needs no code.
//!
//! The format, version 1, is described in `assets/experiments/README.md`.

mod cases;
mod check;
mod claims;
mod plot;
mod run;
mod shipped;
mod watch;

pub use check::{is_definition, parse};
pub(super) use shipped::find;
pub use shipped::{shipped, Shipped};

use super::shot_claim::Counts;
use super::source::{Place, Source};
use super::Case;
use crate::lab::experiment::effect::Trend;
use serde::Deserialize;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

/// What stands under `format` in a file.
pub const FORMAT: &str = "ragdoll-experiment";
/// The version of the format.
pub const VERSION: u32 = 1;

/// An experiment from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    pub(super) sheet: Sheet,
    text: String,
}

/// What stands in the file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sheet {
    /// [`FORMAT`].
    format: String,
    /// [`VERSION`].
    version: u32,
    /// Name of the experiment and of its folder.
    name: String,
    /// As a heading.
    title: String,
    /// Where it is from.
    source: String,
    /// What its plot shows and what to look for in it.
    caption: String,
    /// What to know of its results.
    #[serde(default)]
    notes: Vec<String>,
    /// The scene with launcher and ragdoll: the name of a shipped one, or a whole document.
    scene: Value,
    /// What is thrown at.
    #[serde(default = "one_target")]
    targets: Vec<Target>,
    /// How it is thrown; the first is the one without a name in labels.
    #[serde(default = "one_throw")]
    throws: Vec<Throw>,
    /// What is varied.
    sweep: Swept,
    /// What is claimed.
    claims: Vec<Claim>,
    /// What is drawn.
    plot: Vec<Drawn>,
}

/// What is thrown at.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    /// Name in tables. Those that a kind of body has are chosen by `--body`.
    name: String,
    /// Name in plots.
    title: String,
    /// What is set in the scene, each `path=value`.
    #[serde(default)]
    set: Vec<String>,
    /// How far the front of the ragdoll lies before its place, towards the launcher, m. With it,
    /// the ball is thrown on the flat arc that comes back to its height there.
    #[serde(default)]
    front_m: Option<f64>,
    /// What is set for a throw that only wakes the ragdoll; without it there is none.
    #[serde(default)]
    tap: Option<Vec<String>>,
}

/// A way to throw.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Throw {
    /// Name in tables.
    name: String,
    /// What is set after that of the target.
    #[serde(default)]
    set: Vec<String>,
    /// Whether only the first and the last value are thrown.
    #[serde(default)]
    ends_only: bool,
    /// Names of the targets; absent = all.
    #[serde(default)]
    targets: Option<Vec<String>>,
}

/// What is varied: a field with its values, or values that each set what they like.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Swept {
    /// Name in tables.
    parameter: String,
    /// Title of the axis, with the unit.
    axis: String,
    /// Whether the axis is logarithmic.
    #[serde(default)]
    log: bool,
    /// Label of a value, in which `{value}` and `{ball_kg}` are replaced.
    #[serde(default = "value_alone")]
    label: String,
    /// A field and its values as `--set` of `sweep` has them.
    #[serde(default)]
    vary: Option<String>,
    /// The values, in place of `vary`.
    #[serde(default)]
    values: Vec<SweptValue>,
}

/// A value of what is varied.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SweptValue {
    /// A number or a word.
    value: Value,
    /// What is set after that of target and throw.
    set: Vec<String>,
    /// As of a target, which it replaces.
    #[serde(default)]
    front_m: Option<f64>,
}

/// A claim on what is measured.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// What is claimed.
    claim: String,
    /// On which quantity.
    measure: Measure,
    /// Of which throw; absent = the first.
    #[serde(default)]
    throw: Option<String>,
    /// Over which values.
    #[serde(default)]
    over: Over,
    /// Which way the quantity goes.
    trend: Trend,
    /// The smallest effect that counts.
    counts_from: Counts,
    /// The paper that claims it; absent = nobody but the author of the file.
    #[serde(default)]
    source: Option<Place>,
}

/// The values that a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Over {
    /// The first and the last.
    #[default]
    Ends,
    /// All, in their order.
    All,
}

/// A panel of the plot.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    /// Title of its axis, with the unit.
    axis: String,
    /// What is drawn of each target.
    lines: Vec<Line>,
}

/// A line of a panel.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Name behind that of the target.
    name: String,
    /// Which quantity.
    measure: Measure,
    /// Of which throw; absent = the first.
    #[serde(default)]
    throw: Option<String>,
}

/// A quantity of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Measure {
    /// How far the ragdoll travels along the throw until it rests, m.
    Travel,
    /// The same less what it travels after a tap, m.
    TravelBeyondTap,
    /// How fast the hit makes it move, m/s.
    Push,
    /// The impulse of the ball on it, N s.
    Impulse,
    /// What it travels after a tap, m; in plots only.
    Tap,
    /// Travel with the same aim and nudges alone, m; in plots only.
    Rounding,
}

fn one_target() -> Vec<Target> {
    vec![Target {
        name: "ragdoll".into(),
        title: "ragdoll".into(),
        set: Vec::new(),
        front_m: None,
        tap: None,
    }]
}

fn one_throw() -> Vec<Throw> {
    vec![Throw {
        name: "standard".into(),
        set: Vec::new(),
        ends_only: false,
        targets: None,
    }]
}

fn value_alone() -> String {
    "{value}".into()
}

impl Definition {
    /// It in the list of experiments; `word` is what it is called on the command line.
    pub fn case<'a>(&'a self, word: &'a str) -> Case<'a> {
        Case {
            name: &self.sheet.name,
            word,
            title: &self.sheet.title,
            source: &self.sheet.source,
            caption: &self.sheet.caption,
            what: self,
        }
    }

    /// It where it is called by its name.
    pub(super) fn case_of_its_name(&self) -> Case<'_> {
        self.case(&self.sheet.name)
    }

    /// The text of its file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Tells it from others.
    pub(super) fn hash(&self) -> u64 {
        xxh3_64(self.text.as_bytes())
    }
}

impl Sheet {
    /// A throw by its name; the first without one.
    fn throw(&self, name: Option<&str>) -> Option<&Throw> {
        let is_meant = |throw: &&Throw| name.is_none_or(|name| throw.name == name);
        self.throws.iter().find(is_meant)
    }
}

impl Throw {
    fn has(&self, target: &Target) -> bool {
        let named = self.targets.as_ref();
        named.is_none_or(|names| names.contains(&target.name))
    }
}

impl Claim {
    fn source(&self) -> Source {
        self.source.clone().map_or(Source::Ours, Source::ClaimedBy)
    }
}
