//! The same scenes in Ragdoll Lab and in other engines: one process, one measure,
//! alternating repeats. See README.md.

mod box3d;
mod case;
mod clock;
mod engine;
mod joint;
mod measure;
mod ours;
mod pairs;
mod rapier;
mod scenes;
mod table;

use case::{Case, TABLE};
use clap::{Parser, ValueEnum};
use clock::{time, Elapsed};
use engine::{Entry, Setup};
use measure::{watch, Found};
use ragdoll_lab::scene::{Precision, Preset};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use table::Row;

/// Compares time and errors of Ragdoll Lab and of other engines.
#[derive(Debug, Parser)]
struct Options {
    /// What happens: a scene, or all for the whole table
    #[arg(long, default_value = "mx-drop", value_parser = wanted)]
    scene: Wanted,
    /// Number of ragdolls, or of bricks; without it as many as the scene usually has
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    ragdolls: Option<u32>,
    /// Steps of a run
    #[arg(long, default_value = "600", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Timed runs of each engine; they take turns
    #[arg(long, default_value = "5", value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// Also the presets baltman and high, and Rapier with 8 and 16 iterations
    #[arg(long)]
    every_setting: bool,
    /// Only engines whose name contains this
    #[arg(long)]
    engine: Option<String>,
    /// Print the JSON lines only
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
    /// Append the JSON lines to this file
    #[arg(long)]
    lines: Option<PathBuf>,
}

/// What happens, in one scene or in all of the table.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    All,
    One(Case),
}

fn wanted(name: &str) -> Result<Wanted, String> {
    if name == "all" {
        return Ok(Wanted::All);
    }
    let names = Case::value_variants().iter().map(|case| case.name());
    let names: Vec<_> = names.collect();
    Case::from_str(name, false)
        .map(Wanted::One)
        .map_err(|_| format!("wanted: all, {}", names.join(", ")))
}

fn main() -> ExitCode {
    let options = Options::parse();
    match options.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

impl Options {
    fn run(&self) -> Result<(), String> {
        if !self.json {
            println!(
                "{} steps of 1/60 s, one thread, medians of {} runs in turns, us per ragdoll\n\
                 (in the wall: per brick) and step\n",
                self.steps, self.repeats
            );
            println!(
                "{}",
                match self.markdown {
                    true => table::markdown_head(),
                    false => table::text_head(),
                }
            );
        }
        let cases = match self.scene {
            Wanted::All => TABLE.to_vec(),
            Wanted::One(case) => vec![(case, case.usual_count())],
        };
        for (case, count) in cases {
            let work = Work {
                options: self,
                case,
                count: self.ragdolls.unwrap_or(count),
            };
            self.print(&work.compare()?)?;
        }
        Ok(())
    }

    fn entries(&self) -> Vec<Entry> {
        let (presets, iterations) = match self.every_setting {
            true => (
                vec![Preset::Baltman, Preset::Default, Preset::High],
                vec![None, Some(8), Some(16)],
            ),
            false => (vec![Preset::Default], vec![None]),
        };
        // The papers' method has double precision alone.
        let has = |preset: Preset, precision| {
            preset != Preset::Baltman || precision == Precision::F64
        };
        let of_precision = |precision| {
            let own = presets.iter().filter(move |preset| has(**preset, precision));
            own.map(move |&preset| ours::entry(preset, precision))
        };
        let ours = [Precision::F32, Precision::F64]
            .into_iter()
            .flat_map(of_precision);
        let rapier = iterations.into_iter().map(rapier::entry);
        let box3d = [2, 4, 8].map(box3d::entry);
        let all = ours.chain(rapier).chain(box3d);
        all.filter(|entry| {
            let wanted = self.engine.as_deref().unwrap_or_default().to_lowercase();
            entry.engine.to_lowercase().contains(&wanted)
        })
        .collect()
    }

    fn print(&self, rows: &[Row]) -> Result<(), String> {
        let said = |error: std::io::Error| error.to_string();
        let mut lines = match &self.lines {
            Some(path) => Some(
                File::options()
                    .create(true)
                    .append(true)
                    .open(path)
                    .map_err(said)?,
            ),
            None => None,
        };
        for row in rows {
            let json = row.json()?;
            if let Some(lines) = &mut lines {
                writeln!(lines, "{json}").map_err(said)?;
            }
            println!(
                "{}",
                match (self.json, self.markdown) {
                    (true, _) => json,
                    (_, true) => row.markdown(),
                    _ => row.text(),
                }
            );
        }
        Ok(())
    }
}

/// A scene in all engines.
struct Work<'a> {
    options: &'a Options,
    case: Case,
    count: u32,
}

