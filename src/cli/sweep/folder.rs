//! The folder of a sweep: what is wanted, what is done, and the results at the end.
//!
//! | file | what |
//! |---|---|
//! | `scene.json`, `sweep.json` | what is wanted; never changed |
//! | `rows.jsonl` | a line for each case that is done, in the order of the cases at the end |
//! | `times.csv` | how long they took |
//! | `data.csv`, `plot.svg`, `plot.png`, `manifest.json` | the results, once all cases are there |

use crate::cli::failure::CommandError;
use crate::cli::output;
use crate::lab::sweep::{Axis, Measured, Order, Results, Row, Sweep};
use crate::platform::files;
use crate::platform::line_log::{self, LineLog};
use crate::platform::FileError;
use crate::scene::{self, to_text, Setting};
use crate::source;
use crate::text::clean;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SCENE: &str = "scene.json";
const SWEEP: &str = "sweep.json";
const ROWS: &str = "rows.jsonl";
const TIMES: &str = "times.csv";
const TIMES_HEAD: &str = "index,us_per_step";

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

/// What is done of a sweep.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Its rows, each case once.
    pub rows: Vec<Row>,
    /// How long they took; some may be missing.
    pub times: Vec<Time>,
}

/// The folder of a sweep.
#[derive(Debug, Clone)]
pub(super) struct Folder(pub PathBuf);

/// The files of a folder that grow.
#[derive(Debug)]
pub(super) struct Logs {
    rows: LineLog,
    times: LineLog,
}

impl Time {
    /// That of a case, µs per step.
    pub fn new(index: usize, us_per_step: f64) -> Time {
        let line = format!("{index},{us_per_step:.3}");
        Time { index, line }
    }

    fn read(line: &[u8]) -> Option<Time> {
        let line = std::str::from_utf8(line).ok()?;
        let index = line.split_once(',')?.0.parse().ok()?;
        let line = line.to_owned();
        Some(Time { index, line })
    }
}

impl Logs {
    /// Adds a case; its row first, since the time alone would be worth nothing.
    pub fn push(&mut self, measured: &Measured, time: &Time) -> Result<(), CommandError> {
        let row = row_line(&measured.row)?;
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
        clean(&self.0.display().to_string())
    }

    /// Begins a sweep in it, or goes on with the same one.
    pub fn open(
        &self,
        sweep: &Sweep,
        about: &About,
        resume: bool,
    ) -> Result<(Logs, Done), CommandError> {
        output::make_folder(&self.0)?;
        match self.file(SWEEP).exists() {
            false => self.begin(sweep, about)?,
            true if !resume => {
                let remedy = "go on with it with --resume, or name another folder";
                return Err(self.refusal(&format!("there is a sweep already; {remedy}")));
            }
            true => self.expect(about)?,
        }
        self.logs(sweep)
    }

