//! `experiment`: claims of the papers put to the test, in files and in words.

mod options;

pub(super) use options::ExperimentOptions;

use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use super::progress::Progress;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::{
    claims_file, find, parse, report, tally, BodyKind, Case, Definition, Effort, ExperimentError,
    File, Result as Data, CASES,
};
use crate::lab::Listener;
use crate::platform::files;
use crate::platform::signals::EndSignal;
use crate::source;
use crate::text::clean;
use serde_json::json;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    /// All that come with the program.
    All,
    /// One of them.
    Known(&'static str),
    /// One from a file.
    File(String),
}

/// Reads the name of an experiment, or of a file with one.
fn name(text: &str) -> Result<Named, String> {
    if text == "all" {
        return Ok(Named::All);
    }
    let path = Path::new(text);
    if path.extension().is_some_and(|ending| ending == "json") {
        return Ok(Named::File(text.into()));
    }
    find(text)
        .map(|case| Named::Known(case.name))
        .ok_or_else(|| {
            let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
            format!(
                "no such experiment{}; use all or some of: {}, or a file that ends in .json",
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
    let files = read_files(options)?;
    let cases = wanted(options, &files)?;
    if let Some(out) = &options.out {
        output::make_folder(out)?;
    }
    let effort = options.effort();
    let listener = Spoken::new();
    let mut results = Vec::new();
    let mut failed = false;
    for (number, case) in cases.iter().enumerate() {
        let kept = options.out.as_deref().filter(|_| options.resume);
        let kept = kept.and_then(|out| kept_in(out, case, &effort));
        let result = match kept {
            Some(data) => {
                output::message(&format!("{}: already done", case.name));
                Ok(data)
            }
            None => made(case, &effort, &listener, options.out.as_deref())?,
        };
        match result {
            Ok(data) => {
                let text = match options.json {
                    true => lines(case, &data),
                    false => text(case, &data),
                };
                output::print(Form::of(options.json), &text)?;
                results.push((case, data));
            }
            Err(ExperimentError::Cancelled) => {
                return Err(CommandError::run(stopped(number, cases.len(), options)))
            }
            Err(trouble) => {
                output::message(&clean_lines(case.name, &trouble.to_string()));
                failed = true;
            }
        }
    }
    if let Some(out) = &options.out {
        write(out, &report(&results, &effort))?;
        write(out, &claims_file(&results))?;
    }
    if !options.json {
        output::print(Form::Words, &summary(&results))?;
    }
    Ok(if failed { Exit::Failed } else { Exit::Good })
}

/// The experiments from files that are asked for, each with the name of its file.
fn read_files(options: &ExperimentOptions) -> Result<Vec<(&str, Definition)>, CommandError> {
    let files = options.names.iter().filter_map(|named| match named {
        Named::File(name) => Some(name.as_str()),
        _ => None,
    });
    let read = |name| {
        let bytes = files::read_text(Path::new(name));
        let bytes = bytes.map_err(|error| CommandError::input(error.to_string()))?;
        let definition = parse(&bytes)
            .map_err(|problems| CommandError::input(source::lines(&clean(name), &problems)))?;
        Ok((name, definition))
    };
    files.map(read).collect()
}

/// The experiments that are asked for: those of the program in their order, then those of files.
fn wanted<'a>(
    options: &ExperimentOptions,
    files: &'a [(&str, Definition)],
) -> Result<Vec<Case<'a>>, CommandError> {
    let all = options.names.is_empty() || options.names.contains(&Named::All);
    let is_wanted = |case: &&Case<'_>| {
        let mut names = options.names.iter();
        all || names.any(|named| matches!(named, Named::Known(name) if *name == case.name))
    };
    let mut cases: Vec<Case<'a>> = CASES.iter().filter(is_wanted).copied().collect();
    for (name, definition) in files {
        let case = definition.case(name);
        if cases.iter().any(|other| other.name == case.name) {
            return Err(CommandError::input(format!(
                "{}: another experiment is called {}, and would have the same folder; change name",
                clean(name),
                case.name
            )));
        }
        cases.push(case);
    }
    Ok(cases)
}

/// Makes an experiment, and writes its files as soon as it is done.
fn made(
    case: &Case<'_>,
    effort: &Effort,
    listener: &Spoken,
    out: Option<&Path>,
) -> Result<Result<Data, ExperimentError>, CommandError> {
    let result = case.run(effort, listener);
    listener.end();
    if let (Ok(data), Some(out)) = (&result, out) {
        write_case(out, case, data, effort)?;
    }
    Ok(result)
}

