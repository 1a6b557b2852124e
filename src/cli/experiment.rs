//! `experiment`: the figures of the thesis, in files and in words.

use super::args::ExperimentOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::{
    find, report, BodyKind, Case, Effort, File, Listener, Result as Data, CASES,
};
use crate::text::clean;
use serde_json::json;
use std::path::Path;
use std::thread::available_parallelism;

/// Reads the name of an experiment; `None` is all of them.
pub(super) fn name(text: &str) -> Result<Option<&'static str>, String> {
    if text == "all" {
        return Ok(None);
    }
    find(text).map(|case| Some(case.name)).ok_or_else(|| {
        let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
        format!(
            "no such experiment{}; use all or some of: {}",
            suggestion(text, &names),
            names.join(", ")
        )
    })
}

/// Reads a kind of body.
pub(super) fn body(text: &str) -> Result<BodyKind, String> {
    let names = BodyKind::ALL.map(BodyKind::name);
    let found = BodyKind::ALL.into_iter().find(|body| body.name() == text);
    found.ok_or_else(|| {
        let near = suggestion(text, &names);
        format!("no such body{near}; use some of: {}", names.join(", "))
    })
}

/// Reads the size of a nudge, m.
pub(super) fn nudge(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if (0.0..=0.1).contains(&value) => Ok(value),
        Ok(_) => Err("out of range; give a length from 0 to 0.1 m".into()),
        Err(_) => Err("not a length; give one from 0 to 0.1 m".into()),
    }
}

fn suggestion(text: &str, names: &[&str]) -> String {
    let near = |name: &&&str| strsim::damerau_levenshtein(name, text);
    let best = names.iter().min_by_key(near);
    let best = best.filter(|name| near(name) <= 3.min(name.len() / 2));
    best.map_or_else(String::new, |name| format!(", did you mean `{name}`?"))
}

pub(super) fn run(options: &ExperimentOptions) -> Result<Exit, CommandError> {
    if options.list {
        return list(options.json);
    }
    if let Some(out) = &options.out {
        output::make_folder(out)?;
    }
    let effort = effort(options);
    let all = options.names.iter().all(Option::is_some);
    let wanted = |case: &&Case| {
        let named = options.names.contains(&Some(case.name));
        named || !all || options.names.is_empty()
    };
    let mut results = Vec::new();
    let mut failed = false;
    for case in CASES.iter().filter(wanted) {
        match case.run(&effort, &Spoken) {
            Ok(data) => {
                if let Some(out) = &options.out {
                    write_case(out, case, &data, &effort)?;
                }
                let text = match options.json {
                    true => lines(&data),
                    false => text(case, &data),
                };
                output::print(Form::of(options.json), &text)?;
                results.push((case, data));
            }
            Err(trouble) => {
                output::message(&clean_lines(case.name, &trouble.to_string()));
                failed = true;
            }
        }
    }
    if let Some(out) = &options.out {
        write(out, &report(&results, &effort))?;
    }
    if !options.json {
        output::print(Form::Words, &summary(&results))?;
    }
    Ok(if failed { Exit::Failed } else { Exit::Good })
}

/// Says on stderr what goes on.
struct Spoken;

impl Listener for Spoken {
    fn hear(&self, what: &str) {
        output::message(what);
    }
}

fn effort(options: &ExperimentOptions) -> Effort {
    let standard = Effort::default();
    let cores = || available_parallelism().map_or(1, |cores| cores.get());
    Effort {
        bodies: match options.body.as_slice() {
            [] => standard.bodies,
            given => BodyKind::ALL
                .into_iter()
                .filter(|b| given.contains(b))
                .collect(),
        },
        nudges: options.nudges.unwrap_or(standard.nudges),
        nudge_m: options.nudge.unwrap_or(standard.nudge_m),
        threads: options
            .threads
            .map_or_else(cores, |threads| threads as usize),
        tiny: options.tiny,
        limit_s: if options.tiny { 1.0 } else { standard.limit_s },
    }
}

fn clean_lines(name: &str, text: &str) -> String {
    let lines: Vec<_> = text
        .lines()
        .map(|line| format!("{name}: {}", clean(line)))
        .collect();
    lines.join("\n")
}

fn write_case(out: &Path, case: &Case, data: &Data, effort: &Effort) -> Result<(), CommandError> {
    let folder = out.join(case.name);
    output::make_folder(&folder)?;
    let files = case.files(data, effort).map_err(CommandError::run)?;
    files.iter().try_for_each(|file| write(&folder, file))
}

fn write(folder: &Path, file: &File) -> Result<(), CommandError> {
    output::write(&folder.join(file.name), &file.bytes)
}

fn text(case: &Case, data: &Data) -> String {
    let mut text = format!("{}: {} ({})\n", case.name, case.title, case.source);
    text += &data.table.text();
    if !data.table.timing_keys().is_empty() {
        text += "* times; they differ from run to run\n";
    }
    text + "\n"
}

fn summary(results: &[(&Case, Data)]) -> String {
    let mut text = String::from("Findings\n");
    for (case, data) in results {
        for finding in case.findings(data) {
            text += &line(case.name, &finding);
        }
    }
    text
}

fn line(name: &str, finding: &Finding) -> String {
    let of = match finding.body.as_str() {
        "" => String::new(),
        body => format!(" ({body})"),
    };
    format!(
        "{name}{of}: {}: {}\n    {}\n    {}\n",
        finding.claim,
        finding.verdict.words(),
        finding.figures,
        finding.source
    )
}

/// A line of JSON for each case.
fn lines(data: &Data) -> String {
    let lines = data.table.json();
    lines.iter().map(|case| format!("{case}\n")).collect()
}

fn list(as_json: bool) -> Result<Exit, CommandError> {
    let line = |c: &Case| match as_json {
        true => {
            let case = json!({"name": c.name, "title": c.title, "source": c.source});
            format!("{case}\n")
        }
        false => format!("{:<12} {} ({})\n", c.name, c.title, c.source),
    };
    let lines: String = CASES.iter().map(line).collect();
    output::print(Form::of(as_json), &lines)?;
    Ok(Exit::Good)
}
