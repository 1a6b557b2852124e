//! The same falling ragdolls in Ragdoll Lab and in other engines: one process, one
//! measure, alternating repeats. See README.md.

mod engine;
mod measure;
mod ours;
mod rapier;

use clap::Parser;
use engine::{Case, Entry, Setup};
use measure::watch;
use ragdoll_lab::lab::bench::clock::{time, Elapsed};
use ragdoll_lab::lab::bench::measure::Errors;
use ragdoll_lab::scene::{Precision, Preset};
use serde::Serialize;
use std::process::ExitCode;

/// Drops ragdolls in Ragdoll Lab and in other engines and compares time and errors.
#[derive(Debug, Parser)]
struct Options {
    /// What happens to the ragdolls
    #[arg(long, value_enum, default_value_t = Case::MxDrop)]
    scene: Case,
    /// Number of ragdolls; 100 fall alone, 20 in a pile
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    ragdolls: Option<u32>,
    /// Steps of a run
    #[arg(long, default_value = "600", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Timed runs of each engine; they take turns
    #[arg(long, default_value = "5", value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// Print the JSON lines only
    #[arg(long)]
    json: bool,
}

impl Options {
    fn ragdolls(&self) -> u32 {
        self.ragdolls.unwrap_or(self.scene.usual_ragdolls())
    }

    fn setup(&self, entry: &Entry) -> Result<Setup, String> {
        let wanted = (self.scene, self.ragdolls());
        Setup::new(wanted, entry.preset, entry.precision)
    }
}

/// A row of the result.
#[derive(Debug, Serialize)]
struct Row {
    scene: &'static str,
    engine: &'static str,
    setting: String,
    ragdolls: u32,
    steps: u64,
    repeats: u32,
    threads: u32,
    us_per_ragdoll_step: f64,
    cpu_us_per_ragdoll_step: Option<f64>,
    #[serde(flatten)]
    errors: Errors,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match compare(&options) {
        Ok(rows) => {
            print(&options, &rows);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn entries() -> Vec<Entry> {
    let presets = [Preset::Paper, Preset::Default, Preset::High];
    let ours = [Precision::F32, Precision::F64]
        .into_iter()
        .flat_map(|precision| presets.map(|preset| ours::entry((preset, precision))));
    let rapier = [None, Some(8), Some(16)].map(rapier::entry);
    ours.chain(rapier).collect()
}

fn compare(options: &Options) -> Result<Vec<Row>, String> {
    let mut entries = entries();
    let mut errors = Vec::new();
    for entry in &entries {
        eprintln!("{}, {}: errors", entry.engine, entry.setting);
        let setup = options.setup(entry)?;
        let mut engine = (entry.build)(&setup)?;
        let found = watch(&setup, &mut *engine, entry.limits, options.steps);
        errors.push(found.map_err(|why| format!("{}, {}: {why}", entry.engine, entry.setting))?);
    }
    let mut times: Vec<Vec<Elapsed>> = vec![Vec::new(); entries.len()];
    for run in 1..=options.repeats {
        eprintln!("times {run}/{}", options.repeats);
        for (entry, times) in entries.iter_mut().zip(&mut times) {
            let setup = options.setup(entry)?;
            let mut engine = (entry.build)(&setup)?;
            let steps = || (0..options.steps).all(|_| engine.step());
            times.push(time(steps).1);
        }
    }
    let results = entries.iter().zip(errors).zip(times);
    let row = |((entry, errors), times): ((&Entry, Errors), Vec<Elapsed>)| Row {
        scene: options.scene.name(),
        engine: entry.engine,
        setting: entry.setting.clone(),
        ragdolls: options.ragdolls(),
        steps: options.steps,
        repeats: options.repeats,
        threads: 1,
        us_per_ragdoll_step: us(options, times.iter().map(|t| t.wall_s).collect()),
        cpu_us_per_ragdoll_step: times
            .iter()
            .map(|t| t.cpu_s)
            .collect::<Option<_>>()
            .map(|seconds| us(options, seconds)),
        errors,
    };
    Ok(results.map(row).collect())
}

/// Median of some seconds per ragdoll and step, µs.
fn us(options: &Options, mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    let work = f64::from(options.ragdolls()) * options.steps as f64;
    seconds[seconds.len() / 2] * 1e6 / work
}

fn print(options: &Options, rows: &[Row]) {
    if !options.json {
        println!(
            "{}: {} ragdolls, {} steps of 1/60 s, one thread, medians of {} runs",
            options.scene.name(),
            options.ragdolls(),
            options.steps,
            options.repeats
        );
        println!(
            "{:<12} {:<22} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9} {:>7} {:>7} {:>5}",
            "engine",
            "setting",
            "us",
            "cpu us",
            "sep mm",
            "worst mm",
            "limit deg",
            "worst deg",
            "pen mm",
            "KE J",
            "blown"
        );
        for row in rows {
            println!("{}", line(row));
        }
        println!();
    }
    for row in rows {
        match serde_json::to_string(row) {
            Ok(json) => println!("{json}"),
            Err(error) => eprintln!("a row cannot be written as JSON: {error}"),
        }
    }
}

fn line(row: &Row) -> String {
    let errors = &row.errors;
    let cpu = row.cpu_us_per_ragdoll_step;
    format!(
        "{:<12} {:<22} {:>8.2} {:>8} {:>8.3} {:>8.1} {:>9.3} {:>9.1} {:>7.1} {:>7.3} {:>5}",
        row.engine,
        row.setting,
        row.us_per_ragdoll_step,
        cpu.map_or("-".into(), |us| format!("{us:.2}")),
        errors.sep_mean_mm,
        errors.sep_worst_median_mm,
        errors.limit_mean_deg,
        errors.limit_worst_deg,
        errors.penetration_worst_mm,
        errors.kinetic_energy_median_j,
        errors.blown,
    )
}
