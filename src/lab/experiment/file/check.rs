//! Reads a file with an experiment, and says what is wrong with it, where, and what to do.

use super::cases::{Fault, Maker};
use super::{Definition, Measure, Sheet, FORMAT, VERSION};
use crate::budget::{self, Account, Bound};
use crate::lab::experiment::shot_claim::Counts;
use crate::lab::experiment::Effort;
use crate::scene::{self, Problem, Problems};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Whether a text says that it is an experiment.
pub fn is_definition(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Header {
        format: String,
    }
    bytes.len() <= budget::EXPERIMENT_BYTES.most
        && serde_json::from_slice(bytes).is_ok_and(|header: Header| header.format == FORMAT)
}

/// Reads an experiment and looks whether all its scenes can be thrown in.
///
/// # Errors
/// All problems with place and remedy.
pub fn parse(bytes: &[u8]) -> Result<Definition, Problems> {
    let definition = read(bytes)?;
    let mut problems = definition.sheet.problems();
    if problems.is_empty() {
        problems.extend(definition.scene_problem());
    }
    match problems.is_empty() {
        true => Ok(definition),
        false => {
            scene::locate_problems(&definition.text, &mut problems);
            Err(Problems(problems))
        }
    }
}

/// Reads an experiment alone.
///
/// # Errors
/// It is too large, or not of this form.
pub(super) fn read(bytes: &[u8]) -> Result<Definition, Problems> {
    budget::EXPERIMENT_BYTES
        .allow(bytes.len())
        .map_err(|bound| Problems::from(too_much("", bound)))?;
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let sheet: Sheet = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let inner = error.inner();
        let remedy = "see assets/experiments/README.md for the fields of an experiment";
        let problem = Problem::new(error.path().to_string(), inner.to_string(), remedy);
        Problems::from(problem.at((inner.line(), inner.column())))
    })?;
    json.end().map_err(|error| {
        let remedy = "end the file after the experiment";
        let problem = Problem::new("", error.to_string(), remedy);
        Problems::from(problem.at((error.line(), error.column())))
    })?;
    Ok(Definition {
        sheet,
        text: String::from_utf8_lossy(bytes).into_owned(),
    })
}

impl Definition {
    /// What is wrong with the first scene that cannot be thrown in.
    fn scene_problem(&self) -> Option<Problem> {
        let problem = |(path, message): Fault| {
            let remedy = "`ragdoll-lab scenes` lists scenes, `ragdoll-lab schema` fields";
            Problem::new(path, message, remedy)
        };
        let maker = match Maker::of(self) {
            Ok(maker) => maker,
            Err(fault) => return Some(problem(fault)),
        };
        if let Some(problem) = self.sheet.too_many(maker.steps.len()) {
            return Some(problem);
        }
        let mut targets = self.sheet.targets.iter();
        let effort = Effort::default();
        targets.find_map(|target| maker.casts(target, &effort).err().map(problem))
    }
}