impl Work<'_> {
    fn compare(&self) -> Result<Vec<Row>, String> {
        let entries = self.options.entries();
        let mut found = Vec::new();
        for entry in &entries {
            eprintln!("{}: errors of {}", self.name(), name(entry));
            found.push(self.watch(entry)?);
        }
        let mut times: Vec<Vec<Elapsed>> = vec![Vec::new(); entries.len()];
        for run in 1..=self.options.repeats {
            eprintln!("{}: times {run}/{}", self.name(), self.options.repeats);
            for ((entry, times), found) in entries.iter().zip(&mut times).zip(&found) {
                if found.is_some() {
                    times.push(self.time(entry)?);
                }
            }
        }
        let results = entries.iter().zip(found).zip(times);
        Ok(results
            .map(|((entry, found), times)| self.row(entry, found, &times))
            .collect())
    }

    fn name(&self) -> String {
        format!("{} {}", self.case.name(), self.count)
    }

    fn setup(&self, entry: &Entry) -> Result<Setup, String> {
        Setup::new((self.case, self.count), entry.preset, entry.precision)
    }

    /// The errors of a run; `None`, and a word about it, if its numbers went astray.
    fn watch(&self, entry: &Entry) -> Result<Option<Found>, String> {
        let setup = self.setup(entry)?;
        let mut engine = (entry.build)(&setup)?;
        let found = watch(&setup, &mut *engine, entry.limits, self.options.steps);
        let tell = |why: &String| eprintln!("{}, {}: {why}", self.name(), name(entry));
        Ok(found.inspect_err(tell).ok())
    }

    /// Times a fresh world in which nothing is read; several, and what one of them took,
    /// if that is short.
    fn time(&self, entry: &Entry) -> Result<Elapsed, String> {
        const ENOUGH_S: f64 = 0.3;
        const MOST_WORLDS: f64 = 64.0;
        let setup = self.setup(entry)?;
        let one = self.time_together(entry, &setup, 1)?;
        let took_s = one.cpu_s.unwrap_or(one.wall_s);
        let worlds = (ENOUGH_S / took_s).ceil().clamp(1.0, MOST_WORLDS);
        match worlds > 1.0 {
            true => self.time_together(entry, &setup, worlds as u32),
            false => Ok(one),
        }
    }

    fn time_together(&self, entry: &Entry, setup: &Setup, worlds: u32) -> Result<Elapsed, String> {
        let engines: Result<Vec<_>, _> = (0..worlds).map(|_| (entry.build)(setup)).collect();
        let mut engines = engines?;
        let run = || {
            for engine in &mut engines {
                for _ in 0..self.options.steps {
                    engine.step();
                }
            }
        };
        let all = time(run);
        let share = |seconds: f64| seconds / f64::from(worlds);
        Ok(Elapsed {
            wall_s: share(all.wall_s),
            cpu_s: all.cpu_s.map(share),
        })
    }

    fn row(&self, entry: &Entry, found: Option<Found>, times: &[Elapsed]) -> Row {
        let cpu: Option<Vec<_>> = times.iter().map(|time| time.cpu_s).collect();
        Row {
            scene: self.case.name(),
            engine: entry.engine,
            setting: entry.setting.clone(),
            ragdolls: self.count,
            steps: self.options.steps,
            repeats: self.options.repeats,
            threads: 1,
            us_per_ragdoll_step: self.us(times.iter().map(|time| time.wall_s).collect()),
            cpu_us_per_ragdoll_step: cpu.and_then(|seconds| self.us(seconds)),
            found,
        }
    }

    /// Median of some seconds per ragdoll and step, µs.
    fn us(&self, mut seconds: Vec<f64>) -> Option<f64> {
        seconds.sort_by(f64::total_cmp);
        let work = f64::from(self.count) * self.options.steps as f64;
        Some(seconds.get(seconds.len() / 2)? * 1e6 / work)
    }
}

fn name(entry: &Entry) -> String {
    format!("{}, {}", entry.engine, entry.setting)
}
