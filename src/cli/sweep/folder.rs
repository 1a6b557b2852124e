//! The folder of a sweep: what is wanted, what is done, and the results at the end.
//!
//! | file | what |
//! |---|---|
//! | `scene.json`, `sweep.json` | what is wanted; never changed |
//! | `rows.jsonl` | a line with a checksum for each case that is done, in the order of the cases at the end |
//! | `times.csv` | how long they took |
//! | `data.csv`, `plot.svg`, `plot.png`, `manifest.json` | the results, once all cases are there |

use super::reader::{Reader, WrongLines, TIMES_HEAD};
use crate::cli::failure::CommandError;
use crate::cli::output;
use crate::lab::sweep::{Axis, Measured, Order, Results, Row, RowLines, Sweep};
use crate::platform::files;
use crate::platform::line_log::{self, LineLog};
use crate::platform::FileError;
use crate::scene::{self, to_text, Setting};
use crate::source;
use crate::text::{clean, part};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SCENE: &str = "scene.json";
const SWEEP: &str = "sweep.json";
const ROWS: &str = "rows.jsonl";
const TIMES: &str = "times.csv";

/// What a folder says of its sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    /// The command that makes the whole sweep, without a folder.
    pub command: String,
    /// The shard that is done here.
    pub shard: String,
    /// Number of cases of the whole sweep.
    pub cases: usize,
    /// All that the results depend on, see [`Sweep::settings`].
    pub settings: Value,
}

/// How long a case took.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Time {
    index: usize,
    line: String,
}

/// How long cases took; of one that was done again the last time counts.
pub(super) type Times = BTreeMap<usize, Time>;

/// What is done of a sweep.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Its rows, each case once.
    pub rows: Vec<Row>,
    /// How long they took; some may be missing.
    pub times: Times,
    /// Lines that are no rows of the sweep.
    pub wrong: WrongLines,
}

/// The folder of a sweep.
#[derive(Debug, Clone)]
pub(super) struct Folder(pub PathBuf);

/// The files of a folder that grow.
#[derive(Debug)]
pub(super) struct Logs<'a> {
    lines: RowLines<'a>,
    rows: LineLog,
    times: LineLog,
}

impl Time {
    /// That of a case, µs per step.
    pub fn new(index: usize, us_per_step: f64) -> Time {
        let line = format!("{index},{us_per_step:.3}");
        Time { index, line }
    }

    /// That in a line, if it is one.
    pub fn read(line: &[u8]) -> Option<Time> {
        let line = std::str::from_utf8(line).ok()?;
        let (index, us_per_step) = line.split_once(',')?;
        Some(Time::new(index.parse().ok()?, us_per_step.parse().ok()?))
    }

    /// The same with its case.
    pub fn by_case(self) -> (usize, Time) {
        (self.index, self)
    }
}

impl Logs<'_> {
    /// Adds a case; its row first, since the time alone would be worth nothing.
    pub fn push(&mut self, measured: &Measured, time: &Time) -> Result<(), CommandError> {
        let row = self.lines.write(&measured.row).map_err(unwritable)?;
        let pushed = self.rows.push(&row);
        pushed
            .and_then(|()| self.times.push(&time.line))
            .map_err(failed)
    }
}

impl Folder {
    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// How it is called in messages.
    pub fn label(&self) -> String {
        label(&self.0)
    }

    /// How its rows are called in messages.
    pub fn rows_label(&self) -> String {
        label(&self.file(ROWS))
    }