    fn begin(&self, sweep: &Sweep, about: &About) -> Result<(), CommandError> {
        if self.file(ROWS).exists() {
            let what = format!("{ROWS} is there, but not the {SWEEP} that says of what; ");
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
                "shard: {} there, {} here",
                found.shard, wanted.shard
            ));
        }
        match differing.is_empty() {
            true => Ok(()),
            false => Err(self.refusal(&format!(
                "this is another sweep; ask for the same, or name another folder\n  {}",
                differing.join("\n  ")
            ))),
        }
    }

    fn logs(&self, sweep: &Sweep) -> Result<(Logs, Done), CommandError> {
        let mut reader = Reader::of(sweep);
        let rows = LineLog::open(&self.file(ROWS), |line| reader.row(line)).map_err(failed)?;
        let mut times =
            LineLog::open(&self.file(TIMES), |line| reader.time(line)).map_err(failed)?;
        if !reader.has_head {
            times.push(TIMES_HEAD).map_err(failed)?;
        }
        let done = reader.finish(self)?;
        Ok((Logs { rows, times }, done))
    }

    /// What is done in it, to be read only.
    pub fn done(&self, sweep: &Sweep) -> Result<Done, CommandError> {
        let mut reader = Reader::of(sweep);
        line_log::read(&self.file(ROWS), |line| reader.row(line)).map_err(failed)?;
        if self.file(TIMES).exists() {
            line_log::read(&self.file(TIMES), |line| reader.time(line)).map_err(failed)?;
        }
        reader.finish(self)
    }

    /// What it says of its sweep.
    pub fn about(&self) -> Result<About, CommandError> {
        if !self.file(SWEEP).exists() {
            return Err(self.refusal(&format!("no sweep, there is no {SWEEP}; name its folder")));
        }
        let text = files::read_text(&self.file(SWEEP)).map_err(failed)?;
        serde_json::from_slice(&text).map_err(|error| {
            let remedy = "make the sweep anew in another folder";
            self.refusal(&format!("{SWEEP} cannot be read: {error}; {remedy}"))
        })
    }

    /// The sweep that it is of.
    pub fn sweep(&self, about: &About) -> Result<Sweep, CommandError> {
        let text = files::read_text(&self.file(SCENE)).map_err(failed)?;
        let label = clean(&self.file(SCENE).display().to_string());
        let scene = scene::parse(&text)
            .map_err(|problems| CommandError::input(source::lines(&label, &problems)))?;
        let order = order(scene, &about.settings)
            .ok_or_else(|| self.refusal(&format!("{SWEEP} does not say what is varied")))?;
        let sweep = Sweep::new(order).map_err(|what| self.refusal(&what))?;
        let settings = sweep.settings().map_err(CommandError::run)?;
        let differing = differences(&about.settings, &settings);
        match differing.is_empty() {
            true => Ok(sweep),
            false => Err(self.refusal(&format!(
                "its files do not belong together; make the sweep anew\n  {}",
                differing.join("\n  ")
            ))),
        }
    }

    /// Writes all of a sweep whose cases are all done.
    pub fn complete(
        &self,
        about: &About,
        results: &Results,
        mut times: Vec<Time>,
    ) -> Result<(), CommandError> {
        let rows: Result<Vec<String>, CommandError> = results.rows().iter().map(row_line).collect();
        output::write(&self.file(ROWS), &(rows?.join("\n") + "\n"))?;
        times.sort_by_key(|time| time.index);
        let times = times.into_iter().map(|time| time.line + "\n");
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

    fn refusal(&self, what: &str) -> CommandError {
        let lines: Vec<String> = what.lines().map(clean).collect();
        CommandError::input(format!("{}: {}", self.label(), lines.join("\n")))
    }
}

/// Collects what the logs hold.
struct Reader<'a> {
    sweep: &'a Sweep,
    done: Done,
    has_head: bool,
    lines: usize,
    wrong: Option<usize>,
}

impl Reader<'_> {
    fn of(sweep: &Sweep) -> Reader<'_> {
        Reader {
            sweep,
            done: Done::default(),
            has_head: false,
            lines: 0,
            wrong: None,
        }
    }

    fn row(&mut self, line: &[u8]) {
        self.lines += 1;
        let row = serde_json::from_slice::<Row>(line).ok();
        let of_sweep = |row: &Row| {
            row.index < self.sweep.count() && row.values == self.sweep.named_values(row.index)
        };
        match row.filter(of_sweep) {
            Some(row) => self.done.rows.push(row),
            None => self.wrong = self.wrong.or(Some(self.lines)),
        }
    }

    fn time(&mut self, line: &[u8]) {
        self.has_head |= line == TIMES_HEAD.as_bytes();
        self.done.times.extend(Time::read(line));
    }

    fn finish(mut self, folder: &Folder) -> Result<Done, CommandError> {
        self.done.rows.sort_by_key(|row| row.index);
        self.done.rows.dedup_by_key(|row| row.index);
        match self.wrong {
            None => Ok(self.done),
            Some(line) => Err(folder.refusal(&format!(
                "line {line} of {ROWS} is no result of this sweep; take the line out"
            ))),
        }
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
    let word = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
    differing
        .map(|key| {
            format!(
                "{key}: {} there, {} here",
                word(there.get(key)),
                word(here.get(key))
            )
        })
        .collect()
}

/// A row as a line of JSON.
fn row_line(row: &Row) -> Result<String, CommandError> {
    serde_json::to_string(row).map_err(unwritable)
}

fn pretty(value: &impl Serialize) -> Result<String, CommandError> {
    let text = serde_json::to_string_pretty(value).map_err(unwritable)?;
    Ok(text + "\n")
}

fn unwritable(error: serde_json::Error) -> CommandError {
    CommandError::run(format!(
        "a result cannot be written as JSON: {error}; report this"
    ))
}

fn failed(error: FileError) -> CommandError {
    CommandError::run(error.to_string())
}

/// Whether two paths lead to the same folder.
pub(super) fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