impl Sheet {
    fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        if self.format != FORMAT || self.version != VERSION {
            let message = format!(
                "unknown experiment format {} version {}",
                self.format, self.version
            );
            let remedy = format!("set format to {FORMAT} and version to {VERSION}");
            found.push(Problem::new("format", message, remedy));
        }
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_short = (1..=60).contains(&self.name.len());
        if !is_short || !self.name.chars().all(is_word) || self.name == "all" {
            let remedy = "use 1 to 60 of a-z, 0-9 and -, and not all";
            found.push(Problem::new("name", "not a name of an experiment", remedy));
        }
        found.extend(self.wrong_lists());
        found.extend(self.wrong_sweep());
        found.extend(self.wrong_claims());
        found.extend(self.wrong_lines());
        found
    }

    /// Lists that are empty, or name something twice.
    fn wrong_lists(&self) -> Vec<Problem> {
        let targets = self.targets.iter().map(|target| &target.name);
        let throws = self.throws.iter().map(|throw| &throw.name);
        let named = twice("targets", targets).chain(twice("throws", throws));
        let empty = [
            ("targets", self.targets.is_empty()),
            ("throws", self.throws.is_empty()),
            ("claims", self.claims.is_empty()),
            ("plot", self.plot.is_empty()),
        ];
        let empty = empty.into_iter().filter(|(_, is_empty)| *is_empty);
        let empty = empty.map(|(list, _)| Problem::new(list, "the list is empty", "add an entry"));
        let mut found: Vec<Problem> = named.chain(empty).collect();
        for (place, throw) in self.throws.iter().enumerate() {
            let known = |name: &&String| self.targets.iter().any(|target| target.name == **name);
            let names = throw.targets.iter().flatten();
            found.extend(names.filter(|name| !known(name)).map(|name| {
                let path = format!("throws[{place}].targets");
                let message = format!("there is no target {name}");
                Problem::new(path, message, "name targets of this file")
            }));
        }
        found
    }

    fn wrong_sweep(&self) -> Option<Problem> {
        let sweep = &self.sweep;
        match (&sweep.vary, sweep.values.len()) {
            (Some(_), 0) => None,
            (Some(_), _) => Some(Problem::new(
                "sweep.values",
                "both vary and values are given",
                "remove one",
            )),
            (None, 0 | 1) => Some(Problem::new(
                "sweep.values",
                "fewer than two values",
                "give vary, or a list of values",
            )),
            (None, _) => sweep.wrong_value(),
        }
    }

    fn wrong_claims(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        for (place, claim) in self.claims.iter().enumerate() {
            let at = |field: &str| format!("claims[{place}].{field}");
            if claim.measure.unit().is_none() {
                let remedy = "use travel, travel_beyond_tap, push or impulse";
                found.push(Problem::new(at("measure"), "can be drawn only", remedy));
            }
            let (Counts::From(amount) | Counts::FromPercent(amount)) = claim.counts_from;
            if !(amount > 0.0 && amount.is_finite()) {
                let remedy = "set a number above 0";
                let message = "not a smallest effect that counts";
                found.push(Problem::new(at("counts_from"), message, remedy));
            }
            found.extend(self.unknown_throw(&at("throw"), claim.throw.as_deref()));
        }
        found
    }

    fn wrong_lines(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        for (panel, drawn) in self.plot.iter().enumerate() {
            for (place, line) in drawn.lines.iter().enumerate() {
                let path = format!("plot[{panel}].lines[{place}].throw");
                found.extend(self.unknown_throw(&path, line.throw.as_deref()));
            }
        }
        found
    }

    fn unknown_throw(&self, path: &str, name: Option<&str>) -> Option<Problem> {
        let message = format!("there is no throw {}", name?);
        let is_unknown = self.throw(name).is_none();
        is_unknown.then(|| Problem::new(path, message, "name a throw of this file"))
    }

    /// What is too much to be looked through.
    fn too_many(&self, values: usize) -> Option<Problem> {
        let throws = self.targets.len().saturating_mul(self.throws.len());
        let cases = throws.saturating_mul(values);
        if let Err(bound) = budget::EXPERIMENT_CASES.allow(cases) {
            return Some(too_much("sweep", bound));
        }
        let mut scenes = Account::of(&budget::EXPERIMENT_SCENES);
        let length = match &self.scene {
            serde_json::Value::String(name) => scene::find(name).map_or(0, |s| s.text.len()),
            own => own.to_string().len(),
        };
        let added = scenes.add(length.saturating_mul(cases));
        if let Err(bound) = added {
            return Some(too_much("scene", bound));
        }
        let lines = self.plot.iter().map(|drawn| drawn.lines.len()).sum();
        if let Err(bound) = budget::EXPERIMENT_LINES.allow(lines) {
            return Some(too_much("plot", bound));
        }
        let claims = budget::EXPERIMENT_LINES.allow(self.claims.len());
        claims.err().map(|bound| too_much("claims", bound))
    }
}

impl super::Swept {
    /// A value that is neither a number nor a word, or comes twice.
    fn wrong_value(&self) -> Option<Problem> {
        let mut seen = BTreeSet::new();
        let mut each = self.values.iter().enumerate();
        each.find_map(|(place, value)| {
            let path = format!("sweep.values[{place}].value");
            if !value.value.is_number() && !value.value.is_string() {
                let remedy = "give a number or a word";
                return Some(Problem::new(path, "not a value", remedy));
            }
            let is_new = seen.insert(value.value.to_string());
            (!is_new).then(|| Problem::new(path, "the value comes twice", "list it once"))
        })
    }
}

impl Measure {
    /// Its unit, if something can be claimed of it.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Measure::Travel | Measure::TravelBeyondTap => Some("m"),
            Measure::Push => Some("m/s"),
            Measure::Impulse => Some("N s"),
            Measure::Tap | Measure::Rounding => None,
        }
    }
}

/// A problem for each name that comes twice in a list.
fn twice<'a>(
    list: &'a str,
    names: impl Iterator<Item = &'a String> + 'a,
) -> impl Iterator<Item = Problem> + 'a {
    let mut seen = BTreeSet::new();
    names.enumerate().filter_map(move |(place, name)| {
        let is_new = seen.insert(name);
        let path = format!("{list}[{place}].name");
        let message = format!("the name {name} comes twice");
        (!is_new).then(|| Problem::new(path, message, "choose another name"))
    })
}

fn too_much(path: &str, bound: &Bound) -> Problem {
    Problem::new(path, bound.to_string(), bound.remedy)
}