    /// Begins a sweep in it, or goes on with the same one. Lines that are no rows of it are
    /// taken out, so that their cases are not done.
    pub fn open<'a>(
        &self,
        sweep: &'a Sweep,
        about: &About,
        resume: bool,
    ) -> Result<(Logs<'a>, Done), CommandError> {
        output::make_folder(&self.0)?;
        match self.file(SWEEP).exists() {
            false => self.begin(sweep, about)?,
            true if !resume => {
                let remedy = "continue it with --resume, or name another folder";
                return Err(self.refusal(&format!("there is already a sweep; {remedy}")));
            }
            true => self.expect(about)?,
        }
        self.logs(sweep)
    }

    fn begin(&self, sweep: &Sweep, about: &About) -> Result<(), CommandError> {
        if self.file(ROWS).exists() {
            let what = format!(
                "{ROWS} exists, but {SWEEP}, which describes the sweep, is \
                                missing; "
            );
            return Err(self.refusal(&(what + "name another folder")));
        }
        let problems = |problems: scene::Problems| CommandError::input(problems.to_string());
        let scene = to_text(&sweep.order().scene).map_err(problems)?;
        output::write(&self.file(SCENE), &scene)?;
        // The last of both: with it the folder is one of a sweep.
        output::write(&self.file(SWEEP), &pretty(about)?)
    }

    /// Refuses to go on with another sweep than the one that is wanted.
    fn expect(&self, wanted: &About) -> Result<(), CommandError> {
        let found = self.about()?;
        let mut differing = differences(&found.settings, &wanted.settings);
        if found.shard != wanted.shard {
            differing.push(format!(
                "shard: {} in the folder, {} expected",
                found.shard, wanted.shard
            ));
        }
        match differing.is_empty() {
            true => Ok(()),
            false => Err(self.refusal(&format!(
                "this is a different sweep; use the same options, or name another folder\n  {}",
                differing.join("\n  ")
            ))),
        }
    }

    fn logs<'a>(&self, sweep: &'a Sweep) -> Result<(Logs<'a>, Done), CommandError> {
        let mut reader = Reader::of(lines(sweep)?, sweep.count());
        let mut rows = LineLog::open(&self.file(ROWS), |line| reader.row(line)).map_err(failed)?;
        if reader.has_wrong_lines() {
            // A file that is held open cannot be replaced everywhere.
            drop(rows);
            output::write(&self.file(ROWS), reader.sound_lines()?)?;
            rows = LineLog::open(&self.file(ROWS), |_| ()).map_err(failed)?;
        }
        let mut times =
            LineLog::open(&self.file(TIMES), |line| reader.time(line)).map_err(failed)?;
        if !reader.has_head {
            times.push(TIMES_HEAD).map_err(failed)?;
        }
        let lines = lines(sweep)?;
        Ok((Logs { lines, rows, times }, reader.finish()))
    }

    /// What is done in it, to be read only.
    pub fn done(&self, sweep: &Sweep) -> Result<Done, CommandError> {
        let mut reader = Reader::of(lines(sweep)?, sweep.count());
        line_log::read(&self.file(ROWS), |line| reader.row(line)).map_err(failed)?;
        if self.file(TIMES).exists() {
            line_log::read(&self.file(TIMES), |line| reader.time(line)).map_err(failed)?;
        }
        Ok(reader.finish())
    }

    /// What it says of its sweep.
    pub fn about(&self) -> Result<About, CommandError> {
        if !self.file(SWEEP).exists() {
            return Err(self.refusal(&format!(
                "no sweep here: {SWEEP} is missing; name the folder \
                                              of a sweep"
            )));
        }
        let text = files::read_text(&self.file(SWEEP)).map_err(failed)?;
        serde_json::from_slice(&text).map_err(|error| {
            let remedy = "repeat the sweep in another folder";
            let error = part(&error.to_string());
            self.refusal(&format!("{SWEEP} cannot be read: {error}; {remedy}"))
        })
    }

    /// The sweep that it is of.
    pub fn sweep(&self, about: &About) -> Result<Sweep, CommandError> {
        let text = files::read_text(&self.file(SCENE)).map_err(failed)?;
        let label = label(&self.file(SCENE));
        let scene = scene::parse(&text)
            .map_err(|problems| CommandError::input(source::lines(&label, &problems)))?;
        let order = order(scene, &about.settings).ok_or_else(|| {
            let remedy = "repeat the sweep in another folder";
            self.refusal(&format!(
                "{SWEEP} does not list the varied fields; {remedy}"
            ))
        })?;
        let sweep = Sweep::new(order).map_err(|what| self.refusal(&part(&what)))?;
        let settings = sweep.settings().map_err(CommandError::run)?;
        let differing = differences(&about.settings, &settings);
        if !differing.is_empty() {
            return Err(self.refusal(&format!(
                "its files do not belong together; repeat the sweep\n  {}",
                differing.join("\n  ")
            )));
        }
        // It is told to people as what to run.
        if !sweep.order().is_command(&about.command) {
            return Err(self.refusal(&format!(
                "{SWEEP} names a command that does not match this sweep; repeat the sweep\n  {}",
                part(&about.command)
            )));
        }
        Ok(sweep)
    }

    /// Writes all of a sweep whose cases are all done.
    pub fn complete(
        &self,
        about: &About,
        results: &Results,
        times: Times,
    ) -> Result<(), CommandError> {
        let rows = written(&lines(results.sweep())?, results.rows())?;
        output::write(&self.file(ROWS), rows)?;
        let times = times.into_values().map(|time| time.line + "\n");
        let times: String = std::iter::once(format!("{TIMES_HEAD}\n"))
            .chain(times)
            .collect();
        output::write(&self.file(TIMES), &times)?;
        output::write(&self.file("data.csv"), results.csv())?;
        let (plot, title) = (results.plot(), results.title());
        output::write(&self.file("plot.svg"), plot.svg(&title))?;
        let png = plot
            .png(&title)
            .map_err(|error| CommandError::run(error.to_string()))?;
        output::write(&self.file("plot.png"), png)?;
        let manifest = results
            .manifest(&about.command)
            .map_err(CommandError::run)?;
        output::write(&self.file("manifest.json"), &pretty(&manifest)?)
    }

    /// Says what is wrong with it, each line made safe to show.
    pub fn refusal(&self, what: &str) -> CommandError {
        let lines: Vec<String> = what.lines().map(clean).collect();
        CommandError::input(format!("{}: {}", self.label(), lines.join("\n")))
    }
}

