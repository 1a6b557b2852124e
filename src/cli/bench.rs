//! `bench`: speed, and the errors beside it.

mod options;
mod text;

use super::args::BenchOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, json_line, Form};
use crate::compile::BuildError;
use crate::lab::bench::{load, table2};
use crate::lab::bench::{Case, Cost, Crowd, Load, MxDrop, Pile, Solving, Table2, CASES};
use crate::lab::experiment;
use crate::physics::lanes::Lanes;
use crate::physics::method::find;
use crate::scene::range;
use crate::scene::{NamedPreset, Precision, Preset};
use serde::Serialize;
use serde_json::json;

/// Rate of all benchmarks of `mx-drop` unless told otherwise, Hz.
const DROP_RATE_HZ: f64 = 60.0;
/// What `mx-drop` runs when no preset is named.
const DROP_PRESETS: [Preset; 2] = [Preset::Default, Preset::High];

/// Reads the name of a benchmark.
pub(super) fn name(text: &str) -> Result<&'static str, String> {
    let found = CASES.iter().find(|case| case.name == text);
    found.map(|case| case.name).ok_or_else(|| {
        let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
        format!("no such benchmark; use one of: {}", names.join(", "))
    })
}

/// Reads a number type.
pub(super) fn precision(text: &str) -> Result<Precision, String> {
    match text {
        "f64" => Ok(Precision::F64),
        "f32" => Ok(Precision::F32),
        _ => Err("no such number type; use f32 or f64".into()),
    }
}

/// Reads a number of lanes.
pub(super) fn lanes(text: &str) -> Result<Lanes, String> {
    let lanes = [Lanes::One, Lanes::Sixteen].into_iter();
    let mut found = lanes.filter(|lanes| lanes.count().to_string() == text);
    found.next().ok_or_else(|| "use 1 or 16".into())
}

/// Reads a damping of joints, 1/s.
pub(super) fn joint_damping(text: &str) -> Result<f64, String> {
    let (min, max) = (range::JOINT_DAMPING.min, range::JOINT_DAMPING.max);
    match text.parse() {
        Ok(value) if value >= min && value <= max => Ok(value),
        Ok(_) => Err(format!("out of range; give a rate from {min} to {max}")),
        Err(_) => Err(format!("not a rate; give one from {min} to {max}")),
    }
}

pub(super) fn run(options: &BenchOptions) -> Result<Exit, CommandError> {
    if options.list {
        return list(options.json);
    }
    let wanted = |case: &&Case| options.names.is_empty() || options.names.contains(&case.name);
    let cases: Vec<&Case> = CASES.iter().filter(wanted).collect();
    for case in &cases {
        options::expect_taken(case.name, options)?;
    }
    let mut exit = Exit::Good;
    for case in cases {
        let result = match case.name {
            "table2" => table2(options)?,
            "mx-drop" => mx_drop(options)?,
            "pile" => pile(options)?,
            "crowd" => crowd(options)?,
            "load" => load(options)?,
            name => cost(options, name)?,
        };
        if result != Exit::Good {
            exit = result;
        }
    }
    Ok(exit)
}

fn list(as_json: bool) -> Result<Exit, CommandError> {
    let line = |case: &Case| match as_json {
        true => format!("{}\n", json!({"name": case.name, "summary": case.summary})),
        false => format!("{:<10} {}\n", case.name, case.summary),
    };
    output::print(
        Form::of(as_json),
        &CASES.iter().map(line).collect::<String>(),
    )?;
    Ok(Exit::Good)
}

/// What was given, or else the one standard value.
fn given_or<T: Clone>(given: &[T], standard: T) -> Vec<T> {
    match given {
        [] => vec![standard],
        given => given.to_vec(),
    }
}

/// Every combination of the wanted presets and numbers of ragdolls.
fn combinations(
    options: &BenchOptions,
    standard: &Solving,
    presets: &[Preset],
    ragdolls: u32,
) -> Vec<(Solving, u32)> {
    let method = options.method.as_deref().and_then(find);
    let has = |preset: &&Preset| {
        let is_standard = **preset == Preset::Default;
        is_standard || method.is_none_or(|method| method.preset(preset.name()).is_some())
    };
    let presets: Vec<NamedPreset> = match options.preset.as_slice() {
        [] => presets
            .iter()
            .filter(has)
            .map(|preset| NamedPreset::from(*preset))
            .collect(),
        given => given.to_vec(),
    };
    let of_preset = |preset: &NamedPreset| {
        let solving = options::solving(options, standard, *preset);
        let sizes = given_or(&options.ragdolls, ragdolls).into_iter();
        sizes.map(move |size| (solving.clone(), size))
    };
    presets.iter().flat_map(of_preset).collect()
}

fn mx_drop(options: &BenchOptions) -> Result<Exit, CommandError> {
    let standard = MxDrop::default();
    let mut solving = standard.solving.clone();
    if options.preset.is_empty() {
        solving.rate_hz = Some(DROP_RATE_HZ);
    }
    solving.precision = Precision::F32;
    let mut exit = Exit::Good;
    let mut head = !options.json;
    for (solving, ragdolls) in combinations(options, &solving, &DROP_PRESETS, standard.ragdolls) {
        let drop = MxDrop {
            ragdolls,
            solving,
            steps: options.steps.unwrap_or(standard.steps),
            repeats: options.repeats.unwrap_or(standard.repeats),
        };
        let report = drop
            .run(&mut output::message)
            .map_err(|errors| refused("mx-drop", &errors))?;
        if std::mem::take(&mut head) {
            output::print(Form::Words, &text::drop_head(&report))?;
        }
        let line = match options.json {
            true => json_line(&report)?,
            false => text::drop_line(&report),
        };
        output::print(Form::of(options.json), &line)?;
        if let Some(step) = report.diverged_after {
            exit = diverged(&format!("mx-drop, {}", report.solved.preset), step);
        }
    }
    Ok(exit)
}