/// What an earlier run has left of an experiment, if it was made so.
fn kept_in(out: &Path, case: &Case<'_>, effort: &Effort) -> Option<Data> {
    let folder = out.join(case.name);
    case.kept(effort, |name| {
        String::from_utf8(files::read_text(&folder.join(name)).ok()?).ok()
    })
}

fn stopped(done: usize, of: usize, options: &ExperimentOptions) -> String {
    let what = format!("experiment: stopped after {done} of {of}");
    match options.out {
        Some(_) => format!(
            "{what}; finished ones are saved, and the same command with --resume \
                            continues"
        ),
        None => format!("{what}; use --out DIR to save finished ones"),
    }
}

/// Says on stderr what goes on and how far it is, and ends it when the program is to end.
struct Spoken {
    signal: Option<EndSignal>,
    progress: Mutex<Option<Progress>>,
}

impl Spoken {
    fn new() -> Spoken {
        Spoken {
            signal: EndSignal::watch().ok(),
            progress: Mutex::new(None),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Option<Progress>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the line of the progress away.
    fn end(&self) {
        if let Some(progress) = self.progress().take() {
            progress.end();
        }
    }
}

impl Listener for Spoken {
    fn hear(&self, what: &str) {
        self.end();
        output::message(what);
    }

    fn count(&self, done: usize, of: usize) {
        let mut progress = self.progress();
        progress
            .get_or_insert_with(|| Progress::of(of, "runs"))
            .reach(done);
        if done == of {
            if let Some(progress) = progress.take() {
                progress.end();
            }
        }
    }

    fn is_wanted(&self) -> bool {
        let signal = self.signal.as_ref();
        signal.and_then(EndSignal::exit_code).is_none()
    }
}

fn clean_lines(name: &str, text: &str) -> String {
    let lines: Vec<_> = text
        .lines()
        .map(|line| format!("{name}: {}", clean(line)))
        .collect();
    lines.join("\n")
}

fn write_case(
    out: &Path,
    case: &Case<'_>,
    data: &Data,
    effort: &Effort,
) -> Result<(), CommandError> {
    let folder = out.join(case.name);
    output::make_folder(&folder)?;
    let files = case.files(data, effort).map_err(CommandError::run)?;
    files.iter().try_for_each(|file| write(&folder, file))
}

fn write(folder: &Path, file: &File) -> Result<(), CommandError> {
    output::write(&folder.join(file.name), &file.bytes)
}

fn text(case: &Case<'_>, data: &Data) -> String {
    let mut text = format!("{}: {} ({})\n", case.name, case.title, case.source);
    text += &data.table.text();
    if !data.table.timing_keys().is_empty() {
        text += "* times; they vary from run to run\n";
    }
    text + "\n"
}

fn summary(results: &[(&Case<'_>, Data)]) -> String {
    let mut text = String::from("Findings\n");
    let mut all = Vec::new();
    for (case, data) in results {
        let findings = case.findings(data);
        text.extend(findings.iter().map(|finding| line(case.name, finding)));
        all.extend(findings);
    }
    let (of_papers, ours): (Vec<_>, Vec<_>) = all.iter().partition(|f| f.is_of_a_paper());
    text += &format!("Claims of the papers: {}\n", counts(&of_papers));
    text + &format!("Own claims: {}\n", counts(&ours))
}

fn counts(findings: &[&Finding]) -> String {
    let tally = tally(findings.iter().copied());
    let each = tally
        .iter()
        .map(|(verdict, count)| format!("{count} {}", verdict.words()));
    match tally.is_empty() {
        true => "none".into(),
        false => each.collect::<Vec<_>>().join(", "),
    }
}

fn line(name: &str, finding: &Finding) -> String {
    let of = match finding.body.as_str() {
        "" => String::new(),
        body => format!(" ({body})"),
    };
    let details = [
        Some(finding.figures.clone()),
        finding.effect.map(|effect| effect.to_string()),
        finding.statistics.map(|statistics| statistics.to_string()),
        Some(finding.source.to_string()),
    ];
    let details = details.into_iter().flatten();
    let details: String = details.map(|detail| format!("    {detail}\n")).collect();
    let (claim, verdict) = (&finding.claim, finding.verdict.words());
    format!("{name}{of}: {claim}: {verdict}\n{details}")
}

/// A line of JSON for each case, then one for each finding.
fn lines(case: &Case<'_>, data: &Data) -> String {
    let findings = case.findings(data).into_iter().map(|finding| {
        let mut line = json!(finding);
        line["experiment"] = case.name.into();
        line
    });
    let lines = data.table.json().into_iter().chain(findings);
    lines.map(|line| format!("{line}\n")).collect()
}

fn list(as_json: bool) -> Result<Exit, CommandError> {
    let line = |c: &Case<'_>| match as_json {
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