fn order(scene: scene::Scene, settings: &Value) -> Option<Order> {
    let texts = |key: &str| -> Option<Vec<&str>> {
        let texts = settings.get(key)?.as_array()?.iter();
        texts.map(Value::as_str).collect()
    };
    let axes = texts("set")?.into_iter().map(|text| Axis::parse(text).ok());
    let fixed = texts("fix")?
        .into_iter()
        .map(|text| Setting::parse(text).ok());
    Some(Order {
        scene: Arc::new(scene),
        axes: axes.collect::<Option<_>>()?,
        fixed: fixed.collect::<Option<_>>()?,
        nudges: u32::try_from(settings.get("nudges")?.as_u64()?).ok()?,
        nudge_m: settings.get("nudge_m")?.as_f64()?,
        limit_s: settings.get("limit_s")?.as_f64()?,
    })
}

/// What differs between the settings of two sweeps, a line for each key.
pub(super) fn differences(there: &Value, here: &Value) -> Vec<String> {
    let keys = here.as_object().into_iter().flatten().map(|(key, _)| key);
    let differing = keys.filter(|key| there.get(key) != here.get(key));
    let word =
        |value: Option<&Value>| value.map_or("nothing".into(), |value| part(&value.to_string()));
    differing
        .map(|key| {
            format!(
                "{key}: {} in the folder, {} expected",
                word(there.get(key)),
                word(here.get(key))
            )
        })
        .collect()
}

/// How the rows of a sweep are written.
fn lines(sweep: &Sweep) -> Result<RowLines<'_>, CommandError> {
    RowLines::of(sweep).map_err(CommandError::run)
}

/// Rows as the lines of a file.
pub(super) fn written(lines: &RowLines, rows: &[Row]) -> Result<String, CommandError> {
    let lines = rows.iter().map(|row| Ok(lines.write(row)? + "\n"));
    lines.collect::<Result<_, _>>().map_err(unwritable)
}

fn label(path: &Path) -> String {
    clean(&path.display().to_string())
}

fn pretty(value: &impl Serialize) -> Result<String, CommandError> {
    let text = serde_json::to_string_pretty(value).map_err(unwritable)?;
    Ok(text + "\n")
}

fn unwritable(error: serde_json::Error) -> CommandError {
    CommandError::run(format!(
        "a result cannot be written as JSON: {error}; report this bug"
    ))
}

fn failed(error: FileError) -> CommandError {
    CommandError::run(error.to_string())
}

/// Whether two paths lead to the same folder.
pub(super) fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