fn table2(options: &BenchOptions) -> Result<Exit, CommandError> {
    let standard = Table2::default().drop;
    let preset = standard.solving.preset;
    let mut exit = Exit::Good;
    for (solving, ragdolls) in
        combinations(options, &standard.solving, &[preset], standard.ragdolls)
    {
        let drop = MxDrop {
            ragdolls,
            solving,
            steps: options.steps.unwrap_or(standard.steps),
            repeats: options.repeats.unwrap_or(standard.repeats),
        };
        match (Table2 { drop }).run(&mut output::message) {
            Ok(report) if options.json => {
                let lines: Result<Vec<_>, _> = report.rows.iter().map(json_line).collect();
                output::print(Form::Json, &lines?.concat())?;
            }
            Ok(report) => output::print(Form::Words, &text::table2(&report, ragdolls))?,
            Err(table2::Table2Error::Refused(errors)) => return Err(refused("table2", &errors)),
            Err(table2::Table2Error::Diverged(step)) => exit = diverged("table2", step),
        }
    }
    Ok(exit)
}

fn pile(options: &BenchOptions) -> Result<Exit, CommandError> {
    let standard = Pile::default();
    let preset = standard.solving.preset;
    let mut exit = Exit::Good;
    let mut rows = Vec::new();
    for (solving, ragdolls) in
        combinations(options, &standard.solving, &[preset], standard.ragdolls)
    {
        let pile = Pile {
            ragdolls,
            solving,
            steps: options.steps.unwrap_or(standard.steps),
            repeats: options.repeats.unwrap_or(standard.repeats),
        };
        let halves = pile
            .run(&mut output::message)
            .map_err(|errors| refused("pile", &errors))?;
        for half in halves {
            if let Some(step) = half.diverged_after {
                exit = diverged(&format!("pile, {}", half.phase), step);
            }
            rows.push(half);
        }
    }
    print_rows(options, text::PILE, &rows)?;
    Ok(exit)
}

fn crowd(options: &BenchOptions) -> Result<Exit, CommandError> {
    let standard = Crowd::default();
    let mut solving = standard.solving.clone();
    solving.precision = Precision::F32;
    let preset = solving.preset;
    let mut exit = Exit::Good;
    let mut rows = Vec::new();
    for (solving, ragdolls) in combinations(options, &solving, &[preset], standard.ragdolls) {
        let crowd = Crowd {
            ragdolls,
            solving,
            steps: options.steps.unwrap_or(standard.steps),
            repeats: options.repeats.unwrap_or(standard.repeats),
        };
        let report = crowd
            .run(&mut output::message)
            .map_err(|errors| refused("crowd", &errors))?;
        if let Some(step) = report.diverged_after {
            exit = diverged("crowd", step);
        }
        rows.push(report);
    }
    print_rows(options, text::CROWD, &rows)?;
    Ok(exit)
}

fn cost(options: &BenchOptions, name: &'static str) -> Result<Exit, CommandError> {
    let standard = Cost::new(name);
    let cost = Cost {
        steps: options.steps,
        repeats: options.repeats.unwrap_or(standard.repeats),
        ..standard
    };
    match cost.run(&mut output::message) {
        Ok(rows) => print_rows(options, text::cost(name), &rows)?,
        Err(experiment::ExperimentError::Diverged(step)) => return Ok(diverged(name, step)),
        Err(trouble) => return Err(CommandError::input(format!("{name}: {trouble}"))),
    }
    Ok(Exit::Good)
}

fn load(options: &BenchOptions) -> Result<Exit, CommandError> {
    let standard = Load::default();
    let mut rows = Vec::new();
    for bodies in given_or(&options.bodies, standard.bodies) {
        let load = Load {
            bodies,
            repeats: options.repeats.unwrap_or(standard.repeats),
        };
        rows.push(
            load.run(&mut output::message)
                .map_err(|trouble| match trouble {
                    load::LoadError::Refused(errors) => refused("load", &errors),
                    load::LoadError::Scene(problems) => {
                        CommandError::input(format!("load: {problems}"))
                    }
                })?,
        );
    }
    print_rows(options, text::LOAD, &rows)?;
    Ok(Exit::Good)
}

fn print_rows(
    options: &BenchOptions,
    table: text::Table,
    rows: &[impl Serialize],
) -> Result<(), CommandError> {
    let lines: Result<Vec<_>, _> = rows.iter().map(json_line).collect();
    let lines = lines?.concat();
    let text = match options.json {
        true => lines,
        false => table.text(&lines),
    };
    output::print(Form::of(options.json), &text)
}

fn refused(label: &str, errors: &[BuildError]) -> CommandError {
    let lines: Vec<_> = errors.iter().map(|e| format!("{label}: {e}")).collect();
    CommandError::input(lines.join("\n"))
}

fn diverged(what: &str, step: u64) -> Exit {
    let remedy = "use more substeps or a higher rate";
    output::message(&format!("{what}: diverged after {step} steps; {remedy}"));
    Exit::Failed
}
